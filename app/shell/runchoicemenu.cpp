// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runchoicemenu.h"

#include "app/sdk/icons.h"
#include "app/sdk/runner.h"
#include "app/sdk/theme.h"
#include "app/shell/runchoices.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QStyle>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int signSize = 12;

QString translated(const char *text) {
    return QCoreApplication::translate("RunChoices", text);
}

} // namespace

RunChoiceMenu::RunChoiceMenu(const RunChoice &choice, Runner &runner, QWidget *parent)
    : QMenu(translated(choice.title), parent) {
    setObjectName(QStringLiteral("choices-") + QLatin1String(choice.id));
    setToolTipsVisible(true);
    auto *group = new QActionGroup(this);
    QList<RunChoiceOption> options = choice.options;
    options.prepend(scriptsWord());
    for (const RunChoiceOption &option : std::as_const(options)) {
        QAction *action = group->addAction(translated(option.text));
        action->setObjectName(QLatin1String(choice.id) + QLatin1Char('=') + QLatin1String(option.value));
        action->setCheckable(true);
        action->setToolTip(translated(option.summary));
        action->setStatusTip(action->toolTip());
        const auto show = [&runner, action, field = choice.field, value = std::string(option.value)] {
            action->setChecked(runner.options().*field == value);
        };
        connect(&runner, &Runner::optionsChanged, action, show);
        connect(action, &QAction::triggered, this, [&runner, field = choice.field, value = option.value] {
            RunOptions changed = runner.options();
            changed.*field = value;
            runner.setOptions(changed);
        });
        show();
    }
    addActions(group->actions());
    insertSeparator(actions().value(1));
}

RunChoiceButton::RunChoiceButton(const RunChoice &choice, Runner &runner, QWidget *parent)
    : QToolButton(parent)
    , m_choice(choice)
    , m_runner(&runner) {
    setObjectName(QLatin1String(choice.id));
    setProperty("role", "tool");
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(metrics::controlHeight);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(signSize, signSize));
    setMenu(new RunChoiceMenu(choice, runner, this));
    connect(&runner, &Runner::optionsChanged, this, &RunChoiceButton::showChoice);
    showChoice();
}

void RunChoiceButton::changeEvent(QEvent *event) {
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showChoice();
}

void RunChoiceButton::showChoice() {
    if (!m_runner) return;
    const std::string value = m_runner->options().*m_choice.field;
    const RunChoiceOption *forced = optionOf(m_choice, value);
    const QString name = translated(m_choice.shortTitle);
    setText(forced ? tr("%1: %2 forced").arg(name, translated(forced->text)) : tr("%1: script").arg(name));
    setToolTip(forced ? tr("%1 is forced on all runs, whatever the script says.\nChoose \"As the script says\" to let "
                           "the script decide.")
                            .arg(translated(forced->text))
                      : tr("The script decides. Choose here to force another %1 on the next runs.")
                            .arg(translated(m_choice.title).toLower()));
    setAccessibleName(text());
    setAccessibleDescription(toolTip());
    const QPixmap sign = iconPixmap(QStringLiteral("warning"), signSize, currentTheme().warning, devicePixelRatioF());
    setIcon(forced ? QIcon(sign) : QIcon());
    if (property("forced").toBool() == (forced != nullptr) && property("forced").isValid()) return;
    setProperty("forced", forced != nullptr);
    style()->unpolish(this);
    style()->polish(this);
    updateGeometry();
}

} // namespace shell
} // namespace jitscope

#include "moc_runchoicemenu.cpp"

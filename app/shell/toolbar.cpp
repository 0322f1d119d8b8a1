// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/toolbar.h"

#include "app/sdk/document.h"
#include "app/sdk/runner.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "app/shell/keybutton.h"
#include "app/shell/runchoices.h"

#include <QAction>
#include <QCoreApplication>
#include <QLayout>

#include <algorithm>

namespace jitscope {

namespace {

QWidget *space(int width, QWidget *parent) {
    auto *gap = new QWidget(parent);
    gap->setFixedWidth(width);
    return gap;
}

QWidget *stretch(QWidget *parent) {
    auto *gap = new QWidget(parent);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    return gap;
}

QToolButton *perspectiveButton(QAction *action, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setProperty("role", "perspective");
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedHeight(metrics::controlHeight);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAccessibleName(ToolBar::tr("Perspective %1").arg(action->text()));
    return button;
}

} // namespace

ToolBar::ToolBar(const QHash<QString, QAction *> &commands, const QList<QAction *> &perspectives, Runner &runner,
                 Document &document, QWidget *parent)
    : QToolBar(tr("Tool bar"), parent)
    , m_runner(runner)
    , m_document(document) {
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    const auto add = [&](const char *id, KeyButton::Look look) {
        addWidget(new KeyButton(commands.value(QLatin1String(id)), look, this));
    };
    add("run", KeyButton::Look::Primary);
    add("pause", KeyButton::Look::IconOnly);
    add("stop", KeyButton::Look::IconOnly);
    addWidget(space(2, this));
    add("step-back", KeyButton::Look::Normal);
    add("step-op", KeyButton::Look::Normal);
    add("step-into", KeyButton::Look::Normal);
    add("step-out", KeyButton::Look::NoKey);
    add("next-nan", KeyButton::Look::NoKey);
    addWidget(space(2, this));
    addChoices();
    addWidget(stretch(this));
    for (QAction *action : perspectives)
        addWidget(perspectiveButton(action, this));
    addWidget(space(2, this));
    add("go-to", KeyButton::Look::Field);

    connect(&runner, &Runner::optionsChanged, this, &ToolBar::updateChoices);
    connect(&document, &Document::replaced, this, &ToolBar::updateChoices);
    connect(&document, &Document::appended, this, &ToolBar::updateChoices);
    updateChoices();
}

/** What all that stands here needs with its texts, in pixels. */
int ToolBar::fullWidth() const {
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (QAction *action : actions()) {
        QWidget *widget = widgetForAction(action);
        if (auto *button = qobject_cast<KeyButton *>(widget)) button->setRoom(KeyButton::Room::Enough);
        width += std::max(widget->sizeHint().width(), widget->minimumWidth()) + layout()->spacing();
    }
    return width;
}

void ToolBar::resizeEvent(QResizeEvent *event) {
    const auto room = fullWidth() > width() ? KeyButton::Room::Narrow : KeyButton::Room::Enough;
    for (KeyButton *button : findChildren<KeyButton *>())
        button->setRoom(room);
    QToolBar::resizeEvent(event);
}

void ToolBar::addChoices() {
    const QString takeBack = tr("Click again to leave it to the script.");
    for (const RunChoice &choice : runChoices()) {
        QList<Segment> segments;
        for (const RunChoiceOption &option : choice.options)
            segments.append({QLatin1String(option.value), QCoreApplication::translate("RunChoices", option.text),
                             QString(QCoreApplication::translate("RunChoices", option.summary) + QStringLiteral(".\n") +
                                     takeBack)});
        auto *control = new SegmentedControl(QCoreApplication::translate("RunChoices", choice.title), segments, this,
                                             SegmentedControl::Choice::Optional);
        control->setObjectName(QLatin1String(choice.id));
        connect(control, &SegmentedControl::changed, this, [this, field = choice.field](const QString &value) {
            RunOptions options = m_runner.options();
            options.*field = value.toStdString();
            m_runner.setOptions(options);
        });
        addWidget(control);
        m_choices.append(control);
    }
}

void ToolBar::updateChoices() {
    for (int i = 0; i < m_choices.size(); ++i) {
        const RunChoice &choice = runChoices()[i];
        m_choices[i]->setCurrent(QString::fromStdString(m_runner.options().*choice.field));
        m_choices[i]->setInForce(QString::fromStdString(choice.inForce(m_document.session())));
    }
}

} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/toolbar.h"

#include "app/sdk/theme.h"
#include "app/shell/commands.h"
#include "app/shell/keybutton.h"
#include "app/shell/runchoicemenu.h"
#include "app/shell/runchoices.h"

#include <QAction>
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
    button->setAccessibleName(ToolBar::tr("Perspective %1").arg(plainText(action->text())));
    return button;
}

} // namespace

ToolBar::ToolBar(const QHash<QString, QAction *> &commands, const QList<QAction *> &perspectives, Runner &runner,
                 QWidget *parent)
    : QToolBar(tr("Tool bar"), parent) {
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
    for (const RunChoice &choice : runChoices())
        addWidget(new RunChoiceButton(choice, runner, this));
    addWidget(stretch(this));
    for (QAction *action : perspectives)
        addWidget(perspectiveButton(action, this));
    addWidget(space(2, this));
    add("go-to", KeyButton::Look::Field);
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

} // namespace jitscope

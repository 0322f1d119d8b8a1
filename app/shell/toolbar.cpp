// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/toolbar.h"

#include "app/sdk/theme.h"
#include "app/shell/commands.h"
#include "app/shell/runchoicemenu.h"
#include "app/shell/runchoices.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QStyle>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int tightSpacing = 2;

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

/** What all that stands here needs, in pixels. */
int ToolBar::neededWidth(KeyButton::Room room) const {
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (QAction *action : actions()) {
        const QWidget *widget = widgetForAction(action);
        const auto *button = qobject_cast<const KeyButton *>(widget);
        width += button ? button->widthIn(room) : std::max(widget->sizeHint().width(), widget->minimumWidth());
        width += spacingIn(room);
    }
    return width;
}

int ToolBar::spacingIn(KeyButton::Room room) const {
    return room == KeyButton::Room::Tight ? tightSpacing
                                          : style()->pixelMetric(QStyle::PM_ToolBarItemSpacing, nullptr, this);
}

/** As much text as there is room for; what does not fit even so is behind Qt's button at the end. */
void ToolBar::fit() {
    KeyButton::Room room = KeyButton::Room::Enough;
    for (const auto narrower : {KeyButton::Room::Narrow, KeyButton::Room::Tight})
        if (neededWidth(room) > width()) room = narrower;
    for (KeyButton *button : findChildren<KeyButton *>())
        button->setRoom(room);
    if (layout()->spacing() != spacingIn(room)) layout()->setSpacing(spacingIn(room));
}

bool ToolBar::event(QEvent *event) {
    if (event->type() == QEvent::LayoutRequest) fit(); // a text in it became longer or shorter
    return QToolBar::event(event);
}

void ToolBar::resizeEvent(QResizeEvent *event) {
    fit();
    QToolBar::resizeEvent(event);
}

} // namespace shell
} // namespace jitscope

#include "moc_toolbar.cpp"

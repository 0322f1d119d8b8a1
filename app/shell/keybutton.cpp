// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keybutton.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/shell/commands.h"

#include <QAction>
#include <QStyleOptionToolButton>
#include <QStylePainter>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int padding = 10, tightPadding = 6;
constexpr int gap = 6;
constexpr int iconLength = 14;
constexpr int fieldWidth = 124;

} // namespace

KeyButton::KeyButton(QAction *action, Look look, QWidget *parent)
    : QToolButton(parent)
    , m_look(look)
    , m_fullLook(look) {
    setDefaultAction(action);
    setProperty("role", look == Look::Primary ? "primary" : "tool");
    setObjectName(QStringLiteral("tool-") + action->objectName());
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(metrics::controlHeight);
    setAccessibleName(plainText(action->text()));
    connect(action, &QAction::changed, this, [this, action] {
        setAccessibleName(plainText(action->text()));
        updateGeometry();
    });
}

KeyButton::Look KeyButton::lookIn(Room room) const {
    const bool hasText = m_fullLook == Look::Normal || m_fullLook == Look::NoKey;
    const bool folds = (room != Room::Enough && hasText) || (room == Room::Tight && m_fullLook == Look::Field);
    return folds ? Look::IconOnly : m_fullLook;
}

void KeyButton::setRoom(Room room) {
    if (room == m_room) return;
    m_room = room;
    m_look = lookIn(room);
    updateGeometry();
    update();
}

QString KeyButton::keyText(Look look) const {
    if (look == Look::NoKey) return {};
    if (!defaultAction()) return {};
    return defaultAction()
        ->shortcut()
        .toString(QKeySequence::NativeText)
        .replace(QStringLiteral("Shift+"), QStringLiteral("⇧"));
}

int KeyButton::widthIn(Room room) const {
    const Look look = lookIn(room);
    if (look == Look::IconOnly) return iconLength + 2 * (room == Room::Tight ? tightPadding : padding) - 2;
    const QFontMetrics font(look == Look::Primary ? boldUiFont() : uiFont());
    int text = font.horizontalAdvance(this->text());
    // Room for all that it may say: its neighbours must not move under the mouse.
    for (const QString &each : defaultAction() ? defaultAction()->property("texts").toStringList() : QStringList())
        text = std::max(text, font.horizontalAdvance(each));
    const int key = QFontMetrics(smallUiFont()).horizontalAdvance(keyText(look));
    const int width = 2 * padding + iconLength + gap + text + (key > 0 ? gap + 2 + key : 0);
    return look == Look::Field ? std::max(width, fieldWidth) : width;
}

QSize KeyButton::sizeHint() const {
    return {widthIn(m_room), metrics::controlHeight};
}

void KeyButton::paintEvent(QPaintEvent *) {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    option.icon = {};
    painter.drawComplexControl(QStyle::CC_ToolButton, option);

    const Theme &theme = currentTheme();
    const bool primary = m_look == Look::Primary;
    const QColor faint = blend(theme.text3, theme.panel, 0.6);
    const QColor ink = !isEnabled() ? faint : primary ? theme.onAccent : theme.text;
    const QIcon::Mode mode = isEnabled() ? QIcon::Normal : QIcon::Disabled;
    const int top = (height() - iconLength) / 2;
    if (m_look == Look::IconOnly) {
        icon().paint(&painter, QRect((width() - iconLength) / 2, top, iconLength, iconLength), Qt::AlignCenter, mode);
        return;
    }
    const QString name = defaultAction() ? defaultAction()->property("iconName").toString() : QString();
    const QIcon shown = primary && !name.isEmpty() ? themedIcon(name, IconRole::OnAccent) : icon();
    shown.paint(&painter, QRect(padding, top, iconLength, iconLength), Qt::AlignCenter, mode);
    const QRect rest = rect().adjusted(padding + iconLength + gap, 0, -padding, 0);
    painter.setFont(primary ? boldUiFont() : uiFont());
    painter.setPen(m_look == Look::Field ? theme.text3 : ink);
    painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft, text());
    painter.setFont(smallUiFont());
    painter.setPen(primary || !isEnabled() ? ink : theme.text3);
    painter.drawText(rest, Qt::AlignVCenter | Qt::AlignRight, keyText(m_look));
}

} // namespace shell
} // namespace jitscope

#include "moc_keybutton.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/pilllabel.h"

#include "app/sdk/theme.h"

#include <QPainter>

#include <algorithm>

namespace jitscope {
inline namespace sdk {

namespace {

constexpr int padding = 8;
constexpr int leastHeight = 18;

QColor colourOf(Tone tone) {
    const Theme &theme = currentTheme();
    switch (tone) {
    case Tone::Neutral:
        return theme.text2;
    case Tone::Accent:
        return theme.accent;
    case Tone::Added:
        return theme.added;
    case Tone::Removed:
        return theme.removed;
    case Tone::Changed:
        return theme.changed;
    case Tone::Fused:
        return theme.fused;
    case Tone::Good:
        return theme.good;
    case Tone::Warning:
        return theme.warning;
    case Tone::Error:
        return theme.error;
    }
    return theme.text2;
}

} // namespace

PillLabel::PillLabel(const QString &text, Tone tone, QWidget *parent)
    : QLabel(text, parent)
    , m_tone(tone) {
    setFont(smallUiFont());
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PillLabel::setTone(Tone tone) {
    if (tone == m_tone) return;
    m_tone = tone;
    update();
}

QSize PillLabel::sizeHint() const {
    const QFontMetrics metrics(smallUiFont());
    return {metrics.horizontalAdvance(text()) + 2 * padding, std::max(leastHeight, metrics.height())};
}

void PillLabel::paintEvent(QPaintEvent *) {
    if (text().isEmpty()) return;
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QColor colour = colourOf(m_tone);
    painter.setBrush(m_tone == Tone::Neutral ? theme.track : blend(colour, theme.panel, 0.2));
    const int pillHeight = sizeHint().height();
    const QRectF ground(0, (height() - pillHeight) / 2.0, width(), pillHeight);
    painter.drawRoundedRect(ground, pillHeight / 2.0, pillHeight / 2.0);
    painter.setFont(smallUiFont());
    // The tint takes contrast from a coloured text on a light ground; the sign in the text says the same in words.
    painter.setPen(theme.isDark ? colour : blend(colour, theme.text, 0.75));
    painter.drawText(ground, Qt::AlignCenter, text());
}

} // namespace sdk
} // namespace jitscope

#include "moc_pilllabel.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/sharebars.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <algorithm>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

constexpr int gap = metrics::grid;
constexpr int leastBar = 80, leastNarrowBar = 40;
constexpr double barShareOfRow = 0.45;

QColor colourOf(Tone tone) {
    const Theme &theme = currentTheme();
    switch (tone) {
    case Tone::Good:
        return theme.good;
    case Tone::Warning:
        return theme.warning;
    case Tone::Error:
        return theme.error;
    default:
        return theme.accent;
    }
}

QString figureOf(const ShareBar &bar) {
    return bar.mark.isEmpty() ? bar.figure : bar.figure + QStringLiteral(" · ") + bar.mark;
}

} // namespace

ShareBars::ShareBars(const QString &accessibleName, QWidget *parent)
    : PickView(Qt::Vertical, parent) {
    setAccessibleName(accessibleName);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    ShareBars::arrange();
}

void ShareBars::setBars(std::vector<ShareBar> bars) {
    m_bars = std::move(bars);
    setCurrent(none);
    setAccessibleDescription(asText());
    arrange();
    updateGeometry();
}

QString ShareBars::textOf(int64_t row) const {
    const ShareBar &bar = m_bars[size_t(row)];
    return bar.name + QStringLiteral(": ") + figureOf(bar);
}

void ShareBars::arrange() {
    const QFontMetrics text(uiFont()), numbers(codeFont());
    m_nameWidth = m_figureWidth = 0;
    for (const ShareBar &bar : m_bars) {
        m_nameWidth = std::max(m_nameWidth, text.horizontalAdvance(bar.name));
        m_figureWidth = std::max(m_figureWidth, numbers.horizontalAdvance(figureOf(bar)));
    }
    m_lineHeight = std::max(metrics::rowHeight - 3, text.height() + 4);
}

bool ShareBars::isNarrow(int width) const {
    return width < m_nameWidth + m_figureWidth + 2 * gap + leastBar;
}

int ShareBars::rowHeight() const {
    return isNarrow(width()) ? 2 * m_lineHeight : m_lineHeight;
}

int ShareBars::heightForWidth(int width) const {
    return int(m_bars.size()) * (isNarrow(width) ? 2 * m_lineHeight : m_lineHeight);
}

QSize ShareBars::sizeHint() const {
    return {m_nameWidth + m_figureWidth + 2 * gap + 200, int(m_bars.size()) * m_lineHeight};
}

QSize ShareBars::minimumSizeHint() const {
    return {std::max(m_nameWidth, m_figureWidth + gap + leastNarrowBar), int(m_bars.size()) * m_lineHeight};
}

void ShareBars::paint(QPainter &painter, const QRect &dirty) {
    painter.setRenderHint(QPainter::Antialiasing);
    const int first = std::max(0, dirty.top() / rowHeight());
    const int last = std::min(dirty.bottom() / rowHeight(), int(m_bars.size()) - 1);
    for (int row = first; row <= last; ++row)
        paintBar(painter, row);
}

void ShareBars::paintBar(QPainter &painter, int row) const {
    const Theme &theme = currentTheme();
    const ShareBar &bar = m_bars[size_t(row)];
    const bool narrow = isNarrow(width());
    const QRectF whole = rectOf(row);
    if (row == current() && hasFocus()) painter.fillRect(whole, theme.selection);
    painter.setFont(uiFont());
    painter.setPen(theme.text2);
    painter.drawText(QRectF(0, whole.top(), m_nameWidth, m_lineHeight), Qt::AlignVCenter | Qt::AlignLeft, bar.name);
    const QRectF line(0, narrow ? whole.top() + m_lineHeight : whole.top(), width(), m_lineHeight);
    const double left = narrow ? 0 : m_nameWidth + gap;
    const double room = std::max<double>(leastNarrowBar, width() - left - m_figureWidth - gap);
    const double height = m_lineHeight * barShareOfRow;
    const QRectF track(left, line.center().y() - height / 2, room, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.track);
    painter.drawRoundedRect(track, 2, 2);
    QRectF filled = track;
    filled.setWidth(std::clamp(bar.share, 0.0, 1.0) * room);
    painter.setBrush(colourOf(bar.tone));
    if (filled.width() >= 1) painter.drawRoundedRect(filled, 2, 2);
    painter.setFont(codeFont());
    painter.setPen(theme.text);
    painter.drawText(QRectF(left + room + gap, line.top(), m_figureWidth + gap, m_lineHeight),
                     Qt::AlignVCenter | Qt::AlignLeft, figureOf(bar));
}

QRectF ShareBars::rectOf(int64_t row) const {
    return QRectF(0, double(row) * rowHeight(), width(), rowHeight());
}

int64_t ShareBars::itemAt(const QPointF &place) const {
    const int64_t row = place.y() < 0 ? none : int64_t(place.y()) / rowHeight();
    return row < count() ? row : none;
}

void ShareBars::focusInEvent(QFocusEvent *event) {
    if (current() == none && count() > 0) setCurrent(0);
    PickView::focusInEvent(event);
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_sharebars.cpp"

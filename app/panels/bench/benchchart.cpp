// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bench/benchchart.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace jitscope {
inline namespace benchpanel {

namespace {

constexpr int rowPitch = metrics::rowHeight;
constexpr int barHeight = rowPitch - 8;
constexpr int gap = metrics::grid;
constexpr int widestTitle = 320, leastTitle = 80, leastBarRoom = 60;

} // namespace

BenchChart::BenchChart(QWidget *parent)
    : PickView(Qt::Vertical, parent) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(2 * rowPitch);
}

void BenchChart::setItems(std::vector<BenchBarItem> items) {
    const bool isSame = items.size() == m_items.size();
    m_items = std::move(items);
    if (!isSame) setCurrent(none);
    arrange();
    viewport()->update();
    if (!isSame) updateGeometry();
}

QSize BenchChart::sizeHint() const {
    return {480, rowPitch * int(std::clamp<size_t>(m_items.size(), 4, 16)) + gap};
}

void BenchChart::arrange() {
    const QFontMetrics fontMetrics(uiFont());
    m_titleWidth = m_valueWidth = 0;
    for (const BenchBarItem &item : m_items) {
        m_titleWidth = std::max(m_titleWidth, fontMetrics.horizontalAdvance(item.title) + 1);
        // A reason stands where the bar would be, and is cut; it shortens no bars.
        if (item.times) m_valueWidth = std::max(m_valueWidth, fontMetrics.horizontalAdvance(item.value) + 1);
    }
    m_valueWidth = std::min(m_valueWidth, std::max(80, viewport()->width() / 3));
    // A row without its name tells nothing, while a short bar is still a bar.
    const int room = viewport()->width() - m_valueWidth - leastBarRoom - 5 * gap;
    m_titleWidth = std::min({m_titleWidth, widestTitle, std::max(leastTitle, room)});
    verticalScrollBar()->setRange(0, std::max(0, int(m_items.size()) * rowPitch + gap - viewport()->height()));
    verticalScrollBar()->setPageStep(std::max(viewport()->height(), 1));
    verticalScrollBar()->setSingleStep(rowPitch);
}

int64_t BenchChart::itemAt(const QPointF &place) const {
    const int64_t item = int64_t(place.y() - gap / 2.0 + verticalScrollBar()->value()) / rowPitch;
    return place.y() >= 0 && item < count() ? item : none;
}

QRectF BenchChart::rectOf(int64_t item) const {
    return QRectF(0, gap / 2.0 + double(item) * rowPitch - verticalScrollBar()->value(), viewport()->width(), rowPitch);
}

double BenchChart::widestOf(int scale) const {
    double widest = 0;
    for (const BenchBarItem &item : m_items)
        if (item.scale == scale && item.times) widest = std::max({widest, item.times->median, item.times->high});
    return widest;
}

QRectF BenchChart::barOf(int64_t item) const {
    const BenchBarItem &shown = m_items[size_t(item)];
    const double widest = widestOf(shown.scale);
    if (!shown.times || widest <= 0) return {};
    const QRectF row = rectOf(item);
    const double left = 2 * gap + m_titleWidth;
    const double room = std::max<double>(leastBarRoom, viewport()->width() - left - m_valueWidth - 3 * gap);
    return QRectF(left, row.top() + (rowPitch - barHeight) / 2.0, std::max(1.0, shown.times->median / widest * room),
                  barHeight);
}

void BenchChart::paint(QPainter &painter, const QRect &dirty) {
    painter.fillRect(viewport()->rect(), currentTheme().panel);
    painter.setFont(uiFont());
    for (int64_t item = 0; item < count(); ++item)
        if (rectOf(item).intersects(QRectF(dirty))) paintItem(painter, item);
}

void BenchChart::paintItem(QPainter &painter, int64_t item) const {
    const Theme &theme = currentTheme();
    const BenchBarItem &shown = m_items[size_t(item)];
    const QRectF row = rectOf(item), bar = barOf(item);
    if (item == current()) painter.fillRect(row, theme.selection);
    painter.setPen(theme.text);
    painter.drawText(QRectF(gap, row.top(), m_titleWidth, rowPitch), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(shown.title, Qt::ElideMiddle, m_titleWidth));
    double end = 2 * gap + m_titleWidth;
    if (!bar.isEmpty()) {
        const QColor colour = shown.isBaseline ? theme.text3 : theme.accent;
        painter.fillRect(bar, colour);
        const double unit = bar.width() / std::max(shown.times->median, 1e-9), middle = bar.center().y();
        const double low = bar.left() + shown.times->low * unit, high = bar.left() + shown.times->high * unit;
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawLine(QPointF(low, middle), QPointF(high, middle));
        for (const double x : {low, high})
            painter.drawLine(QPointF(x, middle - 4), QPointF(x, middle + 4));
        end = std::max(bar.right(), high) + gap;
    }
    painter.setPen(theme.text2);
    const QRectF rest(end, row.top(), std::max(0.0, row.right() - end - gap / 2.0), rowPitch);
    painter.drawText(rest, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(shown.value, Qt::ElideRight, int(rest.width())));
}

} // namespace benchpanel
} // namespace jitscope

#include "moc_benchchart.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/instancechart.h"

#include "app/models/operatorwords.h"
#include "app/sdk/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timingspanel {

namespace {

constexpr int leftRoom = metrics::grid, rowHeight = 16, axisHeight = 2 * rowHeight, topRoom = 6;
constexpr int tickLength = 4, tickGap = 8;

/** 1, 2 and 5 of each power of ten within them. */
std::vector<int64_t> roundDurations(int64_t from, int64_t to) {
    std::vector<int64_t> all;
    for (int64_t power = 1; power <= to; power *= 10)
        for (const int64_t step : {1, 2, 5})
            if (power * step >= from && power * step <= to) all.push_back(power * step);
    return all;
}

} // namespace

InstanceChart::InstanceChart(QWidget *parent)
    : PickView(Qt::Horizontal, parent) {
    setObjectName(QStringLiteral("instanceChart"));
    setAccessibleName(tr("Single calls of the row"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(90);
}

void InstanceChart::setInstances(InstanceGrid grid, int64_t originNs) {
    m_grid = std::move(grid);
    m_originNs = originNs;
    m_from.reset();
    setCurrent(none);
}

void InstanceChart::setAxis(Axis axis) {
    m_axis = axis;
    m_from.reset();
    setCurrent(none);
}

int64_t InstanceChart::count() const {
    return m_axis == Axis::Duration ? int64_t(m_grid.bins.counts.size()) : m_grid.columns;
}

int64_t InstanceChart::countOf(int64_t item) const {
    if (m_axis == Axis::Duration) return m_grid.bins.counts[size_t(item)];
    int64_t sum = 0;
    for (size_t bin = 0; bin < m_grid.bins.counts.size(); ++bin)
        sum += m_grid.at(int(item), bin);
    return sum;
}

OpCondition InstanceChart::conditionOf(int64_t first, int64_t last) const {
    OpCondition condition;
    if (m_axis == Axis::Duration) {
        condition.kind = OpCondition::Kind::Duration;
        condition.from = m_grid.bins.edges[size_t(first)];
        const bool isLast = last + 1 == count();
        condition.to = m_grid.bins.edges[size_t(last) + 1] - (isLast ? 0 : 1);
    } else {
        condition.kind = OpCondition::Kind::Time;
        condition.from = m_grid.beginOf(int(first));
        condition.to = m_grid.beginOf(int(last) + 1);
    }
    return condition;
}

QString InstanceChart::textOf(int64_t item) const {
    const OpCondition condition = conditionOf(item, item);
    const int64_t origin = m_axis == Axis::Time ? m_originNs : 0;
    const QString from = timeOrUnknown(double(condition.from - origin)),
                  to = timeOrUnknown(double(condition.to - origin));
    const int calls = int(countOf(item));
    return m_axis == Axis::Duration ? tr("%n call(s) of %1 to %2", nullptr, calls).arg(from, to)
                                    : tr("%n call(s) at %1 to %2", nullptr, calls).arg(from, to);
}

QRectF InstanceChart::plot() const {
    return QRectF(viewport()->rect()).adjusted(leftRoom, topRoom, -leftRoom, -axisHeight);
}

QRectF InstanceChart::rectOf(int64_t item) const {
    const QRectF room = plot();
    const double width = room.width() / double(std::max<int64_t>(count(), 1));
    return {room.left() + double(item) * width, room.top(), width, room.height()};
}

int64_t InstanceChart::itemAt(const QPointF &place) const {
    return count() > 0 && plot().contains(place) ? nearest(place) : none;
}

int64_t InstanceChart::nearest(const QPointF &place) const {
    const double share = (place.x() - plot().left()) / std::max(plot().width(), 1.0);
    return std::clamp(int64_t(std::floor(share * double(count()))), int64_t(0), count() - 1);
}

void InstanceChart::paint(QPainter &painter, const QRect &) {
    const Theme &theme = currentTheme();
    painter.fillRect(viewport()->rect(), theme.panel);
    if (count() == 0 || plot().height() < 8) return;
    painter.setFont(smallUiFont());
    if (current() != none) painter.fillRect(rectOf(current()), theme.selection);
    if (m_from && m_to != none) {
        const QRectF marked = rectOf(std::min(*m_from, m_to)).united(rectOf(std::max(*m_from, m_to)));
        painter.fillRect(marked, theme.selection);
    }
    m_axis == Axis::Duration ? paintBars(painter) : paintGrid(painter);
    paintAxis(painter);
}

/** Heights by the root of the count: single slow calls are to be seen beside thousands of quick ones. */
void InstanceChart::paintBars(QPainter &painter) const {
    const int64_t most = *std::max_element(m_grid.bins.counts.begin(), m_grid.bins.counts.end());
    for (int64_t item = 0; item < count(); ++item) {
        if (countOf(item) == 0) continue;
        const QRectF room = rectOf(item).adjusted(0.5, 0, -0.5, 0);
        const double height = std::max(2.0, room.height() * std::sqrt(double(countOf(item)) / double(most)));
        painter.fillRect(QRectF(room.left(), room.bottom() - height, room.width(), height), currentTheme().accent);
    }
}

void InstanceChart::paintGrid(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const int32_t most = *std::max_element(m_grid.counts.begin(), m_grid.counts.end());
    const double height = plot().height() / double(m_grid.bins.counts.size());
    for (int column = 0; column < m_grid.columns; ++column) {
        const QRectF room = rectOf(column);
        for (size_t bin = 0; bin < m_grid.bins.counts.size(); ++bin) {
            const int32_t calls = m_grid.at(column, bin);
            if (calls == 0) continue;
            const double share = 0.4 + 0.6 * std::sqrt(double(calls) / double(most));
            painter.fillRect(QRectF(room.left(), room.bottom() - double(bin + 1) * height, std::max(room.width(), 2.0),
                                    std::max(height, 2.0)),
                             blend(theme.accent, theme.panel, share));
        }
    }
}

/** Bins are of equal ratio but for where that would be less than a nanosecond, so places come from their edges. */
double InstanceChart::placeOfDuration(int64_t ns) const {
    const std::vector<int64_t> &edges = m_grid.bins.edges;
    const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, ns);
    const double low = double(std::max<int64_t>(*(above - 1), 1)), high = double(*above);
    const double share = high > low ? std::clamp(std::log(double(ns) / low) / std::log(high / low), 0.0, 1.0) : 0;
    return plot().left() + (double(above - 1 - edges.begin()) + share) / double(count()) * plot().width();
}

std::vector<InstanceChart::Tick> InstanceChart::ticks() const {
    const QRectF room = plot();
    const OpCondition whole = conditionOf(0, count() - 1);
    std::vector<Tick> all;
    if (m_axis == Axis::Duration) {
        for (const int64_t ns : roundDurations(std::max<int64_t>(whole.from, 1), whole.to))
            all.push_back({placeOfDuration(ns), timeOrUnknown(double(ns))});
        return all;
    }
    all.push_back({room.left(), timeOrUnknown(double(whole.from - m_originNs))});
    all.push_back({room.right(), timeOrUnknown(double(whole.to - m_originNs))});
    return all;
}

void InstanceChart::paintAxis(QPainter &painter) const {
    const QRectF room = plot();
    painter.setPen(currentTheme().line);
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    double taken = room.left() - tickGap;
    for (const Tick &tick : ticks()) {
        painter.setPen(currentTheme().text3);
        painter.drawLine(QPointF(tick.x, room.bottom()), QPointF(tick.x, room.bottom() + tickLength));
        const double wide = painter.fontMetrics().horizontalAdvance(tick.text) + 2;
        const double left = std::clamp(tick.x - wide / 2, room.left(), std::max(room.left(), room.right() - wide));
        if (left < taken + tickGap) continue;
        painter.drawText(QRectF(left, room.bottom() + tickLength, wide, rowHeight), Qt::AlignCenter, tick.text);
        taken = left + wide;
    }
    const QRectF words(room.left(), room.bottom() + rowHeight, room.width(), rowHeight);
    painter.setPen(currentTheme().text2);
    painter.drawText(words, Qt::AlignCenter,
                     painter.fontMetrics().elidedText(axisText(), Qt::ElideRight, int(words.width())));
}

QString InstanceChart::axisText() const {
    if (m_axis == Axis::Time)
        return tr("calls over time, the longest on top (%1)").arg(timeOrUnknown(double(m_grid.bins.edges.back())));
    return tr("duration, logarithmic; heights by the root of the count, up to %1")
        .arg(*std::max_element(m_grid.bins.counts.begin(), m_grid.bins.counts.end()));
}

void InstanceChart::keyPressEvent(QKeyEvent *event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter || current() == none) return PickView::keyPressEvent(event);
    Q_EMIT rangeChosen(conditionOf(current(), current()));
}

void InstanceChart::mousePressEvent(QMouseEvent *event) {
    PickView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton || itemAt(event->position()) == none) return;
    m_from = nearest(event->position());
    m_to = none;
}

void InstanceChart::mouseMoveEvent(QMouseEvent *event) {
    PickView::mouseMoveEvent(event);
    if (!m_from || !event->buttons().testFlag(Qt::LeftButton)) return;
    const int64_t item = nearest(event->position());
    if (item == *m_from && m_to == none) return;
    m_to = item;
    viewport()->update();
}

void InstanceChart::mouseReleaseEvent(QMouseEvent *event) {
    PickView::mouseReleaseEvent(event);
    const std::optional<int64_t> from = std::exchange(m_from, std::nullopt);
    const int64_t to = std::exchange(m_to, none);
    viewport()->update();
    if (from && to != none) Q_EMIT rangeChosen(conditionOf(std::min(*from, to), std::max(*from, to)));
}

void InstanceChart::mouseDoubleClickEvent(QMouseEvent *event) {
    const int64_t item = itemAt(event->position());
    if (item != none) Q_EMIT rangeChosen(conditionOf(item, item));
}

} // namespace timingspanel
} // namespace jitscope

#include "moc_instancechart.cpp"

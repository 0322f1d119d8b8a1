// SPDX-License-Identifier: GPL-3.0-or-later
// How the view looks: a picture of slices with labels, ruler, marked range, markers and flows over it.
#include "app/timeline/timelinegeometry.h"
#include "app/timeline/timeruler.h"
#include "app/timeline/timelineview.h"

#include "app/sdk/theme.h"
#include "engine/base/text.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr int64_t mostFlows = 1000; ///< of the chosen categories together; more are a smear
constexpr int markSpacing = 90;

/** The triangle of a heading: right for a folded one, down for an open one. */
void paintTriangle(QPainter &painter, const QPointF &middle, bool isFolded) {
    QPolygonF triangle;
    if (isFolded)
        triangle << QPointF(-2, -4) << QPointF(3, 0) << QPointF(-2, 4);
    else
        triangle << QPointF(-4, -2) << QPointF(4, -2) << QPointF(0, 3);
    triangle.translate(middle);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(currentTheme().text3);
    painter.drawPolygon(triangle);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

void TimelineView::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(viewport());
    if (m_trace == nullptr || m_chosen.empty()) {
        painter.fillRect(viewport()->rect(), theme.panel);
        if (!isReady() && m_trace) {
            painter.setPen(theme.text2);
            painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("Laying out the timeline\u2026"));
        }
        return;
    }
    m_lacksLabels = false;
    const QRect scrolled(m_labelWidth, lanesTop(), viewport()->width() - m_labelWidth,
                         viewport()->height() - lanesTop());
    paintRegion(painter, m_canvas, m_bands.scrolled, scrolled, verticalScrollBar()->value());
    if (!m_bands.pinned.empty()) {
        const QRect pinned(m_labelWidth, rulerHeight, viewport()->width() - m_labelWidth, m_bands.pinnedHeight);
        paintRegion(painter, m_pinnedCanvas, m_bands.pinned, pinned, 0);
        painter.fillRect(0, rulerHeight + m_bands.pinnedHeight, viewport()->width(), pinnedGap, theme.line);
    }
    paintMarked(painter);
    paintFlows(painter);
    paintSelected(painter);
    paintBandLabels(painter);
    paintRuler(painter);
    paintMarkers(painter);
    paintBox(painter);
    if (m_lacksLabels) QMetaObject::invokeMethod(viewport(), qOverload<>(&QWidget::update), Qt::QueuedConnection);
}

void TimelineView::paintRegion(QPainter &painter, TimelineCanvas &canvas, const std::vector<TimelineBand> &bands,
                               const QRect &region, int scroll) {
    if (region.isEmpty()) return;
    const double scale = viewport()->devicePixelRatioF();
    const auto device = [scale](double pixel) { return int(std::lround(pixel * scale)); };
    std::vector<int> marks;
    const int64_t step = rulerStep(markSpacing * m_nsPerPixel);
    const int64_t sinceOrigin = m_beginNs - m_originNs;
    for (int64_t mark = sinceOrigin / step * step - step;; mark += step) {
        const double x = axis().pixelOf(saturatedSum(mark, m_originNs));
        if (x > region.width()) break;
        marks.push_back(device(std::floor(x)));
    }
    std::vector<CanvasRow> canvasRows;
    std::vector<std::pair<const TimelineBand *, int>> counters;
    for (const TimelineBand &band : bands) {
        const int top = band.top - scroll;
        if (band.lane < 0 || top > region.height() || top + band.height < 0) continue;
        const TimelineLane &lane = m_chosen[size_t(band.lane)];
        const TimeAxis laneAxis = deviceAxis(shiftOf(lane.rank));
        if (lane.counter >= 0) {
            counters.emplace_back(&band, top);
            continue;
        }
        const std::vector<RowRef> rows = m_store.rows(lane);
        for (int row = 0; row < std::min(band.rows, int(rows.size())); ++row) {
            const int y = top + row * band.rowHeight + barOffset(band);
            if (y > region.height() || y + band.barHeight < 0) continue;
            canvasRows.push_back(
                {rows[size_t(row)], laneAxis, device(y), device(y + band.barHeight) - device(y), lane.kind});
        }
    }
    canvas.begin(QSize(device(region.width()), device(region.height())), scale, marks, canvasRows);
    canvas.paintRows(*m_trace, m_colours, m_isMatch);
    for (const auto &[band, top] : counters) {
        const TimelineLane &lane = m_chosen[size_t(band->lane)];
        TimeAxis counterAxis = deviceAxis(shiftOf(lane.rank)); // nothing is known behind the end of all
        counterAxis.width = int(std::clamp(deviceAxis(0).pixelOf(m_endOfAll) + 1, 0.0, double(counterAxis.width)));
        canvas.paintCounter({&m_trace->counters()[size_t(lane.counter)].samples, m_store.counterPyramid(lane.counter),
                             counterAxis, device(top + 2), device(band->height - bandMetrics().laneGap - 4)});
    }
    if (!canvas.paintLabels(*m_trace, font())) m_lacksLabels = true;
    painter.drawImage(region.topLeft(), canvas.picture());
    for (const auto &[band, top] : counters)
        paintCounterAxis(painter, *band, region.top() + top);
}

/** The largest and smallest value of the whole chart, at its right edge. */
void TimelineView::paintCounterAxis(QPainter &painter, const TimelineBand &band, int top) const {
    const CounterPyramid *pyramid = m_store.counterPyramid(m_chosen[size_t(band.lane)].counter);
    if (pyramid == nullptr || pyramid->count() == 0) return;
    const Theme &theme = currentTheme();
    const SampleRange whole = pyramid->whole();
    const int height = band.height - bandMetrics().laneGap;
    painter.save();
    painter.setClipRect(plotRect());
    painter.setFont(smallUiFont());
    painter.setPen(theme.text2);
    const QRect room(m_labelWidth + 6, top, viewport()->width() - m_labelWidth - 10, height);
    painter.drawText(room, Qt::AlignTop | Qt::AlignRight, QString::number(std::max(0.0, whole.high), 'g', 5));
    painter.drawText(room, Qt::AlignBottom | Qt::AlignRight, QString::number(std::min(0.0, whole.low), 'g', 5));
    painter.restore();
}

void TimelineView::paintBandLabel(QPainter &painter, const TimelineBand &band, int top) const {
    const Theme &theme = currentTheme();
    const bool isHeading = band.lane < 0;
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(isHeading ? bold : font());
    const int left = labelIndent(band), row = isHeading ? band.height : std::min(band.height - 2, 20);
    if (isHeading || band.canFold()) paintTriangle(painter, QPointF(left - 9, top + row / 2.0), band.isFolded);
    painter.setPen(isHeading ? theme.text : theme.text2);
    QString text = band.text;
    if (isHeading && band.isFolded) text += QStringLiteral("  ") + tr("(folded)");
    const int64_t shift =
        band.kind == TimelineBand::Kind::Rank || (band.indent == 0 && isHeading) ? shiftOf(band.rank) : 0;
    if (shift != 0 && band.rank >= 0)
        text += QStringLiteral("  ") + (shift > 0 ? QStringLiteral("+") : QString()) + exactTime(shift);
    const int room = isHeading ? viewport()->width() - left - 12 : m_labelWidth - left - 6;
    painter.drawText(QRect(left, top, room, row), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip,
                     QFontMetrics(painter.font()).elidedText(text, Qt::ElideMiddle, room));
}

void TimelineView::paintBandLabels(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.fillRect(0, 0, m_labelWidth, viewport()->height(), theme.panel);
    painter.setPen(QPen(theme.line, 1)); // below headings, which may go over it
    painter.drawLine(m_labelWidth - 1, 0, m_labelWidth - 1, viewport()->height());
    painter.save();
    painter.setClipRect(0, lanesTop(), viewport()->width(), viewport()->height() - lanesTop());
    for (const TimelineBand &band : m_bands.scrolled)
        if (const int top = topOf(band); top < viewport()->height() && top + band.height > lanesTop())
            paintBandLabel(painter, band, top);
    painter.restore();
    for (const TimelineBand &band : m_bands.pinned)
        paintBandLabel(painter, band, topOf(band));
    if (!m_bands.pinned.empty())
        painter.fillRect(0, rulerHeight + m_bands.pinnedHeight, m_labelWidth, pinnedGap, theme.line);
}

void TimelineView::paintRuler(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.fillRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, rulerHeight, theme.panel);
    painter.save();
    painter.setFont(font());
    painter.setClipRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, rulerHeight);
    const int64_t widest = rulerStep(markSpacing * m_nsPerPixel);
    // Times far from the origin have many digits: keep the marks apart.
    const int64_t edge = std::max(std::abs(m_beginNs - m_originNs), std::abs(visibleEnd() - m_originNs));
    const int needed = QFontMetrics(painter.font()).horizontalAdvance(rulerText(edge, widest, edge)) + 16;
    const int64_t step = needed > markSpacing ? rulerStep(needed * m_nsPerPixel) : widest;
    painter.setPen(theme.text3);
    for (int64_t mark = (m_beginNs - m_originNs) / step * step - step;; mark += step) {
        const double x = pixelOf(saturatedSum(mark, m_originNs));
        if (x > viewport()->width()) break;
        if (x < m_labelWidth - 4) continue; // half of a number is no help
        painter.drawText(QRectF(x + 4, 0, needed + 40, rulerHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         rulerText(mark, step, edge));
    }
    if (m_marked) {
        const double left = pixelOf(m_marked->first), right = pixelOf(m_marked->second);
        painter.fillRect(QRectF(left, rulerHeight - 4, std::max(1.0, right - left), 3), theme.accent);
    }
    painter.restore();
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(0, rulerHeight - 1, viewport()->width(), rulerHeight - 1);
}

void TimelineView::paintMarked(QPainter &painter) const {
    if (!m_marked) return;
    const Theme &theme = currentTheme();
    const double left = std::clamp(pixelOf(m_marked->first), -10.0, 1e5);
    const double right = std::clamp(pixelOf(m_marked->second), -10.0, 1e5);
    painter.save();
    painter.setClipRect(plotRect());
    QColor ground = theme.accent;
    ground.setAlphaF(0.13F);
    const auto paint = [&](double top, double height) {
        painter.fillRect(QRectF(left, top, right - left, height), ground);
    };
    if (m_markedLanes.empty()) {
        paint(rulerHeight, viewport()->height());
    } else {
        for (const auto *bands : {&m_bands.pinned, &m_bands.scrolled})
            for (const TimelineBand &band : *bands)
                if (std::find(m_markedLanes.begin(), m_markedLanes.end(), band.lane) != m_markedLanes.end()) {
                    const int top = topOf(band), from = band.isPinned ? top : std::max(top, lanesTop());
                    paint(from, top + band.height - from);
                }
    }
    painter.setPen(QPen(theme.accent, m_isLocked ? 2 : 1, m_isLocked ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(QPointF(left, rulerHeight), QPointF(left, viewport()->height()));
    painter.drawLine(QPointF(right, rulerHeight), QPointF(right, viewport()->height()));
    painter.restore();
}

void TimelineView::paintMarkers(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.save();
    painter.setClipRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, viewport()->height());
    painter.setFont(smallUiFont());
    for (const TimelineMarker &marker : m_markers) {
        const double x = pixelOf(marker.beginNs), end = pixelOf(marker.endNs);
        if (end < m_labelWidth - 200 || x > viewport()->width()) continue;
        painter.setPen(QPen(theme.currentOp, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, 14), QPointF(x, viewport()->height()));
        if (marker.endNs > marker.beginNs) {
            painter.drawLine(QPointF(end, 14), QPointF(end, viewport()->height()));
            painter.fillRect(QRectF(x, 1, end - x, 2), theme.currentOp);
        }
        const QFontMetrics metrics(painter.font());
        const QString text = metrics.elidedText(marker.name, Qt::ElideRight, 120);
        const QRectF flag(x, 1, metrics.horizontalAdvance(text) + 8, 14);
        painter.fillRect(flag, theme.currentOp);
        painter.setPen(inkOn(theme.currentOp));
        painter.drawText(flag, Qt::AlignCenter, text);
    }
    painter.restore();
}

std::optional<QPointF> TimelineView::flowPoint(SliceId slice) const {
    const TrackId track = m_trace->trackOf(slice);
    for (const auto *bands : {&m_bands.pinned, &m_bands.scrolled})
        for (const TimelineBand &band : *bands) {
            if (band.lane < 0) continue;
            const TimelineLane &lane = m_chosen[size_t(band.lane)];
            if (std::find(lane.tracks.begin(), lane.tracks.end(), track) == lane.tracks.end()) continue;
            const std::vector<RowRef> rows = m_store.rows(lane);
            for (size_t row = 0; row < rows.size(); ++row) {
                if (rows[row].columns.placeOf(slice, m_trace->startOf(slice)) < 0) continue;
                const int at = std::min(int(row), std::max(0, band.rows - 1));
                const double x = pixelOf(saturatedSum(m_trace->startOf(slice), shiftOf(lane.rank)));
                return QPointF(std::clamp(x, -1e5, 1e5), topOf(band) + (at + 0.5) * band.rowHeight);
            }
        }
    return {};
}

void TimelineView::paintFlow(QPainter &painter, const Flow &flow, bool isNamed) const {
    const auto from = flowPoint(flow.from), to = flowPoint(flow.to);
    if (!from || !to) return;
    const double bend = std::max(24.0, std::min(160.0, std::abs(to->x() - from->x()) / 2));
    QPainterPath path(*from);
    path.cubicTo(*from + QPointF(bend, 0), *to - QPointF(bend, 0), *to);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(QPolygonF{{*to, *to + QPointF(-7, -3.5), *to + QPointF(-7, 3.5)}});
    if (!isNamed) return;
    const int64_t latency = latencyNs(*m_trace, flow);
    const QString text = QString::fromStdString(m_trace->texts().text(flow.name)) + QStringLiteral("  ") +
                         QString::fromStdString(humanTime(latency));
    const QPointF middle = path.pointAtPercent(0.5);
    const QFontMetrics metrics(painter.font());
    const QRectF ground(middle.x() + 6, middle.y() - 8, metrics.horizontalAdvance(text) + 8, 16);
    painter.fillRect(ground, currentTheme().raised);
    painter.save();
    painter.setPen(currentTheme().text);
    painter.drawText(ground, Qt::AlignCenter, text);
    painter.restore();
}

void TimelineView::paintFlows(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.save();
    painter.setClipRect(plotRect());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(smallUiFont());
    QColor quiet = theme.text3;
    quiet.setAlphaF(0.55F);
    painter.setPen(QPen(quiet, 1));
    const int64_t categories = std::max<int64_t>(1, int64_t(m_shownFlows.size()));
    for (const TextId category : m_shownFlows)
        for (const uint32_t flow :
             m_store.flows().visible(*m_trace, category, m_beginNs, visibleEnd(), mostFlows / categories))
            paintFlow(painter, m_trace->flows()[flow], false);
    if (m_selected.valid()) {
        std::vector<uint32_t> own = m_store.flows().from(*m_trace, m_selected);
        const std::vector<uint32_t> arriving = m_store.flows().to(*m_trace, m_selected);
        own.insert(own.end(), arriving.begin(), arriving.end());
        if (own.size() > 200) own.resize(200); // a launch of a whole graph; the tool tip counts them
        painter.setPen(QPen(theme.text, 1.5));
        for (const uint32_t flow : own)
            paintFlow(painter, m_trace->flows()[flow], own.size() <= 12);
    }
    painter.restore();
}

void TimelineView::paintSelected(QPainter &painter) const {
    if (!m_selected.valid()) return;
    const QRect place = rectOf(m_selected);
    if (place.isEmpty()) return;
    const Theme &theme = currentTheme();
    painter.save();
    painter.setClipRect(plotRect());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    // A ring of the text's colour with a line of the ground's inside: seen on every colour of slice.
    painter.setPen(QPen(theme.text, 2));
    painter.drawRoundedRect(QRectF(place).adjusted(-1, -1, 1, 1), 3, 3);
    painter.setPen(QPen(theme.panel, 1));
    if (place.width() > 6) painter.drawRoundedRect(QRectF(place).adjusted(1.5, 1.5, -1.5, -1.5), 2, 2);
    painter.restore();
}

void TimelineView::paintBox(QPainter &painter) const {
    if (m_drag == Drag::Lane && m_moved) {
        painter.fillRect(0, m_pointer.y() - 1, viewport()->width(), 2, currentTheme().accent);
        return;
    }
    if (m_drag != Drag::Box || !m_moved) return;
    const Theme &theme = currentTheme();
    QColor ground = theme.accent;
    ground.setAlphaF(0.18F);
    painter.fillRect(QRect(m_pressed, m_pointer).normalized(), ground);
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRect(m_pressed, m_pointer).normalized());
}

} // namespace timeline
} // namespace jitscope

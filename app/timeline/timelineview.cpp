// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the trace the view shows: zoom, selection, marked range; and what is where.
#include "app/timeline/timelineview.h"

#include "app/timeline/timelinegeometry.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>
#include <climits>
#include <cmath>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr size_t mostUndo = 100;
constexpr double closest = 0.001; ///< ns per pixel

TimeAxis movedBy(TimeAxis axis, double pixels) {
    const double offset = pixels * axis.nsPerPixel + axis.fractionNs, ns = std::floor(offset);
    axis.beginNs = saturatedSum(axis.beginNs, int64_t(std::clamp(ns, -9e18, 9e18)));
    axis.fractionNs = offset - ns;
    return axis;
}

} // namespace

TimelineView::TimelineView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_jobTag(QStringLiteral("timeline %1").arg(quintptr(this))) {
    setObjectName(QStringLiteral("timelineView"));
    setAccessibleName(tr("Timeline"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_InputMethodEnabled, false);
    setAttribute(Qt::WA_InputMethodEnabled, false);
}

void TimelineView::setBackground(Jobs *jobs, Document *document) {
    m_jobs = jobs;
    m_document = document;
}

void TimelineView::updateScrollBars() {
    const int visible = viewport()->height() - lanesTop();
    verticalScrollBar()->setRange(0, std::max(0, m_bands.height + bottomMargin - visible));
    verticalScrollBar()->setPageStep(std::max(1, visible));
    verticalScrollBar()->setSingleStep(20);
}

int TimelineView::plotWidth() const {
    return std::max(50, viewport()->width() - m_labelWidth - rightMargin);
}

int TimelineView::lanesTop() const {
    return rulerHeight + m_bands.pinnedHeight + (m_bands.pinned.empty() ? 0 : pinnedGap);
}

int TimelineView::topOf(const TimelineBand &band) const {
    return band.isPinned ? rulerHeight + band.top : lanesTop() + band.top - verticalScrollBar()->value();
}

QRect TimelineView::plotRect() const {
    return {m_labelWidth, rulerHeight, viewport()->width() - m_labelWidth, viewport()->height() - rulerHeight};
}

TimeAxis TimelineView::axis() const {
    return {m_beginNs, m_fraction, m_nsPerPixel, viewport()->width() - m_labelWidth};
}

TimeAxis TimelineView::deviceAxis(int64_t shiftNs) const {
    TimeAxis device = axis().shifted(shiftNs);
    const double scale = viewport()->devicePixelRatioF();
    device.nsPerPixel /= scale;
    device.width = int(std::ceil(device.width * scale));
    return device;
}

int64_t TimelineView::visibleEnd() const {
    return timeAt(m_labelWidth + plotWidth());
}

double TimelineView::pixelOf(int64_t timeNs) const {
    return m_labelWidth + axis().pixelOf(timeNs);
}

int64_t TimelineView::timeAt(double pixel) const {
    return axis().timeAt(pixel - m_labelWidth);
}

void TimelineView::moved() {
    viewport()->update();
    Q_EMIT viewChanged();
}

/** Zooms of one gesture (wheel, keys) are one step of undo; 0 stands alone. */
void TimelineView::rememberZoom(int gesture) {
    if (gesture != 0 && gesture == m_gesture) return;
    m_gesture = gesture;
    m_zooms.push_back({m_beginNs, m_fraction, m_nsPerPixel});
    if (m_zooms.size() > mostUndo) m_zooms.erase(m_zooms.begin());
}

void TimelineView::undoZoom() {
    if (m_zooms.empty()) return;
    const Window last = m_zooms.back();
    m_zooms.pop_back();
    m_gesture = 0;
    m_beginNs = last.beginNs;
    m_fraction = last.fraction;
    m_nsPerPixel = last.nsPerPixel;
    m_fitted = false;
    moved();
}

void TimelineView::fitAll() {
    if (!m_fitted && m_trace) rememberZoom(0);
    if (m_robust)
        applyRange(m_robust->first, m_robust->second);
    else
        applyRange(m_beginOfAll, m_endOfAll);
    m_fitted = true;
}

void TimelineView::fitSelected() {
    if (m_trace == nullptr) return;
    if (m_marked) {
        setVisibleRange(m_marked->first, m_marked->second);
    } else if (m_selected.valid()) {
        const int64_t shift = shiftOf(m_trace->trackAt(m_trace->trackOf(m_selected)).rank);
        const int64_t start = saturatedSum(m_trace->startOf(m_selected), shift),
                      duration = m_trace->durationOf(m_selected);
        const int64_t margin = std::max<int64_t>(duration / 4, 10);
        setVisibleRange(saturatedSum(start, -margin), saturatedSum(saturatedSum(start, duration), margin));
    } else {
        fitAll();
    }
}

void TimelineView::setVisibleRange(int64_t beginNs, int64_t endNs) {
    rememberZoom(0);
    applyRange(beginNs, endNs);
}

void TimelineView::applyRange(int64_t beginNs, int64_t endNs) {
    m_fitted = false;
    m_beginNs = beginNs;
    m_fraction = 0;
    m_nsPerPixel = std::max(closest, std::max(timeDifference(endNs, beginNs), 1.0) / plotWidth());
    moved();
}

void TimelineView::zoomAt(double factor, double pixel) {
    if (m_trace == nullptr) return;
    rememberZoom(factor < 1 ? 1 : 2);
    const double whole = std::max(timeDifference(m_endOfAll, m_beginOfAll), 1.0) / plotWidth();
    const double next = std::clamp(m_nsPerPixel * factor, closest, std::max(whole * 4, 0.02));
    const double offset = (pixel - m_labelWidth) * (m_nsPerPixel - next) + m_fraction;
    const double ns = std::floor(offset);
    m_beginNs = saturatedSum(m_beginNs, int64_t(std::clamp(ns, -9e18, 9e18)));
    m_fraction = std::clamp(offset - ns, 0.0, 1.0);
    m_nsPerPixel = next;
    m_fitted = false;
    moved();
}

void TimelineView::pan(double pixels) {
    const TimeAxis next = movedBy(axis(), pixels);
    m_beginNs = next.beginNs;
    m_fraction = next.fractionNs;
    m_fitted = false;
    m_gesture = 0;
    moved();
}

void TimelineView::scrollToLane(int lane) {
    for (const TimelineBand &band : m_bands.scrolled) {
        if (band.lane != lane) continue;
        const int visible = viewport()->height() - lanesTop(), scroll = verticalScrollBar()->value();
        if (band.top < scroll || band.height > visible)
            verticalScrollBar()->setValue(band.top);
        else if (band.top + band.height > scroll + visible)
            verticalScrollBar()->setValue(band.top + band.height - visible);
        return;
    }
}

void TimelineView::setSelected(SliceId slice) {
    if (slice == m_selected) return;
    if (m_trace == nullptr || slice.value >= m_trace->sliceCount()) slice = {};
    m_selected = slice;
    if (slice.valid()) {
        const int64_t shift = shiftOf(m_trace->trackAt(m_trace->trackOf(slice)).rank);
        const double left = pixelOf(saturatedSum(m_trace->startOf(slice), shift));
        const double right = pixelOf(saturatedSum(m_trace->endOf(slice), shift));
        if (right < m_labelWidth || left > m_labelWidth + plotWidth()) pan(left - m_labelWidth - plotWidth() / 3.0);
        if (const SlicePlace place = walk().find(slice); place.isValid()) {
            unfoldFor(place);
            scrollToLane(place.lane);
        }
    }
    viewport()->update();
}

/** A slice that is chosen elsewhere shows, whatever was folded over it. */
void TimelineView::unfoldFor(const SlicePlace &place) {
    const TimelineLane &lane = m_chosen[size_t(place.lane)];
    LaneChoices choices = m_choices;
    choices.folded.erase(rankKey(lane.rank));
    choices.folded.erase(headingKey(lane, choices.grouping));
    if (place.row > 0) choices.folded.erase(lane.key);
    setChoices(choices);
}

void TimelineView::setMatches(std::vector<bool> isMatch) {
    m_isMatch = std::move(isMatch);
    viewport()->update();
}

int64_t TimelineView::shiftOf(int rank) const {
    const auto shift = m_shifts.find(rank);
    return shift == m_shifts.end() ? 0 : shift->second;
}

void TimelineView::setShifts(const std::map<int, int64_t> &shifts) {
    if (shifts == m_shifts) return;
    m_shifts = shifts;
    const bool wasFitted = m_fitted;
    updateExtent();
    findRobustExtent();
    if (wasFitted) fitAll();
    viewport()->update();
}

void TimelineView::setMarkedRange(const std::optional<Range> &range) {
    m_marked = range;
    m_markedLanes.clear();
    viewport()->update();
    Q_EMIT rangeMarked();
}

void TimelineView::setRangeLocked(bool locked) {
    m_isLocked = locked;
    viewport()->update();
}

void TimelineView::setMarkers(std::vector<TimelineMarker> markers) {
    std::sort(markers.begin(), markers.end(),
              [](const TimelineMarker &a, const TimelineMarker &b) { return a.beginNs < b.beginNs; });
    m_markers = std::move(markers);
    viewport()->update();
    Q_EMIT markersChanged();
}

void TimelineView::setChoices(const LaneChoices &choices) {
    m_isFirstLook = false;
    if (choices == m_choices) return;
    m_choiceHistory.push_back(m_choices);
    if (m_choiceHistory.size() > mostUndo) m_choiceHistory.erase(m_choiceHistory.begin());
    m_choices = choices;
    updateLanes();
    m_markedLanes.clear();
    viewport()->update();
    Q_EMIT choicesChanged();
}

void TimelineView::undoChoices() {
    if (m_choiceHistory.empty()) return;
    m_isFirstLook = false;
    m_choices = m_choiceHistory.back();
    m_choiceHistory.pop_back();
    updateLanes();
    m_markedLanes.clear();
    viewport()->update();
    Q_EMIT choicesChanged();
}

void TimelineView::setShownFlows(std::set<TextId> categories) {
    m_shownFlows = std::move(categories);
    viewport()->update();
}

void TimelineView::refreshColours() {
    m_colours.refresh();
    viewport()->update();
}

const TimelineBand *TimelineView::bandAt(const QPoint &point) const {
    const auto &bands = point.y() < lanesTop() ? m_bands.pinned : m_bands.scrolled;
    for (const TimelineBand &band : bands) {
        const int top = topOf(band);
        if (point.y() >= top && point.y() < top + band.height) return &band;
    }
    return nullptr;
}

std::vector<int> TimelineView::lanesBetween(int y0, int y1) const {
    std::vector<int> lanes;
    const auto [first, last] = std::minmax(y0, y1);
    for (const auto *bands : {&m_bands.pinned, &m_bands.scrolled})
        for (const TimelineBand &band : *bands) {
            const int top = topOf(band);
            const bool isSeen = band.isPinned || top + band.height > lanesTop();
            if (band.lane >= 0 && isSeen && top <= last && top + band.height > first) lanes.push_back(band.lane);
        }
    return lanes;
}

SliceId TimelineView::sliceAt(const QPoint &point) const {
    if (m_trace == nullptr || point.x() < m_labelWidth || point.y() < rulerHeight) return {};
    const TimelineBand *band = bandAt(point);
    if (band == nullptr || band->rows == 0) return {};
    const int at = (point.y() - topOf(*band)) / std::max(1, band->rowHeight);
    const TimelineLane &lane = m_chosen[size_t(band->lane)];
    const std::vector<RowRef> rows = m_store.rows(lane);
    if (at >= band->rows || size_t(at) >= rows.size()) return {};
    // What is painted there is what is meant: a pixel of many slices stands for the longest.
    const RowRef &row = rows[size_t(at)];
    TimeAxis near = movedBy(axis().shifted(shiftOf(lane.rank)), point.x() - m_labelWidth - 1);
    near.width = 3;
    SliceId best;
    for (const RowSpan &span : rowSpans(row.columns, *row.pyramid, near)) {
        if (span.right <= 0 || span.left >= 3) continue;
        const SliceId slice = row.columns.at(span.place);
        if (span.left <= 1 && span.right > 1) return slice; // the middle pixel is the pointer's own
        if (!best.valid()) best = slice;
    }
    return best;
}

QRect TimelineView::rectOf(SliceId slice) const {
    const SlicePlace place = walk().find(slice);
    if (!place.isValid()) return {};
    const int64_t shift = shiftOf(m_chosen[size_t(place.lane)].rank);
    for (const auto *bands : {&m_bands.pinned, &m_bands.scrolled})
        for (const TimelineBand &band : *bands) {
            if (band.lane != place.lane || place.row >= band.rows) continue;
            const double left = std::clamp(pixelOf(saturatedSum(m_trace->startOf(slice), shift)), -1e6, 1e6);
            const double right = std::clamp(pixelOf(saturatedSum(m_trace->endOf(slice), shift)), -1e6, 1e6);
            const int x = int(std::floor(left));
            return QRect(x, topOf(band) + place.row * band.rowHeight + barOffset(band),
                         std::max(1, int(std::ceil(right)) - x), band.barHeight) &
                   QRect(m_labelWidth, band.isPinned ? rulerHeight : lanesTop(), viewport()->width() - m_labelWidth,
                         viewport()->height());
        }
    return {};
}

double TimelineView::pointedPixel() const {
    const bool isInside = viewport()->underMouse() || m_pointer.x() >= 0;
    return isInside && m_pointer.x() >= m_labelWidth ? m_pointer.x() : m_labelWidth + plotWidth() / 2.0;
}

int64_t TimelineView::pointedTime() const {
    return timeAt(pointedPixel());
}

void TimelineView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    placeBands();
    if (m_fitted) fitAll();
}

void TimelineView::scrollContentsBy(int, int) {
    viewport()->update();
}

void TimelineView::changeEvent(QEvent *event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refreshColours();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) placeBands();
}

} // namespace timeline
} // namespace jitscope

#include "moc_timelineview.cpp"

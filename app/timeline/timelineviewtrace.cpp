// SPDX-License-Identifier: GPL-3.0-or-later
// From a trace to lanes in a view: at once for few slices, as a job for many, in small steps while it grows.
#include "app/timeline/timelinegeometry.h"
#include "app/timeline/timelineview.h"

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/analysis/taskroles.h"
#include "engine/session/session.h"

#include <algorithm>
#include <climits>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr int64_t fewSlices = 100'000; ///< prepared on the spot
constexpr int64_t sampledSlices = 4096;
/** How many times wider than what nearly all slices lie in the whole must be for the rest to count as stray. */
constexpr double strayFactor = 20;

} // namespace

void TimelineView::setTrace(const Trace *trace) {
    if (m_jobs) m_jobs->cancel(m_jobTag);
    m_trace = trace;
    m_preparing = 0;
    ++m_generation;
    m_store.setTrace(trace);
    m_colours.setTrace(trace);
    m_canvas.clearLabels();
    m_pinnedCanvas.clearLabels();
    m_choices = {};
    m_isFirstLook = false;
    m_choiceHistory.clear();
    m_zooms.clear();
    m_markers.clear();
    m_shownFlows.clear();
    m_isMatch.clear();
    m_marked.reset();
    m_markedLanes.clear();
    m_selected = {};
    m_fitted = true;
    if (trace) prepare();
    updateLanes();
    findRobustExtent();
    fitAll();
    m_zooms.clear();
    Q_EMIT markersChanged();
    Q_EMIT choicesChanged();
}

/** Everything that looks at each slice: at once for few of them, else as a job. */
void TimelineView::prepare() {
    const bool isLarge = m_trace->sliceCount() > fewSlices;
    if (!isLarge || m_jobs == nullptr) {
        m_colours.extend();
        if (m_store.isArranged())
            m_store.setIndex(std::make_shared<TraceIndex>(makeTraceIndex(*m_trace, [] { return false; })));
        else
            m_store.extend();
        return;
    }
    ++m_preparing;
    struct Prepared {
        std::shared_ptr<TraceIndex> index;
        GrowingRows growing;
        bool isWhole = false;
    };
    m_jobs->run(
        m_jobTag, tr("Laying out the timeline"), this,
        [lease = m_document->lend(), isArranged = m_store.isArranged()](const CancelFlag &cancelled) {
            Prepared prepared;
            const auto isCancelled = [&] { return cancelled->load() || !lease->isCurrent(); };
            const Trace &trace = lease->session().trace;
            if (isArranged) {
                prepared.index = std::make_shared<TraceIndex>(makeTraceIndex(trace, isCancelled));
                prepared.isWhole = !isCancelled();
            } else {
                prepared.growing.extend(trace);
                prepared.isWhole = true;
            }
            return prepared;
        },
        [this](Prepared prepared) {
            --m_preparing;
            if (!prepared.isWhole) {
                prepare();
                return;
            }
            if (prepared.index) {
                m_colours.setRoles(prepared.index->nameRoles);
                m_store.setIndex(std::move(prepared.index));
            } else {
                m_store.adopt(std::move(prepared.growing));
                m_store.extend();
                m_colours.extend();
            }
            finishPreparing();
        });
}

void TimelineView::finishPreparing() {
    const bool wasFitted = m_fitted;
    updateLanes();
    findRobustExtent();
    if (wasFitted) fitAll();
    Q_EMIT choicesChanged();
    if (isReady()) Q_EMIT prepared();
}

void TimelineView::traceGrew() {
    if (m_trace == nullptr) return;
    if (m_preparing > 0 && !m_store.isArranged()) return; // it comes with the rest
    const size_t lanes = m_lanes.size();
    m_store.extend();
    m_colours.extend();
    updateLanes();
    if (m_fitted) {
        findRobustExtent();
        fitAll();
    }
    if (lanes != m_lanes.size()) Q_EMIT choicesChanged();
    viewport()->update();
}

void TimelineView::updateLanes() {
    m_lanes = m_trace ? timelineLanes(*m_trace, m_store.hasSlices(), m_laneNames) : std::vector<TimelineLane>();
    m_chosen = chosenLanes(m_lanes, m_choices);
    makeLanes();
    updateExtent();
    placeBands();
}

/** Lanes made of several, or of a part of one, need rows of their own. */
void TimelineView::makeLanes() {
    for (const TimelineLane &lane : m_chosen) {
        if (!m_store.needsMaking(lane)) continue;
        const int64_t count = m_store.sliceCount(lane);
        if (count <= fewSlices || m_jobs == nullptr) {
            auto rows = std::make_shared<GrowingLane>();
            addToMadeLane(*m_trace, lane, 0, *rows);
            m_store.setMade(lane, std::move(rows));
            continue;
        }
        ++m_preparing;
        m_jobs->run(
            m_jobTag + lane.key, tr("Merging lanes"), this,
            [lease = m_document->lend(), lane](const CancelFlag &) {
                auto rows = std::make_shared<GrowingLane>();
                addToMadeLane(lease->session().trace, lane, 0, *rows);
                return rows;
            },
            [this, lane, generation = m_generation](const std::shared_ptr<GrowingLane> &rows) {
                if (generation != m_generation) return; // of another trace
                --m_preparing;
                m_store.setMade(lane, rows);
                placeBands();
                viewport()->update();
                if (isReady()) Q_EMIT prepared();
            });
    }
}

void TimelineView::placeBands() {
    BandMetrics metrics = bandMetrics();
    metrics.fitHeight = viewport()->height() - rulerHeight;
    const auto rowsOf = [this](const TimelineLane &lane) { return int(m_store.rows(lane).size()); };
    if (m_isFirstLook) m_choices = firstLook(m_chosen, mainLane(), metrics.fitHeight, metrics, rowsOf);
    m_bands = bandsOf(m_chosen, m_choices, metrics, rowsOf);
    int widest = 90;
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics plain(font()), heading(bold);
    for (const auto *bands : {&m_bands.pinned, &m_bands.scrolled})
        for (const TimelineBand &band : *bands)
            widest = std::max(widest, labelIndent(band) +
                                          (band.lane < 0 ? heading : plain).horizontalAdvance(band.text.left(60)));
    m_labelWidth = std::min(widest + 16, std::clamp(viewport()->width() / 6, 110, 220));
    updateScrollBars();
}

void TimelineView::lookAtDeviceFirst() {
    m_isFirstLook = true;
    placeBands();
    viewport()->update();
}

/** The stream of the first rank with the most tasks that work; -1 where there is none. */
int TimelineView::mainLane() const {
    constexpr int64_t sampled = 32;
    int main = -1, rank = 0;
    double most = 0;
    for (size_t i = 0; i < m_chosen.size(); ++i) {
        const TimelineLane &lane = m_chosen[i];
        if (lane.kind != LaneKind::Stream || lane.counter >= 0 || (main >= 0 && lane.rank != rank)) continue;
        double working = 0;
        for (const RowRef &row : m_store.rows(lane)) {
            const int64_t step = std::max<int64_t>(1, row.columns.count / sampled);
            for (int64_t place = 0; place < row.columns.count; place += step)
                if (taskRole(m_trace->nameOf(row.columns.at(place))) == TaskRole::Work) working += double(step);
        }
        if (working <= most) continue;
        main = int(i);
        rank = lane.rank;
        most = working;
    }
    return main;
}

/** Earliest begin and last end of all lanes, as they are drawn. */
void TimelineView::updateExtent() {
    int64_t begin = INT64_MAX, end = INT64_MIN;
    for (const TimelineLane &lane : m_lanes) {
        const int64_t shift = shiftOf(lane.rank);
        if (lane.counter >= 0) {
            const auto &samples = m_trace->counters()[size_t(lane.counter)].samples;
            begin = std::min(begin, saturatedSum(samples.front().timeNs, shift));
            end = std::max(end, saturatedSum(samples.back().timeNs, shift));
        }
        for (const RowRef &row : m_store.rows(lane)) {
            if (row.columns.count == 0) continue;
            begin = std::min(begin, saturatedSum(row.columns.startOf(0), shift));
            end = std::max(end, saturatedSum(row.columns.endOf(row.columns.count - 1), shift));
        }
    }
    if (begin > end) begin = end = 0;
    m_beginOfAll = begin;
    m_endOfAll = end;
    m_originNs = m_robust ? m_robust->first : m_beginOfAll;
}

/** One event at time zero, or years away, must not make the picture of all others a single pixel. */
void TimelineView::findRobustExtent() {
    m_robust.reset();
    m_originNs = m_beginOfAll;
    if (m_trace == nullptr || m_trace->sliceCount() < 32) return;
    std::vector<int64_t> begins, ends;
    const int64_t step = std::max<int64_t>(1, m_trace->sliceCount() / sampledSlices);
    for (int64_t i = 0; i < m_trace->sliceCount(); i += step) {
        const SliceId slice{i};
        const int64_t shift = shiftOf(m_trace->trackAt(m_trace->trackOf(slice)).rank);
        begins.push_back(saturatedSum(m_trace->startOf(slice), shift));
        ends.push_back(saturatedSum(m_trace->endOf(slice), shift));
    }
    const size_t trimmed = std::max<size_t>(begins.size() / 1000, 1);
    std::nth_element(begins.begin(), begins.begin() + ptrdiff_t(trimmed), begins.end());
    std::nth_element(ends.begin(), ends.end() - 1 - ptrdiff_t(trimmed), ends.end());
    const int64_t begin = begins[trimmed], end = ends[ends.size() - 1 - trimmed];
    if (end <= begin) return;
    const double inner = timeDifference(end, begin), whole = timeDifference(m_endOfAll, m_beginOfAll);
    if (whole < inner * strayFactor) return;
    const auto margin = int64_t(inner / 50);
    m_robust =
        Range{std::max(saturatedSum(begin, -margin), m_beginOfAll), std::min(saturatedSum(end, margin), m_endOfAll)};
    m_originNs = m_robust->first;
}

int64_t TimelineView::outliers() const {
    int64_t count = 0;
    if (!m_robust) return 0;
    for (const TimelineLane &lane : m_lanes) {
        const int64_t shift = shiftOf(lane.rank);
        for (const RowRef &row : m_store.rows(lane)) {
            count += row.columns.firstEndingAfter(saturatedSum(m_robust->first, -shift));
            count += row.columns.count - row.columns.firstStartingFrom(saturatedSum(m_robust->second, -shift));
        }
    }
    return count;
}

} // namespace timeline
} // namespace jitscope

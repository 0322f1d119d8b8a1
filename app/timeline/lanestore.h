// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of every lane: ranges of an arranged trace, rows that grow with a live one, or rows of their own for lanes
// that were made of others.
#pragma once

#include "app/timeline/timelinelanes.h"
#include "engine/profile/counterpyramid.h"
#include "engine/profile/flowindex.h"
#include "engine/profile/growingrows.h"

#include <functional>
#include <map>
#include <memory>

namespace jitscope {
inline namespace timeline {

/** What makes a large trace quick to show; takes a moment to compute, so off the GUI thread. */
struct TraceIndex {
    std::vector<RowPyramid> rows; ///< by place in Trace::laneRows()
    std::vector<CounterPyramid> counters;
    FlowIndex flows;
    std::vector<uint8_t> nameRoles; ///< see slicecolors.h
};
TraceIndex makeTraceIndex(const Trace &trace, const std::function<bool()> &isCancelled);

struct RowRef {
    RowColumns columns;
    const RowPyramid *pyramid = nullptr;
};

class LaneStore {
public:
    /** Another trace, or none. Costs by lane if it is arranged. */
    void setTrace(const Trace *trace);
    /** More slices at the end of the same trace. */
    void extend();
    /** Rows that were made elsewhere of the slices of a trace that is not arranged. */
    void adopt(GrowingRows rows) { m_growing = std::move(rows); }
    void setIndex(std::shared_ptr<const TraceIndex> index);

    const Trace *trace() const { return m_trace; }
    bool isArranged() const { return m_isArranged; }
    std::vector<bool> hasSlices() const; ///< by TrackId
    /** Outermost first. Of a made lane whose rows are not there yet, those of what it is made of. */
    std::vector<RowRef> rows(const TimelineLane &lane) const;
    bool needsMaking(const TimelineLane &lane) const;
    int64_t sliceCount(const TimelineLane &lane) const; ///< of its tracks
    void setMade(const TimelineLane &lane, std::shared_ptr<GrowingLane> rows);
    const CounterPyramid *counterPyramid(int counter) const;
    const FlowIndex &flows() const { return m_index ? m_index->flows : m_ownFlows; }

private:
    std::vector<RowRef> rowsOfTrack(TrackId track) const;

    const Trace *m_trace = nullptr;
    bool m_isArranged = false;
    std::vector<std::pair<size_t, size_t>> m_rowsOfTrack; ///< first and behind the last in laneRows()
    GrowingRows m_growing;
    std::vector<CounterPyramid> m_counters; ///< of a trace without an index
    FlowIndex m_ownFlows;
    std::shared_ptr<const TraceIndex> m_index;
    struct Made {
        TimelineLane lane;
        std::shared_ptr<GrowingLane> rows;
        int64_t taken = 0;
    };
    std::map<QString, Made> m_made;
};

/** Lays out the slices of a lane's tracks as one, from slice `first` on. */
void addToMadeLane(const Trace &trace, const TimelineLane &lane, int64_t first, GrowingLane &rows);

} // namespace timeline
} // namespace jitscope

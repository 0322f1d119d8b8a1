// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lanestore.h"

#include "app/timeline/slicecolors.h"
#include "engine/base/threadpool.h"

#include <algorithm>

namespace jitscope {
inline namespace timeline {

namespace {
constexpr std::string_view stackCategory = "python_function"; ///< of a function on the Python stack, in every writer
constexpr size_t fewFlows = 100'000;                          ///< indexed on the spot
} // namespace

TraceIndex makeTraceIndex(const Trace &trace, const std::function<bool()> &isCancelled) {
    TraceIndex index;
    index.rows.resize(trace.laneRows().size());
    parallelFor(int64_t(index.rows.size()), 1, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end && !isCancelled(); ++row)
            index.rows[size_t(row)].cover(rowColumns(trace, trace.laneRows()[size_t(row)]));
    });
    index.counters.resize(trace.counters().size());
    for (size_t i = 0; i < index.counters.size() && !isCancelled(); ++i)
        index.counters[i].cover(trace.counters()[i].samples);
    if (!isCancelled()) index.flows = FlowIndex(trace);
    if (!isCancelled()) index.nameRoles = rolesOfNames(trace);
    return index;
}

void LaneStore::setTrace(const Trace *trace) {
    *this = LaneStore();
    m_trace = trace;
    if (trace == nullptr) return;
    m_isArranged = trace->arrangedCount() == trace->sliceCount();
    if (!m_isArranged) return; // extend() takes the slices in
    m_rowsOfTrack.resize(trace->tracks().size());
    const auto &rows = trace->laneRows();
    for (size_t i = 0; i < rows.size(); ++i) {
        auto &[first, last] = m_rowsOfTrack[size_t(rows[i].track.value)];
        if (last == 0) first = i;
        last = i + 1;
    }
}

void LaneStore::extend() {
    if (m_trace == nullptr) return;
    if (m_isArranged && m_trace->arrangedCount() != m_trace->sliceCount()) { // slices stand behind the order now
        m_isArranged = false;
        m_index.reset();
        m_made.clear();
    }
    if (!m_isArranged) {
        m_growing.extend(*m_trace);
        for (auto &[key, made] : m_made) {
            addToMadeLane(*m_trace, made.lane, made.taken, *made.rows);
            made.taken = m_trace->sliceCount();
        }
    }
    if (m_index) return;
    m_counters.resize(m_trace->counters().size());
    for (size_t i = 0; i < m_counters.size(); ++i)
        m_counters[i].cover(m_trace->counters()[i].samples, m_counters[i].count());
    if (m_ownFlows.count() != int64_t(m_trace->flows().size()) && m_trace->flows().size() <= fewFlows)
        m_ownFlows = FlowIndex(*m_trace);
}

void LaneStore::setIndex(std::shared_ptr<const TraceIndex> index) {
    m_index = std::move(index);
}

std::vector<bool> LaneStore::hasSlices() const {
    std::vector<bool> has(m_trace ? m_trace->tracks().size() : 0);
    for (size_t track = 0; track < has.size(); ++track)
        if (m_isArranged)
            has[track] = track < m_rowsOfTrack.size() && m_rowsOfTrack[track].second > 0;
        else
            has[track] = track < m_growing.lanes().size() && !m_growing.lanes()[track].rows().empty();
    return has;
}

std::vector<RowRef> LaneStore::rowsOfTrack(TrackId track) const {
    static const RowPyramid none;
    std::vector<RowRef> rows;
    const auto at = size_t(track.value);
    if (m_isArranged) {
        for (size_t i = m_rowsOfTrack[at].first; i < m_rowsOfTrack[at].second; ++i)
            rows.push_back({rowColumns(*m_trace, m_trace->laneRows()[i]), m_index ? &m_index->rows[i] : &none});
    } else if (at < m_growing.lanes().size()) {
        for (const OwnRow &row : m_growing.lanes()[at].rows())
            rows.push_back({row.columns(*m_trace), &row.pyramid});
    }
    return rows;
}

namespace {
QString madeKey(const TimelineLane &lane) {
    return lane.key + (lane.withoutStack ? QStringLiteral("|without stack") : QString());
}
} // namespace

std::vector<RowRef> LaneStore::rows(const TimelineLane &lane) const {
    std::vector<RowRef> rows;
    if (m_trace == nullptr || lane.counter >= 0) return rows;
    if (!lane.isPlain())
        if (const auto made = m_made.find(madeKey(lane)); made != m_made.end()) {
            for (const OwnRow &row : made->second.rows->rows())
                rows.push_back({row.columns(*m_trace), &row.pyramid});
            return rows;
        }
    for (const TrackId track : lane.tracks) {
        const std::vector<RowRef> more = rowsOfTrack(track);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

bool LaneStore::needsMaking(const TimelineLane &lane) const {
    return m_trace != nullptr && lane.counter < 0 && !lane.isPlain() && m_made.count(madeKey(lane)) == 0;
}

int64_t LaneStore::sliceCount(const TimelineLane &lane) const {
    int64_t count = 0;
    for (const TrackId track : lane.tracks)
        for (const RowRef &row : rowsOfTrack(track))
            count += row.columns.count;
    return count;
}

void LaneStore::setMade(const TimelineLane &lane, std::shared_ptr<GrowingLane> rows) {
    m_made[madeKey(lane)] = {lane, std::move(rows), m_trace->sliceCount()};
}

const CounterPyramid *LaneStore::counterPyramid(int counter) const {
    const auto &all = m_index ? m_index->counters : m_counters;
    return size_t(counter) < all.size() ? &all[size_t(counter)] : nullptr;
}

void addToMadeLane(const Trace &trace, const TimelineLane &lane, int64_t first, GrowingLane &rows) {
    const TextId stack = lane.withoutStack ? trace.texts().find(stackCategory) : TextId();
    const auto isWanted = [&](SliceId slice) { return !stack.valid() || trace.categoryIdOf(slice) != stack; };
    std::vector<uint32_t> slices;
    if (first == 0 && trace.arrangedCount() == trace.sliceCount()) {
        for (const LaneRow &row : trace.laneRows())
            if (std::find(lane.tracks.begin(), lane.tracks.end(), row.track) != lane.tracks.end())
                for (int64_t i = row.first; i < row.first + row.count; ++i)
                    if (isWanted(SliceId{i})) slices.push_back(uint32_t(i));
    } else {
        for (int64_t i = first; i < trace.sliceCount(); ++i)
            if (std::find(lane.tracks.begin(), lane.tracks.end(), trace.trackOf(SliceId{i})) != lane.tracks.end() &&
                isWanted(SliceId{i}))
                slices.push_back(uint32_t(i));
    }
    rows.add(trace, std::move(slices));
}

} // namespace timeline
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonflows.h"

#include "engine/base/threadpool.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>

namespace jitscope::inline reading::tracejson {

namespace {

/** A flow point with the numbers of the trace. */
struct Point {
    uint32_t track, name, category;
    char phase;
    bool bindsToEnclosing, isNumber;
    int file;
    uint64_t id;
    int64_t timeNs;
    uint64_t offset;

    auto key() const { return std::tie(category, isNumber, id); }
};

constexpr uint32_t noTrack = UINT32_MAX;
constexpr size_t mostRows = 1024;

/** The ids that are texts, the same number for the same text in all readers. */
std::vector<std::vector<uint64_t>> joinIds(const ReadEvents &read) {
    std::unordered_map<std::string_view, uint64_t> known;
    std::vector<std::vector<uint64_t>> numbers;
    for (const auto &reader : read.readers) {
        std::vector<uint64_t> &mine = numbers.emplace_back();
        for (uint32_t i = 0; i < reader->flowIds().size(); ++i)
            mine.push_back(known.try_emplace(reader->flowIds().text(i), known.size()).first->second);
    }
    return numbers;
}

std::vector<Point> pointsIn(const FlowContext &context) {
    const auto ids = joinIds(context.read);
    std::vector<Point> points;
    size_t count = 0;
    for (const PieceEvents &piece : context.read.pieces)
        count += piece.flows.size();
    points.reserve(count);
    for (const PieceEvents &piece : context.read.pieces) {
        const size_t reader = size_t(piece.reader);
        for (const FlowPoint &each : piece.flows) {
            const TrackId track = context.tracks.ofLane[context.lanes.numberOf[reader][each.lane]];
            points.push_back({track.valid() ? uint32_t(track.value) : noTrack, context.textOf[reader][each.name],
                              context.textOf[reader][each.category], each.phase, each.bindsToEnclosing, each.isNumber,
                              piece.file, each.isNumber ? each.id : ids[reader][each.id], each.timeNs, each.offset});
        }
    }
    return points;
}

/** Finds the slices of one lane at rising times: the place in each of its rows only moves forward. */
class LaneSweep {
public:
    LaneSweep(const Trace &trace, std::span<const LaneRow> rows)
        : m_trace(trace)
        , m_rows(rows.first(std::min(rows.size(), mostRows)))
        , m_next(m_rows.size(), 0) {}

    /** The slice that begins at `timeNs`, the innermost of several that last; else the innermost around it; else,
        where the writer did not ask for an enclosing one, the next that begins. */
    int64_t sliceAt(int64_t timeNs, bool mustEnclose) {
        int64_t starting = -1, enclosing = -1, following = -1;
        for (size_t row = 0; row < m_rows.size(); ++row) {
            advance(row, timeNs);
            const int64_t last = m_rows[row].first + m_next[row] - 1;
            if (m_next[row] > 0 && startOf(last) == timeNs) {
                if (starting < 0 || durationOf(last) > 0) starting = last;
            } else if (m_next[row] > 0 && startOf(last) + durationOf(last) >= timeNs) {
                enclosing = last;
            }
            const bool hasNext = m_next[row] < m_rows[row].count;
            if (hasNext && (following < 0 || startOf(last + 1) < startOf(following))) following = last + 1;
        }
        if (starting >= 0) return starting;
        if (enclosing >= 0) return enclosing;
        return mustEnclose ? -1 : following;
    }

private:
    int64_t startOf(int64_t slice) const { return m_trace.startOf(SliceId{slice}); }
    int64_t durationOf(int64_t slice) const { return m_trace.durationOf(SliceId{slice}); }

    /** Behind the last slice of a row that begins at or before `timeNs`: in doubling steps, then halving ones. */
    void advance(size_t row, int64_t timeNs) {
        const auto begin = m_trace.columns().start.begin() + m_rows[row].first;
        int64_t low = m_next[row], step = 1;
        while (low + step <= m_rows[row].count && begin[low + step - 1] <= timeNs) {
            low += step;
            step *= 2;
        }
        const int64_t high = std::min(m_rows[row].count, low + step);
        m_next[row] = std::upper_bound(begin + low, begin + high, timeNs) - begin;
    }

    const Trace &m_trace;
    std::span<const LaneRow> m_rows;
    std::vector<int64_t> m_next; ///< how many slices of a row begin at or before the time
};

/** The rows of each track. */
std::vector<std::span<const LaneRow>> rowsByTrack(const Trace &trace) {
    std::vector<std::span<const LaneRow>> byTrack(trace.tracks().size());
    const std::vector<LaneRow> &rows = trace.laneRows();
    for (size_t begin = 0; begin < rows.size();) {
        size_t end = begin;
        while (end < rows.size() && rows[end].track == rows[begin].track)
            ++end;
        byTrack[size_t(rows[begin].track.value)] = {rows.data() + begin, end - begin};
        begin = end;
    }
    return byTrack;
}

/** The slice of each point, -1 for none. */
std::vector<int64_t> slicesOf(const std::vector<Point> &points, const Trace &trace) {
    std::vector<std::vector<uint32_t>> byTrack(trace.tracks().size());
    for (size_t i = 0; i < points.size(); ++i)
        if (points[i].track != noTrack) byTrack[points[i].track].push_back(uint32_t(i));
    const auto rows = rowsByTrack(trace);
    std::vector<int64_t> slices(points.size(), -1);
    parallelFor(int64_t(byTrack.size()), 1, [&](int64_t begin, int64_t end) {
        for (size_t track = size_t(begin); track < size_t(end); ++track) {
            std::vector<uint32_t> &order = byTrack[track];
            const auto isEarlier = [&](uint32_t a, uint32_t b) { return points[a].timeNs < points[b].timeNs; };
            if (!std::is_sorted(order.begin(), order.end(), isEarlier))
                std::sort(order.begin(), order.end(), isEarlier);
            LaneSweep sweep(trace, rows[track]);
            for (const uint32_t point : order)
                slices[point] =
                    sweep.sliceAt(points[point].timeNs, points[point].phase == 's' || points[point].bindsToEnclosing);
        }
    });
    return slices;
}

/** The points of one flow, by time, joined to arrows. */
class FlowJoiner {
public:
    FlowJoiner(const std::vector<Point> &points, const std::vector<int64_t> &slices, Trace &trace)
        : m_points(points)
        , m_slices(slices)
        , m_trace(trace) {}

    void join(std::span<const uint32_t> flow) {
        m_starts.clear();
        m_steps.clear();
        m_ends.clear();
        for (const uint32_t point : flow) {
            const char phase = m_points[point].phase;
            (phase == 's' ? m_starts : phase == 't' ? m_steps : m_ends).push_back(point);
        }
        if (m_starts.empty() && m_steps.empty()) return countAll(Fault::FlowWithoutStart, m_ends);
        if (m_steps.empty() && m_ends.empty()) return countAll(Fault::FlowWithoutEnd, m_starts);
        if (m_starts.empty()) { // the first step began outside of what was recorded
            count(Fault::FlowWithoutStart, m_steps.front());
            m_starts.push_back(m_steps.front());
            m_steps.erase(m_steps.begin());
        }
        // An id that is used again and again: the first start goes with the first end, however the clocks differ.
        const bool isPaired = m_steps.empty() && m_starts.size() == m_ends.size();
        for (size_t i = 0; i < m_steps.size(); ++i)
            arrow(latestBefore(m_steps[i], i), m_steps[i]);
        for (size_t i = 0; i < m_ends.size(); ++i)
            arrow(isPaired ? m_starts[i] : latestBefore(m_ends[i], m_steps.size()), m_ends[i]);
    }

    const Faults &faults() const { return m_faults; }

private:
    /** The last start or step before a point; the first start where the clock of the end runs before that. */
    uint32_t latestBefore(uint32_t point, size_t steps) const {
        const int64_t time = m_points[point].timeNs;
        const auto before = [&](const std::vector<uint32_t> &list, size_t count) -> int64_t {
            const auto end = list.begin() + int64_t(count);
            const auto after = std::upper_bound(list.begin(), end, time,
                                                [&](int64_t t, uint32_t each) { return t < m_points[each].timeNs; });
            return after == list.begin() ? -1 : int64_t(*(after - 1));
        };
        const int64_t start = before(m_starts, m_starts.size()), step = before(m_steps, steps);
        if (step >= 0 && (start < 0 || m_points[size_t(step)].timeNs >= m_points[size_t(start)].timeNs))
            return uint32_t(step);
        return start < 0 ? m_starts.front() : uint32_t(start);
    }

    void arrow(uint32_t from, uint32_t to) {
        if (m_slices[from] < 0 || m_slices[to] < 0)
            return count(Fault::FlowWithoutSlice, m_slices[from] < 0 ? from : to);
        const Point &start = m_points[from];
        m_trace.addFlow(Flow{SliceId{m_slices[from]}, SliceId{m_slices[to]}, TextId{int64_t(start.name)},
                             TextId{int64_t(start.category)}});
    }

    void count(Fault fault, uint32_t point) {
        m_faults.add(fault, m_points[point].file, int64_t(m_points[point].offset));
    }
    void countAll(Fault fault, const std::vector<uint32_t> &points) {
        for (const uint32_t point : points)
            count(fault, point);
    }

    const std::vector<Point> &m_points;
    const std::vector<int64_t> &m_slices;
    Trace &m_trace;
    Faults m_faults;
    std::vector<uint32_t> m_starts, m_steps, m_ends;
};

} // namespace

Faults addFlows(const FlowContext &context, Trace &trace) {
    const std::vector<Point> points = pointsIn(context);
    if (points.empty()) return {};
    const std::vector<int64_t> slices = slicesOf(points, trace);
    std::vector<uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        const Point &one = points[a], &other = points[b];
        if (one.key() != other.key()) return one.key() < other.key();
        return std::tie(one.timeNs, a) < std::tie(other.timeNs, b);
    });
    FlowJoiner joiner(points, slices, trace);
    for (size_t begin = 0; begin < order.size();) {
        size_t end = begin;
        while (end < order.size() && points[order[end]].key() == points[order[begin]].key())
            ++end;
        joiner.join(std::span(order).subspan(begin, end - begin));
        begin = end;
    }
    return joiner.faults();
}

} // namespace jitscope::inline reading::tracejson

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/selectionstats.h"

#include "engine/base/threadpool.h"
#include "engine/profile/growingrows.h"

#include <algorithm>
#include <climits>
#include <functional>
#include <memory>
#include <queue>

namespace jitscope::inline analysis {

namespace {

constexpr int64_t askEvery = 1 << 16; ///< slices between two questions whether to go on

/** The rows of a lane, cut to the slices that reach into the range (as the lane counts). */
struct Lane {
    std::vector<RowColumns> rows;
    Interval range;
    int64_t shiftNs = 0;
};

struct Lanes {
    std::vector<Lane> lanes;
    std::vector<std::unique_ptr<GrowingLane>> own; ///< where the trace is not arranged
};

RowColumns within(const RowColumns &row, const Interval &range) {
    int64_t first = row.firstEndingAfter(range.beginNs);
    const int64_t instant = row.firstStartingFrom(range.beginNs); // one at the edge has no length to reach in with
    first = std::min(first, instant);
    const int64_t last = std::max(first, row.firstStartingFrom(range.endNs));
    return row.part(first, last);
}

/** For traces in order of arrival: picks what lies in the range, and lays that out. */
void layOut(const Trace &trace, std::vector<Lane *> &byTrack, Lanes &lanes) {
    std::vector<std::vector<uint32_t>> slices(byTrack.size());
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId id{i};
        const auto track = size_t(trace.trackOf(id).value);
        if (byTrack[track] == nullptr) continue;
        const Interval &range = byTrack[track]->range;
        if (trace.startOf(id) < range.endNs && (trace.endOf(id) > range.beginNs || trace.startOf(id) >= range.beginNs))
            slices[track].push_back(uint32_t(i));
    }
    for (size_t track = 0; track < byTrack.size(); ++track) {
        if (slices[track].empty()) continue;
        lanes.own.push_back(std::make_unique<GrowingLane>());
        lanes.own.back()->add(trace, std::move(slices[track]));
        for (const OwnRow &row : lanes.own.back()->rows())
            byTrack[track]->rows.push_back(row.columns(trace));
    }
}

Lanes lanesOf(const Trace &trace, const SelectionQuery &query) {
    Lanes lanes;
    std::vector<bool> isWanted(trace.tracks().size(), query.lanes.empty());
    for (const TrackId lane : query.lanes)
        if (lane.valid() && size_t(lane.value) < isWanted.size()) isWanted[size_t(lane.value)] = true;
    lanes.lanes.reserve(trace.tracks().size());
    std::vector<Lane *> byTrack(trace.tracks().size());
    for (const Track &track : trace.tracks()) {
        if (!isWanted[size_t(track.id.value)]) continue;
        const auto shift = query.shifts.find(track.rank);
        const int64_t shiftNs = shift == query.shifts.end() ? 0 : shift->second;
        lanes.lanes.push_back({{}, rangeOf(query, shiftNs), shiftNs});
        byTrack[size_t(track.id.value)] = &lanes.lanes.back();
    }
    if (trace.arrangedCount() != trace.sliceCount()) {
        layOut(trace, byTrack, lanes);
        return lanes;
    }
    for (const LaneRow &row : trace.laneRows())
        if (Lane *lane = byTrack[size_t(row.track.value)])
            if (const RowColumns part = within(rowColumns(trace, row), lane->range); part.count > 0)
                lane->rows.push_back(part);
    return lanes;
}

int64_t clippedStart(const RowColumns &row, int64_t place, const Interval &range) {
    return std::max(row.startOf(place), range.beginNs);
}

int64_t clippedLength(const RowColumns &row, int64_t place, const Interval &range) {
    return std::min(row.endOf(place), range.endNs) - clippedStart(row, place, range);
}

using ByName = std::vector<NameStats>; ///< by TextId

/** Count, sum and extremes of a part of a row. */
void addRow(const Trace &trace, const RowColumns &row, const Interval &range, int64_t first, int64_t last,
            ByName &names, int64_t &cut) {
    for (int64_t place = first; place < last; ++place) {
        const int64_t length = clippedLength(row, place, range);
        if (length != row.durationOf(place)) ++cut;
        NameStats &stats = names[size_t(trace.nameIdOf(row.at(place)).value)];
        stats.shortestNs = stats.count == 0 ? length : std::min(stats.shortestNs, length);
        stats.longestNs = std::max(stats.longestNs, length);
        ++stats.count;
        stats.sumNs += length;
        stats.selfNs += length;
    }
}

bool encloses(const RowColumns &outer, int64_t at, const RowColumns &inner, int64_t place) {
    return outer.startOf(at) <= inner.startOf(place) && outer.endOf(at) >= inner.endOf(place);
}

/**
 * Takes from the self time of each slice what the slices directly in it cover. On a lane that nests properly those are
 * in the row below, which two fingers find; false if it does not.
 */
bool subtractNested(const Trace &trace, const Lane &lane, ByName &names) {
    for (size_t r = 1; r < lane.rows.size(); ++r) {
        const RowColumns &outer = lane.rows[r - 1], &inner = lane.rows[r];
        int64_t at = 0;
        for (int64_t place = 0; place < inner.count; ++place) {
            while (at + 1 < outer.count && outer.startOf(at + 1) <= inner.startOf(place))
                ++at;
            if (outer.count == 0 || !encloses(outer, at, inner, place)) return false;
        }
    }
    for (size_t r = 1; r < lane.rows.size(); ++r) {
        const RowColumns &outer = lane.rows[r - 1], &inner = lane.rows[r];
        int64_t at = 0;
        for (int64_t place = 0; place < inner.count; ++place) {
            while (at + 1 < outer.count && outer.startOf(at + 1) <= inner.startOf(place))
                ++at;
            names[size_t(trace.nameIdOf(outer.at(at)).value)].selfNs -= clippedLength(inner, place, lane.range);
        }
    }
    return true;
}

/** A finger in each row, the one with the earliest begin in front. */
class InOrder {
public:
    explicit InOrder(const std::vector<RowColumns> &rows)
        : m_rows(rows)
        , m_places(rows.size()) {
        for (size_t row = 0; row < rows.size(); ++row)
            push(row);
    }
    bool atEnd() const { return m_heap.empty(); }
    /** The row whose slice is next, and the place in it. */
    std::pair<size_t, int64_t> take() {
        const size_t row = m_heap.top().second;
        m_heap.pop();
        const int64_t place = m_places[row]++;
        push(row);
        return {row, place};
    }

private:
    void push(size_t row) {
        if (m_places[row] < m_rows[row].count) m_heap.emplace(m_rows[row].startOf(m_places[row]), row);
    }
    using Next = std::pair<int64_t, size_t>;
    const std::vector<RowColumns> &m_rows;
    std::vector<int64_t> m_places;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> m_heap;
};

/** The same where slices overlap without nesting: the innermost that encloses another is what it is directly in. */
void subtractEnclosed(const Trace &trace, const Lane &lane, ByName &names) {
    std::vector<std::pair<size_t, int64_t>> open;
    for (InOrder order(lane.rows); !order.atEnd();) {
        const auto [row, place] = order.take();
        const int64_t start = lane.rows[row].startOf(place);
        std::erase_if(open, [&](const auto &each) { return lane.rows[each.first].endOf(each.second) <= start; });
        for (size_t i = open.size(); i-- > 0;) {
            const auto &[outerRow, outerPlace] = open[i];
            if (!encloses(lane.rows[outerRow], outerPlace, lane.rows[row], place)) continue;
            names[size_t(trace.nameIdOf(lane.rows[outerRow].at(outerPlace)).value)].selfNs -=
                clippedLength(lane.rows[row], place, lane.range);
            break;
        }
        open.emplace_back(row, place);
    }
}

/** Times that are cut out of the range so that each has about as many slices. */
std::vector<int64_t> cuts(const Lanes &lanes, const Interval &range, int parts) {
    const RowColumns *longest = nullptr;
    int64_t shift = 0;
    for (const Lane &lane : lanes.lanes)
        for (const RowColumns &row : lane.rows)
            if (longest == nullptr || row.count > longest->count) {
                longest = &row;
                shift = lane.shiftNs;
            }
    std::vector<int64_t> times{range.beginNs};
    for (int part = 1; longest != nullptr && part < parts; ++part) {
        const int64_t time = longest->startOf(longest->count * part / parts) + shift;
        if (time > times.back() && time < range.endNs) times.push_back(time);
    }
    times.push_back(range.endNs);
    return times;
}

struct Union {
    std::vector<int64_t> byName;
    int64_t all = 0;
};

/** In order of begin, each slice adds what reaches behind the end of those before it. */
Union unionWithin(const Trace &trace, const Lanes &lanes, const Interval &window,
                  const std::function<bool()> &isCancelled) {
    std::vector<RowColumns> rows;
    std::vector<int64_t> shifts;
    for (const Lane &lane : lanes.lanes) {
        const Interval range{window.beginNs - lane.shiftNs, window.endNs - lane.shiftNs};
        for (const RowColumns &row : lane.rows)
            if (const RowColumns part = within(row, range); part.count > 0) {
                rows.push_back(part);
                shifts.push_back(lane.shiftNs);
            }
    }
    Union covered{std::vector<int64_t>(trace.texts().all().size()), 0};
    std::vector<int64_t> reached(covered.byName.size(), window.beginNs);
    int64_t allReached = window.beginNs, seen = 0;
    using Next = std::tuple<int64_t, size_t, int64_t>; // begin as drawn, row, place
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    for (size_t row = 0; row < rows.size(); ++row)
        next.emplace(rows[row].startOf(0) + shifts[row], row, 0);
    while (!next.empty()) {
        const auto [start, row, place] = next.top();
        next.pop();
        if (place + 1 < rows[row].count) next.emplace(rows[row].startOf(place + 1) + shifts[row], row, place + 1);
        if (++seen % askEvery == 0 && isCancelled()) break;
        const int64_t end = std::min(start + rows[row].durationOf(place), window.endNs);
        const auto name = size_t(trace.nameIdOf(rows[row].at(place)).value);
        if (end > reached[name]) {
            covered.byName[name] += end - std::max(start, reached[name]);
            reached[name] = end;
        }
        if (end > allReached) {
            covered.all += end - std::max(start, allReached);
            allReached = end;
        }
    }
    return covered;
}

/** A piece of a row that one thread counts. */
struct Piece {
    const Lane *lane;
    const RowColumns *row;
    int64_t first, last;
};

std::vector<Piece> piecesOf(const Lanes &lanes) {
    constexpr int64_t most = 1 << 18;
    std::vector<Piece> pieces;
    for (const Lane &lane : lanes.lanes)
        for (const RowColumns &row : lane.rows)
            for (int64_t first = 0; first < row.count; first += most)
                pieces.push_back({&lane, &row, first, std::min(first + most, row.count)});
    return pieces;
}

void merge(ByName &into, const ByName &from) {
    for (size_t name = 0; name < into.size(); ++name) {
        NameStats &mine = into[name];
        const NameStats &other = from[name];
        if (other.count > 0) {
            mine.shortestNs = mine.count == 0 ? other.shortestNs : std::min(mine.shortestNs, other.shortestNs);
            mine.longestNs = std::max(mine.longestNs, other.longestNs);
        }
        mine.count += other.count;
        mine.sumNs += other.sumNs;
        mine.selfNs += other.selfNs;
    }
}

/** Everything but the unions, by name; the count of cut slices beside it. */
std::pair<ByName, int64_t> countAll(const Trace &trace, const Lanes &lanes, const std::function<bool()> &isCancelled) {
    const std::vector<Piece> pieces = piecesOf(lanes);
    const int64_t workers = std::max(1, threadCount());
    std::vector<ByName> names(size_t(workers), ByName(trace.texts().all().size()));
    std::vector<int64_t> cut(static_cast<size_t>(workers));
    parallelFor(workers, 1, [&](int64_t begin, int64_t end) {
        for (int64_t worker = begin; worker < end; ++worker) {
            for (size_t i = size_t(worker); i < pieces.size() && !isCancelled(); i += size_t(workers))
                addRow(trace, *pieces[i].row, pieces[i].lane->range, pieces[i].first, pieces[i].last,
                       names[size_t(worker)], cut[size_t(worker)]);
            for (size_t i = size_t(worker); i < lanes.lanes.size() && !isCancelled(); i += size_t(workers))
                if (!subtractNested(trace, lanes.lanes[i], names[size_t(worker)]))
                    subtractEnclosed(trace, lanes.lanes[i], names[size_t(worker)]);
        }
    });
    for (size_t worker = 1; worker < names.size(); ++worker) {
        merge(names[0], names[worker]);
        cut[0] += cut[worker];
    }
    return {std::move(names[0]), cut[0]};
}

} // namespace

Interval rangeOf(const SelectionQuery &query, int64_t shiftNs) {
    Interval range = query.range;
    if (__builtin_sub_overflow(range.beginNs, shiftNs, &range.beginNs))
        range.beginNs = shiftNs > 0 ? INT64_MIN : INT64_MAX;
    if (__builtin_sub_overflow(range.endNs, shiftNs, &range.endNs)) range.endNs = shiftNs > 0 ? INT64_MIN : INT64_MAX;
    return range;
}

SelectionStats selectionStats(const Trace &trace, const SelectionQuery &query,
                              const std::function<bool()> &isCancelled) {
    SelectionStats result;
    if (query.range.endNs <= query.range.beginNs) return result;
    const Lanes lanes = lanesOf(trace, query);
    auto [names, cut] = countAll(trace, lanes, isCancelled);
    const std::vector<int64_t> times = cuts(lanes, query.range, threadCount() * 2);
    std::vector<Union> unions(times.size() - 1);
    parallelFor(int64_t(unions.size()), 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end && !isCancelled(); ++i)
            unions[size_t(i)] = unionWithin(trace, lanes, {times[size_t(i)], times[size_t(i) + 1]}, isCancelled);
    });
    result.cut = cut;
    for (const Union &each : unions)
        result.unionNs += each.all;
    for (size_t name = 0; name < names.size(); ++name) {
        if (names[name].count == 0) continue;
        names[name].name = TextId{int64_t(name)};
        for (const Union &each : unions)
            if (!each.byName.empty()) names[name].unionNs += each.byName[name];
        result.count += names[name].count;
        result.sumNs += names[name].sumNs;
        result.names.push_back(names[name]);
    }
    std::stable_sort(result.names.begin(), result.names.end(),
                     [](const NameStats &a, const NameStats &b) { return a.sumNs > b.sumNs; });
    return result;
}

std::vector<SliceId> slicesOfName(const Trace &trace, const SelectionQuery &query, TextId name, int64_t limit) {
    std::vector<std::pair<int64_t, SliceId>> found; // begin as drawn
    const Lanes lanes = lanesOf(trace, query);
    for (const Lane &lane : lanes.lanes)
        for (const RowColumns &row : lane.rows)
            for (int64_t place = 0; place < row.count; ++place)
                if (trace.nameIdOf(row.at(place)) == name)
                    found.emplace_back(row.startOf(place) + lane.shiftNs, row.at(place));
    std::sort(found.begin(), found.end());
    std::vector<SliceId> slices;
    for (size_t i = 0; i < found.size() && int64_t(i) < limit; ++i)
        slices.push_back(found[i].second);
    return slices;
}

} // namespace jitscope::inline analysis

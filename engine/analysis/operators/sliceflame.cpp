// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/sliceflame.h"

#include "engine/analysis/operators/growingflame.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace jitscope::inline analysis {

namespace {

/** The part of a slice that counts. */
struct Piece {
    int64_t beginNs = 0, endNs = 0;
    SliceId slice;
};

/** A slice that may hold others. */
struct Open {
    int64_t endNs = 0;
    int64_t freeSinceNs = 0; ///< the end of the last one below it
    int32_t frame = 0;
};

std::string processText(const Track &track, bool hasRanks) {
    const std::string rank = hasRanks && track.rank >= 0 ? "rank " + std::to_string(track.rank) + " · " : "";
    return rank + track.process;
}

class Lanes {
public:
    Lanes(const Trace &trace, const SelectionQuery &query)
        : m_trace(trace)
        , m_pieces(trace.tracks().size()) {
        std::set<int> ranks;
        for (const Track &track : trace.tracks())
            if (track.rank >= 0) ranks.insert(track.rank);
        m_hasRanks = ranks.size() > 1;
        std::vector<std::optional<Interval>> ranges; // by track; none of those that are not asked
        for (const Track &track : trace.tracks()) {
            const auto shift = query.shifts.find(track.rank);
            const bool isAsked = query.lanes.empty() || std::ranges::find(query.lanes, track.id) != query.lanes.end();
            const int64_t shiftNs = shift == query.shifts.end() ? 0 : shift->second;
            ranges.push_back(isAsked ? std::optional(rangeOf(query, shiftNs)) : std::nullopt);
        }
        for (int64_t i = 0; i < trace.sliceCount(); ++i) {
            const SliceId slice{i};
            const auto track = size_t(trace.trackOf(slice).value);
            const std::optional<Interval> &range = ranges[track];
            const int64_t begin = trace.startOf(slice), end = trace.endOf(slice);
            if (range && begin < range->endNs && (end > range->beginNs || begin >= range->beginNs))
                m_pieces[track].push_back({std::max(begin, range->beginNs), std::min(end, range->endNs), slice});
        }
    }

    GrowingFlame grown(const std::function<bool()> &isCancelled) {
        for (const Track &track : m_trace.tracks()) {
            if (isCancelled()) break;
            if (!m_pieces[size_t(track.id.value)].empty()) addLane(track);
        }
        return std::move(m_tree);
    }

private:
    void addLane(const Track &track) {
        std::vector<Piece> &pieces = m_pieces[size_t(track.id.value)];
        // The outer one of two that begin together comes first; of equal ones that which was recorded first.
        std::ranges::stable_sort(pieces, [](const Piece &a, const Piece &b) {
            return a.beginNs != b.beginNs ? a.beginNs < b.beginNs : a.endNs > b.endNs;
        });
        const int32_t process = m_tree.child(0, {FlameKind::Process, processText(track, m_hasRanks), {}, 0});
        const int32_t lane = m_tree.child(process, {FlameKind::Lane, track.name, {}, 0});
        std::vector<Open> open;
        for (const Piece &piece : pieces)
            add(piece, lane, open);
    }

    void add(const Piece &piece, int32_t lane, std::vector<Open> &open) {
        std::erase_if(open, [&](const Open &each) { return each.endNs <= piece.beginNs; });
        const auto holds = [&](const Open &each) {
            return piece.endNs <= each.endNs && each.freeSinceNs <= piece.beginNs;
        };
        const auto outer = std::find_if(open.rbegin(), open.rend(), holds);
        const int64_t length = piece.endNs - piece.beginNs;
        if (outer != open.rend()) {
            outer->freeSinceNs = piece.endNs;
            m_tree.at(outer->frame).selfNs -= length;
        }
        const int32_t frame =
            m_tree.child(outer == open.rend() ? lane : outer->frame, {FlameKind::Slice, nameOf(piece.slice), {}, 0});
        FlameFrame &met = m_tree.at(frame);
        met.selfNs += length;
        met.count += 1;
        if (met.longest < 0 || m_trace.durationOf(piece.slice) > m_trace.durationOf(SliceId{met.longest}))
            met.longest = piece.slice.value;
        open.push_back({piece.endNs, piece.beginNs, frame});
    }

    SharedText nameOf(SliceId slice) {
        const auto id = size_t(m_trace.nameIdOf(slice).value);
        if (id >= m_names.size()) m_names.resize(std::max(id + 1, 2 * m_names.size()));
        if (!m_names[id]) m_names[id] = SharedText(std::string(m_trace.nameOf(slice)));
        return *m_names[id];
    }

    const Trace &m_trace;
    std::vector<std::vector<Piece>> m_pieces; ///< by track
    std::vector<std::optional<SharedText>> m_names;
    bool m_hasRanks = false;
    GrowingFlame m_tree;
};

} // namespace

FlameTree sliceFlame(const Trace &trace, const SelectionQuery &query, FlameOrder order,
                     const std::function<bool()> &isCancelled) {
    FlameTree tree{FlameBy::Stack, order, {}, {}, 0};
    GrowingFlame grown = Lanes(trace, query).grown(isCancelled);
    if (order == FlameOrder::BottomUp) grown = turned(grown).tree;
    finish(
        std::move(grown), [&](int64_t slice) { return trace.durationOf(SliceId{slice}); }, tree);
    return tree;
}

} // namespace jitscope::inline analysis

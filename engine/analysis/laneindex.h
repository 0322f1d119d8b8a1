// SPDX-License-Identifier: Apache-2.0
// The rows of all lanes of a trace, whether it is arranged or still grows, and quick questions to them by time.
#pragma once

#include "engine/profile/trace.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace jitscope::inline analysis {

/** A row of a lane: slices by start, none overlapping another. */
struct LaneLine {
    TrackId track;
    int row = 0; ///< 0 = outermost
    int64_t first = 0, count = 0;
    const std::vector<SliceId> *list = nullptr; ///< null: the slices stand one behind the other from `first` on
    SliceId at(int64_t place) const { return list ? (*list)[size_t(place)] : SliceId{first + place}; }
};

/** A device of a rank: what has streams of its own. */
struct DeviceKey {
    int rank = -1, device = -1;
    auto operator<=>(const DeviceKey &) const = default;
};

class LaneIndex {
public:
    /** `trace` must outlive the index and not change. Slices outside of its rows are sorted here. */
    explicit LaneIndex(const Trace &trace);

    const Trace &trace() const { return m_trace; }
    /** Outermost first. */
    std::span<const LaneLine> linesOf(TrackId track) const;
    std::vector<TrackId> tracksOf(int rank, LaneKind kind) const;
    /** Lanes of the device of that kind; those that name no device count for all devices of their rank. */
    std::vector<TrackId> tracksOf(const DeviceKey &device, LaneKind kind) const;
    /** All that have a stream or a communication lane with slices, by rank and device. */
    std::vector<DeviceKey> devices() const;

    /** The place in a row of the first slice that begins at or behind a time. */
    int64_t firstFrom(const LaneLine &line, int64_t timeNs) const;
    /** The place of the first slice that ends behind a time. */
    int64_t firstEndingBehind(const LaneLine &line, int64_t timeNs) const;
    /** The innermost slice of a lane that covers a time, or none. */
    SliceId covering(TrackId track, int64_t timeNs) const;
    /** The slices of its lane that enclose one, innermost first. */
    std::vector<SliceId> enclosing(SliceId slice) const;
    /** The slices of a row that overlap [begin, end), at most `limit`. */
    std::vector<SliceId> overlapping(const LaneLine &line, int64_t beginNs, int64_t endNs, size_t limit) const;
    /** The same of all rows of a lane, the outermost first. */
    std::vector<SliceId> overlapping(TrackId track, int64_t beginNs, int64_t endNs, size_t limit) const;

    /** The duration of a slice without what lies in the rows below it on its lane. */
    int64_t selfNs(SliceId slice) const;

private:
    const Trace &m_trace;
    std::deque<std::vector<SliceId>> m_lists;
    std::vector<LaneLine> m_lines;   ///< by track, then by row
    std::vector<size_t> m_firstLine; ///< by track, with one behind the last
};

} // namespace jitscope::inline analysis

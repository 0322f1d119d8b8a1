// SPDX-License-Identifier: Apache-2.0
// What a row of slices looks like on a screen, at a cost that goes by pixels: a pyramid of blocks over the row says
// where each block begins and ends, how much of it is covered and which of its slices is the longest.
#pragma once

#include "engine/profile/trace.h"

#include <cstdint>
#include <vector>

namespace jitscope::inline profile {

/** A row of slices: by start, none overlapping another. Points into the columns of a trace, and into a list of others.
 */
struct RowColumns {
    const int64_t *start = nullptr, *duration = nullptr; ///< by id, of all slices of the trace
    const uint32_t *slice = nullptr;                     ///< ids of this row; null: firstSlice, firstSlice + 1, ...
    int64_t firstSlice = 0, count = 0;

    SliceId at(int64_t place) const { return SliceId{idAt(place)}; }
    int64_t startOf(int64_t place) const { return start[idAt(place)]; }
    int64_t durationOf(int64_t place) const { return duration[idAt(place)]; }
    int64_t endOf(int64_t place) const { return startOf(place) + durationOf(place); }
    RowColumns part(int64_t first, int64_t last) const; ///< the places [first, last)
    int64_t firstStartingFrom(int64_t timeNs) const;    ///< a place; count for none
    int64_t firstEndingAfter(int64_t timeNs) const;     ///< a place; count for none
    int64_t covering(int64_t timeNs) const;             ///< the place of the slice that covers a time, -1 for none
    int64_t placeOf(SliceId id, int64_t startNs) const; ///< -1 if it is not of this row
    /** The first place of [first, last) that begins at a time or later; last for none. */
    int64_t firstStartingFrom(int64_t timeNs, int64_t first, int64_t last) const;

private:
    int64_t idAt(int64_t place) const { return slice ? int64_t(slice[place]) : firstSlice + place; }
};

/** The row of an arranged trace. */
RowColumns rowColumns(const Trace &trace, const LaneRow &row);

/** `a - b` of times, exact as long as it fits and never an overflow. */
inline double timeDifference(int64_t a, int64_t b) {
    int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) return double(a) - double(b);
    return double(difference);
}

/** Which time each pixel of a line shows. Times are subtracted as integers first, so that nothing is lost however far
    from zero they are. */
struct TimeAxis {
    int64_t beginNs = 0;
    double fractionNs = 0; ///< of the left edge, behind beginNs: [0, 1)
    double nsPerPixel = 1;
    int width = 0; ///< pixels

    double pixelOf(int64_t timeNs) const { return (timeDifference(timeNs, beginNs) - fractionNs) / nsPerPixel; }
    int64_t timeAt(double pixel) const; ///< the nanosecond in which it lies
    int64_t endNs() const { return timeAt(width) + 1; }
    /** The same axis for slices that are drawn `shiftNs` later than they are recorded. */
    TimeAxis shifted(int64_t shiftNs) const;
    bool operator==(const TimeAxis &) const = default;
};

class RowPyramid {
public:
    struct Block {
        int64_t beginNs, endNs;
        uint32_t longest; ///< place in the row
        float busyNs;     ///< sum of the durations
        float longestNs;  ///< duration of the longest: the columns are too far away in memory to ask them each time
    };
    /** Covers `row`, of which the first `unchanged` slices are those it covered before. */
    void cover(const RowColumns &row, int64_t unchanged = 0);
    int64_t count() const { return m_count; } ///< slices that it covers
    int64_t memoryBytes() const;

    /** A pixel costs at most `leaf` slices; half of it would take twice the memory. */
    static constexpr int64_t leaf = 8, branching = 4;
    const std::vector<std::vector<Block>> &levels() const { return m_levels; } ///< the finest first

private:
    std::vector<std::vector<Block>> m_levels;
    int64_t m_count = 0;
};

/** A stretch of a line that is drawn in one colour. */
struct RowSpan {
    int left = 0, right = 0; ///< pixels [left, right), may reach beyond the line by a little
    uint32_t place = 0;      ///< in the row: of the slice, or of the longest of several
    uint32_t count = 1;      ///< slices that it stands for; several only where they share a pixel
    float busy = 1;          ///< (0..1) how much of it is covered
    bool operator==(const RowSpan &) const = default;
};

/** What of `row` is seen on `axis`, from left to right. Every slice in view has its part in a span. A pyramid that does
    not cover the row (it is still being made) only makes it slower. */
std::vector<RowSpan> rowSpans(const RowColumns &row, const RowPyramid &pyramid, const TimeAxis &axis);

} // namespace jitscope::inline profile

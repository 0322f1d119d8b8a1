// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/tracepyramid.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline profile {

namespace {
/** The place behind those that begin at a time or before. */
int64_t firstStartingAfter(const RowColumns &row, int64_t timeNs) {
    return timeNs == INT64_MAX ? row.count : row.firstStartingFrom(timeNs + 1);
}
} // namespace

RowColumns RowColumns::part(int64_t first, int64_t last) const {
    return {start, duration, slice ? slice + first : nullptr, slice ? 0 : firstSlice + first, last - first};
}

int64_t RowColumns::firstStartingFrom(int64_t timeNs, int64_t first, int64_t last) const {
    while (first < last) {
        const int64_t middle = first + (last - first) / 2;
        if (startOf(middle) < timeNs)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

int64_t RowColumns::firstStartingFrom(int64_t timeNs) const {
    return firstStartingFrom(timeNs, 0, count);
}

int64_t RowColumns::firstEndingAfter(int64_t timeNs) const {
    int64_t place = firstStartingAfter(*this, timeNs);
    if (place > 0 && endOf(place - 1) > timeNs) --place; // the only one that began before and is still open
    return place;
}

int64_t RowColumns::covering(int64_t timeNs) const {
    const int64_t place = firstStartingAfter(*this, timeNs) - 1;
    return place >= 0 && (endOf(place) > timeNs || startOf(place) == timeNs) ? place : -1;
}

int64_t RowColumns::placeOf(SliceId id, int64_t startNs) const {
    if (slice == nullptr) return id.value >= firstSlice && id.value < firstSlice + count ? id.value - firstSlice : -1;
    for (int64_t place = firstStartingFrom(startNs); place < count && startOf(place) == startNs; ++place)
        if (slice[place] == id.value) return place;
    return -1;
}

RowColumns rowColumns(const Trace &trace, const LaneRow &row) {
    return {trace.columns().start.data(), trace.columns().duration.data(), nullptr, row.first, row.count};
}

int64_t TimeAxis::timeAt(double pixel) const {
    constexpr double limit = 9.2e18; // just inside of int64
    const double offset = std::floor(std::clamp(pixel * nsPerPixel + fractionNs, -limit, limit));
    int64_t time = 0;
    if (__builtin_add_overflow(beginNs, int64_t(offset), &time)) return offset < 0 ? INT64_MIN : INT64_MAX;
    return time;
}

TimeAxis TimeAxis::shifted(int64_t shiftNs) const {
    TimeAxis axis = *this;
    if (__builtin_sub_overflow(beginNs, shiftNs, &axis.beginNs)) axis.beginNs = shiftNs > 0 ? INT64_MIN : INT64_MAX;
    return axis;
}

namespace {

using Block = RowPyramid::Block;

Block blockOfSlices(const RowColumns &row, int64_t first, int64_t last) {
    Block block{row.startOf(first), row.endOf(last - 1), uint32_t(first), 0, 0};
    int64_t longest = -1;
    for (int64_t place = first; place < last; ++place) {
        const int64_t duration = row.durationOf(place);
        block.busyNs += float(duration);
        if (duration <= longest) continue;
        longest = duration;
        block.longest = uint32_t(place);
        block.longestNs = float(longest);
    }
    return block;
}

Block blockOfBlocks(const std::vector<Block> &finer, size_t first, size_t last) {
    Block block = finer[first];
    block.endNs = finer[last - 1].endNs;
    for (size_t i = first + 1; i < last; ++i) {
        block.busyNs += finer[i].busyNs;
        if (finer[i].longestNs <= block.longestNs) continue;
        block.longest = finer[i].longest;
        block.longestNs = finer[i].longestNs;
    }
    return block;
}

} // namespace

void RowPyramid::cover(const RowColumns &row, int64_t unchanged) {
    int64_t from = std::min(unchanged, m_count) / leaf; // the first block that changes
    int64_t blocks = (row.count + leaf - 1) / leaf;
    m_count = row.count;
    if (m_levels.empty()) m_levels.emplace_back();
    m_levels[0].resize(size_t(blocks));
    for (int64_t i = from; i < blocks; ++i)
        m_levels[0][size_t(i)] = blockOfSlices(row, i * leaf, std::min((i + 1) * leaf, row.count));
    size_t level = 0;
    while (blocks > branching) {
        const int64_t finer = blocks;
        blocks = (blocks + branching - 1) / branching;
        from /= branching;
        if (++level == m_levels.size()) m_levels.emplace_back();
        m_levels[level].resize(size_t(blocks));
        for (int64_t i = from; i < blocks; ++i)
            m_levels[level][size_t(i)] =
                blockOfBlocks(m_levels[level - 1], size_t(i * branching), size_t(std::min((i + 1) * branching, finer)));
    }
    m_levels.resize(level + 1);
}

int64_t RowPyramid::memoryBytes() const {
    int64_t sum = 0;
    for (const auto &level : m_levels)
        sum += int64_t(level.capacity() * sizeof(Block));
    return sum;
}

namespace {

/** Goes down the pyramid as far as a pixel makes a difference, from left to right. */
class SpanMaker {
public:
    SpanMaker(const RowColumns &row, const RowPyramid &pyramid, const TimeAxis &axis)
        : m_row(row)
        , m_pyramid(pyramid)
        , m_axis(axis)
        , m_endNs(axis.endNs())
        , m_pixelPerNs(1 / axis.nsPerPixel) {}

    std::vector<RowSpan> make() {
        if (m_pyramid.count() != m_row.count) {
            bySearch();
        } else if (m_row.count > 0) {
            const size_t top = m_pyramid.levels().size() - 1;
            for (size_t i = 0; i < m_pyramid.levels()[top].size(); ++i)
                visit(top, i);
        }
        flush();
        return std::move(m_spans);
    }

private:
    double pixelOf(int64_t timeNs) const {
        return (timeDifference(timeNs, m_axis.beginNs) - m_axis.fractionNs) * m_pixelPerNs;
    }
    bool isSeen(int64_t beginNs, int64_t endNs) const {
        return beginNs < m_endNs && (endNs > m_axis.beginNs || beginNs >= m_axis.beginNs);
    }

    void visit(size_t level, size_t index) {
        const Block &block = m_pyramid.levels()[level][index];
        if (!isSeen(block.beginNs, block.endNs)) return;
        const double left = pixelOf(block.beginNs);
        if (pixelOf(block.endNs) - left < 1) {
            const int64_t first = firstPlace(level, index), last = std::min(firstPlace(level, index + 1), m_row.count);
            gather(left, block, uint32_t(last - first));
            return;
        }
        if (level > 0) {
            const size_t last =
                std::min((index + 1) * size_t(RowPyramid::branching), m_pyramid.levels()[level - 1].size());
            for (size_t i = index * size_t(RowPyramid::branching); i < last; ++i)
                visit(level - 1, i);
            return;
        }
        const int64_t last = std::min(int64_t(index + 1) * RowPyramid::leaf, m_row.count);
        for (int64_t place = int64_t(index) * RowPyramid::leaf; place < last; ++place)
            if (isSeen(m_row.startOf(place), m_row.endOf(place))) add(place);
    }

    static int64_t firstPlace(size_t level, size_t index) {
        int64_t slices = RowPyramid::leaf;
        for (size_t i = 0; i < level; ++i)
            slices *= RowPyramid::branching;
        return int64_t(index) * slices;
    }

    /** Without a pyramid: jumps from pixel to pixel; what is between is not counted. */
    void bySearch() {
        int64_t place = m_row.firstEndingAfter(m_axis.beginNs - 1);
        while (place < m_row.count && m_row.startOf(place) < m_endNs) {
            add(place);
            const int64_t behind = m_axis.timeAt(std::floor(pixelOf(m_row.startOf(place))) + 1);
            ++place;
            if (place >= m_row.count || m_row.startOf(place) >= behind) continue;
            int64_t step = 1; // most often the next is near
            while (place + step < m_row.count && m_row.startOf(place + step) < behind)
                step *= 2;
            const int64_t last = std::min(place + step, m_row.count);
            place = m_row.firstStartingFrom(behind, place, last);
            // The last of those that were skipped may be a long one.
            if (m_row.endOf(place - 1) > behind) add(place - 1);
        }
    }

    void add(int64_t place) {
        const double left = pixelOf(m_row.startOf(place)), right = pixelOf(m_row.endOf(place));
        if (right - left < 1.5) {
            const auto duration = float(m_row.durationOf(place));
            gather(left, {0, 0, uint32_t(place), duration, duration}, 1);
            return;
        }
        flush();
        const int first = clamped(left);
        m_spans.push_back({first, std::max(first + 1, clamped(right)), uint32_t(place), 1, 1});
    }

    void gather(double left, const Block &block, uint32_t count) {
        const int column = clamped(left);
        if (m_gathered.count > 0 && m_gathered.left != column) flush();
        if (m_gathered.count == 0) {
            m_gathered = {column, column + 1, block.longest, 0, 0};
            m_gatheredLongestNs = block.longestNs;
        } else if (block.longestNs > m_gatheredLongestNs) {
            m_gathered.place = block.longest;
            m_gatheredLongestNs = block.longestNs;
        }
        m_gathered.count += count;
        m_gathered.busy += float(double(block.busyNs) * m_pixelPerNs);
    }

    void flush() {
        if (m_gathered.count == 0) return;
        m_gathered.busy = std::min(m_gathered.busy, 1.0F);
        m_spans.push_back(m_gathered);
        m_gathered.count = 0;
    }

    /** Rounded down. Behind the margin all are positive, and a conversion is quicker than std::floor(). */
    int clamped(double pixel) const {
        constexpr int margin = 8;
        return int(std::clamp(pixel, -double(margin), double(m_axis.width + margin)) + margin) - margin;
    }

    const RowColumns &m_row;
    const RowPyramid &m_pyramid;
    const TimeAxis &m_axis;
    const int64_t m_endNs;
    const double m_pixelPerNs;
    RowSpan m_gathered{0, 0, 0, 0, 0};
    float m_gatheredLongestNs = 0;
    std::vector<RowSpan> m_spans;
};

} // namespace

std::vector<RowSpan> rowSpans(const RowColumns &row, const RowPyramid &pyramid, const TimeAxis &axis) {
    return SpanMaker(row, pyramid, axis).make();
}

} // namespace jitscope::inline profile

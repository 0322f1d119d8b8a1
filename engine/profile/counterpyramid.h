// SPDX-License-Identifier: Apache-2.0
// A counter of any length as a step chart at a cost that goes by pixels: the smallest and the largest value of each.
#pragma once

#include "engine/profile/tracepyramid.h"

#include <vector>

namespace jitscope::inline profile {

struct SampleRange {
    double low = 0, high = 0;
    bool operator==(const SampleRange &) const = default;
};

/** The smallest and largest value of any stretch of samples. */
class CounterPyramid {
public:
    /** Covers `samples`, of which the first `unchanged` are those it covered before. */
    void cover(const std::vector<CounterSample> &samples, int64_t unchanged = 0);
    int64_t count() const { return m_count; }
    /** Of the samples [first, last), which must be covered and not empty. Values that are no numbers are left out. */
    SampleRange over(const std::vector<CounterSample> &samples, int64_t first, int64_t last) const;
    SampleRange whole() const { return m_whole; }

private:
    static constexpr int64_t branching = 16;
    std::vector<std::vector<SampleRange>> m_levels;
    SampleRange m_whole;
    int64_t m_count = 0;
};

/** What one pixel shows: the values that the counter had in it, one holding until the next. */
struct CounterColumn {
    SampleRange values;
    double last = 0;
    bool isSet = false; ///< false before the first sample
};

std::vector<CounterColumn> counterColumns(const std::vector<CounterSample> &samples, const CounterPyramid &pyramid,
                                          const TimeAxis &axis);

/** The sample that holds at a time: its place, -1 before the first. */
int64_t sampleAt(const std::vector<CounterSample> &samples, int64_t timeNs);

} // namespace jitscope::inline profile

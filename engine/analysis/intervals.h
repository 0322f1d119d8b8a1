// SPDX-License-Identifier: Apache-2.0
// Stretches of time as sets: what is covered once, however often it is covered.
#pragma once

#include <cstdint>
#include <vector>

namespace jitscope::inline analysis {

/** [beginNs, endNs) */
struct Interval {
    int64_t beginNs = 0, endNs = 0;
    int64_t length() const { return endNs - beginNs; }
    bool operator==(const Interval &) const = default;
};

/** A range in which all times lie. */
constexpr Interval everything{INT64_MIN, INT64_MAX};

/** By time, not empty, none touching another. The functions below take and give such sets. */
using Intervals = std::vector<Interval>;

/** Makes a set of any stretches. */
Intervals unite(Intervals stretches);
Intervals intersection(const Intervals &a, const Intervals &b);
/** What of `a` lies outside of `b`. */
Intervals difference(const Intervals &a, const Intervals &b);
Intervals clipped(const Intervals &a, const Interval &within);
int64_t totalLength(const Intervals &set);

} // namespace jitscope::inline analysis

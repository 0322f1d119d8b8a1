// SPDX-License-Identifier: Apache-2.0
// Two long sequences of keys brought side by side: which items stand for each other, in order, with as few left over as
// can be found in time that grows with their length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace jitscope::inline analysis {

using AlignedPairs = std::vector<std::pair<size_t, size_t>>; ///< places in both, rising in both

/**
 * Pairs of equal keys. Sequences that differ little are aligned as well as can be (a longest common subsequence); where
 * they differ much, keys and runs of keys that both have once are taken as fixed points first.
 */
AlignedPairs alignSequences(
    const std::vector<int32_t> &a, const std::vector<int32_t> &b,
    const std::function<bool()> &shouldContinue = [] { return true; });

} // namespace jitscope::inline analysis

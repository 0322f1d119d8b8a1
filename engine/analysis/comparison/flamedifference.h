// SPDX-License-Identifier: Apache-2.0
// A flame graph against that of another recording: frame by frame, with what is noise told apart.
#pragma once

#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/comparison/opdifference.h"

namespace jitscope::inline analysis {

/** A tree with the operators that it was made of. */
struct FlameSide {
    const FlameTree &tree;
    const OpColumns &columns;
    const std::vector<uint32_t> &places;
};

struct FlameDelta {
    int64_t baselineNs = 0; ///< total of the same frame there; 0 where it has none
    double noiseNs = 0;     ///< a difference up to this one says nothing; 0 where that is not known (TooFew)
    DeltaVerdict verdict = DeltaVerdict::Same;
};

struct FlameDifference {
    std::vector<FlameDelta> frames; ///< by frame of the tree
    int64_t missing = 0;            ///< operators' frames that only the baseline has
    int64_t missingNs = 0;          ///< what these took there
};

/**
 * Frames are the same where the paths to them are: functions with their lines, graphs, cells, operators. Both trees
 * hang by the same and in the same order. The noise of a frame is that of the operators below it together; of those
 * that ran fewer than leastCalls times on a side nothing is known, so all that they took counts as noise. What only one
 * side has is a difference, but scatters as well. Where nothing below a frame ran often enough, it is TooFew.
 */
FlameDifference compareFlames(const FlameSide &baseline, const FlameSide &side);

} // namespace jitscope::inline analysis

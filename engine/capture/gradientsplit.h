// SPDX-License-Identifier: Apache-2.0
// A captured function with its gradient, taken apart: what runs forward, and what runs when the gradient of the results
// is known.
//
// Both halves are modules of their own, compiled as any other. What the second needs of the first is a result of the
// first, but for views and tuples: those are made again, as they cost nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

namespace jitscope::inline capture {

/** A value that the backward graph takes. */
struct SavedValue {
    enum class From : uint8_t {
        Argument, ///< of the function
        Result,   ///< of the function
        Inside,   ///< one more result of the forward graph, behind those of the function
    };
    From from = From::Argument;
    size_t place = 0; ///< among those
};

struct SplitGradient {
    Module forward;                ///< arguments -> the results, then values of its inside
    Module backward;               ///< saved values, gradients of the results -> gradients
    std::vector<SavedValue> saved; ///< in the order of the backward graph's parameters
};

/** What a joint graph holds. Its parameters that are no weights are the arguments, then the gradients of results; it
    returns a tuple of the results, then the gradients of the arguments and weights. */
struct JointGraph {
    Module module;
    size_t arguments = 0;
    size_t results = 0;
    NodeId backward;                            ///< calls with smaller ids, and what stands before such, run forward
    std::vector<size_t> followedArguments = {}; ///< places of those whose gradients are asked for
    std::vector<const Storage *> followedWeights = {};
};

/** Fails with the rest of a sentence where the forward part writes to a tensor so that the gradient would need more
   than the values that cross the cut. */
Result<SplitGradient> splitGradient(const JointGraph &joint, IdSource &ids);

} // namespace jitscope::inline capture

// SPDX-License-Identifier: Apache-2.0
// Which captured node computes what an eager operator computed: by order and primitive, with the values as proof.
#pragma once

#include "engine/run/lockstep.h"

namespace jitscope::inline run {

/** One round of a captured node. */
struct CapturedStep {
    std::string primitive;
    const Value *value = nullptr;
    size_t step = 0; ///< its place in the captured run
};

/** For each eager step the place of its captured one, or size_t(-1): equal values first, in order; what is left between
    two such pairs is paired by order where as many are left on both sides. */
std::vector<size_t> pairSteps(const std::vector<EagerStep> &eager, const std::vector<CapturedStep> &captured);

} // namespace jitscope::inline run

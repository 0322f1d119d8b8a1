// SPDX-License-Identifier: Apache-2.0
// A function over smaller tensors: one size of an axis becomes a smaller one wherever it stands, and all types follow.
#pragma once

#include "engine/extraction/candidate.h"

namespace jitscope::inline extraction {

/** The same function for each smaller size that an axis could have, smallest first; those whose types do not fit
    together any more are left out. None for functions that call graphs. */
std::vector<Candidate> shrunken(const Candidate &candidate);

/** Elements of all arguments and weights. */
int64_t elementCount(const Candidate &candidate);

} // namespace jitscope::inline extraction

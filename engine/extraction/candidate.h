// SPDX-License-Identifier: Apache-2.0
// A function with the values that it is called with, and what can be taken from it so that it stays one.
#pragma once

#include "engine/ir/graph.h"

#include <vector>

namespace jitscope::inline extraction {

struct Candidate {
    Module module;
    std::vector<Value> arguments; ///< one for each parameter that is no weight
};

/** Behind all ids of the module. */
IdSource idsBehind(const Module &module);

/** Without graphs that nothing calls, and without nodes that nothing uses; what writes or prints stays. */
Module withoutUnused(const Module &module);

/** Without parameters of the entry that nothing uses, and without their arguments. */
Candidate withoutUnusedParameters(Candidate candidate);

} // namespace jitscope::inline extraction

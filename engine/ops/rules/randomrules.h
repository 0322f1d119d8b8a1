// SPDX-License-Identifier: Apache-2.0
// What the families of random operators share: the arguments `seed` and `offset`, which come last.
#pragma once

#include "engine/ops/opdef.h"
#include "engine/ops/randomstate.h"

#include <string>
#include <vector>

namespace jitscope::inline ops {

/** A record of the random operators with its cost; params, rule, eval and samples are to be filled in. */
OpDef randomOp(std::string name, std::string function, std::string doc);

/** `params` and then seed and offset. */
std::vector<ParamDef> withSeed(std::vector<ParamDef> params);

/** The numbers of a call whose seed is the argument `index` and whose offset is the next; throws std::invalid_argument
    when they are neither ints nor None. */
RandomStream streamOf(std::span<const Value> arguments, size_t index);

} // namespace jitscope::inline ops

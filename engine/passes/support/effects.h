// SPDX-License-Identifier: Apache-2.0
// Which calls do more than compute their result, and whether something says when.
#pragma once

#include "engine/ir/graph.h"

#include <string>

namespace jitscope::inline passes {

/** Writes, prints, or runs code of the language around us: it must happen once, and in the user's order. */
bool hasEffect(const Node &node);

/** One of its inputs is a token: its place among the other effects is fixed. */
bool hasToken(const Node &node);

/** It has an effect and no token yet. */
inline bool isUnordered(const Node &node) {
    return hasEffect(node) && !hasToken(node);
}

/** The places of the inputs that it writes to. */
const std::vector<size_t> &writtenInputs(const Node &node);

bool isToken(const Node &node);
bool isWeight(const Node &node);

/** Equal for parameters that share memory; those of a dump have only their names. */
std::string memoryOf(const Node &weight);

} // namespace jitscope::inline passes

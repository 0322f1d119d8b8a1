// SPDX-License-Identifier: Apache-2.0
// Asking a node for the constant that it is.
#pragma once

#include "engine/ir/graph.h"

#include <optional>

namespace jitscope {

/** The number that a constant is: a Python number, or a tensor of which every element is the same (looked at up to a
    few thousand elements). Nothing for anything else. */
std::optional<double> uniformNumber(const Node &node);

/** True if the node is a constant with `number` in every element. */
bool isNumber(const Node &node, double number);

/** The axes or sizes that a constant lists; nothing for anything else. */
std::optional<Dims> constantDims(const Node &node);

} // namespace jitscope

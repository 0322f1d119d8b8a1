// SPDX-License-Identifier: Apache-2.0
// Asking a node for the constant that it is.
#pragma once

#include "engine/ir/graph.h"

#include <optional>

namespace jitscope::inline passes {

/** The number that a constant is: a Python number, or a tensor of which every element is the same (looked at up to a
    few thousand elements). Nothing for anything else. */
std::optional<double> uniformNumber(const Node &node);

/** True if the node is a constant with `number` in every element. */
bool isNumber(const Node &node, double number);

/** Whether the constant is true as a condition: a bool, a number or a tensor of one element; nothing for others. */
std::optional<bool> constantBool(const Node &node);

/** Equal in every bit: 0.0 and -0.0 are two values (1 / x tells them apart), a NaN equals itself. */
bool identicalValues(const Value &a, const Value &b);

/** Equal for identical values. Cheap and coarse: tensors by shape alone, for the few that a graph holds. */
size_t valueHash(const Value &value);
size_t mixedHash(size_t seed, size_t value);

/** The axes or sizes that a constant lists; nothing for anything else. */
std::optional<Dims> constantDims(const Node &node);

} // namespace jitscope::inline passes

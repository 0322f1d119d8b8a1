// SPDX-License-Identifier: Apache-2.0
// Which calls a kernel can hold, judged one by one.
#pragma once

#include "engine/passes/predicate.h"

#include <optional>

namespace jitscope::inline passes {

/** Why this call can be in no kernel, if so. */
std::optional<Predicate> whyNotMember(const Node &node);

/** True if computing an element again costs less than storing and loading it. */
bool isCheap(const Node &node);

/** True if a kernel holds this input as a number in its code. */
bool staysInside(const Node &input);

} // namespace jitscope::inline passes

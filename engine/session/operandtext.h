// SPDX-License-Identifier: Apache-2.0
// Arguments and results as the short text that lists show.
#pragma once

#include "engine/ops/opdef.h"

#include <span>
#include <string>

namespace jitscope::inline session {

/** As a person would write it in a call, tensors by their type: "f32[2,3]", "-1", "(2, 3)". */
std::string shortText(const Value &value);

/** "f32[2,3], f32[3], axis=-1": constants carry the name of their parameter; `op` may be null. */
std::string operandText(const OpDef *op, std::span<const Value> arguments);

} // namespace jitscope::inline session

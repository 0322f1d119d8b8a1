// SPDX-License-Identifier: Apache-2.0
// What several rules of dependence read from calls and make of positions.
#pragma once

#include "engine/inspect/dependence.h"

namespace jitscope::inline inspect {

/** The constant of a parameter that is a bool and true. */
bool isSet(const OpCall &call, std::string_view parameter);
int64_t integerOf(const OpCall &call, std::string_view parameter, int64_t otherwise);
/** Whether each of the first arguments is one tensor. */
bool hasTensors(const OpCall &call, size_t arguments);
/** All elements of an input along its axes from `begin` on, for results whose first axes are those of the input. */
ElementSet fromAxis(const std::vector<int64_t> &positions, const Dims &result, const Dims &input, int begin);

} // namespace jitscope::inline inspect

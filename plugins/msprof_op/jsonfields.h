// SPDX-License-Identifier: Apache-2.0
// Values of JSON documents that may be missing, or hold numbers as texts and texts as numbers.
#pragma once

#include "engine/reading/jsondocument.h"

#include <string>

namespace jitscope {
inline namespace msprof_op {

/** As text: numbers and words as they are written; "" for what is missing, null or "NA". */
std::string textOf(const JsonValue &value);
/** As a number, also one in quotes; NaN where there is none. */
double numberOf(const JsonValue &value);

} // namespace msprof_op
} // namespace jitscope

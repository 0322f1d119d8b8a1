// SPDX-License-Identifier: Apache-2.0
// Values of JSON documents as cells of tables.
#pragma once

#include "engine/base/exactdecimal.h"
#include "engine/profile/datatable.h"
#include "engine/reading/jsondocument.h"

namespace jitscope::inline reading {

/** A number, or digits in quotes, times `scale` as a whole number; missingInteger where there is none or it does not
    fit. */
inline int64_t wholeOf(const JsonValue &value, int64_t scale = 1) {
    return scaledDecimal(value.digits(), scale).value_or(missingInteger);
}

} // namespace jitscope::inline reading

// SPDX-License-Identifier: Apache-2.0
// Microseconds as decimal text, turned into whole nanoseconds without passing through a double.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace jitscope {

/** "1736412474714258.990" -> 1736412474714258990; digits beyond nanoseconds are rounded half up (away from zero below
    it). Nothing for text that is no decimal number or does not fit. */
std::optional<int64_t> nanosecondsOf(std::string_view microseconds);

} // namespace jitscope

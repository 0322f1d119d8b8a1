// SPDX-License-Identifier: Apache-2.0
// Decimal text turned into whole numbers of a smaller unit without passing through a double: microseconds with three
// decimals since 1970 have 61 bits, a double has 53.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace jitscope::inline base {

/** `text` times `scale`, rounded half away from zero: ("1736412474714258.990", 1000) gives 1736412474714258990. Takes
    signs and exponents. Nothing for text that is no decimal number or for a result that does not fit. */
std::optional<int64_t> scaledDecimal(std::string_view text, int64_t scale);

/** The same for microseconds, faster: nearly all times of traces are plain ones. */
std::optional<int64_t> nanosecondsOf(std::string_view microseconds);

} // namespace jitscope::inline base

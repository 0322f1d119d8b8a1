// SPDX-License-Identifier: Apache-2.0
// Sizes with a fitting unit, by what they count: memory has units of base 1024, all else - what is moved, files - of
// base 1000 (humanBytes in text.h), as profilers write both. The unit says which.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::inline base {

/** Memory: "512 B", "1261.0 MiB", "10.56 GiB". Up to four digits of MiB: that is the figure in the producer's files. */
std::string memorySize(int64_t bytes);
/** The unit of table columns that hold traffic; that of memory is "B". */
constexpr const char *trafficUnit = "bytes";

} // namespace jitscope::inline base

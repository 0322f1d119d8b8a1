// SPDX-License-Identifier: Apache-2.0
// Reading and writing whole files with errors as sentences.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace jitscope::inline base {

/** The bytes of `path`. Fails for a missing, unreadable or larger-than-`limitBytes` file, naming it. */
Result<std::string> readFile(const std::string &path, int64_t limitBytes = int64_t(2) << 30);

/** Writes to a temporary beside `path` and renames it, so that a failure never leaves half a file. */
Result<void> writeFile(const std::string &path, std::string_view bytes);

} // namespace jitscope::inline base

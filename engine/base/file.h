// SPDX-License-Identifier: Apache-2.0
// Reading and writing whole files with errors as sentences.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline base {

/** The bytes of `path`. Fails for a missing, unreadable or larger-than-`limitBytes` file, naming it. */
Result<std::string> readFile(const std::string &path, int64_t limitBytes = int64_t(2) << 30);

/** Writes to a temporary beside `path` and renames it, so that a failure never leaves half a file. */
Result<void> writeFile(const std::string &path, std::string_view bytes);

/** The paths of what stands in `folder`, in no order: as far as it can be read, none where it cannot. A range-for over
   a std::filesystem::directory_iterator throws when the folder, or its descriptor, goes away meanwhile. */
std::vector<std::string> pathsIn(const std::string &folder);

} // namespace jitscope::inline base

// SPDX-License-Identifier: Apache-2.0
// The durations of single members of groups, for who compares two of them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline analysis {

/** In ns, by what the group is on any rank. */
using GroupDurations = std::unordered_map<std::string, std::vector<int64_t>>;

} // namespace jitscope::inline analysis

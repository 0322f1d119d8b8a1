// SPDX-License-Identifier: Apache-2.0
// The file names of MindSpore's profiler up to 2.2: subject, rank, ending.
#pragma once

#include <string>

namespace jitscope {
inline namespace mindspore_legacy {

enum class LegacyKind : uint8_t { None, Timeline, Marey, Table };

struct LegacyName {
    LegacyKind kind = LegacyKind::None;
    std::string subject; ///< the name without rank and ending: "step_trace_raw_detail_time"
    int rank = -1;       ///< -1 for files of all ranks
};

/** What a file is by its name without the folder; kind None for one of no such profiler. */
LegacyName legacyName(const std::string &fileName);

} // namespace mindspore_legacy
} // namespace jitscope

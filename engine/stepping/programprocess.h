// SPDX-License-Identifier: Apache-2.0
// A process that the user's program began.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::inline stepping {

/** Nothing that runs in it is recorded. */
struct ProgramProcess {
    int64_t process = 0;
    int64_t startedTicks = 0; ///< since the machine began; tells it from a later one of the same number
    std::string command;      ///< "sleep 10"; "" for a copy of the program that os.fork made
    bool isRunning = true;
    bool operator==(const ProgramProcess &) const = default;
};

} // namespace jitscope::inline stepping

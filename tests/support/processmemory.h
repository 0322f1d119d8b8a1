// SPDX-License-Identifier: Apache-2.0
// What a process holds in memory, as the system tells it.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace jitscope::testing {

/** Bytes. */
struct ProcessMemory {
    int64_t resident = 0; ///< all that it has of its own, shared memory and files that it looks at
    int64_t own = 0;      ///< of it, what no other process sees
    int64_t peak = 0;     ///< the most that was resident
};

/** Of a process by its number, or of "self". All 0 for one that is gone. */
inline ProcessMemory memoryOf(const std::string &process) {
    ProcessMemory memory;
    std::ifstream status("/proc/" + process + "/status");
    for (std::string line; std::getline(status, line);) {
        const auto bytes = [&](const std::string &key) {
            return line.starts_with(key) ? std::strtoll(line.c_str() + key.size(), nullptr, 10) * 1024 : 0;
        };
        memory.resident += bytes("VmRSS:");
        memory.own += bytes("RssAnon:");
        memory.peak += bytes("VmHWM:");
    }
    return memory;
}

/** ProcessMemory::peak of this process counts from now on. */
inline void resetPeak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

/** Processes that this one began and that live. */
inline std::vector<int> childrenOf(const std::string &process) {
    std::vector<int> found;
    std::error_code failed;
    for (const auto &task : std::filesystem::directory_iterator("/proc/" + process + "/task", failed)) {
        std::ifstream children(task.path() / "children");
        for (int child = 0; children >> child;)
            found.push_back(child);
    }
    return found;
}

} // namespace jitscope::testing

// SPDX-License-Identifier: Apache-2.0
// From /proc and the limits of control groups.
#include "engine/base/availablememory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

namespace jitscope::inline base {

namespace {

constexpr int64_t unknown = std::numeric_limits<int64_t>::max() / 2;

/** What stays free for the rest of the machine, and for what the process needs besides what it asks about. */
constexpr int64_t margin = int64_t(256) << 20;

/** The number after `key` in a file of lines "key number ...". */
std::optional<int64_t> numberAfter(const std::string &key, const char *path) {
    std::ifstream file(path);
    std::string word, rest;
    for (int64_t number = 0; file >> word >> number; std::getline(file, rest))
        if (word == key) return number;
    return std::nullopt;
}

/** The number that is all of a file; nothing for "max" and for a file that is not there. */
std::optional<int64_t> numberIn(const char *path) {
    std::ifstream file(path);
    int64_t number = 0;
    if (file >> number) return number;
    return std::nullopt;
}

/** What the control group (version 2, or 1) still allows. Cached files count as used there, but give way. */
int64_t allowedByGroup() {
    struct Files {
        const char *limit, *used, *details;
    };
    constexpr Files versions[] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
         "/sys/fs/cgroup/memory/memory.stat"},
    };
    for (const Files &files : versions) {
        const auto limit = numberIn(files.limit), used = limit ? numberIn(files.used) : std::nullopt;
        if (used) return *limit - *used + numberAfter("inactive_file", files.details).value_or(0);
    }
    return unknown;
}

} // namespace

int64_t availableMemory() {
    const auto kilobytes = numberAfter("MemAvailable:", "/proc/meminfo");
    const int64_t machine = kilobytes ? *kilobytes * 1024 : unknown;
    return std::max<int64_t>(0, std::min(machine, allowedByGroup()) - margin);
}

} // namespace jitscope::inline base

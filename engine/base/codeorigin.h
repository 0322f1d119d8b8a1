// SPDX-License-Identifier: Apache-2.0
// Where the machine code of a kernel came from: what tells a compile from a look into the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jitscope::inline base {

enum class CodeOrigin : uint8_t {
    Unknown,     ///< a recording that does not say
    Compiled,    ///< by LLVM, then
    Memory,      ///< an equal kernel of the process had the same code
    Disk,        ///< compiled by an earlier process
    NotCompiled, ///< its operators run one by one
};

/** As reports and files have it: "compiled", "memory", "disk", "not compiled", "unknown". */
constexpr std::string_view toString(CodeOrigin origin) {
    constexpr std::string_view names[] = {"unknown", "compiled", "memory", "disk", "not compiled"};
    return names[size_t(origin)];
}

/** Whether code was found rather than made. */
constexpr bool isCached(CodeOrigin origin) {
    return origin == CodeOrigin::Memory || origin == CodeOrigin::Disk;
}

} // namespace jitscope::inline base

// SPDX-License-Identifier: Apache-2.0
// The one clock of every recorded time.
#pragma once

#include <chrono>
#include <cstdint>

namespace jitscope {

/** Nanoseconds of the steady clock; only differences mean anything. */
inline int64_t nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace jitscope

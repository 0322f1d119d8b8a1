// SPDX-License-Identifier: Apache-2.0
// Descriptors where scripts that tidy up ("close all from 3 to 255") rarely come.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace jitscope::inline program {

/** The same file under a high number; the given one is closed. */
inline int outOfReach(int descriptor) {
    constexpr int low = 900; // the usual limit is 1024
    const int high = descriptor < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, low);
    if (high < 0) return descriptor;
    ::close(descriptor);
    return high;
}

} // namespace jitscope::inline program

// SPDX-License-Identifier: Apache-2.0
// For threads whose work can wait.
#pragma once

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitscope::inline base {

/** This thread gives way to others that want its core: the user's program comes first. */
inline void stepBack() {
    constexpr int niceness = 10;
    ::setpriority(PRIO_PROCESS, id_t(::syscall(SYS_gettid)), niceness);
}

} // namespace jitscope::inline base

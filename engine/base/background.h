// SPDX-License-Identifier: Apache-2.0
// For threads whose work can wait.
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitscope::inline base {

/** This thread gives way to others that want its core: the user's program comes first, and is not interrupted when
   there is something to do. */
inline void stepBack() {
    constexpr int niceness = 10;
    const sched_param none = {};
    ::sched_setscheduler(0, SCHED_BATCH, &none); // of this thread
    ::setpriority(PRIO_PROCESS, id_t(::syscall(SYS_gettid)), niceness);
}

} // namespace jitscope::inline base

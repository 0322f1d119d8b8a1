// SPDX-License-Identifier: Apache-2.0
// What the threads of this process have done so far, as the system counts it, and their names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline base {

/** Since the thread began. What is left of its life it waited: for a lock, for data, for another thread. */
struct ThreadUse {
    int64_t thread = -1; ///< as currentThread()
    std::string name;
    int64_t runNs = 0;   ///< on a core
    int64_t readyNs = 0; ///< it could run, but had no core
};

/** Of all threads, by number; empty where the system does not tell (/proc/<pid>/task/<tid>/schedstat of proc(5)). */
std::vector<ThreadUse> threadUse();

/** Of the calling thread alone; without a name. */
ThreadUse ownThreadUse();

/** The system's number of the calling thread; 0 on the one that runs the user's program. */
int64_t currentThread();
/** The calling thread is the one that runs the user's program. Else it is that with which the process began. */
void setProgramThread();

/** The name by which the calling thread is known to the system and to threadUse(); cut at 15 bytes. */
void nameThread(const std::string &name);

} // namespace jitscope::inline base

// SPDX-License-Identifier: Apache-2.0
// A process with a socket to it and pipes in the places of its standard streams.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace jitscope::inline program {

/** Descriptors are the owner's to close; -1 for none. */
struct ChildProcess {
    pid_t process = -1; ///< also the number of its session, to which its children belong
    int socket = -1;
    int input = -1;              ///< to write to; never waits
    int output = -1, error = -1; ///< to read from
    std::string mark;            ///< in its environment and in that of all that it begins
};

/** Starts `executable` with the number of its end of the socket and `arguments`, in a session of its own. It gets no
    other descriptor of this process. */
Result<ChildProcess> startProcess(const std::string &executable, const std::vector<std::string> &arguments);

/** How a process ended, as waitpid() tells. */
struct ProcessEnd {
    int exitCode = 0;
    int signal = 0; ///< 0: by itself
};
/** Waits until it has ended, and ends it and its session by force after `graceMs`. */
ProcessEnd reap(pid_t process, int graceMs);
/** "SIGSEGV (segmentation fault)". */
std::string signalText(int signal);

} // namespace jitscope::inline program

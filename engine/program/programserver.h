// SPDX-License-Identifier: Apache-2.0
// The side of the process that runs the program: does what the debugger asks for and tells it what happens.
#pragma once

namespace jitscope::inline program {

/** Talks over `socket` until the other side is gone, then brings the journal up to date and ends the process. */
[[noreturn]] void serveProgram(int socket);
/** Another program may take the place of this one: what was printed and recorded goes out. In a forked child nothing,
    also where it still shares the memory of its parent. */
void tellBeforeExec();
/** The program limits its address space: a problem says once in a recording what that does not limit. */
void tellAddressLimit();

} // namespace jitscope::inline program

// SPDX-License-Identifier: Apache-2.0
// The last that is done about a process whose debugger is gone, whatever the process itself hangs in.
#pragma once

namespace jitscope::inline program {

/** Once, while the process has one thread: from now on it ends some seconds after its parent has, with all that it
    began, by a thread that needs nothing that another thread may hold. Long enough after, that all that is done in
   order comes before. */
void endAfterParent();
/** What that thread begins: a process of its own, which ends all that have the mark. */
void endMarked(const char *mark);

/** The argument of the program that says so; behind it the mark. */
constexpr const char *endMarkedOption = "--end-marked";

} // namespace jitscope::inline program

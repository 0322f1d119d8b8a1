// SPDX-License-Identifier: Apache-2.0
// What a process that is about to die by a signal, an abort, exit or _exit still gets done.
#pragma once

#include <csignal>
#include <functional>

namespace jitscope::inline program {

/** Once, at the beginning of the process, by a thread that stays and that the work can do without: from now on `work`
    is done, on a thread of its own, before a fatal signal ends the process and wherever speakLastWords() is called; the
    dying thread waits for it, though not for long, as it may hold what the work needs. It is done again when the
    program had to go on meanwhile. A crash writes its native stack to standard error first. A forked child has no last
    words. */
void setLastWords(std::function<void()> work);
/** The calling thread's stack may overflow: until it ends, its signals are handled on another. */
void useOwnSignalStack();
/** The calling thread runs the program; it stands still while last words are spoken. */
void noteProgramThread();
/** Whether that thread ended while the process goes on: a filter of system calls (seccomp) may end one alone. */
bool isProgramThreadGone();
/** Ends the process as a signal does, after the last words. */
[[noreturn]] void endBy(int signal);
/** sigaction() of the system, where a script that gives a fatal signal back to the system is still ended by it after
   the last words, and finds what it set. Signals that JitScope itself needs stay as they are. */
int changeSignal(int number, const struct sigaction *wanted, struct sigaction *before);
/** The work goes on: whoever waits for it waits longer. From any thread. */
void noteLastWord();
/** Writes what the program's C streams hold back; not for long, as a thread that reads from one keeps its lock. */
void flushStreams();
/** Whether a crash is what the last words are about: nothing that this process has can be relied on, its heap included.
    From any thread, also before main(). */
bool hasCrashed() noexcept;
/** Does the work now, once; waits for it, while the thread that runs the program stands still. */
void speakLastWords();

} // namespace jitscope::inline program

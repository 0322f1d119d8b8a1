// SPDX-License-Identifier: Apache-2.0
// What a program tells whoever debugs it.
#pragma once

#include "engine/stepping/breakpoint.h"
#include "engine/stepping/consolepicture.h"
#include "engine/stepping/pauseinfo.h"
#include "engine/stepping/programprocess.h"
#include "engine/stepping/runstate.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope::inline stepping {

/** How the process of a program went. */
struct ProgramEnd {
    std::string sentence;  ///< "The program was ended by SIGSEGV (Segmentation fault) after operator 412."
    bool endedRun = false; ///< with a run, whose outcome was told
};

/** Called on threads of the program's; the receiver must not block. */
struct ProgramEvents {
    std::function<void(bool isError, const std::string &text)> output;
    std::function<void(RunState state)> stateChanged;
    std::function<void(const PauseInfo &info)> paused;
    std::function<void(const RunOutcome &outcome)> finished;
    /** Console input of a paused program is done; the program still stands. */
    std::function<void(const RunOutcome &outcome)> consoleAnswered = {};
    /** Something drawn by the console, in order with `output`. */
    std::function<void(const ConsolePicture &picture)> pictured = {};
    /** How often each breakpoint (by index) was hit so far in this run; told at pauses and at the end. */
    std::function<void(const std::vector<int64_t> &hits)> hitsCounted = {};
    /** The program waits for input, or (false) no longer. */
    std::function<void(bool isWaiting)> inputWanted = {};
    /** The processes that the program began, all of them; when there is a further one or one ended. */
    std::function<void(const std::vector<ProgramProcess> &processes)> processesChanged = {};
    /** The process is gone, and with it the console's namespace; what it recorded can still be had. */
    std::function<void(const ProgramEnd &end)> ended = {};
};

} // namespace jitscope::inline stepping

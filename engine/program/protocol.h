// SPDX-License-Identifier: Apache-2.0
// The messages between a debugger and the process that runs a program; resources/dev/protocol.md says what each means.
#pragma once

#include <cstdint>

namespace jitscope::inline program {

/** Goes up when a message changes its meaning; both sides tell theirs in Hello and end the talk when they differ. */
constexpr int protocolVersion = 3;

/** Who sends it stands in its name's group. The numbers are part of the protocol. */
enum class MessageKind : uint32_t {
    // from the program
    Hello = 1,
    StateChanged,
    Paused,
    Finished,
    ConsoleAnswered,
    Output,
    Pictured,
    HitsCounted,
    InputWanted,
    Answer,    ///< to Ask
    Part,      ///< of the recording
    Memory,    ///< what values take
    Moved,     ///< values are in the journal's file now
    Dropped,   ///< values are gone
    Value,     ///< to WantValue
    Begun,     ///< to Begin
    Processes, ///< that the program began

    // from the debugger
    Begin = 101,
    RunScript,
    RunConsole,
    SetBreakpoints,
    SetWatchpoints,
    Step,
    Pause,
    Stop,
    Ask,
    WantValue,
    ReleaseValue, ///< of WantValue
    ForgetValues, ///< nobody will ask for them any more: pairs of a first serial and how many
    Credit,       ///< so many bytes of parts were taken in
    SpillLimit,
    TellOutput, ///< a line of the debugger itself for the recording
    TellProblem,
    UsePlugins, ///< files of plugins whose passes compile from now on, and no others
    EndJournal,
    Leave, ///< after saying what is not said yet; whoever does not is killed
};

/** The largest body of a message; a larger one is a fault of the other side. */
constexpr int64_t mostMessageBytes = int64_t(1) << 31;
/** Bytes of parts that may be under way without credit. */
constexpr int64_t partCredit = int64_t(64) << 20;

} // namespace jitscope::inline program

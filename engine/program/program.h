// SPDX-License-Identifier: Apache-2.0
// The user's program as whoever debugs it sees it, wherever it runs: what it can be asked for, what it tells, and its
// recording in parts.
#pragma once

#include "engine/stepping/programevents.h"
#include "engine/session/sessionfwd.h"
#include "engine/session/valuestore.h"
#include "engine/stepping/consoleinput.h"
#include "engine/stepping/frameview.h"
#include "engine/stepping/steprequest.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline inspect {
struct Watchpoint;
}

namespace jitscope::inline program {

/** What comes with the beginning of a recording. */
struct RecordingOptions {
    std::string journalFolder;               ///< where it is kept while it grows; "" for nowhere
    std::function<void(Session &)> finisher; ///< adds what else belongs into every part; on any thread
};

/**
 * One interpreter with what it recorded. Nothing here waits for it but completeness(), completions() and describe(),
 * and those not for long. What it tells comes on other threads, in order; before the end of a run or a pause is told,
 * takeReady() has all that was recorded until then.
 */
class Program {
public:
    virtual ~Program() = default;

    /** Forgets what was recorded and numbers anew. An error says why there is no journal; the recording goes on. */
    virtual Result<void> beginRecording(const RecordingOptions &options) = 0;
    /** `text` in the place of the file's content. Only when Idle; the outcome comes through `finished`. */
    virtual void runScript(const std::string &path, const std::string &text, const RunOptions &options) = 0;
    /** In the namespace of the last script, or while Paused in the innermost frame. */
    virtual void runConsole(const std::string &source) = 0;
    /** Files of plugins with passes: these compile from now on, and no others. Where the program shares them with
       whoever debugs it, nothing is to do. */
    virtual void usePlugins(const std::vector<std::string> &files) = 0;
    virtual void setBreakpoints(const std::vector<Breakpoint> &breakpoints) = 0;
    virtual void setWatchpoints(const std::vector<Watchpoint> &watchpoints) = 0;
    virtual void step(const StepRequest &request) = 0;
    virtual void pause() = 0;
    /** Ends the run with KeyboardInterrupt, if the program lets itself be ended. */
    virtual void stop() = 0;
    /** Ends what stop() could not, with all processes that it began. False where that would end this process, too. */
    virtual bool kill() = 0;
    /** What a script reads from its standard input: text with its line ends. */
    virtual void input(const std::string &text) = 0;
    /** No more input will come. */
    virtual void endInput() = 0;

    virtual Completeness completeness(const std::string &source) = 0;
    virtual std::vector<std::string> completions(const std::string &prefix) = 0;
    virtual NameHelp describe(const std::string &name) = 0;
    /** While paused; what cannot be answered any more gets no reply. */
    virtual void frames(std::function<void(const std::vector<FrameView> &)> reply) = 0;
    virtual void evaluate(int frame, const std::string &source,
                          std::function<void(const EvaluationResult &)> reply) = 0;
    virtual void assign(int frame, const std::string &target, const std::string &source,
                        std::function<void(const EvaluationResult &)> reply) = 0;

    /** As Recorder::takeReady(). */
    virtual std::optional<Session> takeReady() = 0;
    virtual ValueMemory memory() const = 0;
    /** The most bytes of values on disk. */
    virtual void setSpillLimit(int64_t bytes) = 0;
    /** Puts a line of the debugger itself into the recording. */
    virtual void tell(const OutputChunk &chunk) = 0;
    virtual void tell(const Problem &problem) = 0;
    /** The recording is kept elsewhere, or not wanted: the file of beginRecording() goes. */
    virtual void endJournal() = 0;
};

} // namespace jitscope::inline program

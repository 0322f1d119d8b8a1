// SPDX-License-Identifier: Apache-2.0
// The user's Python, on a thread of its own: runs scripts and console input, stops, steps. No Python.h here.
#pragma once

#include "engine/stepping/consoleinput.h"
#include "engine/stepping/frameview.h"
#include "engine/stepping/programevents.h"
#include "engine/stepping/steprequest.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline inspect {
struct Watchpoint;
}

namespace jitscope::inline python {

class Interpreter {
public:
    /** Starts the thread; Python itself starts on it with the first use. One interpreter a process. */
    explicit Interpreter(ProgramEvents events);
    ~Interpreter();

    /** Both return at once; the outcome comes through `finished`. Only when Idle. */
    void runScript(const std::string &path, const RunOptions &options);
    /** `text` instead of the file's content (an unsaved editor). */
    void runScript(const std::string &path, const std::string &text, const RunOptions &options);
    /** Input in the namespace of the last script, or while Paused in the innermost frame; a value of an expression is
        printed by repr. Commands begin with %: jitscope_commands.py lists them. */
    void runConsole(const std::string &source);
    /** Usable while Idle. */
    Completeness completeness(const std::string &source);
    /** Names that could follow `prefix` in the console's namespace; empty while running. */
    std::vector<std::string> completions(const std::string &prefix);
    /** What a name that completions() gave is; nothing of it while running. */
    NameHelp describe(const std::string &name);

    RunState state() const;
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    /** Checked after the operators that they are about, while a script runs; a hit stops the program. */
    void setWatchpoints(std::vector<Watchpoint> watchpoints);
    /** From Paused; from Idle see RunOptions::stopAtFirstOp. */
    void step(const StepRequest &request);
    void pause(); ///< at the next operator or line

    /** Only while Paused, each answers on the interpreter's thread through `reply`; nothing of it is recorded as part
       of the run. Frames are counted from the innermost, 0. */
    void frames(std::function<void(const std::vector<FrameView> &)> reply);
    /** An expression, or a statement (its value is None). Operators that it calls are not in the event list. */
    void evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply);
    /** `target` is anything that can stand left of =: "x", "self.scale", "x[0]". Tells the new value. */
    void assign(int frame, const std::string &target, const std::string &source,
                std::function<void(const EvaluationResult &)> reply);
    /** Ends the run with KeyboardInterrupt, also out of an endless loop or a pause. */
    void stop();
    /** Waits until Idle; for tests and the command line. */
    RunOutcome wait();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitscope::inline python

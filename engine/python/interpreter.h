// SPDX-License-Identifier: Apache-2.0
// The user's Python, on a thread of its own: runs scripts and console input, stops, steps. No Python.h here.
#pragma once

#include "engine/session/session.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jitscope {

struct RunOptions {
    std::string mode;                      ///< "pynative", "graph", or "" for what the script sets
    std::string device;                    ///< "CPU", "Ascend", or "" for what the script sets
    std::string jitLevel;                  ///< "O0", "O1", or "" for what the code says
    std::vector<std::string> jitFunctions; ///< functions of the script to run as graphs although it does not say so
    std::vector<std::string> arguments;    ///< sys.argv[1:]
    RecordLevel record = RecordLevel::Ops;
    bool stopAtFirstOp = false; ///< begin in stepping
    /** Above 0: every compiled graph is checked pass by pass against the eager function when it is first called; how
       far values may lie apart, of the largest magnitude in their tensor. Findings are problems of kind "bisect". */
    double bisectTolerance = 0;
};

enum class RunState : uint8_t { Idle, Running, Paused };

/** How a script or console input ended. */
struct RunOutcome {
    int exitCode = 0;     ///< 0 good, 1 error in the script, else what it gave sys.exit
    std::string error;    ///< the traceback as Python prints it, or ""
    Problem problem;      ///< the same as one sentence with its place, when `error` is set
    bool stopped = false; ///< by the user
};

/** Where a paused program stands. */
struct PauseInfo {
    int64_t nextOp = -1;  ///< the number of the operator about to run, or -1 at a line
    std::string op;       ///< its primitive
    std::string operands; ///< as in OpEvent
    std::vector<StackFrame> stack;
    std::string reason; ///< "breakpoint", "step", "pause"
};

struct Breakpoint {
    std::string file;
    int line = 0;
    bool operator==(const Breakpoint &) const = default;
};

/** Called on the interpreter's thread; the receiver must not block. */
struct InterpreterEvents {
    std::function<void(bool isError, const std::string &text)> output;
    std::function<void(RunState state)> stateChanged;
    std::function<void(const PauseInfo &info)> paused;
    std::function<void(const RunOutcome &outcome)> finished;
};

class Interpreter {
public:
    /** Starts the thread; Python itself starts on it with the first use. One interpreter a process. */
    explicit Interpreter(InterpreterEvents events);
    ~Interpreter();

    /** Both return at once; the outcome comes through `finished`. Only when Idle. */
    void runScript(const std::string &path, const RunOptions &options);
    /** `text` instead of the file's content (an unsaved editor). */
    void runScript(const std::string &path, const std::string &text, const RunOptions &options);
    /** Input in the namespace of the last script; a value of an expression is printed by repr. Magics: %graph f(x),
        %pynative f(x), %time expr. */
    void runConsole(const std::string &source);
    /** Whether `source` is a complete statement, needs more lines, or can never be one. Usable while Idle. */
    enum class Completeness : uint8_t { Complete, NeedsMore, Invalid };
    Completeness completeness(const std::string &source);
    /** Names that could follow `prefix` in the console's namespace; empty while running. */
    std::vector<std::string> completions(const std::string &prefix);

    RunState state() const;
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    void resume();   ///< from Paused to the next breakpoint
    void stepOp();   ///< from Paused to before the next operator; from Idle see RunOptions::stopAtFirstOp
    void stepLine(); ///< from Paused to the next line of user code
    void pause();    ///< at the next operator or line
    /** Ends the run with KeyboardInterrupt, also out of an endless loop or a pause. */
    void stop();
    /** Waits until Idle; for tests and the command line. */
    RunOutcome wait();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitscope

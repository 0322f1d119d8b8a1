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
    int64_t valueBudgetBytes = 0; ///< of recorded values in memory; 0 = the recorder's default
};

enum class RunState : uint8_t { Idle, Running, Paused };

/** How a script or console input ended. */
/** A whole script, or one input of the console. */
enum class RunKind : uint8_t { Script, Console };

struct RunOutcome {
    RunKind kind = RunKind::Script;
    int exitCode = 0;       ///< 0 good, 1 error in the script, else what it gave sys.exit
    std::string error;      ///< the traceback as Python prints it, or ""
    Problem problem;        ///< the same as one sentence with its place, when `error` is set
    bool stopped = false;   ///< by the user
    int64_t durationNs = 0; ///< without the times that it stood still
};

/** Why a program stands still. */
enum class PauseReason : uint8_t { Breakpoint, Step, Pause, Exception, NonFinite, Watchpoint };

/** Where a paused program stands. */
struct PauseInfo {
    PauseReason reason = PauseReason::Step;
    int64_t nextOp = -1;  ///< the number of the operator about to run, or that the next one will get
    int64_t lastOp = -1;  ///< the operator that just ran, when it is why the program stands (a condition on its result)
    std::string op;       ///< the primitive about to run, or "" at a line
    std::string operands; ///< as in OpEvent
    std::vector<StackFrame> stack; ///< innermost first, the user's own frames
    int breakpoint = -1;           ///< index into what setBreakpoints() was given
    std::string message;           ///< the exception, the watchpoint's hit or the condition, in one sentence
};

/** Where to stop. Which fields count says `kind`; the condition holds for all. */
struct Breakpoint {
    enum class Kind : uint8_t { Line, Op, OpNumber, Node, Exception, Condition };

    Kind kind = Kind::Line;
    std::string file = {}; ///< Line
    int line = 0;          ///< Line
    std::string op =
        {}; ///< Op: the primitive ("MatMul"); Node: of a compiled graph: its name, or scope/name or scope/op
    int64_t number = -1;         ///< OpNumber: before the operator of this number
    std::string condition = {};  ///< "" or a query (engine/inspect/query.h); on a line: a Python expression in its
                                 ///< frame, for exceptions too, where `exception` is what was raised
    int64_t hitCount = 0;        ///< stops from this hit on; 0 and 1 = from the first
    std::string logMessage = {}; ///< when set, prints this and does not stop; {expression} is evaluated in the frame
    bool isEnabled = true;
    bool operator==(const Breakpoint &) const = default;
};

/** How far to go on from where the program stands. Runs that meet a breakpoint stop there first. */
struct StepRequest {
    enum class Kind : uint8_t {
        Continue,
        Op,        ///< before the next operator; from a call of a compiled graph: passes over it; inside: its next node
        Line,      ///< the next line of the same frame, or of its caller at the end ("over")
        Into,      ///< the next line anywhere in the user's code: enters functions and cells; a graph at its first node
        Out,       ///< behind the call that the frame is, or behind the compiled graph
        OutOfCell, ///< behind the call of the innermost cell
        NextInCell, ///< before the next operator that runs in the same cell (not in one inside of it)
        NonFinite,  ///< behind the next operator whose result holds NaN or an infinity that its inputs did not hold
        ToLine,     ///< when `file`:`line` is about to run
        ToOp,       ///< before the operator of number `op`
    };
    Kind kind = Kind::Continue;
    std::string file = {};
    int line = 0;
    int64_t op = -1;
};

/** A frame of the paused program with its names. */
struct FrameView {
    StackFrame frame;
    std::vector<Variable> variables; ///< locals in order of their code, then the globals it could see (isGlobal)
};

/** What an expression gave in a frame. */
struct EvaluationResult {
    Variable value;    ///< its name is the expression
    std::string error; ///< "NameError: name 'y' is not defined", or "" when it worked
};

/** What a name of the console is. */
struct NameHelp {
    std::string kind;      ///< "function", "class", "module", "command", or the type of a value; "" for an unknown name
    std::string signature; ///< "f(x, axis=0)", or a value in short
    std::string documentation; ///< its beginning, plain text
};

/** The values of a tensor, reduced to what a small picture in the console can show. */
struct ConsolePicture {
    enum class Kind : uint8_t { Curve, Heat, Histogram };

    Kind kind = Kind::Heat;
    std::string title; ///< with shape and range
    int rows = 0, columns = 0;
    std::vector<float> values; ///< row by row; of a curve least and largest value of each point, of a histogram counts
    double low = 0, high = 0;  ///< of the finite values of the whole tensor
};

/** A watchpoint's rule with its parameters; see engine/inspect/watchpoint.h. */
struct Watchpoint;

/** Called on the interpreter's thread; the receiver must not block. */
struct InterpreterEvents {
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
    /** Input in the namespace of the last script, or while Paused in the innermost frame; a value of an expression is
        printed by repr. Commands begin with %: jitscope_commands.py lists them. */
    void runConsole(const std::string &source);
    /** Whether `source` is a complete statement, needs more lines, or can never be one. Usable while Idle. */
    enum class Completeness : uint8_t { Complete, NeedsMore, Invalid };
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

} // namespace jitscope

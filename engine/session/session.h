// SPDX-License-Identifier: Apache-2.0
// Everything recorded of a run, or loaded from files, as plain data. Panels and subcommands read nothing else.
//
// A part of a running recording (Recorder::take) is a Session too. All numbers in it are absolute: an operator's
// number, a tensor's id, a compilation's index and an operator's index into `stacks` count from the beginning of the
// recording, though the part holds only what is new since the part before. Appending the parts in order gives the
// whole; the functions op(), tensor() and compilation() find what they are asked for in a part as in a whole.
#pragma once

#include "engine/base/codeorigin.h"
#include "engine/base/idlist.h"
#include "engine/base/lazytext.h"
#include "engine/base/sharedtext.h"
#include "engine/base/source.h"
#include "engine/passes/pass.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/session/recordedvalue.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jitscope {

/** A source file as it was when it ran. */
struct SourceFile {
    std::string path;
    std::string text;
    bool operator==(const SourceFile &) const = default;
};

/** One function on the Python stack when an operator ran; innermost first in a stack. */
struct StackFrame {
    std::string function; ///< "AttentionBlock.construct"
    SourceSpan span;
    bool operator==(const StackFrame &) const = default;
};

enum class RecordLevel : uint8_t { None, Ops, Values };

/** A tensor that an operator took or gave. Ids are given in order of first appearance and never reused. */
struct TensorRecord {
    int64_t id = -1;
    DType dtype = DType::Float32;
    Dims shape;
    RecordedValue value;   ///< none unless values are recorded
    SharedText name;       ///< a parameter's name, or ""
    int64_t op = -1;       ///< the operator whose result it is, or -1 when it came from outside
    int64_t firstUse = -1; ///< the operator with which it appeared
    int64_t memory = -1;   ///< the first tensor that stood in the same memory; -1: this one, or not known
};

/** What part of a training step an operator belongs to. */
enum class OpPhase : uint8_t { Forward, Backward, Optimizer };

/** One operator that ran: an eager call, or a node of a compiled graph. */
struct OpEvent {
    int64_t number = -1; ///< its place in the run, from 1 (shown as #118)
    SharedText op;       ///< the primitive, or the kernel's name
    IdList inputs;       ///< tensor ids
    IdList outputs;      ///< tensor ids
    SharedText operands; ///< all arguments as short text: "f32[2,3], f32[3], axis=-1"
    SharedText result;   ///< "f32[2,3]"
    int64_t startNs = 0, durationNs = 0;
    SharedText scope;       ///< the cells it ran in: "Default/network-Net/fc-Dense"
    int stack = -1;         ///< index into Session::stacks
    int compilation = -1;   ///< graph mode: which
    NodeId node;            ///< graph mode: the node of its final module
    int64_t graphCall = -1; ///< graph mode: the number of the call that it belongs to, from 1
    bool isKernel = false;  ///< a fused, compiled kernel
    OpPhase phase = OpPhase::Forward;
    bool writes = false;  ///< it wrote in place: its first output is the new state of one of its inputs' memory
    int64_t forward = -1; ///< backward: the number of the operator whose gradient rule ran it
    SharedText error;     ///< the message with which it failed
    OpCost cost;          ///< its work; zero where it is not known
};

/** `gradient` is a tensor that a gradient of `tensor` was computed as. Of several, the last is the complete one. */
struct GradientLink {
    int64_t tensor = -1, gradient = -1;
    bool operator==(const GradientLink &) const = default;
};

/** A name of a frame as it was when the program stopped. */
struct Variable {
    std::string name, type;
    std::string text;    ///< repr on one line, cut at 200 characters
    int64_t tensor = -1; ///< its record, when it is a tensor
    bool isGlobal = false;
    bool operator==(const Variable &) const = default;
};

/** Where the program stopped, with what the frames held then; going back shows these. */
struct StopRecord {
    int64_t nextOp = -1; ///< the operator that was about to run
    std::string reason;
    std::vector<StackFrame> stack;                ///< innermost first
    std::vector<std::vector<Variable>> variables; ///< by frame
    bool operator==(const StopRecord &) const = default;
};

/** What the user wrote at an operator. */
struct Bookmark {
    int64_t op = -1;
    std::string note;
    bool operator==(const Bookmark &) const = default;
};

/** A tensor that a watchpoint found (engine/inspect/watchpoint.h): the actual value against the threshold. */
struct WatchHit {
    int64_t op = -1; ///< after which it was checked
    int64_t tensor = -1;
    std::string rule;      ///< WatchRule::id
    std::string parameter; ///< which of the rule's thresholds was passed
    double actual = 0, threshold = 0;
    bool operator==(const WatchHit &) const = default;
};

/** One call of a compiled or plain function from Python: how it ran and why so. */
struct GraphCall {
    int64_t number = -1;
    std::string function; ///< its name, as the compilation has it
    int compilation = -1;
    int64_t startNs = 0, durationNs = 0;
    int stack = -1;
};

/** A stretch of the compile: "capture", "passes", "codegen", ...; stages may hold others by time. */
struct StageTime {
    std::string name;
    int64_t startNs = 0, durationNs = 0;
    bool operator==(const StageTime &) const = default;
};

/** A fused kernel that was compiled. */
struct KernelRecord {
    std::string name;  ///< "GraphKernel_Mul_Add_fusion"
    std::string graph; ///< its sub-graph in the final module
    std::vector<NodeId> members;
    LazyText llvmIr, assembly; ///< LLVM works for them only when they are asked for
    int64_t compileNs = 0;     ///< until it could run, whether compiled or found
    CodeOrigin origin = CodeOrigin::Unknown;
    int64_t codeBytes = -1; ///< of its machine code; -1: not known
};

/** What a script says of the settings that its graphs depend on, where options of the run forced something else; "" for
    what was not forced. */
struct ScriptSettings {
    std::string mode, jitLevel, device; ///< "pynative" or "graph"; "O0"; "CPU"
    bool operator==(const ScriptSettings &) const = default;
};

/** One function compiled for one set of argument types; or a graph that was read from a file. One whose capture failed
    has no graphs at all. */
struct Compilation {
    int index = -1;
    std::string function; ///< "fast_compute", "Network.construct", or the entry's name in a dump
    std::string key;      ///< what the compile depended on: "f32[512,512], f32[512,512]"
    std::string captureMode, jitLevel, device;
    ScriptSettings script; ///< see forcedsettings.h
    std::string options;   ///< what else jit() was given: "backend GE, fullgraph"
    std::string reason;    ///< why it was compiled: "first call", "argument x: f32[2,3] instead of f32[4,3]"
    SpanList spans;        ///< where the function stands
    Module captured;
    std::vector<PassRecord> passes;
    Module final;
    std::vector<KernelRecord> kernels;
    std::vector<StageTime> stages;
    bool imported = false;
};

enum class Severity : uint8_t { Note, Warning, Error };

/** Something the user should know: an error, a portability note. */
struct Problem {
    Severity severity = Severity::Note;
    std::string kind; ///< "portability", "error", "simulated", ...
    std::string message;
    SourceSpan span;
    bool operator==(const Problem &) const = default;
};

struct OutputChunk {
    bool isError = false; ///< stderr
    std::string text;
    bool operator==(const OutputChunk &) const = default;
};

struct Session {
    std::map<std::string, std::string> info; ///< "script", "device", "mode", "producer", "started_unix_ms", at the
                                             ///< end "outcome" (finished, failed, stopped), "exit_code", "duration_ns"
    std::vector<SourceFile> sources;
    std::vector<std::vector<StackFrame>> stacks;
    std::deque<TensorRecord> tensors; ///< by id: tensors[i].id == i
    std::deque<OpEvent> ops;          ///< by number; a deque, so that growing never moves millions of them
    std::vector<GraphCall> graphCalls;
    std::vector<Compilation> compilations; ///< by index
    Trace trace;
    std::vector<ProfilePtr> profiles;    ///< what profilers wrote besides the trace, by rank
    std::vector<Diagnostic> diagnostics; ///< what an importer skipped or mended
    std::vector<Problem> problems;
    std::vector<OutputChunk> output;
    std::vector<GradientLink> gradients;
    std::vector<StopRecord> stops;
    std::vector<Bookmark> bookmarks; ///< by op
    std::vector<WatchHit> watchHits;

    bool empty() const;
    const OpEvent *op(int64_t number) const;
    const TensorRecord *tensor(int64_t id) const;
    const Compilation *compilation(int index) const;
    const SourceFile *source(std::string_view path) const;
    /**
     * Puts a later part of the same recording behind this one. Numbers are absolute, so nothing is renumbered. Info and
     * sources of the same key or path take the later text; a compilation of an index that is here already replaces it
     * (its place was held while it was not finished); calls stay ordered by number, as one that holds others ends last.
     */
    void append(Session &&later);
    /** Fills TensorRecord::op and firstUse from the operators from place `firstOp` on; append() does. */
    void linkTensors(size_t firstOp = 0);
};

/** Where a stack stands in the user's own code: the innermost frame that is not inside this package; null for none. */
const StackFrame *userFrame(const Session &session, int stack);

/** The same for where a node came from: the innermost line of the user's own. */
const SourceSpan *userSpan(const Session &session, const SpanList &spans);

/** Adds the host and compile lanes that follow from ops, calls and compilations (idempotent use: once per part). */
void addRecordedLanes(Session &part);

/** What a view or a file shows of an operator's slice: "operands", "result", and "scope" and "error" where it has them.
    The slices themselves do not hold it. */
std::vector<std::pair<std::string, std::string>> sliceFacts(const OpEvent &op);
/** The trace with these as arguments of its slices, for files that stand alone. */
Trace withOpArguments(const Session &session);

} // namespace jitscope

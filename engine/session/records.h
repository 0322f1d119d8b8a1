// SPDX-License-Identifier: Apache-2.0
// What is recorded of a run, one type a kind: operators, tensors, calls, stops, output, problems. A Session
// (session.h) holds them in order.
#pragma once

#include "engine/base/idlist.h"
#include "engine/base/sharedtext.h"
#include "engine/base/source.h"
#include "engine/ir/nodeid.h"
#include "engine/ops/opcost.h"
#include "engine/session/recordedvalue.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

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
    int64_t thread = -1;  ///< the system's number of the thread that called it; 0: that of the program; -1: not known
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

} // namespace jitscope::inline session

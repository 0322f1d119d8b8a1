// SPDX-License-Identifier: Apache-2.0
// One call run twice, eagerly and as its compiled graph, value beside value: which eager result belongs to which node
// of the final graph, how far they lie apart, and which pass moved a node away. The result is plain data.
#pragma once

#include "engine/run/trail.h"

#include <functional>
#include <optional>

namespace jitscope::inline run {

/** One operator of the eager run. */
struct EagerStep {
    int64_t number = -1; ///< its place in the eager run, from 1
    std::string primitive;
    Value result; ///< as it was then
};

/** Keeps a value under a name, to be looked at, and tells the id of its tensor in the recording, or -1. The two runs
   are no part of the program's: nothing else of them is recorded. */
using KeepValue = std::function<int64_t(const Value &value, const std::string &name)>;

/** A call of a compiled function and what it gave eagerly. */
struct LockstepTask {
    Module captured, final;
    std::vector<PassRecord> passes;
    std::vector<Value> arguments; ///< one for each parameter that is no weight
    std::vector<EagerStep> eager;
    std::optional<Value> eagerResult; ///< in the form of the graph's result
    /** How many of the graph's results are the function's, where others follow that a gradient needs. */
    std::optional<size_t> results = {};
    std::vector<Value> writtenWeights; ///< after the eager run, in the order of the graph's weights; or none
    KeepValue keep = nullptr;
    /** Told what is done now and how much of all is done; false ends it. */
    std::function<bool(const std::string &what, double share)> progress = nullptr;
    void (*poll)() = nullptr; ///< see RunHooks
};

/** How far values may lie apart: `relative` of the largest magnitude in the tensor, plus `absolute`; 16-bit floats 100
    times as far. What rounding alone does to a value comes on top (rounding.h). */
struct LockstepTolerance {
    double relative = usualTolerance, absolute = 0;
};

/** A place from which on the value is further away from the eager one than before. */
struct LockstepCause {
    enum class Where : uint8_t {
        Capture, ///< the captured graph already gives something else
        Pass,
        Codegen, ///< the compiled kernel, not its operators one by one
    };
    Where where = Where::Pass;
    int pass = -1;        ///< its index among the passes
    std::string passName; ///< "opt_a.r1.cse"
    NodeId node;          ///< of the module after it
    std::string nodeText; ///< "Sub %12"
    std::string rule;     ///< of the pass's log, where it tells of this node
    ValueDifference difference;
};

/** An eager operator and the node that has its place; or one of both alone, and why. */
struct LockstepRow {
    enum class Kind : uint8_t {
        Pair,
        EagerOnly,
        GraphOnly,
        Result, ///< what the function returns
        Weight, ///< what it leaves in a parameter
    };
    Kind kind = Kind::Pair;
    int64_t eagerStep = -1;   ///< EagerStep::number
    int64_t eagerTensor = -1; ///< what KeepValue told of its result
    std::string primitive, eagerType;
    NodeId captured; ///< the node of the captured graph
    NodeId node;     ///< of the final graph
    std::string nodeName, nodePrimitive, nodeType;
    std::string kernel;      ///< the fused kernel that computes it, or ""
    int64_t nodeTensor = -1; ///< what KeepValue told of its value
    int round = 0;           ///< of a loop, from 1; 0 for a node that ran once
    bool isCompiled = false; ///< the value is the compiled kernel's, not that of its operators one by one
    ValueDifference difference;
    std::string reason;                ///< why there is no other side
    std::vector<LockstepCause> causes; ///< in the order of compilation

    /** Within what is allowed only because rounding alone moves it so far. */
    bool isRounding(const LockstepTolerance &tolerance) const {
        return isCompared() && difference.isRounding(tolerance.relative, tolerance.absolute);
    }
    bool isCompared() const { return kind != Kind::EagerOnly && kind != Kind::GraphOnly; }
    bool differs(const LockstepTolerance &tolerance) const {
        return isCompared() && difference.exceeds(tolerance.relative, tolerance.absolute);
    }
    /** The first place that left the tolerance; null if none did. */
    const LockstepCause *cause(const LockstepTolerance &tolerance) const;
};

struct LockstepRun {
    int compilation = -1; ///< its index in the recording
    std::string function, key;
    std::vector<LockstepRow> rows; ///< in the order of the eager run
    int modulesRun = 0;
    std::string note; ///< what was left out, or ""
};

/** Runs the captured graph, the graph after each pass that changed it, and the final one, node by node and compiled,
   each with the same arguments, random numbers and weights as the eager run had. Weights and random state are as before
    when it returns; what graphs print is dropped. The error names a module that cannot run. */
Result<LockstepRun> lockstep(const LockstepTask &task);

/** The first row at or behind `from` that differs by more. */
std::optional<size_t> firstDifference(const LockstepRun &run, const LockstepTolerance &tolerance, size_t from = 0);

/** "The first difference is at #12 Add: ..., made by pass ...", or that there is none. */
std::string verdictOf(const LockstepRun &run, const LockstepTolerance &tolerance);

/** All of it, for the recording's info and for other programs. */
std::string toJson(const LockstepRun &run);

} // namespace jitscope::inline run

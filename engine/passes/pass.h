// SPDX-License-Identifier: Apache-2.0
// What a pass is, what is recorded of each run of one, and who runs them.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"
#include "engine/passes/predicate.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline passes {

/** One application of one rule: these nodes became that one. Where `after` is a node that was there before (x of
    `x + 0`, the survivor of a merge), this log is the only link between the two. */
struct Rewrite {
    std::string rule; ///< "x + 0 -> x"
    std::vector<NodeId> before;
    NodeId after; ///< none: they were only removed
};

/** A fusion that a pass looked at and refused, with the predicate that failed and the values it saw. */
struct Refusal {
    std::string rule;
    std::vector<NodeId> nodes;
    Predicate predicate;

    /** "BiasAdd %12 has 2 users, needs 1" */
    std::string reason() const { return toString(predicate); }
};

enum class JitLevel : uint8_t { O0, O1 };

class DecisionBook;

/** What a pass may use and must fill besides the graph. */
struct PassContext {
    IdSource &ids;
    JitLevel level = JitLevel::O0;
    std::vector<Rewrite> rewrites;
    std::vector<Refusal> refusals;
    int cycle = 0;                     ///< of the pass's stage, from 1; 0 in stages that run once
    DecisionBook *decisions = nullptr; ///< what somebody decided instead of the passes; null: nothing
};

enum class PassPhase : uint8_t { FrontEnd, HardwareOptimization, GraphKernel };

/** As shown and printed: "frontend", "hwopt", "graph_kernel". */
std::string_view toString(PassPhase phase);

struct PassDef {
    std::string name; ///< MindSpore's where it does the same: "arithmetic_simplify"
    PassPhase phase = PassPhase::FrontEnd;
    std::string summary;                                      ///< one sentence in plain English
    std::function<Module(const Module &, PassContext &)> run; ///< returns the same graphs where nothing is to do
    JitLevel minimumLevel = JitLevel::O0;
    std::string stage = {}; ///< the part of the phase that it belongs to: "opt_a"; a pass may stand in several
    /** It changes nothing where none of these is called outside of kernels, so it is not asked then; empty: always. */
    std::vector<OpName> needsOneOf = {};
    std::string behind = {}; ///< plugins: runs right behind the first pass of this name (and in its stage and phase)
};

/** The built-in pipeline in its order (engine/passes/pipeline.cpp). */
const std::vector<PassDef> &builtinPasses();

/** The built-in pipeline with the passes of loaded plugins: behind the pass they name, else at the end of their stage
    or, without one, of their phase. */
std::vector<PassDef> pipeline();

/** How often the passes of that stage run in turn while they still change something; 1 for stages that run once. */
int mostCycles(std::string_view stage);

/** Adds a plugin's pass to every later pipeline; an error when the name is taken. */
Result<void> registerPass(PassDef pass);

/** Everything that is kept of one run of one pass. */
struct PassRecord {
    int index = 0;
    PassPhase phase = PassPhase::FrontEnd;
    std::string name;
    std::string summary;
    Module before, after;
    bool changed = false;
    int nodesBefore = 0, nodesAfter = 0;
    int64_t startNs = 0, timeNs = 0;
    std::vector<Rewrite> rewrites;
    std::vector<Refusal> refusals;
    std::string stage = {}; ///< see PassDef; empty for what was read from a dump
    int cycle = 0;          ///< of its stage, from 1; 0 in stages that run once
};

/** "opt_a" of a stage that runs once, "opt_a, cycle 2" of one that repeats; "" without a stage. */
std::string stageText(const PassRecord &record);

/** Unique in a compilation, in MindSpore's way: "opt_a.r1.cse", "cconv.cconv"; the name alone without a stage. */
std::string fullName(const PassRecord &record);

/** Called around every pass; the runner knows none of its instruments. */
class PassInstrument {
public:
    virtual ~PassInstrument() = default;
    /** False skips the pass (switched off by the user). */
    virtual bool beforePass(const PassDef &, const Module &) { return true; }
    virtual void afterPass(const PassDef &, const Module & /*before*/, const Module & /*after*/, PassContext &) {}
};

/** Keeps a PassRecord of each run, with its time. */
class SnapshotInstrument : public PassInstrument {
public:
    bool beforePass(const PassDef &, const Module &) override;
    void afterPass(const PassDef &, const Module &, const Module &, PassContext &) override;
    std::vector<PassRecord> records;

private:
    int64_t m_startNs = 0;
};

/** Sums the time of each pass name over its runs. */
class TimingInstrument : public PassInstrument {
public:
    struct Row {
        std::string name;
        int64_t totalNs = 0;
        int runs = 0;
    };
    bool beforePass(const PassDef &, const Module &) override;
    void afterPass(const PassDef &, const Module &, const Module &, PassContext &) override;
    std::vector<Row> rows;

private:
    int64_t m_startNs = 0;
};

/** Verifies after each pass and remembers the first fault with the pass's name. */
class VerifyInstrument : public PassInstrument {
public:
    void afterPass(const PassDef &, const Module &, const Module &, PassContext &) override;
    std::string firstFault; ///< empty when all is well
};

/** Skips the passes of these names. */
class SkipInstrument : public PassInstrument {
public:
    explicit SkipInstrument(std::vector<std::string> names)
        : m_names(std::move(names)) {}
    bool beforePass(const PassDef &, const Module &) override;

private:
    std::vector<std::string> m_names;
};

/** Runs `passes` whose level allows it in order; instruments are called first to last, so those that measure time stand
    before those that take it. Neighbours of one stage run again in turn while one of them changes something, as often
   as mostCycles() allows; a pass that would be given what it was given last, or what it made of that, is left out. The
   log of rewrites and refusals is emptied before each pass. */
Module runPasses(const Module &module, const std::vector<PassDef> &passes, PassContext &context,
                 std::span<PassInstrument *const> instruments);

} // namespace jitscope::inline passes

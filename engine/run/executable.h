// SPDX-License-Identifier: Apache-2.0
// A module made ready to run: nodes in order, each with its kernel, and a plan of when values can be dropped.
#pragma once

#include "engine/codegen/kernelcompiler.h"
#include "engine/ir/graph.h"
#include "engine/run/outputaliases.h"
#include "engine/session/compilation.h"

#include <functional>
#include <memory>
#include <span>

namespace jitscope::inline run {

/** Sees each node of a running graph; only asked for when someone records. */
class NodeListener {
public:
    virtual ~NodeListener() = default;
    /** Whether tuples, tokens and calls of graphs are reported, too; calls that end a graph never are. */
    virtual bool seesAll() const { return false; }
    /** What nodeDone() will tell is about to run; may block, and may throw to end the run. */
    virtual void nodeStarts(const Node &, bool /*isKernel*/, std::span<const Value> /*arguments*/) {}
    /** Whether arguments are still looked at when nodeDone() tells of them. Else a result may take their memory, as in
       a run that nobody follows. */
    virtual bool keepsArguments() const { return true; }
    /** For who does not keep them: results of the node, which runs next, may take the memory of some of them. */
    virtual void beforeTaking(const Node &, std::span<const Value> /*arguments*/) {}
    /** Right before it runs: who wants to know what other arguments would lead to may put them there. */
    virtual void beforeCompute(const Node &, std::span<Value> /*arguments*/) {}
    /** An operator or a compiled kernel; tuples, tokens and calls of other graphs compute nothing and are left out. */
    virtual void nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                          int64_t startNs, int64_t endNs) = 0;
};

/** Who follows a run, and who may end it. */
struct RunHooks {
    NodeListener *listener = nullptr; ///< sees every node
    void (*poll)() = nullptr;         ///< called once for each round of a loop; ends the run by throwing
};

/** One fused kernel as it was built into an executable. */
struct BuiltKernel {
    std::string graph; ///< its sub-graph
    NodeId node;       ///< the call in the module's entry; invalid when only other graphs call it
    std::shared_ptr<const CompiledKernel> code; ///< null when it could not be compiled: its nodes then run one by one
    std::string note;                           ///< why it could not
};

/** How fused kernels run. */
enum class KernelUse : uint8_t {
    Compiled,
    NodeByNode, ///< by the operators of their members, as eager calls
};

class Executable {
public:
    /** Compiles all fused kernels of `module`. Calls of other graphs run too, so any pass's module can be executed.
        The results that `copiedOutputs` names are handed out as copies. */
    static Result<std::shared_ptr<const Executable>> prepare(const Module &module, KernelUse use = KernelUse::Compiled,
                                                             OutputCopies copiedOutputs = {});

    /** Runs with one value for each parameter that is no weight, in their order. Throws std::invalid_argument with the
        operator's text and the node's place on failure. Reentrant. */
    Value run(std::span<const Value> arguments, const RunHooks &hooks = {}) const;
    /** The same; moves the arguments out of where they stand, so that their memory can be used again on the way. */
    Value runTaking(std::span<Value> arguments, const RunHooks &hooks = {}) const;

    /** Whether nothing but operators and kernels runs, none of which writes to what it is given. */
    bool borrows() const;
    /** The same where it `borrows`: the values stay where they are, for nobody else to change meanwhile. */
    Value runBorrowing(std::span<const Value *const> arguments) const;

    const std::vector<BuiltKernel> &kernels() const { return m_kernels; }
    /** "codegen", within it each kernel by the name of its graph, then "plan". */
    const std::vector<StageTime> &stages() const { return m_stages; }
    /** The most bytes of intermediate values alive at once when `run`, by the plan. */
    int64_t peakBytes() const { return m_peakBytes; }

    ~Executable();

private:
    Executable();
    struct Plan;
    std::unique_ptr<Plan> m_plan;
    std::vector<BuiltKernel> m_kernels;
    std::vector<StageTime> m_stages;
    OutputCopies m_copiedOutputs;
    int64_t m_peakBytes = 0;
};

} // namespace jitscope::inline run

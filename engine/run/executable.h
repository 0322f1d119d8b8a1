// SPDX-License-Identifier: Apache-2.0
// A module made ready to run: nodes in order, each with its kernel, and a plan of when values can be dropped.
#pragma once

#include "engine/codegen/kernelcompiler.h"
#include "engine/ir/graph.h"

#include <functional>
#include <memory>
#include <span>

namespace jitscope {

/** Sees each node of a running graph; only asked for when someone records. */
class NodeListener {
public:
    virtual ~NodeListener() = default;
    virtual void nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                          int64_t startNs, int64_t endNs) = 0;
};

/** One fused kernel as it was built into an executable. */
struct BuiltKernel {
    std::string graph; ///< its sub-graph
    NodeId node;       ///< the call in the module's entry
    std::shared_ptr<const CompiledKernel> code;
};

class Executable {
public:
    /** Compiles all fused kernels of `module`. Calls of other graphs run too, so any pass's module can be executed. */
    static Result<std::shared_ptr<const Executable>> prepare(const Module &module);

    /** Runs with one value for each parameter that is no weight, in their order. Throws std::invalid_argument with the
        operator's text and the node's place on failure. Reentrant. */
    Value run(std::span<const Value> arguments, NodeListener *listener = nullptr) const;

    const std::vector<BuiltKernel> &kernels() const { return m_kernels; }
    /** The most bytes of intermediate values alive at once when `run`, by the plan. */
    int64_t peakBytes() const { return m_peakBytes; }

    ~Executable();

private:
    Executable();
    struct Plan;
    std::unique_ptr<Plan> m_plan;
    std::vector<BuiltKernel> m_kernels;
    int64_t m_peakBytes = 0;
};

} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// The values of a final module as it really runs: compiled kernels where there are some, their members one by one where
// only that shows what is inside.
#pragma once

#include "engine/run/lockstep.h"

#include <memory>
#include <set>
#include <unordered_map>

namespace jitscope::inline run {

/** Neither a tuple, a token nor the call of a graph. */
bool computes(const Node &node);

struct FinalValue {
    const Value *value = nullptr; ///< null when it did not run
    bool isCompiled = false;      ///< by a compiled kernel
    NodeId ran;                   ///< the node, or the call of its kernel
};

class FinalValues {
public:
    explicit FinalValues(const Module &final);

    /** The `round`th value (from 0) of a node. */
    FinalValue of(NodeId node, size_t round, const Trail &single, const Trail &compiled) const;
    /** The kernel that a node is a member of, or "". */
    std::string kernelOf(NodeId node) const;
    const NodePtr &node(NodeId id) const { return m_nodes.at(id); }

private:
    struct Home {
        std::string kernel; ///< the graph of the kernel that the node is a member of
        NodeId call;        ///< of that graph
        bool isOutput = false;
        int item = -1; ///< of an output that is a tuple
    };
    void addKernel(const Graph &kernel, NodeId call);

    const Module &m_module;
    std::unordered_map<NodeId, NodePtr> m_nodes;
    std::unordered_map<NodeId, Home> m_homes;
};

} // namespace jitscope::inline run

// SPDX-License-Identifier: Apache-2.0
// One side of a match in words: what the nodes are called that stand for one of the other side.
#pragma once

#include "engine/variants/stagematch.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline variants {

/** Nodes that stand in one place. */
struct TitleGroup {
    std::string kernel; ///< the fused kernel that they are members of; "" of none
    std::vector<std::string> titles;
};

class MatchedSide {
public:
    /** Both outlive this. */
    MatchedSide(const Module &module, const std::vector<NodeMatch> &nodes);

    /** In the order of `nodes`, kernel by kernel. The call of a kernel is left out where its members are named, which
        are what stands for the other side. */
    std::vector<TitleGroup> titlesOf(const std::vector<NodeId> &nodes) const;
    /** "Exp %4", "x", "constant". */
    std::string titleOf(NodeId node) const;

private:
    /** The kernel that the node is a member of, or "". */
    std::string kernelOf(NodeId node) const;

    const Module &m_module;
    std::unordered_map<NodeId, const NodeMatch *> m_nodes;
};

/** "Neg %24, Exp %25 in @GraphKernel_1"; "" of none. */
std::string groupedText(const std::vector<TitleGroup> &groups);

} // namespace jitscope::inline variants

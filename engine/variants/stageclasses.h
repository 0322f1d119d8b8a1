// SPDX-License-Identifier: Apache-2.0
// The class of change of each node of two stages, from which node of one stands for which of the other.
#pragma once

#include "engine/variants/passlinks.h"
#include "engine/variants/stagematch.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline variants {

class StageClasses {
public:
    /** Nodes of both sides that are the same have one id. */
    StageClasses(const ModuleIndex &left, const ModuleIndex &right,
                 const std::function<StageLinks(NodeId left)> &links);

    StageChange ofLeft(NodeId id) const;
    StageChange ofRight(NodeId id) const;
    /** All that stands for it, constants and survivors of merges too. */
    std::vector<NodeId> counterpartsOfLeft(NodeId id) const;
    std::vector<NodeId> counterpartsOfRight(NodeId id) const;

private:
    using Nodes = std::vector<const PlacedNode *>;
    Nodes relevant(Nodes nodes, const PlacedNode &to) const;
    Nodes rightsOf(const PlacedNode &left) const;
    Nodes leftsOf(const PlacedNode &right) const;
    StageChange relation(const PlacedNode &left, const PlacedNode &right) const;
    StageChange intoKernel(const PlacedNode &right) const;
    StageChange content(const PlacedNode &left, const PlacedNode &right) const;
    bool isKernelCall(const PlacedNode &place, const ModuleIndex &side) const;

    const ModuleIndex &m_left, &m_right;
    std::unordered_map<NodeId, StageLinks> m_links;                          ///< by the left node
    std::unordered_map<NodeId, std::vector<NodeId>> m_sources, m_allSources; ///< by the right node; without stand-ins
    std::unordered_map<const Graph *, std::unordered_set<NodeId>> m_kernelSources; ///< of kernels on the right
    std::unordered_set<std::string> m_kernels[2];                                  ///< names, left and right
};

/** Whether the operator only converts or moves what it is given: what passes put in between. */
bool isMover(const Node &node);

/** The same node for a reader, but for its inputs: Unchanged, Retyped, Reattributed, or Replaced for another operator.
 */
StageChange contentChange(const Node &left, const Node &right);

} // namespace jitscope::inline variants

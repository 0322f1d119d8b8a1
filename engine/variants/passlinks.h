// SPDX-License-Identifier: Apache-2.0
// Which nodes after one pass stand for which before it, and why: by ids, origins and the pass's log of rewrites.
#pragma once

#include "engine/passes/pass.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jitscope::inline variants {

/** Where a node stands in its module. */
struct PlacedNode {
    NodePtr node;
    const Graph *graph = nullptr;
};

/** The nodes of a module by id. Calls and parameters are what is matched; constants only take the place of such. */
class ModuleIndex {
public:
    explicit ModuleIndex(const Module &module);

    /** A call or parameter; null for none. */
    const PlacedNode *find(NodeId id) const;
    bool holdsConstant(NodeId id) const { return m_constants.contains(id); }
    bool holds(NodeId id) const { return find(id) || holdsConstant(id); }
    /** In the order of the graphs, parameters first. */
    const std::vector<PlacedNode> &nodes() const { return m_nodes; }
    const std::unordered_map<NodeId, NodePtr> &constants() const { return m_constants; }
    const Module &module() const { return m_module; }

private:
    void addConstant(const NodePtr &node);

    Module m_module;
    std::vector<PlacedNode> m_nodes;
    std::unordered_map<NodeId, size_t> m_places;
    std::unordered_map<NodeId, NodePtr> m_constants;
};

/** A node that stands for another one of an earlier stage. */
struct StageLink {
    NodeId node;
    bool isStandIn = false; ///< it has its own line: the survivor of a merge, x of `x + 0`, the result of a called body
    bool operator==(const StageLink &) const = default;
};
using StageLinks = std::vector<StageLink>;

class PassLinks {
public:
    PassLinks(const PassRecord &pass, std::shared_ptr<const ModuleIndex> before,
              std::shared_ptr<const ModuleIndex> after);

    /** Of a node before the pass. */
    StageLinks of(NodeId node) const;
    /** The nodes before the pass that are not simply themselves behind it. */
    std::vector<NodeId> moved() const;

    /** What became of the node, in words; "" where nothing happened to it or nothing tells why it is gone. */
    std::string fateOf(NodeId node) const;
    /** Why a node that is new is there; "" where nothing tells. */
    std::string causeOf(NodeId made) const;
    /** "opt_a.r1.cse". */
    const std::string &passName() const { return m_name; }

    const ModuleIndex &before() const { return *m_before; }
    const ModuleIndex &after() const { return *m_after; }

private:
    void noteOrigins(const Node &made);
    void noteRewrite(const Rewrite &rewrite);
    void link(NodeId from, StageLink to);
    NodeId resolved(NodeId after) const;
    bool isUnused(NodeId node) const;
    std::string fateOfUnlogged(NodeId node) const;

    std::string m_name;
    std::vector<Rewrite> m_rewrites;
    std::shared_ptr<const ModuleIndex> m_before, m_after;
    std::unordered_map<NodeId, std::vector<size_t>> m_logged; ///< rewrites, by what they replaced
    std::unordered_map<NodeId, std::vector<size_t>> m_madeBy; ///< rewrites, by what they made
    std::unordered_map<NodeId, StageLinks> m_links;
    std::unordered_set<NodeId> m_withOrigins;                        ///< new nodes that came of nodes before the pass
    mutable std::unordered_map<NodeId, std::vector<NodeId>> m_users; ///< before the pass; made when asked for
};

} // namespace jitscope::inline variants

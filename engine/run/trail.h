// SPDX-License-Identifier: Apache-2.0
// What one run of a module computed, node by node, and which node of one module has the place of which of another.
#pragma once

#include "engine/passes/pass.h"
#include "engine/run/executable.h"
#include "engine/run/rounding.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline run {

/** The elements as they are now, whatever is written to the tensor later. */
Value frozen(const Value &value);

/** All that one run computed, with the rounds of loops. */
class Trail : public NodeListener {
public:
    struct Step {
        NodeId node;
        bool isKernel = false;
        Value value;
    };

    /** Of each node the values of that many rounds are kept. */
    explicit Trail(size_t mostRounds)
        : m_mostRounds(mostRounds) {}

    bool seesAll() const override { return true; }
    void nodeDone(const Node &node, bool isKernel, std::span<const Value>, const Value &result, int64_t,
                  int64_t) override;

    /** In the order in which they were done; steps beyond the rounds that are kept are left out. */
    const std::vector<Step> &steps() const { return m_steps; }
    /** The places of a node's rounds among the steps. */
    const std::vector<size_t> &rounds(NodeId node) const;
    bool isFull() const { return m_isFull; } ///< whether a round was left out

private:
    size_t m_mostRounds;
    bool m_isFull = false;
    std::vector<Step> m_steps;
    std::unordered_map<NodeId, std::vector<size_t>> m_rounds;
};

/** What was computed before and after a pass, and how far apart that may lie. */
struct StageValues {
    const Trail &before, &after;
    const CallRounding &rounding; ///< of the module before
    double relative, absolute;

    /** How `node` differs from `reference` in the first round where it is beyond that; none if it never is. */
    struct Found {
        size_t round;
        ValueDifference difference;
    };
    std::optional<Found> difference(NodeId reference, NodeId node) const;
};

/** For every node of one module, the node of the module before whose place it has taken: the same, or what the users
    that stayed used in its place. */
class NodePlaces {
public:
    NodePlaces(const Module &before, const Module &after);

    /** The node before whose value `after` should give, or null. */
    NodePtr of(const Node &after) const;
    NodePtr nodeBefore(NodeId id) const;
    NodePtr nodeAfter(NodeId id) const;
    /** The nodes that took the place of one that is there no more, by their users. */
    const std::vector<NodeId> &taken(NodeId before) const;

private:
    void pairInputs(const Node &after);
    void pair(const Node &before, const Node &after);

    std::unordered_map<NodeId, NodePtr> m_before, m_after;
    std::unordered_map<NodeId, NodeId> m_pairs;              ///< after -> before
    std::unordered_map<NodeId, std::vector<NodeId>> m_taken; ///< before -> after
};

/** `node` gives something else than `reference`, which it stands for: the node that is to blame. A node that is as it
   was computes something else because of what the pass put before it; of the new nodes that lead to a new one, the
   first that took the place of one other node and gives something else is the culprit. */
NodePtr culpritOf(const NodePtr &node, const Node &reference, const NodePlaces &places, const StageValues &values);

} // namespace jitscope::inline run

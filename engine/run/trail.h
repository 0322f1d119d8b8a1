// SPDX-License-Identifier: Apache-2.0
// What one run of a module computed, node by node, and which node of one module has the place of which of another.
#pragma once

#include "engine/passes/pass.h"
#include "engine/run/executable.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline run {

/** The elements as they are now, whatever is written to the tensor later. */
Value frozen(const Value &value);

/** Elements that are off by this much of themselves are told of, even where the largest element lets them pass. */
constexpr double hiddenBySize = 0.5;

/** How far one value lies from another. */
struct ValueDifference {
    std::string structure;  ///< "f32[2] instead of f32[3]"; empty when elements could be compared
    double maxAbsolute = 0; ///< of all elements
    double maxRelative = 0; ///< of all elements: |a - b| / max(|a|, |b|); near 1 for small ones that are quite wrong
    double magnitude = 0;   ///< the largest of the expected tensor
    int item = -1;          ///< of a tuple: the tensor that lies furthest, else -1
    int64_t worst = -1;     ///< its element
    double expected = 0, actual = 0;
    bool isSmallFloat = false; ///< 16-bit floats are allowed 100 times as much

    /** Further apart than `relative` of the magnitude plus `absolute`. */
    bool exceeds(double relative, double absolute) const;
    /** Whether elements that are small beside the largest differ by half of themselves or more, which a tolerance of
        the largest lets pass: rounding after a cancellation, or a mistake. */
    bool isHiddenBySize() const { return structure.empty() && maxRelative >= hiddenBySize; }
};

/** Numbers and tensors are compared, what holds none (tokens, graphs) is equal. */
ValueDifference compare(const Value &expected, const Value &actual);

/** "off by 0.5 at element 3: 1.5 instead of 1", "f32[2] instead of f32[3]". */
std::string toString(const ValueDifference &difference);

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
NodePtr culpritOf(const NodePtr &node, const Node &reference, const NodePlaces &places, const Trail &before,
                  const Trail &after, double relative, double absolute);

} // namespace jitscope::inline run

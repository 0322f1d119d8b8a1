// SPDX-License-Identifier: Apache-2.0
// Keeps what nodes compute and follows places from module to module.
#include "engine/run/trail.h"

#include <algorithm>

namespace jitscope::inline run {

Value frozen(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) {
        if (!tensor->defined()) return value;
        const StoragePtr now(tensor->storage()->snapshot());
        return Tensor(now, tensor->shape(), tensor->strides(), tensor->offset(), tensor->dtype());
    }
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(frozen(item));
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

void Trail::nodeDone(const Node &node, bool isKernel, std::span<const Value>, const Value &result, int64_t, int64_t) {
    std::vector<size_t> &rounds = m_rounds[node.id];
    if (rounds.size() >= m_mostRounds) {
        m_isFull = true;
        return;
    }
    rounds.push_back(m_steps.size());
    m_steps.push_back({node.id, isKernel, frozen(result)});
}

const std::vector<size_t> &Trail::rounds(NodeId node) const {
    static const std::vector<size_t> none;
    const auto found = m_rounds.find(node);
    return found == m_rounds.end() ? none : found->second;
}

std::optional<StageValues::Found> StageValues::difference(NodeId reference, NodeId node) const {
    const auto &right = before.rounds(reference), &given = after.rounds(node);
    for (size_t i = 0; i < std::min(right.size(), given.size()); ++i) {
        ValueDifference off =
            compare(before.steps()[right[i]].value, after.steps()[given[i]].value, rounding.of(reference, i));
        if (off.exceeds(relative, absolute)) return Found{i, std::move(off)};
    }
    return std::nullopt;
}

NodePlaces::NodePlaces(const Module &before, const Module &after) {
    for (const GraphPtr &graph : before.graphs)
        for (const NodePtr &node : graph->nodes)
            m_before.emplace(node->id, node);
    for (const GraphPtr &graph : after.graphs)
        for (const NodePtr &node : graph->nodes)
            m_after.emplace(node->id, node);
    for (const GraphPtr &graph : after.graphs) {
        for (const NodePtr &node : graph->nodes)
            pairInputs(*node);
        const GraphPtr old = before.find(graph->name);
        if (old && old->output && graph->output) pair(*old->output, *graph->output);
    }
}

/** A node that stayed uses at each place what took the place of what it used. */
void NodePlaces::pairInputs(const Node &after) {
    const NodePtr old = nodeBefore(after.id);
    if (!old || old->op != after.op || old->inputs.size() != after.inputs.size()) return;
    for (size_t i = 0; i < after.inputs.size(); ++i)
        pair(*old->inputs[i], *after.inputs[i]);
}

void NodePlaces::pair(const Node &before, const Node &after) {
    if (!before.isCall() || !after.isCall() || before.id == after.id) return;
    if (m_pairs.emplace(after.id, before.id).second) m_taken[before.id].push_back(after.id);
}

NodePtr NodePlaces::of(const Node &after) const {
    if (const auto same = m_before.find(after.id); same != m_before.end()) return same->second;
    const auto found = m_pairs.find(after.id);
    return found == m_pairs.end() ? nullptr : nodeBefore(found->second);
}

NodePtr NodePlaces::nodeBefore(NodeId id) const {
    const auto found = m_before.find(id);
    return found == m_before.end() ? nullptr : found->second;
}

NodePtr NodePlaces::nodeAfter(NodeId id) const {
    const auto found = m_after.find(id);
    return found == m_after.end() ? nullptr : found->second;
}

const std::vector<NodeId> &NodePlaces::taken(NodeId before) const {
    static const std::vector<NodeId> none;
    const auto found = m_taken.find(before);
    return found == m_taken.end() ? none : found->second;
}

namespace {

/** A node that is as it was computes something else because of what the pass put before it. */
NodePtr inputToBlame(const NodePtr &node, const Node &reference, const NodePlaces &places) {
    if (node->id != reference.id || node->op != reference.op || node->callee != reference.callee) return node;
    for (auto input = node->inputs.rbegin(); input != node->inputs.rend(); ++input)
        if ((*input)->isCall() && !places.of(**input)) return *input;
    return node;
}

/** Of the new nodes that lead to `node`, the first that took the place of one other node and gives something else;
    null if there is none. Nodes inside of the rewrite that made `node` share its origins and prove nothing. */
NodePtr wrongReplacement(const NodePtr &node, const NodePlaces &places, const StageValues &values) {
    if (places.nodeBefore(node->id)) return nullptr;
    for (const NodePtr &input : node->inputs) {
        if (!input->isCall() || places.nodeBefore(input->id)) continue;
        if (const NodePtr earlier = wrongReplacement(input, places, values)) return earlier;
        if (input->origins.size() != 1 || input->origins == node->origins) continue;
        if (values.difference(input->origins.front(), input->id)) return input;
    }
    return nullptr;
}

} // namespace

NodePtr culpritOf(const NodePtr &node, const Node &reference, const NodePlaces &places, const StageValues &values) {
    const NodePtr blamed = inputToBlame(node, reference, places);
    const NodePtr earlier = wrongReplacement(blamed, places, values);
    return earlier ? earlier : blamed;
}

} // namespace jitscope::inline run

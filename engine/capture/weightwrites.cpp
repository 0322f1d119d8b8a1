// SPDX-License-Identifier: Apache-2.0
// Goes through the calls of a region once, so that each question is a look at a table.
#include "engine/capture/weightwrites.h"

#include "engine/ops/opdef.h"

#include <algorithm>

namespace jitscope::inline capture {

WeightWrites::WeightWrites(const GraphCapture &capture, NodeId first)
    : m_capture(capture) {
    for (const NodePtr &node : capture.callsSince(first)) {
        std::unordered_set<std::string> seen;
        noteCall(*node, node->id, seen);
    }
}

bool WeightWrites::isWrittenBehind(const Node &value, const Node &reader) const {
    if (m_last.empty() || !value.isParameter() || !value.weight->defined()) return false;
    const auto last = m_last.find(value.weight->storage().get());
    return last != m_last.end() && last->second > reader.id.value;
}

void WeightWrites::noteCall(const Node &node, NodeId at, std::unordered_set<std::string> &seen) {
    if (!node.callee.empty()) noteGraph(node.callee, at, seen);
    if (node.function)
        for (const NodePtr &input : node.function->inputs)
            if (const GraphReference *graph = input->isConstant() ? input->value->asGraph() : nullptr)
                noteGraph(graph->name, at, seen);
    const OpDef *op = findOp(node.op);
    if (!op || op->effect != Effect::Writes) return;
    for (const size_t place : op->written) {
        const Node &target = *node.inputs[place];
        if (!target.isParameter() || !target.weight->defined()) continue;
        int64_t &last = m_last[target.weight->storage().get()];
        last = std::max(last, at.value);
    }
}

std::unordered_set<const Storage *> writtenWeights(const Module &module, NodeId first, NodeId end) {
    std::unordered_set<const Storage *> written;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes) {
            const OpDef *op = node->id.value < first.value || node->id.value >= end.value ? nullptr : findOp(node->op);
            if (!op || op->effect != Effect::Writes) continue;
            for (const size_t place : op->written)
                if (const Node &target = *node->inputs[place]; target.isParameter() && target.weight->defined())
                    written.insert(target.weight->storage().get());
        }
    return written;
}

void WeightWrites::noteGraph(const std::string &name, NodeId at, std::unordered_set<std::string> &seen) {
    const GraphPtr graph = seen.insert(name).second ? m_capture.closedGraph(name) : nullptr;
    if (!graph) return;
    for (const NodePtr &node : graph->nodes)
        noteCall(*node, at, seen);
}

} // namespace jitscope::inline capture

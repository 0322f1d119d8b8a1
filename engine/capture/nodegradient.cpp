// SPDX-License-Identifier: Apache-2.0
// Computing again, on demand and without recursion, what a gradient needs of a graph that was called.
#include "engine/capture/nodegradient.h"

#include <algorithm>
#include <stdexcept>

namespace jitscope::inline capture {

/** "Gradients/Default/net-Net" for "Default/net-Net", as MindSpore names the scopes of backward nodes. */
std::string backwardScope(const std::string &scope) {
    return "Gradients/" + scope;
}

NodePtr ForwardValues::here(const NodePtr &node) {
    if (m_place == Place::OpenGraph || !node->isCall()) return known(node);
    std::vector<NodePtr> open = {node};
    while (!open.empty()) {
        const NodePtr top = open.back();
        const size_t before = open.size();
        const auto need = [&](const NodePtr &input) {
            if (input && input->isCall() && !m_here.contains(input.get())) open.push_back(input);
        };
        if (!m_here.contains(top.get())) {
            need(top->function);
            std::ranges::for_each(top->inputs, need);
        }
        if (open.size() > before) continue;
        open.pop_back();
        if (!m_here.contains(top.get())) m_here[top.get()] = again(*top);
    }
    return known(node);
}

const NodePtr &ForwardValues::known(const NodePtr &node) const {
    const auto found = m_here.find(node.get());
    return found == m_here.end() ? node : found->second;
}

NodePtr ForwardValues::input(const Node &node, size_t place) {
    const NodePtr &input = node.inputs[place];
    if (!m_writes.isWrittenBehind(*input, node)) return here(input);
    if (m_place == Place::CalledGraph) refuseWritten(node, *input);
    return m_capture.addReadBefore(input, node);
}

/** In a graph that was called the value is not at hand any more. */
void ForwardValues::refuseWritten(const Node &node, const Node &input) const {
    throw std::invalid_argument(
        "The gradient of a branch, loop or function needs the Parameter '" + input.name + "' as it was when '" +
        (node.op.empty() ? node.name : node.op.text()) +
        "' read it, but it was written to behind the call. Write to it when the gradient is there.");
}

void refuseOnceMore(const std::string &graph, const char *what) {
    throw std::invalid_argument("The gradient of the branch, loop or function @" + graph +
                                " is not supported, because it " + what +
                                ", and would do so once more on the way back.");
}

void ForwardValues::refuseEffects(const Node &node, const std::string &graph,
                                  std::unordered_set<std::string> &seen) const {
    for (const NodePtr &input : node.inputs)
        if (m_writes.isWrittenBehind(*input, node)) refuseWritten(node, *input);
    if (!node.callee.empty()) return refuseEffects(node.callee, seen);
    if (node.function) {
        for (const NodePtr &input : node.function->inputs)
            if (const GraphReference *called = input->isConstant() ? input->value->asGraph() : nullptr)
                refuseEffects(called->name, seen);
        return;
    }
    constexpr std::string_view harmless[] = {"MakeTuple", "TupleGetItem", "Switch"};
    if (std::ranges::find(harmless, node.op) != std::end(harmless)) return;
    const OpDef *op = findOp(node.op);
    if (!op) refuseOnceMore(graph, "runs Python code");
    if (op->effect == Effect::Random) refuseOnceMore(graph, "draws random numbers");
    if (op->effect == Effect::Prints) refuseOnceMore(graph, "prints");
    if (op->effect != Effect::None) refuseOnceMore(graph, "writes to a tensor");
}

void ForwardValues::refuseEffects(const std::string &graph, std::unordered_set<std::string> &seen) const {
    const GraphPtr called = seen.insert(graph).second ? m_capture.closedGraph(graph) : nullptr;
    if (!called) return;
    for (const NodePtr &node : called->nodes)
        refuseEffects(*node, graph, seen);
}

NodePtr ForwardValues::again(const Node &node) {
    std::unordered_set<std::string> seen;
    refuseEffects(node, m_graph, seen);
    Node copy = node;
    for (NodePtr &input : copy.inputs)
        input = known(input);
    if (copy.function) copy.function = known(copy.function);
    copy.origins = {};
    return m_capture.addNode(std::move(copy), node.spans, node.scope);
}

} // namespace jitscope::inline capture

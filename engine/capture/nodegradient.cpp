// SPDX-License-Identifier: Apache-2.0
// Computing again, on demand and without recursion, what a gradient needs of a graph that was called.
#include "engine/capture/nodegradient.h"

#include <algorithm>

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

NodePtr ForwardValues::again(const Node &node) {
    Node copy = node;
    for (NodePtr &input : copy.inputs)
        input = known(input);
    if (copy.function) copy.function = known(copy.function);
    copy.origins = {};
    return m_capture.addNode(std::move(copy), node.spans, node.scope);
}

} // namespace jitscope::inline capture

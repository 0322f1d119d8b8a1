// SPDX-License-Identifier: Apache-2.0
#include "engine/ir/nodename.h"

namespace jitscope::inline ir {

std::string nodeName(NodeId id) {
    return "%" + std::to_string(id.value);
}

std::string nodeName(const Node &node) {
    if (node.isParameter() && !node.name.empty()) return node.name;
    if (!node.isConstant()) return nodeName(node.id);
    return node.value->asTensor() ? brief(node.abstract) : toString(node.value);
}

std::string calledName(const Node &node) {
    if (!node.isCall()) return {};
    if (!node.op.empty()) return node.op;
    return node.callee.empty() && node.function ? "call " + nodeName(*node.function) : node.callee;
}

std::string nodeTitle(const Node &node) {
    const std::string called = calledName(node);
    return called.empty() ? nodeName(node) : called + " " + nodeName(node);
}

std::string variableName(const Node &node) {
    const size_t mark = node.isCall() ? node.name.find('$') : std::string::npos;
    return mark == std::string::npos ? std::string() : node.name.substr(mark + 1);
}

} // namespace jitscope::inline ir

// SPDX-License-Identifier: Apache-2.0
// What a capture tells of an inference that failed.
#include "engine/python/captureobject.h"

#include "engine/capture/analyzefail.h"

namespace jitscope::inline python {

namespace {

/** A call's argument as the outer graph knows it. */
NodePtr argumentNode(PyObject *object) {
    if (isSymbol(object)) return nodeOf(object);
    auto node = std::make_shared<Node>();
    node->kind = NodeKind::Constant;
    if (const auto value = isTensor(object) ? toValue(object) : std::nullopt) node->value = *value;
    node->abstract = Abstract::constant(node->value);
    return node;
}

} // namespace

void Capture::noteFailure(const std::string &function, std::span<PyObject *const> arguments,
                          const std::string &message) {
    Node call;
    call.op = OpName(function);
    for (PyObject *argument : arguments)
        call.inputs.push_back(argumentNode(argument));
    call.spans = spans();
    call.scope = scope();
    m_graphs.noteFailure({std::move(call), message});
}

std::string Capture::failureText(const std::string &message) const {
    const auto &failure = m_graphs.failure();
    if (!failure || !message.starts_with(failure->message)) return {};
    std::vector<OpenCall> calls;
    for (Graph &graph : m_graphs.openGraphs()) {
        const size_t depth = calls.size();
        OpenCall call{std::move(graph), {}};
        for (size_t i = 0; depth < m_open.size() && i < m_open[depth].arguments.size(); ++i)
            call.inputs.push_back(argumentNode(m_open[depth].arguments[i].get()));
        calls.push_back(std::move(call));
    }
    return analyzeFailText(std::move(calls), failure->call, message);
}

} // namespace jitscope::inline python

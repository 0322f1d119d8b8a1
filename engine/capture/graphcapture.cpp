// SPDX-License-Identifier: Apache-2.0
// Building graphs call by call, with the values of enclosing functions passed in as parameters.
#include "engine/capture/graphcapture.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"

#include <cassert>

namespace jitscope::inline capture {

namespace {

constexpr int nowhere = -1;

std::vector<Abstract> abstractsOf(const std::vector<NodePtr> &nodes) {
    std::vector<Abstract> abstracts;
    abstracts.reserve(nodes.size());
    for (const NodePtr &node : nodes)
        abstracts.push_back(node->abstract);
    return abstracts;
}

/** The user's name of a value: "z" of "CNode_12$z", else the whole name. */
std::string variableOf(const Node &node) {
    return node.name.substr(node.name.find('$') + 1);
}

bool isWeight(const Node &node) {
    return node.isParameter() && node.weight->defined();
}

} // namespace

GraphCapture::GraphCapture() = default;

std::string GraphCapture::openGraph(const std::string &function, const SpanList &spans) {
    assert((m_names.empty() || !m_open.empty()) && "the entry is closed: nothing can be opened any more");
    Open open;
    open.number = m_names.size();
    open.graph.name = format("%zu_%s", m_names.size() + 1, function.c_str());
    open.graph.spans = spans;
    m_names.push_back(open.graph.name);
    m_open.push_back(std::move(open));
    return m_open.back().graph.name;
}

NodePtr GraphCapture::addParameter(const std::string &name, const Abstract &abstract) {
    assert(!m_open.empty());
    Node parameter;
    parameter.id = m_ids.next();
    parameter.kind = NodeKind::Parameter;
    parameter.name = name;
    parameter.abstract = abstract;
    Open &open = m_open.back();
    const auto node = std::make_shared<const Node>(std::move(parameter));
    m_owner.emplace(node->id, open.number);
    open.graph.parameters.push_back(node);
    return node;
}

NodePtr GraphCapture::weight(const std::string &name, const Tensor &tensor) {
    assert(!m_open.empty() && tensor.defined());
    std::vector<NodePtr> &sharing = m_weightsOf[tensor.storage().get()];
    for (const NodePtr &known : sharing)
        if (known->weight->sameView(tensor)) return known;
    Node parameter;
    parameter.id = m_ids.next();
    parameter.kind = NodeKind::Parameter;
    parameter.name = name;
    parameter.weight = tensor;
    parameter.abstract = Abstract::tensor(tensor.dtype(), tensor.shape());
    parameter.abstract.write().referenceKey = name;
    sharing.push_back(std::make_shared<const Node>(std::move(parameter)));
    m_weights.push_back(sharing.back());
    return sharing.back();
}

NodePtr GraphCapture::constant(const Value &value) {
    Node constant;
    constant.id = m_ids.next();
    constant.kind = NodeKind::Constant;
    constant.value = value;
    constant.abstract = Abstract::constant(value);
    return std::make_shared<const Node>(std::move(constant));
}

Result<NodePtr> GraphCapture::addCall(const OpDef &op, std::vector<NodePtr> inputs, const std::string &name,
                                      const SpanList &spans, const std::string &scope) {
    assert(op.infer);
    for (const NodePtr &input : inputs)
        if (!canUse(input))
            return Error{format("[%s] uses %s, a value of a function that has returned already; pass it as an argument",
                                op.name.c_str(), input->name.c_str())};
    const int64_t startNs = nowNs();
    auto abstract = inferredType(op, abstractsOf(inputs));
    const int64_t inferenceNs = nowNs() - startNs;
    m_inferenceNs += inferenceNs;
    m_inferences.push_back({CompileRun::Kind::Inference, 0, startNs, inferenceNs});
    Node call;
    call.op = OpName(op.name);
    call.inputs = local(std::move(inputs));
    if (!abstract) {
        call.name = name;
        call.spans = spans;
        call.scope = scope;
        m_failure = Failure{std::move(call), abstract.error().message};
        return abstract.error();
    }
    call.abstract = sharedType(*std::move(abstract), call.inputs);
    return append(std::move(call), name, spans, scope);
}

NodePtr GraphCapture::addHostCall(const std::string &text, const Opaque &function, std::vector<NodePtr> arguments,
                                  const std::string &reason, const std::string &name, const SpanList &spans,
                                  const std::string &scope) {
    Node call;
    call.op = op::PyExecute;
    call.inputs = {constant(text), constant(function)};
    for (NodePtr &argument : local(std::move(arguments)))
        call.inputs.push_back(std::move(argument));
    call.abstract.write().text = "External, NoShape";
    call.attrs.emplace_back("reason", reason);
    return append(std::move(call), name, spans, scope);
}

NodePtr GraphCapture::addGraphCall(const std::string &graph, std::vector<NodePtr> inputs, const std::string &name,
                                   const SpanList &spans, const std::string &scope) {
    const auto closed = m_closed.find(graph);
    assert(closed != m_closed.end() && "only a graph that was closed can be called");
    const Graph &callee = *closed->second.graph;
    Node call;
    call.callee = graph;
    call.inputs = local(std::move(inputs));
    for (const NodePtr &outer : closed->second.passedAlong)
        call.inputs.push_back(local(outer));
    assert(call.inputs.size() == callee.parameters.size());
    call.abstract = callee.output->abstract;
    return append(std::move(call), name, spans, scope);
}

NodePtr GraphCapture::addNode(Node call, const SpanList &spans, const std::string &scope) {
    call.inputs = local(std::move(call.inputs));
    return append(std::move(call), {}, spans, scope);
}

NodePtr GraphCapture::makeTuple(std::vector<NodePtr> items, const SpanList &spans, const std::string &scope) {
    Node call;
    call.op = op::MakeTuple;
    call.abstract = Abstract::tuple(abstractsOf(items));
    call.inputs = local(std::move(items));
    return append(std::move(call), {}, spans, scope);
}

NodePtr GraphCapture::getItem(const NodePtr &tuple, int64_t index, const SpanList &spans, const std::string &scope) {
    assert(tuple->abstract->kind == Abstract::Kind::Tuple);
    assert(index >= 0 && index < int64_t(tuple->abstract->items.size()));
    Node call;
    call.op = op::TupleGetItem;
    call.abstract = tuple->abstract->items[index];
    call.inputs = {local(tuple), constant(index)};
    return append(std::move(call), {}, spans, scope);
}

void GraphCapture::closeGraph(const NodePtr &output) {
    assert(!m_open.empty() && output);
    NodePtr returned = local(output);
    Open open = std::move(m_open.back());
    m_open.pop_back();
    open.graph.output = std::move(returned);
    // Weights belong to the entry, however deep the call was that first met them.
    if (m_open.empty()) open.graph.parameters.insert(open.graph.parameters.end(), m_weights.begin(), m_weights.end());
    std::vector<NodePtr> passedAlong;
    for (Borrowed &borrowed : open.borrowed)
        passedAlong.push_back(std::move(borrowed.outer));
    const std::string name = open.graph.name;
    m_closed[name] = {std::make_shared<const Graph>(std::move(open.graph)), std::move(passedAlong)};
}

Module GraphCapture::finish() {
    assert(m_open.empty() && !m_names.empty() && "every graph must be closed first");
    Module module;
    module.graphs.reserve(m_names.size());
    for (const std::string &name : m_names)
        module.graphs.push_back(m_closed.at(name).graph);
    return module;
}

std::vector<Graph> GraphCapture::openGraphs() const {
    std::vector<Graph> graphs;
    for (const Open &open : m_open)
        graphs.push_back(open.graph);
    return graphs;
}

GraphPtr GraphCapture::closedGraph(const std::string &name) const {
    const auto closed = m_closed.find(name);
    return closed == m_closed.end() ? nullptr : closed->second.graph;
}

bool GraphCapture::canUse(const NodePtr &node) const {
    return node->isConstant() || isWeight(*node) || depthOf(*node) != nowhere;
}

/** The place in m_open of the graph that holds `node`, or `nowhere` if that graph is closed. */
int GraphCapture::depthOf(const Node &node) const {
    const auto owner = m_owner.find(node.id);
    if (owner == m_owner.end()) return nowhere;
    for (int depth = int(m_open.size()) - 1; depth >= 0; --depth)
        if (m_open[depth].number == owner->second) return depth;
    return nowhere;
}

/** What the innermost graph must use to mean `node`: itself, or the parameter through which it comes in. */
NodePtr GraphCapture::local(const NodePtr &node) {
    assert(!m_open.empty() && canUse(node));
    if (node->isConstant()) return node;
    if (isWeight(*node)) {
        if (m_open.size() > 1) m_open.back().graph.parent = m_open.front().graph.name;
        return node;
    }
    NodePtr inside = node;
    for (size_t depth = size_t(depthOf(*node)) + 1; depth < m_open.size(); ++depth)
        inside = borrow(m_open[depth], inside, node);
    return inside;
}

std::vector<NodePtr> GraphCapture::local(std::vector<NodePtr> nodes) {
    for (NodePtr &node : nodes)
        node = local(node);
    return nodes;
}

NodePtr GraphCapture::borrow(Open &inner, const NodePtr &outer, const NodePtr &origin) {
    for (const Borrowed &known : inner.borrowed)
        if (known.outer == outer) return known.parameter;
    Node parameter;
    parameter.id = m_ids.next();
    parameter.kind = NodeKind::Parameter;
    parameter.name = variableOf(*outer);
    parameter.abstract = outer->abstract;
    parameter.spans = outer->spans;
    const auto node = std::make_shared<const Node>(std::move(parameter));
    m_owner.emplace(node->id, inner.number);
    inner.graph.parameters.push_back(node);
    inner.borrowed.push_back({outer, node, origin});
    return node;
}

/** Completes a call and adds it to the innermost graph. */
NodePtr GraphCapture::append(Node node, const std::string &variable, const SpanList &spans, const std::string &scope) {
    assert(!m_open.empty());
    node.spans = spans;
    node.scope = scope;
    Open &open = m_open.back();
    open.graph.nodes.push_back(made(std::move(node), variable, open));
    return open.graph.nodes.back();
}

NodePtr GraphCapture::made(Node node, const std::string &variable, const Open &open) {
    node.id = m_ids.next();
    node.kind = NodeKind::Call;
    node.name = format("CNode_%lld", static_cast<long long>(node.id.value));
    if (!variable.empty()) node.name += "$" + variable;
    auto call = std::make_shared<const Node>(std::move(node));
    m_owner.emplace(call->id, open.number);
    return call;
}

NodePtr GraphCapture::addReadBefore(const NodePtr &weight, const Node &reader) {
    const int depth = depthOf(reader);
    assert(depth != nowhere && isWeight(*weight));
    Open &open = m_open[size_t(depth)];
    Node read;
    read.op = op::Identity;
    read.inputs = {weight};
    read.abstract = Abstract::tensor(weight->abstract->dtype, weight->abstract->shape);
    read.spans = reader.spans;
    read.scope = reader.scope;
    NodePtr call = made(std::move(read), {}, open);
    auto &nodes = open.graph.nodes;
    const auto place =
        std::find_if(nodes.rbegin(), nodes.rend(), [&](const NodePtr &node) { return node.get() == &reader; });
    assert(place != nodes.rend());
    nodes.insert(place.base() - 1, call);
    return call;
}

std::vector<NodePtr> GraphCapture::callsSince(NodeId first) const {
    std::vector<NodePtr> calls;
    for (const Open &open : m_open)
        for (auto node = open.graph.nodes.rbegin(); node != open.graph.nodes.rend(); ++node) {
            if ((*node)->id.value < first.value) break;
            calls.push_back(*node);
        }
    return calls;
}

} // namespace jitscope::inline capture

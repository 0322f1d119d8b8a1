// SPDX-License-Identifier: Apache-2.0
// Branches and loops of a capture: graphs that are chosen between, graphs that call themselves, and taking back a walk
// that turned out to start from too narrow types.
#include "engine/capture/graphcapture.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline capture {

namespace {

std::string variableOf(const Node &node) {
    return node.name.substr(node.name.find('$') + 1);
}

/** The type alone: the values of two branches differ, though each may be known. */
Abstract broadened(const Abstract &abstract) {
    Abstract result = abstract;
    result.value = Value();
    result.isConstant = false;
    result.referenceKey.clear();
    for (Abstract &item : result.items)
        item = broadened(item);
    return result;
}

/** What is known of a value that is one of two; where they are of different kinds, only Python can tell. */
Abstract joined(const Abstract &a, const Abstract &b) {
    if (sameType(a, b)) return broadened(a);
    Abstract result;
    if (a.kind == Abstract::Kind::Tuple && b.kind == a.kind && a.items.size() == b.items.size()) {
        for (size_t i = 0; i < a.items.size(); ++i)
            result.items.push_back(joined(a.items[i], b.items[i]));
        return Abstract::tuple(std::move(result.items));
    }
    result.text = "External, NoShape";
    return result;
}

} // namespace

size_t GraphCapture::suspend() {
    assert(!m_open.empty());
    m_suspended.push_back(std::move(m_open.back()));
    m_open.pop_back();
    return m_suspended.size() - 1;
}

void GraphCapture::resume(size_t suspended) {
    assert(suspended < m_suspended.size());
    m_open.push_back(std::move(m_suspended[suspended]));
}

NodePtr GraphCapture::addSwitchCall(const NodePtr &condition, const std::string &whenTrue, const std::string &whenFalse,
                                    const std::string &name, const SpanList &spans, const std::string &scope) {
    Closed &first = m_closed.at(whenTrue), &second = m_closed.at(whenFalse);
    std::vector<NodePtr> outer = first.passedAlong;
    for (const NodePtr &node : second.passedAlong)
        if (std::ranges::find(outer, node) == outer.end()) outer.push_back(node);
    takeParameters(first, outer);
    takeParameters(second, outer);

    Node choice;
    choice.op = op::Switch;
    choice.abstract = Abstract::function();
    choice.inputs = {local(condition), constant(GraphReference{whenTrue}), constant(GraphReference{whenFalse})};
    Node call;
    call.function = append(std::move(choice), {}, spans, scope);
    call.inputs = local(std::move(outer));
    call.abstract = joined(first.graph->output->abstract, second.graph->output->abstract);
    return append(std::move(call), name, spans, scope);
}

/** Gives `branch` one parameter for each outer value: its own where it borrows that value, a new one else. */
void GraphCapture::takeParameters(Closed &branch, const std::vector<NodePtr> &outer) {
    auto graph = std::make_shared<Graph>(*branch.graph);
    assert(graph->parameters.size() == branch.passedAlong.size());
    std::vector<NodePtr> parameters;
    for (const NodePtr &node : outer) {
        const auto known = std::ranges::find(branch.passedAlong, node);
        if (known != branch.passedAlong.end()) {
            parameters.push_back(graph->parameters[size_t(known - branch.passedAlong.begin())]);
            continue;
        }
        Node parameter;
        parameter.id = m_ids.next();
        parameter.kind = NodeKind::Parameter;
        parameter.name = variableOf(*node);
        parameter.abstract = node->abstract;
        parameter.spans = node->spans;
        parameters.push_back(std::make_shared<const Node>(std::move(parameter)));
    }
    graph->parameters = std::move(parameters);
    branch = {std::move(graph), outer};
}

void GraphCapture::borrowAhead(const std::vector<NodePtr> &outer) {
    for (const NodePtr &node : outer)
        local(node);
}

std::vector<NodePtr> GraphCapture::borrowed() const {
    assert(!m_open.empty());
    std::vector<NodePtr> origins;
    for (const Borrowed &borrowed : m_open.back().borrowed)
        origins.push_back(borrowed.origin);
    return origins;
}

NodePtr GraphCapture::addInnerCall(const std::string &graph, std::vector<NodePtr> inputs, const Abstract &result,
                                   const SpanList &spans, const std::string &scope) {
    const auto callee = std::ranges::find_if(m_open, [&](const Open &open) { return open.graph.name == graph; });
    assert(callee != m_open.end());
    std::vector<NodePtr> kept;
    for (const Borrowed &borrowed : callee->borrowed)
        kept.push_back(borrowed.parameter);
    Node call;
    call.callee = graph;
    call.inputs = local(std::move(inputs));
    for (const NodePtr &node : kept)
        call.inputs.push_back(local(node));
    call.abstract = broadened(result);
    return append(std::move(call), {}, spans, scope);
}

NodePtr GraphCapture::putTogether(const std::vector<NodePtr> &items) {
    std::vector<NodePtr> &nodes = m_open.back().graph.nodes;
    const size_t count = items.size();
    if (count == 0) {
        const bool endsInCall = !nodes.empty() && (nodes.back()->function || !nodes.back()->callee.empty());
        return endsInCall && nodes.back()->abstract->kind == Abstract::Kind::None ? nodes.back() : nullptr;
    }
    if (nodes.size() <= count || !std::equal(items.begin(), items.end(), nodes.end() - long(count))) return nullptr;
    const NodePtr tuple = items.front()->isCallOf(op::TupleGetItem) ? items.front()->inputs.front() : nullptr;
    if (!tuple || tuple->abstract->items.size() != count || nodes[nodes.size() - count - 1] != tuple) return nullptr;
    for (size_t i = 0; i < count; ++i)
        if (!items[i]->isCallOf(op::TupleGetItem) || items[i]->inputs[0] != tuple ||
            items[i]->inputs[1]->value != Value(int64_t(i)))
            return nullptr;
    nodes.resize(nodes.size() - count);
    return tuple;
}

GraphCapture::Mark GraphCapture::mark() const {
    Mark mark{m_names.size(), m_weights.size(), m_ids.peek(), {}};
    for (const Open &open : m_open)
        mark.open.push_back({open.graph.nodes.size(), open.graph.parameters.size(), open.borrowed.size()});
    return mark;
}

void GraphCapture::rollback(const Mark &mark) {
    assert(mark.open.size() <= m_open.size() && mark.names <= m_names.size());
    m_open.erase(m_open.begin() + long(mark.open.size()), m_open.end());
    for (size_t i = 0; i < m_open.size(); ++i) {
        // Not the last ones alone: reads of weights are put before what was there (addReadBefore).
        std::erase_if(m_open[i].graph.nodes, [&](const NodePtr &node) { return node->id.value >= mark.nextId; });
        assert(m_open[i].graph.nodes.size() == mark.open[i].nodes);
        m_open[i].graph.parameters.resize(mark.open[i].parameters);
        m_open[i].borrowed.resize(mark.open[i].borrowed);
    }
    for (size_t i = mark.names; i < m_names.size(); ++i)
        m_closed.erase(m_names[i]);
    m_names.resize(mark.names);
    m_weights.resize(mark.weights);
    for (auto &[storage, sharing] : m_weightsOf)
        std::erase_if(sharing, [&](const NodePtr &weight) { return weight->id.value >= mark.nextId; });
    std::erase_if(m_owner, [&](const auto &entry) { return entry.first.value >= mark.nextId; });
    m_ids = IdSource(mark.nextId);
}

} // namespace jitscope::inline capture

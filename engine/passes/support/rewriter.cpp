// SPDX-License-Identifier: Apache-2.0
// Making replacement nodes and keeping the log of replacements.
#include "engine/passes/support/rewriter.h"

#include "engine/base/compilenotes.h"
#include "engine/base/text.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"
#include "engine/passes/decisions.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** "CNode_40$z" for a node that replaces "CNode_12$z": the variable stays readable. */
std::string replacementName(NodeId id, const Node &replaced) {
    const std::string name = format("CNode_%lld", static_cast<long long>(id.value));
    const size_t variable = replaced.name.find('$');
    return variable == std::string::npos ? name : name + replaced.name.substr(variable);
}

} // namespace

Rewriter::Rewriter(PassContext &context)
    : m_context(context)
    , m_firstNew(context.ids.peek())
    , m_firstEntry(context.rewrites.size()) {}

Rewriter::~Rewriter() {
    for (size_t i = m_firstEntry; i < m_context.rewrites.size(); ++i) {
        NodeId &after = m_context.rewrites[i].after;
        for (auto next = m_successors.find(after); next != m_successors.end(); next = m_successors.find(after))
            after = next->second;
    }
}

NodePtr Rewriter::call(std::string_view op, std::vector<NodePtr> inputs, const std::vector<NodePtr> &replaced) {
    const OpDef *definition = findOp(op);
    if (!definition) return nullptr;
    Node node;
    node.op = OpName(op);
    node.inputs = std::move(inputs);
    auto abstract = inferredType(*definition, inputAbstracts(node));
    if (!abstract) return nullptr;
    const Node &root = *replaced.back();
    node.id = m_context.ids.next();
    node.kind = NodeKind::Call;
    node.name = replacementName(node.id, root);
    node.abstract = sharedType(*std::move(abstract), node.inputs);
    node.scope = root.scope;
    node.spans = root.spans;
    node.origins = sources(replaced);
    return std::make_shared<const Node>(std::move(node));
}

NodePtr Rewriter::constant(const Value &value, const std::vector<NodePtr> &replaced) {
    Node node;
    node.id = m_context.ids.next();
    node.kind = NodeKind::Constant;
    node.value = value;
    node.abstract = Abstract::constant(value);
    node.spans = replaced.back()->spans;
    node.origins = sources(replaced);
    return std::make_shared<const Node>(std::move(node));
}

NodePtr Rewriter::tuple(std::vector<NodePtr> items, const std::vector<NodePtr> &replaced) {
    const Node &root = *replaced.back();
    Node node;
    node.id = m_context.ids.next();
    node.op = op::MakeTuple;
    node.name = replacementName(node.id, root);
    node.inputs = std::move(items);
    node.abstract = Abstract::tuple(inputAbstracts(node));
    node.scope = root.scope;
    node.spans = root.spans;
    node.origins = sources(replaced);
    return std::make_shared<const Node>(std::move(node));
}

NodePtr Rewriter::item(const NodePtr &tuple, int64_t index, const std::vector<NodePtr> &replaced) {
    const Node &root = *replaced.back();
    Node node;
    node.id = m_context.ids.next();
    node.op = op::TupleGetItem;
    node.name = replacementName(node.id, root);
    node.inputs = {tuple, constant(index, replaced)};
    node.abstract = tuple->abstract->items.at(size_t(index));
    node.scope = root.scope;
    node.spans = root.spans;
    node.origins = sources(replaced);
    return std::make_shared<const Node>(std::move(node));
}

NodePtr Rewriter::copy(const NodePtr &node) {
    auto copy = std::make_shared<Node>(*node);
    copy->id = m_context.ids.next();
    copy->name = replacementName(copy->id, *node);
    copy->origins = sources({node});
    if (node->id.value >= m_firstNew) m_successors[node->id] = copy->id;
    return copy;
}

NodePtr Rewriter::log(std::string rule, const std::vector<NodePtr> &replaced, const NodePtr &after) {
    for (const NodePtr &node : replaced)
        if (node->id.value >= m_firstNew) m_successors[node->id] = after->id;
    m_context.rewrites.push_back({std::move(rule), sources(replaced), after->id});
    NoteTaking::noteRewrite();
    return after;
}

NodePtr Rewriter::replace(std::string rule, const std::vector<NodePtr> &replaced, const NodePtr &after) {
    if (isRefused(rule, replaced)) return nullptr;
    return log(std::move(rule), replaced, after);
}

bool Rewriter::isRefused(const std::string &rule, const std::vector<NodePtr> &nodes) {
    if (!m_context.decisions || !m_context.decisions->refuses(rule, sources(nodes))) return false;
    refuse(rule, nodes, refusedByDecision());
    return true;
}

bool Rewriter::isForced(const NodePtr &node) const {
    return m_context.decisions && m_context.decisions->forces(node->id);
}

bool Rewriter::isDuplicated(const NodePtr &node) const {
    return m_context.decisions && m_context.decisions->isDuplicated(node->id);
}

void Rewriter::refuse(std::string rule, const std::vector<NodePtr> &nodes, Predicate failed) {
    m_context.refusals.push_back({std::move(rule), sources(nodes), std::move(failed)});
}

std::vector<NodeId> Rewriter::sources(const std::vector<NodePtr> &nodes) const {
    std::vector<NodeId> ids;
    const auto add = [&](NodeId id) {
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    };
    for (const NodePtr &node : nodes) {
        if (node->id.value < m_firstNew)
            add(node->id);
        else
            std::for_each(node->origins.begin(), node->origins.end(), add);
    }
    return ids;
}

Predicate refusedByDecision() {
    return failedTogether(PredicateKind::RefusedByDecision, 1, 0);
}

Module rewriteGraphs(const Module &module, const std::function<NodePtr(const NodePtr &)> &rule) {
    return changeGraphs(module, [&](const GraphPtr &graph) { return rewrite(graph, rule); });
}

Module rewriteRepeatedly(const Module &module, PassContext &context,
                         NodePtr (*once)(const NodePtr &node, Rewriter &rewriter)) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        return rewriteWhere(graph, [&](const NodePtr &node) {
            NodePtr current = once(node, rewriter);
            while (NodePtr next = current ? once(current, rewriter) : nullptr)
                current = std::move(next);
            return current;
        });
    });
}

Module changeGraphs(const Module &module, const std::function<GraphPtr(const GraphPtr &)> &change) {
    Module result = module;
    for (GraphPtr &graph : result.graphs)
        if (!graph->isKernel()) graph = change(graph);
    return result;
}

std::vector<Abstract> inputAbstracts(const Node &call) {
    std::vector<Abstract> abstracts;
    abstracts.reserve(call.inputs.size());
    for (const NodePtr &input : call.inputs)
        abstracts.push_back(input->abstract);
    return abstracts;
}

bool isPure(const Node &call) {
    if (!call.callee.empty() || call.function) return false;
    if (call.op == op::MakeTuple || call.op == op::TupleGetItem) return true;
    const OpDef *op = findOp(call.op);
    return op && op->effect == Effect::None;
}

} // namespace jitscope::inline passes

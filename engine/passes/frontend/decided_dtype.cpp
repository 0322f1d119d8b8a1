// SPDX-License-Identifier: Apache-2.0
// Lets chosen operators compute in a dtype that somebody decided, with casts around them.
//
// Rules
//   op(x)  ->  Cast(op(Cast(x, decided)), its own dtype); no casts between operators that compute in the same one
#include "engine/passes/decisions.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace jitscope::inline passes {

namespace {

bool isFloating(const Abstract &abstract) {
    return abstract.isTensor() && info(abstract.dtype).floating;
}

bool holdsFloats(const Abstract &abstract) {
    if (abstract.kind == Abstract::Kind::Tuple) return std::ranges::any_of(abstract.items, holdsFloats);
    return isFloating(abstract);
}

/** Whether it computes with floats and could do so in another dtype. */
bool canCompute(const Node &node) {
    const OpDef *op = node.isCall() ? findOp(node.op) : nullptr;
    if (!op || !op->infer || node.op == op::Cast || node.inputs.size() != op->params.size()) return false;
    if (op->effect == Effect::Writes || op->effect == Effect::Prints || !holdsFloats(node.abstract)) return false;
    return std::ranges::any_of(node.inputs, [](const NodePtr &input) { return holdsFloats(input->abstract); });
}

/** A graph whose nodes others use comes before these. */
class DtypeChange {
public:
    DtypeChange(const Module &module, PassContext &context)
        : m_module(module)
        , m_context(context)
        , m_rewriter(context) {}

    Module run() {
        Module result = m_module;
        for (GraphPtr &graph : result.graphs)
            graph = changed(graph);
        return m_isChanged ? result : m_module;
    }

private:
    GraphPtr changed(const GraphPtr &graph) {
        const auto known = m_graphs.find(graph.get());
        if (known != m_graphs.end()) return known->second;
        m_graphs.emplace(graph.get(), graph); // graphs that are each other's parents would be a mistake
        if (const GraphPtr parent = graph->parent.empty() ? nullptr : m_module.find(graph->parent)) changed(parent);
        return m_graphs[graph.get()] = rebuilt(*graph);
    }

    GraphPtr rebuilt(const Graph &graph) {
        auto copy = std::make_shared<Graph>(graph);
        m_nodes.clear();
        for (const NodePtr &node : graph.nodes)
            place(node);
        copy->nodes = std::move(m_nodes);
        if (graph.output) copy->output = m_new.of(graph.output);
        return copy;
    }

    void place(const NodePtr &node) {
        const std::optional<DType> dtype =
            canCompute(*node) ? m_context.decisions->dtypeOf(node->id) : std::optional<DType>();
        if (dtype) return compute(node, *dtype);
        const NodePtr now = m_new.applied(node);
        m_nodes.push_back(now);
        m_new.set(node, now);
    }

    void compute(const NodePtr &node, DType dtype) {
        auto own = std::make_shared<Node>(*m_rewriter.copy(node));
        for (NodePtr &input : own->inputs)
            input = given(input, dtype, node);
        auto abstract = inferredType(*findOp(node->op), inputAbstracts(*own));
        const std::string name(info(dtype).python);
        if (!abstract)
            throw std::invalid_argument(nodeTitle(*node) + " cannot compute in " + name + ": " +
                                        abstract.error().message);
        own->abstract = *std::move(abstract);
        m_nodes.push_back(own);
        m_own[node.get()] = own;
        m_isChanged = true;
        m_new.set(node, m_rewriter.log("computed in " + name, {node}, as(own, node->abstract, node)));
    }

    /** `input` in that dtype: as it was computed in it, or cast for `user`. */
    NodePtr given(const NodePtr &input, DType dtype, const NodePtr &user) {
        const auto own = m_own.find(input.get());
        if (own != m_own.end() && isFloating(own->second->abstract) && own->second->abstract->dtype == dtype)
            return own->second;
        return as(m_new.of(input), inDtype(input->abstract, dtype), user);
    }

    static Abstract inDtype(Abstract abstract, DType dtype) {
        if (isFloating(abstract)) {
            abstract.dtype = dtype;
            return abstract;
        }
        if (abstract.kind == Abstract::Kind::Tuple)
            for (Abstract &item : abstract.items)
                item = inDtype(item, dtype);
        return abstract;
    }

    /** `node` with the dtypes of `wanted`, for the sake of `user`. */
    NodePtr as(const NodePtr &node, const Abstract &wanted, const NodePtr &user) {
        if (isFloating(node->abstract) && isFloating(wanted) && node->abstract->dtype != wanted.dtype)
            return added(m_rewriter.call("Cast", {node, m_rewriter.constant(wanted.dtype, {user})}, {user}), user);
        const bool isTuple =
            node->abstract->kind == Abstract::Kind::Tuple && wanted.items.size() == node->abstract->items.size();
        if (!isTuple || sameType(node->abstract, wanted)) return node;
        std::vector<NodePtr> items;
        bool isOther = false;
        for (size_t i = 0; i < wanted.items.size(); ++i) {
            const NodePtr item = node->isCallOf(op::MakeTuple) ? node->inputs[i] : itemOf(node, i, user);
            items.push_back(as(item, wanted.items[i], user));
            isOther = isOther || items.back() != item;
        }
        return isOther ? added(m_rewriter.tuple(std::move(items), {user}), user) : node;
    }

    NodePtr itemOf(const NodePtr &tuple, size_t index, const NodePtr &user) {
        return added(m_rewriter.item(tuple, int64_t(index), {user}), user);
    }

    NodePtr added(NodePtr node, const NodePtr &user) {
        if (!node) throw std::invalid_argument(nodeTitle(*user) + " cannot be cast.");
        m_nodes.push_back(node);
        return node;
    }

    const Module &m_module;
    PassContext &m_context;
    Rewriter m_rewriter;
    std::map<const Graph *, GraphPtr> m_graphs;
    std::vector<NodePtr> m_nodes;          ///< of the graph that is being built, in order
    std::map<const Node *, NodePtr> m_own; ///< what computes in another dtype now
    Substitution m_new;                    ///< what gives the value with the type that it had
    bool m_isChanged = false;
};

Module computeInDecidedDtype(const Module &module, PassContext &context) {
    return context.decisions ? DtypeChange(module, context).run() : module;
}

} // namespace

PassDef decidedDtypePass() {
    return {"decided_dtype",       PassPhase::FrontEnd, "Lets operators compute in the dtype that somebody decided.",
            computeInDecidedDtype, JitLevel::O0,        "decided_dtype"};
}

} // namespace jitscope::inline passes

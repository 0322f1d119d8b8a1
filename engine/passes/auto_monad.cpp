// SPDX-License-Identifier: Apache-2.0
// Orders what writes and prints by tokens, so that later passes may move everything else (auto-monad).
//
// Rules, in the order of the user's program, which is that of the captured nodes
//   a read of a parameter that the module writes  ->  a read of Load(parameter, U)
//   an operator that writes or prints             ->  the same with the token U behind its inputs
//   what follows it                               ->  goes by the token UpdateState(U, that operator)
//   what the graph returns                        ->  Depend(output, the last token)
// A Load keeps what it read: it needs to run before a later write, what uses it need not.
#include "engine/passes/passes.h"

#include "engine/passes/rewriter.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {

namespace {

const OpDef *effectOf(const Node &node) {
    const OpDef *op = node.isCall() ? findOp(node.op) : nullptr;
    const bool has = op && (op->effect == Effect::Writes || op->effect == Effect::Prints);
    return has ? op : nullptr;
}

/** Not ordered yet: the token is one input more than the operator has parameters. */
bool isUnordered(const Node &node) {
    const OpDef *op = effectOf(node);
    return op && node.inputs.size() == op->params.size();
}

bool isWeight(const Node &node) {
    return node.isParameter() && (node.weight.defined() || !node.abstract.referenceKey.empty());
}

/** Equal for parameters that share memory; those of a dump have only their names. */
std::string memoryOf(const Node &weight) {
    if (!weight.weight.defined()) return weight.abstract.referenceKey;
    return "storage " + std::to_string(weight.weight.storage()->serial());
}

class Ordering {
public:
    Ordering(const Graph &graph, PassContext &context)
        : m_graph(graph)
        , m_context(context)
        , m_token(constant(Monad::U)) {
        for (const NodePtr &node : graph.nodes)
            if (const OpDef *op = effectOf(*node); op && op->effect == Effect::Writes)
                for (const size_t place : op->written)
                    noteWritten(*node, place);
    }

    GraphPtr run() {
        for (const NodePtr &node : m_graph.nodes)
            m_new[node.get()] = ordered(node);
        auto result = std::make_shared<Graph>(m_graph);
        const NodePtr output = read(m_graph.output);
        settleLoads();
        result->output = call("Depend", {output, m_token}, output->abstract, *m_last);
        result->nodes = std::move(m_nodes);
        return result;
    }

private:
    void noteWritten(const Node &node, size_t place) {
        const Node &target = *node.inputs[place];
        if (!isWeight(target))
            throw std::invalid_argument(describe(node) + " writes to a tensor that is no parameter; in a graph only "
                                                         "parameters can be written to.");
        m_written.insert(memoryOf(target));
    }

    NodePtr constant(const Value &value) {
        auto node = std::make_shared<Node>();
        node->id = m_context.ids.next();
        node->kind = NodeKind::Constant;
        node->value = value;
        node->abstract = Abstract::constant(value);
        return node;
    }

    NodePtr call(const char *op, std::vector<NodePtr> inputs, const Abstract &abstract, const Node &place) {
        auto node = std::make_shared<Node>();
        node->id = m_context.ids.next();
        node->op = op;
        node->name = "CNode_" + std::to_string(node->id.value);
        node->inputs = std::move(inputs);
        node->abstract = abstract;
        node->spans = place.spans;
        node->scope = place.scope;
        m_nodes.push_back(node);
        return node;
    }

    NodePtr token(std::vector<NodePtr> inputs, const Node &place) {
        Abstract monad;
        monad.kind = Abstract::Kind::Monad;
        return call("UpdateState", std::move(inputs), monad, place);
    }

    /** What stands for an input where it is read now. */
    NodePtr read(const NodePtr &input) {
        if (isWeight(*input) && m_written.contains(memoryOf(*input))) return loaded(input);
        const auto found = m_new.find(input.get());
        if (found == m_new.end()) return input;
        // What a write gives is the parameter itself, with what it holds by now.
        const bool isWritten = effectOf(*found->second) && found->second->abstract.isTensor();
        return isWritten ? loaded(found->second) : found->second;
    }

    NodePtr loaded(const NodePtr &source) {
        NodePtr &load = m_loads[source.get()];
        if (!load) {
            Abstract plain = source->abstract;
            plain.referenceKey.clear();
            load = call("Load", {source, m_token}, plain, m_last ? *m_last : *m_graph.nodes.front());
            m_unsettled.push_back(load);
        }
        return load;
    }

    /** The loads so far come before whatever takes the next token. */
    void settleLoads() {
        if (m_unsettled.empty()) return;
        std::vector<NodePtr> inputs = {m_token};
        inputs.insert(inputs.end(), m_unsettled.begin(), m_unsettled.end());
        m_token = token(std::move(inputs), *m_unsettled.back());
        m_unsettled.clear();
    }

    NodePtr ordered(const NodePtr &node) {
        m_last = node.get();
        const OpDef *op = effectOf(*node);
        std::vector<NodePtr> inputs;
        for (size_t i = 0; i < node->inputs.size(); ++i) {
            const bool isTarget = op && std::ranges::find(op->written, i) != op->written.end();
            inputs.push_back(isTarget ? node->inputs[i] : read(node->inputs[i]));
        }
        if (!op) {
            const NodePtr kept = inputs == node->inputs ? node : withInputs(*node, std::move(inputs));
            m_nodes.push_back(kept);
            return kept;
        }
        settleLoads();
        inputs.push_back(m_token);
        const NodePtr written = withInputs(*node, std::move(inputs));
        m_nodes.push_back(written);
        m_token = token({m_token, written}, *node);
        m_context.rewrites.push_back({node->op + " -> ordered by a token", {node->id}, written->id});
        m_loads.clear(); // what is read from here on was written since
        return written;
    }

    const Graph &m_graph;
    PassContext &m_context;
    NodePtr m_token;
    const Node *m_last = nullptr; ///< where the program stands
    std::vector<NodePtr> m_nodes;
    std::vector<NodePtr> m_unsettled;                  ///< loads that no token has followed yet
    std::unordered_map<const Node *, NodePtr> m_new;   ///< of the old nodes
    std::unordered_map<const Node *, NodePtr> m_loads; ///< of parameters, at the token of now
    std::unordered_set<std::string> m_written;         ///< see memoryOf
};

} // namespace

Module orderEffects(const Module &module, PassContext &context) {
    for (size_t i = 1; i < module.graphs.size(); ++i)
        if (!module.graphs[i]->isKernel() &&
            std::ranges::any_of(module.graphs[i]->nodes, [](const NodePtr &node) { return isUnordered(*node); }))
            throw std::invalid_argument("@" + module.graphs[i]->name +
                                        " writes or prints, but could not be put in the "
                                        "place of its call, so nothing says when.");
    const GraphPtr &entry = module.entry();
    const bool hasEffects = std::ranges::any_of(entry->nodes, [](const NodePtr &node) { return isUnordered(*node); });
    if (!hasEffects || !entry->output) return module;
    return module.with(Ordering(*entry, context).run());
}

} // namespace jitscope

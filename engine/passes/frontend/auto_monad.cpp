// SPDX-License-Identifier: Apache-2.0
// Orders what writes and prints by tokens, so that later passes may move everything else (auto-monad).
//
// Rules, in the order of the user's program, which is that of the captured nodes
//   a read of a parameter that the module writes  ->  a read of Load(parameter, U)
//   an operator that writes or prints             ->  the same with the token U behind its inputs
//   a call of a graph that does any of this       ->  the same with the token U behind its arguments
//   what follows it                               ->  goes by the token UpdateState(U, that operator or call)
//   what the graph returns                        ->  Depend(output, the last token)
// A Load keeps what it read: it needs to run before a later write, what uses it need not. A graph that is called (by
// name or through a Switch) takes its first token as one more parameter. Where it returns its last ordered call, that
// stays its output, so that a loop stays a call in tail position; whoever has the result has all that was to happen.
#include "engine/passes/passes.h"

#include "engine/ir/nodename.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

/** What of a module needs an order. */
class OrderNeeds {
public:
    explicit OrderNeeds(const Module &module)
        : m_families(module)
        , m_touches(m_families.all().size()) {
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes)
                note(*node);
        for (size_t i = 0; i < module.graphs.size(); ++i)
            if (!module.graphs[i]->isKernel() && touchesItself(*module.graphs[i])) reach(m_families.of(i));
    }

    /** The graph at that place writes, prints or reads what is written, itself or in what it calls. */
    bool touches(size_t graph) const { return m_touches[m_families.of(graph)]; }
    bool touches(const Node &call) const {
        const CallFamily *family = m_families.reachedBy(call);
        return family && m_touches[m_families.indexOf(*family)];
    }
    bool isWritten(const Node &node) const {
        return isWeight(node) && (m_anyIsWritten || m_written.contains(memoryOf(node)));
    }

    /** Why no token can be handed to the graph at that place, or "". */
    std::string refusalFor(size_t graph) const {
        const CallFamily &family = m_families.all()[m_families.of(graph)];
        const bool isCalled = graph != 0 || !family.sites.empty();
        return isCalled ? family.fixed : "";
    }

private:
    void note(const Node &node) {
        m_anyIsWritten = m_anyIsWritten || node.isCallOf(op::PyExecute); // Python can write to every parameter
        for (const size_t place : writtenInputs(node))
            noteWritten(node, place);
    }

    void noteWritten(const Node &node, size_t place) {
        const Node &target = *node.inputs[place];
        if (isWeight(target)) {
            m_written.insert(memoryOf(target));
        } else if (!writtenInputs(target).size()) { // what a write gives is the parameter itself
            throw std::invalid_argument(nodeTitle(node) + " writes to a tensor that is no parameter; in a graph only "
                                                          "parameters can be written to.");
        }
    }

    bool touchesItself(const Graph &graph) const {
        const auto readsWritten = [this](const NodePtr &input) { return isWritten(*input); };
        return std::ranges::any_of(graph.nodes,
                                   [&](const NodePtr &node) {
                                       return isUnordered(*node) || std::ranges::any_of(node->inputs, readsWritten);
                                   }) ||
               (graph.output && isWritten(*graph.output));
    }

    /** The family touches, and so does whoever calls it. */
    void reach(size_t first) {
        std::vector<size_t> open;
        const auto mark = [&](size_t family) {
            if (m_touches[family]) return;
            m_touches[family] = true;
            open.push_back(family);
        };
        mark(first);
        while (!open.empty()) {
            const size_t family = open.back();
            open.pop_back();
            for (const CallSite &site : m_families.all()[family].sites)
                mark(m_families.of(site.caller));
        }
    }

    CallFamilies m_families;
    std::vector<bool> m_touches;               ///< by family
    std::unordered_set<std::string> m_written; ///< see memoryOf
    bool m_anyIsWritten = false;
};

class Ordering {
public:
    Ordering(const Graph &graph, const OrderNeeds &needs, PassContext &context)
        : m_graph(graph)
        , m_needs(needs)
        , m_context(context) {}

    /** `first` is the token before all else: a constant, or one more parameter. */
    GraphPtr run(const NodePtr &first) {
        m_token = first;
        for (const NodePtr &node : m_graph.nodes)
            m_new[node.get()] = ordered(node);
        auto result = std::make_shared<Graph>(m_graph);
        if (first->isParameter()) result->parameters.push_back(first);
        result->output = finished();
        logMade(first);
        result->nodes = std::move(m_nodes);
        return result;
    }

private:
    /** What carries the order is in no graph before: the log says what each is for. */
    void logMade(const NodePtr &first) {
        if (first->isParameter()) m_context.rewrites.push_back({"order of the caller -> parameter", {}, first->id});
        for (const NodePtr &node : m_nodes) {
            const auto source = m_made.find(node->id);
            if (source == m_made.end()) continue;
            const bool isRead = node->op == op::Load;
            const std::vector<NodeId> read = isRead ? std::vector{source->second} : std::vector<NodeId>();
            m_context.rewrites.push_back(
                {isRead ? "what is read of a written parameter -> Load" : "order of effects -> " + node->op, read,
                 node->id});
        }
    }

    NodePtr call(OpName op, std::vector<NodePtr> inputs, const Abstract &abstract, const Node *place) {
        auto node = std::make_shared<Node>();
        node->id = m_context.ids.next();
        node->op = op;
        node->name = "CNode_" + std::to_string(node->id.value);
        node->inputs = std::move(inputs);
        node->abstract = abstract;
        if (place) node->spans = place->spans;
        if (place) node->scope = place->scope;
        m_made.emplace(node->id, node->inputs.front()->id);
        m_nodes.push_back(node);
        return node;
    }

    NodePtr token(std::vector<NodePtr> inputs, const Node &place) {
        Abstract monad;
        monad.kind = Abstract::Kind::Monad;
        return call(op::UpdateState, std::move(inputs), monad, &place);
    }

    /** What stands for an input where it is read now. */
    NodePtr read(const NodePtr &input) {
        if (m_needs.isWritten(*input)) return loaded(input);
        const auto found = m_new.find(input.get());
        if (found == m_new.end()) return input;
        // What a write gives is the parameter itself, with what it holds by now.
        const bool isWritten = !writtenInputs(*found->second).empty() && found->second->abstract->isTensor();
        return isWritten ? loaded(found->second) : found->second;
    }

    NodePtr loaded(const NodePtr &source) {
        NodePtr &load = m_loads[source.get()];
        if (!load) {
            Abstract plain = source->abstract;
            plain.referenceKey.clear();
            load = call(op::Load, {source, m_token}, plain, m_last);
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
        const std::vector<size_t> &targets = writtenInputs(*node);
        std::vector<NodePtr> inputs;
        for (size_t i = 0; i < node->inputs.size(); ++i) {
            const bool isTarget = std::ranges::find(targets, i) != targets.end();
            inputs.push_back(isTarget ? targetOf(node->inputs[i]) : read(node->inputs[i]));
        }
        const bool isCall = m_needs.touches(*node);
        if (isCall) refuseWrittenArguments(*node);
        if (isCall || isUnordered(*node)) settleLoads();
        if (isCall || isUnordered(*node)) inputs.push_back(m_token);
        const NodePtr function = node->function ? read(node->function) : nullptr;
        const bool isSame = inputs == node->inputs && function == node->function;
        const NodePtr made = isSame ? node : withFunction(*node, std::move(inputs), function);
        m_nodes.push_back(made);
        if (isCall || isUnordered(*node)) follow(node, made);
        return made;
    }

    /** The callee would see the parameter as it was before the call, whatever is written to it meanwhile. */
    void refuseWrittenArguments(const Node &call) const {
        for (const NodePtr &input : call.inputs)
            if (m_needs.isWritten(*input))
                throw std::invalid_argument("The parameter " + input->name + " is written to, but " + nodeTitle(call) +
                                            " takes it as an argument; use it in the function by its name.");
    }

    static NodePtr withFunction(const Node &node, std::vector<NodePtr> inputs, const NodePtr &function) {
        auto copy = std::make_shared<Node>(node);
        copy->inputs = std::move(inputs);
        copy->function = function;
        return copy;
    }

    NodePtr targetOf(const NodePtr &input) const {
        const auto found = m_new.find(input.get());
        return found == m_new.end() ? input : found->second;
    }

    /** Everything behind `made` goes by a new token. */
    void follow(const NodePtr &node, const NodePtr &made) {
        m_token = token({m_token, made}, *node);
        m_context.rewrites.push_back({nameOf(*node) + " -> ordered by a token", {node->id}, made->id});
        m_loads.clear(); // what is read from here on was written since
    }

    static std::string nameOf(const Node &node) {
        if (!node.callee.empty()) return "call @" + node.callee;
        return node.op.empty() ? "call of a branch" : node.op.text();
    }

    /** What the graph returns, behind all that has to happen first. */
    NodePtr finished() {
        const NodePtr output = read(m_graph.output);
        const bool isGraphCall = output->function || !output->callee.empty();
        if (isGraphCall && !m_nodes.empty() && m_nodes.back() == m_token && m_token->inputs.back() == output) {
            m_nodes.pop_back();
            return output;
        }
        settleLoads();
        // A graph that does nothing itself hands on what came before it: its caller may end with the call of it.
        return call(op::Depend, {output, m_token}, output->abstract, m_last);
    }

    const Graph &m_graph;
    const OrderNeeds &m_needs;
    PassContext &m_context;
    NodePtr m_token;
    const Node *m_last = nullptr; ///< where the program stands
    std::vector<NodePtr> m_nodes;
    std::vector<NodePtr> m_unsettled; ///< loads that no token has followed yet
    NodeMap<NodePtr> m_new;           ///< of the old nodes
    NodeMap<NodePtr> m_loads;         ///< of parameters, at the token of now
    NodeIdMap<NodeId> m_made;         ///< Loads, tokens, Depends with their first input
};

NodePtr firstToken(NodeKind kind, PassContext &context) {
    auto node = std::make_shared<Node>();
    node->id = context.ids.next();
    node->kind = kind;
    node->abstract.write().kind = Abstract::Kind::Monad;
    if (kind == NodeKind::Constant) {
        node->value = Monad::U;
        node->abstract = Abstract::constant(Monad::U);
    } else {
        node->name = "u" + std::to_string(node->id.value);
    }
    return node;
}

bool hasSomethingToOrder(const Module &module) {
    return std::ranges::any_of(module.graphs, [](const GraphPtr &graph) {
        return !graph->isKernel() && graph->output &&
               std::ranges::any_of(graph->nodes, [](const NodePtr &node) { return isUnordered(*node); });
    });
}

} // namespace

Module orderEffects(const Module &module, PassContext &context) {
    if (!hasSomethingToOrder(module)) return module;
    const OrderNeeds needs(module);
    Module result = module;
    for (size_t i = 0; i < module.graphs.size(); ++i) {
        const GraphPtr &graph = module.graphs[i];
        if (graph->isKernel() || !graph->output || !needs.touches(i)) continue;
        if (const std::string reason = needs.refusalFor(i); !reason.empty())
            throw std::invalid_argument("@" + graph->name + " writes or prints, but " + reason +
                                        ", so nothing says when.");
        const NodePtr first = firstToken(i == 0 ? NodeKind::Constant : NodeKind::Parameter, context);
        result.graphs[i] = Ordering(*graph, needs, context).run(first);
    }
    return result;
}

} // namespace jitscope::inline passes

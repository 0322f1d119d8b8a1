// SPDX-License-Identifier: Apache-2.0
// Puts the body of a called graph in the place of the call, at any depth of calls.
//
// Rules
//   y = call @g(a, b)        ->  the nodes of g over a and b
//   g used once:                 its nodes keep their ids
//   g called several times:      each call gets copies with new ids, whose origins are g's nodes
//   g calls itself, directly or through others, or would grow beyond all bounds: stays a call
//   graphs that nobody calls any more are dropped
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodewalk.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

/** Calls can double at every depth of calls; beyond this many nodes in one graph a call stays a call. */
constexpr size_t mostNodes = 1'000'000;

using Graphs = std::unordered_map<std::string, GraphPtr>;

/** Who calls whom, as far as the entry reaches. */
class CallGraph {
public:
    CallGraph(const Graphs &graphs, const std::string &entry)
        : m_graphs(graphs) {
        visit(entry);
    }

    /** All graphs that are reached, callees before callers. */
    const std::vector<std::string> &order() const { return m_order; }
    /** Nobody else needs the graph: it is called once and stands nowhere as a value. */
    bool isUsedOnce(const std::string &graph) const {
        const auto found = m_uses.find(graph);
        return found != m_uses.end() && found->second == 1;
    }
    /** "f -> g -> f" if `graph` is on a circle of calls that would never end, else "". At least one graph of every
        circle is found so, which is what stops the inlining. */
    std::string circleOf(const std::string &graph) const {
        const auto found = m_circles.find(graph);
        return found == m_circles.end() ? std::string() : found->second;
    }

private:
    void visit(const std::string &name) {
        m_path.push_back(name);
        m_depths.emplace(name, m_path.size() - 1);
        forEachNode(m_graphs.at(name)->nodes, [&](const NodePtr &node) {
            if (!node->callee.empty()) use(node->callee);
            if (node->function) useValue(*node->function);
            for (const NodePtr &input : node->inputs)
                useValue(*input);
        });
        if (m_graphs.at(name)->output) useValue(*m_graphs.at(name)->output);
        m_path.pop_back();
        m_depths.erase(name);
        m_order.push_back(name);
    }

    void useValue(const Node &node) {
        if (!node.isConstant()) return;
        if (const GraphReference *graph = node.value->asGraph()) use(graph->name);
    }

    void use(const std::string &name) {
        ++m_uses[name];
        meet(name);
    }

    void meet(const std::string &name) {
        if (!m_graphs.contains(name)) return;
        if (const auto depth = m_depths.find(name); depth != m_depths.end()) {
            const std::vector<std::string> circle(m_path.begin() + long(depth->second), m_path.end());
            for (const std::string &member : circle)
                m_circles.emplace(member, join(circle, " -> ") + " -> " + name);
        } else if (m_met.insert(name).second) {
            visit(name);
        }
    }

    const Graphs &m_graphs;
    std::vector<std::string> m_path;                  ///< from the entry to the graph being visited
    std::unordered_map<std::string, size_t> m_depths; ///< of the graphs on the path
    std::unordered_set<std::string> m_met;
    std::vector<std::string> m_order;
    std::unordered_map<std::string, int> m_uses;
    std::unordered_map<std::string, std::string> m_circles;
};

class Inliner {
public:
    Inliner(const Module &module, PassContext &context)
        : m_rewriter(context) {
        for (const GraphPtr &graph : module.graphs)
            m_graphs.emplace(graph->name, graph);
    }

    Module run(const Module &module) {
        const CallGraph calls(m_graphs, module.entry()->name);
        for (const std::string &name : calls.order()) {
            GraphPtr &graph = m_graphs.at(name);
            graph = inlinedInto(graph, calls);
        }
        if (!m_inlinedAny) return module;
        const CallGraph left(m_graphs, module.entry()->name);
        const std::unordered_set<std::string> reached(left.order().begin(), left.order().end());
        Module result = module;
        result.graphs.clear();
        for (const GraphPtr &graph : module.graphs)
            if (reached.contains(graph->name)) result.graphs.push_back(m_graphs.at(graph->name));
        return result;
    }

private:
    GraphPtr inlinedInto(const GraphPtr &graph, const CallGraph &calls) {
        const auto isGraphCall = [](const NodePtr &node) { return !node->callee.empty(); };
        if (std::ranges::none_of(graph->nodes, isGraphCall)) return graph;
        std::vector<NodePtr> nodes;
        Substitution substitution;
        std::string parent = graph->parent;
        bool changed = false;
        for (const NodePtr &old : graph->nodes) {
            NodePtr node = substitution.applied(old);
            if (!isInlined(node, nodes.size(), calls)) {
                substitution.set(old, node);
                nodes.push_back(std::move(node));
                continue;
            }
            changed = true;
            const Graph &callee = *m_graphs.at(node->callee);
            const NodePtr output = paste(callee, *node, calls, nodes);
            if (parent.empty() && callee.parent != graph->name) parent = callee.parent;
            substitution.set(old, m_rewriter.log("call @" + node->callee + " -> its body", {old}, output));
            m_inlinedAny = true;
        }
        if (!changed) return graph;
        auto result = std::make_shared<Graph>(*graph);
        result->nodes = std::move(nodes);
        result->parent = std::move(parent);
        if (result->output) result->output = substitution.of(result->output);
        return result;
    }

    bool isInlined(const NodePtr &node, size_t sizeSoFar, const CallGraph &calls) {
        if (node->callee.empty()) return false;
        const auto callee = m_graphs.find(node->callee);
        if (callee == m_graphs.end() || callee->second->isKernel()) return false;
        std::optional<Predicate> failed = whyNot(*callee->second, *node, sizeSoFar, calls);
        const bool isInlined = !failed;
        if (failed) m_rewriter.refuse("call -> body", {node}, *std::move(failed));
        return isInlined;
    }

    static std::optional<Predicate> whyNot(const Graph &callee, const Node &call, size_t sizeSoFar,
                                           const CallGraph &calls) {
        const size_t size = sizeSoFar + callee.nodes.size();
        if (const std::string circle = calls.circleOf(callee.name); !circle.empty())
            return failedFor(PredicateKind::Recursion, call, circle, "none", callee.name);
        if (!callee.output) return failedFor(PredicateKind::NoResult, call, "none", "a value", callee.name);
        if (callee.parameters.size() != call.inputs.size())
            return failedFor(PredicateKind::Arguments, call, call.inputs.size(), callee.parameters.size(), callee.name);
        if (size > mostNodes) return failedFor(PredicateKind::GraphSize, call, size, mostNodes);
        return {};
    }

    /** Adds the body of `callee` over the inputs of `call` to `nodes`; returns what stands for the call. */
    NodePtr paste(const Graph &callee, const Node &call, const CallGraph &calls, std::vector<NodePtr> &nodes) {
        const bool keepsIds = calls.isUsedOnce(callee.name);
        Substitution substitution;
        for (size_t i = 0; i < call.inputs.size(); ++i)
            substitution.set(callee.parameters[i], call.inputs[i]);
        for (const NodePtr &old : callee.nodes) {
            NodePtr node = substitution.applied(old);
            if (!keepsIds) node = m_rewriter.copy(node);
            substitution.set(old, node);
            nodes.push_back(std::move(node));
        }
        return substitution.of(callee.output);
    }

    Rewriter m_rewriter;
    Graphs m_graphs; ///< by name; each is replaced by its inlined form when its turn comes
    bool m_inlinedAny = false;
};

} // namespace

Module inlineCalls(const Module &module, PassContext &context) {
    return Inliner(module, context).run(module);
}

} // namespace jitscope::inline passes

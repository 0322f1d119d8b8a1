// SPDX-License-Identifier: Apache-2.0
// Checks names, order, ids and types of every graph of a module.
#include "engine/ir/verifier.h"

#include "engine/base/text.h"
#include "engine/ir/irvalue.h"
#include "engine/ir/nodename.h"
#include "engine/ir/nodetables.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline ir {

namespace {

class Verifier {
public:
    explicit Verifier(const Module &module)
        : m_module(module) {}

    std::vector<std::string> run() {
        if (m_module.graphs.empty()) return {"the module has no graph"};
        std::unordered_set<std::string> names;
        for (const GraphPtr &graph : m_module.graphs) {
            if (!names.insert(graph->name).second) m_faults.push_back("two graphs are called @" + graph->name);
            m_graphs[graph->name] = graph.get();
        }
        for (const GraphPtr &graph : m_module.graphs)
            check(*graph);
        return std::move(m_faults);
    }

private:
    void fault(const std::string &sentence) { m_faults.push_back("@" + m_graph->name + ": " + sentence); }

    void check(const Graph &graph) {
        m_graph = &graph;
        m_visible.clear();
        showEnclosing(graph);
        for (const NodePtr &parameter : graph.parameters) {
            if (!parameter->isParameter()) fault(nodeTitle(*parameter) + " stands in the parameters but is none");
            m_visible.insert(parameter.get());
            checkId(parameter);
        }
        for (const NodePtr &node : graph.nodes) {
            check(*node);
            checkId(node);
            m_visible.insert(node.get());
        }
        if (!graph.output) {
            fault("the output is missing");
        } else if (!graph.output->isConstant() && !m_visible.contains(graph.output.get())) {
            fault("the output " + nodeTitle(*graph.output) + " is no node of the graph");
        }
    }

    /** A graph uses what its parents hold. Parents are followed once each, so that a cycle of them ends. */
    void showEnclosing(const Graph &graph) {
        std::unordered_set<const Graph *> seen{&graph};
        std::string name = graph.parent;
        while (!name.empty()) {
            const auto found = m_graphs.find(name);
            if (found == m_graphs.end()) {
                fault("the parent @" + name + " is not in the module");
                return;
            }
            const Graph &parent = *found->second;
            if (!seen.insert(&parent).second) {
                fault("the graph is its own parent");
                return;
            }
            for (const NodePtr &node : parent.parameters)
                m_visible.insert(node.get());
            for (const NodePtr &node : parent.nodes)
                m_visible.insert(node.get());
            name = parent.parent;
        }
    }

    void checkId(const NodePtr &node) {
        if (!node->id.valid()) fault(nodeTitle(*node) + " has no id");
        const auto [known, isNew] = m_ids.emplace(node->id, node.get());
        if (!isNew && known->second != node.get())
            fault(nodeTitle(*node) + " has the id of another node, " + nodeTitle(*known->second));
    }

    void check(const Node &node) {
        if (!node.isCall()) return fault(nodeTitle(node) + " stands in the calls but is none");
        bool complete = true;
        for (size_t i = 0; i < node.inputs.size(); ++i)
            complete = checkInput(node, node.inputs[i].get(), format("input %zu", i)) && complete;
        if (node.function) complete = checkInput(node, node.function.get(), "the function") && complete;
        if (!complete) return;
        for (const NodePtr &input : node.inputs)
            if (input->isConstant()) checkId(input);
        if (!node.callee.empty()) checkCall(node);
        if (!node.op.empty()) checkType(node);
    }

    bool checkInput(const Node &node, const Node *input, const std::string &place) {
        if (!input) {
            fault(nodeTitle(node) + ": " + place + " is missing");
            return false;
        }
        if (!input->isConstant()) {
            if (m_visible.contains(input)) return true;
            fault(nodeTitle(node) + ": " + place + ", " + nodeTitle(*input) + ", is not computed before it is used");
            return false;
        }
        if (const GraphReference *graph = input->value->asGraph(); graph && !m_graphs.contains(graph->name))
            fault(nodeTitle(node) + ": " + place + " names graph @" + graph->name + ", which is not in the module");
        return true;
    }

    void checkCall(const Node &node) {
        const auto found = m_graphs.find(node.callee);
        if (found == m_graphs.end())
            return fault("node " + std::to_string(node.id.value) + " calls graph @" + node.callee +
                         ", which is not in the module");
        const size_t wanted = found->second->parameters.size();
        if (node.inputs.size() != wanted)
            fault(format("%s passes %zu arguments to a graph of %zu parameters", nodeTitle(node).c_str(),
                         node.inputs.size(), wanted));
    }

    /** The recorded type against the operator's own rule; imported calls of another signature are left alone. */
    void checkType(const Node &node) {
        const OpDef *op = findOp(node.op);
        if (!op || !op->infer || op->params.size() != node.inputs.size()) return;
        if (node.abstract->kind == Abstract::Kind::Unknown || !node.abstract->text.empty()) return;
        std::vector<Abstract> arguments;
        for (const NodePtr &input : node.inputs) {
            arguments.push_back(ir::printedType(*input));
            if (arguments.back().kind == Abstract::Kind::Unknown) return;
        }
        const auto inferred = inferredType(*op, arguments);
        if (!inferred) return fault(nodeTitle(node) + ": " + inferred.error().message);
        if (!sameType(*inferred, node.abstract))
            fault(nodeTitle(node) + " is recorded as " + brief(node.abstract) + ", but its inputs give " +
                  brief(*inferred));
    }

    const Module &m_module;
    std::vector<std::string> m_faults;
    std::unordered_map<std::string, const Graph *> m_graphs;
    NodeIdMap<const Node *> m_ids;
    const Graph *m_graph = nullptr;
    NodeSet m_visible;
};

} // namespace

std::vector<std::string> verify(const Module &module) {
    return Verifier(module).run();
}

} // namespace jitscope::inline ir

// SPDX-License-Identifier: Apache-2.0
// Finds what crosses the border of the chosen nodes and lays the inside out as a module.
#include "engine/extraction/region.h"

#include "engine/base/text.h"
#include "engine/extraction/candidate.h"
#include "engine/ir/nodename.h"
#include "engine/ir/nodereplacement.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline extraction {

namespace {

constexpr const char *entryName = "region";

using NodeSet = std::unordered_set<NodeId>; // an inner graph may hold an older form of a node around it

/** The nodes that a node uses. */
std::vector<NodePtr> operandsOf(const Node &node) {
    std::vector<NodePtr> operands = node.inputs;
    if (node.function) operands.push_back(node.function);
    return operands;
}

bool carriesValue(const Node &node) {
    return node.abstract->kind != Abstract::Kind::Monad && node.abstract->kind != Abstract::Kind::Function;
}

/** The graph that the chosen calls stand in. */
Result<GraphPtr> homeOf(const Module &module, const std::vector<NodeId> &nodes) {
    GraphPtr home;
    for (const NodeId id : nodes) {
        const auto holds = [&](const GraphPtr &graph) {
            return std::ranges::any_of(graph->nodes, [&](const NodePtr &node) { return node->id == id; });
        };
        const auto found = std::ranges::find_if(module.graphs, holds);
        if (found == module.graphs.end())
            return Error{nodeName(id) + " is no call of this graph: a region is made of calls."};
        if (home && home != *found)
            return Error{format("The nodes lie in several graphs (%s and %s): choose those of one.", home->name.c_str(),
                                (*found)->name.c_str())};
        home = *found;
    }
    return home;
}

class RegionMaker {
public:
    RegionMaker(const Module &module, GraphPtr home, const std::vector<NodeId> &nodes,
                const std::vector<NodeId> &results)
        : m_module(module)
        , m_results(results)
        , m_home(std::move(home))
        , m_ids(idsBehind(module)) {
        for (const NodePtr &node : m_home->nodes)
            if (std::ranges::find(nodes, node->id) != nodes.end()) m_chosen.insert(node->id);
    }

    Result<Region> make() {
        chooseCallees();
        takeOutputs();
        if (m_region.outputs.empty()) return Error{"The chosen nodes give nothing that could be compared."};
        auto entry = std::make_shared<Graph>();
        entry->name = freeName();
        for (const NodePtr &node : m_home->nodes)
            if (m_chosen.contains(node->id)) entry->nodes.push_back(node);
        entry->output = outputOf(*entry);
        Module module;
        module.graphs = {entry};
        for (const GraphPtr &graph : m_module.graphs)
            module.graphs.push_back(m_home->name == graph->parent ? insideOf(*graph, entry->name) : graph);
        module = withoutUnused(module);
        const auto isInside = [&](const GraphPtr &graph) { return graph->parent == entry->name; };
        if (module.find(m_home->name) && std::ranges::any_of(module.graphs, isInside))
            return Error{"The nodes are part of a loop with graphs inside: choose the call of the loop instead."};
        entry = std::make_shared<Graph>(*module.entry());
        NodeReplacement replacement;
        for (const NodePtr &input : incoming(module))
            addParameter(*entry, input, replacement);
        module.graphs.front() = entry;
        m_region.module = replacement.in(module);
        return std::move(m_region);
    }

private:
    /** A call of a computed function needs the call that computes it. */
    void chooseCallees() {
        for (size_t i = m_home->nodes.size(); i-- > 0;) {
            const NodePtr &node = m_home->nodes[i];
            if (!m_chosen.contains(node->id)) continue;
            for (const NodePtr &operand : operandsOf(*node))
                if (operand->isCall() && operand->abstract->kind == Abstract::Kind::Function)
                    m_chosen.insert(operand->id);
        }
    }

    /** Those that are wanted, or the chosen nodes that others use; without any the last one. */
    void takeOutputs() {
        NodeSet used(m_results.begin(), m_results.end());
        const auto note = [&](const NodePtr &operand) {
            if (m_chosen.contains(operand->id) && carriesValue(*operand)) used.insert(operand->id);
        };
        for (const GraphPtr &graph : m_module.graphs) {
            if (!m_results.empty()) break;
            for (const NodePtr &node : graph->nodes)
                if (!m_chosen.contains(node->id)) std::ranges::for_each(operandsOf(*node), note);
            if (graph->output) note(graph->output);
        }
        for (const NodePtr &node : m_home->nodes)
            if (used.contains(node->id) && m_chosen.contains(node->id)) m_region.outputs.push_back(node);
        for (size_t i = m_home->nodes.size(); i-- > 0 && m_region.outputs.empty();)
            if (m_chosen.contains(m_home->nodes[i]->id) && carriesValue(*m_home->nodes[i]))
                m_region.outputs.push_back(m_home->nodes[i]);
    }

    NodePtr outputOf(Graph &entry) {
        if (m_region.outputs.size() == 1) return m_region.outputs.front();
        auto tuple = std::make_shared<Node>();
        tuple->id = m_ids.next();
        tuple->op = op::MakeTuple;
        tuple->inputs = m_region.outputs;
        std::vector<Abstract> items;
        for (const NodePtr &output : m_region.outputs)
            items.push_back(output->abstract);
        tuple->abstract = Abstract::tuple(std::move(items));
        entry.nodes.push_back(tuple);
        return tuple;
    }

    std::string freeName() const {
        std::string name = entryName;
        while (m_module.find(name))
            name += "_";
        return name;
    }

    static GraphPtr insideOf(const Graph &graph, const std::string &parent) {
        auto inside = std::make_shared<Graph>(graph);
        inside->parent = parent;
        return inside;
    }

    /** What the graphs of `module` use and do not hold, in the order of its use. */
    std::vector<NodePtr> incoming(const Module &module) const {
        NodeSet held;
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &node : graph->nodes)
                held.insert(node->id);
            for (const NodePtr &parameter : graph->parameters)
                held.insert(parameter->id);
        }
        std::vector<NodePtr> found;
        const auto look = [&](const NodePtr &operand) {
            if (!operand->isConstant() && held.insert(operand->id).second) found.push_back(operand);
        };
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &node : graph->nodes)
                std::ranges::for_each(operandsOf(*node), look);
            if (graph->output) look(graph->output);
        }
        return found;
    }

    /** Tokens order effects: those from outside begin anew. A constant that was not known as one stays a parameter. */
    void addParameter(Graph &entry, const NodePtr &input, NodeReplacement &replacement) {
        auto node = std::make_shared<Node>();
        node->id = m_ids.next();
        node->abstract = input->abstract;
        if (input->abstract->kind == Abstract::Kind::Monad || input->abstract->isConstant) {
            node->kind = NodeKind::Constant;
            node->value = input->abstract->isConstant ? input->abstract->value : Value(Monad::U);
            return replacement.set(input, node);
        }
        node->kind = NodeKind::Parameter;
        node->name = input->isParameter() ? input->name : "v" + std::to_string(input->id.value);
        node->weight = input->weight;
        node->spans = input->spans;
        entry.parameters.push_back(node);
        if (!node->weight->defined()) m_region.inputs.push_back(input);
        replacement.set(input, node);
    }

    const Module &m_module;
    const std::vector<NodeId> &m_results;
    GraphPtr m_home;
    IdSource m_ids;
    NodeSet m_chosen;
    Region m_region;
};

} // namespace

Result<Region> regionOf(const Module &module, const std::vector<NodeId> &nodes, const std::vector<NodeId> &results) {
    if (module.graphs.empty()) return Error{"There is no graph."};
    if (nodes.empty()) {
        Region region{module, {}, {module.entry()->output}, true};
        if (!module.entry()->output) return Error{"The graph returns nothing: it was read from an excerpt."};
        for (const NodePtr &parameter : module.entry()->parameters)
            if (!parameter->weight->defined()) region.inputs.push_back(parameter);
        return region;
    }
    auto home = homeOf(module, nodes);
    if (!home) return home.error();
    return RegionMaker(module, *std::move(home), nodes, results).make();
}

Result<std::vector<NodeId>> kernelCall(const Module &module, const std::string &kernel) {
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            if (node->callee == kernel) return std::vector<NodeId>{node->id};
    return Error{"No call of a kernel '" + kernel + "' in this graph."};
}

namespace {

/** "%12", "12", "CNode_12". */
bool isCalled(const Node &node, const std::string &name) {
    return name == nodeName(node) || "%" + name == nodeName(node) || name == "CNode_" + std::to_string(node.id.value) ||
           (!node.name.empty() && name == node.name);
}

} // namespace

Result<std::vector<NodeId>> callsNamed(const Module &module, const std::string &text) {
    std::vector<NodeId> nodes;
    std::string list = text;
    std::ranges::replace(list, '+', ',');
    for (const std::string &part : split(list, ',')) {
        const std::string name(trimmed(part));
        NodeId found;
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes)
                if (isCalled(*node, name)) found = node->id;
        if (!found.valid())
            return Error{"'" + name + "' is no call of this graph: %12 and CNode_12 are names, %12,%13 are two."};
        nodes.push_back(found);
    }
    return nodes;
}

} // namespace jitscope::inline extraction

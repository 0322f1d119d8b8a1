// SPDX-License-Identifier: Apache-2.0
// Passes as arguments what a graph uses of the graphs around it (closure conversion).
//
// Rules
//   a value of an enclosing graph, used inside  ->  one more parameter, which every call passes along
// Weights are reached from everywhere and stay as they are.
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** What each family needs of the graphs around it, itself or for the graphs that it calls. */
class FreeValues {
public:
    explicit FreeValues(const Module &module)
        : m_module(module)
        , m_families(module)
        , m_needs(m_families.all().size()) {
        for (size_t i = 0; i < module.graphs.size(); ++i) {
            for (const NodePtr &parameter : module.graphs[i]->parameters)
                m_homes[parameter->id] = {i, parameter};
            for (const NodePtr &node : module.graphs[i]->nodes)
                m_homes[node->id] = {i, node};
        }
        for (size_t i = 0; i < module.graphs.size(); ++i)
            if (!module.graphs[i]->parent.empty()) readGraph(i);
        spread();
    }

    const CallFamilies &families() const { return m_families; }
    bool any() const {
        return std::ranges::any_of(m_needs, [](const auto &needs) { return !needs.empty(); });
    }
    /** What the calls of that family pass along; as their homes hold it. */
    const std::vector<NodePtr> &neededBy(size_t family) const { return m_needs[family]; }

    bool isForeign(const Node &node, size_t graph) const {
        if (node.isConstant() || (node.isParameter() && node.weight->defined())) return false;
        const auto home = m_homes.find(node.id);
        return home != m_homes.end() && home->second.graph != graph;
    }

private:
    struct Home {
        size_t graph = 0;
        NodePtr node;
    };

    void readGraph(size_t graph) {
        const auto read = [&](const NodePtr &node) {
            if (node && isForeign(*node, graph)) need(m_families.of(graph), m_homes.at(node->id).node);
        };
        for (const NodePtr &node : m_module.graphs[graph]->nodes) {
            read(node->function);
            std::ranges::for_each(node->inputs, read);
        }
        read(m_module.graphs[graph]->output);
    }

    void need(size_t family, const NodePtr &value) {
        if (std::ranges::find(m_needs[family], value) != m_needs[family].end()) return;
        m_needs[family].push_back(value);
        m_open.push_back({family, value});
    }

    void spread() {
        while (!m_open.empty()) {
            const auto [family, value] = m_open.back();
            m_open.pop_back();
            for (const CallSite &site : m_families.all()[family].sites)
                if (isForeign(*value, site.caller)) need(m_families.of(site.caller), value);
        }
    }

    const Module &m_module;
    CallFamilies m_families;
    NodeIdMap<Home> m_homes;
    std::vector<std::vector<NodePtr>> m_needs; ///< by family
    std::vector<std::pair<size_t, NodePtr>> m_open;
};

/** "z" of "CNode_12$z", else the whole name. */
std::string variableOf(const Node &node) {
    return node.name.substr(node.name.find('$') + 1);
}

/** One graph with the values that it needs as parameters, and passing along what its calls need. */
class Conversion {
public:
    Conversion(const FreeValues &values, PassContext &context)
        : m_values(values)
        , m_context(context) {}

    GraphPtr convert(const GraphPtr &graph, size_t place) {
        auto result = std::make_shared<Graph>(*graph);
        for (const NodePtr &value : m_values.neededBy(m_values.families().of(place)))
            result->parameters.push_back(inside(value, place));
        for (NodePtr &node : result->nodes) {
            const NodePtr old = node;
            node = passingAlong(m_substitution.applied(withParameters(old, place)), place);
            m_substitution.set(old, node);
            m_byId[node->id] = node;
        }
        result->output = m_substitution.of(result->output);
        if (const auto parameter = m_byId.find(result->output->id);
            parameter != m_byId.end() && m_values.isForeign(*graph->output, place))
            result->output = parameter->second;
        return result;
    }

private:
    NodePtr inside(const NodePtr &value, size_t place) {
        if (!m_values.isForeign(*value, place)) return value;
        auto parameter = std::make_shared<Node>();
        parameter->id = m_context.ids.next();
        parameter->kind = NodeKind::Parameter;
        parameter->name = variableOf(*value);
        parameter->abstract = value->abstract;
        parameter->spans = value->spans;
        parameter->origins = {value->id};
        m_context.rewrites.push_back({"value of an enclosing graph -> parameter", {value->id}, parameter->id});
        m_byId[value->id] = parameter;
        return parameter;
    }

    /** Values are known by id: an inner graph may hold an older form of a node of the graph around it. */
    NodePtr withParameters(const NodePtr &node, size_t place) {
        const auto stands = [&](const NodePtr &input) {
            return m_values.isForeign(*input, place) ? m_byId.at(input->id) : input;
        };
        auto copy = std::make_shared<Node>(*node);
        std::ranges::transform(node->inputs, copy->inputs.begin(), stands);
        if (node->function) copy->function = stands(node->function);
        return copy->inputs == node->inputs && copy->function == node->function ? node : NodePtr(copy);
    }

    NodePtr passingAlong(const NodePtr &node, size_t place) {
        const CallFamily *family = m_values.families().reachedBy(*node);
        if (!family || m_values.neededBy(m_values.families().indexOf(*family)).empty()) return node;
        std::vector<NodePtr> inputs = node->inputs;
        for (const NodePtr &value : m_values.neededBy(m_values.families().indexOf(*family))) {
            const auto own = m_byId.find(value->id);
            inputs.push_back(own == m_byId.end() || (own->second->isCall() && m_values.isForeign(*value, place))
                                 ? value
                                 : own->second);
        }
        return withInputs(*node, std::move(inputs));
    }

    const FreeValues &m_values;
    PassContext &m_context;
    Substitution m_substitution;
    NodeIdMap<NodePtr> m_byId; ///< what stands for a value in this graph
};

/** True if any node of the graph uses a weight, which stands with the entry. */
bool usesWeights(const Graph &graph) {
    const auto isWeight = [](const NodePtr &node) { return node->isParameter() && node->weight->defined(); };
    return isWeight(graph.output) || std::ranges::any_of(graph.nodes, [&](const NodePtr &node) {
               return std::ranges::any_of(node->inputs, isWeight);
           });
}

/** All that is left to share are the weights, which stand with the entry. */
Module withPlainParents(const Module &module, PassContext &context) {
    const std::string &entry = module.entry()->name;
    Module result = module;
    for (GraphPtr &graph : result.graphs) {
        if (graph->parent.empty() || graph->parent == entry || !graph->output) continue;
        context.rewrites.push_back({"@" + graph->name + " needs nothing of @" + graph->parent, {}, {}});
        auto plain = std::make_shared<Graph>(*graph);
        plain->parent = usesWeights(*graph) ? entry : "";
        graph = std::move(plain);
    }
    return result;
}

} // namespace

Module convertClosures(const Module &module, PassContext &context) {
    if (std::ranges::all_of(module.graphs, [](const GraphPtr &graph) { return graph->parent.empty(); })) return module;
    const FreeValues values(module);
    if (!values.any()) return withPlainParents(module, context);
    for (size_t i = 0; i < values.families().all().size(); ++i) {
        const CallFamily &family = values.families().all()[i];
        if (values.neededBy(i).empty() || family.fixed.empty()) continue;
        std::vector<NodeId> nodes;
        for (const NodePtr &value : values.neededBy(i))
            nodes.push_back(value->id);
        context.refusals.push_back({"value of an enclosing graph -> parameter", nodes,
                                    failedTogether(PredicateKind::FixedCall, family.fixed, "known")});
    }
    if (!context.refusals.empty()) return module;
    Module result = module;
    for (size_t i = 0; i < module.graphs.size(); ++i) {
        const auto converted = std::make_shared<Graph>(*Conversion(values, context).convert(module.graphs[i], i));
        if (converted->parent == module.entry()->name && !usesWeights(*converted)) converted->parent.clear();
        result.graphs[i] = converted;
    }
    return withPlainParents(result, context);
}

} // namespace jitscope::inline passes

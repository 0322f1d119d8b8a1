// SPDX-License-Identifier: Apache-2.0
// Follows graph names from where they stand to the calls that use them.
#include "engine/passes/support/callfamilies.h"

#include <algorithm>
#include <numeric>

namespace jitscope::inline passes {

namespace {

/** Nodes that hand a function on: the calls behind them are found by following. */
bool handsOn(const Node &node, size_t input) {
    return (node.isCallOf(op::Switch) && input > 0) || (node.isCallOf(op::Depend) && input == 0);
}

} // namespace

CallFamilies::CallFamilies(const Module &module)
    : m_module(module)
    , m_parents(module.graphs.size())
    , m_escapes(module.graphs.size()) {
    std::iota(m_parents.begin(), m_parents.end(), size_t(0));
    for (size_t i = 0; i < module.graphs.size(); ++i)
        m_places.emplace(module.graphs[i]->name, i);
    if (!module.graphs.empty()) m_escapes[0] = "@" + module.entry()->name + " is the entry";
    for (size_t i = 0; i < module.graphs.size(); ++i)
        readGraph(i);
    gather();
}

std::vector<size_t> CallFamilies::graphsOf(const Node &value) const {
    std::vector<size_t> found;
    if (const GraphReference *name = value.value->asGraph(); name && value.isConstant()) {
        if (const auto place = m_places.find(name->name); place != m_places.end()) found.push_back(place->second);
        return found;
    }
    for (size_t i = 0; i < value.inputs.size(); ++i) {
        if (!handsOn(value, i)) continue;
        const std::vector<size_t> behind = graphsOf(*value.inputs[i]);
        if (behind.empty()) return {};
        found.insert(found.end(), behind.begin(), behind.end());
    }
    return found;
}

const CallFamily *CallFamilies::reachedBy(const Node &call) const {
    if (!call.callee.empty()) {
        const auto place = m_places.find(call.callee);
        if (place == m_places.end() || m_module.graphs[place->second]->isKernel()) return nullptr;
        return &m_families[m_familyOf[place->second]];
    }
    if (!call.function) return nullptr;
    const std::vector<size_t> graphs = graphsOf(*call.function);
    return graphs.empty() ? nullptr : &m_families[m_familyOf[graphs.front()]];
}

void CallFamilies::readGraph(size_t place) {
    const Graph &graph = *m_module.graphs[place];
    for (const NodePtr &node : graph.nodes)
        readCall(place, node);
    if (graph.output) noteEscape(graph.output, "is what @" + graph.name + " returns");
}

void CallFamilies::readCall(size_t place, const NodePtr &call) {
    for (size_t i = 0; i < call->inputs.size(); ++i)
        if (!handsOn(*call, i)) noteEscape(call->inputs[i], "is handed on as a value");
    if (const auto callee = m_places.find(call->callee); callee != m_places.end()) m_sites.push_back({place, call});
    if (!call->function) return;
    const std::vector<size_t> graphs = graphsOf(*call->function);
    if (graphs.empty()) return noteEscape(call->function, "is called in a way that is not known here");
    for (size_t graph : graphs)
        m_parents[rootOf(graph)] = rootOf(graphs.front());
    m_sites.push_back({place, call});
}

void CallFamilies::noteEscape(const NodePtr &value, const std::string &how) {
    if (value->isConstant() && !value->value->asGraph()) return;
    if (value->isCall() && !value->isCallOf(op::Switch) && !value->isCallOf(op::Depend)) return;
    for (size_t graph : graphsOf(*value))
        if (m_escapes[graph].empty()) m_escapes[graph] = "@" + m_module.graphs[graph]->name + " " + how;
}

size_t CallFamilies::rootOf(size_t graph) {
    while (m_parents[graph] != graph)
        graph = m_parents[graph] = m_parents[m_parents[graph]];
    return graph;
}

/** Numbers the families in the order of their first graphs, and gives each its calls. */
void CallFamilies::gather() {
    constexpr size_t none = size_t(-1);
    std::vector<size_t> numberOf(m_parents.size(), none);
    m_familyOf.resize(m_parents.size());
    for (size_t graph = 0; graph < m_parents.size(); ++graph) {
        size_t &number = numberOf[rootOf(graph)];
        if (number == none) {
            number = m_families.size();
            m_families.emplace_back();
        }
        m_familyOf[graph] = number;
        m_families[number].members.push_back(graph);
        if (m_families[number].fixed.empty()) m_families[number].fixed = m_escapes[graph];
    }
    for (CallSite &site : m_sites) {
        const CallFamily *family = reachedBy(*site.call);
        if (family) m_families[size_t(family - m_families.data())].sites.push_back(std::move(site));
    }
    for (CallFamily &family : m_families)
        if (family.fixed.empty()) family.fixed = oddityOf(family);
}

/** Why the members of a family do not fit their calls, or "". */
std::string CallFamilies::oddityOf(const CallFamily &family) const {
    const size_t count = parameterCount(family);
    for (size_t member : family.members) {
        const Graph &graph = *m_module.graphs[member];
        if (graph.isKernel()) return "@" + graph.name + " is a kernel";
        if (!graph.output) return "@" + graph.name + " returns nothing";
        if (graph.parameters.size() != count) return "@" + graph.name + " takes another number of arguments";
    }
    for (const CallSite &site : family.sites)
        if (site.call->inputs.size() != count) return "a call passes another number of arguments";
    return {};
}

size_t CallFamilies::parameterCount(const CallFamily &family) const {
    return m_module.graphs[family.members.front()]->parameters.size();
}

size_t CallFamilies::indexOf(const CallFamily &family) const {
    return size_t(&family - m_families.data());
}

} // namespace jitscope::inline passes

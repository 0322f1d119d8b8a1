// SPDX-License-Identifier: Apache-2.0
// Puts into a called graph what all its calls pass for a parameter.
//
// Rules
//   a parameter for which every call passes the same constant  ->  that constant
//   a parameter for which every call passes the same weight    ->  that weight
// Handing a parameter on to itself, as loops do, is no other value. parameter_eliminate then drops the parameter.
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** What is known of a parameter over all calls: nothing seen yet, one value, or several. */
struct Known {
    enum class State : uint8_t { Nothing, One, Several };
    State state = State::Nothing;
    NodePtr value;
};

bool isSame(const Node &a, const Node &b) {
    return &a == &b || (a.isConstant() && b.isConstant() && identicalValues(a.value, b.value));
}

/** Values flow from the calls into parameters, and from those into the calls that hand them on. */
class ArgumentFlow {
public:
    explicit ArgumentFlow(const Module &module)
        : m_module(module)
        , m_families(module) {
        for (const CallFamily &family : m_families.all())
            addFamily(family);
        for (size_t i = 0; i < m_families.all().size(); ++i)
            for (const CallSite &site : m_families.all()[i].sites)
                for (size_t at = 0; at < m_known[i].size(); ++at)
                    connect(site.call->inputs[at], i, at);
        while (!m_open.empty()) {
            const Place place = m_open.back();
            m_open.pop_back();
            for (const Place &next : m_next[place.family][place.position])
                meet(next, m_known[place.family][place.position]);
        }
    }

    /** What to put in the place of a graph's parameter, or null. */
    NodePtr valueOf(size_t graph, size_t position) const {
        const auto &known = m_known[m_families.of(graph)];
        if (known.empty() || known[position].state != Known::State::One) return nullptr;
        return known[position].value;
    }

private:
    struct Place {
        size_t family = 0, position = 0;
    };

    void addFamily(const CallFamily &family) {
        const size_t index = m_known.size();
        const size_t count = m_families.parameterCount(family);
        m_known.emplace_back();
        m_next.emplace_back();
        if (!family.fixed.empty()) return;
        m_known.back().resize(count);
        m_next.back().resize(count);
        for (size_t member : family.members)
            for (size_t i = 0; i < count; ++i)
                m_places[m_module.graphs[member]->parameters[i].get()] = {index, i};
    }

    void connect(const NodePtr &argument, size_t family, size_t position) {
        const Place to{family, position};
        if (const auto from = m_places.find(argument.get()); from != m_places.end()) {
            m_next[from->second.family][from->second.position].push_back(to);
        } else if ((argument->isConstant() && !isToken(*argument)) ||
                   (argument->isParameter() && argument->weight->defined())) {
            meet(to, {Known::State::One, argument});
        } else {
            meet(to, {Known::State::Several, nullptr});
        }
    }

    void meet(const Place &place, const Known &incoming) {
        Known &known = m_known[place.family][place.position];
        if (known.state == Known::State::Several || incoming.state == Known::State::Nothing) return;
        const bool isFirst = known.state == Known::State::Nothing;
        if (!isFirst && incoming.state == Known::State::One && isSame(*known.value, *incoming.value)) return;
        known = isFirst ? incoming : Known{Known::State::Several, nullptr};
        m_open.push_back(place);
    }

    const Module &m_module;
    CallFamilies m_families;
    std::vector<std::vector<Known>> m_known; ///< by family and position; empty for families that are left alone
    std::vector<std::vector<std::vector<Place>>> m_next;
    NodeMap<Place> m_places;
    std::vector<Place> m_open;
};

GraphPtr specialized(const GraphPtr &graph, size_t place, const ArgumentFlow &flow, const std::string &entry,
                     Rewriter &rewriter) {
    const auto uses = useCounts(*graph);
    Substitution substitution;
    bool changed = false, usesWeight = false;
    for (size_t i = 0; i < graph->parameters.size(); ++i) {
        const NodePtr &parameter = graph->parameters[i];
        const NodePtr value = flow.valueOf(place, i);
        if (!value || !uses.contains(parameter.get())) continue;
        usesWeight = usesWeight || value->isParameter();
        const NodePtr inside = value->isConstant() ? rewriter.constant(value->value, {parameter}) : value;
        substitution.set(parameter,
                         rewriter.log("parameter that is always the same -> its value", {parameter}, inside));
        changed = true;
    }
    if (!changed) return graph;
    const GraphPtr result = substituted(graph, graph->parameters, std::move(substitution));
    if (!usesWeight || !result->parent.empty()) return result;
    auto child = std::make_shared<Graph>(*result);
    child->parent = entry;
    return child;
}

} // namespace

Module specializeGraphs(const Module &module, PassContext &context) {
    if (module.graphs.size() < 2) return module;
    const ArgumentFlow flow(module);
    Rewriter rewriter(context);
    Module result = module;
    for (size_t i = 1; i < module.graphs.size(); ++i)
        result.graphs[i] = specialized(module.graphs[i], i, flow, module.entry()->name, rewriter);
    return result;
}

} // namespace jitscope::inline passes

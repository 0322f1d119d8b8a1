// SPDX-License-Identifier: Apache-2.0
// Drops parameters of called graphs that nothing uses, with the arguments that were passed for them.
//
// Rules
//   a parameter that is only handed on to parameters that nothing uses  ->  gone, in all branches of a Switch at once
// What is used is followed backwards from what operators and outputs take, so a variable that only goes round in a
// loop goes too.
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** One parameter of all members of a family. */
struct Slot {
    size_t family = 0, position = 0;
};

class ParameterUse {
public:
    explicit ParameterUse(const Module &module)
        : m_module(module)
        , m_families(module) {
        for (size_t i = 0; i < m_families.all().size(); ++i)
            addFamily(i);
        for (size_t i = 0; i < module.graphs.size(); ++i)
            readGraph(*module.graphs[i]);
        spread();
    }

    bool anyUnused() const {
        return std::ranges::any_of(m_used,
                                   [](const auto &used) { return std::ranges::find(used, false) != used.end(); });
    }

    /** `list` of one entry a parameter of that family, without those of no use. */
    std::vector<NodePtr> usedOnly(size_t family, const std::vector<NodePtr> &list) const {
        std::vector<NodePtr> left;
        for (size_t i = 0; i < list.size(); ++i)
            if (m_used[family].empty() || m_used[family][i]) left.push_back(list[i]);
        return left;
    }

    bool isTrimmed(size_t family) const { return std::ranges::find(m_used[family], false) != m_used[family].end(); }
    const CallFamilies &families() const { return m_families; }

private:
    /** Only families whose parameters may change are listed, with all parameters unused to begin with. */
    void addFamily(size_t index) {
        const CallFamily &family = m_families.all()[index];
        const size_t count = m_families.parameterCount(family);
        m_used.emplace_back();
        m_handedOn.emplace_back();
        if (!family.fixed.empty()) return;
        m_used.back().resize(count);
        m_handedOn.back().resize(count);
        for (size_t member : family.members)
            for (size_t i = 0; i < count; ++i)
                m_slots[m_module.graphs[member]->parameters[i].get()] = {index, i};
    }

    void readGraph(const Graph &graph) {
        for (const NodePtr &node : graph.nodes) {
            if (node->function) use(*node->function);
            const CallFamily *family = m_families.reachedBy(*node);
            const bool isListed = family && family->fixed.empty();
            for (size_t i = 0; i < node->inputs.size(); ++i) {
                if (isListed)
                    handOn(*node->inputs[i], {m_families.indexOf(*family), i});
                else
                    use(*node->inputs[i]);
            }
        }
        if (graph.output) use(*graph.output);
    }

    void use(const Node &node) {
        const auto slot = m_slots.find(&node);
        if (slot == m_slots.end() || m_used[slot->second.family][slot->second.position]) return;
        m_used[slot->second.family][slot->second.position] = true;
        m_open.push_back(slot->second);
    }

    void handOn(const Node &node, Slot to) {
        const auto slot = m_slots.find(&node);
        if (slot != m_slots.end()) m_handedOn[to.family][to.position].push_back(slot->second);
    }

    void spread() {
        while (!m_open.empty()) {
            const Slot slot = m_open.back();
            m_open.pop_back();
            for (const Slot &from : m_handedOn[slot.family][slot.position]) {
                if (m_used[from.family][from.position]) continue;
                m_used[from.family][from.position] = true;
                m_open.push_back(from);
            }
        }
    }

    const Module &m_module;
    CallFamilies m_families;
    std::vector<std::vector<bool>> m_used; ///< by family and position; empty for families that stay as they are
    std::vector<std::vector<std::vector<Slot>>> m_handedOn; ///< the parameters that are passed for one
    NodeMap<Slot> m_slots;
    std::vector<Slot> m_open;
};

Module withoutUnused(const Module &module, PassContext &context) {
    const ParameterUse uses(module);
    if (!uses.anyUnused()) return module;
    const CallFamilies &families = uses.families();
    Module result = module;
    for (size_t i = 0; i < module.graphs.size(); ++i) {
        GraphPtr &graph = result.graphs[i];
        graph = rewrite(graph, [&](const NodePtr &node) {
            const CallFamily *family = families.reachedBy(*node);
            if (!family || !uses.isTrimmed(families.indexOf(*family))) return node;
            context.rewrites.push_back({"argument for a parameter of no use -> not passed", {node->id}, node->id});
            return withInputs(*node, uses.usedOnly(families.indexOf(*family), node->inputs));
        });
        if (!uses.isTrimmed(families.of(i))) continue;
        auto trimmed = std::make_shared<Graph>(*graph);
        trimmed->parameters = uses.usedOnly(families.of(i), graph->parameters);
        for (const NodePtr &parameter : graph->parameters)
            if (std::ranges::find(trimmed->parameters, parameter) == trimmed->parameters.end())
                context.rewrites.push_back({"parameter of no use -> removed", {parameter->id}, {}});
        graph = std::move(trimmed);
    }
    return result;
}

} // namespace

Module eliminateParameters(const Module &module, PassContext &context) {
    if (module.graphs.size() < 2) return module;
    Module current = module;
    while (true) { // what computed a dropped argument may have been all that used another parameter
        Module next = withoutUnused(current, context);
        if (same(next, current)) return current;
        current = std::move(next);
    }
}

} // namespace jitscope::inline passes

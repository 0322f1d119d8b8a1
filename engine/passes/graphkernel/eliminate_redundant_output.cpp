// SPDX-License-Identifier: Apache-2.0
// Drops results of kernels that nobody outside uses, with what computes only them.
//
// Rule
//   a kernel with results of no use  ->  the kernel without them
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelparts.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

constexpr const char *rule = "results of no use -> not computed";

/** Which results of the kernels called in a graph are used; a call that is used as a whole uses all. */
class UsedResults {
public:
    explicit UsedResults(const Graph &graph) {
        for (const NodePtr &node : callsOf(graph.output)) {
            const auto index = elementIndex(*node);
            for (const NodePtr &input : node->inputs)
                note(*input, index);
        }
        note(*graph.output, {});
    }

    bool uses(const Node &call, size_t index) const {
        if (m_whole.contains(&call)) return true;
        const auto found = m_elements.find(&call);
        return found != m_elements.end() && found->second.contains(index);
    }

private:
    void note(const Node &value, std::optional<size_t> index) {
        if (value.callee.empty()) return;
        if (index)
            m_elements[&value].insert(*index);
        else
            m_whole.insert(&value);
    }

    NodeMap<std::unordered_set<size_t>> m_elements;
    NodeSet m_whole;
};

/** The members that the used results need; nothing where all are used. */
KernelParts neededMembers(const UsedResults &used, const NodePtr &call, const Graph &kernel) {
    if (!kernel.output->isCallOf(op::MakeTuple)) return {};
    const std::vector<NodePtr> results = kernelResults(kernel);
    NodeSet needed;
    bool usesAll = true;
    for (size_t i = 0; i < results.size(); ++i) {
        if (!used.uses(*call, i)) {
            usesAll = false;
            continue;
        }
        for (const NodePtr &member : callsOf(results[i]))
            needed.insert(member.get());
    }
    if (usesAll || needed.empty()) return {};
    KernelParts parts(1);
    for (const NodePtr &member : kernel.nodes)
        if (needed.contains(member.get())) parts.front().push_back(member);
    return parts;
}

} // namespace

Module eliminateRedundantOutputs(const Module &module, PassContext &context) {
    std::unordered_map<const Graph *, UsedResults> known;
    const auto parts = [&](const Graph &caller, const NodePtr &call, const Graph &kernel) {
        if (!caller.output) return KernelParts();
        const auto used = known.try_emplace(&caller, caller).first;
        return neededMembers(used->second, call, kernel);
    };
    return repartitionKernels(module, parts, {{}, rule}, context);
}

} // namespace jitscope::inline passes

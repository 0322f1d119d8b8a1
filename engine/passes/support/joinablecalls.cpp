// SPDX-License-Identifier: Apache-2.0
// Asks the predicates of joining about units of one call each.
#include "engine/passes/joinablecalls.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/clusterunits.h"
#include "engine/passes/support/expansions.h"
#include "engine/passes/support/kernelbuilder.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

struct JoinableCalls::Calls {
    Calls(const Module &module, const Graph &graph)
        : units(graph, freelyUsedCalls(module)) {
        for (int place = 0; place < units.count(); ++place)
            places.emplace(units.call(place).node->id, place);
    }

    ClusterUnits units;
    NodeIdMap<int> places;
};

JoinableCalls::JoinableCalls(const Module &module, size_t graph)
    : m_calls(std::make_unique<Calls>(module, *module.graphs[graph])) {}

JoinableCalls::~JoinableCalls() = default;

bool JoinableCalls::fit(NodeId first, NodeId second) {
    const auto from = m_calls->places.find(first), into = m_calls->places.find(second);
    if (from == m_calls->places.end() || into == m_calls->places.end()) return false;
    return !m_calls->units.whyNotLegal(from->second, into->second);
}

bool isJoinable(const Node &call) {
    return !whyNotMember(call);
}

bool isExpandable(const Node &call) {
    return call.isCall() && findExpansion(call.op);
}

bool isCopyable(const Node &call) {
    return isPure(call);
}

} // namespace jitscope::inline passes

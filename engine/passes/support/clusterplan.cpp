// SPDX-License-Identifier: Apache-2.0
// Grouping calls, greedily and in topological order.
//
// Every call starts as a unit of its own. At its turn a call takes in the units that produce its inputs, one after the
// other, if nothing speaks against it. Later calls may take the result in turn. Since the call whose turn it is has no
// users in any unit yet, only paths that leave a unit and enter the other have to be looked for; that search goes
// backwards, stops at everything that lies before the unit, and gives up (refuses) after a fixed number of steps, so
// the whole is linear in the size of the graph. Whether two units fit together is said by clusterunits.cpp.
#include "engine/passes/support/clusterplan.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/decisions.h"
#include "engine/passes/support/clusterunits.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <array>

namespace jitscope::inline passes {

namespace {

class Planner {
public:
    Planner(const Graph &graph, const NodeIdSet &pinned, DecisionBook *decisions)
        : m_units(graph, pinned)
        , m_decisions(decisions) {}

    ClusterPlan run() {
        if (m_decisions) {
            keepOut();
            joinForced();
        }
        for (int place = 0; place < m_units.count(); ++place)
            if (!m_units.call(place).failed) takeInInputs(place);
        for (int place = 0; place < m_units.count(); ++place)
            refuseNeighbour(place);
        collect();
        return std::move(m_plan);
    }

private:
    /** Calls that a decision lets join no other: they count as such that no kernel can hold. */
    void keepOut() {
        for (int place = 0; place < m_units.count(); ++place) {
            ClusterCall &call = m_units.call(place);
            const bool isOut =
                m_decisions->keepsOut(call.node->id) || m_decisions->refuses(clusterRule, {&call.node->id, 1});
            if (isOut && !call.failed)
                call.failed =
                    std::make_shared<const Predicate>(failedFor(PredicateKind::KeptOutByDecision, *call.node, 1, 0));
        }
    }

    /** What is to become one kernel joins before others can stand in its way. */
    void joinForced() {
        for (int place = 0; place < m_units.count(); ++place) {
            const ClusterCall &call = m_units.call(place);
            if (call.failed || !m_decisions->forces(call.node->id)) continue;
            for (int producer : call.inputs)
                if (m_decisions->forcesTogether(std::array{m_units.call(producer).node->id, call.node->id}))
                    mergeForced(producer, place);
        }
    }

    void mergeForced(int producer, int place) {
        const ClusterCall &source = m_units.call(producer), &call = m_units.call(place);
        if (source.failed || source.unit == call.unit || isRefused(source.unit, call.unit)) return;
        if (!m_units.whyNotLegal(source.unit, call.unit)) m_units.merge(producer, place);
    }

    bool isRefused(int earlier, int later) {
        return m_decisions && m_decisions->refuses(clusterRule, idsOf(earlier, later));
    }

    /** The ids of what would be one kernel. */
    std::vector<NodeId> idsOf(int earlier, int later) const {
        std::vector<NodeId> ids;
        for (const int index : {earlier, later})
            for (const int member : m_units.unit(index).members)
                ids.push_back(m_units.call(member).node->id);
        return ids;
    }

    std::optional<Predicate> whyNotTogether(int earlier, int later) {
        if (isRefused(earlier, later)) return refusedByDecision();
        return m_units.whyNotTogether(earlier, later);
    }

    void takeInInputs(int place) {
        const ClusterCall &call = m_units.call(place);
        if (call.users.empty() && !call.isOutput) return;
        for (int producer : call.inputs)
            tryMerge(producer, place);
    }

    void tryMerge(int producer, int place) {
        const ClusterCall &source = m_units.call(producer), &call = m_units.call(place);
        if (source.failed || source.unit == call.unit) return;
        if (std::optional<Predicate> failed = whyNotTogether(source.unit, call.unit))
            m_plan.refusals.push_back({{source.node, call.node}, *std::move(failed)});
        else
            m_units.merge(producer, place);
    }

    /** Says of a call that can be in no kernel why, where a neighbour can. */
    void refuseNeighbour(int place) {
        const ClusterCall &call = m_units.call(place);
        if (!call.failed || call.node->op == op::MakeTuple || call.node->op == op::TupleGetItem) return;
        const auto isMember = [&](int other) { return !m_units.call(other).failed; };
        auto neighbour = std::find_if(call.inputs.begin(), call.inputs.end(), isMember);
        if (neighbour == call.inputs.end()) {
            neighbour = std::find_if(call.users.begin(), call.users.end(), isMember);
            if (neighbour == call.users.end()) return;
        }
        m_plan.refusals.push_back({{call.node, m_units.call(*neighbour).node}, *call.failed});
    }

    void collect() {
        for (const int index : unitsByLast()) {
            const ClusterUnit &unit = m_units.unit(index);
            std::vector<NodePtr> members;
            for (int member : unit.members)
                members.push_back(m_units.call(member).node);
            if (unit.space.shape.product() == 1 && !(m_decisions && m_decisions->forcesTogether(idsOf(index, index))))
                m_plan.refusals.push_back({members, failedTogether(PredicateKind::Elements, 1, 2)});
            else
                m_plan.clusters.push_back(std::move(members));
        }
    }

    /** Those of several calls, in the order of their last ones. */
    std::vector<int> unitsByLast() const {
        std::vector<int> found;
        for (int index = 0; index < m_units.count(); ++index)
            if (m_units.unit(index).members.size() > 1) found.push_back(index);
        std::ranges::sort(found, {}, [&](int index) { return m_units.unit(index).last; });
        return found;
    }

    ClusterUnits m_units;
    DecisionBook *m_decisions;
    ClusterPlan m_plan;
};

} // namespace

ClusterPlan planClusters(const Graph &graph, const NodeIdSet &pinned, DecisionBook *decisions) {
    return Planner(graph, pinned, decisions).run();
}

} // namespace jitscope::inline passes

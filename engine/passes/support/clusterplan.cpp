// SPDX-License-Identifier: Apache-2.0
// Grouping calls, greedily and in topological order.
//
// Every call starts as a unit of its own. At its turn a call takes in the units that produce its inputs, one after the
// other, if nothing speaks against it. Later calls may take the result in turn. Since the call whose turn it is has no
// users in any unit yet, only paths that leave a unit and enter the other have to be looked for; that search goes
// backwards, stops at everything that lies before the unit, and gives up (refuses) after a fixed number of steps, so
// the whole is linear in the size of the graph. Whether two units fit together is said by clusterunits.cpp.
#include "engine/passes/support/clusterplan.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/passes/support/clusterunits.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope {

namespace {

class Planner {
public:
    Planner(const Graph &graph, const std::unordered_set<NodeId> &pinned)
        : m_units(graph, pinned) {}

    ClusterPlan run() {
        for (int place = 0; place < m_units.count(); ++place)
            if (m_units.call(place).reason.empty()) takeInInputs(place);
        for (int place = 0; place < m_units.count(); ++place)
            refuseNeighbour(place);
        collect();
        return std::move(m_plan);
    }

private:
    void takeInInputs(int place) {
        const ClusterCall &call = m_units.call(place);
        if (call.users.empty() && !call.isOutput) return;
        for (int producer : call.inputs)
            tryMerge(producer, place);
    }

    void tryMerge(int producer, int place) {
        const ClusterCall &source = m_units.call(producer), &call = m_units.call(place);
        if (!source.reason.empty() || source.unit == call.unit) return;
        if (const std::string reason = m_units.whyNotTogether(source.unit, call.unit); !reason.empty())
            m_plan.refusals.push_back({{source.node, call.node}, reason});
        else
            m_units.merge(producer, place);
    }

    /** Says of a call that can be in no kernel why, where a neighbour can. */
    void refuseNeighbour(int place) {
        const ClusterCall &call = m_units.call(place);
        if (call.reason.empty() || call.node->op == "MakeTuple" || call.node->op == "TupleGetItem") return;
        const auto isMember = [&](int other) { return m_units.call(other).reason.empty(); };
        auto neighbour = std::find_if(call.inputs.begin(), call.inputs.end(), isMember);
        if (neighbour == call.inputs.end()) {
            neighbour = std::find_if(call.users.begin(), call.users.end(), isMember);
            if (neighbour == call.users.end()) return;
        }
        m_plan.refusals.push_back(
            {{call.node, m_units.call(*neighbour).node}, nodeTitle(*call.node) + " " + call.reason});
    }

    void collect() {
        for (int index = 0; index < m_units.count(); ++index) {
            const ClusterUnit &unit = m_units.unit(index);
            if (unit.members.size() < 2) continue;
            std::vector<NodePtr> members;
            for (int member : unit.members)
                members.push_back(m_units.call(member).node);
            if (unit.space.shape.product() == 1)
                m_plan.refusals.push_back({members, "they compute 1 element, a kernel pays from 2 on"});
            else
                m_plan.clusters.push_back(std::move(members));
        }
    }

    ClusterUnits m_units;
    ClusterPlan m_plan;
};

} // namespace

ClusterPlan planClusters(const Graph &graph, const std::unordered_set<NodeId> &pinned) {
    return Planner(graph, pinned).run();
}

} // namespace jitscope

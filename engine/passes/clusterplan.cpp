// SPDX-License-Identifier: Apache-2.0
// Grouping element-wise calls, greedily and in topological order.
//
// Every call starts as a unit of its own. At its turn a call takes in the units that produce its inputs, one after the
// other, if nothing speaks against it. Later calls may take the result in turn. Since the call whose turn it is has no
// users in any unit yet, only paths that leave a unit and enter the other have to be looked for; that search goes
// backwards, stops at everything that lies before the unit, and gives up (refuses) after a fixed number of steps, so
// the whole is linear in the size of the graph.
//
// Comparisons give bool, which kernels neither take nor give. A bool call therefore joins the call that uses it, and
// only if that is its one user.
#include "engine/passes/clusterplan.h"

#include "engine/base/text.h"
#include "engine/passes/kernelops.h"
#include "engine/passes/rewriter.h"

#include <algorithm>

namespace jitscope {

namespace {

constexpr size_t mostMembers = 64; ///< of one kernel: beyond, compiling takes longer than fusing more would save
constexpr int mostSteps = 1000;    ///< of one search for a path

bool isCheap(const Node &node) {
    const KernelOp *op = findKernelOp(node.op);
    return op && op->work == KernelWork::Cheap;
}

bool isBool(const Node &node) {
    return node.abstract.isTensor() && node.abstract.dtype == DType::Bool;
}

bool isFloat32(const Node &node) {
    return node.abstract.isTensor() && node.abstract.dtype == DType::Float32;
}

/** Why a kernel cannot take this input of `op`, or "". */
std::string whyNotInput(const KernelOp &op, const Node &input) {
    const Abstract &abstract = input.abstract;
    if (!abstract.isTensor() && !input.isConstant())
        return format("takes %s, which is neither a tensor nor known", brief(abstract).c_str());
    if (!abstract.isTensor()) return {};
    const bool isInnerBool = abstract.dtype == DType::Bool && input.isCall();
    if (abstract.dtype != DType::Float32 && !isInnerBool)
        return format("takes %s, kernels take Float32 from outside", brief(abstract).c_str());
    if (op.takes == KernelElement::Truth && abstract.dtype != DType::Bool)
        return format("takes %s for Bool, which kernels do not convert", brief(abstract).c_str());
    return {};
}

std::string whyNotResult(const KernelOp &op, const Node &node) {
    const bool fits =
        (isFloat32(node) && op.gives != KernelElement::Truth) || (isBool(node) && op.gives != KernelElement::Number);
    if (!fits) return format("gives %s, kernels compute Float32", brief(node.abstract).c_str());
    return node.abstract.count() == 0 ? format("gives %s, which is empty", brief(node.abstract).c_str()) : "";
}

/** Why this call can be in no kernel, or "". */
std::string whyNotMember(const Node &node) {
    const OpDef *op = node.op.empty() ? nullptr : findOp(node.op);
    if (!op) return "is a call";
    if (op->fusion != FusionClass::ElementWise && op->fusion != FusionClass::Broadcast)
        return "is no element-wise operator";
    const KernelOp *kernelOp = findKernelOp(node.op);
    if (!kernelOp) return "is an operator that kernels have no code for";
    if (std::string reason = whyNotResult(*kernelOp, node); !reason.empty()) return reason;
    for (const NodePtr &input : node.inputs)
        if (std::string reason = whyNotInput(*kernelOp, *input); !reason.empty()) return reason;
    return {};
}

class Planner {
public:
    explicit Planner(const Graph &graph) {
        for (const NodePtr &node : graph.nodes)
            addCall(node);
        if (const int output = placeOf(graph.output); output >= 0) m_calls[size_t(output)].isOutput = true;
    }

    ClusterPlan run() {
        for (int place = 0; place < int(m_calls.size()); ++place)
            if (m_calls[size_t(place)].reason.empty()) takeInInputs(place);
        for (int place = 0; place < int(m_calls.size()); ++place)
            refuseNeighbour(place);
        collect();
        return std::move(m_plan);
    }

private:
    /** What is known of one call of the graph; places count its nodes. */
    struct Call {
        NodePtr node;
        std::vector<int> inputs; ///< places of the calls that it uses
        std::vector<int> users;
        std::string reason; ///< why it can be in no kernel, or ""
        bool isOutput = false;
        int unit = 0;
    };
    /** Calls that run together; those that are no members yet, or never, are a unit each. */
    struct Unit {
        std::vector<int> members;
        int first = 0, last = 0; ///< the least and the greatest place of its members
        Dims shape;              ///< to which all members broadcast
    };

    int placeOf(const NodePtr &node) const {
        const auto found = m_places.find(node.get());
        return found == m_places.end() ? -1 : found->second;
    }

    void addCall(const NodePtr &node) {
        const int place = int(m_calls.size());
        Call call{node, {}, {}, whyNotMember(*node), false, place};
        for (const NodePtr &input : node->inputs)
            if (const int producer = placeOf(input); producer >= 0) {
                call.inputs.push_back(producer);
                m_calls[size_t(producer)].users.push_back(place);
            }
        m_places.emplace(node.get(), place);
        m_units.push_back({{place}, place, place, node->abstract.isTensor() ? node->abstract.shape : Dims()});
        m_calls.push_back(std::move(call));
        m_seen.push_back(-1);
    }

    void takeInInputs(int place) {
        Call &call = m_calls[size_t(place)];
        if (call.users.empty() && !call.isOutput) return;
        call.reason = whyNotConditions(place);
        if (!call.reason.empty()) return;
        for (int producer : call.inputs)
            if (isBool(*m_calls[size_t(producer)].node)) merge(producer, place);
        if (isBool(*call.node)) return; // its own float inputs join once its user has taken it in
        const std::vector<int> members = m_units[size_t(call.unit)].members;
        for (int member : members)
            for (int producer : m_calls[size_t(member)].inputs)
                tryMerge(producer, place);
    }

    /** Bool inputs must be computed inside, or the call cannot be a member at all. */
    std::string whyNotConditions(int place) const {
        for (int producer : m_calls[size_t(place)].inputs) {
            const Call &condition = m_calls[size_t(producer)];
            if (!isBool(*condition.node)) continue;
            if (!condition.reason.empty() || condition.isOutput)
                return format("takes %s of %s, which is computed outside of kernels",
                              brief(condition.node->abstract).c_str(), describe(*condition.node).c_str());
            if (std::any_of(condition.users.begin(), condition.users.end(), [&](int user) { return user != place; }))
                return format("takes %s of %s, which has %zu users, needs 1", brief(condition.node->abstract).c_str(),
                              describe(*condition.node).c_str(), condition.users.size());
        }
        return {};
    }

    void tryMerge(int producer, int place) {
        const Call &source = m_calls[size_t(producer)], &call = m_calls[size_t(place)];
        if (!source.reason.empty() || source.unit == call.unit) return;
        if (const std::string reason = whyNotTogether(source.unit, call.unit); !reason.empty())
            m_plan.refusals.push_back({{source.node, call.node}, reason});
        else
            merge(producer, place);
    }

    /** Why the unit `earlier` cannot become part of `later`, whose shape the kernel would have. */
    std::string whyNotTogether(int earlier, int later) {
        const Unit &from = m_units[size_t(earlier)], &into = m_units[size_t(later)];
        const size_t size = from.members.size() + into.members.size();
        if (size > mostMembers) return format("the kernel would have %zu members, the most is %zu", size, mostMembers);
        if (!(from.shape == into.shape)) {
            if (std::string reason = whyNotStretched(from, into, later); !reason.empty()) return reason;
        }
        for (const Path path : {pathAround(earlier, later), pathAround(later, earlier)}) {
            if (path == Path::Found)
                return "a call between them is outside of the kernel and would have to run in its middle";
            if (path == Path::TooLong)
                return format("they are too far apart: the way between them was not clear after %d steps", mostSteps);
        }
        return {};
    }

    std::string whyNotStretched(const Unit &from, const Unit &into, int later) const {
        if (const auto common = broadcast(from.shape, into.shape); !common || !(*common == into.shape))
            return format("shape %s does not broadcast to the kernel's %s", toString(from.shape).c_str(),
                          toString(into.shape).c_str());
        for (int member : from.members) {
            const Call &call = m_calls[size_t(member)];
            const int unit = call.unit;
            const bool leaves = call.isOutput || std::any_of(call.users.begin(), call.users.end(), [&](int user) {
                                    const int other = m_calls[size_t(user)].unit;
                                    return other != unit && other != later;
                                });
            if (leaves)
                return format("%s is used elsewhere too, in another shape (%s) than the kernel's %s",
                              describe(*call.node).c_str(), toString(call.node->abstract.shape).c_str(),
                              toString(into.shape).c_str());
            const int64_t count = std::max<int64_t>(1, call.node->abstract.count());
            if (count > 1 && !isCheap(*call.node))
                return format("%s would be computed %lld times for each of its %lld elements",
                              describe(*call.node).c_str(), static_cast<long long>(into.shape.product() / count),
                              static_cast<long long>(count));
        }
        return {};
    }

    enum class Path : uint8_t { None, Found, TooLong };

    /** Whether a path leads from the unit `source` to `target` through another unit. */
    Path pathAround(int source, int target) {
        ++m_search;
        const int start = m_units[size_t(source)].first;
        std::vector<int> open;
        const auto enter = [&](int from, bool isTarget) {
            for (int member : m_units[size_t(from)].members)
                for (int producer : m_calls[size_t(member)].inputs) {
                    const int unit = m_calls[size_t(producer)].unit;
                    if (unit == target || (isTarget && unit == source)) continue;
                    if (unit != source && m_units[size_t(unit)].last < start) continue;
                    if (m_seen[size_t(unit)] == m_search) continue;
                    m_seen[size_t(unit)] = m_search;
                    open.push_back(unit);
                }
        };
        enter(target, true);
        for (int steps = 0; !open.empty(); ++steps) {
            const int unit = open.back();
            open.pop_back();
            if (unit == source) return Path::Found;
            if (steps == mostSteps) return Path::TooLong;
            enter(unit, false);
        }
        return Path::None;
    }

    /** The unit of `producer` becomes part of that of `place`. */
    void merge(int producer, int place) {
        const int from = m_calls[size_t(producer)].unit, into = m_calls[size_t(place)].unit;
        if (from == into) return;
        Unit &source = m_units[size_t(from)], &target = m_units[size_t(into)];
        for (int member : source.members)
            m_calls[size_t(member)].unit = into;
        target.members.insert(target.members.end(), source.members.begin(), source.members.end());
        target.first = std::min(target.first, source.first);
        target.last = std::max(target.last, source.last);
        source.members.clear();
    }

    /** Says of a call that can be in no kernel why, where a neighbour can. */
    void refuseNeighbour(int place) {
        const Call &call = m_calls[size_t(place)];
        if (call.reason.empty() || call.node->op == "MakeTuple" || call.node->op == "TupleGetItem") return;
        const auto isMember = [&](int other) { return m_calls[size_t(other)].reason.empty(); };
        auto neighbour = std::find_if(call.inputs.begin(), call.inputs.end(), isMember);
        if (neighbour == call.inputs.end()) {
            neighbour = std::find_if(call.users.begin(), call.users.end(), isMember);
            if (neighbour == call.users.end()) return;
        }
        m_plan.refusals.push_back(
            {{call.node, m_calls[size_t(*neighbour)].node}, describe(*call.node) + " " + call.reason});
    }

    void collect() {
        for (Unit &unit : m_units) {
            // A bool result that no member uses has stayed without its user: it is computed as before.
            if (unit.members.size() < 2 || isBool(*m_calls[size_t(unit.last)].node)) continue;
            std::sort(unit.members.begin(), unit.members.end());
            std::vector<NodePtr> members;
            for (int member : unit.members)
                members.push_back(m_calls[size_t(member)].node);
            m_plan.clusters.push_back(std::move(members));
        }
    }

    std::vector<Call> m_calls;
    std::vector<Unit> m_units; ///< emptied where they became part of another
    std::unordered_map<const Node *, int> m_places;
    std::vector<int> m_seen; ///< units: the search that saw them last
    int m_search = 0;
    ClusterPlan m_plan;
};

} // namespace

ClusterPlan planClusters(const Graph &graph) {
    return Planner(graph).run();
}

} // namespace jitscope

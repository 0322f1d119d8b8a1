// SPDX-License-Identifier: Apache-2.0
// The predicates of joining: size, space, reductions, recomputation, and paths around.
#include "engine/passes/support/clusterunits.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ir/nodewalk.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

constexpr size_t mostMembers = 64; ///< of one kernel: beyond, compiling takes longer than fusing more would save
constexpr int mostInputs = 32, mostOutputs = 16;
constexpr int mostSteps = 1000; ///< of one search for a path

std::string reductionText(const KernelSpace &space) {
    return format("%s reduced to %s", toString(space.shape).c_str(), toString(space.reducedShape()).c_str());
}

/** Why two units have no space in common, if they have none. */
std::optional<Predicate> whyNoCommonSpace(const KernelSpace &from, const KernelSpace &into) {
    if (from.reduced && into.reduced && (from.reduced != into.reduced || !(from.shape == into.shape)))
        return failedTogether(PredicateKind::SameReduction, reductionText(from), reductionText(into));
    if (from.shape == into.shape) return {};
    if (broadcastsTo(from.shape, into.shape)) {
        if (!from.reduced) return {};
        return failedTogether(PredicateKind::ReducedWhole, toString(from.shape), toString(into.shape));
    }
    if (from.isOfReduced(into.shape) && broadcastsTo(into.shape, from.reducedShape())) return {};
    return failedTogether(PredicateKind::Broadcast, toString(from.shape), toString(into.shape));
}

KernelSpace commonSpace(const KernelSpace &from, const KernelSpace &into) {
    const bool isIntoLarger = broadcastsTo(from.shape, into.shape);
    return {isIntoLarger ? into.shape : from.shape, from.reduced | into.reduced};
}

KernelTraffic sumOf(const KernelTraffic &a, const KernelTraffic &b) {
    return {a.inputs + b.inputs, a.results + b.results};
}

/** Whether what was reduced can be used for each element again: the row must still be at hand. */
bool canReadAgain(const KernelSpace &space) {
    const ReductionPattern pattern = space.pattern();
    return pattern != ReductionPattern::Columns && pattern != ReductionPattern::Mixed;
}

} // namespace

ClusterUnits::ClusterUnits(const Graph &graph, const NodeIdSet &pinned) {
    m_calls.reserve(graph.nodes.size());
    m_units.reserve(graph.nodes.size());
    m_numbers.reserve(graph.nodes.size());
    forEachNode(graph.nodes, [&](const NodePtr &node) { addCall(node, pinned); });
    for (int place = 0; place < count(); ++place)
        m_units[size_t(place)].outsideUsers = call(place).users;
    const auto output = m_numbers.find(graph.output->id);
    if (output == m_numbers.end()) return;
    if (const int place = m_placeOf[size_t(output->second)]; place >= 0) call(place).isOutput = true;
}

int ClusterUnits::numberOf(const Node &value) {
    const auto [known, isNew] = m_numbers.emplace(value.id, int(m_placeOf.size()));
    if (isNew) {
        m_placeOf.push_back(-1);
        m_counted.push_back(0);
    }
    return known->second;
}

void ClusterUnits::addCall(const NodePtr &node, const NodeIdSet &pinned) {
    const int place = count();
    const bool isPinned = pinned.contains(node->id);
    std::optional<Predicate> failed = whyNotMember(*node);
    if (!failed && isPinned) failed = failedFor(PredicateKind::UsedInGraph, *node, 1, 0);
    ClusterCall call{node, ClusterPlaces(&m_memory), ClusterPlaces(&m_memory), ClusterPlaces(&m_memory), nullptr};
    call.isFromReduction = isKernelReduction(*node);
    call.unit = place;
    if (failed) call.failed = std::make_shared<const Predicate>(*std::move(failed));
    const auto addUse = [&](int number) {
        const int producer = m_placeOf[size_t(number)];
        if (producer < 0) return;
        call.inputs.push_back(producer);
        m_calls[size_t(producer)].users.push_back(place);
    };
    const auto addInput = [&](const NodePtr &input) { addUse(numberOf(*input)); };
    for (const NodePtr &input : node->inputs) {
        if (staysInside(*input)) continue;
        call.operands.push_back(numberOf(*input));
        addUse(call.operands.back());
    }
    if (node->function) addInput(node->function);
    if (!node->callee.empty() || node->function) // the graph that it calls may use all of them
        std::for_each(m_pinned.begin(), m_pinned.end(), addInput);
    if (isPinned) m_pinned.push_back(node);
    m_placeOf[size_t(numberOf(*node))] = place;
    m_units.push_back({ClusterPlaces({place}, &m_memory),
                       place,
                       place,
                       spaceOf(*node),
                       ClusterPlaces(&m_memory),
                       {int(call.operands.size()), 1}});
    m_calls.push_back(std::move(call));
    m_seen.push_back(-1);
    m_cameFrom.push_back(-1);
}

std::optional<Predicate> ClusterUnits::whyNotTogether(int earlier, int later) {
    return whyNot(earlier, later, Judged::CostToo);
}

std::optional<Predicate> ClusterUnits::whyNotLegal(int earlier, int later) {
    return whyNot(earlier, later, Judged::LegalityAlone);
}

std::optional<Predicate> ClusterUnits::whyNot(int earlier, int later, Judged judged) {
    const ClusterUnit &from = unit(earlier), &into = unit(later);
    if (auto failed = whyNotSize(earlier, later)) return failed;
    if (auto failed = whyNoCommonSpace(from.space, into.space)) return failed;
    const KernelSpace space = commonSpace(from.space, into.space);
    if (auto failed = whyNotStretched(from, space, later, judged)) return failed;
    if (auto failed = whyNotReduced(from, into, space)) return failed;
    if (auto failed = whyNotAround(earlier, later)) return failed;
    return whyNotAround(later, earlier);
}

std::optional<Predicate> ClusterUnits::whyNotAround(int earlier, int later) {
    const Path path = pathAround(earlier, later);
    if (path.end == Path::End::Found) {
        const Node &between = *call(unit(path.unit).last).node;
        return failedTogether(PredicateKind::CallBetween, 1, 0, nodeTitle(between));
    }
    if (path.end == Path::End::TooLong)
        return failedTogether(PredicateKind::WayBetween, {format("more than %d", mostSteps), mostSteps + 1}, mostSteps);
    return {};
}

std::optional<Predicate> ClusterUnits::whyNotSize(int earlier, int later) {
    m_last = {};
    const ClusterUnit &from = unit(earlier), &into = unit(later);
    const size_t size = from.members.size() + into.members.size();
    if (size > mostMembers) return failedTogether(PredicateKind::Members, size, mostMembers);
    const KernelTraffic sum = sumOf(from.atMost, into.atMost);
    if (sum.inputs <= mostInputs && sum.results <= mostOutputs) return {};
    const KernelTraffic traffic = trafficOf(earlier, later);
    if (traffic.inputs > mostInputs) return failedTogether(PredicateKind::Inputs, traffic.inputs, mostInputs);
    if (traffic.results > mostOutputs) return failedTogether(PredicateKind::Results, traffic.results, mostOutputs);
    m_last = {earlier, later, traffic};
    return {};
}

KernelTraffic ClusterUnits::trafficOf(int earlier, int later) {
    ++m_count;
    KernelTraffic traffic;
    const auto isInside = [&](int place) {
        return place >= 0 && (call(place).unit == earlier || call(place).unit == later);
    };
    for (const int index : {earlier, later})
        for (const int member : unit(index).members) {
            const ClusterCall &inside = call(member);
            traffic.results += isUsedOutside(inside, index == earlier ? later : earlier);
            for (const int operand : inside.operands) {
                if (isInside(m_placeOf[size_t(operand)]) || m_counted[size_t(operand)] == m_count) continue;
                m_counted[size_t(operand)] = m_count;
                ++traffic.inputs;
            }
        }
    return traffic;
}

/** Whether the graph's output or a call of neither its own unit nor `otherUnit` uses it. */
bool ClusterUnits::isUsedOutside(const ClusterCall &producer, int otherUnit) const {
    return producer.isOutput || std::any_of(producer.users.begin(), producer.users.end(), [&](int user) {
               const int home = call(user).unit;
               return home != producer.unit && home != otherUnit;
           });
}

/** What has a smaller shape than the kernel is computed again for each place that it is broadcast to. */
std::optional<Predicate> ClusterUnits::whyNotStretched(const ClusterUnit &from, const KernelSpace &space, int later,
                                                       Judged judged) const {
    if (from.space.shape == space.shape) return {};
    const bool isOncePerRow = canReadAgain(space);
    for (int member : from.members) {
        const ClusterCall &inside = call(member);
        const Dims &shape = inside.node->abstract->shape;
        const bool isGivenBack = isUsedOutside(inside, later);
        if (isOncePerRow && space.isOfReduced(shape) && (!isGivenBack || shape == space.reducedShape())) continue;
        if (isGivenBack)
            return failedFor(PredicateKind::OtherShape, *inside.node, toString(shape), toString(space.shape));
        if (judged == Judged::LegalityAlone) continue;
        const int64_t elements = std::max<int64_t>(1, inside.node->abstract->count());
        if (elements > 1 && !isCheap(*inside.node))
            return failedFor(PredicateKind::ComputedOnce, *inside.node, space.shape.product() / elements, 1, {},
                             std::to_string(elements));
    }
    return {};
}

/** What is made of a reduction is known late (for columns), and has to lie along the axes that stay. */
std::optional<Predicate> ClusterUnits::whyNotReduced(const ClusterUnit &from, const ClusterUnit &into,
                                                     const KernelSpace &space) const {
    if (!space.reduced) return {};
    std::unordered_set<int> reduced;
    for (int member : from.members)
        if (call(member).isFromReduction) reduced.insert(member);
    for (int member : into.members) {
        const Node &user = *call(member).node;
        for (int producer : call(member).inputs) {
            if (!reduced.contains(producer)) continue;
            const Node &value = *call(producer).node;
            reduced.insert(member);
            if (isKernelReduction(value) && !broadcastsTo(value.abstract->shape, space.reducedShape()))
                return failedFor(PredicateKind::ReducedAlong, value, toString(value.abstract->shape),
                                 toString(space.shape));
            if (canReadAgain(space) || space.isOfReduced(user.abstract->shape)) continue;
            return failedFor(PredicateKind::ReducedLate, value, "at the end", "after each row", nodeTitle(user),
                             toString(space.shape));
        }
        if (call(member).isFromReduction) reduced.insert(member);
    }
    return {};
}

/** Whether a path leads from the unit `source` to `target` through another unit. */
ClusterUnits::Path ClusterUnits::pathAround(int source, int target) {
    const int start = unit(source).first;
    if (latestNeeded(unit(target).last) < start) return {};
    ++m_search;
    std::vector<int> open;
    const auto enter = [&](int from, bool isTarget) {
        for (int member : unit(from).members)
            for (int producer : call(member).inputs) {
                const int home = call(producer).unit;
                if (home == target || (isTarget && home == source)) continue;
                if (home != source && latestNeeded(unit(home).last) < start) continue;
                if (m_seen[size_t(home)] == m_search) continue;
                m_seen[size_t(home)] = m_search;
                m_cameFrom[size_t(home)] = from;
                open.push_back(home);
            }
    };
    enter(target, true);
    for (int steps = 0; !open.empty(); ++steps) {
        const int next = open.back();
        open.pop_back();
        if (next == source) return {Path::End::Found, m_cameFrom[size_t(source)]};
        if (steps == mostSteps) return {Path::End::TooLong};
        enter(next, false);
    }
    return {};
}

void ClusterUnits::noteEarlyUsers(int index) {
    const int last = unit(index).last;
    for (const int user : unit(index).outsideUsers) {
        if (user >= last) continue;
        if (m_earlyUses.empty()) m_earlyUses.resize(m_calls.size(), -1);
        for (size_t at = size_t(user); at < m_earlyUses.size(); at |= at + 1)
            m_earlyUses[at] = std::max(m_earlyUses[at], last);
    }
}

/** A call waits for the calls before it and, where one of these uses a unit early, for the whole of that unit. */
int ClusterUnits::latestNeeded(int place) const {
    if (m_earlyUses.empty()) return place;
    for (int needed = place;;) {
        for (int at = place; at >= 0; at = (at & (at + 1)) - 1)
            needed = std::max(needed, m_earlyUses[size_t(at)]);
        if (needed == place) return place;
        place = needed;
    }
}

void ClusterUnits::merge(int producer, int place) {
    const int from = call(producer).unit, into = call(place).unit;
    if (from == into) return;
    const KernelSpace space = commonSpace(unit(from).space, unit(into).space);
    const bool isCounted = m_last.earlier == from && m_last.later == into;
    const KernelTraffic atMost = isCounted ? m_last.traffic : sumOf(unit(from).atMost, unit(into).atMost);
    const bool isFromLarger = unit(from).members.size() > unit(into).members.size();
    const int kept = isFromLarger ? from : into;
    takeIn(m_units[size_t(kept)], m_units[size_t(isFromLarger ? into : from)], kept);
    m_units[size_t(kept)].space = space;
    m_units[size_t(kept)].atMost = atMost;
    if (space.reduced) noteReduced(kept);
    noteEarlyUsers(kept);
}

/** Moves the members of the smaller unit: a chain that grows call by call is not walked at each of them. */
void ClusterUnits::takeIn(ClusterUnit &larger, ClusterUnit &smaller, int index) {
    for (const int member : smaller.members)
        call(member).unit = index;
    const bool isInOrder = larger.last < smaller.first;
    const auto middle = larger.members.insert(larger.members.end(), smaller.members.begin(), smaller.members.end());
    if (!isInOrder) std::inplace_merge(larger.members.begin(), middle, larger.members.end());
    larger.first = std::min(larger.first, smaller.first);
    larger.last = std::max(larger.last, smaller.last);
    larger.outsideUsers.insert(larger.outsideUsers.end(), smaller.outsideUsers.begin(), smaller.outsideUsers.end());
    std::erase_if(larger.outsideUsers, [&](int user) { return call(user).unit == index; });
    smaller.members.clear();
    smaller.outsideUsers.clear();
}

void ClusterUnits::noteReduced(int index) {
    for (const int member : unit(index).members) {
        ClusterCall &inside = call(member);
        for (const int input : inside.inputs)
            inside.isFromReduction |= call(input).unit == index && call(input).isFromReduction;
    }
}

} // namespace jitscope::inline passes

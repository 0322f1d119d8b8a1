// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/membercosts.h"

#include "engine/base/clock.h"
#include "engine/codegen/kernelmembers.h"
#include "engine/ir/nodecounts.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline codegen {

namespace {

constexpr int fewestRounds = 8; ///< the interval of a median of fewer has no bounds

bool hasTypeOf(const NodePtr &node, const Node &other) {
    return node->abstract->dtype == other.abstract->dtype && node->abstract->shape == other.abstract->shape;
}

bool isComputed(const NodePtr &node) {
    return node->isCall();
}

/** What is used in the place of a member; null if there is nothing. */
NodePtr standIn(const Node &member) {
    std::vector<NodePtr> fitting;
    int computed = 0;
    for (const NodePtr &operand : operandsOf(member)) {
        computed += isComputed(operand) ? 1 : 0;
        if (hasTypeOf(operand, member) && !operand->isConstant()) fitting.push_back(operand);
    }
    std::ranges::stable_partition(fitting, isComputed);
    if (fitting.empty()) return nullptr;
    if (computed < 2 || (computed == 2 && fitting.size() == 2 && fitting[0] == fitting[1])) return fitting.front();
    if (computed > 2 || fitting.size() < 2 || member.op == op::Add) return nullptr;
    Node sum = member;
    sum.op = op::Add;
    sum.inputs = {fitting[0], fitting[1]};
    sum.primitiveAttrs = {};
    return std::make_shared<const Node>(std::move(sum));
}

int operatorCount(const Graph &kernel) {
    return int(std::ranges::count_if(kernel.nodes, [](const NodePtr &node) { return !isPlumbing(*node); }));
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/** By the order statistics that a sign test would not refuse. */
double marginOf(std::vector<double> values) {
    std::ranges::sort(values);
    const double half = double(values.size()) / 2, reach = 0.98 * std::sqrt(double(values.size()));
    const auto low = size_t(std::max(0.0, std::floor(half - reach)));
    const auto high = std::min(values.size() - 1, size_t(std::ceil(half + reach)));
    return (values[high] - values[low]) / 2;
}

} // namespace

GraphPtr withoutMember(const Graph &kernel, size_t place) {
    const Node &member = *kernel.nodes[place];
    if (isPlumbing(member) || isView(member) || reductionOf(member)) return nullptr;
    const NodePtr instead = standIn(member);
    if (!instead) return nullptr;
    const NodeId id = member.id;
    const auto made = rewrite(std::make_shared<const Graph>(kernel),
                              [&](const NodePtr &node) { return node->id == id ? standIn(*node) : node; });
    const int gone = operatorCount(*withOutput(kernel, kernel.output)) - operatorCount(*made);
    return gone == (instead->id == id ? 0 : 1) ? made : nullptr;
}

MemberCosts compareVersions(KernelTimer &timer, size_t members, const std::vector<size_t> &places, double seconds,
                            const std::function<bool(double done)> &goOn) {
    std::vector<std::vector<double>> ratios(places.size() + 1); // to the first version
    const int64_t beginNs = systemNs();
    MemberCosts costs;
    for (double over = 0; over < 1; over = double(systemNs() - beginNs) / (seconds * 1e9)) {
        if (goOn && !goOn(std::min(1.0, over))) return {};
        const double whole = timer.runNs(0);
        if (whole <= 0) return {};
        for (size_t version = 0; version < ratios.size(); ++version) {
            const double ns = timer.runNs(version + 1);
            if (ns <= 0) return {};
            ratios[version].push_back(ns / whole);
        }
        ++costs.rounds;
    }
    if (costs.rounds < fewestRounds) return {};
    costs.noise = std::abs(1 - medianOf(ratios[0])) + marginOf(ratios[0]);
    costs.members.resize(members, {0, 0, "nothing of its type can stand in its place"});
    for (size_t i = 0; i < places.size(); ++i)
        costs.members[places[i]] = {1 - medianOf(ratios[i + 1]), marginOf(ratios[i + 1]), {}};
    return costs;
}

} // namespace jitscope::inline codegen

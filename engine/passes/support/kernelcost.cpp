// SPDX-License-Identifier: Apache-2.0
// The numbers of the cost model and how they come together.
#include "engine/passes/support/kernelcost.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelmembers.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline passes {

namespace {

constexpr double launchNs = 1500;       ///< handing a kernel to the threads and gathering them again
constexpr double bytesPerNs = 8;        ///< that one thread moves from and to memory
constexpr double cheapNs = 0.05;        ///< one element of an addition, in vectors
constexpr double dearNs = 0.6;          ///< of an exponential function
constexpr int64_t cacheBytes = 1 << 19; ///< what a row may take to be at hand for the next loop
constexpr int64_t mostThreads = 2;      ///< that kernels are planned for

/** Tensors that come from outside. */
std::vector<NodePtr> inputsOf(const std::vector<NodePtr> &members) {
    NodeSet known;
    for (const NodePtr &member : members)
        known.insert(member.get());
    std::vector<NodePtr> inputs;
    for (const NodePtr &member : members)
        for (const NodePtr &input : member->inputs)
            if (!staysInside(*input) && input->abstract->isTensor() && known.insert(input.get()).second)
                inputs.push_back(input);
    return inputs;
}

} // namespace

double KernelCost::totalNs() const {
    return launchNs + std::max(bytes / bytesPerNs, workNs) / double(threads);
}

double workNsOf(const Node &member) {
    const bool isExpensive = !isCheap(member) && !isKernelReduction(member);
    return double(spaceOf(member).shape.product()) * (isExpensive ? dearNs : cheapNs);
}

double roundTripNs(int64_t bytes) {
    return 2 * double(bytes) / bytesPerNs;
}

PredicateOperand microseconds(double ns) {
    return {format("%.0f µs", ns / 1000), std::llround(ns)};
}

KernelSpace spaceOf(const std::vector<NodePtr> &members) {
    KernelSpace space;
    for (const NodePtr &member : members) {
        const KernelSpace own = spaceOf(*member);
        if (const auto common = broadcast(space.shape, own.shape)) space.shape = *common;
        space.reduced |= own.reduced;
    }
    return space;
}

std::vector<int> loopsOf(const std::vector<NodePtr> &members) {
    NodeMap<int> known;
    std::vector<int> loops;
    for (const NodePtr &member : members) {
        int loop = 0;
        for (const NodePtr &input : member->inputs)
            if (const auto producer = known.find(input.get()); producer != known.end())
                loop = std::max(loop, producer->second + int(isKernelReduction(*input)));
        known.emplace(member.get(), loop);
        loops.push_back(loop);
    }
    return loops;
}

KernelCost costOf(const std::vector<NodePtr> &members, const std::vector<NodePtr> &results) {
    const KernelSpace space = spaceOf(members);
    const std::vector<int> loops = loopsOf(members);
    int last = 0;
    for (size_t i = 0; i < members.size(); ++i)
        if (!space.isOfReduced(members[i]->abstract->shape)) last = std::max(last, loops[i]);
    KernelCost cost;
    int64_t rowBytes = 0;
    for (const NodePtr &input : inputsOf(members)) {
        cost.bytes += double(input->abstract->bytes());
        if (!space.isOfReduced(input->abstract->shape)) rowBytes += space.rowCount() * int64_t(sizeof(float));
    }
    if (last > 0 && rowBytes > cacheBytes) cost.bytes *= last + 1;
    for (const NodePtr &result : results)
        cost.bytes += double(result->abstract->bytes());
    for (const NodePtr &member : members)
        cost.workNs += workNsOf(*member);
    const int64_t rows = space.shape.product() / std::max<int64_t>(space.rowCount(), 1);
    cost.threads = last > 0 ? std::clamp<int64_t>(rows, 1, mostThreads) : mostThreads;
    return cost;
}

} // namespace jitscope::inline passes

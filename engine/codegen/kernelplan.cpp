// SPDX-License-Identifier: Apache-2.0
// Lays a kernel graph out as loop nests: stages, loops, axes merged as far as all loads allow, work cut for threads.
//
// Everything here depends on shapes alone, never on the number of threads: a sum is cut into the same ranges and put
// together in the same order on every machine.
#include "engine/codegen/kernelplan.h"

#include "engine/codegen/looplayout.h"
#include "engine/codegen/loopsplitting.h"

#include <algorithm>
#include <bit>

namespace jitscope::inline codegen {
namespace {

constexpr int64_t fewUnits = 16;         ///< fewer than threads might like to share
constexpr int64_t chunkElements = 65536; ///< of a reduction that is cut
constexpr int64_t mapBlock = 4096, columnBlock = 1024;

/** `dims` with each run of axes merged into one; `last` holds the last axis of each run. */
Dims gathered(const Dims &dims, const std::vector<int> &last) {
    Dims result;
    for (int axis : last)
        result.push(dims[axis]);
    return result;
}

/** Which axes of [begin, end) go together: `mergeable(a, b)` asks for neighbours; the last axis of each run. */
template<class Mergeable> std::vector<int> runsOf(int begin, int end, Mergeable &&mergeable) {
    std::vector<int> last;
    for (int axis = begin; axis < end; ++axis) {
        if (axis > begin && mergeable(axis - 1, axis))
            last.back() = axis;
        else
            last.push_back(axis);
    }
    return last;
}

/** Whether a walk over two neighbouring axes is one walk of a longer axis for everything the loop touches. */
bool mergeable(const KernelLoop &loop, int left, int right, int64_t rightSize) {
    const auto fits = [&](const auto &place) { return place.strides[left] == place.strides[right] * rightSize; };
    return std::all_of(loop.loads.begin(), loop.loads.end(), fits) &&
           std::all_of(loop.stores.begin(), loop.stores.end(), fits);
}

void gatherStrides(KernelLoop &loop, const std::vector<int> &last) {
    for (KernelLoad &load : loop.loads)
        load.strides = gathered(load.strides, last);
    for (KernelStore &store : loop.stores)
        store.strides = gathered(store.strides, last);
}

Dims mergedSizes(const Dims &sizes, const std::vector<int> &last) {
    Dims result;
    int axis = 0;
    for (int end : last) {
        int64_t size = 1;
        for (; axis <= end; ++axis)
            size *= sizes[axis];
        result.push(size);
    }
    return result;
}

void mergeRows(LoopNest &nest) {
    const int count = nest.rows.rank();
    const auto last = runsOf(0, count, [&](int left, int right) {
        return std::all_of(nest.loops.begin(), nest.loops.end(),
                           [&](const KernelLoop &loop) { return mergeable(loop, left, right, nest.rows[right]); });
    });
    for (KernelLoop &loop : nest.loops) {
        std::vector<int> all = last;
        for (int axis = 0; axis < loop.shape.rank(); ++axis)
            all.push_back(count + axis);
        gatherStrides(loop, all);
    }
    nest.rows = mergedSizes(nest.rows, last);
}

void mergeLoopAxes(const LoopNest &nest, KernelLoop &loop) {
    const int rows = nest.rows.rank(), count = loop.shape.rank();
    const bool keepsLast = nest.form == NestForm::Columns;
    auto last = runsOf(0, count, [&](int left, int right) {
        return !(keepsLast && right == count - 1) && mergeable(loop, rows + left, rows + right, loop.shape[right]);
    });
    loop.shape = mergedSizes(loop.shape, last);
    std::vector<int> all;
    for (int axis = 0; axis < rows; ++axis)
        all.push_back(axis);
    for (int axis : last)
        all.push_back(rows + axis);
    gatherStrides(loop, all);
}

bool hasReductions(const LoopNest &nest) {
    return std::any_of(nest.loops.begin(), nest.loops.end(),
                       [](const KernelLoop &loop) { return !loop.reductions.empty(); });
}

/** Without reductions all axes but the last are rows. */
void moveAxesToRows(LoopNest &nest) {
    Dims &shape = nest.loops.front().shape;
    if (nest.loops.size() > 1 || hasReductions(nest)) return;
    for (int axis = 0; axis + 1 < shape.rank(); ++axis)
        nest.rows.push(shape[axis]);
    shape = {shape.back()};
}

/** Cuts the axes of a nest with few units, so that threads have something to share. */
void cut(LoopNest &nest) {
    if (nest.loops.size() > 1) return;
    const Dims &shape = nest.loops.front().shape;
    const bool isColumns = nest.form == NestForm::Columns, reductions = hasReductions(nest);
    const int64_t block = isColumns ? columnBlock : mapBlock;
    const bool canCutLast = isColumns || !reductions;
    if (canCutLast && nest.rows.product() < 4 * fewUnits && shape.back() >= 2 * block) nest.block = block;
    const int64_t ofUnit = shape.product() / blocksOf(nest);
    if (!reductions || unitsOf(nest) >= fewUnits || ofUnit < 2 * chunkElements) return;
    nest.chunk = std::max<int64_t>(1, chunkElements / (ofUnit / shape[0]));
    if (nest.chunk >= shape[0]) nest.chunk = 0;
}

/** The nest that reduces what the ranges of a cut nest gave; that nest now stores its parts to scratch. */
LoopNest joiningNest(LoopNest &parts, KernelPlan &plan) {
    const int64_t chunks = chunksOf(parts);
    const bool isColumns = parts.form == NestForm::Columns;
    const int64_t kept = parts.rows.product() * (isColumns ? parts.loops.front().shape.back() : 1);
    LoopNest nest;
    KernelLoop &loop = nest.loops.emplace_back();
    nest.form = kept == 1 ? NestForm::Rows : NestForm::Columns;
    loop.shape = kept == 1 ? Dims{chunks} : Dims{chunks, kept};
    for (KernelReduction &reduction : parts.loops.front().reductions) {
        const int block = int(plan.scratch.size());
        plan.scratch.push_back(chunks * kept);
        KernelReduction joined = reduction;
        joined.number = int(loop.reductions.size());
        joined.value = {KernelOperand::Source::Load, ElementKind::Number, int(loop.loads.size()), 0};
        loop.loads.push_back({KernelMemory::Scratch, block, DType::Float32, kept == 1 ? Dims{1} : Dims{kept, 1}});
        loop.reductions.push_back(std::move(joined));
        reduction.homes = {{KernelMemory::Scratch, block}};
        reduction.result = ElementKind::Number;
        reduction.dtype = DType::Float32;
        reduction.divisor = 1;
    }
    return nest;
}

void finish(LoopNest &nest) {
    mergeRows(nest);
    for (KernelLoop &loop : nest.loops)
        mergeLoopAxes(nest, loop);
    moveAxesToRows(nest);
    splitLongLoop(nest);
    cut(nest);
}

} // namespace

int64_t lanesOf(const KernelLoop &loop, int64_t floatLanes) {
    return std::min(floatLanes, int64_t(std::bit_ceil(uint64_t(loop.shape.back()))));
}

int vectorsAtOnce(const LoopNest &nest, const KernelLoop &loop, int64_t floatLanes) {
    const bool isColumns = nest.form == NestForm::Columns;
    if (loop.reductions.empty() && !isColumns) return 1;
    int work = 0;
    for (const KernelStep &step : loop.steps)
        work += step.emitter->work;
    int most = work > 24 ? 1 : work > 8 ? 2 : 4;
    const int64_t atLeast = isColumns ? 1 : 2;
    while (most > 1 && loop.shape.back() < most * lanesOf(loop, floatLanes) * atLeast)
        most /= 2;
    return most;
}

int64_t additionsOfLane(const LoopNest &nest, const KernelLoop &loop, int64_t floatLanes) {
    int64_t count = 1;
    for (int axis = 0; axis < loop.shape.rank(); ++axis)
        count *= axis == 0 && nest.chunk != 0 ? nest.chunk : loop.shape[axis];
    return count / (lanesOf(loop, floatLanes) * vectorsAtOnce(nest, loop, floatLanes));
}

Result<KernelPlan> planKernel(const Graph &kernel) {
    if (auto checked = checkKernel(kernel); !checked) return checked.error();
    KernelPlan plan;
    plan.name = kernel.name;
    plan.members = kernel.nodes;
    for (const NodePtr &output : outputsOf(kernel))
        plan.outputs.push_back(output->abstract->shape);

    const KernelStages stages = stagesOf(kernel);
    for (int i = 0; i < int(stages.nests.size()); ++i) {
        LoopNest nest = layOutNest(kernel, stages, i, plan);
        plan.nests.push_back(std::move(nest));
    }
    std::vector<LoopNest> nests;
    for (LoopNest &nest : plan.nests) { // all homes of reductions are known now
        finish(nest);
        nests.push_back(std::move(nest));
        if (nests.back().chunk == 0) continue;
        LoopNest joining = joiningNest(nests.back(), plan);
        finish(joining);
        nests.push_back(std::move(joining));
    }
    plan.nests = std::move(nests);
    return plan;
}

int64_t chunksOf(const LoopNest &nest) {
    if (nest.chunk == 0) return 1;
    return (nest.loops.front().shape[0] + nest.chunk - 1) / nest.chunk;
}

int64_t blocksOf(const LoopNest &nest) {
    return nest.block == 0 ? 1 : nest.loops.front().shape.back() / nest.block;
}

int64_t unitsOf(const LoopNest &nest) {
    return nest.rows.product() * chunksOf(nest) * blocksOf(nest);
}

} // namespace jitscope::inline codegen

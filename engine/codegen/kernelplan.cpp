// SPDX-License-Identifier: Apache-2.0
// Lays a kernel graph out as loop nests: stages, sweeps, axes merged as far as all loads allow, work cut for threads.
//
// Everything here depends on shapes alone, never on the number of threads: a sum is cut into the same ranges and put
// together in the same order on every machine.
#include "engine/codegen/kernelplan.h"

#include "engine/codegen/sweeplayout.h"

#include <algorithm>

namespace jitscope {
namespace {

constexpr int64_t fewUnits = 16;         ///< fewer than threads might like to share
constexpr int64_t chunkElements = 65536; ///< of a fold that is cut
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

/** Whether a walk over two neighbouring axes is one walk of a longer axis for everything the sweep touches. */
bool mergeable(const KernelSweep &sweep, int left, int right, int64_t rightSize) {
    const auto fits = [&](const auto &place) { return place.strides[left] == place.strides[right] * rightSize; };
    return std::all_of(sweep.loads.begin(), sweep.loads.end(), fits) &&
           std::all_of(sweep.stores.begin(), sweep.stores.end(), fits);
}

void gatherStrides(KernelSweep &sweep, const std::vector<int> &last) {
    for (KernelLoad &load : sweep.loads)
        load.strides = gathered(load.strides, last);
    for (KernelStore &store : sweep.stores)
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
        return std::all_of(nest.sweeps.begin(), nest.sweeps.end(),
                           [&](const KernelSweep &sweep) { return mergeable(sweep, left, right, nest.rows[right]); });
    });
    for (KernelSweep &sweep : nest.sweeps) {
        std::vector<int> all = last;
        for (int axis = 0; axis < sweep.shape.rank(); ++axis)
            all.push_back(count + axis);
        gatherStrides(sweep, all);
    }
    nest.rows = mergedSizes(nest.rows, last);
}

void mergeSwept(const LoopNest &nest, KernelSweep &sweep) {
    const int rows = nest.rows.rank(), count = sweep.shape.rank();
    const bool keepsLast = nest.form == NestForm::Columns;
    auto last = runsOf(0, count, [&](int left, int right) {
        return !(keepsLast && right == count - 1) && mergeable(sweep, rows + left, rows + right, sweep.shape[right]);
    });
    sweep.shape = mergedSizes(sweep.shape, last);
    std::vector<int> all;
    for (int axis = 0; axis < rows; ++axis)
        all.push_back(axis);
    for (int axis : last)
        all.push_back(rows + axis);
    gatherStrides(sweep, all);
}

bool hasFolds(const LoopNest &nest) {
    return std::any_of(nest.sweeps.begin(), nest.sweeps.end(),
                       [](const KernelSweep &sweep) { return !sweep.folds.empty(); });
}

/** Without folds all axes but the last are rows. */
void moveAxesToRows(LoopNest &nest) {
    Dims &shape = nest.sweeps.front().shape;
    if (nest.sweeps.size() > 1 || hasFolds(nest)) return;
    for (int axis = 0; axis + 1 < shape.rank(); ++axis)
        nest.rows.push(shape[axis]);
    shape = {shape.back()};
}

/** Cuts the axes of a nest with few units, so that threads have something to share. */
void cut(LoopNest &nest) {
    if (nest.sweeps.size() > 1) return;
    const Dims &shape = nest.sweeps.front().shape;
    const bool isColumns = nest.form == NestForm::Columns, folds = hasFolds(nest);
    const int64_t block = isColumns ? columnBlock : mapBlock;
    const bool canCutLast = isColumns || !folds;
    if (canCutLast && nest.rows.product() < 4 * fewUnits && shape.back() >= 2 * block) nest.block = block;
    const int64_t ofUnit = shape.product() / blocksOf(nest);
    if (!folds || unitsOf(nest) >= fewUnits || ofUnit < 2 * chunkElements) return;
    nest.chunk = std::max<int64_t>(1, chunkElements / (ofUnit / shape[0]));
    if (nest.chunk >= shape[0]) nest.chunk = 0;
}

/** The nest that folds what the ranges of a cut nest gave; that nest now stores its parts to scratch. */
LoopNest joiningNest(LoopNest &parts, KernelPlan &plan) {
    const int64_t chunks = chunksOf(parts);
    const bool isColumns = parts.form == NestForm::Columns;
    const int64_t kept = parts.rows.product() * (isColumns ? parts.sweeps.front().shape.back() : 1);
    LoopNest nest;
    KernelSweep &sweep = nest.sweeps.emplace_back();
    nest.form = kept == 1 ? NestForm::Rows : NestForm::Columns;
    sweep.shape = kept == 1 ? Dims{chunks} : Dims{chunks, kept};
    for (KernelFold &fold : parts.sweeps.front().folds) {
        const int block = int(plan.scratch.size());
        plan.scratch.push_back(chunks * kept);
        KernelFold joined = fold;
        joined.number = int(sweep.folds.size());
        joined.value = {KernelOperand::Source::Load, ElementKind::Number, int(sweep.loads.size()), 0};
        sweep.loads.push_back({KernelMemory::Scratch, block, DType::Float32, kept == 1 ? Dims{1} : Dims{kept, 1}});
        sweep.folds.push_back(std::move(joined));
        fold.homes = {{KernelMemory::Scratch, block}};
        fold.result = ElementKind::Number;
        fold.dtype = DType::Float32;
        fold.divisor = 1;
    }
    return nest;
}

void finish(LoopNest &nest) {
    mergeRows(nest);
    for (KernelSweep &sweep : nest.sweeps)
        mergeSwept(nest, sweep);
    moveAxesToRows(nest);
    cut(nest);
}

} // namespace

Result<KernelPlan> planKernel(const Graph &kernel) {
    if (auto checked = checkKernel(kernel); !checked) return checked.error();
    KernelPlan plan;
    plan.name = kernel.name;
    plan.members = kernel.nodes;
    for (const NodePtr &output : outputsOf(kernel))
        plan.outputs.push_back(output->abstract.shape);

    const KernelStages stages = stagesOf(kernel);
    for (int i = 0; i < int(stages.nests.size()); ++i) {
        LoopNest nest = layOutNest(kernel, stages, i, plan);
        plan.nests.push_back(std::move(nest));
    }
    std::vector<LoopNest> nests;
    for (LoopNest &nest : plan.nests) { // all homes of folds are known now
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
    return (nest.sweeps.front().shape[0] + nest.chunk - 1) / nest.chunk;
}

int64_t blocksOf(const LoopNest &nest) {
    return nest.block == 0 ? 1 : nest.sweeps.front().shape.back() / nest.block;
}

int64_t unitsOf(const LoopNest &nest) {
    return nest.rows.product() * chunksOf(nest) * blocksOf(nest);
}

} // namespace jitscope

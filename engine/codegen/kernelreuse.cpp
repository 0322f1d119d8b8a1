// SPDX-License-Identifier: Apache-2.0
// Looks for inputs that are read for the last time exactly where an output is written.
#include "engine/codegen/kernelreuse.h"

#include <algorithm>
#include <bit>

namespace jitscope::inline codegen {
namespace {

/** The only store of an output. */
struct StorePlace {
    size_t nest = 0, loop = 0;
    const KernelStore *store = nullptr;
};

/** Nothing for outputs that reductions write, whose inputs are larger. */
StorePlace storeOf(const KernelPlan &plan, int output) {
    for (size_t nest = 0; nest < plan.nests.size(); ++nest)
        for (size_t loop = 0; loop < plan.nests[nest].loops.size(); ++loop)
            for (const KernelStore &store : plan.nests[nest].loops[loop].stores)
                if (store.to == KernelMemory::Output && store.index == output) return {nest, loop, &store};
    return {};
}

/** Whether each element of the last axis belongs to one vector only. */
bool fillsVectors(const LoopNest &nest, const KernelLoop &loop, unsigned floatLanes) {
    const int64_t size = loop.shape.back();
    const auto lanes = std::min<int64_t>(floatLanes, int64_t(std::bit_ceil(uint64_t(size))));
    return nest.form == NestForm::Rows && (size < lanes || size % lanes == 0);
}

bool haveSameRows(const LoopNest &nest, const Dims &a, const Dims &b) {
    return std::equal(a.begin(), a.begin() + nest.rows.rank(), b.begin());
}

/** Whether `load`, somewhere in the kernel, reads nothing that the store has written before. */
bool comesBefore(const LoopNest &nest, const KernelLoad &load, size_t loadNest, size_t loadLoop,
                 const StorePlace &place) {
    if (loadNest != place.nest) return loadNest < place.nest;
    if (loadLoop != place.loop) // the row as a whole is read before it is written
        return loadLoop < place.loop && haveSameRows(nest, load.strides, place.store->strides);
    return load.dtype == place.store->dtype && load.strides == place.store->strides;
}

bool isFree(const KernelPlan &plan, int input, const StorePlace &place) {
    for (size_t nest = 0; nest < plan.nests.size(); ++nest)
        for (size_t loop = 0; loop < plan.nests[nest].loops.size(); ++loop)
            for (const KernelLoad &load : plan.nests[nest].loops[loop].loads)
                if (load.from == KernelMemory::Input && load.index == input &&
                    !comesBefore(plan.nests[nest], load, nest, loop, place))
                    return false;
    return true;
}

/** An input of the output's type and shape: one that is read whole, element by element as the output is written. */
int inputFor(const KernelPlan &plan, const StorePlace &place, const std::vector<int> &taken) {
    for (const KernelLoop &loop : plan.nests[place.nest].loops)
        for (const KernelLoad &load : loop.loads) {
            const bool fits = load.from == KernelMemory::Input && load.dtype == place.store->dtype &&
                              load.strides == place.store->strides;
            const bool isTaken = std::find(taken.begin(), taken.end(), load.index) != taken.end();
            if (fits && !isTaken && isFree(plan, load.index, place)) return load.index;
        }
    return -1;
}

} // namespace

std::vector<int> reusableInputs(const KernelPlan &plan, unsigned floatLanes) {
    std::vector<int> inputs(plan.outputs.size(), -1);
    for (size_t output = 0; output < inputs.size(); ++output) {
        const StorePlace place = storeOf(plan, int(output));
        if (!place.store) continue;
        const LoopNest &nest = plan.nests[place.nest];
        if (fillsVectors(nest, nest.loops[place.loop], floatLanes)) inputs[output] = inputFor(plan, place, inputs);
    }
    return inputs;
}

} // namespace jitscope::inline codegen

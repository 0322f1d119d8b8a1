// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/servedmembers.h"

#include <algorithm>

namespace jitscope::inline codegen {

int resultMember(const KernelLoop &loop) {
    if (!loop.reductions.empty()) return loop.reductions.back().member;
    return loop.steps.empty() ? -1 : loop.steps.back().member;
}

int memberOfLoad(const KernelLoop &loop, size_t load) {
    const auto isLoad = [load](const KernelOperand &operand) {
        return operand.source == KernelOperand::Source::Load && size_t(operand.index) == load;
    };
    for (const KernelStep &step : loop.steps)
        if (std::any_of(step.operands.begin(), step.operands.end(), isLoad)) return step.member;
    for (const KernelReduction &reduction : loop.reductions)
        if (isLoad(reduction.value)) return reduction.member;
    return resultMember(loop);
}

KernelAccess accessTo(KernelMemory memory, int index) {
    if (memory == KernelMemory::Input) return {index, -1};
    return memory == KernelMemory::Output ? KernelAccess{-1, index} : KernelAccess();
}

int memberOfStore(const KernelLoop &loop, const KernelStore &store) {
    const auto at = size_t(store.value.index);
    if (store.value.source == KernelOperand::Source::Step) return loop.steps[at].member;
    if (store.value.source == KernelOperand::Source::Load) return memberOfLoad(loop, at);
    return resultMember(loop);
}

} // namespace jitscope::inline codegen

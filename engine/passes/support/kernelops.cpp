// SPDX-License-Identifier: Apache-2.0
// The operators that fused kernels can hold, as their records say.
#include "engine/passes/support/kernelops.h"

#include "engine/ops/opdef.h"

#include <unordered_map>
#include <vector>

namespace jitscope::inline passes {

std::span<const KernelOp> kernelOps() {
    static const std::vector<KernelOp> all = [] {
        std::vector<KernelOp> found;
        for (const OpDef &op : catalogue())
            if (const FusedUse &use = op.use.kernel; use.work == KernelWork::Cheap || use.work == KernelWork::Expensive)
                found.push_back({op.name, use.takes, use.gives, use.work});
        return found;
    }();
    return all;
}

const KernelOp *findKernelOp(std::string_view op) {
    static const std::unordered_map<std::string_view, const KernelOp *> index = [] {
        std::unordered_map<std::string_view, const KernelOp *> byName;
        for (const KernelOp &known : kernelOps())
            byName.emplace(known.op, &known);
        return byName;
    }();
    const auto found = index.find(op);
    return found == index.end() ? nullptr : found->second;
}

} // namespace jitscope::inline passes

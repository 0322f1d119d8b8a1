// SPDX-License-Identifier: Apache-2.0
// The loops of formulakernels.h. Included once by each formulas_<instruction set>.cpp; see float32math.h for why
// nothing here may be a function that the linker can merge.
#pragma once

#include "engine/ops/kernels/float32lane.h"
#include "engine/ops/kernels/formulakernels.h"

namespace jitscope::inline ops {
namespace {

template<class Formula>
void activationLoop(const float *__restrict x, float *__restrict y, int64_t count, [[maybe_unused]] float first,
                    [[maybe_unused]] float second) {
    constexpr Formula formula;
    using X = Float32Lane;
    for (int64_t i = 0; i < count; ++i) {
        if constexpr (requires(X lane) { formula(lane); })
            y[i] = formula(X{x[i]}).value;
        else if constexpr (requires(X lane) { formula(lane, lane); })
            y[i] = formula(X{x[i]}, X{first}).value;
        else
            y[i] = formula(X{x[i]}, X{first}, X{second}).value;
    }
}

template<class Formula>
void slopeLoop(const float *__restrict a, const float *__restrict b, float *__restrict y, int64_t count) {
    constexpr Formula formula;
    for (int64_t i = 0; i < count; ++i)
        y[i] = formula(Float32Lane{a[i]}, Float32Lane{b[i]}).value;
}

template<class... Activations, class... Slopes, class... Functions>
constexpr FormulaKernels tableOf(const std::tuple<Activations...> *, const std::tuple<Slopes...> *,
                                 const std::tuple<Functions...> *) {
    return {{activationLoop<Activations>...}, {slopeLoop<Slopes>...}, {activationLoop<Functions>...}};
}

constexpr FormulaKernels formulaTable() {
    return tableOf(static_cast<const formulas::Activations *>(nullptr), static_cast<const formulas::Slopes *>(nullptr),
                   static_cast<const formulas::Functions *>(nullptr));
}

} // namespace
} // namespace jitscope::inline ops

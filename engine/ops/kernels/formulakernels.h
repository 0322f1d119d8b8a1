// SPDX-License-Identifier: Apache-2.0
// The float32 loops of the formulas of activations, built for several instruction sets as float32kernels.h are. Sums
// and products are rounded one by one as in fused kernels, so that eager and compiled results are equal to the bit
// where no elementary function is in between.
#pragma once

#include "engine/ops/formulas/activations.h"

#include <array>
#include <cstdint>

namespace jitscope::inline ops {

struct FormulaKernels {
    /** Of a formula of formulas::Activations or Functions and the numbers that it takes. */
    using Activation = void (*)(const float *x, float *y, int64_t count, float first, float second);
    /** Of a formula of formulas::Slopes and its two operands in their order. */
    using Slope = void (*)(const float *a, const float *b, float *y, int64_t count);

    std::array<Activation, std::tuple_size_v<formulas::Activations>> activations;
    std::array<Slope, std::tuple_size_v<formulas::Slopes>> slopes;
    std::array<Activation, std::tuple_size_v<formulas::Functions>> functions;
};

/** The table for this processor, see float32Kernels(). */
const FormulaKernels &formulaKernels();

template<class Formula> FormulaKernels::Activation activationLoopOf() {
    return formulaKernels().activations[formulas::placeOf<Formula, formulas::Activations>];
}
template<class Formula> FormulaKernels::Slope slopeLoopOf() {
    return formulaKernels().slopes[formulas::placeOf<Formula, formulas::Slopes>];
}
template<class Formula> FormulaKernels::Activation functionLoopOf() {
    return formulaKernels().functions[formulas::placeOf<Formula, formulas::Functions>];
}

// One for each instruction set; defined by formulas_baseline.cpp, formulas_avx2.cpp, formulas_avx512.cpp.
const FormulaKernels &formulaKernelsBaseline();
const FormulaKernels &formulaKernelsAvx2();
const FormulaKernels &formulaKernelsAvx512();

} // namespace jitscope::inline ops

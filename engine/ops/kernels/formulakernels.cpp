// SPDX-License-Identifier: Apache-2.0
// Chooses the loops of the formulas that fit this processor.
#include "engine/ops/kernels/formulakernels.h"

#include "engine/ops/kernels/isa.h"

namespace jitscope::inline ops {

const FormulaKernels &formulaKernels() {
    static const FormulaKernels &chosen = chosenIsa() == Isa::Avx512 ? formulaKernelsAvx512()
                                          : chosenIsa() == Isa::Avx2 ? formulaKernelsAvx2()
                                                                     : formulaKernelsBaseline();
    return chosen;
}

} // namespace jitscope::inline ops

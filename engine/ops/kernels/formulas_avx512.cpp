// SPDX-License-Identifier: Apache-2.0
// The loops of the formulas compiled for AVX-512 (-march=x86-64-v4; see CMakeLists.txt).
#include "engine/ops/kernels/formulaloops.h"

namespace jitscope::inline ops {

const FormulaKernels &formulaKernelsAvx512() {
    static constexpr FormulaKernels table = formulaTable();
    return table;
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// The loops of the formulas compiled for every x86-64 machine of the last years (-march=x86-64-v2; see CMakeLists.txt).
#include "engine/ops/kernels/formulaloops.h"

namespace jitscope::inline ops {

const FormulaKernels &formulaKernelsBaseline() {
    static constexpr FormulaKernels table = formulaTable();
    return table;
}

} // namespace jitscope::inline ops

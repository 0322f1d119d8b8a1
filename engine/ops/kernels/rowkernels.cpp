// SPDX-License-Identifier: Apache-2.0
// Chooses the row loops that fit this processor.
#include "engine/ops/kernels/rowkernels.h"

#include "engine/ops/kernels/isa.h"

namespace jitscope::inline ops {

const RowTable &rowTable() {
    static const RowTable &chosen = chosenIsa() == Isa::Avx512 ? rowTableAvx512()
                                    : chosenIsa() == Isa::Avx2 ? rowTableAvx2()
                                                               : rowTableBaseline();
    return chosen;
}

std::array<const RowTable *, 3> runnableRowTables() {
    return {&rowTableBaseline(), bestIsa() >= Isa::Avx2 ? &rowTableAvx2() : nullptr,
            bestIsa() >= Isa::Avx512 ? &rowTableAvx512() : nullptr};
}

} // namespace jitscope::inline ops

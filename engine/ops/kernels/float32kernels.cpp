// SPDX-License-Identifier: Apache-2.0
// Chooses the float32 loops that fit this processor.
#include "engine/ops/kernels/float32kernels.h"

#include "engine/ops/kernels/isa.h"

namespace jitscope::inline ops {

const Float32Kernels &float32Kernels() {
    static const Float32Kernels &chosen = chosenIsa() == Isa::Avx512 ? float32KernelsAvx512()
                                          : chosenIsa() == Isa::Avx2 ? float32KernelsAvx2()
                                                                     : float32KernelsBaseline();
    return chosen;
}

std::array<const Float32Kernels *, 3> runnableFloat32Kernels() {
    return {&float32KernelsBaseline(), bestIsa() >= Isa::Avx2 ? &float32KernelsAvx2() : nullptr,
            bestIsa() >= Isa::Avx512 ? &float32KernelsAvx512() : nullptr};
}

} // namespace jitscope::inline ops

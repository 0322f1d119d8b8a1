// SPDX-License-Identifier: Apache-2.0
// Which of the instruction sets that kernels are built for this processor has.
#pragma once

namespace jitscope::inline ops {

enum class Isa { Baseline, Avx2, Avx512 };

/** The best that this processor can run. */
Isa bestIsa();

/** Whether it multiplies pairs of bfloat16 in vectors of AVX-512. */
bool hasBfloat16();

/** The one in use: the best, or the lower one that JITSCOPE_ISA=baseline|avx2|avx512 asks for. */
Isa chosenIsa();

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Asks the processor for its instruction sets.
#include "engine/ops/kernels/isa.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace jitscope::inline ops {

Isa bestIsa() {
    // The two names stand for all of the instructions that -march with them uses.
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::Avx512;
    return __builtin_cpu_supports("x86-64-v3") ? Isa::Avx2 : Isa::Baseline;
}

bool hasBfloat16() {
    return __builtin_cpu_supports("avx512bf16");
}

Isa chosenIsa() {
    static const Isa chosen = [] {
        const char *setting = std::getenv("JITSCOPE_ISA");
        const std::string_view wanted = setting ? setting : "";
        const Isa limit = wanted == "baseline" ? Isa::Baseline : wanted == "avx2" ? Isa::Avx2 : Isa::Avx512;
        return std::min(limit, bestIsa());
    }();
    return chosen;
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// What makes a variant another one than the compilation that it is of.
#pragma once

#include "engine/passes/decisions.h"

#include <vector>

namespace jitscope::inline variants {

struct VariantSpec {
    JitLevel level = JitLevel::O0;
    std::vector<Decision> decisions;
    bool operator==(const VariantSpec &) const = default;
};

} // namespace jitscope::inline variants

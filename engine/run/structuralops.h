// SPDX-License-Identifier: Apache-2.0
// Primitives that only arrange values: tuples, side-effect order, choosing a branch.
#pragma once

#include "engine/tensor/value.h"

#include <span>
#include <string_view>

namespace jitscope::inline run {

struct StructuralOp {
    std::string_view name;
    size_t minimumInputs = 1; ///< side-effect tokens may follow
    /** Throws std::invalid_argument for arguments of a wrong kind. */
    Value (*run)(std::span<const Value *const> arguments) = nullptr;
};

/** The structural primitive of that name, or null. */
const StructuralOp *findStructuralOp(std::string_view name);

} // namespace jitscope::inline run

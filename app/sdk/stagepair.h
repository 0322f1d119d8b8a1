// SPDX-License-Identifier: GPL-3.0-or-later
// Which two stages of compiled functions are compared: panels that compare write it to the selection and follow it.
#pragma once

#include "engine/variants/variantspec.h"

#include <optional>

namespace jitscope {
inline namespace sdk {

/** A stage of a function as the program compiled it, or of a variant of that. */
struct StageRef {
    int compilation = -1;
    std::optional<VariantSpec> variant = {}; ///< none: the program's own
    int pass = -1;                           ///< as in Anchor: -2 captured, -1 the final graph
    bool operator==(const StageRef &) const = default;

    bool isOfSameCompile(const StageRef &other) const {
        return compilation == other.compilation && variant == other.variant;
    }
};

struct StagePair {
    StageRef left, right;
    bool operator==(const StagePair &) const = default;
    bool isChosen() const { return left.compilation >= 0 && right.compilation >= 0; }
};

} // namespace sdk
} // namespace jitscope

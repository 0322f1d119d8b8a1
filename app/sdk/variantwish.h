// SPDX-License-Identifier: GPL-3.0-or-later
// A variant that somebody wants to see beside the others of its compilation.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"

#include <functional>
#include <optional>

namespace jitscope {
inline namespace sdk {

struct VariantWish {
    int compilation = -1;
    std::optional<JitLevel> level = {}; ///< if not that of the compilation
    std::vector<Decision> decisions = {};
    /** What is said of it once it is compiled, as its note; called on a job's thread. */
    std::function<std::string(const Compilation &variant)> remark = {};
};

} // namespace sdk
} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of each member of a kernel, the same in its graph and in all of its texts; its number stands beside it
// everywhere, as colours come again in long kernels and are no cue for everybody.
#pragma once

#include "app/sdk/theme.h"
#include "engine/ops/opdef.h"

#include <array>

namespace jitscope {
inline namespace kernelpanel {

/** A role of the theme by turns, as the category that cards get it by. `member` counts from 1. */
inline OpCategory tintCategory(int member) {
    constexpr std::array roles = {OpCategory::ElementWise, OpCategory::Reduction,    OpCategory::MatMul,
                                  OpCategory::Creation,    OpCategory::DataMovement, OpCategory::Normalisation};
    return roles[size_t(member - 1) % roles.size()];
}

inline QColor memberTint(int member) {
    return member > 0 ? currentTheme().category(tintCategory(member)) : currentTheme().text3;
}

} // namespace kernelpanel
} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a breakpoint would have stopped before a recorded operator.
#pragma once

#include "app/models/opjudge.h"
#include "engine/stepping/breakpoint.h"

namespace jitscope {
inline namespace shell {

struct BreakQuestion {
    OpQuestion question;
    int unasked = 0; ///< enabled breakpoints whose conditions are Python, which is not run again
};

/** Of those that are enabled and stop. Hit counts play no part: they belong to one run. */
BreakQuestion breakQuestion(const std::vector<Breakpoint> &breakpoints);

} // namespace shell
} // namespace jitscope

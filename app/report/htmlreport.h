// SPDX-License-Identifier: GPL-3.0-or-later
// A session as one page of HTML that needs nothing else: what was compiled, what passes did and refused, variants,
// graphs, kernels, operators.
#pragma once

#include "app/sdk/theme.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope {
inline namespace report {

struct ReportChoice {
    std::vector<int> compilations = {}; ///< by index; none: all
    std::vector<int> passes = {}; ///< whose graphs and diffs are shown, by index; none: the captured and the final
                                  ///< graph, and the diffs of all passes that changed something
};

/** Off the GUI thread, too. `shouldContinue` is asked now and then; the page ends early then. */
std::string htmlReport(
    const Session &session, const Theme &theme, const ReportChoice &choice = {},
    const std::function<bool()> &shouldContinue = [] { return true; });

} // namespace report
} // namespace jitscope

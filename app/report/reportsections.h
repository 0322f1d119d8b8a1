// SPDX-License-Identifier: GPL-3.0-or-later
// What a report tells of one compilation, part by part.
#pragma once

#include "app/sdk/theme.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace report {

struct ReportedCompilation {
    const Session &session;
    const Compilation &compilation;
    const std::vector<int> &passes; ///< see ReportChoice
    const Theme &theme;
};

/** HTML with its heading, "" where there is nothing to tell. */
using ReportSection = std::string (*)(const ReportedCompilation &what);

/** In the order of the page: times, passes, fusions, refusals, variants, graphs, differences, kernels. */
const std::vector<ReportSection> &reportSections();

} // namespace report
} // namespace jitscope

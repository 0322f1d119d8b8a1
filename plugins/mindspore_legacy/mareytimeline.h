// SPDX-License-Identifier: Apache-2.0
// The cache of MindInsight's Marey view ("ascend_marey_timeline_1.json", the number is the step): when each operator
// ran on each device, by its name.
#pragma once

#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/profile/trace.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace mindspore_legacy {

struct MareyTimeline {
    Trace trace;                   ///< lanes "Operators" and "Communication" of each device, which counts as a rank
    std::vector<Profile> profiles; ///< one a device, with its table of kernels
};

/** `fileName` is for diagnostics: operators without a readable time are left out and counted. */
Result<MareyTimeline> mareyTimeline(std::string text, const std::string &fileName, Diagnostics &diagnostics);

} // namespace mindspore_legacy
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// What the lanes of profilers are and in which order people know them, by the words of their headings; never by pid or
// sort index, which changed between releases.
#pragma once

#include "engine/profile/trace.h"

#include <string_view>

namespace jitscope::inline reading {

/** Headings that we do not know keep the order of their writer behind those that we know: their sortKey is this. */
constexpr int unknownHeadingKey = 50'000'000;

/** Heading `process` and lane `thread` as written ("Ascend Hardware", "Stream 3"): fills kind, number and sortKey, and
    brings headings of older releases ("HCCL") to their present name ("Communication"). */
void classifyLane(Track &track);

/** What the labels of a process say ("NPU 0 (simulated)"): its device, -1 for none, and whether it is simulated. */
struct ProcessLabel {
    int device = -1;
    bool isDevice = false; ///< of a device, be its number known or not
    bool isSimulated = false;
};
ProcessLabel parseProcessLabel(std::string_view labels);

} // namespace jitscope::inline reading

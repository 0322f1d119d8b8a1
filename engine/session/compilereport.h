// SPDX-License-Identifier: Apache-2.0
// Where the time of a compilation went: its stages and passes as a tree, and the same as MindSpore's texts.
#pragma once

#include "engine/session/compilation.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/** A stage or a pass with how deep it lies in others: what another contains in time stands below it. */
struct CompilePart {
    StageTime stage;
    int depth = 0;
};

/** All stages and passes, each below what contains it, in the order of their begin. */
std::vector<CompilePart> compileParts(const Compilation &compilation);

/** From the begin of the first part to the end of the last, in nanoseconds. */
int64_t compileTotalNs(const Compilation &compilation);

/** "TotalTime = 0.318423, [24]" and what follows it: the stages in turn, the sums by pass, the rewrites by pass. */
std::string totalTimeText(const Compilation &compilation);

/** "[PROF]OptimizeGraph costs 5.153 msec." and its like, one a line. */
std::string statisticsText(const Compilation &compilation);

} // namespace jitscope::inline session

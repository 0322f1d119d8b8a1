// SPDX-License-Identifier: Apache-2.0
// The compilations that were under way within a stretch of time, for tables that follow a marked range.
#pragma once

#include "engine/analysis/operators/opfilter.h"

#include <set>

namespace jitscope::inline analysis {

/** The indices of those that let all of the filter's conditions of time through; other conditions are about operators
    and say nothing of a compilation. One counts from the begin of its first stage to the end of its last. */
std::set<int> compilationsIn(const Session &session, const OpFilter &filter);
bool hasTimes(const OpFilter &filter);

/** What compile times are summed up from, with those compilations alone: the places of the others are held by empty
    ones, so that indices stay as they are. */
Session withCompilations(const Session &session, const std::set<int> &kept);

} // namespace jitscope::inline analysis

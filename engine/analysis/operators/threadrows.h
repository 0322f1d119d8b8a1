// SPDX-License-Identifier: Apache-2.0
// The threads of a run with what they did and the operators that they called.
#pragma once

#include "engine/analysis/operators/opcolumns.h"
#include "engine/analysis/threads/threadtimes.h"

namespace jitscope::inline analysis {

/** One thread with the operators that it called. */
struct ThreadRow {
    ThreadTimes times;      ///< `thread` is -1 where it was never seen while it lived: its times are unknown
    int64_t operators = 0;  ///< those at the places that were asked for
    int64_t operatorNs = 0; ///< their time by the clock, what ran inside of another not twice
    bool isTimed() const { return times.thread >= 0; }
};

/** threadTimes(), then the threads of whose operators alone is known. */
std::vector<ThreadRow> threadRows(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places,
                                  TimeRange range = {});

} // namespace jitscope::inline analysis

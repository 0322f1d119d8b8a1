// SPDX-License-Identifier: Apache-2.0
// What the threads of a run did with their time: on a core, ready for one, waiting.
#pragma once

#include "engine/profile/trace.h"
#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline analysis {

/** One thread within a stretch of time. run + ready + wait = span. */
struct ThreadTimes {
    int64_t thread = -1; ///< OpEvent::thread
    std::string text;    ///< see threadTexts()
    double spanNs = 0;   ///< of its life
    double runNs = 0;    ///< on a core
    double readyNs = 0;  ///< it could run, but had no core
    double waitNs = 0;   ///< neither: for a lock, data, another thread
    bool operator==(const ThreadTimes &) const = default;
};

struct TimeRange {
    int64_t beginNs = std::numeric_limits<int64_t>::min(), endNs = std::numeric_limits<int64_t>::max();
    bool operator==(const TimeRange &) const = default;
};

/**
 * Of all threads that lived in the range, by falling time on a core. A span of the recording (session/threadspan.h)
 * that the range cuts counts in proportion: when within a tenth of a second a thread ran is not known. Empty where
 * threads were not recorded.
 */
std::vector<ThreadTimes> threadTimes(const Session &session, TimeRange range = {});

/** Of the life of the thread that runs the program: for such a share it could have run, but had no core. 0 also where
    threads were not recorded. */
double waitedShare(const Session &session);

/** "program" for the thread that runs it; "loader", or "worker 4711" where several have that name; "4711" for one
    without a name; by OpEvent::thread. */
std::unordered_map<int64_t, std::string> threadTexts(const Session &session);

/** What a lane of the timeline is called: recordings name that of a thread's operators by its number, "Python thread
    4711"; where the thread has a name, it is that one, as above. */
std::string laneName(const Session &session, const Track &track);

} // namespace jitscope::inline analysis

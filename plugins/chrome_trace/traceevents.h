// SPDX-License-Identifier: Apache-2.0
// The events of a Chrome trace file as they stand there, before anything is made of them.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jitscope {

/** One event. Ids are text, as they are numbers beyond 2^53 in some files and words in others. */
struct TraceEvent {
    char phase = 0;
    std::string name, category, pid, tid, id;
    int64_t timeNs = 0;
    int64_t durationNs = 0;
    std::vector<std::pair<std::string, std::string>> args; ///< strings as they are, all else as its JSON text
};

struct TraceEvents {
    std::vector<TraceEvent> events;
    std::map<std::string, int64_t> skipped; ///< how many events were left out, by the reason
    std::string cutOff;                     ///< where and why reading ended before the end of the file, or ""
};

/** Reads an array of events or an object with `traceEvents`. A file that ends early or is broken in the middle gives
    the events before that place; one without any readable event is an error. */
Result<TraceEvents> readTraceEvents(const std::string &path);

} // namespace jitscope

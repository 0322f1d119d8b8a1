// SPDX-License-Identifier: Apache-2.0
// What a thread of the program did in a short time of the run.
#pragma once

#include "engine/base/sharedtext.h"

#include <cstdint>

namespace jitscope::inline session {

/**
 * Spans of one thread follow each other without gaps, from when the recording began to take them (or, for a thread that
 * came later, from within a tenth of a second of its begin) to the last moment at which the thread was seen. They are
 * as long as the counts of base/threaduse.h stay the same, else a tenth of a second: when within it the thread ran is
 * not known. What is left of a span the thread waited.
 */
struct ThreadSpan {
    int64_t thread = -1; ///< as OpEvent::thread
    SharedText name;
    int64_t startNs = 0, durationNs = 0;
    int64_t runNs = 0;   ///< on a core
    int64_t readyNs = 0; ///< it could run, but had no core
    bool operator==(const ThreadSpan &) const = default;
};

} // namespace jitscope::inline session

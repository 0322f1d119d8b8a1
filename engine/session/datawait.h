// SPDX-License-Identifier: Apache-2.0
// Time in which a script stood in an iterator of a dataset until it had the next row.
#pragma once

#include "engine/base/sharedtext.h"

#include <cstdint>

namespace jitscope::inline session {

/** Rows that workers made ahead are had at once; what they do meanwhile is no wait. */
struct DataWait {
    int64_t thread = 0; ///< as OpEvent::thread
    SharedText dataset; ///< from its source: "GeneratorDataset > batch"
    int stack = -1;     ///< where it was asked for; as OpEvent::stack
    int64_t startNs = 0, durationNs = 0;
    bool operator==(const DataWait &) const = default;
};

} // namespace jitscope::inline session

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what is recorded with watchpoints, off the GUI thread.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/inspect/watchpoint.h"

namespace jitscope {
inline namespace watchpointspanel {

struct CheckResult {
    std::vector<WatchHit> hits;
    int64_t lastOp = -1;
    bool hasValues = false; ///< whether there was anything to check
    bool isWhole = true;    ///< false: the recording was called back
};

CheckResult checkRecorded(const SessionLease &lease, const std::vector<Watchpoint> &watchpoints,
                          const CancelFlag &cancelled);

} // namespace watchpointspanel
} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
// From the first operator to the last, until someone wants the recording back.
#include "app/panels/watchpoints/recordedcheck.h"

#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace watchpointspanel {

CheckResult checkRecorded(const SessionLease &lease, const std::vector<Watchpoint> &watchpoints,
                          const CancelFlag &cancelled) {
    CheckResult result;
    const Session &all = lease.session();
    if (*cancelled || all.ops.empty()) return result;
    const auto shouldContinue = [&] { return !*cancelled && lease.isCurrent(); };
    result.lastOp = all.ops.back().number;
    result.hits = recheck(all, watchpoints, all.ops.front().number, shouldContinue);
    result.hasValues = std::any_of(all.tensors.begin(), all.tensors.end(),
                                   [](const TensorRecord &tensor) { return tensor.value.defined(); });
    result.isWhole = lease.isCurrent();
    return result;
}

} // namespace watchpointspanel
} // namespace jitscope

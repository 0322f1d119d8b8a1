// SPDX-License-Identifier: Apache-2.0
// Memory of tensors that a run began to hold, or gave back.
#pragma once

#include <cstdint>

namespace jitscope::inline session {

/**
 * One memory of one or more tensors came or went. It comes when the operator begins that makes its first tensor; where
 * that came from outside (TensorRecord::op is -1), when an operator first meets it, though it was there before. It goes
 * when the program holds none of its tensors any more. What stands in memory of others (numpy's, a snapshot) has no
 * events, nor has what a kernel needs only while it runs.
 */
struct StorageEvent {
    int64_t tensor = -1; ///< the first that stood in it: TensorRecord::memory of the others
    int64_t bytes = 0;   ///< of the whole memory, however it is viewed
    int64_t timeNs = 0;
    bool isRelease = false;
    bool operator==(const StorageEvent &) const = default;
};

} // namespace jitscope::inline session

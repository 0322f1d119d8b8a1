// SPDX-License-Identifier: Apache-2.0
// The memory of a run's tensors over time: from when to when each was held, how much was held at once, and the peak.
#pragma once

#include "engine/profile/trace.h"
#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace jitscope::inline analysis {

/** One memory, from when it came to when the program let go of it. */
struct MemoryLife {
    static constexpr int64_t stillHeld = std::numeric_limits<int64_t>::max();

    int64_t tensor = -1; ///< the first that stood in it
    int64_t op = -1;     ///< OpEvent::number of what made that; -1: it came from outside, at the latest at `beginNs`
    int64_t bytes = 0;
    int64_t beginNs = 0;
    int64_t endNs = stillHeld; ///< it is not held at this time any more
    bool isHeldAt(int64_t timeNs) const { return beginNs <= timeNs && timeNs < endNs; }
    bool operator==(const MemoryLife &) const = default;
};

/**
 * Only memory that a tensor of an operator stood in. What kernels need while they run, what belongs to numpy, and what
 * freed blocks wait to be used again is not in it, so the process holds more than this.
 */
struct MemoryUse {
    bool isRecorded = false;            ///< else nothing below is known
    std::vector<MemoryLife> lives;      ///< by begin
    std::vector<CounterSample> curve;   ///< bytes held from each of its times to the next; rising times
    CounterSample peak;                 ///< the first of the largest
    std::optional<int64_t> unknownFrom; ///< the recording was full: from here on memory is not known

    /** Bytes held at a time; 0 before the first of the curve. */
    int64_t bytesAt(int64_t timeNs) const;
    /** Of lives that are held at a time their places, the largest first, then the earliest. */
    std::vector<uint32_t> heldAt(int64_t timeNs) const;
    /** From the first to the last of the curve. */
    int64_t beginNs() const { return curve.empty() ? 0 : curve.front().timeNs; }
    int64_t endNs() const { return curve.empty() ? 0 : curve.back().timeNs; }
};

/** What times of memory are counted from wherever they are shown: the begin of the recording, compiles included. */
int64_t memoryOriginNs(const Session &session, const MemoryUse &use);

/** Of a whole recording. Events that belong to none of its memory are left out. */
MemoryUse memoryUse(const Session &session);

} // namespace jitscope::inline analysis

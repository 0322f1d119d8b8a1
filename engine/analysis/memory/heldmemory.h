// SPDX-License-Identifier: Apache-2.0
// Who holds memory: each life with its tensor, operator, scope and line, and sums by one of these.
#pragma once

#include "engine/analysis/memory/memoryuse.h"
#include "engine/analysis/operators/opcolumns.h"

#include <string>

namespace jitscope::inline analysis {

/** A life in words. What the recording does not say is "". */
struct HeldMemory {
    int64_t tensor = -1;
    std::string name; ///< of a parameter
    std::string type; ///< "f32[2,3]": of the first tensor in it
    int64_t bytes = 0;
    int64_t beginNs = 0, endNs = 0; ///< as in MemoryLife
    int64_t op = -1;                ///< that made it; -1: none did
    std::string opName, scope, line;
    std::string firstUse; ///< of what no operator made: the line of the operator that first took it
};
HeldMemory heldMemory(const Session &session, const OpColumns &columns, const MemoryLife &life);

/** The key of what no operator made. */
extern const char *const fromOutside;

/** The number of the group of a life: that of its operator in `columns.by(grouping)`, or -1 from outside. */
int64_t groupOf(const OpColumns &columns, const MemoryLife &life, OpGrouping grouping);

struct MemorySum {
    std::string key;
    int64_t bytes = 0, count = 0;
    double share = 0;     ///< of all bytes of the rows
    int64_t largest = -1; ///< its place in MemoryUse::lives
    bool operator==(const MemorySum &) const = default;
};
/** Of those places of lives; the largest first, then by key. */
std::vector<MemorySum> memorySums(const OpColumns &columns, const MemoryUse &use, const std::vector<uint32_t> &places,
                                  OpGrouping grouping);

} // namespace jitscope::inline analysis

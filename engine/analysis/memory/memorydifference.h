// SPDX-License-Identifier: Apache-2.0
// Two moments of one run: what was held at both, what came and what went in between, by line, scope or operator.
#pragma once

#include "engine/analysis/memory/heldmemory.h"

#include <map>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

struct MemoryDifferenceRow {
    std::string key;
    int64_t bytesBefore = 0, bytesAfter = 0;
    int64_t countBefore = 0, countAfter = 0;
    int64_t delta() const { return bytesAfter - bytesBefore; }
    bool operator==(const MemoryDifferenceRow &) const = default;
};

/** Rows by their key, as a list: the largest change first, then by key. */
std::vector<MemoryDifferenceRow> byChange(std::map<std::string, MemoryDifferenceRow> rows);

struct MemoryDifference {
    int64_t bytesBefore = 0, bytesAfter = 0;
    std::vector<uint32_t> came, gone, stayed; ///< places of lives: held after alone, before alone, at both
    std::vector<MemoryDifferenceRow> rows;    ///< the largest change first, then by key
};

MemoryDifference memoryDifference(const OpColumns &columns, const MemoryUse &use, int64_t beforeNs, int64_t afterNs,
                                  OpGrouping grouping);

} // namespace jitscope::inline analysis

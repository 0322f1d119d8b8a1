// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memorydifference.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace jitscope::inline analysis {

std::vector<MemoryDifferenceRow> byChange(std::map<std::string, MemoryDifferenceRow> rows) {
    std::vector<MemoryDifferenceRow> list;
    for (auto &[key, row] : rows) {
        row.key = key;
        list.push_back(std::move(row));
    }
    std::ranges::stable_sort(list, std::ranges::greater(),
                             [](const MemoryDifferenceRow &row) { return std::llabs(row.delta()); });
    return list;
}

MemoryDifference memoryDifference(const OpColumns &columns, const MemoryUse &use, int64_t beforeNs, int64_t afterNs,
                                  OpGrouping grouping) {
    MemoryDifference difference;
    std::map<std::string, MemoryDifferenceRow> rows;
    const std::vector<uint32_t> before = use.heldAt(beforeNs), after = use.heldAt(afterNs);
    for (const MemorySum &sum : memorySums(columns, use, before, grouping)) {
        rows[sum.key].bytesBefore = sum.bytes;
        rows[sum.key].countBefore = sum.count;
        difference.bytesBefore += sum.bytes;
    }
    for (const MemorySum &sum : memorySums(columns, use, after, grouping)) {
        rows[sum.key].bytesAfter = sum.bytes;
        rows[sum.key].countAfter = sum.count;
        difference.bytesAfter += sum.bytes;
    }
    for (const uint32_t place : after)
        (use.lives[place].isHeldAt(beforeNs) ? difference.stayed : difference.came).push_back(place);
    for (const uint32_t place : before)
        if (!use.lives[place].isHeldAt(afterNs)) difference.gone.push_back(place);
    difference.rows = byChange(std::move(rows));
    return difference;
}

} // namespace jitscope::inline analysis

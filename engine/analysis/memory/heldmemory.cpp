// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/heldmemory.h"

#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

const char *const fromOutside = "(from outside)";

namespace {

/** The place of an operator in the columns; -1 without one. */
int64_t placeOf(const OpColumns &columns, int64_t op) {
    const int64_t place = op - columns.firstNumber;
    return op >= 0 && place >= 0 && place < int64_t(columns.size()) ? place : -1;
}

std::string knownText(const OpGroups &groups, size_t place) {
    const uint32_t group = groups.of[place];
    return group == OpGroups::unknown || group == OpGroups::outside ? std::string() : groups.texts[group];
}

} // namespace

HeldMemory heldMemory(const Session &session, const OpColumns &columns, const MemoryLife &life) {
    HeldMemory held;
    held.tensor = life.tensor;
    held.bytes = life.bytes;
    held.beginNs = life.beginNs;
    held.endNs = life.endNs;
    held.op = life.op;
    if (const auto tensor = session.tensor(life.tensor)) {
        held.name = tensor->name.str();
        held.type = brief(tensor->dtype, tensor->shape);
        const int64_t user = life.op < 0 ? placeOf(columns, tensor->firstUse) : -1;
        if (user >= 0) held.firstUse = knownText(columns.by(OpGrouping::Line), size_t(user));
    }
    const int64_t place = placeOf(columns, life.op);
    if (place < 0) return held;
    held.opName = knownText(columns.by(OpGrouping::Op), size_t(place));
    held.scope = knownText(columns.by(OpGrouping::Scope), size_t(place));
    held.line = knownText(columns.by(OpGrouping::Line), size_t(place));
    return held;
}

int64_t groupOf(const OpColumns &columns, const MemoryLife &life, OpGrouping grouping) {
    const int64_t place = placeOf(columns, life.op);
    if (place < 0) return -1;
    const uint32_t group = columns.by(grouping).of[size_t(place)];
    return group == OpGroups::outside ? int64_t(OpGroups::unknown) : int64_t(group);
}

std::vector<MemorySum> memorySums(const OpColumns &columns, const MemoryUse &use, const std::vector<uint32_t> &places,
                                  OpGrouping grouping) {
    const OpGroups &groups = columns.by(grouping);
    std::map<int64_t, MemorySum> sums;
    int64_t all = 0;
    for (const uint32_t place : places) {
        const MemoryLife &life = use.lives[place];
        MemorySum &sum = sums[groupOf(columns, life, grouping)];
        if (sum.largest < 0 || life.bytes > use.lives[size_t(sum.largest)].bytes) sum.largest = place;
        sum.bytes += life.bytes;
        ++sum.count;
        all += life.bytes;
    }
    std::vector<MemorySum> rows;
    for (auto &[group, sum] : sums) {
        sum.key = group < 0 ? fromOutside : groups.texts[size_t(group)];
        sum.share = all > 0 ? double(sum.bytes) / double(all) : 0;
        rows.push_back(std::move(sum));
    }
    std::ranges::sort(rows, [](const MemorySum &a, const MemorySum &b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.key < b.key;
    });
    return rows;
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memorybaseline.h"

#include "engine/analysis/operators/sameplace.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace jitscope::inline analysis {

namespace {

using HeldIdentity = std::tuple<std::string, std::string, std::string, std::string, std::string>;

HeldIdentity exactly(const HeldMemory &held) {
    return {held.opName, held.line, held.scope, held.name, held.type};
}

/** A larger batch makes other types. */
HeldIdentity butForType(const HeldMemory &held) {
    return {held.opName, held.line, held.scope, held.name, {}};
}

/** Places of lives in the order in which they came. */
std::vector<uint32_t> inOrder(std::vector<uint32_t> places) {
    std::ranges::sort(places); // lives stand by their begin
    return places;
}

} // namespace

std::optional<int64_t> sameMoment(const OpColumns &baseline, const MemoryUse &baselineUse, const MemoryAt &now) {
    if (now.timeNs == now.use.peak.timeNs) return baselineUse.peak.timeNs;
    return sameTime(now.columns, now.timeNs, baseline);
}

std::vector<MemoryDifferenceRow> memoryAgainst(const MemoryAt &baseline, const MemoryAt &now, OpGrouping grouping) {
    std::map<std::string, MemoryDifferenceRow> rows;
    for (const MemorySum &sum :
         memorySums(baseline.columns, baseline.use, baseline.use.heldAt(baseline.timeNs), grouping)) {
        rows[sum.key].bytesBefore = sum.bytes;
        rows[sum.key].countBefore = sum.count;
    }
    for (const MemorySum &sum : memorySums(now.columns, now.use, now.use.heldAt(now.timeNs), grouping)) {
        rows[sum.key].bytesAfter = sum.bytes;
        rows[sum.key].countAfter = sum.count;
    }
    return byChange(std::move(rows));
}

std::vector<HeldPair> heldAgainst(const Session &baselineSession, const MemoryAt &baseline, const Session &session,
                                  const MemoryAt &now) {
    const std::vector<uint32_t> held = now.use.heldAt(now.timeNs);
    std::vector<uint32_t> left = inOrder(baseline.use.heldAt(baseline.timeNs));
    std::map<uint32_t, uint32_t> pairs;
    for (HeldIdentity (*identityOf)(const HeldMemory &) : {exactly, butForType}) {
        std::map<HeldIdentity, std::deque<uint32_t>> free;
        for (const uint32_t place : left)
            free[identityOf(heldMemory(baselineSession, baseline.columns, baseline.use.lives[place]))].push_back(place);
        for (const uint32_t place : inOrder(held)) {
            if (pairs.contains(place)) continue;
            const auto found = free.find(identityOf(heldMemory(session, now.columns, now.use.lives[place])));
            if (found == free.end() || found->second.empty()) continue;
            pairs.emplace(place, found->second.front());
            found->second.pop_front();
        }
        left.clear();
        for (const auto &[identity, places] : free)
            left.insert(left.end(), places.begin(), places.end());
        left = inOrder(std::move(left));
    }
    std::vector<HeldPair> all;
    for (const uint32_t place : held) {
        const auto pair = pairs.find(place);
        all.push_back({pair == pairs.end() ? std::nullopt : std::optional(pair->second), place});
    }
    std::ranges::stable_sort(left, std::ranges::greater(),
                             [&](uint32_t place) { return baseline.use.lives[place].bytes; });
    for (const uint32_t place : left)
        all.push_back({place, std::nullopt});
    return all;
}

} // namespace jitscope::inline analysis

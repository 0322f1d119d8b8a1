// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memorybaseline.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace jitscope::inline analysis {

namespace {

/** By name and line; texts, as numbers of groups are a recording's own. */
using OpIdentity = std::pair<std::string, std::string>;

OpIdentity identityOf(const OpColumns &columns, size_t place) {
    const auto text = [&](OpGrouping grouping) -> std::string {
        const OpGroups &groups = columns.by(grouping);
        const uint32_t group = groups.of[place];
        return group == OpGroups::outside ? std::string() : groups.texts[group];
    };
    return {text(OpGrouping::Op), text(OpGrouping::Line)};
}

/** The numbers of an operator's groups, which are quick to compare; nothing where no operator has these texts. */
std::optional<std::pair<uint32_t, uint32_t>> groupsOf(const OpColumns &columns, const OpIdentity &identity) {
    const auto find = [&](OpGrouping grouping, const std::string &text) {
        return text.empty() ? OpGroups::outside : columns.by(grouping).find(text);
    };
    const uint32_t op = find(OpGrouping::Op, identity.first), line = find(OpGrouping::Line, identity.second);
    if (op == OpGroups::outside || (line == OpGroups::outside && !identity.second.empty())) return std::nullopt;
    return std::pair(op, line);
}

bool isOf(const OpColumns &columns, size_t place, const std::pair<uint32_t, uint32_t> &groups) {
    return columns.by(OpGrouping::Op).of[place] == groups.first &&
           columns.by(OpGrouping::Line).of[place] == groups.second;
}

std::optional<size_t> latestUntil(const OpColumns &columns, int64_t timeNs) {
    std::optional<size_t> latest;
    for (size_t place = 0; place < columns.size(); ++place)
        if (columns.start[place] <= timeNs && (!latest || columns.start[place] >= columns.start[*latest]))
            latest = place;
    return latest;
}

/** Places of the operators of an identity by when they began. */
std::vector<size_t> placesByBegin(const OpColumns &columns, const std::pair<uint32_t, uint32_t> &groups) {
    std::vector<size_t> places;
    for (size_t place = 0; place < columns.size(); ++place)
        if (isOf(columns, place, groups)) places.push_back(place);
    std::ranges::stable_sort(places, {}, [&](size_t place) { return columns.start[place]; });
    return places;
}

using HeldIdentity = std::tuple<std::string, std::string, std::string, std::string, std::string>;

HeldIdentity identityOf(const HeldMemory &held) {
    return {held.opName, held.line, held.scope, held.name, held.type};
}

/** Places of lives in the order in which they came. */
std::vector<uint32_t> inOrder(std::vector<uint32_t> places) {
    std::ranges::sort(places); // lives stand by their begin
    return places;
}

} // namespace

std::optional<int64_t> sameMoment(const OpColumns &baseline, const MemoryUse &baselineUse, const MemoryAt &now) {
    if (now.timeNs == now.use.peak.timeNs) return baselineUse.peak.timeNs;
    const std::optional<size_t> latest = latestUntil(now.columns, now.timeNs);
    if (!latest) return std::nullopt;
    const OpIdentity identity = identityOf(now.columns, *latest);
    const auto here = groupsOf(now.columns, identity), there = groupsOf(baseline, identity);
    if (!here || !there) return std::nullopt;
    const std::vector<size_t> own = placesByBegin(now.columns, *here), same = placesByBegin(baseline, *there);
    const auto number = size_t(std::ranges::find(own, *latest) - own.begin());
    if (number >= same.size()) return std::nullopt;
    const size_t place = same[number];
    return now.columns.end(*latest) <= now.timeNs ? baseline.end(place) : baseline.start[place];
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
    std::map<HeldIdentity, std::deque<uint32_t>> free;
    for (const uint32_t place : inOrder(baseline.use.heldAt(baseline.timeNs)))
        free[identityOf(heldMemory(baselineSession, baseline.columns, baseline.use.lives[place]))].push_back(place);
    std::map<uint32_t, uint32_t> pairs;
    const std::vector<uint32_t> held = now.use.heldAt(now.timeNs);
    for (const uint32_t place : inOrder(held)) {
        const auto found = free.find(identityOf(heldMemory(session, now.columns, now.use.lives[place])));
        if (found == free.end() || found->second.empty()) continue;
        pairs.emplace(place, found->second.front());
        found->second.pop_front();
    }
    std::vector<HeldPair> all;
    for (const uint32_t place : held) {
        const auto pair = pairs.find(place);
        all.push_back({pair == pairs.end() ? std::nullopt : std::optional(pair->second), place});
    }
    std::vector<uint32_t> left;
    for (const auto &[identity, places] : free)
        left.insert(left.end(), places.begin(), places.end());
    std::ranges::stable_sort(left, std::ranges::greater(),
                             [&](uint32_t place) { return baseline.use.lives[place].bytes; });
    for (const uint32_t place : left)
        all.push_back({place, std::nullopt});
    return all;
}

} // namespace jitscope::inline analysis

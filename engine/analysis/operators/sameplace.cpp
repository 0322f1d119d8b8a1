// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/sameplace.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

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
        if (columns.by(OpGrouping::Op).of[place] == groups.first &&
            columns.by(OpGrouping::Line).of[place] == groups.second)
            places.push_back(place);
    std::ranges::stable_sort(places, {}, [&](size_t place) { return columns.start[place]; });
    return places;
}

std::optional<size_t> sameOperator(const OpColumns &columns, size_t place, const OpColumns &other) {
    const OpIdentity identity = identityOf(columns, place);
    const auto here = groupsOf(columns, identity), there = groupsOf(other, identity);
    if (!here || !there) return std::nullopt;
    const std::vector<size_t> own = placesByBegin(columns, *here), same = placesByBegin(other, *there);
    const auto number = size_t(std::ranges::find(own, place) - own.begin());
    return number < same.size() ? std::optional(same[number]) : std::nullopt;
}

} // namespace

std::optional<int64_t> sameTime(const OpColumns &columns, int64_t timeNs, const OpColumns &other) {
    const std::optional<size_t> latest = latestUntil(columns, timeNs);
    const std::optional<size_t> same = latest ? sameOperator(columns, *latest, other) : std::nullopt;
    if (!same) return std::nullopt;
    return columns.end(*latest) <= timeNs ? other.end(*same) : other.start[*same];
}

std::optional<std::pair<int64_t, int64_t>> sameStretch(const OpColumns &columns, std::pair<int64_t, int64_t> stretch,
                                                       const OpColumns &other) {
    constexpr int64_t beforeAll = std::numeric_limits<int64_t>::min();
    const auto [from, to] = stretch;
    const std::optional<size_t> last = latestUntil(columns, to - 1);
    if (!last) return std::pair(beforeAll, beforeAll); // nothing runs in it
    const std::optional<size_t> sameLast = sameOperator(columns, *last, other);
    const std::optional<int64_t> begin =
        latestUntil(columns, from) ? sameTime(columns, from, other) : std::optional(beforeAll);
    if (!sameLast || !begin) return std::nullopt;
    return std::pair(*begin, other.start[*sameLast] + 1);
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/opfilter.h"

#include "engine/base/lettercase.h"
#include "engine/base/text.h"

#include <algorithm>
#include <numeric>

namespace jitscope::inline analysis {

namespace {

using Kind = OpCondition::Kind;

bool isIn(const std::string &group, const OpCondition &condition) {
    switch (condition.kind) {
    case Kind::ScopeBelow:
        return group.starts_with(condition.text) &&
               (group.size() == condition.text.size() || group[condition.text.size()] == '/');
    case Kind::NameHas:
        return lowered(group).find(lowered(condition.text)) != std::string::npos;
    default:
        return group == condition.text;
    }
}

OpGrouping groupingOf(const OpCondition &condition) {
    if (condition.kind == Kind::ScopeBelow) return OpGrouping::Scope;
    return condition.kind == Kind::NameHas ? OpGrouping::Op : condition.grouping;
}

template<class Holds> void keepWhere(std::vector<uint32_t> &places, const OpCondition &condition, Holds holds) {
    const bool wanted = condition.keep == OpCondition::Keep::Those;
    std::erase_if(places, [&](uint32_t place) { return holds(place) != wanted; });
}

/** Texts are compared once a group and not once an operator. */
void keepGroups(std::vector<uint32_t> &places, const OpColumns &columns, const OpCondition &condition) {
    const OpGroups &groups = columns.by(groupingOf(condition));
    std::vector<uint8_t> isMeant;
    for (const std::string &text : groups.texts)
        isMeant.push_back(isIn(text, condition));
    keepWhere(places, condition, [&](uint32_t place) {
        const uint32_t group = groups.of[place];
        return group != OpGroups::outside && isMeant[group];
    });
}

/** What ran inside of an operator was called from where that was. */
void keepCalled(std::vector<uint32_t> &places, const OpColumns &columns, const OpCondition &condition) {
    std::vector<uint8_t> isMeant;
    for (const std::vector<std::string> &lines : columns.linesOfStack)
        isMeant.push_back(std::ranges::find(lines, condition.text) != lines.end());
    const auto has = [&](int32_t stack) {
        return stack >= 0 && size_t(stack) < isMeant.size() && isMeant[size_t(stack)];
    };
    keepWhere(places, condition, [&](uint32_t place) {
        for (auto at = int32_t(place); at >= 0; at = columns.parent[size_t(at)])
            if (has(columns.stack[size_t(at)]) || has(columns.callStack[size_t(at)])) return true;
        return false;
    });
}

} // namespace

std::vector<uint32_t> placesOf(const OpColumns &columns, const OpFilter &filter) {
    std::vector<uint32_t> places(columns.size());
    std::iota(places.begin(), places.end(), 0);
    for (const OpCondition &condition : filter) {
        if (condition.kind == Kind::Time)
            keepWhere(places, condition, [&](uint32_t place) {
                return columns.start[place] < condition.to &&
                       std::max(columns.end(place), columns.start[place] + 1) > condition.from;
            });
        else if (condition.kind == Kind::Duration)
            keepWhere(places, condition, [&](uint32_t place) {
                return columns.duration[place] >= condition.from && columns.duration[place] <= condition.to;
            });
        else if (condition.kind == Kind::CalledFrom)
            keepCalled(places, columns, condition);
        else
            keepGroups(places, columns, condition);
    }
    return places;
}

std::string toString(const OpCondition &condition) {
    const auto range = [&] { return humanTime(condition.from) + " to " + humanTime(condition.to); };
    const std::string start = condition.keep == OpCondition::Keep::Others ? "not " : "";
    switch (condition.kind) {
    case Kind::Group:
        return start + nameOf(condition.grouping) + " " + condition.text;
    case Kind::ScopeBelow:
        return start + "in " + condition.text;
    case Kind::CalledFrom:
        return start + "called from " + condition.text;
    case Kind::NameHas:
        return start + "*" + condition.text + "*";
    case Kind::Time:
        return start + "at " + range();
    case Kind::Duration:
        return start + "took " + range();
    }
    return start;
}

} // namespace jitscope::inline analysis

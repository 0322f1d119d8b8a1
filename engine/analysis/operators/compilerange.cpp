// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/compilerange.h"

#include "engine/session/compilation.h"
#include "engine/session/compiledetails.h"
#include "engine/session/session.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline analysis {

namespace {

bool isTime(const OpCondition &condition) {
    return condition.kind == OpCondition::Kind::Time;
}

/** Its begin and its end; equal where no times were recorded. */
std::pair<int64_t, int64_t> stretchOf(const Compilation &compilation) {
    if (compilation.stages.empty()) return {0, 0};
    const auto end = [](const StageTime &stage) { return stage.startNs + stage.durationNs; };
    return {std::ranges::min_element(compilation.stages, {}, &StageTime::startNs)->startNs,
            end(*std::ranges::max_element(compilation.stages, {}, end))};
}

bool isLetThrough(const Compilation &compilation, const OpFilter &filter) {
    const auto [begin, end] = stretchOf(compilation);
    return std::ranges::all_of(filter, [&](const OpCondition &condition) {
        if (!isTime(condition)) return true;
        const bool isInside = begin < end && begin < condition.to && end > condition.from;
        return isInside == (condition.keep == OpCondition::Keep::Those);
    });
}

} // namespace

bool hasTimes(const OpFilter &filter) {
    return std::ranges::any_of(filter, isTime);
}

std::set<int> compilationsIn(const Session &session, const OpFilter &filter) {
    std::set<int> indices;
    for (const Compilation &each : session.compilations)
        if (isLetThrough(each, filter)) indices.insert(each.index);
    return indices;
}

Session withCompilations(const Session &session, const std::set<int> &kept) {
    Session part;
    for (const Compilation &each : session.compilations) {
        Compilation &place = part.compilations.emplace_back();
        place.index = each.index;
        if (!kept.contains(each.index)) continue;
        place = each;
        const std::string notes = compileNotesKey(each.index);
        if (const auto found = session.info.find(notes); found != session.info.end()) part.info.insert(*found);
    }
    return part;
}

} // namespace jitscope::inline analysis

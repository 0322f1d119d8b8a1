// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/optable.h"

#include "engine/analysis/operators/opfilter.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace jitscope::inline analysis {

namespace {

/** Places by group, in one run of memory: those of group g stand in [begin[g], begin[g + 1]). */
struct Sorted {
    std::vector<uint32_t> places;
    std::vector<size_t> begin;
    std::span<const uint32_t> of(size_t group) const {
        return std::span(places).subspan(begin[group], begin[group + 1] - begin[group]);
    }
};

Sorted sortedByGroup(const OpGroups &groups, const std::vector<uint32_t> &places) {
    Sorted sorted;
    sorted.begin.assign(groups.texts.size() + 1, 0);
    for (const uint32_t place : places)
        if (groups.of[place] != OpGroups::outside) ++sorted.begin[groups.of[place] + 1];
    std::partial_sum(sorted.begin.begin(), sorted.begin.end(), sorted.begin.begin());
    sorted.places.resize(sorted.begin.back());
    std::vector<size_t> next = sorted.begin;
    for (const uint32_t place : places)
        if (groups.of[place] != OpGroups::outside) sorted.places[next[groups.of[place]]++] = place;
    return sorted;
}

/** Whether none of `group`, by rising place, is around it, so that its time is not counted with that one's. */
bool isOutermost(const OpColumns &columns, std::span<const uint32_t> group, size_t place) {
    for (int32_t above = columns.parent[place]; above >= 0; above = columns.parent[size_t(above)])
        if (std::ranges::binary_search(group, uint32_t(above))) return false;
    return true;
}

/** Work that moves nothing is not known. */
void addWork(OpRow &row, double flops, double bytes) {
    row.flops += bytes > 0 ? flops : OpRow::unknown;
    row.bytes += bytes > 0 ? bytes : OpRow::unknown;
}

OpRow rowOf(const OpColumns &columns, const OpGroups &groups, std::span<const uint32_t> places) {
    OpRow row;
    row.group = groups.of[places.front()];
    row.key = groups.texts[row.group];
    row.count = int64_t(places.size());
    row.flops = row.bytes = row.launchNs = 0;
    std::vector<int64_t> durations;
    durations.reserve(places.size());
    size_t longest = places.front(), first = places.front();
    for (const uint32_t place : places) {
        const int64_t duration = columns.duration[place];
        durations.push_back(duration);
        row.selfNs += columns.self[place];
        row.addLaunch(columns.launch[place] == OpColumns::unknownLaunch ? OpRow::unknown
                                                                        : double(columns.launch[place]));
        if (isOutermost(columns, places, place)) {
            row.totalNs += duration;
            addWork(row, columns.flops[place], columns.bytes[place]);
        }
        if (duration > columns.duration[longest]) longest = place;
        if (columns.start[place] < columns.start[first]) first = place;
    }
    row.firstNs = double(columns.duration[first]);
    row.longest = columns.number(longest);
    row.maxNs = columns.duration[longest];
    row.minNs = *std::min_element(durations.begin(), durations.end());
    row.spread = spreadOf(durations);
    const double count = double(row.count);
    if (count > 1) row.laterNs = (row.spread.meanNs * count - row.firstNs) / (count - 1);
    return row;
}

} // namespace

bool OpRow::hasSetUp() const {
    constexpr double times = 3;
    return firstNs >= times * laterNs; // false where either is unknown
}

std::vector<OpRow> opTable(const OpColumns &columns, OpGrouping grouping, const std::vector<uint32_t> &places) {
    const OpGroups &groups = columns.by(grouping);
    const Sorted sorted = sortedByGroup(groups, places);
    const auto stepOf = [&](const OpRow &row) {
        const bool isStep = grouping == OpGrouping::Step && row.group < columns.times.steps.size();
        const bool isWhole = isStep && columns.times.steps[row.group].operators == row.count;
        return isWhole ? columns.times.steps[row.group] : TimeParts();
    };
    std::vector<OpRow> rows;
    for (size_t group = 0; group < groups.texts.size(); ++group)
        if (const auto members = sorted.of(group); !members.empty()) rows.push_back(rowOf(columns, groups, members));
    const int64_t total = totalOf(rows);
    for (OpRow &row : rows)
        row.step = stepOf(row);
    for (OpRow &row : rows)
        row.share = total > 0 ? double(row.selfNs) / double(total) : 0;
    const auto isBefore = [](const OpRow &a, const OpRow &b) {
        const bool isNone = a.group == OpGroups::unknown, isOtherNone = b.group == OpGroups::unknown;
        return isNone != isOtherNone ? isOtherNone : a.group < b.group;
    };
    if (grouping == OpGrouping::Step) {
        std::ranges::sort(rows, isBefore);
        return rows;
    }
    std::ranges::sort(rows, [](const OpRow &a, const OpRow &b) {
        if (a.selfNs != b.selfNs) return a.selfNs > b.selfNs;
        return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : a.key < b.key;
    });
    return rows;
}

std::vector<OpRow> opTable(const OpColumns &columns, OpGrouping grouping) {
    return opTable(columns, grouping, placesOf(columns, {}));
}

std::vector<OpRow> opTable(const Session &session, OpGrouping grouping) {
    return opTable(opColumns(session), grouping);
}

int64_t totalOf(const std::vector<OpRow> &rows) {
    return std::accumulate(rows.begin(), rows.end(), int64_t(0),
                           [](int64_t sum, const OpRow &row) { return sum + row.selfNs; });
}

double launchOf(const std::vector<OpRow> &rows) {
    double launch = OpRow::unknown;
    for (const OpRow &row : rows)
        if (!std::isnan(row.knownLaunchNs)) launch = (std::isnan(launch) ? 0 : launch) + row.knownLaunchNs;
    return launch;
}

void OpRow::addLaunch(double ns) {
    launchNs += ns;
    if (!std::isnan(ns)) knownLaunchNs = (std::isnan(knownLaunchNs) ? 0 : knownLaunchNs) + ns;
}

} // namespace jitscope::inline analysis

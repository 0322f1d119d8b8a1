// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/kernelstatistics.h"

#include "engine/analysis/derivedtables.h"
#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

struct GroupingColumns {
    KernelGroupBy grouping;
    const char *name;
    const char *key, *detail; ///< columns of the kernels table
    bool isSplitByDetail;
};
constexpr GroupingColumns groupings[] = {
    {KernelGroupBy::Type, "type", "type", "core", false},
    {KernelGroupBy::Name, "name", "name", "type", false},
    {KernelGroupBy::Core, "core", "core", "", false},
    {KernelGroupBy::Shape, "shape", "type", "input_shapes", true},
    {KernelGroupBy::TypeAndCore, "type-core", "type", "core", true},
};

const GroupingColumns &columnsOf(KernelGroupBy grouping) {
    return *std::find_if(std::begin(groupings), std::end(groupings),
                         [&](const GroupingColumns &each) { return each.grouping == grouping; });
}

/** Durations of a group while rows are gathered. */
struct Gathered {
    KernelGroup group;
    std::vector<int64_t> durations;
};

KernelGroup finished(Gathered &gathered) {
    KernelGroup &group = gathered.group;
    group.count = int64_t(gathered.durations.size());
    group.totalNs = std::accumulate(gathered.durations.begin(), gathered.durations.end(), int64_t(0));
    const auto [least, most] = std::minmax_element(gathered.durations.begin(), gathered.durations.end());
    group.minNs = *least;
    group.maxNs = *most;
    group.spread = spreadOf(gathered.durations);
    return std::move(group);
}

void addShares(std::vector<KernelGroup> &groups) {
    int64_t totals[2] = {0, 0};
    for (const KernelGroup &group : groups)
        totals[group.isCommunication] += group.totalNs;
    for (KernelGroup &group : groups)
        group.share =
            totals[group.isCommunication] > 0 ? double(group.totalNs) / double(totals[group.isCommunication]) : 0;
}

/** The text ids of a column, all 0 for a table without it. */
uint32_t textIdAt(const DataTable &table, int column, int64_t row) {
    return column < 0 ? 0 : table.columns()[size_t(column)].texts[size_t(row)];
}

/** The lowest level records no types: those of collectives stand in their names ("hcom_allReduce__868_0_1"). */
std::string keyOf(const DataTable &kernels, int64_t row, int key, bool isCommunication) {
    const std::string value = key < 0 ? std::string() : kernels.text(row, key);
    if (!value.empty() && value != "N/A") return value;
    const int names = kernels.column("name");
    const std::string name = names < 0 ? std::string() : kernels.text(row, names);
    if (const size_t end = name.find("__"); isCommunication && end != std::string::npos) return name.substr(0, end + 1);
    return notRecordedText;
}

} // namespace

std::optional<KernelGroupBy> kernelGroupByNamed(std::string_view name) {
    for (const GroupingColumns &each : groupings)
        if (each.name == name) return each.grouping;
    return std::nullopt;
}

std::string KernelGroup::identity(KernelGroupBy grouping) const {
    std::string text = key;
    if (columnsOf(grouping).isSplitByDetail) text += '\n' + detail;
    return isCommunication ? text + "\ncommunication" : text;
}

namespace {

/** In the order in which each group comes first. */
std::vector<Gathered> gathered(const DataTable &kernels, KernelGroupBy grouping, const std::optional<Interval> &within,
                               std::span<const int64_t> launches) {
    const GroupingColumns &columns = columnsOf(grouping);
    const int key = kernels.column(columns.key), detail = kernels.column(columns.detail);
    const int start = kernels.column("start"), duration = kernels.column("duration"), wait = kernels.column("wait");
    const std::vector<TaskKind> kinds = taskKinds(kernels);

    std::unordered_map<uint64_t, size_t> places;
    std::unordered_map<std::string, uint64_t> keys;
    std::vector<Gathered> groups;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t begin = kernels.integer(row, start), length = kernels.integer(row, duration);
        if (length == missingInteger) continue;
        if (within && (begin == missingInteger || begin >= within->endNs || begin + length <= within->beginNs))
            continue;
        const bool isCommunication = kinds[size_t(row)] == TaskKind::Communication;
        const uint64_t split = columns.isSplitByDetail ? textIdAt(kernels, detail, row) : 0;
        const std::string group = keyOf(kernels, row, key, isCommunication);
        const uint64_t number = keys.try_emplace(group, keys.size()).first->second;
        const uint64_t place = (number << 33) | (split << 1) | uint64_t(isCommunication);
        const auto [found, isNew] = places.try_emplace(place, groups.size());
        if (isNew) {
            groups.emplace_back();
            groups.back().group.key = group;
            groups.back().group.detail = kernels.text(row, detail);
            groups.back().group.isCommunication = isCommunication;
            if (!launches.empty()) groups.back().group.launchNs = 0;
        }
        Gathered &here = groups[found->second];
        if (!isNew && !here.group.detail.empty() && here.group.detail != kernels.text(row, detail))
            here.group.detail.clear();
        if (here.group.longestRow < 0 || length > kernels.integer(here.group.longestRow, duration))
            here.group.longestRow = row;
        if (const int64_t before = kernels.integer(row, wait); before != missingInteger) here.group.waitNs += before;
        if (!launches.empty())
            here.group.launchNs +=
                launches[size_t(row)] == missingInteger ? OpRow::unknown : double(launches[size_t(row)]);
        here.durations.push_back(length);
    }
    return groups;
}

} // namespace

std::vector<KernelGroup> kernelStatistics(const DataTable &kernels, KernelGroupBy grouping,
                                          const std::optional<Interval> &within, std::span<const int64_t> launches) {
    std::vector<KernelGroup> groups;
    for (Gathered &each : gathered(kernels, grouping, within, launches))
        groups.push_back(finished(each));
    addShares(groups);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const KernelGroup &a, const KernelGroup &b) { return a.totalNs > b.totalNs; });
    return groups;
}

GroupDurations kernelTimes(const DataTable &kernels, KernelGroupBy grouping, const std::optional<Interval> &within) {
    GroupDurations times;
    for (Gathered &each : gathered(kernels, grouping, within, {}))
        times.emplace(each.group.identity(grouping), std::move(each.durations));
    return times;
}

namespace {

/** Kernels do not nest, so what they took is their own. Collectives, which mostly wait, have no share of what
    computes. */
OpRow rowOf(const KernelGroup &group, std::string key) {
    OpRow row;
    row.key = std::move(key);
    row.count = group.count;
    row.totalNs = row.selfNs = group.totalNs;
    row.minNs = group.minNs;
    row.maxNs = group.maxNs;
    row.spread = group.spread;
    row.launchNs = row.knownLaunchNs = group.launchNs;
    row.share = group.isCommunication ? OpRow::unknown : group.share;
    return row;
}

} // namespace

std::vector<OpRow> kernelRows(const DataTable &kernels, KernelGroupBy grouping, std::span<const int64_t> launches) {
    const bool isSplit = grouping == KernelGroupBy::Shape || grouping == KernelGroupBy::TypeAndCore;
    std::vector<OpRow> rows;
    for (const KernelGroup &group : kernelStatistics(kernels, grouping, std::nullopt, launches)) {
        const std::string key = isSplit && !group.detail.empty() ? group.key + " " + group.detail : group.key;
        rows.push_back(rowOf(group, key));
    }
    return rows;
}

DataTable kernelStatisticsTable(const std::vector<KernelGroup> &groups, KernelGroupBy grouping) {
    const GroupingColumns &columns = columnsOf(grouping);
    DataTable table("operators_by_" + std::string(columns.name));
    const int key = table.addColumn(columns.key, ColumnType::Text);
    const int detail = *columns.detail == 0 ? -1 : table.addColumn(columns.detail, ColumnType::Text);
    const int count = table.addColumn("count", ColumnType::Integer),
              total = table.addColumn("total", ColumnType::Integer, "ns");
    const int share = table.addColumn("share", ColumnType::Real, "share");
    const int mean = table.addColumn("mean", ColumnType::Integer, "ns"),
              median = table.addColumn("median", ColumnType::Integer, "ns");
    const int least = table.addColumn("min", ColumnType::Integer, "ns"),
              most = table.addColumn("max", ColumnType::Integer, "ns");
    const int wait = table.addColumn("wait", ColumnType::Integer, "ns"),
              launch = table.addColumn("launch", ColumnType::Integer, "ns");
    for (const KernelGroup &group : groups) {
        const int64_t row = table.addRow();
        table.setText(row, key, group.key);
        if (detail >= 0) table.setText(row, detail, group.detail.empty() ? severalText : group.detail);
        table.setInteger(row, count, group.count);
        table.setInteger(row, total, group.totalNs);
        if (!group.isCommunication) table.setReal(row, share, group.share);
        table.setInteger(row, mean, rounded(group.spread.meanNs));
        table.setInteger(row, median, rounded(group.spread.medianNs));
        table.setInteger(row, least, group.minNs);
        table.setInteger(row, most, group.maxNs);
        table.setInteger(row, wait, group.waitNs);
        if (!std::isnan(group.launchNs)) table.setInteger(row, launch, rounded(group.launchNs));
    }
    return table;
}

} // namespace jitscope::inline analysis

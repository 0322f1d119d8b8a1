// SPDX-License-Identifier: Apache-2.0
// Puts columns of differences into tables.
#include "engine/analysis/comparison/rankdifference.h"

#include "engine/analysis/derivedtables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace jitscope::inline analysis {

namespace {

/** Of single calls: where there are more of them on one side the sums may differ and these not. */
DeltaVerdict meanVerdictOf(const OpDelta &delta, double noiseNs) {
    if (delta.verdict != DeltaVerdict::Slower && delta.verdict != DeltaVerdict::Faster) return delta.verdict;
    const double difference = delta.meanDeltaNs();
    if (std::abs(difference) <= noiseNs) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** The columns that a table of groups gets; rows come in the order of the table. */
class GroupDeltas {
public:
    explicit GroupDeltas(DataTable table)
        : m_compared{std::move(table), {}} {
        DataTable &to = m_compared.table;
        m_total = to.addColumn("delta_total", ColumnType::Integer, "ns");
        m_mean = to.addColumn("delta_mean", ColumnType::Integer, "ns");
        m_count = to.addColumn("count_before", ColumnType::Integer);
        m_compared.deltas = {{m_total, {}, {}}, {m_mean, {}, {}}};
    }

    DataTable &table() { return m_compared.table; }
    void set(int64_t row, const OpDelta &delta) {
        DataTable &to = m_compared.table;
        to.setInteger(row, m_total, delta.deltaNs());
        if (const double mean = delta.meanDeltaNs(); !std::isnan(mean)) to.setInteger(row, m_mean, rounded(mean));
        to.setInteger(row, m_count, delta.baselineCount);
        const double calls = double(std::max<int64_t>(std::min(delta.count, delta.baselineCount), 1));
        m_compared.deltas[0].verdicts.push_back(delta.verdict);
        m_compared.deltas[0].noiseNs.push_back(delta.noiseNs);
        m_compared.deltas[1].verdicts.push_back(meanVerdictOf(delta, delta.noiseNs / calls));
        m_compared.deltas[1].noiseNs.push_back(delta.noiseNs / calls);
    }
    ComparedTable take() { return std::move(m_compared); }

private:
    ComparedTable m_compared;
    int m_total = -1, m_mean = -1, m_count = -1;
};

/** `name` writes what a group is, given its key and detail (or level and name), into a new row. */
template<class Groups, class Identity, class Name>
ComparedTable joined(DataTable table, const Groups &groups, const std::vector<OpDelta> &deltas,
                     const Identity &identity, const Name &name) {
    GroupDeltas joining(std::move(table));
    std::map<std::string, const OpDelta *> open;
    for (const OpDelta &delta : deltas)
        open.emplace(delta.key, &delta);
    for (size_t row = 0; row < groups.size(); ++row) {
        const auto found = open.find(identity(groups[row]));
        joining.set(int64_t(row), found == open.end() ? OpDelta{} : *found->second);
        if (found != open.end()) open.erase(found);
    }
    for (const auto &[key, delta] : open) {
        if (delta->verdict != DeltaVerdict::Missing) continue;
        const int64_t row = joining.table().addRow();
        const size_t end = key.find('\n');
        name(joining.table(), row, key.substr(0, end),
             end == std::string::npos ? std::string() : key.substr(end + 1, key.find('\n', end + 1) - end - 1));
        joining.table().setInteger(row, joining.table().column("count"), 0);
        joining.set(row, *delta);
    }
    return joining.take();
}

/** The rows of a table that are of one rank. */
std::vector<int64_t> rowsOfRank(const DataTable &table, const std::string &rank) {
    std::vector<int64_t> rows;
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (table.text(row, table.column("rank")) == rank) rows.push_back(row);
    return rows;
}

/** What a row is on any rank: its text, and which of those with that text. */
std::vector<std::pair<std::string, int>> identities(const DataTable &table, const std::vector<int64_t> &rows, int key) {
    std::map<std::string, int> seen;
    std::vector<std::pair<std::string, int>> found;
    for (const int64_t row : rows) {
        const std::string text = table.text(row, key);
        found.emplace_back(text, seen[text]++);
    }
    return found;
}

MeasuredTimes timesIn(const DataTable &table, const std::vector<int64_t> &rows, int column) {
    MeasuredTimes measured;
    for (const int64_t row : rows)
        if (const int64_t value = table.integer(row, column); value != missingInteger) measured.times.push_back(value);
    return measured;
}

/** How far one row may be from the other rank's without saying anything; nothing where there are too few. */
std::optional<double> noiseOfOne(const MeasuredTimes &before, const MeasuredTimes &now) {
    const DifferenceNoise sums = noiseOf(before, now, leastDifference);
    if (!sums.isKnown) return std::nullopt;
    const double countBefore = double(before.times.size()), countNow = double(now.times.size());
    DifferenceNoise one = sums;
    one.variance = before.variance() / countBefore + now.variance() / countNow;
    one.floorNs = sums.floorNs / std::max(countBefore, countNow);
    return one.limitNs(falseFindings / std::max(countNow, 1.0));
}

DeltaVerdict verdictOf(int64_t difference, const std::optional<double> &noise) {
    if (!noise) return DeltaVerdict::TooFew;
    if (difference == 0) return DeltaVerdict::Same;
    if (std::abs(double(difference)) <= *noise) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** The differences of one column. */
DeltaColumn deltaOf(DataTable &table, const std::string &baseline, int key, const std::string &name, RowsOfRank kind) {
    const int from = table.column(name), to = table.addColumn("delta_" + name, ColumnType::Integer, "ns");
    DeltaColumn delta{to, std::vector(size_t(table.rowCount()), DeltaVerdict::TooFew),
                      std::vector<double>(size_t(table.rowCount()), 0)};
    const std::vector<int64_t> before = rowsOfRank(table, baseline);
    const auto known = identities(table, before, key);
    std::map<std::string, std::vector<int64_t>> ranks;
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (const std::string &rank = table.text(row, table.column("rank")); rank != baseline)
            ranks[rank].push_back(row);
    for (const auto &[rank, rows] : ranks) {
        const auto noise = kind == RowsOfRank::Parts
                               ? std::nullopt
                               : noiseOfOne(timesIn(table, before, from), timesIn(table, rows, from));
        const auto mine = identities(table, rows, key);
        for (size_t i = 0; i < rows.size(); ++i) {
            const auto match = std::ranges::find(known, mine[i]);
            if (match == known.end()) continue;
            const int64_t there = table.integer(before[size_t(match - known.begin())], from);
            const int64_t here = table.integer(rows[i], from);
            if (here == missingInteger || there == missingInteger) continue;
            table.setInteger(rows[i], to, here - there);
            delta.verdicts[size_t(rows[i])] = verdictOf(here - there, noise);
            delta.noiseNs[size_t(rows[i])] = noise.value_or(0);
        }
    }
    return delta;
}

} // namespace

std::vector<OpDelta> compareGroups(const GroupDurations &baseline, const GroupDurations &now) {
    const auto measured = [](const GroupDurations &groups) {
        TimesByKey times;
        for (const auto &[key, durations] : groups)
            times.emplace(key, MeasuredTimes{durations});
        return times;
    };
    return compareTimes(measured(baseline), measured(now));
}

ComparedTable withDeltas(DataTable table, const std::vector<KernelGroup> &groups, KernelGroupBy grouping,
                         const std::vector<OpDelta> &deltas) {
    const bool hasDetail = grouping == KernelGroupBy::Shape || grouping == KernelGroupBy::TypeAndCore;
    return joined(
        std::move(table), groups, deltas, [&](const KernelGroup &group) { return group.identity(grouping); },
        [&](DataTable &to, int64_t row, const std::string &key, const std::string &detail) {
            to.setText(row, 0, key);
            if (hasDetail) to.setText(row, 1, detail);
        });
}

ComparedTable withDeltas(DataTable table, const std::vector<ApiGroup> &groups, const std::vector<OpDelta> &deltas) {
    return joined(
        std::move(table), groups, deltas, [](const ApiGroup &group) { return group.identity(); },
        [](DataTable &to, int64_t row, const std::string &level, const std::string &name) {
            to.setText(row, to.column("level"), level);
            to.setText(row, to.column("name"), name);
        });
}

ComparedTable againstRank(DataTable table, const std::string &baseline, const std::string &key,
                          const std::vector<std::string> &compared, RowsOfRank rows) {
    ComparedTable result{std::move(table), {}};
    const int keys = result.table.column(key);
    for (const std::string &name : compared)
        if (result.table.column(name) >= 0) result.deltas.push_back(deltaOf(result.table, baseline, keys, name, rows));
    return result;
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
// Puts columns of differences into tables.
#include "engine/analysis/comparison/rankdifference.h"

#include "engine/analysis/derivedtables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
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
        m_compared.deltas[0].noise.push_back(delta.noiseNs);
        m_compared.deltas[1].verdicts.push_back(meanVerdictOf(delta, delta.noiseNs / calls));
        m_compared.deltas[1].noise.push_back(delta.noiseNs / calls);
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
        if (table.cell(row, table.column("rank")) == rank) rows.push_back(row);
    return rows;
}

/** What a row is on any rank: its texts, and which of those with them. */
using RowIdentity = std::pair<std::string, int>;

std::vector<RowIdentity> identities(const DataTable &table, const std::vector<int64_t> &rows,
                                    const std::vector<std::string> &keys) {
    std::map<std::string, int> seen;
    std::vector<RowIdentity> found;
    for (const int64_t row : rows) {
        std::string text;
        for (const std::string &key : keys)
            text += table.cell(row, table.column(key)) + '\n';
        const int place = seen[text]++;
        found.emplace_back(std::move(text), place);
    }
    return found;
}

std::map<RowIdentity, int64_t> rowsByIdentity(const DataTable &table, const std::vector<int64_t> &rows,
                                              const std::vector<std::string> &keys) {
    std::vector<RowIdentity> found = identities(table, rows, keys);
    std::map<RowIdentity, int64_t> known;
    for (size_t i = 0; i < found.size(); ++i)
        known.emplace(std::move(found[i]), rows[i]);
    return known;
}

std::vector<int64_t> allRows(const DataTable &table) {
    std::vector<int64_t> rows(size_t(table.rowCount()));
    std::iota(rows.begin(), rows.end(), int64_t(0));
    return rows;
}

MeasuredTimes timesIn(const DataTable &table, const std::vector<int64_t> &rows, int column) {
    MeasuredTimes measured;
    for (const int64_t row : rows)
        if (const int64_t value = table.integer(row, column); value != missingInteger) measured.times.push_back(value);
    return measured;
}

/** How far one row may be from the other rank's without saying anything; nothing where there are too few. */
std::optional<double> noiseOfOne(const MeasuredTimes &before, const MeasuredTimes &now) {
    const DifferenceNoise sums = noiseOf(figuresOf(before.times), figuresOf(now.times), leastDifference);
    if (!sums.isKnown) return std::nullopt;
    const double countBefore = double(before.times.size()), countNow = double(now.times.size());
    DifferenceNoise one = sums;
    one.variance = before.variance() / countBefore + now.variance() / countNow;
    one.floorNs = sums.floorNs / std::max(countBefore, countNow);
    one.excessNs = sums.excessNs / std::max(countBefore, countNow);
    return one.limitNs(falseFindings / std::max(countNow, 1.0));
}

DeltaVerdict verdictOf(int64_t difference, const std::optional<double> &noise) {
    if (!noise) return DeltaVerdict::TooFew;
    if (difference == 0) return DeltaVerdict::Same;
    if (std::abs(double(difference)) <= *noise) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** The rows of a table, those of the baseline by what they are. */
struct RankRows {
    std::vector<int64_t> baseline;
    std::map<RowIdentity, int64_t> known;
    std::map<std::string, std::vector<int64_t>> others; ///< by rank
};

RankRows rankRows(const DataTable &table, const std::string &baseline, const std::vector<std::string> &keys) {
    RankRows rows{rowsOfRank(table, baseline), {}, {}};
    rows.known = rowsByIdentity(table, rows.baseline, keys);
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (const std::string rank = table.cell(row, table.column("rank")); rank != baseline)
            rows.others[rank].push_back(row);
    return rows;
}

/** The differences of one column. */
DeltaColumn deltaOf(DataTable &table, const RankRows &all, const std::vector<std::string> &keys,
                    const std::string &name, RowsOfRank kind) {
    const int from = table.column(name), to = table.addColumn("delta_" + name, ColumnType::Integer, "ns");
    DeltaColumn delta{to, std::vector(size_t(table.rowCount()), DeltaVerdict::TooFew),
                      std::vector<double>(size_t(table.rowCount()), 0)};
    for (const auto &[rank, rows] : all.others) {
        const auto noise = kind == RowsOfRank::Parts
                               ? std::nullopt
                               : noiseOfOne(timesIn(table, all.baseline, from), timesIn(table, rows, from));
        const std::vector<RowIdentity> mine = identities(table, rows, keys);
        for (size_t i = 0; i < rows.size(); ++i) {
            const auto match = all.known.find(mine[i]);
            if (match == all.known.end()) continue;
            const int64_t there = table.integer(match->second, from), here = table.integer(rows[i], from);
            if (here == missingInteger || there == missingInteger) continue;
            table.setInteger(rows[i], to, here - there);
            delta.verdicts[size_t(rows[i])] = verdictOf(here - there, noise);
            delta.noise[size_t(rows[i])] = noise.value_or(0);
        }
    }
    return delta;
}

DeltaVerdict verdictOf(double difference, const DifferenceNoise &noise, double limit) {
    if (difference == 0) return DeltaVerdict::Same;
    if (!noise.isKnown) return DeltaVerdict::TooFew;
    if (std::abs(difference) <= limit) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

DifferenceNoise noiseOf(const WeightedMean &a, const WeightedMean &b) {
    DifferenceNoise noise;
    noise.isKnown = std::min(a.count(), b.count()) >= leastCalls;
    if (!noise.isKnown) return noise;
    noise.variance = a.variance() + b.variance();
    noise.freedom = double(std::min(a.count(), b.count()) - 1);
    noise.floorNs = leastDifference * std::max(std::abs(a.mean()), std::abs(b.mean()));
    return noise;
}

/** One ratio of all types; `tests` is how many differences of ratios the table has. */
DeltaColumn deltaOfRatio(DataTable &table, const PipeUsages &usages, const PipeUsages &baseline, size_t ratio,
                         size_t ratioBefore, double tests) {
    const PipeRatio &from = usages.ratios[ratio];
    const int to = table.addColumn("delta_" + from.name, ColumnType::Real, from.unit);
    DeltaColumn delta{to, std::vector(size_t(table.rowCount()), DeltaVerdict::TooFew),
                      std::vector<double>(size_t(table.rowCount()), 0)};
    for (size_t row = 0; row < usages.rows.size(); ++row) {
        const PipeUsage *before = baseline.find(usages.rows[row].identity());
        if (before == nullptr) continue;
        const WeightedMean &now = usages.rows[row].means[ratio], &then = before->means[ratioBefore];
        if (now.count() == 0 || then.count() == 0) continue;
        const DifferenceNoise noise = noiseOf(now, then);
        const double limit = noise.isKnown ? noise.limitNs(falseFindings / std::max(tests, 1.0)) : 0;
        table.setReal(int64_t(row), to, now.mean() - then.mean());
        delta.verdicts[row] = verdictOf(now.mean() - then.mean(), noise, limit);
        delta.noise[row] = limit;
    }
    return delta;
}

DeltaVerdict exactVerdict(int64_t before, int64_t now) {
    if (before == 0 && now != 0) return DeltaVerdict::New;
    if (before != 0 && now == 0) return DeltaVerdict::Missing;
    if (before == now) return DeltaVerdict::Same;
    return now > before ? DeltaVerdict::Slower : DeltaVerdict::Faster;
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

ComparedTable withDeltas(DataTable table, const PipeUsages &usages, const PipeUsages &baseline) {
    ComparedTable compared = joined(
        std::move(table), usages.rows, compareGroups(baseline.times, usages.times),
        [](const PipeUsage &usage) { return usage.identity(); },
        [](DataTable &to, int64_t row, const std::string &type, const std::string &core) {
            to.setText(row, to.column("type"), type);
            to.setText(row, to.column("core"), core);
        });
    const double tests = double(usages.rows.size() * usages.ratios.size());
    for (size_t i = 0; i < usages.ratios.size(); ++i)
        if (const auto before = std::ranges::find(baseline.ratios, usages.ratios[i].name, &PipeRatio::name);
            before != baseline.ratios.end())
            compared.deltas.push_back(
                deltaOfRatio(compared.table, usages, baseline, i, size_t(before - baseline.ratios.begin()), tests));
    return compared;
}

ComparedTable withDeltas(DataTable table, const std::vector<HeldByOperator> &held,
                         const std::vector<HeldByOperator> &baseline) {
    ComparedTable compared{std::move(table), {}};
    DataTable &to = compared.table;
    const int size = to.addColumn("delta_size", ColumnType::Integer, "B");
    const int count = to.addColumn("count_before", ColumnType::Integer);
    DeltaColumn sizes{size, {}, {}};
    std::map<std::string, HeldByOperator> open;
    for (const HeldByOperator &each : baseline)
        open.emplace(each.name, each);
    const auto set = [&](int64_t row, int64_t now, const HeldByOperator &before) {
        to.setInteger(row, size, now - before.bytes);
        to.setInteger(row, count, before.count);
        sizes.verdicts.push_back(exactVerdict(before.bytes, now));
        sizes.noise.push_back(0);
    };
    for (size_t row = 0; row < held.size(); ++row) {
        const auto found = open.find(held[row].name);
        set(int64_t(row), held[row].bytes, found == open.end() ? HeldByOperator{} : found->second);
        if (found != open.end()) open.erase(found);
    }
    for (const auto &[name, before] : open) {
        const int64_t row = to.addRow();
        to.setText(row, to.column("name"), name);
        to.setInteger(row, to.column("size"), 0);
        to.setInteger(row, to.column("count"), 0);
        set(row, 0, before);
    }
    compared.deltas.push_back(std::move(sizes));
    return compared;
}

ComparedTable againstRank(DataTable table, const std::string &baseline, const std::vector<std::string> &keys,
                          const std::vector<std::string> &compared, RowsOfRank rows) {
    ComparedTable result{std::move(table), {}};
    const RankRows all = rankRows(result.table, baseline, keys);
    for (const std::string &name : compared)
        if (result.table.column(name) >= 0) result.deltas.push_back(deltaOf(result.table, all, keys, name, rows));
    return result;
}

ComparedTable againstTable(DataTable table, const DataTable &baseline, const std::vector<std::string> &keys,
                           const std::vector<std::string> &compared) {
    ComparedTable result{std::move(table), {}};
    DataTable &to = result.table;
    const size_t rows = size_t(to.rowCount());
    const std::vector<RowIdentity> mine = identities(to, allRows(to), keys);
    const std::map<RowIdentity, int64_t> known = rowsByIdentity(baseline, allRows(baseline), keys);
    for (const std::string &name : compared) {
        const int from = to.column(name), before = baseline.column(name);
        if (from < 0 || before < 0) continue;
        const std::string unit = to.columns()[size_t(from)].unit;
        DeltaColumn delta{to.addColumn("delta_" + name, ColumnType::Integer, unit),
                          std::vector(rows, DeltaVerdict::TooFew), std::vector<double>(rows, 0)};
        for (size_t row = 0; row < rows; ++row) {
            const auto match = known.find(mine[row]);
            if (match == known.end()) continue;
            const int64_t here = to.integer(int64_t(row), from), there = baseline.integer(match->second, before);
            if (here == missingInteger || there == missingInteger) continue;
            to.setInteger(int64_t(row), delta.column, here - there);
            if (unit == "B") delta.verdicts[row] = exactVerdict(there, here);
        }
        result.deltas.push_back(std::move(delta));
    }
    return result;
}

} // namespace jitscope::inline analysis

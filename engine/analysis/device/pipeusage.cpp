// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/pipeusage.h"

#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace jitscope::inline analysis {

namespace {

bool isRatio(const DataColumn &column) {
    return column.type == ColumnType::Real && (column.name.ends_with("_ratio") || column.name == "cube_utilization");
}

std::vector<int> ratioColumns(const DataTable &kernels) {
    std::vector<int> columns;
    for (int column = 0; column < kernels.columnCount(); ++column)
        if (isRatio(kernels.columns()[size_t(column)])) columns.push_back(column);
    return columns;
}

} // namespace

void WeightedMean::add(double value, double weight) {
    ++m_count;
    m_weights += weight;
    m_sum += weight * value;
    m_squares += weight * weight * value * value;
    m_linear += weight * weight * value;
    m_constant += weight * weight;
}

double WeightedMean::mean() const {
    return m_weights > 0 ? m_sum / m_weights : std::numeric_limits<double>::quiet_NaN();
}

/** Sum of w² (x - mean)² by (sum of w)², as of a ratio of two sums. */
double WeightedMean::variance() const {
    if (m_count < 2 || m_weights <= 0) return 0;
    const double at = mean(), count = double(m_count);
    const double squares = m_squares - 2 * at * m_linear + at * at * m_constant;
    return std::max(0.0, squares) / (m_weights * m_weights) * count / (count - 1);
}

const PipeUsage *PipeUsages::find(std::string_view identity) const {
    const auto found = std::ranges::find_if(rows, [&](const PipeUsage &usage) { return usage.identity() == identity; });
    return found == rows.end() ? nullptr : &*found;
}

PipeUsages pipeUsages(const DataTable &kernels, const std::optional<Interval> &within) {
    PipeUsages usages;
    const std::vector<int> ratios = ratioColumns(kernels);
    if (ratios.empty()) return usages;
    for (const int ratio : ratios) {
        const DataColumn &column = kernels.columns()[size_t(ratio)];
        usages.ratios.push_back({column.name, column.unit.empty() ? "ratio" : column.unit});
    }
    const int type = kernels.column("type"), core = kernels.column("core");
    const int start = kernels.column("start"), duration = kernels.column("duration");
    const std::vector<TaskKind> kinds = taskKinds(kernels);
    struct Gathered {
        PipeUsage usage;
        std::vector<int64_t> times;
    };
    std::map<std::pair<std::string_view, std::string_view>, Gathered> byType;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t begin = kernels.integer(row, start), length = kernels.integer(row, duration);
        if (length == missingInteger || kinds[size_t(row)] != TaskKind::Computing) continue;
        if (within && (begin == missingInteger || begin >= within->endNs || begin + length <= within->beginNs))
            continue;
        auto &[usage, times] = byType[{kernels.text(row, type), kernels.text(row, core)}];
        times.push_back(length);
        usage.means.resize(ratios.size());
        ++usage.count;
        usage.totalNs += length;
        for (size_t i = 0; i < ratios.size(); ++i)
            if (const double ratio = kernels.real(row, ratios[i]); !std::isnan(ratio))
                usage.means[i].add(ratio, double(length));
    }
    for (auto &[key, gathered] : byType) {
        PipeUsage &usage = gathered.usage;
        usage.type = key.first;
        usage.core = key.second;
        usages.times.emplace(usage.identity(), std::move(gathered.times));
        usages.rows.push_back(std::move(usage));
    }
    std::ranges::stable_sort(usages.rows, std::greater(), &PipeUsage::totalNs);
    return usages;
}

DataTable pipeUsageTable(const PipeUsages &usages) {
    DataTable table("pipes");
    if (usages.ratios.empty()) return table;
    int64_t all = 0;
    for (const PipeUsage &usage : usages.rows)
        all += usage.totalNs;
    const int type = table.addColumn("type", ColumnType::Text), core = table.addColumn("core", ColumnType::Text);
    const int count = table.addColumn("count", ColumnType::Integer);
    const int total = table.addColumn("total", ColumnType::Integer, "ns");
    const int share = table.addColumn("share", ColumnType::Real, "share");
    std::vector<int> columns;
    for (const PipeRatio &ratio : usages.ratios)
        columns.push_back(table.addColumn(ratio.name, ColumnType::Real, ratio.unit));
    for (const PipeUsage &usage : usages.rows) {
        const int64_t row = table.addRow();
        table.setText(row, type, usage.type);
        table.setText(row, core, usage.core);
        table.setInteger(row, count, usage.count);
        table.setInteger(row, total, usage.totalNs);
        table.setReal(row, share, all > 0 ? double(usage.totalNs) / double(all) : 0);
        for (size_t i = 0; i < columns.size(); ++i)
            if (const double mean = usage.means[i].mean(); !std::isnan(mean)) table.setReal(row, columns[i], mean);
    }
    return table;
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/pipeusage.h"

#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

namespace {

bool isRatio(const DataColumn &column) {
    return column.type == ColumnType::Real && (column.name.ends_with("_ratio") || column.name == "cube_utilization");
}

struct Usage {
    std::string type, core;
    int64_t count = 0, total = 0;
    std::vector<double> weighted; ///< sum of ratio * duration, by column
    std::vector<double> weights;
};

} // namespace

DataTable pipeUsageTable(const DataTable &kernels, const std::optional<Interval> &within) {
    DataTable table("pipes");
    std::vector<int> ratios;
    for (int column = 0; column < kernels.columnCount(); ++column)
        if (isRatio(kernels.columns()[size_t(column)])) ratios.push_back(column);
    if (ratios.empty()) return table;

    const int typeColumn = kernels.column("type"), coreColumn = kernels.column("core");
    const int start = kernels.column("start"), duration = kernels.column("duration");
    const std::vector<TaskKind> kinds = taskKinds(kernels);
    std::map<std::pair<std::string_view, std::string_view>, Usage> usages;
    int64_t all = 0;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t begin = kernels.integer(row, start), length = kernels.integer(row, duration);
        if (length == missingInteger || kinds[size_t(row)] != TaskKind::Computing) continue;
        if (within && (begin == missingInteger || begin >= within->endNs || begin + length <= within->beginNs))
            continue;
        Usage &usage = usages[{kernels.text(row, typeColumn), kernels.text(row, coreColumn)}];
        usage.weighted.resize(ratios.size());
        usage.weights.resize(ratios.size());
        ++usage.count;
        usage.total += length;
        all += length;
        for (size_t i = 0; i < ratios.size(); ++i)
            if (const double ratio = kernels.real(row, ratios[i]); !std::isnan(ratio)) {
                usage.weighted[i] += ratio * double(length);
                usage.weights[i] += double(length);
            }
    }

    std::vector<std::pair<std::pair<std::string_view, std::string_view>, Usage>> sorted(usages.begin(), usages.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &a, const auto &b) { return a.second.total > b.second.total; });
    const int type = table.addColumn("type", ColumnType::Text), core = table.addColumn("core", ColumnType::Text);
    const int count = table.addColumn("count", ColumnType::Integer);
    const int total = table.addColumn("total", ColumnType::Integer, "ns");
    const int share = table.addColumn("share", ColumnType::Real, "share");
    std::vector<int> columns;
    for (const int ratio : ratios) {
        const DataColumn &column = kernels.columns()[size_t(ratio)];
        columns.push_back(table.addColumn(column.name, ColumnType::Real, column.unit.empty() ? "ratio" : column.unit));
    }
    for (const auto &[key, usage] : sorted) {
        const int64_t row = table.addRow();
        table.setText(row, type, key.first);
        table.setText(row, core, key.second);
        table.setInteger(row, count, usage.count);
        table.setInteger(row, total, usage.total);
        table.setReal(row, share, all > 0 ? double(usage.total) / double(all) : 0);
        for (size_t i = 0; i < columns.size(); ++i)
            if (usage.weights[i] > 0) table.setReal(row, columns[i], usage.weighted[i] / usage.weights[i]);
    }
    return table;
}

} // namespace jitscope::inline analysis

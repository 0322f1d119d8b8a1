// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/profilertable.h"

#include "engine/base/text.h"
#include "plugins/ascend_profiler/csvrules.h"
#include "plugins/ascend_profiler/exportname.h"

#include <algorithm>
#include <optional>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr int64_t mindSporeMegabyte = 1024 * 1000; // it divides bytes by 1024, then by 1000

bool isOfMindSpore(const DataTable &table) {
    const int component = table.column("component");
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (table.text(row, component).starts_with("MindSpore")) return true;
    return false;
}

Result<CsvTable> readOne(const std::string &path, ProfilerKind kind, const ImportOptions &options) {
    const std::string stem = exportName(path).stem;
    const CsvTableRule *rule = profilerCsvRule(stem);
    CsvTableOptions csv;
    csv.progress = options.progress;
    csv.limitBytes = std::min(csv.limitBytes, memoryLimit(options));
    const bool isMemory = rule != nullptr && std::string_view(rule->table) == "memory_record";
    if (isMemory && kind == ProfilerKind::MindSpore) csv.megabyte = mindSporeMegabyte;
    auto table = readCsvTable(path, rule, profilerTableName(stem), csv);
    // A file that stands alone tells its producer by what it counts.
    if (isMemory && kind == ProfilerKind::Unknown && table && isOfMindSpore(table->table)) {
        csv.megabyte = mindSporeMegabyte;
        table = readCsvTable(path, rule, profilerTableName(stem), csv);
    }
    return table;
}

bool isNamed(const std::vector<std::string> &names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void checkEssentials(const CsvTable &table, const std::string &file, Diagnostics &diagnostics) {
    for (const char *column : {"name", "start", "duration", "time"})
        if (isNamed(table.absent, column))
            diagnostics.add(DiagnosticKind::Missing, file, "line 1", format("there is no column for '%s'", column));
    if (table.table.rowCount() == 0)
        diagnostics.add(DiagnosticKind::Missing, file, "", "there are column headings, but no rows");
}

} // namespace

std::string profilerTableName(const std::string &stem) {
    if (const CsvTableRule *rule = profilerCsvRule(stem)) return rule->table;
    return tableSchema(stem) ? "msprof_" + stem : stem;
}

void appendRows(DataTable &table, const DataTable &more) {
    std::vector<int> columns;
    for (const DataColumn &column : more.columns()) {
        std::string name = column.name;
        for (int known = table.column(name); known >= 0 && table.columns()[size_t(known)].type != column.type;
             known = table.column(name))
            name += " (as written)";
        columns.push_back(table.addColumn(std::move(name), column.type, column.unit));
    }
    for (int64_t row = 0; row < more.rowCount(); ++row) {
        const int64_t to = table.addRow();
        for (int i = 0; i < more.columnCount(); ++i)
            switch (more.columns()[size_t(i)].type) {
            case ColumnType::Integer:
                table.setInteger(to, columns[size_t(i)], more.integer(row, i));
                break;
            case ColumnType::Real:
                table.setReal(to, columns[size_t(i)], more.real(row, i));
                break;
            case ColumnType::Text:
                table.setText(to, columns[size_t(i)], more.text(row, i));
                break;
            }
    }
}

Result<DataTable> readProfilerTable(const std::vector<std::string> &paths, ProfilerKind kind,
                                    const ImportOptions &options, Diagnostics &diagnostics) {
    std::optional<DataTable> whole;
    for (const std::string &path : paths) {
        auto table = readOne(path, kind, options);
        if (!table) return table.error();
        diagnostics.append(table->diagnostics);
        checkEssentials(*table, fileName(path), diagnostics);
        if (whole)
            appendRows(*whole, table->table);
        else
            whole = std::move(table->table);
    }
    return whole ? Result<DataTable>(*std::move(whole)) : Result<DataTable>(Error{"no file"});
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// Figures come as one number, or as a list with one a core in the order of the member "Cores".
#include "plugins/msprof_op/hotspotjson.h"

#include "engine/base/text.h"
#include "engine/reading/jsoncells.h"

#include <algorithm>
#include <set>

namespace jitscope {
inline namespace msprof_op {

namespace {

/** Rows of one kernel: far above what programs have, far below what memory has. */
constexpr int64_t maxRows = 20'000'000;

std::vector<std::string> coresOf(const JsonValue &json) {
    std::vector<std::string> cores;
    for (const JsonValue &core : json["Cores"].items())
        cores.push_back(textOf(core));
    if (cores.empty()) cores.push_back("ALL");
    return cores;
}

/** The figure of one core; of a member that is one number, that. */
double figureOf(const JsonValue &object, const char *name, size_t core) {
    const auto items = object[name].items();
    if (!items.empty()) return core < items.size() ? numberOf(items[core]) : std::nan("");
    return numberOf(object[name]);
}

int64_t countOf(const JsonValue &object, const char *name, size_t core) {
    const double figure = figureOf(object, name, core);
    return std::isfinite(figure) && std::abs(figure) < 9e15 && figure >= 0 ? std::llround(figure) : missingInteger;
}

/** The version before 0 wrote hit rates as texts with a sign. */
double rateOf(const JsonValue &object, size_t core) {
    return figureOf(object, "L2Cache Hit Rate", core);
}

void setShared(DataTable &table, int64_t row, const JsonValue &object, size_t core, const std::string &coreName) {
    table.setText(row, table.column("core"), coreName);
    table.setInteger(row, table.column("cycles"), countOf(object, "Cycles", core));
    table.setInteger(row, table.column("calls"), countOf(object, "Instructions Executed", core));
    table.setInteger(row, table.column("bytes"), countOf(object, "Process Bytes", core));
    table.setReal(row, table.column("l2_hit_rate"), rateOf(object, core));
}

/** Members that the schema has a column for, or that are no figures. */
bool isOwnColumn(std::string_view key) {
    static const std::set<std::string_view> known = {
        "Address", "AscendC Inner Code", "Source",           "Pipe",       "Instructions Executed",
        "Cycles",  "Process Bytes",      "L2Cache Hit Rate", "GPR Status", "Address Range"};
    return !known.contains(key);
}

/** The shares of reasons in a sampling, as one figure: what they sum up to. */
double figureOfMember(const JsonValue &value, size_t core) {
    const auto items = value.items();
    if (!items.empty()) return core < items.size() ? numberOf(items[core]) : std::nan("");
    if (value.kind() == JsonKind::Object) return numberOf(value["Percent"]);
    return numberOf(value);
}

void setOwnColumns(DataTable &table, int64_t row, const JsonValue &instruction, size_t core) {
    for (const auto &[key, value] : instruction.members()) {
        if (!isOwnColumn(key)) continue;
        const double figure = figureOfMember(value, core);
        // A file that names ever new members must not make a table of as many columns.
        if (!std::isfinite(figure) || (table.column(key) < 0 && table.columnCount() >= 64)) continue;
        const int column = table.addColumn(std::string(key), ColumnType::Real);
        if (table.columns()[size_t(column)].type == ColumnType::Real) table.setReal(row, column, figure);
    }
}

std::string rangesIn(const JsonValue &list) {
    std::vector<std::string> texts;
    for (const JsonValue &range : list.items()) {
        const auto ends = range.items();
        if (!ends.empty() && ends[0].kind() == JsonKind::Array) { // one list a core
            if (const std::string inner = rangesIn(range); !inner.empty()) texts.push_back(inner);
        } else if (ends.size() == 2) {
            texts.push_back(textOf(ends[0]) + "-" + textOf(ends[1]));
        } else if (ends.size() == 1) {
            texts.push_back(textOf(ends[0]) + "-" + textOf(ends[0]));
        }
    }
    return join(texts, ", ");
}

} // namespace

std::string addressRanges(const JsonValue &object) {
    return rangesIn(object["Address Range"]);
}

void addHotLines(KernelTables &tables, const JsonValue &json) {
    const auto cores = coresOf(json);
    DataTable &table = tables.table("op_hot_lines");
    for (const JsonValue &file : json["Files"].items()) {
        const std::string path = textOf(file["Source"]);
        for (const JsonValue &line : file["Lines"].items()) {
            const std::string addresses = addressRanges(line);
            for (size_t core = 0; core < cores.size() && table.rowCount() < maxRows; ++core) {
                const int64_t row = table.addRow();
                table.setText(row, table.column("file"), path);
                table.setInteger(row, table.column("line"), wholeOf(line["Line"]));
                table.setText(row, table.column("addresses"), addresses);
                setShared(table, row, line, core, cores[core]);
            }
        }
    }
}

void addHotSpots(KernelTables &tables, const JsonValue &json) {
    const auto cores = coresOf(json);
    DataTable &table = tables.table("op_hot_spots");
    for (const JsonValue &instruction : json["Instructions"].items())
        for (size_t core = 0; core < cores.size() && table.rowCount() < maxRows; ++core) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("address"), textOf(instruction["Address"]));
            table.setText(row, table.column("instruction"), textOf(instruction["Source"]));
            table.setText(row, table.column("pipe"), textOf(instruction["Pipe"]));
            table.setText(row, table.column("code"), textOf(instruction["AscendC Inner Code"]));
            setShared(table, row, instruction, core, cores[core]);
            setOwnColumns(table, row, instruction, core);
        }
}

} // namespace msprof_op
} // namespace jitscope

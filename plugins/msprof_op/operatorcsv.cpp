// SPDX-License-Identifier: Apache-2.0
// Metrics become tables as they are, under names of their own; hot spots and base info go where visualize_data.bin
// would put them.
#include "plugins/msprof_op/operatorcsv.h"

#include "engine/base/text.h"
#include "engine/reading/csvtable.h"

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace msprof_op {

namespace {

struct NamedCsv {
    const char *stem;
    OperatorCsv csv;
};

const std::vector<NamedCsv> &namedFiles() {
    static const std::vector<NamedCsv> files = {
        {"OpBasicInfo", {OperatorCsvKind::BaseInfo, "op_basic_info"}},
        {"ArithmeticUtilization", {OperatorCsvKind::Metric, "op_arithmetic_utilization"}},
        {"L2Cache", {OperatorCsvKind::Metric, "op_l2_cache"}},
        {"MemoryL0", {OperatorCsvKind::Metric, "op_memory_l0"}},
        {"MemoryUB", {OperatorCsvKind::Metric, "op_memory_ub"}},
        {"Memory", {OperatorCsvKind::Metric, "op_memory"}},
        {"PipeUtilization", {OperatorCsvKind::Metric, "op_pipe_utilization"}},
        {"ResourceConflictRatio", {OperatorCsvKind::Metric, "op_resource_conflict_ratio"}},
    };
    return files;
}

const CsvTableRule &basicInfoRule() {
    static const CsvTableRule rule = {
        "op_basic_info",
        {"OpBasicInfo"},
        {{"name", {"Op Name"}},
         {"type", {"Op Type"}},
         {"duration", {"Task Duration"}, "us"},
         {"blocks", {"Block Dim", "Block Num"}},
         {"mix_blocks", {"Mix Block Dim", "Mix Block Num"}},
         {"device", {"Device Id"}},
         {"pid", {"Pid"}},
         {"current_freq", {"Current Freq"}},
         {"rated_freq", {"Rated Freq"}}},
    };
    return rule;
}

/** Appends the rows of a file of one core. `columns` are pairs of ours and the file's. */
void appendCore(DataTable &to, const DataTable &from, const std::string &core,
                const std::vector<std::pair<const char *, const char *>> &columns) {
    for (int64_t row = 0; row < from.rowCount(); ++row) {
        const int64_t added = to.addRow();
        to.setText(added, to.column("core"), core);
        for (const auto &[ours, theirs] : columns) {
            const int source = from.column(theirs), target = to.column(ours);
            if (source < 0) continue;
            if (to.columns()[size_t(target)].type == ColumnType::Text)
                to.setText(added, target, from.cell(row, source));
            else
                to.setInteger(added, target, from.whole(row, source));
        }
        const double us = from.number(row, from.column("running_time"));
        if (std::isfinite(us) && std::abs(us) < 9e12) to.setInteger(added, to.column("time"), std::llround(us * 1000));
    }
}

/** "kernel.cpp:12" into file and line. */
void splitCode(DataTable &lines, const DataTable &from, int64_t firstRow) {
    for (int64_t row = 0; row < from.rowCount(); ++row) {
        const std::string code = from.column("code") < 0 ? std::string() : from.cell(row, from.column("code"));
        const size_t colon = code.rfind(':');
        const std::string number = colon == std::string::npos ? std::string() : code.substr(colon + 1);
        const bool hasLine = !number.empty() && number.size() < 9 &&
                             std::all_of(number.begin(), number.end(), [](unsigned char c) { return isdigit(c) != 0; });
        lines.setText(firstRow + row, lines.column("file"), hasLine ? code.substr(0, colon) : code);
        if (hasLine) lines.setInteger(firstRow + row, lines.column("line"), std::stoll(number));
    }
}

// --- derived tables ------------------------------------------------------------------------------------------------

DataTable *metric(KernelTables &tables, const char *name) {
    return tables.has(name) ? &tables.table(name) : nullptr;
}

bool isVectorPart(const std::string &part) {
    return part.starts_with("vec");
}

/** The prefix of the columns that are about this row: cube parts have aic_, vector parts aiv_. */
std::string prefixOf(const std::string &part) {
    return isVectorPart(part) ? "aiv_" : "aic_";
}

struct MetricRow {
    int64_t core = missingInteger;
    std::string part;
};

MetricRow placeOf(const DataTable &table, int64_t row) {
    MetricRow place{table.whole(row, table.column("block_id")), {}};
    if (place.core == missingInteger) place.core = row;
    if (const int column = table.column("sub_block_id"); column >= 0) place.part = table.cell(row, column);
    if (place.part.empty()) place.part = "cube0";
    return place;
}

void deriveCores(KernelTables &tables, const DataTable &pipes) {
    for (int64_t row = 0; row < pipes.rowCount(); ++row) {
        const MetricRow place = placeOf(pipes, row);
        const int64_t core = tables.coreRow(place.core, place.part);
        DataTable &cores = tables.table("op_cores");
        const std::string prefix = prefixOf(place.part);
        const double us = pipes.number(row, pipes.column(prefix + "time"));
        if (std::isfinite(us) && std::abs(us) < 9e12)
            cores.setInteger(core, cores.column("duration"), std::llround(us * 1000));
        cores.setInteger(core, cores.column("cycles"), pipes.whole(row, pipes.column(prefix + "total_cycles")));
    }
}

/** Ratios of pipes become shares under the names that people know: "cube", "mte2 wait". */
void deriveLoad(KernelTables &tables, const DataTable &from) {
    DataTable &load = tables.table("op_compute_load");
    for (int64_t row = 0; row < from.rowCount(); ++row) {
        const MetricRow place = placeOf(from, row);
        const std::string prefix = prefixOf(place.part);
        for (int column = 0; column < from.columnCount(); ++column) {
            const std::string &name = from.columns()[size_t(column)].name;
            const double ratio = from.number(row, column);
            if (!name.starts_with(prefix) || !name.ends_with("_ratio") || !std::isfinite(ratio)) continue;
            std::string what = name.substr(prefix.size(), name.size() - prefix.size() - 6);
            std::replace(what.begin(), what.end(), '_', ' ');
            const int64_t added = load.addRow();
            load.setInteger(added, load.column("core"), place.core);
            load.setText(added, load.column("part"), place.part);
            load.setText(added, load.column("name"), what);
            load.setReal(added, load.column("value"), 100 * ratio);
            load.setText(added, load.column("unit"), "%");
            load.setReal(added, load.column("cycles"), ratio * from.number(row, from.column(prefix + "total_cycles")));
        }
    }
}

/** A path by the columns that tell of it. */
struct MetricPath {
    const char *from, *to;
    const char *data;      ///< column with its traffic; null for none
    const char *usage;     ///< column with the share of its peak; null for none
    const char *bandwidth; ///< column with its bandwidth, for paths without traffic; null for none
    bool ofVector;
};

const std::vector<MetricPath> &metricPaths() {
    static const std::vector<MetricPath> paths = {
        {"GM", "L1", "GM_to_L1_datas", "GM_to_L1_bw_usage_rate", nullptr, false},
        {"L1", "GM", "L1_to_GM_datas", "L1_to_GM_bw_usage_rate", nullptr, false},
        {"L0C", "L1", "L0C_to_L1_datas", "L0C_to_L1_bw_usage_rate", nullptr, false},
        {"L0C", "GM", "L0C_to_GM_datas", "L0C_to_GM_bw_usage_rate", nullptr, false},
        {"GM", "UB", "GM_to_UB_datas", "GM_to_UB_bw_usage_rate", "gm_to_ub_bw", true},
        {"UB", "GM", "UB_to_GM_datas", "UB_to_GM_bw_usage_rate", "ub_to_gm_bw", true},
        {"L1", "L0A", nullptr, nullptr, "l0a_write_bw", false},
        {"L1", "L0B", nullptr, nullptr, "l0b_write_bw", false},
        {"L0A", "Cube", nullptr, nullptr, "l0a_read_bw", false},
        {"L0B", "Cube", nullptr, nullptr, "l0b_read_bw", false},
        {"L0C", "Cube", nullptr, nullptr, "l0c_read_bw_cube", false},
        {"Cube", "L0C", nullptr, nullptr, "l0c_write_bw_cube", false},
        {"UB", "Vector", nullptr, nullptr, "ub_read_bw_vector", true},
        {"Vector", "UB", nullptr, nullptr, "ub_write_bw_vector", true},
    };
    return paths;
}

/** The column of that name, also where something stands behind it: "L1_to_GM_datas(KB)(estimate)". */
int columnLike(const DataTable &table, const std::string &name) {
    for (int column = 0; column < table.columnCount(); ++column)
        if (table.columns()[size_t(column)].name.starts_with(name)) return column;
    return -1;
}

/** Bytes of a cell that counts KB or B. */
int64_t bytesAt(const DataTable &table, int64_t row, int column) {
    const double value = table.number(row, column);
    if (!std::isfinite(value) || value < 0 || value > 9e12) return missingInteger;
    const DataColumn &of = table.columns()[size_t(column)];
    return std::llround(of.unit == "B" ? value : value * 1024);
}

void addPath(DataTable &graph, const DataTable &from, int64_t row, const MetricPath &path) {
    const MetricRow place = placeOf(from, row);
    if (isVectorPart(place.part) != path.ofVector) return;
    const std::string prefix = prefixOf(place.part);
    const int data = path.data == nullptr ? -1 : columnLike(from, path.data);
    const int bandwidth = path.bandwidth == nullptr ? -1 : from.column(prefix + path.bandwidth);
    const int64_t bytes = data < 0 ? missingInteger : bytesAt(from, row, data);
    double speed = from.number(row, bandwidth);
    const double us = from.number(row, from.column(prefix + "time"));
    if (!std::isfinite(speed) && bytes != missingInteger && us > 0) speed = double(bytes) / us * 1e6 / double(1 << 30);
    if (bytes == missingInteger && !std::isfinite(speed)) return;
    const bool isSecond = place.part.ends_with("1");
    const auto named = [&](const std::string &unit) {
        return isSecond && (unit == "UB" || unit == "Vector") ? unit + "1" : unit;
    };
    const int64_t added = graph.addRow();
    graph.setInteger(added, graph.column("core"), place.core);
    graph.setText(added, graph.column("from"), named(path.from));
    graph.setText(added, graph.column("to"), named(path.to));
    graph.setInteger(added, graph.column("bytes"), bytes);
    graph.setReal(added, graph.column("bandwidth"), speed);
    if (path.usage != nullptr)
        graph.setReal(added, graph.column("peak_ratio"), from.number(row, columnLike(from, path.usage)));
}

void deriveGraph(KernelTables &tables) {
    for (const char *name : {"op_memory", "op_memory_l0", "op_memory_ub"})
        if (const DataTable *from = metric(tables, name))
            for (int64_t row = 0; row < from->rowCount(); ++row)
                for (const MetricPath &path : metricPaths())
                    addPath(tables.table("op_memory_graph"), *from, row, path);
}

void deriveCaches(KernelTables &tables, const DataTable &from) {
    struct Rate {
        const char *column, *name;
    };
    for (int64_t row = 0; row < from.rowCount(); ++row) {
        const MetricRow place = placeOf(from, row);
        for (const Rate &rate : {Rate{"write_hit_rate", "L2 Cache Write"}, Rate{"read_hit_rate", "L2 Cache Read"},
                                 Rate{"total_hit_rate", "L2 Cache Total"}}) {
            const double value = from.number(row, from.column(prefixOf(place.part) + rate.column));
            if (!std::isfinite(value)) continue;
            DataTable &caches = tables.table("op_caches");
            const int64_t added = caches.addRow();
            caches.setInteger(added, caches.column("core"), place.core);
            caches.setText(added, caches.column("cache"), std::string(rate.name) + ", " + place.part);
            caches.setReal(added, caches.column("hit_rate"), value);
            if (std::string_view(rate.column) != "total_hit_rate") continue;
            const int64_t core = tables.coreRow(place.core, place.part);
            DataTable &cores = tables.table("op_cores");
            cores.setReal(core, cores.column("l2_hit_rate"), value);
        }
    }
}

} // namespace

OperatorCsv operatorCsv(const std::string &fileName) {
    if (!fileName.ends_with(".csv")) return {};
    if (fileName.find("_code_exe") != std::string::npos) return {OperatorCsvKind::Lines, "op_hot_lines"};
    if (fileName.find("_instr_exe") != std::string::npos) return {OperatorCsvKind::Instructions, "op_hot_spots"};
    for (const NamedCsv &named : namedFiles()) {
        const std::string_view stem = named.stem;
        if (!std::string_view(fileName).starts_with(stem)) continue;
        const char next = fileName[stem.size()];
        if (next == '.' || next == '_') return named.csv;
    }
    return {};
}

bool looksLikeOperatorCsv(std::string_view firstBytes) {
    if (firstBytes.starts_with("\xEF\xBB\xBF")) firstBytes.remove_prefix(3);
    for (const std::string_view start :
         {"block_id,sub_block_id,", "Op Name,Op Type,Task Duration(us),", "code,call_count,cycles", "instr,addr,pipe,"})
        if (firstBytes.starts_with(start)) return true;
    return false;
}

Result<Diagnostics> addOperatorCsv(KernelTables &tables, const std::string &path, const OperatorCsv &csv,
                                   const std::string &core, Progress *progress) {
    CsvTableOptions options;
    options.progress = progress;
    const bool isBase = csv.kind == OperatorCsvKind::BaseInfo;
    auto read = readCsvTable(path, isBase ? &basicInfoRule() : nullptr, csv.table, options);
    if (!read) return read.error();
    if (csv.kind == OperatorCsvKind::Lines) {
        DataTable &lines = tables.table("op_hot_lines");
        const int64_t firstRow = lines.rowCount();
        appendCore(lines, read->table, core, {{"cycles", "cycles"}, {"calls", "call_count"}});
        splitCode(lines, read->table, firstRow);
    } else if (csv.kind == OperatorCsvKind::Instructions) {
        appendCore(tables.table("op_hot_spots"), read->table, core,
                   {{"instruction", "instr"},
                    {"address", "addr"},
                    {"pipe", "pipe"},
                    {"cycles", "cycles"},
                    {"calls", "call_count"},
                    {"code", "code"}});
    } else if (!isBase || !tables.has("op_basic_info")) {
        tables.put(std::move(read->table));
    }
    return std::move(read->diagnostics);
}

void deriveFromMetrics(KernelTables &tables) {
    const DataTable *pipes = metric(tables, "op_pipe_utilization");
    for (const char *other : {"op_arithmetic_utilization", "op_memory", "op_l2_cache", "op_resource_conflict_ratio"})
        if (pipes == nullptr) pipes = metric(tables, other);
    if (!tables.has("op_cores") && pipes != nullptr) deriveCores(tables, *pipes);
    if (!tables.has("op_compute_load"))
        for (const char *name : {"op_pipe_utilization", "op_arithmetic_utilization", "op_resource_conflict_ratio"})
            if (const DataTable *from = metric(tables, name)) deriveLoad(tables, *from);
    if (!tables.has("op_memory_graph")) deriveGraph(tables);
    if (const DataTable *from = metric(tables, "op_l2_cache"); from != nullptr && !tables.has("op_caches"))
        deriveCaches(tables, *from);
}

} // namespace msprof_op
} // namespace jitscope

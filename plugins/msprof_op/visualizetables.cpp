// SPDX-License-Identifier: Apache-2.0
// One reader a kind of block, listed at the end. Numbers come as numbers or as texts, "NA" for none.
#include "plugins/msprof_op/visualizetables.h"

#include "engine/base/text.h"
#include "plugins/msprof_op/hotspotjson.h"
#include "plugins/msprof_op/jsonfields.h"
#include "plugins/msprof_op/memorypaths.h"

#include <algorithm>

namespace jitscope {

namespace {

/** A row being filled, by column names. */
class Row {
public:
    explicit Row(DataTable &table)
        : m_table(table)
        , m_row(table.addRow()) {}
    Row &text(const char *column, std::string_view value) {
        m_table.setText(m_row, m_table.column(column), value);
        return *this;
    }
    Row &integer(const char *column, int64_t value) {
        m_table.setInteger(m_row, m_table.column(column), value);
        return *this;
    }
    Row &real(const char *column, double value) {
        m_table.setReal(m_row, m_table.column(column), value);
        return *this;
    }

private:
    DataTable &m_table;
    int64_t m_row;
};

void addAdvice(KernelTables &tables, const char *subject, const JsonValue &json) {
    const auto tell = [&](const std::string &text) {
        for (const std::string &line : split(text, '\n'))
            if (const auto words = trimmed(line); !words.empty())
                Row(tables.table("op_advice")).text("subject", subject).text("text", words);
    };
    tell(textOf(json["advice"]));
    for (const JsonValue &item : json["advice"].items())
        tell(textOf(item));
}

/** Heads such as "Cube0 Duration (us)" name the part of the core; "Core Type" and "Duration (us)" one part by row. */
void addDurations(KernelTables &tables, const JsonValue &detail) {
    const auto heads = detail["head_name"].items();
    DataTable &cores = tables.table("op_cores");
    for (const JsonValue &row : detail["row"].items()) {
        const auto cells = row["value"].items();
        int64_t core = missingInteger;
        std::string type;
        for (size_t i = 0; i < std::min(heads.size(), cells.size()); ++i) {
            const std::string head = textOf(heads[i]);
            if (head == "Block ID") core = integerOf(cells[i]);
            if (head == "Core Type") type = textOf(cells[i]);
            const size_t at = head.find("Duration");
            if (at == std::string::npos) continue;
            std::string part(trimmed(std::string_view(head).substr(0, at)));
            std::transform(part.begin(), part.end(), part.begin(), [](unsigned char c) { return char(tolower(c)); });
            if (part.empty()) part = type.empty() ? "core" : type + "0";
            const int64_t found = tables.coreRow(core == missingInteger ? cores.rowCount() : core, part);
            cores.setInteger(found, cores.column("duration"), nanosecondsOf(cells[i]));
        }
    }
}

void addBaseInfo(KernelTables &tables, const JsonValue &json) {
    Row(tables.table("op_basic_info"))
        .text("name", textOf(json["name"]))
        .text("type", textOf(json["op_type"]))
        .text("soc", textOf(json["soc"]))
        .integer("duration", nanosecondsOf(json["duration"]))
        .integer("blocks", integerOf(json["block_dim"]))
        .integer("mix_blocks", integerOf(json["mix_block_dim"]))
        .integer("device", integerOf(json["device_id"]))
        .integer("pid", integerOf(json["pid"]))
        .real("current_freq", numberOf(json["cur_freq"]))
        .real("rated_freq", numberOf(json["rated_freq"]));
    for (const char *detail : {"mix_block_detail", "block_detail"})
        addDurations(tables, json[detail]);
    addAdvice(tables, "base info", json);
}

std::string unitName(int64_t unit) {
    static const std::vector<std::string> names = {"us", "instructions", "B", "%", "operations"};
    return unit >= 0 && unit < int64_t(names.size()) ? names[size_t(unit)] : std::string();
}

void addComputeLoad(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &item : json["subblock_detail"].items())
        Row(tables.table("op_compute_load"))
            .integer("core", integerOf(item["block_id"]))
            .text("part", textOf(item["block_type"]))
            .text("name", textOf(item["name"]))
            .real("value", numberOf(item["value"]))
            .text("unit", unitName(integerOf(item["unit"])))
            .real("cycles", numberOf(item["origin_value"]));
    addAdvice(tables, "compute load", json);
}

void addPaths(KernelTables &tables, const JsonValue &map, int64_t core) {
    for (const JsonValue &unit : map["memory_unit"].items()) {
        if (integerOf(unit["display"]) == 0) continue;
        const int64_t number = integerOf(unit["memory_path"]), requests = integerOf(unit["request"]);
        const MemoryPath *path = memoryPath(number);
        int64_t bytes = missingInteger;
        if (path != nullptr && path->requestBytes > 0 && requests >= 0 &&
            requests <= std::numeric_limits<int64_t>::max() / path->requestBytes)
            bytes = requests * path->requestBytes;
        Row(tables.table("op_memory_graph"))
            .integer("core", core)
            .integer("path", number)
            .text("from", path != nullptr ? path->from : "path")
            .text("to", path != nullptr ? path->to : std::to_string(number))
            .integer("requests", requests)
            .integer("bytes", bytes)
            .real("bandwidth", numberOf(unit["bandwidth"]))
            .real("peak_ratio", numberOf(unit["peak_ratio"]));
    }
}

void addMemoryGraph(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &map : json["core_memory_map"].items()) {
        const int64_t core = integerOf(map["core_no"]);
        addPaths(tables, map, core);
        for (const auto &[key, value] : map.members()) {
            if (integerOf(value["total_cycles"]) != missingInteger)
                Row(tables.table("op_units"))
                    .integer("core", core)
                    .text("unit", key)
                    .integer("cycles", integerOf(value["cycle"]))
                    .integer("total_cycles", integerOf(value["total_cycles"]))
                    .real("ratio", numberOf(value["ratio"]));
            if (integerOf(value["total_request"]) != missingInteger)
                Row(tables.table("op_caches"))
                    .integer("core", core)
                    .text("cache", key == "L2cache" ? "L2 Cache Total" : key)
                    .integer("hit", integerOf(value["hit"]))
                    .integer("miss", integerOf(value["miss"]))
                    .real("hit_rate", numberOf(value["hit_ratio"]));
        }
        addAdvice(tables, "memory", map);
    }
    addAdvice(tables, "memory", json);
}

void addMemoryTable(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &block : json["table_per_block"].items()) {
        const int64_t core = integerOf(block["block_id"]);
        for (const JsonValue &detail : block["table_detail"].items()) {
            const std::string name = textOf(detail["table_name"]);
            const auto heads = detail["header_name"].items();
            for (const JsonValue &row : detail["row"].items()) {
                const auto cells = row["value"].items();
                // The first head stands over the names of the rows.
                for (size_t i = 0; i < cells.size() && i + 1 < heads.size(); ++i)
                    Row(tables.table("op_memory_table"))
                        .integer("core", core)
                        .text("table", name)
                        .text("row", textOf(row["name"]))
                        .text("column", textOf(heads[i + 1]))
                        .real("value", numberOf(cells[i]));
                if (name != "Cache" || cells.size() < 4 || textOf(row["name"]) == "L2 Cache Total") continue;
                Row(tables.table("op_caches"))
                    .integer("core", core)
                    .text("cache", textOf(row["name"]))
                    .integer("hit", integerOf(cells[0]))
                    .integer("miss", integerOf(cells[1]))
                    .real("hit_rate", numberOf(cells[3]));
            }
        }
        addAdvice(tables, "memory", block);
    }
}

void addCoreLoad(KernelTables &tables, const JsonValue &json) {
    DataTable &cores = tables.table("op_cores");
    for (const JsonValue &core : json["op_detail"].items())
        for (const JsonValue &part : core["core_detail"].items()) {
            const std::string name = textOf(part["subcore_type"]) + textOf(part["subcore_id"]);
            const int64_t row = tables.coreRow(integerOf(core["core_id"]), name);
            cores.setInteger(row, cores.column("cycles"), integerOf(part["cycles"]));
            cores.setInteger(row, cores.column("bytes"), integerOf(part["throughput"]));
            cores.setReal(row, cores.column("l2_hit_rate"), numberOf(part["L2cache_hit_rate"]));
        }
    addAdvice(tables, "core load", json);
}

void addRoofline(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &group : json["multiple_rooflines"].items())
        for (const JsonValue &roof : group["rooflines"].items()) {
            const auto point = roof["point"].items();
            Row(tables.table("op_roofline"))
                .text("group", textOf(group["title"]))
                .text("bandwidth_name", textOf(roof["bw_name"]))
                .real("bandwidth", numberOf(roof["bw"]))
                .text("compute_name", textOf(roof["computility_name"]))
                .real("compute", numberOf(roof["computility"]))
                .real("intensity", point.size() == 2 ? numberOf(point[0]) : std::nan(""))
                .real("performance", point.size() == 2 ? numberOf(point[1]) : std::nan(""))
                .real("ratio", numberOf(roof["ratio"]));
        }
    addAdvice(tables, "roofline", json);
}

void addCacheLines(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &line : json["Cacheline Records"].items()) {
        const JsonValue hit = line["Hit"], miss = line["Miss"];
        const auto hits = hit["Value"].items(), misses = miss["Value"].items();
        Row(tables.table("op_cache_lines"))
            .integer("line", integerOf(line["Cacheline Id"]))
            .integer("hit", hits.empty() ? missingInteger : integerOf(hits[0]))
            .integer("miss", misses.empty() ? missingInteger : integerOf(misses[0]))
            .real("hit_rate", hits.size() < 2 ? std::nan("") : 100 * numberOf(hits[1]))
            .text("hit_addresses", addressRanges(hit))
            .text("miss_addresses", addressRanges(miss));
    }
}

void addStalls(KernelTables &tables, const JsonValue &json) {
    for (const auto &[reason, samples] : json["top_stall_reason_table"].members())
        if (const int64_t count = integerOf(samples); count != missingInteger)
            Row(tables.table("op_stalls")).text("reason", reason).integer("samples", count);
}

struct BlockReader {
    BlockKind kind;
    void (*read)(KernelTables &, const JsonValue &);
};

constexpr BlockReader readers[] = {
    {BlockKind::Lines, addHotLines},
    {BlockKind::Instructions, addHotSpots},
    {BlockKind::BaseInfo, addBaseInfo},
    {BlockKind::ComputeLoad, addComputeLoad},
    {BlockKind::ComputeTable, addComputeLoad},
    {BlockKind::MemoryGraph, addMemoryGraph},
    {BlockKind::MemoryTable, addMemoryTable},
    {BlockKind::CoreLoad, addCoreLoad},
    {BlockKind::Roofline, addRoofline},
    {BlockKind::CacheLines, addCacheLines},
    {BlockKind::Stalls, addStalls},
};

} // namespace

Result<void> KernelTables::add(BlockKind kind, std::string json) {
    const auto document = JsonDocument::parse(std::move(json));
    if (!document) return document.error();
    if (document->root().kind() != JsonKind::Object) return Error{"the text of a block is no JSON object"};
    for (const BlockReader &reader : readers)
        if (reader.kind == kind) reader.read(*this, document->root());
    if (!document->problem().empty()) return Error{"the text of a block is not whole: " + document->problem()};
    return {};
}

int64_t KernelTables::coreRow(int64_t core, const std::string &part) {
    const auto [place, isNew] = m_coreRows.try_emplace({core, part}, table("op_cores").rowCount());
    if (!isNew) return place->second;
    DataTable &cores = table("op_cores");
    const int64_t row = cores.addRow();
    cores.setInteger(row, cores.column("core"), core);
    cores.setText(row, cores.column("part"), part);
    return row;
}

DataTable &KernelTables::table(const std::string &name) {
    for (DataTable &each : m_tables)
        if (each.name() == name) return each;
    m_tables.push_back(tableSchema(name) != nullptr ? makeTable(name) : DataTable(name));
    return m_tables.back();
}

bool KernelTables::has(std::string_view name) const {
    return std::any_of(m_tables.begin(), m_tables.end(), [&](const DataTable &each) { return each.name() == name; });
}

void KernelTables::put(DataTable table) {
    this->table(table.name()) = std::move(table);
}

std::vector<DataTable> KernelTables::take() {
    return {std::make_move_iterator(m_tables.begin()), std::make_move_iterator(m_tables.end())};
}

} // namespace jitscope

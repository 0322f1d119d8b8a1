// SPDX-License-Identifier: Apache-2.0
// One reader a kind of block, listed at the end. Numbers come as numbers or as texts, "NA" for none.
#include "plugins/msprof_op/visualizetables.h"

#include "engine/base/text.h"
#include "engine/profile/tablerow.h"
#include "engine/reading/jsoncells.h"
#include "plugins/msprof_op/hotspotjson.h"
#include "plugins/msprof_op/jsonfields.h"
#include "plugins/msprof_op/memorypaths.h"

#include <algorithm>

namespace jitscope {
inline namespace msprof_op {

namespace {

constexpr int64_t nsPerUs = 1000;

void addAdvice(KernelTables &tables, const char *subject, const JsonValue &json) {
    const auto tell = [&](const std::string &text) {
        for (const std::string &line : split(text, '\n'))
            if (const auto words = trimmed(line); !words.empty())
                TableRow(tables.table("op_advice")).text("subject", subject).text("text", words);
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
            if (head == "Block ID") core = wholeOf(cells[i]);
            if (head == "Core Type") type = textOf(cells[i]);
            const size_t at = head.find("Duration");
            if (at == std::string::npos) continue;
            std::string part(trimmed(std::string_view(head).substr(0, at)));
            std::transform(part.begin(), part.end(), part.begin(), [](unsigned char c) { return char(tolower(c)); });
            if (part.empty()) part = type.empty() ? "core" : type + "0";
            const int64_t found = tables.coreRow(core == missingInteger ? cores.rowCount() : core, part);
            cores.setInteger(found, cores.column("duration"), wholeOf(cells[i], nsPerUs));
        }
    }
}

void addBaseInfo(KernelTables &tables, const JsonValue &json) {
    TableRow(tables.table("op_basic_info"))
        .text("name", textOf(json["name"]))
        .text("type", textOf(json["op_type"]))
        .text("soc", textOf(json["soc"]))
        .integer("duration", wholeOf(json["duration"], nsPerUs))
        .integer("blocks", wholeOf(json["block_dim"]))
        .integer("mix_blocks", wholeOf(json["mix_block_dim"]))
        .integer("device", wholeOf(json["device_id"]))
        .integer("pid", wholeOf(json["pid"]))
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
        TableRow(tables.table("op_compute_load"))
            .integer("core", wholeOf(item["block_id"]))
            .text("part", textOf(item["block_type"]))
            .text("name", textOf(item["name"]))
            .real("value", numberOf(item["value"]))
            .text("unit", unitName(wholeOf(item["unit"])))
            .real("cycles", numberOf(item["origin_value"]));
    addAdvice(tables, "compute load", json);
}

void addPaths(KernelTables &tables, const JsonValue &map, int64_t core) {
    for (const JsonValue &unit : map["memory_unit"].items()) {
        if (wholeOf(unit["display"]) == 0) continue;
        const int64_t number = wholeOf(unit["memory_path"]), requests = wholeOf(unit["request"]);
        const MemoryPath *path = memoryPath(number);
        int64_t bytes = missingInteger;
        if (path != nullptr && path->requestBytes > 0 && requests >= 0 &&
            requests <= std::numeric_limits<int64_t>::max() / path->requestBytes)
            bytes = requests * path->requestBytes;
        TableRow(tables.table("op_memory_graph"))
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
        const int64_t core = wholeOf(map["core_no"]);
        addPaths(tables, map, core);
        for (const auto &[key, value] : map.members()) {
            if (wholeOf(value["total_cycles"]) != missingInteger)
                TableRow(tables.table("op_units"))
                    .integer("core", core)
                    .text("unit", key)
                    .integer("cycles", wholeOf(value["cycle"]))
                    .integer("total_cycles", wholeOf(value["total_cycles"]))
                    .real("ratio", numberOf(value["ratio"]));
            if (wholeOf(value["total_request"]) != missingInteger)
                TableRow(tables.table("op_caches"))
                    .integer("core", core)
                    .text("cache", key == "L2cache" ? "L2 Cache Total" : key)
                    .integer("hit", wholeOf(value["hit"]))
                    .integer("miss", wholeOf(value["miss"]))
                    .real("hit_rate", numberOf(value["hit_ratio"]));
        }
        addAdvice(tables, "memory", map);
    }
    addAdvice(tables, "memory", json);
}

void addMemoryTable(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &block : json["table_per_block"].items()) {
        const int64_t core = wholeOf(block["block_id"]);
        for (const JsonValue &detail : block["table_detail"].items()) {
            const std::string name = textOf(detail["table_name"]);
            const auto heads = detail["header_name"].items();
            for (const JsonValue &row : detail["row"].items()) {
                const auto cells = row["value"].items();
                // The first head stands over the names of the rows.
                for (size_t i = 0; i < cells.size() && i + 1 < heads.size(); ++i)
                    TableRow(tables.table("op_memory_table"))
                        .integer("core", core)
                        .text("table", name)
                        .text("row", textOf(row["name"]))
                        .text("column", textOf(heads[i + 1]))
                        .real("value", numberOf(cells[i]));
                if (name != "Cache" || cells.size() < 4 || textOf(row["name"]) == "L2 Cache Total") continue;
                TableRow(tables.table("op_caches"))
                    .integer("core", core)
                    .text("cache", textOf(row["name"]))
                    .integer("hit", wholeOf(cells[0]))
                    .integer("miss", wholeOf(cells[1]))
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
            const int64_t row = tables.coreRow(wholeOf(core["core_id"]), name);
            cores.setInteger(row, cores.column("cycles"), wholeOf(part["cycles"]));
            cores.setInteger(row, cores.column("bytes"), wholeOf(part["throughput"]));
            cores.setReal(row, cores.column("l2_hit_rate"), numberOf(part["L2cache_hit_rate"]));
        }
    addAdvice(tables, "core load", json);
}

void addRoofline(KernelTables &tables, const JsonValue &json) {
    for (const JsonValue &group : json["multiple_rooflines"].items())
        for (const JsonValue &roof : group["rooflines"].items()) {
            const auto point = roof["point"].items();
            TableRow(tables.table("op_roofline"))
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
        TableRow(tables.table("op_cache_lines"))
            .integer("line", wholeOf(line["Cacheline Id"]))
            .integer("hit", hits.empty() ? missingInteger : wholeOf(hits[0]))
            .integer("miss", misses.empty() ? missingInteger : wholeOf(misses[0]))
            .real("hit_rate", hits.size() < 2 ? std::nan("") : 100 * numberOf(hits[1]))
            .text("hit_addresses", addressRanges(hit))
            .text("miss_addresses", addressRanges(miss));
    }
}

void addStalls(KernelTables &tables, const JsonValue &json) {
    for (const auto &[reason, samples] : json["top_stall_reason_table"].members())
        if (const int64_t count = wholeOf(samples); count != missingInteger)
            TableRow(tables.table("op_stalls")).text("reason", reason).integer("samples", count);
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

} // namespace msprof_op
} // namespace jitscope

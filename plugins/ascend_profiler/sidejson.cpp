// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/sidejson.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/profile/tablerow.h"
#include "engine/reading/jsoncells.h"

#include <charconv>
#include <optional>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr int64_t largestSideFile = int64_t(1) << 30;
constexpr double megabyte = 1e6; // of communication, as the producer counts

constexpr int64_t nsPerUs = 1000, nsPerMs = 1'000'000;

std::optional<int> rankOf(std::string_view text) {
    int value = -1;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || rest != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

/** "step50" is step 50. */
std::string stepOf(const std::string &key) {
    return key.starts_with("step") ? key.substr(4) : key;
}

/** "hcom_allReduce__271_0_1@1102" is an operator in a group. */
struct GroupedName {
    std::string name, group;
};
GroupedName groupedName(const std::string &text) {
    const size_t at = text.find('@');
    return at == text.npos ? GroupedName{text, {}} : GroupedName{text.substr(0, at), text.substr(at + 1)};
}

struct Place {
    std::string step, kind;
    GroupedName op;
};

// --- communication -------------------------------------------------------------------------------------------------

RankTables emptyCommunication() {
    return {makeTable("communication_ops"), makeTable("communication_bandwidth"), makeTable("communication_packets")};
}

void addTimes(DataTable &table, const Place &place, const JsonValue &times) {
    if (times.kind() != JsonKind::Object) return;
    TableRow(table)
        .text("step", place.step)
        .text("kind", place.kind)
        .text("name", place.op.name)
        .text("group", place.op.group)
        .integer("start", wholeOf(times["Start Timestamp(us)"], nsPerUs))
        .integer("elapse", wholeOf(times["Elapse Time(ms)"], nsPerMs))
        .integer("transit", wholeOf(times["Transit Time(ms)"], nsPerMs))
        .integer("wait", wholeOf(times["Wait Time(ms)"], nsPerMs))
        .integer("synchronization", wholeOf(times["Synchronization Time(ms)"], nsPerMs))
        .integer("idle", wholeOf(times["Idle Time(ms)"], nsPerMs));
}

void addPackets(DataTable &table, const Place &place, const std::string &transport, const JsonValue &sizes) {
    for (const auto &[size, counts] : sizes.members()) {
        const auto pair = counts.items();
        if (pair.size() != 2) continue;
        double packet = std::numeric_limits<double>::quiet_NaN();
        std::from_chars(size.data(), size.data() + size.size(), packet);
        TableRow(table)
            .text("step", place.step)
            .text("name", place.op.name)
            .text("group", place.op.group)
            .text("transport", transport)
            .real("package_size", packet * megabyte)
            .integer("count", wholeOf(pair[0]))
            .integer("total", wholeOf(pair[1], nsPerMs));
    }
}

void addOperator(RankTables &tables, const Place &place, const JsonValue &value) {
    addTimes(tables[0], place, value["Communication Time Info"]);
    for (const auto &[transport, link] : value["Communication Bandwidth Info"].members()) {
        if (link.kind() != JsonKind::Object) continue;
        TableRow(tables[1])
            .text("step", place.step)
            .text("kind", place.kind)
            .text("name", place.op.name)
            .text("group", place.op.group)
            .text("transport", transport)
            .real("transit_size", link["Transit Size(MB)"].real() * megabyte)
            .integer("transit_time", wholeOf(link["Transit Time(ms)"], nsPerMs))
            .real("bandwidth", link["Bandwidth(GB/s)"].real())
            .real("large_packet_ratio", link["Large Packet Ratio"].real());
        addPackets(tables[2], place, transport, link["Size Distribution"]);
    }
}

// --- matrix --------------------------------------------------------------------------------------------------------

/** "0-1": from rank 0 to rank 1. */
std::optional<std::pair<int, int>> pairOf(const std::string &key) {
    const size_t dash = key.find('-');
    if (dash == key.npos) return std::nullopt;
    const auto from = rankOf(std::string_view(key).substr(0, dash));
    const auto to = rankOf(std::string_view(key).substr(dash + 1));
    if (!from || !to) return std::nullopt;
    return std::pair{*from, *to};
}

void addLink(DataTable &table, const Place &place, std::pair<int, int> ranks, const JsonValue &link) {
    if (link.kind() != JsonKind::Object) return;
    TableRow(table)
        .text("step", place.step)
        .text("kind", place.kind)
        .text("name", place.op.name)
        .text("group", place.op.group)
        .text("op_name", groupedName(link["Op Name"].text()).name)
        .integer("source", ranks.first)
        .integer("target", ranks.second)
        .text("transport", link["Transport Type"].text())
        .real("transit_size", link["Transit Size(MB)"].real() * megabyte)
        .integer("transit_time", wholeOf(link["Transit Time(ms)"], nsPerMs))
        .real("bandwidth", link["Bandwidth(GB/s)"].real());
}

/** The table of that name of a rank, made where there is none. */
DataTable &tableOf(RankTables &tables, const char *name) {
    for (DataTable &table : tables)
        if (table.name() == name) return table;
    return tables.emplace_back(makeTable(name));
}

/** The kind of what the cluster's files group by: "p2p", or a set of ranks of collectives. */
std::string kindOf(const std::string &key) {
    return key == "p2p" ? key : "collective";
}

std::string rankList(const JsonValue &ranks) {
    std::vector<std::string> texts;
    for (const JsonValue &rank : ranks.items())
        texts.push_back(rank.text());
    return join(texts, ",");
}

} // namespace

Result<JsonDocument> readSideJson(const std::string &path, Diagnostics &diagnostics) {
    auto text = readFile(path, largestSideFile);
    if (!text) return text.error();
    auto document = JsonDocument::parse(*std::move(text));
    if (!document) return Error{path + ": " + document.error().message};
    const JsonKind kind = document->root().kind();
    if (kind != JsonKind::Object && kind != JsonKind::Array)
        return Error{path + ": is no JSON object" +
                     (document->problem().empty() ? std::string() : ": " + document->problem())};
    if (!document->problem().empty())
        diagnostics.add(DiagnosticKind::Mended, path.substr(path.rfind('/') + 1),
                        format("byte %lld", (long long)document->problemAt()),
                        "the JSON is damaged (" + document->problem() + "): what stands before it is shown");
    return document;
}

RankTables communicationTables(const JsonDocument &document) {
    RankTables tables = emptyCommunication();
    for (const auto &[step, kinds] : document.root().members())
        for (const auto &[kind, ops] : kinds.members())
            for (const auto &[name, op] : ops.members())
                addOperator(tables, {stepOf(step), kind, groupedName(name)}, op);
    return tables;
}

RankTables matrixTables(const JsonDocument &document) {
    RankTables tables = {makeTable("communication_matrix")};
    for (const auto &[step, kinds] : document.root().members())
        for (const auto &[kind, ops] : kinds.members())
            for (const auto &[name, links] : ops.members())
                for (const auto &[key, link] : links.members())
                    if (const auto ranks = pairOf(key))
                        addLink(tables[0], {stepOf(step), kind, groupedName(name)}, *ranks, link);
    return tables;
}

std::map<int, RankTables> clusterCommunicationTables(const JsonDocument &document) {
    std::map<int, RankTables> ranks;
    for (const auto &[group, steps] : document.root().members())
        for (const auto &[step, ops] : steps.members())
            for (const auto &[name, byRank] : ops.members())
                for (const auto &[key, op] : byRank.members()) {
                    const auto rank = rankOf(key);
                    if (!rank) continue;
                    const auto [tables, isNew] = ranks.try_emplace(*rank);
                    if (isNew) tables->second = emptyCommunication();
                    addOperator(tables->second, {stepOf(step), kindOf(group), groupedName(name)}, op);
                }
    return ranks;
}

std::map<int, RankTables> clusterMatrixTables(const JsonDocument &document) {
    std::map<int, RankTables> ranks;
    for (const auto &[group, steps] : document.root().members())
        for (const auto &[step, ops] : steps.members())
            for (const auto &[name, links] : ops.members())
                for (const auto &[key, link] : links.members())
                    if (const auto pair = pairOf(key))
                        addLink(tableOf(ranks[pair->first], "communication_matrix"),
                                {stepOf(step), kindOf(group), groupedName(name)}, *pair, link);
    return ranks;
}

DataTable groupTable(const JsonDocument &document) {
    DataTable table("communication_groups");
    for (const char *column : {"type", "name", "group", "ranks"})
        table.addColumn(column, ColumnType::Text);
    const JsonValue root = document.root();
    const auto add = [&](std::string_view type, const std::string &name, const std::string &group,
                         const JsonValue &ranks) {
        TableRow(table).text("type", type).text("name", name).text("group", group).text("ranks", rankList(ranks));
    };
    for (const auto &[id, group] : root["parallel_group_info"].members())
        add("", group["group_name"].text(), id, group["global_ranks"]);
    const auto described = root["comm_group_parallel_info"].items();
    for (const JsonValue &group : described)
        add(group["type"].text(), group["pg_name"].text(), group["group_name"].text(), group["rank_set"]);
    if (!described.empty()) return table;
    for (const char *type : {"collective", "p2p"})
        for (const JsonValue &ranks : root[type].items())
            add(type, "", "", ranks);
    return table;
}

// --- what the profiler was told ------------------------------------------------------------------------------------

namespace {

void takeText(Profile &profile, const char *key, const JsonValue &value) {
    const bool isSet = value && value.kind() != JsonKind::Null;
    const std::string text =
        value.kind() == JsonKind::Array || value.kind() == JsonKind::Object ? std::string(value.raw()) : value.text();
    if (isSet && !text.empty()) profile.info[key] = text;
}

/** A member of one of several names, as releases wrote them. */
JsonValue either(const JsonValue &object, std::initializer_list<const char *> names) {
    for (const char *name : names)
        if (const JsonValue value = object[name]) return value;
    return {};
}

void takeRank(Profile &profile, const JsonValue &value) {
    const auto rank = rankOf(value.digits());
    if (rank && profile.rank < 0) profile.rank = *rank;
}

} // namespace

void takeProfilerInfo(const JsonDocument &document, Profile &profile) {
    const JsonValue root = document.root();
    const JsonValue experimental = root["config"]["experimental_config"];
    takeText(profile, "level", either(experimental, {"_profiler_level", "profiler_level"}));
    takeText(profile, "aic metrics", either(experimental, {"_aic_metrics", "aic_metrics"}));
    takeText(profile, "export type", either(experimental, {"_export_type", "export_type"}));
    takeText(profile, "data simplification", either(experimental, {"_data_simplification", "data_simplification"}));
    takeText(profile, "l2 cache", either(experimental, {"_l2_cache", "l2_cache"}));
    const JsonValue common = root["config"]["common_config"];
    for (const char *name : {"activities", "schedule", "record_shapes", "profile_memory", "with_stack"})
        takeText(profile, name, common[name]);
    takeText(profile, "device counter MHz", root["start_info"]["freq"]);
    takeText(profile, "cann", root["cann_version"]);
    takeText(profile, "torch_npu", root["torch_npu_version"]);
    takeText(profile, "mindspore", either(root, {"ms_version", "mindspore_version"}));
    takeRank(profile, root["rank_id"]);
}

void takeProfilerMetadata(const JsonDocument &document, Profile &profile) {
    const JsonValue root = document.root();
    takeText(profile, "distributed arguments", root["distributed_args"]);
    takeText(profile, "world size", root["distributed_args"]["world_size"]);
    takeText(profile, "environment", root["ENV_VARIABLES"]);
    takeText(profile, "cost model", root["cost_model"]);
    takeText(profile, "soc", root["cost_model"]["soc"]);
    if (root["simulated"].text() == "true" || root["simulated"].text() == "1") profile.simulated = true;
    DataTable groups = groupTable(document);
    if (groups.rowCount() > 0) profile.tables.push_back(std::move(groups));
}

void takeDeviceInfo(const JsonDocument &document, Profile &profile) {
    const JsonValue root = document.root();
    const auto devices = root["DeviceInfo"].items();
    if (!devices.empty()) {
        takeText(profile, "AI cores", devices.front()["ai_core_num"]);
        takeText(profile, "vector cores", devices.front()["aiv_num"]);
        takeText(profile, "AI core MHz", devices.front()["aic_frequency"]);
        if (const auto device = rankOf(devices.front()["id"].digits()); device && profile.device < 0)
            profile.device = *device;
    }
    takeText(profile, "platform", root["platform_version"]);
    takeText(profile, "host", root["hostname"]);
    takeText(profile, "begin", root["collectionDateBegin"]);
    takeText(profile, "end", root["collectionDateEnd"]);
    takeRank(profile, root["rank_id"]);
}

} // namespace ascend_profiler
} // namespace jitscope

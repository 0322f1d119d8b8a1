// SPDX-License-Identifier: Apache-2.0
// What a database says of itself: versions, rank and device, the steps.
#include "engine/session/session.h"
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"
#include "engine/reading/jsondocument.h"
#include "plugins/ascend_profiler/sidejson.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** "ascend_pytorch_profiler_3.db" is of rank 3; -1 where the name does not end so. */
int rankInName(const std::string &file) {
    if (!file.starts_with("ascend_")) return -1;
    const size_t bar = file.rfind('_'), dot = file.rfind('.');
    if (bar == std::string::npos || dot == std::string::npos || dot < bar) return -1;
    int rank = -1;
    const char *end = file.data() + dot;
    const auto [rest, problem] = std::from_chars(file.data() + bar + 1, end, rank);
    return problem == std::errc() && rest == end && rank >= 0 ? rank : -1;
}

std::string producerOf(const DatabaseRead &read) {
    if (read.has("PYTORCH_API") || read.file().find("pytorch") != std::string::npos) return "torch_npu";
    if (read.file().find("mindspore") != std::string::npos) return "MindSpore";
    if (read.has("TASK") || read.has("CANN_API")) return "msprof";
    return {};
}

/** What stands in profiler_metadata.json beside a text export. */
void takeMetadata(DatabaseRead &read, const std::string &name, const std::string &value) {
    auto document = JsonDocument::parse("{" + jsonQuoted(name) + ":" + value + "}");
    if (document.ok()) takeProfilerMetadata(document.value(), read.profile);
}

void readMetaData(DatabaseRead &read) {
    read.each("META_DATA", {"name", "value"}, [&](const SqliteRows &rows) {
        const std::string name(rows.text(0));
        const std::string value(rows.text(1));
        if (name == "SCHEMA_VERSION") read.profile.info["schema"] = value;
        if (name == "distributed_args" || name == "parallel_group_info") takeMetadata(read, name, value);
        if (name == "SIMULATED" && value != "0" && value != "false") read.isSimulated = true;
    });
    if (!read.profile.info["schema"].empty() && !read.profile.info["schema"].starts_with("1."))
        read.note("the database has the schema " + read.profile.info["schema"] +
                  ", which is newer than this program; it is read as far as it is like 1.2");
    if (read.profile.info["schema"].empty()) read.profile.info.erase("schema");
    read.profile.simulated = read.isSimulated;
}

/** The rank of the only device that has one. */
void readRanks(DatabaseRead &read) {
    std::set<int64_t> ranks, devices;
    read.each("RANK_DEVICE_MAP", {"rankId", "deviceId"}, [&](const SqliteRows &rows) {
        const int64_t rank = rows.integer(0).value_or(-1), device = rows.integer(1).value_or(-1);
        if (rank >= 0 && rank < INT32_MAX) ranks.insert(rank);
        if (device >= 0 && device <= 65535) devices.insert(device);
    });
    if (devices.size() == 1) read.profile.device = int(*devices.begin());
    if (read.rank() < 0 && ranks.size() == 1) read.setRank(int(*ranks.begin()));
    if (read.rank() < 0) read.setRank(rankInName(read.file()));
    read.profile.rank = read.rank();
}

} // namespace

void readDatabaseInfo(DatabaseRead &read) {
    read.profile.info["source"] = "db";
    read.profile.producer = producerOf(read);
    readMetaData(read);
    readRanks(read);
    std::set<std::string> chips;
    read.each("NPU_INFO", {"name"}, [&](const SqliteRows &rows) { chips.insert(std::string(rows.text(0))); });
    if (!chips.empty()) read.profile.info["soc"] = join({chips.begin(), chips.end()}, ", ");
    read.each("HOST_INFO", {"hostName"},
              [&](const SqliteRows &rows) { read.profile.info["host"] = std::string(rows.text(0)); });
}

void readSteps(DatabaseRead &read, DatabaseEvents &events) {
    read.each("STEP_TIME", {"startNs", "endNs", "id"}, [&](const SqliteRows &rows) {
        const auto time = read.stretch("STEP_TIME", rows, 0, 1);
        if (time) events.steps.push_back({std::string(rows.text(2)), time->startNs, time->endNs()});
    });
    std::stable_sort(events.steps.begin(), events.steps.end(),
                     [](const DatabaseStep &a, const DatabaseStep &b) { return a.startNs < b.startNs; });
    DataTable table = makeTable("steps");
    const int step = table.column("step"), start = table.column("start"), end = table.column("end");
    for (const DatabaseStep &each : events.steps) {
        const int64_t row = table.addRow();
        table.setText(row, step, each.step);
        table.setInteger(row, start, each.startNs);
        table.setInteger(row, end, each.endNs);
    }
    read.addTable(std::move(table));
}

std::string stepOf(const DatabaseEvents &events, int64_t connection, int64_t startNs) {
    const auto launch = events.apis.find(connection);
    const int64_t time = launch == events.apis.end() ? startNs : launch->second.startNs;
    auto after = std::upper_bound(events.steps.begin(), events.steps.end(), time,
                                  [](int64_t ns, const DatabaseStep &step) { return ns < step.startNs; });
    if (after == events.steps.begin()) return {};
    --after;
    return time <= after->endNs ? after->step : std::string();
}

} // namespace ascend_profiler
} // namespace jitscope

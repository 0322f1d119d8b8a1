// SPDX-License-Identifier: Apache-2.0
// The JSON files beside a simulated profile: how it was "recorded", what was simulated by which parameters, and what
// the ranks sent each other.
#include "engine/ascend/modelfile.h"
#include "engine/ascend/profilerdata.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ascend/sha256.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

namespace jitscope::inline ascend {

namespace {

constexpr std::array<const char *, 5> transports{"RDMA", "HCCS", "PCIE", "SDMA", "SIO"};
constexpr double megabyte = 1e6; ///< as these files count
constexpr double largePacket = 1e6;

std::string infoJson(const ProfilerData &data) {
    JsonWriter json;
    json.beginObject().key("config").beginObject().key("common_config").beginObject();
    json.key("activities").beginArray().value("ProfilerActivity.CPU").value("ProfilerActivity.NPU").endArray();
    json.key("schedule").beginObject();
    json.member("wait", 0).member("active", std::max(1, int(data.run->steps.size())));
    json.member("warmup", 0).member("repeat", 1).member("skip_first", 0).endObject();
    json.member("record_shapes", true).member("profile_memory", true).member("with_stack", false);
    json.member("with_flops", false).member("with_modules", false).endObject();
    json.key("experimental_config").beginObject();
    json.member("_profiler_level", "Level2").member("_aic_metrics", "ACL_AICORE_PIPE_UTILIZATION");
    json.member("_l2_cache", true).member("_msprof_tx", false).member("_data_simplification", true);
    json.key("_export_type").beginArray().value("text").value("db").endArray().endObject().endObject();
    json.key("start_info").beginObject().member("syscnt_enable", true).member("freq", 100);
    json.member("start_cnt", data.beginNs / 10).member("start_monotonic", data.beginNs).endObject();
    json.key("end_info").beginObject().member("collectionTimeEnd", data.endNs).member("MonotonicTimeEnd", data.endNs);
    json.endObject().member("rank_id", data.rank);
    json.member("ms_version", "simulated by JitScope").member("cann_version", "simulated");
    return json.member("simulated", true).endObject().text();
}

std::string metadataJson(const ProfilerData &data) {
    JsonWriter json;
    json.beginObject().member("simulated", true);
    json.key("cost_model").beginObject().member("name", data.model->name).member("version", 1);
    json.member("soc", data.model->name).member("params_sha256", sha256(modelAsJson(*data.model)));
    json.member("source", data.model->source).endObject();
    json.key("ENV_VARIABLES").beginObject().endObject();
    if (data.ranks > 1) {
        json.key("distributed_args").beginObject().member("tensor_model_parallel_size", 1);
        json.member("pipeline_model_parallel_size", 1).member("data_parallel_size", data.ranks);
        json.member("context_parallel_size", 1).member("expert_model_parallel_size", 1);
        json.member("sequence_parallel", false).member("rank", data.rank).member("world_size", data.ranks).endObject();
    }
    json.key("parallel_group_info").beginObject();
    if (data.ranks > 1) {
        json.key(simulatedGroup).beginObject().member("group_name", "default_group").member("group_rank", data.rank);
        json.key("global_ranks").beginArray();
        for (int rank = 0; rank < data.ranks; ++rank)
            json.value(rank);
        json.endArray().endObject();
    }
    return json.endObject().endObject().text();
}

/** What the driver says of the device. */
std::string deviceJson(const ProfilerData &data) {
    const DeviceModel &model = *data.model;
    const std::string clock = decimals(model.clockMHz, 0);
    JsonWriter json;
    json.beginObject().member("jobInfo", "simulated").member("version", "1.0").member("hostname", "simulated");
    json.member("devices", std::to_string(data.device)).member("platform", "simulated");
    json.key("DeviceInfo").beginArray().beginObject().member("id", data.device);
    json.member("ai_cpu_core_num", model.aiCpuCores);
    json.member("ai_core_num", model.combinedCores > 0 ? model.combinedCores : model.cubeCores);
    json.member("aiv_num", model.combinedCores > 0 ? 0 : model.vectorCores).member("hwts_frequency", "100");
    json.member("aic_frequency", clock).member("aiv_frequency", clock).endObject().endArray();
    json.member("pid", std::to_string(data.pid)).member("rank_id", data.rank);
    return json.member("simulated", true).endObject().text();
}

/** What of a step's collectives is written: one entry an operator and their sum. */
struct Talk {
    double bytes = 0;
    int64_t elapseNs = 0, transitNs = 0, waitNs = 0;
};

Talk talkOf(const ProfilerData &data, const SimulatedTask &task) {
    const int64_t transit = transitNs(data, task);
    return {task.bytes, task.durationNs, transit, task.durationNs - transit};
}

double milliseconds(int64_t ns) {
    return double(ns) / 1e6;
}

void writeTalk(JsonWriter &json, const Talk &talk, std::optional<int64_t> startNs) {
    const double whole = double(talk.transitNs + talk.waitNs);
    json.key("Communication Time Info").beginObject();
    if (startNs) json.member("Start Timestamp(us)", double(*startNs) / 1e3);
    json.member("Elapse Time(ms)", milliseconds(talk.elapseNs))
        .member("Transit Time(ms)", milliseconds(talk.transitNs));
    json.member("Wait Time(ms)", milliseconds(talk.waitNs)).member("Synchronization Time(ms)", 0.0);
    json.member("Idle Time(ms)", milliseconds(talk.elapseNs - talk.transitNs - talk.waitNs));
    json.member("Wait Time Ratio", whole > 0 ? double(talk.waitNs) / whole : 0.0);
    json.member("Synchronization Time Ratio", 0.0).endObject();
    json.key("Communication Bandwidth Info").beginObject();
    for (const char *transport : transports) {
        const bool isUsed = std::string_view(transport) == "HCCS" && talk.transitNs > 0;
        json.key(transport).beginObject();
        json.member("Transit Size(MB)", isUsed ? talk.bytes / megabyte : 0.0);
        json.member("Transit Time(ms)", isUsed ? milliseconds(talk.transitNs) : 0.0);
        json.member("Bandwidth(GB/s)", isUsed ? talk.bytes / double(talk.transitNs) : 0.0);
        json.member("Large Packet Ratio", isUsed && talk.bytes >= largePacket ? 1.0 : 0.0);
        json.key("Size Distribution").beginObject();
        if (isUsed)
            json.key(shortestNumber(talk.bytes / megabyte))
                .beginArray()
                .value(1)
                .value(milliseconds(talk.transitNs))
                .endArray();
        json.endObject().endObject();
    }
    json.endObject();
}

std::vector<std::string> stepKeys(const ProfilerData &data) {
    if (!data.hasSteps()) return {"step"};
    std::vector<std::string> keys;
    for (const StepTime &step : data.run->steps)
        keys.push_back("step" + std::to_string(step.number));
    return keys;
}

bool isOfStep(const ProfilerData &data, const SimulatedTask &task, const std::string &key) {
    return task.work.core == KernelCore::Collective && stepKey(data, task) == key;
}

std::string communicationJson(const ProfilerData &data) {
    JsonWriter json;
    json.beginObject();
    for (const std::string &step : stepKeys(data)) {
        Talk sum;
        json.key(step).beginObject().key("p2p").beginObject().endObject().key("collective").beginObject();
        for (const SimulatedTask &task : data.run->tasks) {
            if (!isOfStep(data, task, step)) continue;
            const Talk talk = talkOf(data, task);
            sum.bytes += talk.bytes;
            sum.elapseNs += talk.elapseNs;
            sum.transitNs += talk.transitNs;
            sum.waitNs += talk.waitNs;
            json.key(task.name + "@" + simulatedGroup).beginObject();
            writeTalk(json, talk, data.at(task.startNs));
            json.endObject();
        }
        json.key("Total Op Info").beginObject();
        writeTalk(json, sum, std::nullopt);
        json.endObject().endObject().endObject();
    }
    return json.endObject().text();
}

std::string matrixJson(const ProfilerData &data) {
    const std::vector<MatrixEntry> entries = matrixEntries(data);
    JsonWriter json;
    json.beginObject();
    for (const std::string &step : stepKeys(data)) {
        json.key(step).beginObject().key("p2p").beginObject().endObject().key("collective").beginObject();
        for (const MatrixEntry &entry : entries) {
            if (entry.step != step) continue;
            json.key(entry.name + "@" + simulatedGroup).beginObject();
            for (const MatrixLink &link : matrixLinks(data, entry.bytes, entry.transitNs)) {
                json.key(format("%d-%d", link.source, link.target)).beginObject();
                json.member("Transport Type", link.transport).member("Transit Size(MB)", entry.bytes / megabyte);
                json.member("Transit Time(ms)", milliseconds(link.transitNs));
                json.member("Bandwidth(GB/s)", link.transitNs > 0 ? entry.bytes / double(link.transitNs) : 0.0);
                json.member("Op Name", entry.op.empty() ? entry.op : entry.op + "@" + simulatedGroup);
                json.endObject();
            }
            json.endObject();
        }
        json.endObject().endObject();
    }
    return json.endObject().text();
}

/** The entries of one kind in one step, its collectives by falling bandwidth. */
void addEntries(std::vector<MatrixEntry> &entries, const std::string &kind, std::vector<MatrixEntry> ops) {
    std::stable_sort(ops.begin(), ops.end(), [](const MatrixEntry &a, const MatrixEntry &b) {
        return a.bytes * double(b.transitNs) > b.bytes * double(a.transitNs);
    });
    const auto add = [&](const std::string &place, const MatrixEntry &op) {
        entries.push_back(op);
        entries.back().name = kind + "-" + place;
    };
    add("top1", ops.front());
    add("middle", ops[ops.size() / 2]);
    for (size_t i = 0; i < std::min<size_t>(ops.size(), 3); ++i)
        add("bottom" + std::to_string(i + 1), ops[ops.size() - 1 - i]);
    MatrixEntry total{ops.front().step, {}, {}, 0, 0};
    for (const MatrixEntry &op : ops) {
        total.bytes += op.bytes;
        total.transitNs += op.transitNs;
    }
    add("total", total);
}

} // namespace

bool hasTalked(const ProfilerData &data) {
    const auto &tasks = data.run->tasks;
    return data.ranks > 1 && std::any_of(tasks.begin(), tasks.end(), [](const SimulatedTask &task) {
               return task.work.core == KernelCore::Collective;
           });
}

int64_t transitNs(const ProfilerData &data, const SimulatedTask &task) {
    return std::max<int64_t>(task.durationNs - int64_t(data.model->hcclLatencyUs * 1e3), 0);
}

std::vector<MatrixLink> matrixLinks(const ProfilerData &data, double bytes, int64_t transitNs) {
    const auto localNs = int64_t(bytes / data.model->deviceCopyGBs); // a GB/s is a byte a nanosecond
    return {{data.rank, (data.rank + 1) % data.ranks, "HCCS", transitNs}, {data.rank, data.rank, "LOCAL", localNs}};
}

std::string stepKey(const ProfilerData &data, const SimulatedTask &task) {
    return data.hasSteps() ? "step" + std::to_string(task.step) : "step";
}

std::vector<MatrixEntry> matrixEntries(const ProfilerData &data) {
    std::map<std::pair<std::string, std::string>, std::vector<MatrixEntry>> byKind; // step, kind
    for (const SimulatedTask &task : data.run->tasks) {
        if (task.work.core != KernelCore::Collective) continue;
        std::string kind = task.name.substr(5, task.name.find("__") - 5); // behind "hcom_"
        std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        const std::string step = stepKey(data, task);
        byKind[{step, kind}].push_back({step, {}, task.name, task.bytes, transitNs(data, task)});
    }
    std::vector<MatrixEntry> entries;
    for (auto &[key, ops] : byKind)
        addEntries(entries, key.second, std::move(ops));
    return entries;
}

std::vector<ProfilerFile> profilerSideFiles(const ProfilerData &data) {
    const std::string device = std::to_string(data.device);
    return {
        {format("profiler_info_%d.json", data.rank), infoJson(data)},
        {"profiler_metadata.json", metadataJson(data)},
        {"PROF_000001_" + data.timeText + "_SIMULATED/device_" + device + "/info.json." + device, deviceJson(data)}};
}

std::vector<ProfilerFile> communicationFiles(const ProfilerData &data) {
    if (!hasTalked(data)) return {};
    return {{"communication.json", communicationJson(data)}, {"communication_matrix.json", matrixJson(data)}};
}

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/profilerdata.h"

#include "engine/analysis/device/overlap.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>

namespace jitscope::inline ascend {

const char *const simulatedGroup = "simulated_world_group";

namespace {

constexpr int64_t fileEpochNs = 1700000000LL * 1000000000LL; ///< where the clock of the files begins
constexpr int64_t simulatedPid = 4242;

std::string_view profilerType(DType dtype) {
    switch (dtype) {
    case DType::Bool:
        return "BOOL";
    case DType::Int8:
        return "INT8";
    case DType::Int16:
        return "INT16";
    case DType::Int32:
        return "INT32";
    case DType::Int64:
        return "INT64";
    case DType::UInt8:
        return "UINT8";
    case DType::UInt16:
        return "UINT16";
    case DType::UInt32:
        return "UINT32";
    case DType::UInt64:
        return "UINT64";
    case DType::Float16:
        return "FLOAT16";
    case DType::BFloat16:
        return "DT_BF16";
    case DType::Float32:
        return "FLOAT";
    case DType::Float64:
        return "DOUBLE";
    default:
        return "UNDEFINED";
    }
}

template<class Text> std::string joined(const std::vector<Abstract> &tensors, const Text &text) {
    std::vector<std::string> parts;
    for (const Abstract &each : tensors)
        parts.push_back(std::string(text(each)));
    return join(parts, ";");
}

void findLaunches(ProfilerData &data) {
    std::map<int64_t, std::pair<int64_t, int64_t>> byConnection; // api, queued
    int64_t queued = -1;
    const auto &calls = data.run->calls;
    for (int64_t i = 0; i < int64_t(calls.size()); ++i) {
        if (calls[size_t(i)].layer == HostCall::Layer::Queue) queued = i;
        if (calls[size_t(i)].connection >= 0) byConnection[calls[size_t(i)].connection] = {i, queued};
    }
    for (const SimulatedTask &task : data.run->tasks) {
        const auto found = byConnection.find(task.connection);
        const bool isThere = found != byConnection.end();
        data.api.push_back(isThere ? found->second.first : -1);
        // A copy is launched beside the operators' tasks, not by one.
        const bool isQueued = isThere && task.isKernel();
        data.queued.push_back(isQueued ? found->second.second : -1);
    }
}

void findBounds(ProfilerData &data) {
    int64_t begin = std::numeric_limits<int64_t>::max(), end = std::numeric_limits<int64_t>::min();
    for (const HostCall &call : data.run->calls) {
        begin = std::min(begin, call.startNs);
        end = std::max(end, call.startNs + call.durationNs);
    }
    for (const SimulatedTask &task : data.run->tasks) {
        begin = std::min(begin, task.startNs);
        end = std::max(end, task.endNs());
    }
    if (begin > end) begin = end = 0;
    data.shiftNs = fileEpochNs - begin;
    data.beginNs = fileEpochNs;
    data.endNs = fileEpochNs + (end - begin);
    const std::time_t seconds = std::time_t(data.beginNs / 1000000000);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d%H%M%S", &utc);
    data.timeText = format("%s%03d", text, int(data.beginNs / 1000000 % 1000));
}

void findOverlap(ProfilerData &data) {
    Intervals computing, talking, all;
    int64_t first = std::numeric_limits<int64_t>::max(), last = 0;
    for (const SimulatedTask &task : data.run->tasks) {
        const Interval stretch{data.at(task.startNs), data.at(task.endNs())};
        if (task.work.core == KernelCore::Copy || task.isEvent) continue;
        (task.isKernel() ? computing : talking).push_back(stretch);
        first = std::min(first, stretch.beginNs);
        last = std::max(last, stretch.endNs);
    }
    data.overlap.device = data.device;
    data.overlap.computing = unite(computing);
    data.overlap.communication = unite(talking);
    data.overlap.notOverlapped = difference(data.overlap.communication, data.overlap.computing);
    all = data.overlap.computing;
    all.insert(all.end(), data.overlap.communication.begin(), data.overlap.communication.end());
    if (first < last) data.overlap.free = difference({{first, last}}, unite(all));
}

} // namespace

ProfilerData profilerData(const DeviceModel &model, const DeviceRun &run, int rank, int ranks) {
    ProfilerData data;
    data.model = &model;
    data.run = &run;
    data.rank = rank;
    data.ranks = ranks;
    data.device = rank % 8;
    data.pid = simulatedPid + rank * 16;
    findLaunches(data);
    findBounds(data);
    findOverlap(data);
    return data;
}

std::string ProfilerData::kernelName(size_t task) const {
    const SimulatedTask &each = run->tasks[task];
    return queued[task] >= 0 ? run->calls[size_t(queued[task])].name + "/" + each.name : each.name;
}

std::string usText(int64_t ns) {
    const bool isNegative = ns < 0;
    const int64_t size = isNegative ? -ns : ns;
    return format("%s%lld.%03lld", isNegative ? "-" : "", static_cast<long long>(size / 1000),
                  static_cast<long long>(size % 1000));
}

std::string usNumber(int64_t ns) {
    std::string text = usText(ns);
    while (text.ends_with("0") && !text.ends_with(".0"))
        text.pop_back();
    return text;
}

std::string decimals(double value, int count) {
    std::string text = format("%.*f", count, value);
    if (text.find('.') == std::string::npos) return text;
    while (text.ends_with("0") && !text.ends_with(".0"))
        text.pop_back();
    return text;
}

std::string shapesText(const std::vector<Abstract> &tensors) {
    return joined(tensors, [](const Abstract &each) {
        std::vector<std::string> sizes;
        for (const int64_t size : each.shape)
            sizes.push_back(std::to_string(size));
        return join(sizes, ",");
    });
}

std::string typesText(const std::vector<Abstract> &tensors) {
    return joined(tensors, [](const Abstract &each) { return profilerType(each.dtype); });
}

std::string formatsText(const std::vector<Abstract> &tensors) {
    return joined(tensors, [](const Abstract &) { return std::string_view("ND"); });
}

std::string_view coreText(const DeviceModel &model, const SimulatedTask &task) {
    if (task.isEvent) return "EVENT_WAIT";
    // The 910A has one kind of core, which is called AI_CORE.
    if (model.combinedCores > 0 && task.isKernel() && task.work.core != KernelCore::AiCpu) return "AI_CORE";
    return toString(task.work.core);
}

std::string kernelType(const SimulatedTask &task) {
    if (task.work.core != KernelCore::Collective) return task.work.type;
    return task.name.substr(0, task.name.find("__")) + "_";
}

const std::vector<ProfilerCounter> &counterColumns(const DeviceModel &model) {
    using C = PipeCounters;
    static const std::vector<ProfilerCounter> separate{
        {"aicore_time", "us", [](const C &c) { return c.aicUs; }, 3},
        {"aic_total_cycles", "", [](const C &c) { return double(c.aicCycles); }, 0},
        {"aic_mac_time", "us", [](const C &c) { return c.aicUs * c.mac; }, 3},
        {"aic_mac_ratio", "", [](const C &c) { return c.mac; }, 3},
        {"aic_scalar_time", "us", [](const C &c) { return c.aicUs * c.aicScalar; }, 3},
        {"aic_scalar_ratio", "", [](const C &c) { return c.aicScalar; }, 3},
        {"aic_mte1_time", "us", [](const C &c) { return c.aicUs * c.mte1; }, 3},
        {"aic_mte1_ratio", "", [](const C &c) { return c.mte1; }, 3},
        {"aic_mte2_time", "us", [](const C &c) { return c.aicUs * c.aicMte2; }, 3},
        {"aic_mte2_ratio", "", [](const C &c) { return c.aicMte2; }, 3},
        {"aic_fixpipe_time", "us", [](const C &c) { return c.aicUs * c.fixpipe; }, 3},
        {"aic_fixpipe_ratio", "", [](const C &c) { return c.fixpipe; }, 3},
        {"aic_icache_miss_rate", "", [](const C &) { return 0.0; }, 3},
        {"aiv_time", "us", [](const C &c) { return c.aivUs; }, 3},
        {"aiv_total_cycles", "", [](const C &c) { return double(c.aivCycles); }, 0},
        {"aiv_vec_time", "us", [](const C &c) { return c.aivUs * c.vec; }, 3},
        {"aiv_vec_ratio", "", [](const C &c) { return c.vec; }, 3},
        {"aiv_scalar_time", "us", [](const C &c) { return c.aivUs * c.aivScalar; }, 3},
        {"aiv_scalar_ratio", "", [](const C &c) { return c.aivScalar; }, 3},
        {"aiv_mte2_time", "us", [](const C &c) { return c.aivUs * c.aivMte2; }, 3},
        {"aiv_mte2_ratio", "", [](const C &c) { return c.aivMte2; }, 3},
        {"aiv_mte3_time", "us", [](const C &c) { return c.aivUs * c.mte3; }, 3},
        {"aiv_mte3_ratio", "", [](const C &c) { return c.mte3; }, 3},
        {"aiv_icache_miss_rate", "", [](const C &) { return 0.0; }, 3},
        {"cube_utilization", "%", [](const C &c) { return c.cubeUtilization; }, 3},
    };
    static const auto either = [](double a, double b) { return a > 0 ? a : b; };
    static const std::vector<ProfilerCounter> combined{
        {"aicore_time", "us", [](const C &c) { return either(c.aicUs, c.aivUs); }, 3},
        {"total_cycles", "", [](const C &c) { return double(either(double(c.aicCycles), double(c.aivCycles))); }, 0},
        {"vec_ratio", "", [](const C &c) { return c.vec; }, 3},
        {"mac_ratio", "", [](const C &c) { return c.mac; }, 3},
        {"scalar_ratio", "", [](const C &c) { return either(c.aicScalar, c.aivScalar); }, 3},
        {"mte1_ratio", "", [](const C &c) { return c.mte1; }, 3},
        {"mte2_ratio", "", [](const C &c) { return either(c.aicMte2, c.aivMte2); }, 3},
        {"mte3_ratio", "", [](const C &c) { return either(c.mte3, c.fixpipe); }, 3},
        {"icache_miss_rate", "", [](const C &) { return 0.0; }, 3},
        {"memory_bound", "",
         [](const C &c) {
             const double work = std::max(c.mac, c.vec);
             return work > 0 ? either(c.aicMte2, c.aivMte2) / work : 0;
         },
         3},
    };
    return model.combinedCores > 0 ? combined : separate;
}

namespace {

DataTable kernelsTable(const ProfilerData &data) {
    DataTable table = makeTable("kernels");
    std::vector<int> pipes;
    for (const ProfilerCounter &each : counterColumns(*data.model))
        pipes.push_back(table.addColumn(each.name, ColumnType::Real, each.unit));
    const auto integer = [&](int64_t row, const char *column, int64_t value) {
        table.setInteger(row, table.column(column), value);
    };
    const auto text = [&](int64_t row, const char *column, std::string_view value) {
        table.setText(row, table.column(column), value);
    };
    for (size_t i = 0; i < data.run->tasks.size(); ++i) {
        const SimulatedTask &task = data.run->tasks[i];
        if (task.isEvent || task.work.core == KernelCore::Copy) continue;
        const int64_t row = table.addRow();
        if (data.hasSteps()) text(row, "step", std::to_string(task.step));
        integer(row, "device", data.device);
        if (task.model >= 0) integer(row, "model", task.model);
        integer(row, "stream", task.stream);
        integer(row, "task", task.task);
        text(row, "name", data.kernelName(i));
        text(row, "type", kernelType(task));
        text(row, "core", coreText(*data.model, task));
        integer(row, "start", data.at(task.startNs));
        integer(row, "duration", task.durationNs);
        integer(row, "wait", task.waitNs);
        if (!task.isKernel()) continue;
        text(row, "state", "dynamic");
        integer(row, "blocks", task.time.blocks);
        integer(row, "mix_blocks", task.time.mixBlocks);
        text(row, "hf32", "NO");
        text(row, "input_shapes", shapesText(task.inputs));
        text(row, "input_types", typesText(task.inputs));
        text(row, "input_formats", formatsText(task.inputs));
        text(row, "output_shapes", shapesText(task.outputs));
        text(row, "output_types", typesText(task.outputs));
        text(row, "output_formats", formatsText(task.outputs));
        const PipeCounters counters = pipeCounters(*data.model, task.work, task.time);
        for (size_t c = 0; c < pipes.size(); ++c)
            table.setReal(row, pipes[c], counterColumns(*data.model)[c].value(counters));
    }
    return table;
}

DataTable stepsTable(const ProfilerData &data) {
    DataTable table = makeTable("steps");
    for (const StepTime &step : data.run->steps) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("step"), std::to_string(step.number));
        table.setInteger(row, table.column("start"), data.at(step.startNs));
        table.setInteger(row, table.column("end"), data.at(step.endNs));
    }
    return table;
}

DataTable apiTable(const ProfilerData &data) {
    DataTable table = makeTable("host_api");
    for (const HostCall &call : data.run->calls) {
        const std::string_view level = levelName(call.layer);
        if (level.empty()) continue;
        const int64_t row = table.addRow();
        table.setText(row, table.column("level"), level);
        table.setText(row, table.column("name"), call.name.substr(call.name.find('@') + 1));
        table.setInteger(row, table.column("start"), data.at(call.startNs));
        table.setInteger(row, table.column("duration"), call.durationNs);
        table.setInteger(row, table.column("thread"), data.thread(call.thread));
        if (call.connection >= 0) table.setInteger(row, table.column("connection"), call.connection);
    }
    return table;
}

DataTable memoryTable(const ProfilerData &data) {
    DataTable table = makeTable("memory_record");
    for (const MemoryEvent &event : data.run->memory) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("component"), "MindSpore");
        table.setInteger(row, table.column("time"), data.at(event.timeNs));
        table.setInteger(row, table.column("allocated"), event.allocated);
        table.setInteger(row, table.column("reserved"), event.reserved);
        table.setInteger(row, table.column("active"), event.allocated);
        table.setText(row, table.column("device_type"), "NPU:" + std::to_string(data.device));
    }
    return table;
}

} // namespace

Profile simulatedProfile(const ProfilerData &data) {
    Profile profile;
    profile.rank = data.ranks > 1 ? data.rank : -1;
    profile.device = data.device;
    profile.label = data.model->name + " (simulated)";
    profile.producer = "JitScope";
    profile.simulated = true;
    profile.info["soc"] = data.model->name;
    profile.info["source"] = "simulated";
    profile.tables = {kernelsTable(data), stepsTable(data), apiTable(data), memoryTable(data)};
    return profile;
}

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
// The list of known devices, the records of their parameters, and how one chip is had from another.
#include "engine/ascend/devicemodel.h"

#include "engine/ascend/pluginmodels.h"
#include "engine/ascend/device910b4.h"

#include <algorithm>
#include <mutex>

namespace jitscope::inline ascend {

namespace {

constexpr const char *tools = "constants of Ascend's operator profiler";
constexpr const char *record = "median of a recorded Qwen3 training step on an Ascend 910B4";
constexpr const char *fitted = "fitted to a recorded Qwen3 training step on an Ascend 910B4";
constexpr const char *platform = "platform files of CANN";

template<class Member>
ModelParameter parameter(const char *key, const char *name, const char *unit, const char *meaning, const char *source,
                         double low, double high, Member member) {
    return {key,
            name,
            unit,
            meaning,
            source,
            low,
            high,
            [member](const DeviceModel &model) { return double(model.*member); },
            [member](DeviceModel &model, double value) {
                model.*member = std::remove_reference_t<decltype(model.*member)>(value);
            }};
}

bool isUsableRow(const VectorBandwidth &row) {
    return row.medium >= 0 && row.large >= 0 && row.smallUs >= 0;
}

/** Built-in model first; plugins add theirs when they are loaded, the user's files theirs, from whatever thread. */
struct Registry {
    std::mutex mutex;
    std::vector<DeviceModel> models{device910B4()};
    std::string chosen;
};

Registry &registry() {
    static Registry registry;
    return registry;
}

/** Takes a plugin's model away; those of files stay. */
void unregisterDeviceModel(const std::string &name) {
    const std::lock_guard lock(registry().mutex);
    std::erase_if(registry().models, [&](const DeviceModel &each) { return each.name == name && !each.isUserFile; });
}

} // namespace

const std::vector<ModelParameter> &modelParameters() {
    using M = DeviceModel;
    static const std::vector<ModelParameter> all{
        parameter("cubeCores", "Cube cores", "", "Cores that multiply matrices", platform, 1, 1024, &M::cubeCores),
        parameter("vectorCores", "Vector cores", "", "Cores that do everything else", platform, 1, 1024,
                  &M::vectorCores),
        parameter("combinedCores", "Combined cores", "", "Cores that do both; 0 where they are separate",
                  "info.json of a recorded profile", 0, 1024, &M::combinedCores),
        parameter("aiCpuCores", "AI CPU cores", "", "Cores for operators without a kernel", platform, 0, 1024,
                  &M::aiCpuCores),
        parameter("clockMHz", "Clock", "MHz", "Of the AI cores", tools, 1, 100000, &M::clockMHz),
        parameter("hbmTBs", "HBM bandwidth", "TB/s", "In theory", tools, 0.001, 1000, &M::hbmTBs),
        parameter("hbmGB", "HBM size", "GB", "Memory of the device", platform, 0.001, 1e6, &M::hbmGB),
        parameter("l2MB", "L2 size", "MB", "Cache that all cores share", platform, 0.001, 1e6, &M::l2MB),
        parameter("l2TBs", "L2 bandwidth", "TB/s", "In theory", tools, 0.001, 1000, &M::l2TBs),
        parameter("hbmEffectiveGBs", "HBM bandwidth of matmul", "GB/s", "What a matrix product gets of it", record,
                  0.001, 1e6, &M::hbmEffectiveGBs),
        parameter("cubeEfficiency", "Cube efficiency", "", "Share of the peak that a large matrix product reaches",
                  fitted, 0.001, 1, &M::cubeEfficiency),
        parameter("matmulLaunchUs", "Matmul launch", "\u00b5s", "What a matrix product takes besides its work", fitted,
                  0, 1e6, &M::matmulLaunchUs),
        parameter("float32CubeRate", "Float32 rate", "", "Of the 16-bit rate of the cube",
                  "operator profiler's roofline of a later chip; not measured", 0.001, 4, &M::float32CubeRate),
        parameter("attentionEfficiency", "Attention efficiency", "", "Share of the cubes' peak in fused attention",
                  fitted, 0.001, 1, &M::attentionEfficiency),
        parameter("attentionGradEfficiency", "Attention gradient efficiency", "", "The same of its gradient", fitted,
                  0.001, 1, &M::attentionGradEfficiency),
        parameter("blockSpreadUs", "Block spread", "\u00b5s",
                  "What a small kernel on all cores takes longer than on one", record, 0, 1e6, &M::blockSpreadUs),
        parameter("wideTypeUs", "64-bit types", "\u00b5s", "What a vector kernel takes longer for 64-bit numbers",
                  record, 0, 1e6, &M::wideTypeUs),
        parameter("mixedTypeUs", "Mixed types", "\u00b5s", "What converting an operand first takes", record, 0, 1e6,
                  &M::mixedTypeUs),
        parameter("smallGain", "Small-kernel gain", "",
                  "Exponent by which bandwidth grows as a kernel's bytes fall below 16 MB", fitted, 0, 2,
                  &M::smallGain),
        parameter("vectorLanes", "Vector lanes", "", "Float32 elements a vector core works on in a cycle", platform, 1,
                  4096, &M::vectorLanes),
        parameter("aiCpuUs", "AI CPU kernel", "\u00b5s", "A kernel of the AI CPU, however small",
                  "an assumption; no recorded profile at hand has one", 0, 1e7, &M::aiCpuUs),
        parameter("aiCpuGBs", "AI CPU bandwidth", "GB/s", "What such a kernel reads and writes",
                  "an assumption; no recorded profile at hand has one", 0.001, 1e6, &M::aiCpuGBs),
        parameter("taskGapUs", "Task gap", "\u00b5s", "Between tasks of a stream that were launched one by one", record,
                  0, 1e6, &M::taskGapUs),
        parameter("sinkGapUs", "Sink gap", "\u00b5s", "Between tasks of a graph that was launched as a whole",
                  "middle of the 0.1-1.5 \u00b5s seen in recorded profiles", 0, 1e6, &M::sinkGapUs),
        parameter("hostIssueUs", "PyNative interval", "\u00b5s", "From one eager launch to the next", record, 0, 1e7,
                  &M::hostIssueUs),
        parameter("graphIssueUs", "Graph interval", "\u00b5s",
                  "From one launch of a graph to the next, kernel by kernel",
                  "tenth percentile of recorded intervals between launches", 0, 1e7, &M::graphIssueUs),
        parameter("nodeLaunchUs", "Node@launch", "\u00b5s", "The call that launches a kernel", record, 0, 1e7,
                  &M::nodeLaunchUs),
        parameter("queueUs", "Task queue", "\u00b5s", "From the operator's thread to the one that launches",
                  "shortest way in a recorded torch_npu profile", 0, 1e7, &M::queueUs),
        parameter("launchLatencyUs", "Launch latency", "\u00b5s", "From the end of a launch to the earliest begin",
                  "an assumption: recorded clocks differ by more", 0, 1e7, &M::launchLatencyUs),
        parameter("pcieGBs", "PCIe bandwidth", "GB/s", "Copies between host and device",
                  "19.27 MB in 828 \u00b5s of a recorded profile", 0.001, 1e6, &M::pcieGBs),
        parameter("copyLatencyUs", "Copy latency", "\u00b5s", "A copy between host and device, however small",
                  "shortest synchronous copy of recorded profiles", 0, 1e7, &M::copyLatencyUs),
        parameter("deviceCopyGBs", "Copy engine", "GB/s", "Copies on the device",
                  "communication matrix of a recorded profile", 0.001, 1e6, &M::deviceCopyGBs),
        parameter("hcclGBs", "HCCS link", "GB/s", "Between two devices",
                  "communication matrices of recorded profiles (15.8-17.6)", 0.001, 1e6, &M::hcclGBs),
        parameter("hcclLatencyUs", "Collective latency", "\u00b5s", "A collective, however small",
                  "20-40 \u00b5s in recorded profiles", 0, 1e7, &M::hcclLatencyUs),
    };
    return all;
}

std::string sourceOf(const DeviceModel &model, const ModelParameter &parameter) {
    const auto own = model.sources.find(parameter.key);
    return own != model.sources.end() ? own->second : parameter.defaultSource;
}

DeviceModel scaledModel(const DeviceModel &base, const ChipFacts &chip) {
    DeviceModel model = base;
    const double hbmRatio = chip.hbmTBs / base.hbmTBs, l2Ratio = chip.l2TBs / base.l2TBs;
    model.name = chip.name;
    model.source = chip.source;
    model.cubeCores = chip.cubeCores;
    model.vectorCores = chip.vectorCores;
    model.combinedCores = chip.combinedCores;
    model.aiCpuCores = chip.aiCpuCores;
    model.clockMHz = chip.clockMHz;
    model.hbmTBs = chip.hbmTBs;
    model.l2TBs = chip.l2TBs;
    model.hbmGB = chip.hbmGB;
    model.l2MB = chip.l2MB;
    model.hbmEffectiveGBs *= hbmRatio;
    model.sources["hbmEffectiveGBs"] = "that of the " + base.name + " by the ratio of HBM bandwidths";
    for (VectorBandwidth &row : model.vectorTable) {
        row.medium *= l2Ratio;
        row.large *= hbmRatio;
    }
    model.error = {};
    return model;
}

std::string modelFault(const DeviceModel &model) {
    if (model.name.empty()) return "a device model without a name";
    for (const ModelParameter &each : modelParameters()) {
        const double value = each.get(model);
        if (!(value >= each.low && value <= each.high))
            return "device model '" + model.name + "': " + each.key + " is outside of what it can be";
    }
    const bool hasAll = std::any_of(model.vectorTable.begin(), model.vectorTable.end(), [](const VectorBandwidth &row) {
        return row.op == "[all]" && row.medium > 0 && row.large > 0 && row.smallUs > 0;
    });
    if (!hasAll) return "device model '" + model.name + "': the table has no row [all] for operators without one";
    if (!std::all_of(model.vectorTable.begin(), model.vectorTable.end(), isUsableRow))
        return "device model '" + model.name + "': a bandwidth or time is negative or no number";
    return {};
}

std::vector<DeviceModel> deviceModels() {
    const std::lock_guard lock(registry().mutex);
    return registry().models;
}

std::vector<DeviceModel> deviceModelsNamed(std::string_view name) {
    std::vector<DeviceModel> found = deviceModels();
    std::erase_if(found, [&](const DeviceModel &each) { return each.name != name; });
    return found;
}

const DeviceModel &defaultDeviceModel() {
    static const DeviceModel model = device910B4();
    return model;
}

Result<void> registerDeviceModel(DeviceModel model) {
    const std::string fault = modelFault(model);
    if (!fault.empty()) return Error{fault};
    const std::lock_guard lock(registry().mutex);
    auto &models = registry().models;
    const auto taken =
        std::find_if(models.begin(), models.end(), [&](const DeviceModel &each) { return each.name == model.name; });
    if (taken == models.end())
        models.push_back(std::move(model));
    else if (taken->isUserFile && model.isUserFile)
        *taken = std::move(model);
    else
        return Error{"there is a device model '" + model.name + "' already"};
    return {};
}

Extension deviceModelExtension(DeviceModel model) {
    return {.kind = PluginKind::DeviceModel,
            .name = model.name,
            .isTaken = [name = model.name] { return !deviceModelsNamed(name).empty(); },
            .add = [model](const std::string &) { return registerDeviceModel(model); },
            .takeBack = [name = model.name] { unregisterDeviceModel(name); }};
}

DeviceModel currentDeviceModel() {
    const std::lock_guard lock(registry().mutex);
    for (const DeviceModel &each : registry().models)
        if (each.name == registry().chosen) return each;
    return registry().models.front();
}

Result<void> chooseDeviceModel(std::string_view name) {
    const std::lock_guard lock(registry().mutex);
    const auto &models = registry().models;
    const bool isThere = name.empty() || std::any_of(models.begin(), models.end(),
                                                     [&](const DeviceModel &each) { return each.name == name; });
    if (isThere) {
        registry().chosen = name;
        return {};
    }
    std::string names;
    for (const DeviceModel &each : models)
        names += (names.empty() ? "" : ", ") + each.name;
    return Error{"there is no device model '" + std::string(name) + "'; there are: " + names};
}

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/steptrace.h"

#include "engine/analysis/derivedtables.h"
#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

namespace {

/** When a step is on a device; what begins in it is of it. */
struct StepRange {
    std::string name;
    Interval range; ///< torch_npu: without its end; MindSpore: with it
    std::optional<int64_t> hostBegin;
};

struct Transfer {
    std::string_view name;
    Interval time;
};

std::vector<StepRange> hostSteps(const Profile &profile) {
    std::vector<StepRange> steps;
    const DataTable *table = profile.table("steps");
    if (table == nullptr) return steps;
    const int name = table->column("step"), start = table->column("start"), end = table->column("end");
    for (int64_t row = 0; row < table->rowCount(); ++row)
        if (const int64_t begin = table->integer(row, start); begin != missingInteger)
            steps.push_back({table->text(row, name), {begin, table->integer(row, end)}, begin});
    return steps;
}

/** From the first kernel of each step to the end of its last, by the step that the kernels themselves name. */
std::map<std::string, Interval> kernelSteps(const DataTable &kernels, int64_t device) {
    const int step = kernels.column("step"), deviceColumn = kernels.column("device");
    const int start = kernels.column("start"), duration = kernels.column("duration");
    std::map<uint32_t, Interval> byText;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t id = kernels.integer(row, deviceColumn), begin = kernels.integer(row, start);
        const int64_t length = kernels.integer(row, duration);
        if ((id == missingInteger ? -1 : id) != device || begin == missingInteger || length == missingInteger) continue;
        if (kernels.text(row, step).empty()) continue;
        const uint32_t text = kernels.columns()[size_t(step)].texts[size_t(row)];
        const auto [found, isNew] = byText.try_emplace(text, Interval{begin, begin + length});
        if (!isNew)
            found->second = {std::min(found->second.beginNs, begin), std::max(found->second.endNs, begin + length)};
    }
    std::map<std::string, Interval> byName;
    for (const auto &[text, range] : byText)
        byName[kernels.columns()[size_t(step)].pool.text(TextId{int64_t(text)})] = range;
    return byName;
}

/** torch_npu: on the device from the step's first kernel until its last kernel and the host have ended; MindSpore:
    the host's time. */
std::vector<StepRange> stepRanges(const Profile &profile, const DataTable &kernels, int64_t device, StepRules rules,
                                  std::optional<int64_t> hostBegin) {
    std::vector<StepRange> steps = hostSteps(profile);
    if (rules == StepRules::MindSpore && !steps.empty()) return steps;
    std::map<std::string, Interval> onDevice = kernelSteps(kernels, device);
    for (StepRange &each : steps)
        if (const auto found = onDevice.find(each.name); found != onDevice.end()) {
            each.range = {found->second.beginNs, std::max(found->second.endNs, each.range.endNs)};
            onDevice.erase(found);
        }
    for (const auto &[name, range] : onDevice)
        steps.push_back({name, range, std::nullopt});
    std::stable_sort(steps.begin(), steps.end(),
                     [](const StepRange &a, const StepRange &b) { return a.range.beginNs < b.range.beginNs; });
    if (steps.empty()) steps.push_back({"0", {INT64_MIN, INT64_MAX}, hostBegin});
    return steps;
}

bool isIn(const StepRange &step, int64_t timeNs, StepRules rules) {
    return timeNs >= step.range.beginNs &&
           (timeNs < step.range.endNs || (rules == StepRules::MindSpore && timeNs == step.range.endNs));
}

std::vector<Transfer> transfersOf(const DataTable &kernels, int64_t device) {
    const int deviceColumn = kernels.column("device"), name = kernels.column("name"), core = kernels.column("core");
    const int start = kernels.column("start"), duration = kernels.column("duration");
    std::vector<Transfer> transfers;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t id = kernels.integer(row, deviceColumn), begin = kernels.integer(row, start);
        const int64_t length = kernels.integer(row, duration);
        if ((id == missingInteger ? -1 : id) != device || begin == missingInteger || length == missingInteger) continue;
        if (taskKind(kernels.text(row, core), kernels.text(row, name)) == TaskKind::Communication)
            transfers.push_back({kernels.text(row, name), {begin, begin + length}});
    }
    return transfers;
}

/** The stretches of a set that begin in a step. Both are by time. */
Intervals beginningIn(const Intervals &set, const StepRange &step, StepRules rules) {
    Intervals in;
    auto each = std::lower_bound(set.begin(), set.end(), step.range.beginNs,
                                 [](const Interval &a, int64_t time) { return a.beginNs < time; });
    for (; each != set.end() && isIn(step, each->beginNs, rules); ++each)
        in.push_back(*each);
    return in;
}

void addStage(StepParts &parts, const std::vector<Transfer> &transfers, const StepRange &step, StepRules rules) {
    Interval communicating{INT64_MAX, INT64_MIN};
    for (const Transfer &each : transfers) {
        if (!isIn(step, each.time.beginNs, rules)) continue;
        if (rules == StepRules::MindSpore ? isStageTransfer(each.name) : isReceive(each.name))
            parts.bubble += each.time.length();
        communicating = {std::min(communicating.beginNs, each.time.beginNs),
                         std::max(communicating.endNs, each.time.endNs)};
    }
    const Interval &whole = rules == StepRules::MindSpore ? communicating : parts.onDevice;
    if (whole.endNs > whole.beginNs) parts.stage = whole.length() - parts.bubble;
    parts.notOverlappedWithoutReceive = parts.notOverlapped - parts.bubble;
}

StepParts partsOf(const DeviceOverlap &overlap, const std::vector<Transfer> &transfers, const StepRange &step,
                  StepRules rules) {
    StepParts parts;
    parts.step = step.name;
    parts.device = overlap.device;
    const Intervals computing = beginningIn(overlap.computing, step, rules);
    const Intervals communication = beginningIn(overlap.communication, step, rules);
    const Intervals free =
        rules == StepRules::MindSpore ? clipped(overlap.free, step.range) : beginningIn(overlap.free, step, rules);
    parts.computing = totalLength(computing);
    parts.communication = totalLength(communication);
    parts.notOverlapped = totalLength(beginningIn(overlap.notOverlapped, step, rules));
    parts.overlapped = parts.communication - parts.notOverlapped;
    parts.free = totalLength(free);
    parts.onDevice = {INT64_MAX, INT64_MIN};
    int64_t firstTask = INT64_MAX;
    for (const Intervals *set : {&computing, &communication, &free})
        if (!set->empty()) {
            parts.onDevice = {std::min(parts.onDevice.beginNs, set->front().beginNs),
                              std::max(parts.onDevice.endNs, set->back().endNs)};
            if (set != &free) firstTask = std::min(firstTask, set->front().beginNs);
        }
    if (parts.onDevice.beginNs == INT64_MAX) parts.onDevice = {};
    if (step.hostBegin && firstTask != INT64_MAX) parts.preparing = firstTask - *step.hostBegin;
    addStage(parts, transfers, step, rules);
    return parts;
}

} // namespace

StepRules stepRulesOf(const Profile &profile) {
    return profile.producer.find("torch") != std::string::npos ? StepRules::TorchNpu : StepRules::MindSpore;
}

std::vector<StepParts> stepTrace(const Profile &profile, StepRules rules, std::optional<int64_t> hostBegin) {
    std::vector<StepParts> steps;
    const DataTable *kernels = profile.table("kernels");
    if (kernels == nullptr) return steps;
    for (const DeviceOverlap &overlap : overlapOf(*kernels)) {
        const std::vector<Transfer> transfers = transfersOf(*kernels, overlap.device);
        for (const StepRange &step : stepRanges(profile, *kernels, overlap.device, rules, hostBegin))
            steps.push_back(partsOf(overlap, transfers, step, rules));
    }
    return steps;
}

DataTable stepTraceTable(const std::vector<StepParts> &steps) {
    using enum ColumnType;
    DataTable table("step_parts");
    struct Shown {
        const char *name;
        int64_t StepParts::*part;
    };
    constexpr Shown shown[] = {
        {"computing", &StepParts::computing},
        {"communication_not_overlapped", &StepParts::notOverlapped},
        {"overlapped", &StepParts::overlapped},
        {"communication", &StepParts::communication},
        {"free", &StepParts::free},
        {"stage", &StepParts::stage},
        {"bubble", &StepParts::bubble},
        {"communication_not_overlapped_and_exclude_receive", &StepParts::notOverlappedWithoutReceive}};
    const int device = table.addColumn("device", Integer), name = table.addColumn("step", Text);
    std::vector<int> columns;
    for (const Shown &each : shown)
        columns.push_back(table.addColumn(each.name, Integer, "ns"));
    const int preparing = table.addColumn("preparing", Integer, "ns");
    for (const StepParts &step : steps) {
        const int64_t row = table.addRow();
        if (step.device >= 0) table.setInteger(row, device, step.device);
        table.setText(row, name, step.step);
        for (size_t i = 0; i < columns.size(); ++i)
            table.setInteger(row, columns[i], step.*shown[i].part);
        if (step.preparing) table.setInteger(row, preparing, *step.preparing);
    }
    return table;
}

} // namespace jitscope::inline analysis

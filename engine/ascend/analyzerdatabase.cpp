// SPDX-License-Identifier: Apache-2.0
// communication_analyzer.db of a simulated run: what communication.json and its matrix say, as tables.
#include "engine/analysis/device/steptrace.h"
#include "engine/ascend/profilerdata.h"
#include "engine/ascend/profilerschema.h"
#include "engine/ascend/sqlfile.h"

namespace jitscope::inline ascend {

namespace {

constexpr double megabyte = 1e6;

double milliseconds(int64_t ns) {
    return double(ns) / 1e6;
}

double microseconds(int64_t ns) {
    return double(ns) / 1e3;
}

void addCollective(SqlFile &file, const ProfilerData &data, const SimulatedTask &task) {
    const std::string group = simulatedGroup, name = task.name, step = stepKey(data, task), kind = "collective";
    const int64_t transit = transitNs(data, task), wait = task.durationNs - transit;
    const double size = task.bytes / megabyte, bandwidth = transit > 0 ? task.bytes / double(transit) : 0;
    file.row("CommAnalyzerTime", {name, group, microseconds(data.at(task.startNs)), milliseconds(task.durationNs),
                                  milliseconds(transit), milliseconds(wait), 0.0, 0.0, step, kind});
    file.row("CommAnalyzerBandwidth",
             {name, group, std::string("HCCS"), size, milliseconds(transit), bandwidth,
              task.bytes >= megabyte ? 1.0 : 0.0, size, int64_t(1), milliseconds(transit), step, kind});
    // MindSpore's file is a copy of msprof's: one row a link of a collective, neither step nor sums. msprof-analyze
    // adds those itself and stumbles where they are there already.
    for (const MatrixLink &link : matrixLinks(data, task.bytes, transit))
        file.row("CommAnalyzerMatrix",
                 {name, group, std::to_string(link.source), std::to_string(link.target), std::string(link.transport),
                  size, milliseconds(link.transitNs), link.transitNs > 0 ? task.bytes / double(link.transitNs) : 0.0});
}

} // namespace

Result<void> writeAnalyzerDatabase(const ProfilerData &data, const std::string &path) {
    SqlFile file(path, analyzerTables());
    for (const SimulatedTask &task : data.run->tasks)
        if (task.work.core == KernelCore::Collective) addCollective(file, data, task);
    for (const StepParts &step : stepTrace(simulatedProfile(data), StepRules::MindSpore, data.beginNs))
        file.row("StepTraceTime",
                 {int64_t(data.device), step.step, microseconds(step.computing), microseconds(step.notOverlapped),
                  microseconds(step.overlapped), microseconds(step.communication), microseconds(step.free),
                  microseconds(step.stage), microseconds(step.bubble), microseconds(step.notOverlappedWithoutReceive),
                  microseconds(step.preparing.value_or(0))});
    return file.finish();
}

} // namespace jitscope::inline ascend

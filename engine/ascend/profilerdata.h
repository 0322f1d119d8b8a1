// SPDX-License-Identifier: Apache-2.0
// What all files of one simulated profile share: the run on the clock of the files, who launched what, and the forms in
// which profilers write times, shapes and types.
#pragma once

#include "engine/analysis/device/steptrace.h"
#include "engine/ascend/devicerun.h"
#include "engine/profile/profile.h"

#include <string>
#include <vector>

namespace jitscope::inline ascend {

/** A file of the profile and its whole content. */
struct ProfilerFile {
    std::string name;
    std::string content;
};

struct ProfilerData {
    const DeviceModel *model = nullptr;
    const DeviceRun *run = nullptr;
    int rank = 0, ranks = 1, device = 0;
    int64_t pid = 0;
    int64_t shiftNs = 0;            ///< from the clock of the recording to that of the files
    int64_t beginNs = 0, endNs = 0; ///< of the run, on the clock of the files
    std::string timeText;           ///< of beginNs, as folders have it: 20231114221320000
    /** By task: the calls that launched it, -1 for none. */
    std::vector<int64_t> api, queued;
    /** What Overlap Analysis shows, on the clock of the files. */
    DeviceOverlap overlap;

    int64_t at(int64_t ns) const { return ns + shiftNs; }
    int64_t thread(int number) const { return pid + number; }
    bool hasSteps() const { return !run->steps.empty(); }
    /** The name that kernel_details.csv gives: who launched it, then the kernel. */
    std::string kernelName(size_t task) const;
};

ProfilerData profilerData(const DeviceModel &model, const DeviceRun &run, int rank, int ranks);

/** The group of all ranks; profilers use a hash. */
extern const char *const simulatedGroup;

std::string usText(int64_t ns);   ///< microseconds with three decimals
std::string usNumber(int64_t ns); ///< microseconds in the shortest form that has a decimal point: 31.0
std::string decimals(double value, int count);
std::string shapesText(const std::vector<Abstract> &tensors); ///< 2,3;3,4
std::string typesText(const std::vector<Abstract> &tensors);  ///< FLOAT;DT_BF16
std::string formatsText(const std::vector<Abstract> &tensors);
std::string_view coreText(const DeviceModel &model, const SimulatedTask &task);
/** "hcom_allReduce_" */
std::string kernelType(const SimulatedTask &task);

/** Everything beside the timeline in the form that analyses know. */
Profile simulatedProfile(const ProfilerData &data);
/** The columns of the counters in their order, with what a task's are. */
struct ProfilerCounter {
    const char *name, *unit;
    double (*value)(const PipeCounters &);
    int digits;
};
const std::vector<ProfilerCounter> &counterColumns(const DeviceModel &model);

std::string traceViewJson(const ProfilerData &data);
std::vector<ProfilerFile> profilerTables(const ProfilerData &data);
/** profiler_info, profiler_metadata; and communication.json and its matrix where ranks talked. */
std::vector<ProfilerFile> profilerSideFiles(const ProfilerData &data);
std::vector<ProfilerFile> communicationFiles(const ProfilerData &data);
bool hasTalked(const ProfilerData &data);
/** An entry of the communication matrix: the fastest, middle and slowest of a kind, and their sum. */
struct MatrixEntry {
    std::string step, name; ///< "step1", "allreduce-top1"
    std::string op;         ///< "" for sums
    double bytes = 0;
    int64_t transitNs = 0;
};
std::vector<MatrixEntry> matrixEntries(const ProfilerData &data);
/** What of a collective's time data moved, the rest is waiting. */
int64_t transitNs(const ProfilerData &data, const SimulatedTask &task);
/** A link in the communication matrix: in a ring each rank sends to the next, and copies its own part into the buffer
    that it sends from. */
struct MatrixLink {
    int source, target;
    const char *transport; ///< "HCCS", "LOCAL"
    int64_t transitNs;
};
std::vector<MatrixLink> matrixLinks(const ProfilerData &data, double bytes, int64_t transitNs);
/** "step1"; "step" where there are no steps. */
std::string stepKey(const ProfilerData &data, const SimulatedTask &task);
/** The database of the same run. */
Result<void> writeProfilerDatabase(const ProfilerData &data, const std::string &path);
/** communication_analyzer.db of the same. */
Result<void> writeAnalyzerDatabase(const ProfilerData &data, const std::string &path);

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
// The CSV files of a simulated profile, with the headings of MindSpore 2.6 and later.
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/device/steptrace.h"
#include "engine/ascend/profilerdata.h"
#include "engine/base/csv.h"
#include "engine/base/text.h"

#include <cmath>
#include <map>

namespace jitscope::inline ascend {

namespace {

/** Time stamps end in a TAB, so that spreadsheets do not round them. */
std::string stamp(int64_t ns) {
    return usText(ns) + "\t";
}

/** Shapes stand in quotes that are part of the value. */
std::string quotedShapes(const std::string &shapes) {
    return "\"\"\"" + shapes + "\"\"\"";
}

class Csv {
public:
    explicit Csv(const std::string &heading)
        : m_text(heading + "\n") {}
    Csv &raw(const std::string &text) {
        m_row += (m_row.empty() ? "" : ",") + text;
        return *this;
    }
    Csv &cell(const std::string &text) { return raw(csvField(text)); }
    Csv &number(int64_t value) { return raw(std::to_string(value)); }
    Csv &real(double value, int digits) { return raw(decimals(value, digits)); }
    void end() {
        m_text += m_row + "\n";
        m_row.clear();
    }
    ProfilerFile file(const char *name) const { return {name, m_text}; }

private:
    std::string m_text, m_row;
};

std::string kernelHeading(const ProfilerData &data) {
    std::string heading = data.hasSteps() ? "Step ID," : "";
    heading +=
        "Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),"
        "Block Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data "
        "Types,Output Formats,Context ID";
    for (const ProfilerCounter &column : counterColumns(*data.model)) {
        heading += std::string(",") + column.name;
        if (*column.unit != 0) heading += std::string("(") + column.unit + ")";
    }
    return heading;
}

ProfilerFile kernelDetails(const ProfilerData &data) {
    Csv csv(kernelHeading(data));
    for (size_t i = 0; i < data.run->tasks.size(); ++i) {
        const SimulatedTask &task = data.run->tasks[i];
        if (task.isEvent || task.work.core == KernelCore::Copy) continue;
        const bool isKernel = task.isKernel();
        if (data.hasSteps()) csv.number(task.step);
        csv.number(task.model >= 0 ? task.model : 4294967295).number(task.task).number(task.stream);
        csv.cell(data.kernelName(i)).cell(kernelType(task)).raw(isKernel ? "dynamic" : "N/A");
        csv.raw(std::string(coreText(*data.model, task)))
            .raw(stamp(data.at(task.startNs)))
            .raw(usNumber(task.durationNs));
        csv.raw(usNumber(task.waitNs)).number(isKernel ? task.time.blocks : 0).number(task.time.mixBlocks);
        csv.raw(isKernel ? "NO" : "N/A");
        for (const std::vector<Abstract> *list : {&task.inputs, &task.outputs}) {
            const bool hasShapes = isKernel && !list->empty();
            csv.raw(hasShapes ? quotedShapes(shapesText(*list)) : "N/A");
            csv.raw(hasShapes ? typesText(*list) : "N/A").raw(hasShapes ? formatsText(*list) : "N/A");
        }
        csv.raw("N/A");
        const PipeCounters counters = isKernel ? pipeCounters(*data.model, task.work, task.time) : PipeCounters();
        for (const ProfilerCounter &column : counterColumns(*data.model))
            csv.real(column.value(counters), column.digits);
        csv.end();
    }
    return csv.file("kernel_details.csv");
}

ProfilerFile operatorDetails(const ProfilerData &data) {
    Csv csv("Name,Input Shapes");
    for (size_t i = 0; i < data.run->tasks.size(); ++i) {
        const SimulatedTask &task = data.run->tasks[i];
        if (!task.isKernel()) continue;
        csv.cell(data.queued[i] >= 0 ? data.run->calls[size_t(data.queued[i])].name : task.name);
        csv.raw(task.inputs.empty() ? "N/A" : quotedShapes(shapesText(task.inputs))).end();
    }
    return csv.file("operator_details.csv");
}

ProfilerFile opStatistic(const ProfilerData &data, const Profile &profile) {
    Csv csv("Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)");
    for (const KernelGroup &group : kernelStatistics(*profile.table("kernels"), KernelGroupBy::TypeAndCore)) {
        if (group.isCommunication) continue;
        csv.number(data.device).cell(group.key).cell(group.detail).number(group.count);
        csv.raw(usNumber(group.totalNs)).raw(usNumber(group.minNs)).raw(usNumber(std::llround(group.spread.meanNs)));
        csv.raw(usNumber(group.maxNs)).real(group.share * 100, 3).end();
    }
    return csv.file("op_statistic.csv");
}

ProfilerFile apiStatistic(const Profile &profile) {
    Csv csv("Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance");
    for (const ApiGroup &group : apiStatistics(profile, Trace())) {
        csv.raw("host").cell(group.level).cell(group.name).raw(usNumber(group.totalNs)).number(group.count);
        csv.raw(usNumber(std::llround(group.meanNs))).raw(usNumber(group.minNs)).raw(usNumber(group.maxNs));
        csv.real(group.varianceUs2, 3).end();
    }
    return csv.file("api_statistic.csv");
}

ProfilerFile stepTraceTime(const ProfilerData &data, const Profile &profile) {
    Csv csv("Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
            "Communication(Not Overlapped and Exclude Receive),Preparing");
    for (const StepParts &step : stepTrace(profile, StepRules::MindSpore, data.beginNs)) {
        csv.number(data.device).cell(step.step);
        for (const int64_t ns : {step.computing, step.notOverlapped, step.overlapped, step.communication, step.free,
                                 step.stage, step.bubble, step.notOverlappedWithoutReceive})
            csv.raw(usNumber(ns));
        csv.raw(usNumber(step.preparing.value_or(0))).end();
    }
    return csv.file("step_trace_time.csv");
}

/** MindSpore divides by 1024 and then by 1000 here. */
std::string recordMegabytes(int64_t bytes) {
    return decimals(double(bytes) / 1024 / 1000, 6);
}

ProfilerFile memoryRecord(const ProfilerData &data) {
    Csv csv("Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Device Type");
    const std::string device = "NPU:" + std::to_string(data.device);
    for (const MemoryEvent &event : data.run->memory) {
        csv.raw("MindSpore").raw(stamp(data.at(event.timeNs))).raw(recordMegabytes(event.allocated));
        csv.raw(recordMegabytes(event.reserved)).raw(recordMegabytes(event.allocated)).raw(device).end();
    }
    if (!data.run->memory.empty()) {
        const MemoryEvent &last = data.run->memory.back();
        csv.raw("APP")
            .raw(stamp(data.at(last.timeNs)))
            .raw("")
            .raw(recordMegabytes(last.reserved))
            .raw("")
            .raw(device)
            .end();
    }
    return csv.file("memory_record.csv");
}

std::string megabytes(int64_t bytes) {
    return decimals(double(bytes) / 1048576, 9);
}

ProfilerFile operatorMemory(const ProfilerData &data) {
    Csv csv(
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
        "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total "
        "Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type");
    std::map<int64_t, const MemoryEvent *> releases;
    for (const MemoryEvent &event : data.run->memory)
        if (event.bytes < 0) releases[event.tensor] = &event;
    for (const MemoryEvent &event : data.run->memory) {
        if (event.bytes <= 0) continue;
        const auto found = releases.find(event.tensor);
        const MemoryEvent *release = found == releases.end() ? nullptr : found->second;
        const std::string none = "N/A";
        csv.cell(event.name).raw(decimals(double(event.bytes) / 1024, 6)).raw(stamp(data.at(event.timeNs)));
        const std::string end = release ? stamp(data.at(release->timeNs)) : none;
        const std::string length = release ? usText(release->timeNs - event.timeNs) : none;
        csv.raw(end).raw(end).raw(length).raw(length);
        csv.raw(megabytes(event.allocated)).raw(megabytes(event.reserved)).raw(megabytes(event.allocated));
        csv.raw(release ? megabytes(release->allocated) : none).raw(release ? megabytes(release->reserved) : none);
        csv.raw(release ? megabytes(release->allocated) : none).number(computeStream);
        csv.raw("NPU:" + std::to_string(data.device)).end();
    }
    return csv.file("operator_memory.csv");
}

ProfilerFile moduleMemory(const ProfilerData &data) {
    Csv csv("Device_id,Component,Timestamp(us),Total Reserved(MB),Device");
    int64_t reserved = -1;
    for (const MemoryEvent &event : data.run->memory) {
        if (event.reserved == reserved) continue;
        reserved = event.reserved;
        csv.number(data.device).raw("APP").raw(stamp(data.at(event.timeNs))).raw(megabytes(reserved));
        csv.raw("NPU:" + std::to_string(data.device)).end();
    }
    return csv.file("npu_module_mem.csv");
}

ProfilerFile l2Cache(const ProfilerData &data) {
    Csv csv("Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name");
    for (const SimulatedTask &task : data.run->tasks) {
        if (!task.isKernel()) continue;
        // What does not hit comes in and, in a full cache, pushes as much out.
        csv.number(data.device).number(task.stream).number(task.task).real(task.l2HitRate, 6);
        csv.real(1 - task.l2HitRate, 6).cell(task.name).end();
    }
    return csv.file("l2_cache.csv");
}

} // namespace

std::vector<ProfilerFile> profilerTables(const ProfilerData &data) {
    const Profile profile = simulatedProfile(data);
    return {kernelDetails(data),   operatorDetails(data),        opStatistic(data, profile),
            apiStatistic(profile), stepTraceTime(data, profile), memoryRecord(data),
            operatorMemory(data),  moduleMemory(data),           l2Cache(data)};
}

} // namespace jitscope::inline ascend

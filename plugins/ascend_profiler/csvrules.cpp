// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/csvrules.h"

#include <algorithm>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

CsvTableRule kernels() {
    return {"kernels",
            {"kernel_details", "op_summary"},
            {
                {"step", {"Step ID"}},
                {"device", {"Device_id"}},
                {"model", {"Model ID"}, "", NoneId::AllBits},
                {"stream", {"Stream ID"}},
                {"task", {"Task ID"}},
                {"context", {"Context ID"}, "", NoneId::AllBits},
                {"name", {"Name", "Op Name"}},
                {"type", {"Type", "OP Type"}},
                {"state", {"OP State"}},
                {"core", {"Accelerator Core", "Task Type"}},
                {"start", {"Start Time", "Task Start Time", "Task Start"}, "us"},
                {"duration", {"Duration", "Task Duration"}, "us"},
                {"wait", {"Wait Time", "Task Wait Time"}, "us"},
                {"blocks", {"Block Dim", "Block Num"}},
                {"mix_blocks", {"Mix Block Dim", "Mix Block Num"}},
                {"hf32", {"HF32 Eligible"}},
                {"input_shapes", {"Input Shapes"}},
                {"input_types", {"Input Data Types"}},
                {"input_formats", {"Input Formats"}},
                {"output_shapes", {"Output Shapes"}},
                {"output_types", {"Output Data Types"}},
                {"output_formats", {"Output Formats"}},
            }};
}

CsvTableRule operators() {
    return {"operators",
            {"operator_details"},
            {
                {"name", {"Name"}},
                {"input_shapes", {"Input Shapes"}},
                {"call_stack", {"Call Stack"}},
                {"host_self", {"Host Self Duration"}, "us"},
                {"host_total", {"Host Total Duration"}, "us"},
                {"device_self", {"Device Self Duration"}, "us"},
                {"device_total", {"Device Total Duration"}, "us"},
                {"device_self_aicore", {"Device Self Duration With AICore"}, "us"},
                {"device_total_aicore", {"Device Total Duration With AICore"}, "us"},
            }};
}

CsvTableRule operatorStatistic() {
    return {"op_statistic",
            {"op_statistic"},
            {
                {"device", {"Device_id"}},
                {"type", {"OP Type"}},
                {"core", {"Core Type"}},
                {"count", {"Count"}},
                {"total", {"Total Time"}, "us"},
                {"min", {"Min Time"}, "us"},
                {"mean", {"Avg Time"}, "us"},
                {"max", {"Max Time"}, "us"},
                {"ratio", {"Ratio"}},
            }};
}

CsvTableRule apiStatistic() {
    return {"api_statistic",
            {"api_statistic"},
            {
                {"level", {"Level"}},
                {"name", {"API Name"}},
                {"total", {"Time"}, "us"},
                {"count", {"Count"}},
                {"mean", {"Avg"}, "us"},
                {"min", {"Min"}, "us"},
                {"max", {"Max"}, "us"},
                {"variance", {"Variance"}},
            }};
}

CsvTableRule stepTrace() {
    return {"step_trace",
            {"step_trace_time"},
            {
                {"step", {"Step"}},
                {"computing", {"Computing"}, "us"},
                {"communication_not_overlapped", {"Communication(Not Overlapped)"}, "us"},
                {"overlapped", {"Overlapped"}, "us"},
                {"communication", {"Communication"}, "us"},
                {"free", {"Free"}, "us"},
                {"stage", {"Stage"}, "us"},
                {"bubble", {"Bubble"}, "us"},
                {"communication_not_overlapped_and_exclude_receive",
                 {"Communication(Not Overlapped and Exclude Receive)"},
                 "us"},
                {"preparing", {"Preparing"}, "us"},
            }};
}

CsvTableRule memoryRecord() {
    return {"memory_record",
            {"memory_record"},
            {
                {"component", {"Component"}},
                {"time", {"Timestamp"}, "us"},
                {"allocated", {"Total Allocated"}, "MB"},
                {"reserved", {"Total Reserved"}, "MB"},
                {"active", {"Total Active"}, "MB"},
                {"stream", {"Stream Ptr"}},
                {"device_type", {"Device Type", "Device"}},
            }};
}

CsvTableRule operatorMemory() {
    return {"operator_memory",
            {"operator_memory"},
            {
                {"name", {"Name"}},
                {"size", {"Size"}, "KB"},
                {"allocation_time", {"Allocation Time"}, "us"},
                {"release_time", {"Release Time"}, "us"},
                {"active_release_time", {"Active Release Time"}, "us"},
                {"duration", {"Duration"}, "us"},
                {"active_duration", {"Active Duration"}, "us"},
                {"allocation_allocated", {"Allocation Total Allocated"}, "MB"},
                {"allocation_reserved", {"Allocation Total Reserved"}, "MB"},
                {"allocation_active", {"Allocation Total Active"}, "MB"},
                {"release_allocated", {"Release Total Allocated"}, "MB"},
                {"release_reserved", {"Release Total Reserved"}, "MB"},
                {"release_active", {"Release Total Active"}, "MB"},
                {"stream", {"Stream Ptr"}},
                {"device_type", {"Device Type", "Device"}},
            }};
}

CsvTableRule moduleMemory() {
    return {"module_memory",
            {"npu_module_mem"},
            {
                {"component", {"Component"}},
                {"time", {"Timestamp"}, "us"},
                {"reserved", {"Total Reserved"}, "MB"},
                {"device", {"Device"}},
            }};
}

CsvTableRule l2Cache() {
    return {"l2_cache",
            {"l2_cache"},
            {
                {"stream", {"Stream Id"}},
                {"task", {"Task Id"}},
                {"name", {"Op Name"}},
                {"hit_rate", {"Hit Rate"}},
                {"victim_rate", {"Victim Rate"}},
            }};
}

} // namespace

const std::vector<CsvTableRule> &profilerCsvRules() {
    static const std::vector<CsvTableRule> rules = {kernels(),        operators(),    operatorStatistic(),
                                                    apiStatistic(),   stepTrace(),    memoryRecord(),
                                                    operatorMemory(), moduleMemory(), l2Cache()};
    return rules;
}

const CsvTableRule *profilerCsvRule(std::string_view stem) {
    for (const CsvTableRule &rule : profilerCsvRules())
        if (std::find(rule.stems.begin(), rule.stems.end(), stem) != rule.stems.end()) return &rule;
    return nullptr;
}

const CsvTableRule &taskTimeAsKernels() {
    static const CsvTableRule rule = {"kernels",
                                      {"task_time"},
                                      {
                                          {"device", {"Device_id"}},
                                          {"name", {"kernel_name"}},
                                          {"core", {"kernel_type"}},
                                          {"stream", {"stream_id"}},
                                          {"task", {"task_id"}},
                                          {"duration", {"task_time"}, "us"},
                                          {"start", {"task_start"}, "us"},
                                      }};
    return rule;
}

const std::vector<TableNeed> &tableNeeds() {
    static const std::vector<TableNeed> needs = {
        {"kernels", "kernel_details.csv or op_summary_*.csv", "", "", "statistics of kernels",
         "profile with the NPU activity and analyse the output"},
        {"kernels", "kernel_details.csv", "stream", "Stream ID", "kernels by stream", "profile at Level1 or above"},
        {"kernels", "kernel_details.csv", "input_shapes", "Input Shapes", "statistics by shape",
         "profile at Level1 or above"},
        {"kernels", "kernel_details.csv", "aic_mac_ratio", "aic_mac_ratio", "what bounds a kernel",
         "profile at Level1 or above with aic_metrics PipeUtilization"},
        {"step_trace", "step_trace_time.csv", "", "", "the producer's parts of each step",
         "it is written when the output is analysed as text or database"},
        {"communication_ops", "communication.json or analysis.db", "", "", "times of collectives and slow links",
         "profile at Level1 or above on more than one rank"},
        {"communication_matrix", "communication_matrix.json or analysis.db", "", "", "the matrix of ranks",
         "profile at Level1 or above on more than one rank"},
        {"memory_record", "memory_record.csv", "", "", "curves of memory", "profile with profile_memory"},
        {"operator_memory", "operator_memory.csv", "", "", "memory by operator", "profile with profile_memory"},
    };
    return needs;
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/derivedtables.h"

#include "engine/profile/profile.h"

namespace jitscope::inline analysis {

namespace {

struct Meaning {
    const char *table; ///< beginning of its name, "" for any
    const char *column;
    const char *meaning;
};
constexpr Meaning meanings[] = {
    {"operators_by_", "type", "Operator type"},
    {"operators_by_", "name", "Name of the kernel"},
    {"operators_by_", "core", "What the kernels ran on; \"several\" where they differ"},
    {"operators_by_", "input_shapes", "Shapes of the inputs"},
    {"operators_by_", "count", "Kernels of the group"},
    {"operators_by_", "total", "Sum of the durations on the device; kernels side by side count each"},
    {"operators_by_", "share",
     "Share of the sum over all computing kernels, as op_statistic.csv counts; collectives, which mostly wait, have "
     "none"},
    {"operators_by_", "mean", "Total by count"},
    {"operators_by_", "median", "Half of the kernels take less"},
    {"operators_by_", "wait",
     "Sum of the waits: from the end of the kernel before on the device, whatever its stream, to the begin"},
    {"operators_by_", "launch",
     "Sum of the times from the begin of the host's launch to that of the kernel, with what it waited in its queue; "
     "empty where no flow of the trace leads to one of the kernels"},
    {"operators_by_", "delta_mean", "Of single kernels; grey within noise"},
    {"operators_by_", "count_before", "Kernels of the group on the baseline rank"},
    {"host_api_calls", "delta_mean", "Of single calls; grey within noise"},
    {"host_api_calls", "count_before", "Calls on the baseline rank"},
    {"overlap", "delta_total",
     "Total here less that of the baseline rank; of one measurement it cannot be told whether "
     "that is noise"},
    {"pipes", "delta_mean", "Of single kernels; grey within noise"},
    {"pipes", "count_before", "Kernels of the group on the baseline rank"},
    {"memory_held", "delta_size", "Bytes here less those of the baseline rank at the same time; counted, not measured"},
    {"memory_held", "count_before", "Allocations on the baseline rank"},
    {"communication_ops", "delta_elapse",
     "Less that of the same operator on the baseline rank; of one measurement it cannot be told whether that is noise"},
    {"communication_ops", "delta_transit", "Less that of the same operator on the baseline rank"},
    {"communication_ops", "delta_wait",
     "Less that of the same operator on the baseline rank: who waits less came later"},
    {"communication_packets", "delta_total", "Less that of the same packets on the baseline rank"},
    {"step_parts", "delta_computing", "Less that of the same step on the baseline rank; grey within noise"},
    {"step_parts", "delta_communication_not_overlapped",
     "Less that of the same step on the baseline rank; grey within noise"},
    {"step_parts", "delta_free", "Less that of the same step on the baseline rank; grey within noise"},
    {"host_api_calls", "level", "Layer of the software: acl, model, node, communication, runtime"},
    {"host_api_calls", "name", "Function"},
    {"host_api_calls", "total", "Sum of the times from call to return; calls inside of calls count in both"},
    {"host_api_calls", "count", "Calls"},
    {"host_api_calls", "variance", "Mean squared distance from the mean, in square microseconds, as api_statistic.csv"},
    {"host_api_calls", "share", "Share of the sum of its level"},
    {"overlap", "part", "What the device does"},
    {"overlap", "total", "Union: where several overlap, the time counts once"},
    {"overlap", "stretches", "Stretches of time that the union consists of"},
    {"overlap", "longest", "The longest stretch"},
    {"overlap", "share", "Share of the time from the first kernel to the last"},
    {"step_parts", "step", "Step; 0 where the profile has none: all of it"},
    {"step_parts", "computing", "Time in which something computes, of stretches that begin in the step"},
    {"step_parts", "communication_not_overlapped", "Communication while nothing computes"},
    {"step_parts", "overlapped", "Communication while something computes: communication less not overlapped"},
    {"step_parts", "communication", "Time in which something communicates"},
    {"step_parts", "free", "Neither computing nor communicating, between the first kernel and the last"},
    {"step_parts", "stage",
     "Time of the pipeline stage without the bubble: for MindSpore from the first collective to the last, for "
     "torch_npu "
     "from the first device task of the step to the last"},
    {"step_parts", "bubble", "Waiting for other pipeline stages: sum of the receiving operators"},
    {"step_parts", "communication_not_overlapped_and_exclude_receive", "Not overlapped, less the bubble"},
    {"step_parts", "preparing", "From the begin of the step on the host to its first device task"},
    {"pipes", "share", "Share of the sum over all computing kernels"},
    {"communication_packets", "of_usual",
     "Of the bandwidth that such links reach in practice: HCCS 18, RDMA 12.5, PCIE 20 GB/s"},
    {"memory_held", "size", "Bytes that are held"},
    {"memory_held", "count", "Allocations"},
    {"", "delta_total", "Total here less that of the baseline rank; grey within noise"},
    {"", "count", "How many"},
    {"", "min", "Shortest"},
    {"", "max", "Longest"},
    {"", "mean", "Mean"},
    {"", "share", "Share of the sum"},
    {"", "device", "Device id"},
    {"", "aic_mac_ratio", "Share of the cycles in which the cube unit multiplies"},
    {"", "aic_scalar_ratio", "Share of the cycles in which the scalar unit of cube cores works"},
    {"", "aic_mte1_ratio", "Share of the cycles in which data moves from L1 to L0"},
    {"", "aic_mte2_ratio", "Share of the cycles in which data moves from global memory to a cube core"},
    {"", "aic_fixpipe_ratio", "Share of the cycles in which results leave L0C"},
    {"", "aiv_vec_ratio", "Share of the cycles in which the vector unit computes"},
    {"", "aiv_scalar_ratio", "Share of the cycles in which the scalar unit of vector cores works"},
    {"", "aiv_mte2_ratio", "Share of the cycles in which data moves from global memory to a vector core"},
    {"", "aiv_mte3_ratio", "Share of the cycles in which data moves from a vector core to global memory"},
    {"", "cube_utilization", "Share of the task's time in which cube cores are taken; not the rate of multiplications"},
};

struct Origin {
    const char *table, *file;
};
constexpr Origin origins[] = {
    {"kernels", "kernel_details.csv or op_summary_*.csv (in a database TASK and COMPUTE_TASK_INFO)"},
    {"host_api", "the CANN lanes of trace_view.json or CANN_API of a database (profiler level 1 or above)"},
    {"operators", "operator_details.csv"},
    {"op_statistic", "op_statistic.csv (profiler level 1 or above)"},
    {"api_statistic", "api_statistic.csv (profiler level 1 or above)"},
    {"step_trace", "step_trace_time.csv"},
    {"memory_record", "memory_record.csv or MEMORY_RECORD of a database (profile_memory=True)"},
    {"operator_memory", "operator_memory.csv or OP_MEMORY of a database (profile_memory=True)"},
    {"module_memory", "npu_module_mem.csv"},
    {"communication_ops", "communication.json or analysis.db (profiler level 1 or above, two ranks or more)"},
    {"communication_bandwidth", "communication.json or analysis.db (profiler level 1 or above, two ranks or more)"},
    {"communication_packets", "communication.json or analysis.db (profiler level 1 or above, two ranks or more)"},
    {"communication_matrix", "communication_matrix.json or analysis.db (profiler level 1 or above, two ranks or more)"},
    {"l2_cache", "l2_cache.csv (l2_cache=True)"},
};

} // namespace

std::string columnMeaning(std::string_view table, std::string_view column) {
    if (const TableSchema *schema = tableSchema(table))
        for (const ColumnSchema &each : schema->columns)
            if (column == each.name) return each.meaning;
    for (const Meaning &each : meanings)
        if (table.starts_with(each.table) && column == each.column) return each.meaning;
    return {};
}

std::string tableOrigin(std::string_view table) {
    for (const Origin &each : origins)
        if (table == each.table) return each.file;
    return {};
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
// The tables of a profile that analyses know, with what each column means.
#include "engine/profile/profile.h"

#include "engine/base/sizes.h"

#include <cassert>

namespace jitscope::inline profile {

const std::vector<TableSchema> &tableSchemas() {
    using enum ColumnType;
    static const std::vector<TableSchema> schemas = {
        {"kernels",
         "Tasks of the device that did work: one row a kernel or collective.",
         {
             {"step", Text, "", "Step of the training loop that it belongs to"},
             {"device", Integer, "", "Device id"},
             {"model", Integer, "", "Model id of a graph that was sunk as a whole"},
             {"stream", Integer, "", "Stream that it ran on"},
             {"task", Integer, "", "Task id in its stream"},
             {"context", Integer, "", "Sub-task of an FFTS+ task"},
             {"name", Text, "", "Name of the kernel; in graph mode the full name of the node"},
             {"type", Text, "", "Operator type"},
             {"state", Text, "", "Static or dynamic shape"},
             {"core", Text, "", "What it ran on: AI_CORE, AI_VECTOR_CORE, MIX_AIC, MIX_AIV, AI_CPU, COMMUNICATION"},
             {"start", Integer, "ns", "Begin on the device"},
             {"duration", Integer, "ns", "From begin to end on the device"},
             {"wait", Integer, "ns",
              "From the end of the kernel before on the device, whatever its stream, to the begin; 0 for the first"},
             {"blocks", Integer, "", "Blocks, one a core until all cores are taken"},
             {"mix_blocks", Integer, "", "Blocks on the other kind of core"},
             {"hf32", Text, "", "Whether float32 products may use HF32"},
             {"input_shapes", Text, "", "Shapes of the inputs: 2,3;3,4"},
             {"input_types", Text, "", "Element types of the inputs"},
             {"input_formats", Text, "", "Memory formats of the inputs"},
             {"output_shapes", Text, "", "Shapes of the outputs"},
             {"output_types", Text, "", "Element types of the outputs"},
             {"output_formats", Text, "", "Memory formats of the outputs"},
         }},
        {"host_api",
         "Calls of the host into CANN, one row a call.",
         {
             {"level", Text, "", "Layer: acl, model, node, communication, runtime"},
             {"name", Text, "", "Function"},
             {"start", Integer, "ns", "Begin on the host"},
             {"duration", Integer, "ns", "From call to return"},
             {"thread", Integer, "", "Thread id"},
             {"connection", Integer, "", "Number that the task has which it launched"},
         }},
        {"operators",
         "Operators of the framework on the host, one row a call.",
         {
             {"name", Text, "", "Operator"},
             {"input_shapes", Text, "", "Shapes of the inputs"},
             {"call_stack", Text, "", "Python lines, innermost first, one a line"},
             {"start", Integer, "ns", "Begin on the host"},
             {"thread", Integer, "", "Thread id"},
             {"host_self", Integer, "ns", "Host time without that of operators inside"},
             {"host_total", Integer, "ns", "Host time"},
             {"device_self", Integer, "ns", "Time of the kernels that it launched itself"},
             {"device_total", Integer, "ns", "The same with operators inside"},
             {"device_self_aicore", Integer, "ns", "Of device_self, kernels on AI cores"},
             {"device_total_aicore", Integer, "ns", "Of device_total, kernels on AI cores"},
         }},
        {"op_statistic",
         "Sums by operator type as the producer wrote them.",
         {
             {"device", Integer, "", "Device id"},
             {"type", Text, "", "Operator type"},
             {"core", Text, "", "What it ran on"},
             {"count", Integer, "", "Kernels"},
             {"total", Integer, "ns", "Sum of durations"},
             {"min", Integer, "ns", "Shortest"},
             {"mean", Integer, "ns", "Mean"},
             {"max", Integer, "ns", "Longest"},
             {"ratio", Real, "%", "Share of all"},
         }},
        {"api_statistic",
         "Sums of host calls as the producer wrote them.",
         {
             {"level", Text, "", "Layer"},
             {"name", Text, "", "Function"},
             {"total", Integer, "ns", "Sum of durations"},
             {"count", Integer, "", "Calls"},
             {"mean", Integer, "ns", "Mean"},
             {"min", Integer, "ns", "Shortest"},
             {"max", Integer, "ns", "Longest"},
             {"variance", Real, "", "Variance, in the producer's unit"},
         }},
        {"step_trace",
         "Parts of each step as the producer wrote them.",
         {
             {"step", Text, "", "Step"},
             {"computing", Real, "us", "Time in which something computes"},
             {"communication_not_overlapped", Real, "us", "Communication while nothing computes"},
             {"overlapped", Real, "us", "Communication while something computes"},
             {"communication", Real, "us", "Time in which something communicates"},
             {"free", Real, "us", "Neither"},
             {"stage", Real, "us", "Duration of the pipeline stage"},
             {"bubble", Real, "us", "Waiting for other pipeline stages"},
             {"communication_not_overlapped_and_exclude_receive", Real, "us", "Not overlapped, without the bubble"},
             {"preparing", Real, "us", "From the begin of the step on the host to its first device task"},
         }},
        {"memory_record",
         "Memory held by allocators, over time.",
         {
             {"component", Text, "", "Whose memory: PTA, GE, APP, WORKSPACE, MindSpore, ..."},
             {"time", Integer, "ns", "When"},
             {"allocated", Integer, "B", "In use by tensors"},
             {"reserved", Integer, "B", "Taken from the device"},
             {"active", Integer, "B", "In use, released memory that a stream still needs counted"},
             {"stream", Integer, "", "Stream handle"},
             {"device_type", Text, "", "NPU:0"},
         }},
        {"operator_memory",
         "Allocations by operator.",
         {
             {"name", Text, "", "Operator"},
             {"size", Integer, "B", "Size; negative for a release alone"},
             {"allocation_time", Integer, "ns", "When it was allocated"},
             {"release_time", Integer, "ns", "When it was released"},
             {"active_release_time", Integer, "ns", "When the last stream let it go"},
             {"duration", Integer, "ns", "From allocation to release"},
             {"active_duration", Integer, "ns", "From allocation to the last use"},
             {"allocation_allocated", Integer, "B", "Total allocated after the allocation"},
             {"allocation_reserved", Integer, "B", "Total reserved after the allocation"},
             {"allocation_active", Integer, "B", "Total active after the allocation"},
             {"release_allocated", Integer, "B", "Total allocated after the release"},
             {"release_reserved", Integer, "B", "Total reserved after the release"},
             {"release_active", Integer, "B", "Total active after the release"},
             {"stream", Integer, "", "Stream handle"},
             {"device_type", Text, "", "NPU:0"},
         }},
        {"module_memory",
         "Memory of the device's software modules, over time.",
         {
             {"component", Text, "", "Module"},
             {"time", Integer, "ns", "When"},
             {"reserved", Integer, "B", "Taken from the device"},
             {"device", Text, "", "Device"},
         }},
        {"communication_ops",
         "Collectives and transfers between ranks: one row an operator.",
         {
             {"step", Text, "", "Step"},
             {"kind", Text, "", "collective or p2p"},
             {"name", Text, "", "Operator"},
             {"group", Text, "", "Communication group"},
             {"start", Integer, "ns", "Begin on the device"},
             {"elapse", Integer, "ns", "From begin to end"},
             {"transit", Integer, "ns", "Time in which data moves on the first plane, as the producer counts"},
             {"wait", Integer, "ns", "Waiting for other ranks"},
             {"synchronization", Integer, "ns", "Waiting before the first transfer: for ranks that come late"},
             {"idle", Integer, "ns", "Neither moving nor waiting on the first plane; others may move data"},
         }},
        {"communication_bandwidth",
         "What each communication operator moved over each kind of link.",
         {
             {"step", Text, "", "Step"},
             {"kind", Text, "", "collective or p2p"},
             {"name", Text, "", "Operator"},
             {"group", Text, "", "Communication group"},
             {"transport", Text, "", "Kind of link: HCCS, RDMA, PCIE, SDMA, SIO"},
             {"transit_size", Real, trafficUnit, "Bytes moved (the producer counts 1 MB as 1,000,000)"},
             {"transit_time", Integer, "ns", "Time in which they moved"},
             {"bandwidth", Real, "GB/s", "transit_size / transit_time, as the producer wrote it"},
             {"large_packet_ratio", Real, "", "Share of transfers that are large enough to reach the link's speed"},
         }},
        {"communication_packets",
         "Transfers by size.",
         {
             {"step", Text, "", "Step"},
             {"name", Text, "", "Operator"},
             {"group", Text, "", "Communication group"},
             {"transport", Text, "", "Kind of link"},
             {"package_size", Real, trafficUnit, "Size of one transfer"},
             {"count", Integer, "", "Transfers"},
             {"total", Integer, "ns", "Sum of their durations"},
         }},
        {"communication_matrix",
         "What moved between two ranks.",
         {
             {"step", Text, "", "Step"},
             {"kind", Text, "", "collective or p2p"},
             {"name", Text, "", "Operator class: allreduce-top1, ..., total"},
             {"group", Text, "", "Communication group"},
             {"op_name", Text, "", "Operator"},
             {"source", Integer, "", "Rank that sends"},
             {"target", Integer, "", "Rank that receives"},
             {"transport", Text, "", "Kind of link; LOCAL for a copy on the same device"},
             {"transit_size", Real, trafficUnit, "Bytes moved"},
             {"transit_time", Integer, "ns", "Time in which they moved"},
             {"bandwidth", Real, "GB/s", "As the producer wrote it"},
         }},
        {"l2_cache",
         "Hits in the L2 cache by task.",
         {
             {"stream", Integer, "", "Stream"},
             {"task", Integer, "", "Task id"},
             {"name", Text, "", "Operator"},
             {"hit_rate", Real, "", "Share of accesses that hit"},
             {"victim_rate", Real, "", "Lines evicted by access; may be above 1"},
         }},
        {"steps",
         "Steps of the training loop on the host.",
         {
             {"step", Text, "", "Step: what stands behind ProfilerStep#"},
             {"start", Integer, "ns", "Begin on the host"},
             {"end", Integer, "ns", "End on the host"},
         }},
    };
    return schemas;
}

const TableSchema *tableSchema(std::string_view name) {
    for (const auto *schemas : {&tableSchemas(), &kernelTableSchemas()})
        for (const TableSchema &schema : *schemas)
            if (schema.name == name) return &schema;
    return nullptr;
}

DataTable makeTable(std::string_view name) {
    const TableSchema *schema = tableSchema(name);
    assert(schema != nullptr);
    DataTable table{std::string(name)};
    for (const ColumnSchema &column : schema->columns)
        table.addColumn(column.name, column.type, column.unit);
    return table;
}

const DataTable *Profile::table(std::string_view name) const {
    for (const DataTable &each : tables)
        if (each.name() == name) return &each;
    return nullptr;
}

} // namespace jitscope::inline profile

// SPDX-License-Identifier: Apache-2.0
// ascend_mindspore_profiler_{rank}.db of a simulated run: the tables of schema 1.2.0, those without anything to say
// empty, as the profiler leaves them.
#include "engine/ascend/profilerdata.h"
#include "engine/ascend/profilerschema.h"
#include "engine/ascend/sqlfile.h"
#include "engine/base/text.h"

#include <map>

namespace jitscope::inline ascend {

namespace {

constexpr int64_t noConnection = 4294967295, noModel = 4294967295, noContext = 4294967295;

class ProfilerDatabase {
public:
    ProfilerDatabase(const ProfilerData &data, const std::string &path)
        : m_data(data)
        , m_file(path, schemaTables()) {}

    Result<void> write() {
        addFacts();
        addCalls();
        addTasks();
        addMemory();
        addCounters();
        addOverlap();
        addTexts();
        m_file.run("CREATE INDEX TaskIndex ON TASK (startNs, globalTaskId)");
        m_file.run("CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId)");
        return m_file.finish();
    }

private:
    void row(const char *table, std::initializer_list<SqlCell> cells) { m_file.row(table, cells); }
    int64_t text(const std::string &value) { return m_texts.emplace(value, int64_t(m_texts.size())).first->second; }
    int64_t textOrNone(const std::string &value) { return text(value.empty() ? "N/A" : value); }

    void addFacts() {
        row("SESSION_TIME_INFO", {m_data.beginNs, m_data.endNs});
        row("NPU_INFO", {int64_t(m_data.device), m_data.model->name + " (simulated)"});
        row("RANK_DEVICE_MAP", {int64_t(m_data.ranks > 1 ? m_data.rank : -1), int64_t(m_data.device)});
        row("HOST_INFO", {std::string("0"), std::string("simulated")});
        const std::pair<const char *, const char *> facts[] = {
            {"SCHEMA_VERSION", "1.2.0"},
            {"SCHEMA_VERSION_MAJOR", "1"},
            {"SCHEMA_VERSION_MINOR", "2"},
            {"SCHEMA_VERSION_MICRO", "0"},
            {"SIMULATED", "1"},
            {"ENV_VARIABLES", "{}"},
            {"SIMULATED_BY", "JitScope"},
        };
        for (const auto &[name, value] : facts)
            row("META_DATA", {std::string(name), std::string(value)});
        row("META_DATA", {std::string("SIMULATED_MODEL"), m_data.model->name});
        for (const SchemaEnum &each : schemaEnums())
            for (const auto &[id, name] : each.values)
                row(each.table, {int64_t(id), std::string(name)});
    }

    int64_t globalTid(int thread) const { return (m_data.pid << 32) | m_data.thread(thread); }

    void addCalls() {
        // Each call has a number of its own; those that launch nothing get one that no task has.
        int64_t unused = 0;
        for (const HostCall &call : m_data.run->calls)
            unused = std::max(unused, call.connection + 1);
        for (const HostCall &call : m_data.run->calls) {
            const std::string level(levelName(call.layer));
            if (level.empty()) continue;
            const int64_t start = m_data.at(call.startNs);
            row("CANN_API",
                {start, start + call.durationNs, int64_t(enumValue("ENUM_API_TYPE", level)), globalTid(call.thread),
                 call.connection >= 0 ? call.connection : unused++, text(call.name.substr(call.name.find('@') + 1))});
        }
    }

    void addTasks() {
        for (int64_t id = 0; id < int64_t(m_data.run->tasks.size()); ++id) {
            const SimulatedTask &task = m_data.run->tasks[size_t(id)];
            const int64_t start = m_data.at(task.startNs);
            if (task.work.core == KernelCore::Collective) {
                addCollective(id, task);
                continue;
            }
            row("TASK", {start, start + task.durationNs, int64_t(m_data.device),
                         task.connection >= 0 ? task.connection : noConnection, id, m_data.pid,
                         text(std::string(coreText(*m_data.model, task))), noContext, int64_t(task.stream), task.task,
                         task.model >= 0 ? task.model : noModel});
            if (task.isKernel()) addKernel(id, task);
            if (task.work.core == KernelCore::Copy && !task.isEvent)
                row("MEMCPY_INFO",
                    {id, int64_t(task.bytes), int64_t(enumValue("ENUM_MEMCPY_OPERATION", "host to device"))});
        }
    }

    void addKernel(int64_t id, const SimulatedTask &task) {
        row("COMPUTE_TASK_INFO", {text(task.name), id, int64_t(task.time.blocks), int64_t(task.time.mixBlocks),
                                  text(std::string(coreText(*m_data.model, task))), text(kernelType(task)),
                                  textOrNone(formatsText(task.inputs)), textOrNone(typesText(task.inputs)),
                                  textOrNone(shapesText(task.inputs)), textOrNone(formatsText(task.outputs)),
                                  textOrNone(typesText(task.outputs)), textOrNone(shapesText(task.outputs)),
                                  text("N/A"), text("dynamic"), text("NO"), int64_t(0), int64_t(0)});
        const PipeCounters counters = pipeCounters(*m_data.model, task.work, task.time);
        for (const ProfilerCounter &column : counterColumns(*m_data.model))
            row("TASK_PMU_INFO",
                {id, text(pmuName(column)), std::stod(decimals(column.value(counters), column.digits))});
    }
    /** The database calls the time of a core otherwise than the text does. */
    static std::string pmuName(const ProfilerCounter &column) {
        const std::string name = column.name;
        return name == "aicore_time" ? "aic_total_time" : name == "aiv_time" ? "aiv_total_time" : name;
    }

    void addCollective(int64_t id, const SimulatedTask &task) {
        const int64_t start = m_data.at(task.startNs), end = start + task.durationNs;
        const int64_t count = task.inputs.empty() ? 0 : task.inputs[0].count();
        const std::string dtype = typesText(task.inputs);
        const int64_t type = enumValue("ENUM_HCCL_DATA_TYPE", dtype == "FLOAT"     ? "FP32"
                                                              : dtype == "FLOAT16" ? "FP16"
                                                                                   : "BFP16");
        row("COMMUNICATION_OP",
            {text(task.name), start, end, task.connection, text(simulatedGroup), id, int64_t(0), int64_t(0), type,
             text("RING"), count, text(kernelType(task)), int64_t(m_data.device), int64_t(m_data.ranks)});
        row("TASK", {start, end, int64_t(m_data.device), task.connection, id, m_data.pid, text("SDMA_SQE"), noContext,
                     int64_t(task.stream), task.task, noModel});
        const int64_t next = m_data.ranks > 0 ? (m_data.rank + 1) % m_data.ranks : 0;
        row("COMMUNICATION_TASK_INFO",
            {text(task.name), id, text("Memcpy"), int64_t(0), text(simulatedGroup), int64_t(-1),
             int64_t(enumValue("ENUM_HCCL_RDMA_TYPE", "INVALID_TYPE")), int64_t(m_data.rank), next,
             int64_t(enumValue("ENUM_HCCL_TRANSPORT_TYPE", "SDMA")), int64_t(task.bytes), type,
             int64_t(enumValue("ENUM_HCCL_LINK_TYPE", "HCCS")), id, int64_t(1),
             task.bytes * 1e9 / double(task.durationNs)});
    }

    void addMemory() {
        const int64_t device = m_data.device, app = text("app"), whole = text("device");
        int64_t reserved = -1;
        for (const MemoryEvent &event : m_data.run->memory) {
            const int64_t time = m_data.at(event.timeNs);
            row("NPU_MEM", {app, int64_t(0), event.allocated, time, device});
            row("NPU_MEM", {whole, int64_t(0), event.reserved, time, device});
            row("NPU_OP_MEM",
                {text(event.name), event.tensor, text(event.bytes > 0 ? "allocate" : "release"), std::abs(event.bytes),
                 time, globalTid(1), event.allocated, event.reserved, text("MindSpore"), device});
            if (event.reserved != reserved)
                row("NPU_MODULE_MEM", {int64_t(enumValue("ENUM_MODULE", "APP")), time, event.reserved, device});
            reserved = event.reserved;
        }
    }

    void addCounters() {
        const int64_t device = m_data.device, read = text("read"), write = text("write");
        bool hasClock = false;
        for (const SimulatedTask &task : m_data.run->tasks) {
            if (!task.isKernel() || task.durationNs <= 0) continue;
            const int64_t begin = m_data.at(task.startNs), end = m_data.at(task.endNs());
            if (!std::exchange(hasClock, true))
                row("AICORE_FREQ", {device, begin, int64_t(m_data.model->clockMHz), int64_t(0)});
            const double perSecond = 1e9 / double(task.durationNs);
            row("HBM", {device, begin, task.work.readBytes * (1 - task.l2HitRate) * perSecond, int64_t(0), read});
            row("HBM", {device, end, 0.0, int64_t(0), read});
            row("HBM", {device, begin, task.work.writtenBytes * perSecond, int64_t(0), write});
            row("HBM", {device, end, 0.0, int64_t(0), write});
        }
    }

    void addOverlap() {
        struct Kind {
            const char *name;
            const Intervals *stretches;
        };
        const Kind kinds[] = {{"COMPUTE", &m_data.overlap.computing},
                              {"COMMUNICATION", &m_data.overlap.communication},
                              {"COMM_NOT_OVERLAP_COMP", &m_data.overlap.notOverlapped},
                              {"FREE", &m_data.overlap.free}};
        int64_t id = 0;
        for (const Kind &kind : kinds)
            for (const Interval &each : *kind.stretches)
                row("OVERLAP_ANALYSIS", {id++, int64_t(m_data.device), each.beginNs, each.endNs,
                                         int64_t(enumValue("ENUM_OVERLAP_ANALYSIS_TYPE", kind.name))});
    }

    void addTexts() {
        for (const auto &[value, id] : m_texts)
            row("STRING_IDS", {id, value});
    }

    const ProfilerData &m_data;
    SqlFile m_file;
    std::map<std::string, int64_t> m_texts;
};

} // namespace

Result<void> writeProfilerDatabase(const ProfilerData &data, const std::string &path) {
    return ProfilerDatabase(data, path).write();
}

} // namespace jitscope::inline ascend

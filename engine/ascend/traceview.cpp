// SPDX-License-Identifier: Apache-2.0
// trace_view.json of a simulated run: one event after the other in the dialect that MindSpore's profiler writes, every
// process labelled as simulated.
#include "engine/ascend/profilerdata.h"

#include "engine/base/text.h"

#include <map>

namespace jitscope::inline ascend {

namespace {

/** A process of the file: its place in the order of lanes makes its id, except those of the framework. */
struct Process {
    const char *name;
    int sort;
    int64_t fixedPid; ///< 0: made of the program's id, the order and the device
    bool isHost;
};
constexpr Process mindSpore{"MindSpore", 1, 1, true};
constexpr Process cpuOp{"CPU OP", 2, 2, true};
constexpr Process scopeLayer{"Scope Layer", 12, 3, true};
constexpr Process cann{"CANN", 7, 0, true};
constexpr Process hardware{"Ascend Hardware", 14, 0, false};
constexpr Process frequency{"AI Core Freq", 15, 0, false};
constexpr Process communication{"Communication", 16, 0, false};
constexpr Process memory{"NPU MEM", 17, 0, false};
constexpr Process hbm{"HBM", 18, 0, false};
constexpr Process overlap{"Overlap Analysis", 31, 0, false};

class TraceView {
public:
    explicit TraceView(const ProfilerData &data)
        : m_data(data) {}

    std::string text() {
        addFramework();
        addCann();
        addHardware();
        addCounters();
        addCommunication();
        addOverlap();
        return "[" + m_text + "]";
    }

private:
    int64_t pidOf(const Process &process) const {
        if (process.fixedPid > 0) return process.fixedPid;
        return (m_data.pid << 10) | (int64_t(process.sort) << 5) | (process.isHost ? 31 : m_data.device);
    }
    void event(const std::string &body) { m_text += (m_text.empty() ? "{" : ", {") + body + "}"; }
    void meta(const Process &process, int64_t tid, const char *what, const char *key, const std::string &value) {
        event(format("\"name\": \"%s\", \"pid\": %lld, \"tid\": %lld, \"args\": {\"%s\": ", what,
                     static_cast<long long>(pidOf(process)), static_cast<long long>(tid), key) +
              value + "}, \"ph\": \"M\"");
    }
    void begin(const Process &process) {
        meta(process, 0, "process_name", "name", jsonQuoted(process.name));
        meta(process, 0, "process_labels", "labels",
             process.isHost ? std::string("\"CPU (simulated)\"") : format("\"NPU %d (simulated)\"", m_data.device));
        meta(process, 0, "process_sort_index", "sort_index", std::to_string(process.sort));
    }
    void thread(const Process &process, int64_t tid, const std::string &name) {
        meta(process, tid, "thread_name", "name", jsonQuoted(name));
        meta(process, tid, "thread_sort_index", "sort_index", std::to_string(tid));
    }
    /** A slice as msprof writes it; its duration is a number. */
    void slice(const Process &process, int64_t tid, const std::string &name, int64_t startNs, int64_t durationNs,
               const std::string &args) {
        event(format(
                  "\"name\": %s, \"pid\": %lld, \"tid\": %lld, \"ts\": \"%s\", \"dur\": %s, \"ph\": \"X\", \"args\": {",
                  jsonQuoted(name).c_str(), static_cast<long long>(pidOf(process)), static_cast<long long>(tid),
                  usText(m_data.at(startNs)).c_str(), usNumber(durationNs).c_str()) +
              args + "}");
    }
    /** One of the framework; its duration is a text. */
    void frameworkSlice(int64_t tid, const std::string &name, int64_t startNs, int64_t durationNs) {
        event(format("\"ph\": \"X\", \"name\": %s, \"pid\": 1, \"tid\": %lld, \"ts\": \"%s\", \"dur\": \"%s\", "
                     "\"cat\": \"\", \"args\": {}",
                     jsonQuoted(name).c_str(), static_cast<long long>(tid), usText(m_data.at(startNs)).c_str(),
                     usText(durationNs).c_str()));
    }
    void flowEnd(const char *phase, const std::string &name, const Process &process, int64_t tid, int64_t ns,
                 const std::string &id, const char *category) {
        event(format("\"name\": \"%s\", \"bp\": \"e\", \"ph\": \"%s\", \"ts\": \"%s\", \"pid\": %lld, \"tid\": %lld, "
                     "\"id\": \"%s\", \"cat\": \"%s\"",
                     name.c_str(), phase, usText(m_data.at(ns)).c_str(), static_cast<long long>(pidOf(process)),
                     static_cast<long long>(tid), id.c_str(), category));
    }

    void addFramework() {
        begin(mindSpore);
        thread(mindSpore, m_data.thread(0), format("Thread %lld", static_cast<long long>(m_data.thread(0))));
        thread(mindSpore, m_data.thread(1), format("Thread %lld", static_cast<long long>(m_data.thread(1))));
        begin(cpuOp);
        begin(scopeLayer);
        for (const StepTime &step : m_data.run->steps)
            frameworkSlice(m_data.thread(0), "Python::PythonObserved::ProfilerStep#" + std::to_string(step.number),
                           step.startNs, step.endNs - step.startNs);
        for (const HostCall &call : m_data.run->calls)
            if (levelName(call.layer).empty())
                frameworkSlice(m_data.thread(call.thread), call.name, call.startNs, call.durationNs);
    }

    void addCann() {
        begin(cann);
        thread(cann, m_data.thread(1), format("Thread %lld", static_cast<long long>(m_data.thread(1))));
        for (const HostCall &call : m_data.run->calls) {
            const std::string level(levelName(call.layer));
            if (level.empty()) continue;
            slice(cann, m_data.thread(call.thread), call.name, call.startNs, call.durationNs,
                  format("\"Thread Id\": %lld, \"Mode\": \"launch\", \"level\": \"%s\", \"id\": \"%s\", \"item_id\": "
                         "\"0\", \"connection_id\": %s",
                         static_cast<long long>(m_data.thread(call.thread)), level.c_str(),
                         call.name.substr(call.name.find('@') + 1).c_str(), connectionText(call.connection).c_str()));
        }
    }
    static std::string connectionText(int64_t connection) {
        return connection < 0 ? std::string("18446744073709551615") : std::to_string(connection);
    }

    void addHardware() {
        begin(hardware);
        std::map<int, bool> streams;
        for (const SimulatedTask &task : m_data.run->tasks)
            if (task.work.core != KernelCore::Collective) streams[task.stream] = true;
        for (const auto &[stream, isThere] : streams)
            thread(hardware, stream, format("Stream %d", stream));
        std::map<int64_t, bool> arrows;
        for (size_t i = 0; i < m_data.run->tasks.size(); ++i) {
            const SimulatedTask &task = m_data.run->tasks[i];
            if (task.work.core == KernelCore::Collective) continue;
            slice(hardware, task.stream, task.name, task.startNs, task.durationNs, hardwareArgs(i));
            const bool isFirst = arrows.emplace(task.connection, true).second;
            if (task.mode == LaunchMode::Sink && !isFirst) continue;
            addArrows(i, hardware, task.stream);
        }
    }
    std::string hardwareArgs(size_t index) const {
        const SimulatedTask &task = m_data.run->tasks[index];
        std::string args = format(
            "\"Model Id\": %lld, \"Task Type\": \"%s\", \"Physic Stream Id\": %d, \"Task Id\": %lld, \"Batch Id\": "
            "0, \"Subtask Id\": 4294967295, \"connection_id\": %s",
            static_cast<long long>(task.model >= 0 ? task.model : 4294967295),
            std::string(coreText(*m_data.model, task)).c_str(), task.stream, static_cast<long long>(task.task),
            connectionText(task.connection).c_str());
        if (task.work.core == KernelCore::Copy && !task.isEvent)
            args += format(", \"size(B)\": %.0f, \"bandwidth(GB/s)\": %s, \"operation\": \"host to device\"",
                           task.bytes, decimals(task.bytes / double(task.durationNs), 4).c_str());
        if (m_data.queued[index] >= 0)
            args += ", \"mindspore_op\": " + jsonQuoted(m_data.run->calls[size_t(m_data.queued[index])].name);
        return args + ", \"simulated\": true";
    }

    /** From the call into CANN, and from the framework's task, to the device. */
    void addArrows(size_t index, const Process &process, int64_t tid) {
        const SimulatedTask &task = m_data.run->tasks[index];
        if (m_data.api[index] < 0) return;
        const HostCall &api = m_data.run->calls[size_t(m_data.api[index])];
        const std::string id = std::to_string(task.connection << 32), name = "HostToDevice" + id;
        flowEnd("s", name, cann, m_data.thread(api.thread), api.startNs, id, "HostToDevice");
        flowEnd("f", name, process, tid, task.startNs, id, "HostToDevice");
        if (m_data.queued[index] < 0) return;
        const HostCall &queued = m_data.run->calls[size_t(m_data.queued[index])];
        const std::string deviceTime = usText(m_data.at(task.startNs));
        flowEnd("s", "mindspore_to_npu", mindSpore, m_data.thread(queued.thread), queued.startNs, deviceTime,
                "async_npu");
        flowEnd("f", "mindspore_to_npu", process, tid, task.startNs, deviceTime, "async_npu");
    }

    void sample(const Process &process, const char *name, int64_t ns, const char *key, const std::string &value) {
        event(
            format("\"name\": \"%s\", \"ts\": \"%s\", \"pid\": %lld, \"tid\": 0, \"args\": {\"%s\": %s}, \"ph\": \"C\"",
                   name, usText(m_data.at(ns)).c_str(), static_cast<long long>(pidOf(process)), key, value.c_str()));
    }

    void addCounters() {
        begin(frequency);
        bool hasClock = false;
        begin(hbm);
        for (const SimulatedTask &task : m_data.run->tasks) {
            if (!task.isKernel() || task.durationNs <= 0) continue;
            if (!std::exchange(hasClock, true))
                sample(frequency, "AI Core Freq", task.startNs, "MHz", decimals(m_data.model->clockMHz, 0));
            const double perNs = 1e3 / double(task.durationNs); // bytes a ns are GB/s
            sample(hbm, "HBM 0/Read", task.startNs, "Read(MB/s)",
                   decimals(task.work.readBytes * (1 - task.l2HitRate) * perNs, 3));
            sample(hbm, "HBM 0/Read", task.endNs(), "Read(MB/s)", "0.0");
            sample(hbm, "HBM 0/Write", task.startNs, "Write(MB/s)", decimals(task.work.writtenBytes * perNs, 3));
            sample(hbm, "HBM 0/Write", task.endNs(), "Write(MB/s)", "0.0");
        }
        begin(memory);
        for (const MemoryEvent &event : m_data.run->memory) {
            sample(memory, "APP/HBM", event.timeNs, "KB", decimals(double(event.allocated) / 1024, 3));
            sample(memory, "Device/HBM", event.timeNs, "KB", decimals(double(event.reserved) / 1024, 3));
        }
    }

    void addCommunication() {
        bool hasBegun = false;
        for (size_t i = 0; i < m_data.run->tasks.size(); ++i) {
            const SimulatedTask &task = m_data.run->tasks[i];
            if (task.work.core != KernelCore::Collective) continue;
            if (!std::exchange(hasBegun, true)) {
                begin(communication);
                thread(communication, 0, std::string("Group ") + simulatedGroup + " Communication");
            }
            slice(communication, 0, task.name, task.startNs, task.durationNs,
                  format("\"connection_id\": %lld, \"model id\": 4294967295, \"data_type\": \"%s\", \"alg_type\": "
                         "\"RING\", \"count\": %lld, \"relay\": \"no\", \"retry\": \"no\", \"simulated\": true",
                         static_cast<long long>(task.connection), typesText(task.inputs).c_str(),
                         static_cast<long long>(task.inputs.empty() ? 0 : task.inputs[0].count())));
            addArrows(i, communication, 0);
        }
    }

    void addOverlap() {
        struct Lane {
            const char *name;
            const Intervals *stretches;
        };
        const Lane lanes[] = {{"Computing", &m_data.overlap.computing},
                              {"Communication", &m_data.overlap.communication},
                              {"Communication(Not Overlapped)", &m_data.overlap.notOverlapped},
                              {"Free", &m_data.overlap.free}};
        begin(overlap);
        for (int64_t tid = 0; tid < 4; ++tid) {
            thread(overlap, tid, lanes[tid].name);
            for (const Interval &each : *lanes[tid].stretches)
                slice(overlap, tid, lanes[tid].name, each.beginNs - m_data.shiftNs, each.length(), "");
        }
    }

    const ProfilerData &m_data;
    std::string m_text;
};

} // namespace

std::string traceViewJson(const ProfilerData &data) {
    return TraceView(data).text();
}

} // namespace jitscope::inline ascend

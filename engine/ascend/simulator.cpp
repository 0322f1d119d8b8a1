// SPDX-License-Identifier: Apache-2.0
// The records of a simulated run as lanes of a timeline, in the words and order of the real profiler's.
#include "engine/ascend/simulator.h"

#include "engine/analysis/intervals.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace jitscope::inline ascend {

namespace {

/** The headings, behind the lanes of the compile and the host. */
struct Heading {
    const char *name;
    int order;
    LaneKind kind;
};
constexpr Heading framework{"MindSpore", 30, LaneKind::Framework};
constexpr Heading cann{"CANN", 31, LaneKind::HostApi};
constexpr Heading hardware{"Ascend Hardware", 32, LaneKind::Stream};
constexpr Heading frequency{"AI Core Freq", 33, LaneKind::Counters};
constexpr Heading communication{"Communication", 34, LaneKind::Communication};
constexpr Heading memory{"NPU MEM", 35, LaneKind::Counters};
constexpr Heading hbm{"HBM", 36, LaneKind::Counters};
constexpr Heading overlap{"Overlap Analysis", 37, LaneKind::Overlap};

class LaneWriter {
public:
    LaneWriter(const DeviceModel &model, const Session &part)
        : m_model(model)
        , m_part(part) {}

    Trace write(const DeviceRun &run, StreamState &state) {
        addCalls(run);
        addTasks(run);
        addFlows(run);
        addOverlap(run, state);
        addCounters(run);
        return std::move(m_trace);
    }

private:
    TrackId lane(const Heading &heading, const std::string &name, int64_t number) {
        const std::string process = format("%s (%s, simulated)", heading.name, m_model.name.c_str());
        for (const Track &track : m_trace.tracks())
            if (track.process == process && track.name == name) return track.id;
        Track track;
        track.process = process;
        track.name = name;
        track.sortKey = heading.order;
        track.simulated = true;
        track.kind = heading.kind;
        track.number = number;
        return m_trace.addTrack(track);
    }

    SliceLink linkOf(int64_t number) const {
        const auto op = m_part.op(number);
        if (!op) return {};
        return {.op = op->number, .compilation = op->compilation, .node = op->node.value};
    }

    void addCalls(const DeviceRun &run) {
        for (const StepTime &step : run.steps)
            m_trace.addSlice(lane(framework, "Thread main", 0),
                             "Python::PythonObserved::ProfilerStep#" + std::to_string(step.number), "", step.startNs,
                             step.endNs - step.startNs);
        for (const HostCall &call : run.calls) {
            const std::string_view level = levelName(call.layer);
            const TrackId track = level.empty()
                                      ? lane(framework, call.thread == 0 ? "Thread main" : "Thread launch", call.thread)
                                      : lane(cann, "Thread launch", call.thread);
            const SliceId slice =
                m_trace.addSlice(track, call.name, level, call.startNs, call.durationNs, linkOf(call.op));
            if (call.layer == HostCall::Layer::Queue) m_queued = slice;
            if (call.connection < 0) continue;
            m_launches[call.connection] = {slice, m_queued};
        }
    }

    void addTasks(const DeviceRun &run) {
        for (const SimulatedTask &task : run.tasks) {
            const std::string_view type = task.isEvent ? "EVENT_WAIT" : toString(task.work.core);
            const bool isCollective = task.work.core == KernelCore::Collective;
            const TrackId track = isCollective ? lane(communication, "Group simulated Communication", task.stream)
                                               : lane(hardware, format("Stream %d", task.stream), task.stream);
            const SliceLink link{.op = task.op, .compilation = task.compilation, .node = task.node};
            const SliceId slice = m_trace.addSlice(track, task.name, type, task.startNs, task.durationNs, link);
            describe(slice, task, type);
            m_tasks.push_back(slice);
        }
    }

    void describe(SliceId slice, const SimulatedTask &task, std::string_view type) {
        const auto add = [&](const char *key, const std::string &value) { m_trace.addArgument(slice, key, value); };
        add("Task Type", std::string(type));
        add("Physic Stream Id", std::to_string(task.stream));
        add("Task Id", std::to_string(task.task));
        if (task.connection >= 0) add("connection_id", std::to_string(task.connection));
        if (task.bytes > 0) add("size(B)", shortestNumber(task.bytes));
        if (task.isKernel()) {
            const auto op = m_part.op(task.op);
            if (op) add("Inputs", op->operands);
            if (op) add("Output", op->result);
            add("Block Num", std::to_string(task.time.blocks));
            add("FLOP", shortestNumber(task.work.flops));
            add("Bytes", shortestNumber(task.work.bytes()));
            add("L2 hits", format("%.0f %%", task.l2HitRate * 100));
            add("Bound by", boundBy(task.time));
            add("Compute", humanTime(std::llround(task.time.computeUs * 1e3)));
            add("Memory", humanTime(std::llround(task.time.memoryUs * 1e3)));
            add("Launch", humanTime(std::llround(task.time.launchUs * 1e3)));
        }
        add("Source", "simulated: " + m_model.name);
    }

    void addFlows(const DeviceRun &run) {
        for (size_t i = 0; i < run.tasks.size(); ++i) {
            const auto launch = m_launches.find(run.tasks[i].connection);
            if (launch == m_launches.end()) continue;
            m_trace.addFlow(launch->second.api, m_tasks[i], "HostToDevice", "HostToDevice");
            if (launch->second.framework.valid() && run.tasks[i].isKernel())
                m_trace.addFlow(launch->second.framework, m_tasks[i], "mindspore_to_npu", "async_npu");
            // A graph that was sunk is launched once: the arrow leads to its first kernel.
            if (run.tasks[i].mode == LaunchMode::Sink) m_launches.erase(launch);
        }
    }

    /** Derived lanes up to where the compute stream is: what comes later begins behind it. */
    void addOverlap(const DeviceRun &run, StreamState &state) {
        Intervals computing, talking;
        for (const auto &[begin, end] : state.openCommunication)
            talking.push_back({begin, end});
        int64_t first = state.derivedNs, last = state.derivedNs;
        for (const SimulatedTask &task : run.tasks) {
            if (task.durationNs <= 0 || task.isEvent || task.work.core == KernelCore::Copy) continue;
            if (task.isKernel()) computing.push_back({task.startNs, task.endNs()});
            if (task.work.core == KernelCore::Collective) talking.push_back({task.startNs, task.endNs()});
            if (first < 0 || (state.derivedNs < 0 && task.startNs < first)) first = task.startNs;
            if (task.stream == computeStream) last = std::max(last, task.endNs());
        }
        if (last <= first || first < 0) return;
        const Interval drawn{first, last};
        computing = clipped(unite(computing), drawn);
        talking = unite(talking);
        state.openCommunication.clear();
        for (const Interval &each : clipped(talking, {last, std::numeric_limits<int64_t>::max()}))
            state.openCommunication.emplace_back(each.beginNs, each.endNs);
        talking = clipped(talking, drawn);
        const Intervals alone = difference(talking, computing);
        Intervals both = computing;
        both.insert(both.end(), talking.begin(), talking.end());
        addStretches("Computing", computing);
        addStretches("Communication", talking);
        addStretches("Communication(Not Overlapped)", alone);
        addStretches("Free", difference({drawn}, unite(both)));
        state.derivedNs = last;
    }
    void addStretches(const char *name, const Intervals &stretches) {
        for (const Interval &each : stretches)
            m_trace.addSlice(lane(overlap, name, -1), name, "", each.beginNs, each.length());
    }

    void addCounters(const DeviceRun &run) {
        Counter clock{TrackId(), "AI Core Freq", "MHz", {}};
        Counter read{TrackId(), "Read", "GB/s", {}}, write{TrackId(), "Write", "GB/s", {}};
        for (const SimulatedTask &task : run.tasks) {
            if (!task.isKernel() || task.durationNs <= 0) continue;
            if (clock.samples.empty()) clock.samples.push_back({task.startNs, m_model.clockMHz});
            const double ns = double(task.durationNs);
            read.samples.push_back({task.startNs, task.work.readBytes * (1 - task.l2HitRate) / ns});
            read.samples.push_back({task.endNs(), 0});
            write.samples.push_back({task.startNs, task.work.writtenBytes / ns});
            write.samples.push_back({task.endNs(), 0});
        }
        if (clock.samples.empty()) return;
        clock.track = lane(frequency, "AI Core Freq", -1);
        read.track = write.track = lane(hbm, "HBM", -1);
        m_trace.addCounter(std::move(clock));
        m_trace.addCounter(std::move(read));
        m_trace.addCounter(std::move(write));
        if (run.memory.empty()) return;
        Counter allocated{lane(memory, "NPU MEM", -1), "Allocated", "MB", {}};
        Counter reserved{allocated.track, "Reserved", "MB", {}};
        for (const MemoryEvent &event : run.memory) {
            allocated.samples.push_back({event.timeNs, double(event.allocated) / 1048576});
            reserved.samples.push_back({event.timeNs, double(event.reserved) / 1048576});
        }
        m_trace.addCounter(std::move(allocated));
        m_trace.addCounter(std::move(reserved));
    }

    struct Launch {
        SliceId api, framework;
    };
    const DeviceModel &m_model;
    const Session &m_part;
    Trace m_trace;
    SliceId m_queued;
    std::unordered_map<int64_t, Launch> m_launches;
    std::vector<SliceId> m_tasks;
};

} // namespace

Trace simulate(const DeviceModel &model, const Session &part, StreamState &previous, const SimulationOptions &options) {
    const DeviceRun run = simulateRun(model, part, previous, options);
    return LaneWriter(model, part).write(run, previous);
}

SimulatedRun simulateWhole(const DeviceModel &model, const Session &session, const SimulationOptions &options) {
    StreamState state;
    SimulatedRun whole;
    whole.run = simulateRun(model, session, state, options);
    closeLastStep(whole.run, state);
    addMemory(session, whole.run);
    whole.trace = LaneWriter(model, session).write(whole.run, state);
    return whole;
}

} // namespace jitscope::inline ascend

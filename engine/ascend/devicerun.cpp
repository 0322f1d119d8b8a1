// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/devicerun.h"

#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jitscope::inline ascend {

namespace {

constexpr size_t mostTensors = 100000;                      ///< whose types are kept from part to part
constexpr int64_t blockBytes = 512, segmentBytes = 2 << 20; ///< memory is given out and taken from the device by these

int64_t nanoseconds(double us) {
    return std::llround(us * 1e3);
}

/** Walks the operators of a part, has the host launch them and the streams run them. */
class Simulation {
public:
    Simulation(const DeviceModel &model, const Session &part, StreamState &state, const SimulationOptions &options)
        : m_model(model)
        , m_part(part)
        , m_state(state)
        , m_options(options) {
        for (const GraphCall &call : part.graphCalls)
            m_calls[call.number] = &call;
        for (const Compilation &each : part.compilations)
            m_state.modes[each.index] =
                each.jitLevel == "O2" || each.device == "GE" ? LaunchMode::Sink : LaunchMode::Graph;
    }

    DeviceRun run() {
        for (const OpEvent &op : m_part.ops) {
            if (!op.error.empty()) continue;
            countStep(op);
            learnTensors(op);
            if (isViewOp(op.op))
                passView(op);
            else
                place(op);
            m_made.insert(op.outputs.begin(), op.outputs.end());
        }
        return std::move(m_run);
    }

private:
    /** A step ends with the optimizer: the next operator of another phase begins the next. */
    void countStep(const OpEvent &op) {
        const bool isOptimizer = op.phase == OpPhase::Optimizer;
        if (m_state.stepStartNs < 0) m_state.stepStartNs = std::max(op.startNs, m_state.pythonNs);
        if (m_state.isInOptimizer && !isOptimizer) {
            const int64_t end = std::max(op.startNs, m_state.pythonNs);
            m_run.steps.push_back({m_state.step, m_state.stepStartNs, end});
            ++m_state.step;
            m_state.stepStartNs = end;
        }
        m_state.isInOptimizer = isOptimizer;
    }

    LaunchMode modeOf(const OpEvent &op) const {
        if (op.graphCall < 0) return LaunchMode::PyNative;
        const auto known = m_state.modes.find(op.compilation);
        return known == m_state.modes.end() ? LaunchMode::Graph : known->second;
    }

    void learnTensors(const OpEvent &op) {
        for (const IdList *list : {&op.inputs, &op.outputs})
            for (const int64_t id : *list) {
                const auto known = m_state.tensors.find(id);
                if (known != m_state.tensors.end()) {
                    known->second.lastOp = op.number;
                } else if (const auto tensor = m_part.tensor(id)) {
                    m_state.tensors[id] = {Abstract::tensor(tensor->dtype, tensor->shape), op.number};
                }
            }
        if (m_state.tensors.size() < mostTensors) return;
        std::erase_if(m_state.tensors,
                      [&](const auto &each) { return each.second.lastOp < op.number - int64_t(mostTensors) / 4; });
    }
    const Abstract *typeOf(int64_t tensor) const {
        const auto known = m_state.tensors.find(tensor);
        return known == m_state.tensors.end() ? nullptr : &known->second.type;
    }
    std::vector<Abstract> typesOf(const IdList &tensors) const {
        std::vector<Abstract> types;
        for (const int64_t id : tensors)
            if (const Abstract *type = typeOf(id)) types.push_back(*type);
        return types;
    }

    /** A view costs nothing, but what it looks at must be on the device. */
    void passView(const OpEvent &op) {
        copyInputs(op);
        if (op.inputs.empty() || op.outputs.empty()) return;
        const auto waiting = m_state.readyNs.find(op.inputs[0]);
        if (waiting != m_state.readyNs.end()) m_state.readyNs[op.outputs[0]] = waiting->second;
    }

    void call(HostCall::Layer layer, std::string name, int64_t start, int64_t duration, int thread, int64_t connection,
              int64_t op) {
        m_run.calls.push_back({layer, std::move(name), start, duration, thread, connection, op});
    }

    /** The host's part of a launch; when the task may begin at the earliest. */
    int64_t launch(const OpEvent &op, LaunchMode mode, HostCall::Layer outer, const std::string &api,
                   int64_t connection) {
        const int64_t node = nanoseconds(m_model.nodeLaunchUs);
        if (mode == LaunchMode::PyNative) {
            const int64_t start = std::max(op.startNs, m_state.pythonNs), interval = nanoseconds(m_model.hostIssueUs);
            m_state.pythonNs = start + interval;
            call(HostCall::Layer::Framework, "PynativeFramework::RunOp::" + std::string(op.op), start, interval, 0, -1,
                 op.number);
            const int64_t queued = std::max(start + nanoseconds(m_model.queueUs), m_state.launchNs);
            return launchCalls(HostCall::Layer::Queue, "PynativeFramework::PyNativeLaunchTask::" + std::string(op.op),
                               outer, api, queued, interval - node, connection, op.number);
        }
        beginGraph(op, mode);
        const int64_t start = std::max(m_state.launchNs, graphStart(op));
        return launchCalls(HostCall::Layer::Queue, "RuntimeFramework::KernelLaunch::" + nodeName(op), outer, api, start,
                           nanoseconds(m_model.graphIssueUs), connection, op.number);
    }

    /** Task of the queue, with the call into CANN and those that it makes inside. */
    int64_t launchCalls(HostCall::Layer layer, const std::string &task, HostCall::Layer outer, const std::string &api,
                        int64_t start, int64_t duration, int64_t connection, int64_t op) {
        const int64_t whole = std::max<int64_t>(duration, 10);
        const int64_t node = std::min(nanoseconds(m_model.nodeLaunchUs), whole * 6 / 10), margin = whole / 10;
        call(layer, task, start, whole, 1, -1, op);
        call(HostCall::Layer::Acl, api, start + margin, whole - 2 * margin, 1, -1, op);
        call(outer, outer == HostCall::Layer::Communication ? "Communication@launch" : "Node@launch",
             start + 2 * margin, node, 1, connection, op);
        call(HostCall::Layer::Runtime, "Runtime@KernelLaunch", start + 2 * margin + node / 4, node / 2, 1, -1, op);
        m_state.launchNs = start + whole;
        return start + 2 * margin + node + nanoseconds(m_model.launchLatencyUs);
    }

    std::string nodeName(const OpEvent &op) const {
        const std::string scope = op.scope;
        return (scope.empty() ? "Default/" : scope + "/") + std::string(op.op) + "-op" + std::to_string(op.number);
    }

    int64_t graphStart(const OpEvent &op) const {
        const auto known = m_calls.find(op.graphCall);
        return known != m_calls.end() ? known->second->startNs : op.startNs;
    }

    /** The first kernel of a graph call: Python hands the graph over and goes on. */
    void beginGraph(const OpEvent &op, LaunchMode mode) {
        if (m_state.graphCall == op.graphCall) return;
        m_state.graphCall = op.graphCall;
        const auto known = m_calls.find(op.graphCall);
        const std::string function =
            known != m_calls.end() ? known->second->function : "graph " + std::to_string(op.graphCall);
        const int64_t start = std::max(graphStart(op), m_state.pythonNs), interval = nanoseconds(m_model.hostIssueUs);
        m_state.pythonNs = start + interval;
        call(HostCall::Layer::Framework, "GraphExecutorPy::RunGraph::" + function, start, interval, 0, -1, op.number);
        m_state.launchNs = std::max(m_state.launchNs, start + nanoseconds(m_model.queueUs));
        if (mode != LaunchMode::Sink) return;
        const int64_t execute = nanoseconds(m_model.hostIssueUs);
        call(HostCall::Layer::Queue, "RuntimeFramework::GraphLaunch::" + function, m_state.launchNs, execute, 1, -1,
             op.number);
        m_state.openConnection = m_state.connection++;
        call(HostCall::Layer::Model, "Model@ModelExecute", m_state.launchNs + execute / 8, execute * 3 / 4, 1,
             m_state.openConnection, op.number);
        m_state.launchNs += execute;
        m_state.openReadyNs = m_state.launchNs + nanoseconds(m_model.launchLatencyUs);
    }

    void place(const OpEvent &op) {
        const std::vector<Abstract> inputs = typesOf(op.inputs), outputs = typesOf(op.outputs);
        SimulatedTask task;
        task.work = kernelJob(std::string(op.op), inputs, outputs, op.cost.flops, op.cost.bytes);
        // Of tensors that are long forgotten the recorded cost remains.
        const bool isWhole = inputs.size() == op.inputs.size();
        if (!isWhole) task.work.readBytes = std::max(task.work.readBytes, op.cost.bytes - task.work.writtenBytes);
        task.time = estimate(m_model, task.work);
        task.mode = modeOf(op);
        copyInputs(op);
        if (task.work.core == KernelCore::Collective) return placeCollective(op, std::move(task), inputs, outputs);

        int64_t connection = -1, readyNs = 0;
        if (task.mode == LaunchMode::Sink) {
            beginGraph(op, task.mode);
            connection = m_state.openConnection;
            readyNs = m_state.openReadyNs;
        } else {
            connection = m_state.connection++;
            readyNs = launch(op, task.mode, HostCall::Layer::Node, "AscendCL@aclnn" + std::string(op.op), connection);
        }
        readyNs = waitFor(op, readyNs);
        task.name =
            task.mode == LaunchMode::PyNative ? "aclnn" + std::string(op.op) + "_" + std::string(op.op) : nodeName(op);
        task.connection = connection;
        task.model = task.mode == LaunchMode::Sink ? op.compilation : -1;
        task.l2HitRate = readThroughCache(op, task);
        task.inputs = inputs;
        task.outputs = outputs;
        const double gap = task.mode == LaunchMode::Sink ? m_model.sinkGapUs : m_model.taskGapUs;
        run(op, std::move(task), computeStream, readyNs, nanoseconds(gap));
    }

    /** Lays a task on a stream behind what is there. */
    void run(const OpEvent &op, SimulatedTask task, int stream, int64_t readyNs, int64_t gapNs) {
        int64_t &freeNs = m_state.freeNs[stream];
        task.stream = stream;
        task.task = m_state.taskIds[stream]++;
        task.startNs = std::max(freeNs > 0 ? freeNs + gapNs : 0, readyNs);
        task.waitNs = freeNs > 0 ? task.startNs - freeNs : 0;
        if (task.durationNs == 0) task.durationNs = std::max<int64_t>(nanoseconds(task.time.totalUs), 1);
        task.op = op.number;
        task.compilation = op.compilation;
        task.node = op.node.value;
        task.step = m_state.step;
        freeNs = task.endNs();
        m_run.tasks.push_back(std::move(task));
    }

    /** Tensors that came from outside are copied to the device with their first use, on a stream of their own. */
    void copyInputs(const OpEvent &op) {
        for (const int64_t id : op.inputs) {
            const auto tensor = m_part.tensor(id); // those of earlier parts were copied with them
            if (!tensor || isMade(op, *tensor)) continue;
            const int64_t bytes = Abstract::tensor(tensor->dtype, tensor->shape).bytes();
            if (bytes <= 0 || !m_state.onDevice.insert(id).second) continue;
            SimulatedTask copy;
            copy.name = "MEMCPY_ASYNC";
            copy.work.type = "MEMCPY_ASYNC";
            copy.work.core = KernelCore::Copy;
            copy.time.core = KernelCore::Copy;
            copy.bytes = double(bytes);
            copy.durationNs = std::max<int64_t>(nanoseconds(copyUs(m_model, double(bytes))), 1);
            copy.connection = m_state.connection++;
            const int64_t start = std::max({op.startNs, m_state.launchNs, m_state.pythonNs});
            const int64_t busy = nanoseconds(m_model.nodeLaunchUs);
            call(HostCall::Layer::Acl, "AscendCL@aclrtMemcpyAsync", start, busy, 1, copy.connection, op.number);
            m_state.launchNs = start + busy;
            run(op, std::move(copy), copyStream, m_state.launchNs, nanoseconds(m_model.taskGapUs));
            m_state.readyNs[id] = m_run.tasks.back().endNs();
        }
    }
    /** Whether an operator gave it, not the program. Parts of a recording may not be linked yet: then by the order. */
    bool isMade(const OpEvent &op, const TensorRecord &tensor) {
        if (tensor.op >= 0 || m_made.contains(tensor.id)) return true;
        return std::find(op.outputs.begin(), op.outputs.end(), tensor.id) != op.outputs.end();
    }

    /** An EVENT_WAIT on the compute stream where an input is still on its way. */
    int64_t waitFor(const OpEvent &op, int64_t readyNs) {
        int64_t arrival = 0;
        for (const int64_t id : op.inputs) {
            const auto waiting = m_state.readyNs.find(id);
            if (waiting == m_state.readyNs.end()) continue;
            arrival = std::max(arrival, waiting->second);
            m_state.readyNs.erase(waiting);
        }
        const int64_t begin = std::max(m_state.freeNs[computeStream], readyNs);
        if (arrival <= begin) return readyNs;
        SimulatedTask wait;
        wait.name = "EVENT_WAIT";
        wait.work.type = "EVENT_WAIT";
        wait.isEvent = true;
        wait.durationNs = arrival - begin;
        run(op, std::move(wait), computeStream, begin, 0);
        return arrival;
    }

    void placeCollective(const OpEvent &op, SimulatedTask task, const std::vector<Abstract> &inputs,
                         const std::vector<Abstract> &outputs) {
        const std::string kind(*collectiveOf(task.work.type));
        task.bytes = task.work.readBytes > 0 ? task.work.readBytes : task.work.writtenBytes;
        task.durationNs = nanoseconds(collectiveUs(m_model, kind, task.bytes, m_options.ranks));
        task.inputs = inputs;
        task.outputs = outputs;
        if (task.durationNs <= 0) return; // one rank talks to nobody
        task.connection = m_state.connection++;
        task.name = "hcom_" + camelCase(kind) + "__000_" + std::to_string(m_state.collectives++) + "_1";
        int64_t readyNs = launch(op, task.mode, HostCall::Layer::Communication, "AscendCL@Hccl" + std::string(op.op),
                                 task.connection);
        readyNs = std::max(readyNs, m_state.freeNs[computeStream]); // what it sends was computed there
        run(op, std::move(task), communicationStream, readyNs, nanoseconds(m_model.taskGapUs));
        for (const int64_t id : op.outputs)
            m_state.readyNs[id] = m_run.tasks.back().endNs();
    }
    static std::string camelCase(const std::string &text) {
        std::string made;
        for (size_t i = 0; i < text.size(); ++i)
            if (text[i] != '_') made += i > 0 && text[i - 1] == '_' ? char(std::toupper(text[i])) : text[i];
        return made;
    }

    /** What of the inputs is in L2; then the kernel's tensors are, the latest used last out. */
    double readThroughCache(const OpEvent &op, const SimulatedTask &task) {
        double hit = 0, read = 0;
        for (size_t i = 0; i < op.inputs.size(); ++i) {
            const double bytes = i < task.inputs.size() ? double(task.inputs[i].bytes()) : bytesOf(op.inputs[i]);
            read += bytes;
            if (touch(op.inputs[i], bytes)) hit += bytes;
        }
        for (const int64_t id : op.outputs)
            touch(id, bytesOf(id));
        return read > 0 ? hit / read : 0;
    }
    double bytesOf(int64_t id) const {
        const Abstract *type = typeOf(id);
        return type == nullptr ? 0 : double(type->bytes());
    }
    /** Whether it was there. Larger than the cache never is. */
    bool touch(int64_t id, double bytes) {
        auto &cache = m_state.cache;
        const auto known = std::find_if(cache.begin(), cache.end(), [&](const auto &each) { return each.first == id; });
        const bool wasThere = known != cache.end();
        if (wasThere) {
            m_state.cacheBytes -= known->second;
            cache.erase(known);
        }
        const double room = m_model.l2MB * 1048576;
        if (bytes > room) return false;
        cache.emplace_back(id, bytes);
        m_state.cacheBytes += bytes;
        while (m_state.cacheBytes > room || cache.size() > 256) {
            m_state.cacheBytes -= cache.front().second;
            cache.pop_front();
        }
        return wasThere;
    }

    const DeviceModel &m_model;
    const Session &m_part;
    StreamState &m_state;
    const SimulationOptions &m_options;
    std::map<int64_t, const GraphCall *> m_calls;
    std::set<int64_t> m_made; ///< by operators of this part
    DeviceRun m_run;
};

/** Which tensor's memory a tensor stands in: as the recording says; of what it does not, that of what it views or was
    written from. */
class Storages {
public:
    explicit Storages(const Session &session)
        : m_session(session) {
        for (const OpEvent &op : session.ops) {
            const bool isAlias = isViewOp(op.op) || op.writes;
            if (!isAlias || op.outputs.empty() || op.inputs.empty()) continue;
            const int64_t recorded = recordedOf(op.outputs[0]), memory = of(op.inputs[0]);
            if (recorded == op.outputs[0] && memory != recorded) m_of[recorded] = memory;
        }
    }
    int64_t of(int64_t tensor) const {
        const int64_t recorded = recordedOf(tensor);
        const auto known = m_of.find(recorded);
        return known == m_of.end() ? recorded : known->second;
    }

private:
    int64_t recordedOf(int64_t tensor) const {
        const auto record = m_session.tensor(tensor);
        return !record || record->memory < 0 ? tensor : record->memory;
    }

    const Session &m_session;
    std::unordered_map<int64_t, int64_t> m_of;
};

int64_t roundedUp(int64_t value, int64_t by) {
    return (value + by - 1) / by * by;
}

/** Each memory from the first task that uses it to the last. */
class Lives {
public:
    struct Life {
        int64_t beginNs = 0, endNs = 0, bytes = 0;
        std::string name;      ///< of the operator that came first
        bool isWeight = false; ///< the program holds it to its end
    };
    Lives(const Session &session, const DeviceRun &run)
        : m_session(session)
        , m_storages(session) {
        for (const SimulatedTask &task : run.tasks) {
            const auto op = session.op(task.op);
            if (!op) continue;
            for (const IdList *list : {&op->inputs, &op->outputs})
                for (const int64_t id : *list)
                    use(id, task, *op);
        }
    }
    const std::map<int64_t, Life> &byMemory() const { return m_lives; }

private:
    void use(int64_t id, const SimulatedTask &task, const OpEvent &op) {
        const int64_t memory = m_storages.of(id);
        const auto tensor = m_session.tensor(id), first = m_session.tensor(memory);
        if (!tensor || !first) return;
        const auto [place, isNew] = m_lives.try_emplace(memory);
        Life &life = place->second;
        if (isNew) {
            life.beginNs = task.startNs;
            life.bytes = bytesOf(*first);
            life.name = std::string(op.op);
        }
        life.bytes = std::max(life.bytes, bytesOf(*tensor));
        life.endNs = std::max(life.endNs, task.endNs());
        life.isWeight = life.isWeight || !tensor->name.empty();
    }
    static int64_t bytesOf(const TensorRecord &tensor) {
        return roundedUp(std::max<int64_t>(Abstract::tensor(tensor.dtype, tensor.shape).bytes(), 1), blockBytes);
    }

    const Session &m_session;
    const Storages m_storages;
    std::map<int64_t, Life> m_lives;
};

} // namespace

std::string_view levelName(HostCall::Layer layer) {
    switch (layer) {
    case HostCall::Layer::Acl:
        return "acl";
    case HostCall::Layer::Model:
        return "model";
    case HostCall::Layer::Node:
        return "node";
    case HostCall::Layer::Runtime:
        return "runtime";
    case HostCall::Layer::Communication:
        return "communication";
    case HostCall::Layer::Framework:
    case HostCall::Layer::Queue:
        break;
    }
    return "";
}

std::optional<int> rankCount(std::string_view text) {
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > 1024) return std::nullopt;
    return count;
}

SimulationOptions simulationOptions(const std::map<std::string, std::string> &info) {
    const auto ranks = info.find("ranks");
    return {.ranks = ranks == info.end() ? 1 : rankCount(ranks->second).value_or(1)};
}

DeviceRun simulateRun(const DeviceModel &model, const Session &part, StreamState &state,
                      const SimulationOptions &options) {
    return Simulation(model, part, state, options).run();
}

void closeLastStep(DeviceRun &run, const StreamState &state) {
    const bool isStep = state.isInOptimizer || !run.steps.empty();
    if (isStep && state.pythonNs > state.stepStartNs)
        run.steps.push_back({state.step, state.stepStartNs, state.pythonNs});
}

void addMemory(const Session &session, DeviceRun &run) {
    std::vector<MemoryEvent> events;
    const Lives lives(session, run);
    for (const auto &[id, life] : lives.byMemory()) {
        events.push_back({life.name, life.beginNs, life.bytes, id, 0, 0});
        if (!life.isWeight) events.push_back({life.name, life.endNs, -life.bytes, id, 0, 0});
    }
    std::stable_sort(events.begin(), events.end(), [](const MemoryEvent &a, const MemoryEvent &b) {
        return a.timeNs != b.timeNs ? a.timeNs < b.timeNs : a.bytes > b.bytes;
    });
    int64_t allocated = 0, reserved = 0;
    for (MemoryEvent &event : events) {
        allocated += event.bytes;
        reserved = std::max(reserved, roundedUp(allocated, segmentBytes));
        event.allocated = allocated;
        event.reserved = reserved;
    }
    run.memory = std::move(events);
}

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
// What a run would have done on an Ascend device, as records: calls of the host, tasks of the device, memory. Both the
// timeline and the profiler's files are made from these.
#pragma once

#include "engine/ascend/kernelcost.h"
#include "engine/session/sessionfwd.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace jitscope::inline ascend {

/** How kernels come to the device. */
enum class LaunchMode : uint8_t {
    PyNative, ///< operator by operator, from Python
    Graph,    ///< kernel by kernel from a compiled graph ("ms_backend")
    Sink,     ///< the whole graph at once ("GE")
};

/** A host call: of the framework, or into CANN. */
struct HostCall {
    enum class Layer : uint8_t { Framework, Queue, Acl, Model, Node, Runtime, Communication };
    Layer layer = Layer::Framework;
    std::string name;
    int64_t startNs = 0, durationNs = 0;
    int thread = 0;          ///< 0: Python's, 1: the one that launches
    int64_t connection = -1; ///< of the task that it launches
    int64_t op = -1;         ///< OpEvent::number
    bool operator==(const HostCall &) const = default;
};
std::string_view levelName(HostCall::Layer layer); ///< "acl", "model", "node", "runtime", "communication"; "" of ours

/** A task of the device. */
struct SimulatedTask {
    std::string name; ///< of the kernel
    KernelJob work;
    KernelEstimate time;
    std::vector<Abstract> inputs, outputs;
    int64_t startNs = 0, durationNs = 0, waitNs = 0;
    int stream = 0;
    int64_t task = 0;
    int64_t connection = -1;
    int64_t model = -1; ///< of a graph that was sunk
    int64_t op = -1;
    int32_t compilation = -1;
    int64_t node = -1;
    int64_t step = -1;
    LaunchMode mode = LaunchMode::PyNative;
    double bytes = 0;     ///< copies and collectives
    bool isEvent = false; ///< waits for another stream
    double l2HitRate = 0; ///< of what it reads
    int64_t endNs() const { return startNs + durationNs; }
    bool isKernel() const { return !isEvent && work.core != KernelCore::Copy && work.core != KernelCore::Collective; }
};

/** A change of the memory in use. */
struct MemoryEvent {
    std::string name; ///< operator
    int64_t timeNs = 0;
    int64_t bytes = 0; ///< negative: given back
    int64_t tensor = -1;
    int64_t allocated = 0, reserved = 0; ///< after it
};

struct StepTime {
    int64_t number = 0;
    int64_t startNs = 0, endNs = 0; ///< on the host
};

struct DeviceRun {
    std::vector<HostCall> calls;
    std::vector<SimulatedTask> tasks; ///< in order of launch
    std::vector<MemoryEvent> memory;
    std::vector<StepTime> steps;
};

constexpr int computeStream = 2, copyStream = 3, communicationStream = 4;

/** How to simulate, beside the model. */
struct SimulationOptions {
    int ranks = 1; ///< devices that take part in collectives
};

/** A number of ranks, 1 to 1024; nothing for other texts. */
std::optional<int> rankCount(std::string_view text);

/** What the script asked for in mindspore.communication.init(), by the recording's info "ranks" (1 to 1024; else 1). */
SimulationOptions simulationOptions(const std::map<std::string, std::string> &info);

/** Where the simulated device stands; carried from one part of a recording to the next. */
struct StreamState {
    int64_t pythonNs = 0;           ///< when Python's thread is free
    int64_t launchNs = 0;           ///< when the thread that launches is
    std::map<int, int64_t> freeNs;  ///< when each stream will be idle
    std::map<int, int64_t> taskIds; ///< the next of each stream
    int64_t connection = 1;
    int64_t graphCall = -1; ///< the graph call that was launched last: its nodes may be spread over parts
    std::unordered_map<int64_t, int64_t> readyNs; ///< tensors whose copy or collective the compute stream must wait for
    std::set<int64_t> onDevice;                   ///< tensors from outside that were copied
    /** Tensors that operators of late took or gave: a part does not hold those of earlier parts. */
    struct KnownTensor {
        Abstract type;
        int64_t lastOp = -1;
    };
    std::unordered_map<int64_t, KnownTensor> tensors;
    std::map<int, LaunchMode> modes; ///< by compilation
    int64_t step = 1;
    bool isInOptimizer = false;
    int64_t stepStartNs = -1;
    std::deque<std::pair<int64_t, double>> cache; ///< tensors in L2, the latest last, with their bytes
    double cacheBytes = 0;
    int64_t derivedNs = -1;                                     ///< up to which the derived lanes were drawn
    std::vector<std::pair<int64_t, int64_t>> openCommunication; ///< what of it lies behind that
    int64_t openConnection = -1;                                ///< of the graph that was sunk last
    int64_t openReadyNs = 0;
    int64_t collectives = 0;
};

/** The operators of `part` (a session as Recorder::take gives it, or a whole one) on a device of that model. */
DeviceRun simulateRun(const DeviceModel &model, const Session &part, StreamState &state,
                      const SimulationOptions &options = {});

/** The step that no later one ends; none of a recording without an optimizer. */
void closeLastStep(DeviceRun &run, const StreamState &state);

/** What the memory of a whole recording would have held: each memory from the first task that uses it to the last,
    however many tensors stood in it; weights (what has a name) to the end. Adds to run.memory. Only for a whole
   recording: a part does not know what later ones use. */
void addMemory(const Session &session, DeviceRun &run);

} // namespace jitscope::inline ascend

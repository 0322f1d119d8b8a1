// SPDX-License-Identifier: Apache-2.0
// Arrows by the connection numbers of a database: from calls of the host to what they launched, from operators to their
// kernels, through the task queue, from forward to backward.
#include "plugins/ascend_profiler/databaseparts.h"

#include <map>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** Slices of the device by the connection that launched them: kernels, copies and collectives, not the tasks that a
    collective is made of. */
using Launched = std::unordered_map<int64_t, std::vector<uint32_t>>;

bool isCopy(const DatabaseRead &read, const DatabaseTask &task) {
    return read.trace.texts().text(TextId{task.type}) == "MEMCPY_ASYNC";
}

Launched launchedTasks(const DatabaseRead &read, const DatabaseEvents &events) {
    Launched launched;
    for (const DatabaseTask &task : events.tasks) {
        if (task.slice == noSlice || isNoneId(task.connection)) continue;
        const auto api = events.apis.find(task.connection);
        const bool isEvent = api != events.apis.end() && api->second.isEvent;
        if (task.compute >= 0 || isCopy(read, task) || isEvent) launched[task.connection].push_back(task.slice);
    }
    for (const DatabaseCollective &op : events.communication)
        if (!isNoneId(op.connection)) launched[op.connection].push_back(op.slice);
    return launched;
}

void addLaunches(DatabaseRead &read, const DatabaseEvents &events, const Launched &launched) {
    for (const auto &[connection, slices] : launched) {
        const auto api = events.apis.find(connection);
        if (api == events.apis.end()) continue;
        for (const uint32_t slice : slices)
            read.addFlow(api->second.slice, slice, "HostToDevice", "HostToDevice");
    }
}

/** Each connection belongs to one operator; a database in which all name all others is not followed to the end. */
constexpr int64_t mostLooksOfRow = 64;

void addOperatorKernels(DatabaseRead &read, const DatabaseEvents &events, const Launched &launched) {
    int64_t left = mostLooksOfRow * int64_t(events.operators.size() + events.connections.size() + events.tasks.size());
    for (const DatabaseOperator &call : events.operators) {
        const auto connections = events.connections.find(call.connection);
        if (connections == events.connections.end()) continue;
        for (const int64_t connection : connections->second) {
            const auto slices = launched.find(connection);
            left -= 1 + (slices == launched.end() ? 0 : int64_t(slices->second.size()));
            if (left < 0) {
                read.diagnostics.add(DiagnosticKind::Skipped, read.file(), "CONNECTION_IDS",
                                     "operators share connections without end; arrows to their kernels are left out");
                return;
            }
            if (slices == launched.end()) continue;
            for (const uint32_t slice : slices->second)
                read.addFlow(call.slice, slice, "torch_to_npu", "async_npu");
        }
    }
}

/** Both ends of the queue name lists of connections; what agrees is the number in them. */
int64_t correlationOf(const DatabaseEvents &events, const DatabaseQueueCall &call) {
    const auto list = events.connections.find(call.connection);
    return list == events.connections.end() ? call.connection : list->second.front();
}

void addQueue(DatabaseRead &read, const DatabaseEvents &events) {
    std::unordered_map<int64_t, uint32_t> enqueued;
    for (const DatabaseQueueCall &call : events.queue)
        if (call.isEnqueue) enqueued.emplace(correlationOf(events, call), call.slice);
    int64_t without = 0;
    for (const DatabaseQueueCall &call : events.queue) {
        if (call.isEnqueue) continue;
        if (const auto from = enqueued.find(correlationOf(events, call)); from != enqueued.end())
            read.addFlow(from->second, call.slice, "enqueue_to_dequeue", "async_task_queue");
        else
            ++without;
    }
    if (without > 0 && !read.isWindowed())
        read.diagnostics.add(DiagnosticKind::Skipped, read.file(), "",
                             "a task was taken out of the task queue that nobody put in", without);
}

/** The last forward and the last backward call of each sequence number, as the text export pairs them. */
void addBackward(DatabaseRead &read, const DatabaseEvents &events) {
    std::map<int64_t, std::pair<const DatabaseOperator *, const DatabaseOperator *>> pairs;
    for (const DatabaseOperator &call : events.operators) { // by start, so that a later one takes the place
        if (call.sequence < 0) continue;
        auto &[forward, backward] = pairs[call.sequence];
        (call.forwardThread == 0 ? forward : backward) = &call;
    }
    for (const auto &[sequence, pair] : pairs)
        if (pair.first != nullptr && pair.second != nullptr && pair.first->thread != pair.second->thread)
            read.addFlow(pair.first->slice, pair.second->slice, "fwdbwd", "fwdbwd");
}

void addMarkers(DatabaseRead &read, const DatabaseEvents &events) {
    if (events.markers.empty()) return;
    for (const DatabaseTask &task : events.tasks) {
        if (task.slice == noSlice || task.compute >= 0 || isNoneId(task.connection)) continue;
        const auto markers = events.markers.find(task.connection);
        if (markers == events.markers.end() || events.apis.contains(task.connection)) continue;
        read.addFlow(markers->second.front(), task.slice, "MsTx", "MsTx");
    }
}

} // namespace

void addFlows(DatabaseRead &read, const DatabaseEvents &events) {
    const Launched launched = launchedTasks(read, events);
    addLaunches(read, events, launched);
    addOperatorKernels(read, events, launched);
    addQueue(read, events);
    addBackward(read, events);
    addMarkers(read, events);
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// Calls of the host: CANN_API by thread, markers of the user, system calls, pauses of Python's garbage collector.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** Layers of CANN by their number, as the text export names them. */
struct Layer {
    int64_t type;
    const char *prefix, *level;
};
constexpr Layer layers[] = {
    {5000, "Runtime@", "runtime"}, {5500, "Communication@", "communication"},
    {10000, "Node@", "node"},      {15000, "Model@", "model"},
    {20000, "AscendCL@", "acl"},
};

const Layer *layerOf(std::optional<int64_t> type) {
    for (const Layer &layer : layers)
        if (type == layer.type) return &layer;
    return nullptr;
}

std::string threadLane(std::optional<int64_t> globalTid) {
    if (!globalTid) return "Thread ?";
    return format("Thread %lld", (long long)(*globalTid & 0xffffffff));
}

/** Lanes of threads, each looked up by its name once. */
class ThreadLanes {
public:
    ThreadLanes(DatabaseRead &read, const char *process)
        : m_read(read)
        , m_process(process) {}
    TrackId lane(std::optional<int64_t> globalTid) {
        TrackId &lane = m_lanes[globalTid.value_or(-1)];
        if (!lane.valid()) lane = m_read.lane(m_process, threadLane(globalTid), -1);
        return lane;
    }

private:
    DatabaseRead &m_read;
    const char *m_process;
    std::unordered_map<int64_t, TrackId> m_lanes;
};

/** The `host_api` table while it is filled. */
class ApiTable {
public:
    void add(const std::string &level, const std::string &name, const EventTime &time, std::optional<int64_t> thread,
             std::optional<int64_t> connection) {
        const int64_t row = m_table.addRow();
        m_table.setText(row, 0, level);
        m_table.setText(row, 1, name);
        m_table.setInteger(row, 2, time.startNs);
        m_table.setInteger(row, 3, time.durationNs);
        if (thread) m_table.setInteger(row, 4, *thread & 0xffffffff);
        if (!isNoneId(connection)) m_table.setInteger(row, 5, *connection);
    }
    DataTable take() { return std::move(m_table); }

private:
    DataTable m_table = makeTable("host_api"); ///< its first columns: level, name, start, duration, thread, connection
};

void readApis(DatabaseRead &read, DatabaseEvents &events) {
    ApiTable table;
    ThreadLanes lanes(read, "CANN");
    const TextId noCategory = read.trace.addText("");
    read.each("CANN_API", {"startNs", "endNs", "type", "globalTid", "connectionId", "name"},
              [&](const SqliteRows &rows) {
                  const auto time = read.stretch("CANN_API", rows, 0, 1);
                  if (!time) return;
                  const auto type = rows.integer(2), thread = rows.integer(3), connection = rows.integer(4);
                  const std::string function = read.trace.texts().text(read.name("CANN_API", rows, 5));
                  const Layer *layer = layerOf(type);
                  const std::string level =
                      layer != nullptr ? std::string(layer->level) : read.enumName("ENUM_API_TYPE", type);
                  const TextId name = read.trace.addText((layer != nullptr ? layer->prefix : "Api@") + function);
                  const uint64_t place = placeOfRow(events, SliceTable::Api, rows);
                  const uint32_t slice = read.addSlice(lanes.lane(thread), {name, noCategory, place}, *time);
                  table.add(level, function, *time, thread, connection);
                  read.charge(64);
                  if (isNoneId(connection)) return;
                  const bool isEvent = function == "aclrtRecordEvent" || function == "aclrtStreamWaitEvent";
                  // Of several with one connection the outermost stands for all.
                  DatabaseApi &call = events.apis[*connection];
                  if (call.slice == noSlice || time->startNs < call.startNs) call = {slice, time->startNs, isEvent};
              });
    read.addTable(table.take());
}

void readMarkers(DatabaseRead &read, DatabaseEvents &events) {
    const TextId category = read.trace.addText("mstx");
    read.each("MSTX_EVENTS", {"startNs", "endNs", "globalTid", "message", "connectionId"}, [&](const SqliteRows &rows) {
        const auto time = read.stretch("MSTX_EVENTS", rows, 0, 1);
        if (!time) return;
        const TrackId lane = read.lane("MSTX", threadLane(rows.integer(2)), -1);
        const TextId name = read.name("MSTX_EVENTS", rows, 3);
        const uint32_t slice =
            read.addSlice(lane, {name, category, placeOfRow(events, SliceTable::Marker, rows)}, *time);
        if (const auto connection = rows.integer(4); !isNoneId(connection))
            events.markers[*connection].push_back(slice);
    });
}

void readSystemCalls(DatabaseRead &read) {
    const TextId noCategory = read.trace.addText("");
    read.each("OSRT_API", {"startNs", "endNs", "globalTid", "name"}, [&](const SqliteRows &rows) {
        const auto time = read.stretch("OSRT_API", rows, 0, 1);
        if (!time) return;
        const TrackId lane = read.lane("OS Runtime API", threadLane(rows.integer(2)), -1);
        read.addSlice(lane, {read.name("OSRT_API", rows, 3), noCategory, 0}, *time);
    });
    const TextId collection = read.trace.addText("GC");
    read.each("GC_RECORD", {"startNs", "endNs", "globalTid"}, [&](const SqliteRows &rows) {
        const auto time = read.stretch("GC_RECORD", rows, 0, 1);
        if (time) read.addSlice(read.lane("Python GC", "Python GC", -1), {collection, collection, 0}, *time);
    });
}

/** Further kinds of tasks with a name and arguments of their own. */
struct NamedTasks {
    const char *table, *process, *device, *name, *lane, *laneName;
    SliceTable arguments;
};
constexpr NamedTasks namedTasks[] = {
    {"DPU_TASK", "DPU", "dpuDeviceId", "opName", "globalTid", "Thread", SliceTable::DpuTask},
    {"CCU", "CCU", "deviceId", "name", "deviceId", "CCU", SliceTable::Ccu},
};

void readNamedTasks(DatabaseRead &read, const DatabaseEvents &events) {
    const TextId noCategory = read.trace.addText("");
    for (const NamedTasks &kind : namedTasks)
        read.each(kind.table, {"startNs", "endNs", kind.device, kind.name, kind.lane}, [&](const SqliteRows &rows) {
            const auto time = read.stretch(kind.table, rows, 0, 1);
            if (!time) return;
            const auto device = int(std::clamp<int64_t>(rows.integer(2).value_or(-1), -1, 65535));
            const std::string lane =
                format("%s %lld", kind.laneName, (long long)(rows.integer(4).value_or(0) & 0xffffffff));
            read.addSlice(read.lane(kind.process, lane, device),
                          {read.name(kind.table, rows, 3), noCategory, placeOfRow(events, kind.arguments, rows)},
                          *time);
        });
}

} // namespace

void readHostCalls(DatabaseRead &read, DatabaseEvents &events) {
    readApis(read, events);
    readMarkers(read, events);
    readSystemCalls(read);
    readNamedTasks(read, events);
}

} // namespace ascend_profiler
} // namespace jitscope

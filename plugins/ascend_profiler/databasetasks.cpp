// SPDX-License-Identifier: Apache-2.0
// Tasks of the device: TASK with the names of COMPUTE_TASK_INFO, one lane a stream.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

const std::vector<std::string> computeColumns = {"globalTaskId",
                                                 "name",
                                                 "taskType",
                                                 "opType",
                                                 "inputFormats",
                                                 "inputDataTypes",
                                                 "inputShapes",
                                                 "outputFormats",
                                                 "outputDataTypes",
                                                 "outputShapes",
                                                 "opState",
                                                 "hf32Eligible",
                                                 "blockNum|blockDim|block_dim",
                                                 "mixBlockNum|mixBlockDim|mix_block_dim"};

using ComputeIndex = std::unordered_map<int64_t, int>; ///< from globalTaskId

void readComputeInfos(DatabaseRead &read, DatabaseEvents &events, const char *table, ComputeIndex &index) {
    const bool isSchedule = std::string_view(table) != "COMPUTE_TASK_INFO";
    read.each(table, computeColumns, [&](const SqliteRows &rows) {
        const auto id = rows.integer(0);
        if (!id) return read.skip(table, rows, "the description of a task does not say of which");
        ComputeInfo info;
        info.isSchedule = isSchedule;
        for (int i = 0; i < ComputeInfo::ColumnCount; ++i)
            info.cells[size_t(i)] = rows.integer(i + 1).value_or(missingInteger);
        const auto [place, isNew] = index.emplace(*id, int(events.computeInfos.size()));
        if (!isNew) return read.skip(table, rows, "a task is described twice; the first description is taken");
        events.computeInfos.push_back(info);
        read.charge(int64_t(sizeof info) + 48);
        if (!isSchedule) events.arguments->computeRows.add(*id, rows.rowId());
    });
}

int64_t idOr(std::optional<int64_t> value, int64_t otherwise) {
    return value.value_or(otherwise);
}

int deviceOf(std::optional<int64_t> value) {
    return value && *value >= 0 && *value <= 65535 ? int(*value) : -1;
}

void readTaskRows(DatabaseRead &read, DatabaseEvents &events, const ComputeIndex &index) {
    read.each("TASK",
              {"startNs", "endNs", "deviceId", "connectionId", "globalTaskId", "taskType", "contextId", "streamId",
               "taskId", "modelId"},
              [&](const SqliteRows &rows) {
                  const auto time = read.stretch("TASK", rows, 0, 1);
                  if (!time) return;
                  DatabaseTask task;
                  task.time = *time;
                  task.rowId = rows.rowId();
                  task.device = deviceOf(rows.integer(2));
                  task.connection = idOr(rows.integer(3), -1);
                  task.globalId = idOr(rows.integer(4), -1);
                  task.type = int64_t(read.name("TASK", rows, 5).value);
                  task.context = idOr(rows.integer(6), noneId32);
                  task.stream = idOr(rows.integer(7), -1);
                  task.task = idOr(rows.integer(8), -1);
                  task.model = idOr(rows.integer(9), noneId32);
                  const auto known = rows.integer(4) ? index.find(task.globalId) : index.end();
                  if (known != index.end()) task.compute = known->second;
                  events.tasks.push_back(task);
                  read.charge(int64_t(sizeof task));
              });
    std::stable_sort(events.tasks.begin(), events.tasks.end(),
                     [](const DatabaseTask &a, const DatabaseTask &b) { return a.time.startNs < b.time.startNs; });
}

/** A task that is made of sub-tasks is what encloses them. */
using TaskKey = std::tuple<int, int64_t, int64_t, int64_t>;
TaskKey keyOf(const DatabaseTask &task) {
    return {task.device, task.stream, task.task, task.connection};
}

/** Lanes of streams, each looked up by its name once. */
class StreamLanes {
public:
    explicit StreamLanes(DatabaseRead &read)
        : m_read(read) {}
    TrackId lane(const DatabaseTask &task) {
        TrackId &lane = m_lanes[{task.device, task.stream}];
        if (lane.valid()) return lane;
        const std::string name =
            task.stream < 0 ? std::string("Stream ?") : format("Stream %lld", (long long)task.stream);
        return lane = m_read.lane("Ascend Hardware", name, task.device);
    }

private:
    DatabaseRead &m_read;
    std::map<std::pair<int, int64_t>, TrackId> m_lanes;
};

TextId taskName(DatabaseRead &read, const DatabaseEvents &events, const DatabaseTask &task) {
    if (task.compute >= 0) {
        const int64_t id = events.computeInfos[size_t(task.compute)].cells[ComputeInfo::Name];
        const std::string &name = read.string(id == missingInteger ? std::nullopt : std::optional<int64_t>(id));
        if (!name.empty()) return read.trace.addText(name);
    }
    return TextId{task.type};
}

void addTaskSlices(DatabaseRead &read, DatabaseEvents &events) {
    std::set<TaskKey> withSubTasks;
    for (const DatabaseTask &task : events.tasks)
        if (task.context != noneId32) withSubTasks.insert(keyOf(task));
    const TextId noCategory = read.trace.addText("");
    StreamLanes lanes(read);
    int64_t enclosing = 0;
    for (DatabaseTask &task : events.tasks) {
        if (task.context == noneId32 && task.compute < 0 && withSubTasks.contains(keyOf(task))) {
            ++enclosing;
            continue;
        }
        const TrackId lane = lanes.lane(task);
        const auto offset = DatabaseArguments::offsetOf(SliceTable::Task, task.rowId);
        const uint64_t place = offset ? ArgumentPlace{events.argumentSource, *offset}.packed() : 0;
        task.slice = read.addSlice(lane, {taskName(read, events, task), noCategory, place}, task.time);
    }
    if (enclosing > 0)
        read.note("a task that only encloses its FFTS+ sub-tasks is not shown beside them, as in the text export",
                  enclosing);
}

} // namespace

uint64_t placeOfRow(const DatabaseEvents &events, SliceTable table, const SqliteRows &rows) {
    const auto offset = DatabaseArguments::offsetOf(table, rows.rowId());
    return offset ? ArgumentPlace{events.argumentSource, *offset}.packed() : 0;
}

void readTasks(DatabaseRead &read, DatabaseEvents &events) {
    ComputeIndex index;
    readComputeInfos(read, events, "COMPUTE_TASK_INFO", index);
    readComputeInfos(read, events, "COMMUNICATION_SCHEDULE_TASK_INFO", index);
    events.arguments->computeRows.sort();
    read.each("MEMCPY_INFO", {"globalTaskId"}, [&](const SqliteRows &rows) {
        if (const auto id = rows.integer(0)) events.arguments->memcpyRows.add(*id, rows.rowId());
    });
    events.arguments->memcpyRows.sort();
    readTaskRows(read, events, index);
    addTaskSlices(read, events);
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// Collectives (COMMUNICATION_OP), one lane a group, and their tasks (COMMUNICATION_TASK_INFO), one lane a plane.
#include "engine/ops/opdef.h"
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

struct CommunicationTask {
    int64_t globalId = -1, plane = 0, opId = -1;
    TextId group, type;
    uint64_t place = 0;
};

struct Groups {
    std::vector<TextId> order; ///< by first use
    std::unordered_map<int64_t, size_t> places;
    void add(TextId group) {
        if (places.emplace(group.value, order.size()).second) order.push_back(group);
    }
};

void readOps(DatabaseRead &read, DatabaseEvents &events) {
    const bool hasDevice =
        read.has("COMMUNICATION_OP") && read.reader().table("COMMUNICATION_OP")->column("deviceId") >= 0;
    read.each("COMMUNICATION_OP",
              {"startNs", "endNs", "opName", "opType", "groupName", "opId", "connectionId", "deviceId"},
              [&](const SqliteRows &rows) {
                  const auto time = read.stretch("COMMUNICATION_OP", rows, 0, 1);
                  if (!time) return;
                  DatabaseCollective op;
                  op.time = *time;
                  op.name = read.name("COMMUNICATION_OP", rows, 2);
                  // An op type of -1 is what MindStudio Insight fills in.
                  op.type = rows.isNull(3) || isNoneId(rows.integer(3)) ? read.trace.addText("")
                                                                        : read.name("COMMUNICATION_OP", rows, 3);
                  op.group = rows.isNull(4) ? read.trace.addText("") : read.name("COMMUNICATION_OP", rows, 4);
                  op.opId = rows.integer(5).value_or(-1);
                  op.connection = rows.integer(6).value_or(-1);
                  if (hasDevice) op.device = int(std::clamp<int64_t>(rows.integer(7).value_or(-1), -1, 65535));
                  op.place = placeOfRow(events, SliceTable::CommunicationOp, rows);
                  events.communication.push_back(op);
                  read.charge(int64_t(sizeof op));
              });
}

std::vector<CommunicationTask> readTaskInfos(DatabaseRead &read, const DatabaseEvents &events) {
    std::vector<CommunicationTask> tasks;
    read.each("COMMUNICATION_TASK_INFO", {"globalTaskId", "taskType", "planeId", "groupName", "opId"},
              [&](const SqliteRows &rows) {
                  const auto id = rows.integer(0);
                  if (!id) return read.skip("COMMUNICATION_TASK_INFO", rows, "a communication task does not say which");
                  CommunicationTask task;
                  task.globalId = *id;
                  task.type = read.name("COMMUNICATION_TASK_INFO", rows, 1);
                  const int64_t plane = rows.integer(2).value_or(noneId32);
                  task.plane = plane < 0 || plane >= noneId32 ? 0 : plane;
                  task.group = rows.isNull(3) ? read.trace.addText("") : read.name("COMMUNICATION_TASK_INFO", rows, 3);
                  task.opId = rows.integer(4).value_or(-1);
                  task.place = placeOfRow(events, SliceTable::CommunicationTask, rows);
                  tasks.push_back(task);
                  read.charge(int64_t(sizeof task));
              });
    return tasks;
}

/** A communication task with the task of the device that it describes. */
struct TaskPair {
    size_t info, task;
};

/** By globalTaskId. Where an id ran several times, descriptions and tasks go together in their order and the last
    description holds for the rest. */
std::vector<TaskPair> pairsOf(const DatabaseEvents &events, const std::vector<CommunicationTask> &infos) {
    std::unordered_map<int64_t, std::vector<size_t>> infosById;
    for (size_t i = 0; i < infos.size(); ++i)
        infosById[infos[i].globalId].push_back(i);
    std::unordered_map<int64_t, size_t> runs;
    std::vector<TaskPair> pairs;
    for (size_t i = 0; i < events.tasks.size(); ++i) {
        const auto found = infosById.find(events.tasks[i].globalId);
        if (found == infosById.end()) continue;
        const size_t run = runs[found->first]++;
        pairs.push_back({found->second[std::min(run, found->second.size() - 1)], i});
    }
    return pairs;
}

/** Older versions do not say of a collective on which device it ran; its tasks do. */
void placeOps(DatabaseEvents &events, const std::vector<CommunicationTask> &infos, const std::vector<TaskPair> &pairs) {
    std::unordered_map<int64_t, int> devices;
    for (const TaskPair &pair : pairs)
        devices.emplace(infos[pair.info].opId, events.tasks[pair.task].device);
    std::set<int> all;
    for (const DatabaseTask &task : events.tasks)
        all.insert(task.device);
    for (DatabaseCollective &op : events.communication) {
        if (op.device >= 0) continue;
        if (const auto found = devices.find(op.opId); found != devices.end()) op.device = found->second;
        if (op.device < 0 && all.size() == 1) op.device = *all.begin();
    }
}

std::string groupLane(const std::string &group) {
    return group.empty() || group == "N/A" ? std::string("Communication") : "Group " + group + " Communication";
}

/** The lanes of a device stand as people know them: a group, its planes, the next group. */
class CommunicationLanes {
public:
    CommunicationLanes(DatabaseRead &read, const Groups &groups)
        : m_read(read)
        , m_groups(groups) {}
    TrackId group(TextId group, int device) {
        return m_read.lane("Communication", groupLane(m_read.trace.texts().text(group)), device);
    }
    /** Planes of several groups are told apart by the number of the group. */
    TrackId plane(TextId group, int64_t plane, int device) {
        std::string name = format("Plane %lld", (long long)plane);
        const size_t place = m_groups.places.at(group.value);
        if (place > 0) name += format(" [group %zu]", place);
        return m_read.lane("Communication", name, device);
    }

private:
    DatabaseRead &m_read;
    const Groups &m_groups;
};

void makeLanes(DatabaseEvents &events, const std::vector<CommunicationTask> &infos, const std::vector<TaskPair> &pairs,
               const Groups &groups, CommunicationLanes &lanes) {
    std::set<std::tuple<int, size_t, int64_t>> planes; // -1: the group itself
    for (const DatabaseCollective &op : events.communication)
        planes.insert({op.device, groups.places.at(op.group.value), -1});
    for (const TaskPair &pair : pairs)
        planes.insert(
            {events.tasks[pair.task].device, groups.places.at(infos[pair.info].group.value), infos[pair.info].plane});
    for (const auto &[device, group, plane] : planes) {
        if (plane < 0)
            lanes.group(groups.order[group], device);
        else
            lanes.plane(groups.order[group], plane, device);
    }
}

void addSlices(DatabaseRead &read, DatabaseEvents &events, const std::vector<CommunicationTask> &infos,
               const std::vector<TaskPair> &pairs, CommunicationLanes &lanes) {
    const TextId noCategory = read.trace.addText("");
    for (DatabaseCollective &op : events.communication)
        op.slice = read.addSlice(lanes.group(op.group, op.device), {op.name, noCategory, op.place}, op.time);
    std::vector<bool> isUsed(infos.size());
    for (const TaskPair &pair : pairs) {
        const CommunicationTask &info = infos[pair.info];
        const DatabaseTask &task = events.tasks[pair.task];
        // At the lowest level the kind of a task is not told here, but in TASK.
        const bool isNamed = read.trace.texts().text(info.type) != "N/A";
        const TextId name = isNamed ? info.type : TextId{task.type};
        read.addSlice(lanes.plane(info.group, info.plane, task.device), {name, noCategory, info.place}, task.time);
        events.arguments->taskRows.add(info.globalId, task.rowId);
        isUsed[pair.info] = true;
    }
    const auto without = int64_t(std::count(isUsed.begin(), isUsed.end(), false));
    events.arguments->taskRows.sort();
    if (without > 0 && !read.isWindowed())
        read.diagnostics.add(DiagnosticKind::Skipped, read.file(), "",
                             "a communication task has no row in TASK, so that its time is not known", without);
}

} // namespace

void readCommunication(DatabaseRead &read, DatabaseEvents &events) {
    readOps(read, events);
    const std::vector<CommunicationTask> infos = readTaskInfos(read, events);
    const std::vector<TaskPair> pairs = pairsOf(events, infos);
    placeOps(events, infos, pairs);
    Groups groups;
    for (const DatabaseCollective &op : events.communication)
        groups.add(op.group);
    for (const CommunicationTask &info : infos)
        groups.add(info.group);
    CommunicationLanes lanes(read, groups);
    makeLanes(events, infos, pairs, groups, lanes);
    addSlices(read, events, infos, pairs, lanes);
}

} // namespace ascend_profiler
} // namespace jitscope

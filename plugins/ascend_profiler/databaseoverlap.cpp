// SPDX-License-Identifier: Apache-2.0
// Lanes of Overlap Analysis: as the database has them, else computed from its tasks and collectives by the producer's
// definition.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/analysis/intervals.h"

#include <algorithm>
#include <array>
#include <map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr std::array kindNames = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};

void addOverlap(DatabaseRead &read, size_t kind, int device, const EventTime &time) {
    const TrackId lane = read.lane("Overlap Analysis", kindNames[kind], device);
    read.addSlice(lane, {read.trace.addText(kindNames[kind]), read.trace.addText(""), 0}, time);
}

void readStored(DatabaseRead &read) {
    read.each("OVERLAP_ANALYSIS", {"startNs", "endNs", "deviceId", "type"}, [&](const SqliteRows &rows) {
        const auto time = read.stretch("OVERLAP_ANALYSIS", rows, 0, 1);
        if (!time) return;
        const auto kind = rows.integer(3), device = rows.integer(2);
        if (!kind || *kind < 0 || *kind >= int64_t(kindNames.size()))
            return read.skip("OVERLAP_ANALYSIS", rows, "a row of OVERLAP_ANALYSIS is of no known kind");
        addOverlap(read, size_t(*kind), int(std::clamp<int64_t>(device.value_or(-1), -1, 65535)), *time);
    });
}

bool isComputing(const DatabaseRead &read, const DatabaseEvents &events, const DatabaseTask &task) {
    if (task.compute < 0) return false;
    const ComputeInfo &info = events.computeInfos[size_t(task.compute)];
    if (info.isSchedule) return false;
    const std::string &name = read.string(info.cells[ComputeInfo::Name]);
    return !name.ends_with("AicpuKernel") && !name.ends_with("AivKernel");
}

struct DeviceTimes {
    Intervals computing, communication;
};

void addComputed(DatabaseRead &read, int device, const DeviceTimes &times) {
    const Intervals computing = unite(times.computing), communication = unite(times.communication);
    Intervals busy = computing;
    busy.insert(busy.end(), communication.begin(), communication.end());
    busy = unite(std::move(busy));
    if (busy.empty()) return;
    const Intervals all = {{busy.front().beginNs, busy.back().endNs}};
    const std::array kinds = {computing, communication, difference(communication, computing), difference(all, busy)};
    for (size_t kind = 0; kind < kinds.size(); ++kind)
        for (const Interval &each : kinds[kind])
            addOverlap(read, kind, device, {each.beginNs, each.length()});
}

} // namespace

void readOverlap(DatabaseRead &read, const DatabaseEvents &events) {
    const uint32_t before = read.sliceCount();
    readStored(read);
    if (read.sliceCount() > before || read.error()) return;
    std::map<int, DeviceTimes> devices;
    for (const DatabaseTask &task : events.tasks)
        if (isComputing(read, events, task))
            devices[task.device].computing.push_back({task.time.startNs, task.time.endNs()});
    for (const DatabaseCollective &op : events.communication)
        devices[op.device].communication.push_back({op.time.startNs, op.time.endNs()});
    for (const auto &[device, times] : devices)
        addComputed(read, device, times);
    if (!devices.empty())
        read.note("the lanes of Overlap Analysis were computed from tasks and collectives: the database holds none");
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/overlap.h"

#include "engine/analysis/derivedtables.h"
#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

namespace {

struct Part {
    const char *title;
    Intervals DeviceOverlap::*set;
};
/** The slices of the lanes have the same names. */
constexpr Part parts[] = {{"Computing", &DeviceOverlap::computing},
                          {"Communication", &DeviceOverlap::communication},
                          {"Communication(Not Overlapped)", &DeviceOverlap::notOverlapped},
                          {"Free", &DeviceOverlap::free}};

} // namespace

Interval DeviceOverlap::span() const {
    if (computing.empty() && communication.empty()) return {};
    Interval span{INT64_MAX, INT64_MIN};
    for (const Intervals *set : {&computing, &communication, &free})
        if (!set->empty())
            span = {std::min(span.beginNs, set->front().beginNs), std::max(span.endNs, set->back().endNs)};
    return span;
}

std::vector<DeviceOverlap> overlapOf(const DataTable &kernels) {
    const int device = kernels.column("device"), start = kernels.column("start"), duration = kernels.column("duration");
    const std::vector<TaskKind> kinds = taskKinds(kernels);
    std::map<int64_t, DeviceOverlap> devices;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const int64_t begin = kernels.integer(row, start), length = kernels.integer(row, duration);
        if (begin == missingInteger || length == missingInteger || kinds[size_t(row)] == TaskKind::Helper) continue;
        const int64_t id = kernels.integer(row, device);
        DeviceOverlap &here = devices[id == missingInteger ? -1 : id];
        auto &set = kinds[size_t(row)] == TaskKind::Computing ? here.computing : here.communication;
        set.push_back({begin, begin + length});
    }
    std::vector<DeviceOverlap> all;
    for (auto &[id, each] : devices) {
        each.device = id;
        each.computing = unite(std::move(each.computing));
        each.communication = unite(std::move(each.communication));
        each.notOverlapped = difference(each.communication, each.computing);
        if (const Interval span = each.span(); span.length() > 0)
            each.free = difference(difference({span}, each.computing), each.communication);
        all.push_back(std::move(each));
    }
    return all;
}

DeviceOverlap overlapLanes(const Trace &trace, int rank) {
    DeviceOverlap overlap;
    for (const LaneRow &row : trace.laneRows()) {
        const Track &track = trace.trackAt(row.track);
        if (track.kind != LaneKind::Overlap || track.rank != rank) continue;
        overlap.device = track.device;
        for (int64_t i = row.first; i < row.first + row.count; ++i)
            for (const Part &part : parts)
                if (trace.nameOf(SliceId{i}) == part.title)
                    (overlap.*part.set).push_back({trace.startOf(SliceId{i}), trace.endOf(SliceId{i})});
    }
    for (const Part &part : parts)
        overlap.*part.set = unite(std::move(overlap.*part.set));
    return overlap;
}

DataTable overlapTable(const std::vector<DeviceOverlap> &devices) {
    using enum ColumnType;
    DataTable table("overlap");
    const int device = table.addColumn("device", Integer), part = table.addColumn("part", Text);
    const int time = table.addColumn("total", Integer, "ns"), share = table.addColumn("share", Real, "share");
    const int stretches = table.addColumn("stretches", Integer), longest = table.addColumn("longest", Integer, "ns");
    for (const DeviceOverlap &each : devices)
        for (const Part &shown : parts) {
            const Intervals &set = each.*shown.set;
            const int64_t row = table.addRow(), sum = totalLength(set);
            int64_t most = 0;
            for (const Interval &stretch : set)
                most = std::max(most, stretch.length());
            if (each.device >= 0) table.setInteger(row, device, each.device);
            table.setText(row, part, shown.title);
            table.setInteger(row, time, sum);
            table.setReal(row, share, each.span().length() > 0 ? double(sum) / double(each.span().length()) : 0);
            table.setInteger(row, stretches, int64_t(set.size()));
            table.setInteger(row, longest, most);
        }
    return table;
}

} // namespace jitscope::inline analysis

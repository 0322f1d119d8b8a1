// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/rowslices.h"

#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <cstdlib>

namespace jitscope::inline analysis {

namespace {

/** The lanes on which rows of a table stand, and the column that numbers them. */
struct TableLane {
    std::string_view table;
    LaneKind kind;
    const char *number;
};
constexpr TableLane tableLanes[] = {{"kernels", LaneKind::Stream, "stream"},
                                    {"host_api", LaneKind::HostApi, "thread"},
                                    {"operators", LaneKind::Framework, "thread"}};

const TableLane *laneOf(std::string_view table) {
    for (const TableLane &each : tableLanes)
        if (each.table == table) return &each;
    return nullptr;
}

/** Producers round the same begin up in one file and cut it off in the other. */
constexpr int64_t roundings[] = {0, 1, -1};

SliceId near(const SliceFinder &finder, int rank, LaneKind kind, int64_t number, int64_t start) {
    for (const int64_t rounding : roundings)
        if (const SliceId slice = finder.at(rank, kind, number, start + rounding); slice.valid()) return slice;
    return {};
}

SliceId atAnyNumber(const SliceFinder &finder, int rank, LaneKind kind, int64_t number, int64_t start) {
    const SliceId exact = near(finder, rank, kind, number == missingInteger ? -1 : number, start);
    return exact.valid() || number == missingInteger ? exact : near(finder, rank, kind, -1, start);
}

} // namespace

SliceId sliceOfRow(const SliceFinder &finder, const DataTable &table, int64_t row, int rank) {
    const TableLane *lane = laneOf(table.name());
    if (lane == nullptr) return {};
    const int64_t start = table.integer(row, table.column("start"));
    if (start == missingInteger) return {};
    const bool isCommunication =
        lane->kind == LaneKind::Stream && taskKind(table.text(row, table.column("core")),
                                                   table.text(row, table.column("name"))) == TaskKind::Communication;
    if (isCommunication)
        if (const SliceId slice = near(finder, rank, LaneKind::Communication, -1, start); slice.valid()) return slice;
    return atAnyNumber(finder, rank, lane->kind, table.integer(row, table.column(lane->number)), start);
}

SliceId sliceOfCommunication(const SliceFinder &finder, const Profile &profile, std::string_view name, int64_t nearNs) {
    const DataTable *kernels = profile.table("kernels");
    if (kernels == nullptr) return {};
    const int nameColumn = kernels->column("name"), start = kernels->column("start");
    int64_t best = -1, bestDistance = INT64_MAX;
    for (int64_t row = 0; row < kernels->rowCount(); ++row) {
        if (kernels->text(row, nameColumn) != name || kernels->integer(row, start) == missingInteger) continue;
        const int64_t distance = nearNs == missingInteger ? 0 : std::abs(kernels->integer(row, start) - nearNs);
        if (distance < bestDistance) {
            best = row;
            bestDistance = distance;
        }
    }
    return best < 0 ? SliceId() : sliceOfRow(finder, *kernels, best, profile.rank);
}

RowsByStart rowsByStart(const DataTable &table) {
    RowsByStart rows;
    const int start = table.column("start");
    if (laneOf(table.name()) == nullptr || start < 0) return rows;
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (table.integer(row, start) != missingInteger) rows.push_back({table.integer(row, start), row});
    std::sort(rows.begin(), rows.end());
    return rows;
}

int64_t rowOfSlice(const Trace &trace, SliceId slice, const DataTable &table, const RowsByStart &rows) {
    const TableLane *lane = laneOf(table.name());
    if (lane == nullptr || !slice.valid()) return -1;
    const Track &track = trace.trackAt(trace.trackOf(slice));
    const bool isCommunication = lane->kind == LaneKind::Stream && track.kind == LaneKind::Communication;
    if (track.kind != lane->kind && !isCommunication) return -1;
    const int number = table.column(lane->number), name = table.column("name");
    const int64_t start = trace.startOf(slice);
    int64_t found = -1;
    for (auto at = std::lower_bound(rows.begin(), rows.end(), std::pair(start - 1, int64_t(-1)));
         at != rows.end() && at->first <= start + 1; ++at) {
        if (table.text(at->second, name) == trace.nameOf(slice)) return at->second;
        if (at->first == start && !isCommunication && table.integer(at->second, number) == track.number)
            found = at->second;
    }
    return found;
}

} // namespace jitscope::inline analysis

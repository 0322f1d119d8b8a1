// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/laneindex.h"

#include "engine/analysis/intervals.h"

#include <algorithm>
#include <map>
#include <set>

namespace jitscope::inline analysis {

LaneIndex::LaneIndex(const Trace &trace)
    : m_trace(trace) {
    for (const LaneRow &row : trace.laneRows())
        m_lines.push_back({row.track, row.row, row.first, row.count, nullptr});
    std::map<TrackId, std::vector<SliceId>> late;
    for (int64_t i = trace.arrangedCount(); i < trace.sliceCount(); ++i)
        late[trace.trackOf(SliceId{i})].push_back(SliceId{i});
    for (auto &[track, slices] : late) {
        const LaneRows rows = layoutSlices(trace, std::move(slices));
        std::vector<std::vector<SliceId>> lists(size_t(rows.rows));
        for (size_t i = 0; i < rows.slices.size(); ++i)
            lists[size_t(rows.depth[i])].push_back(rows.slices[i]);
        for (size_t row = 0; row < lists.size(); ++row) {
            m_lists.push_back(std::move(lists[row]));
            m_lines.push_back({track, int(row), 0, int64_t(m_lists.back().size()), &m_lists.back()});
        }
    }
    std::stable_sort(m_lines.begin(), m_lines.end(),
                     [](const LaneLine &a, const LaneLine &b) { return a.track.value < b.track.value; });
    m_firstLine.assign(trace.tracks().size() + 1, 0);
    for (const LaneLine &line : m_lines)
        ++m_firstLine[size_t(line.track.value) + 1];
    for (size_t track = 1; track < m_firstLine.size(); ++track)
        m_firstLine[track] += m_firstLine[track - 1];
}

std::span<const LaneLine> LaneIndex::linesOf(TrackId track) const {
    const size_t begin = m_firstLine[size_t(track.value)], end = m_firstLine[size_t(track.value) + 1];
    return std::span(m_lines).subspan(begin, end - begin);
}

std::vector<TrackId> LaneIndex::tracksOf(int rank, LaneKind kind) const {
    std::vector<TrackId> tracks;
    for (const Track &track : m_trace.tracks())
        if (track.rank == rank && track.kind == kind && !linesOf(track.id).empty()) tracks.push_back(track.id);
    return tracks;
}

std::vector<TrackId> LaneIndex::tracksOf(const DeviceKey &device, LaneKind kind) const {
    std::vector<TrackId> tracks = tracksOf(device.rank, kind);
    std::erase_if(tracks, [&](TrackId id) {
        const int of = m_trace.trackAt(id).device;
        return of >= 0 && of != device.device;
    });
    return tracks;
}

std::vector<DeviceKey> LaneIndex::devices() const {
    std::set<DeviceKey> devices;
    std::set<int> ranksWithout; // their lanes name no device
    for (const Track &track : m_trace.tracks()) {
        if (track.kind != LaneKind::Stream && track.kind != LaneKind::Communication) continue;
        if (linesOf(track.id).empty()) continue;
        if (track.device >= 0)
            devices.insert({track.rank, track.device});
        else
            ranksWithout.insert(track.rank);
    }
    for (const int rank : ranksWithout)
        if (std::none_of(devices.begin(), devices.end(), [&](const DeviceKey &key) { return key.rank == rank; }))
            devices.insert({rank, -1});
    return {devices.begin(), devices.end()};
}

int64_t LaneIndex::firstFrom(const LaneLine &line, int64_t timeNs) const {
    if (line.list == nullptr) {
        const auto begin = m_trace.columns().start.begin() + line.first;
        return std::lower_bound(begin, begin + line.count, timeNs) - begin;
    }
    return std::lower_bound(line.list->begin(), line.list->end(), timeNs,
                            [&](SliceId slice, int64_t time) { return m_trace.startOf(slice) < time; }) -
           line.list->begin();
}

int64_t LaneIndex::firstEndingBehind(const LaneLine &line, int64_t timeNs) const {
    int64_t place = firstFrom(line, timeNs);
    while (place > 0 && m_trace.endOf(line.at(place - 1)) > timeNs)
        --place;
    return place;
}

SliceId LaneIndex::covering(TrackId track, int64_t timeNs) const {
    const auto lines = linesOf(track);
    for (size_t i = lines.size(); i-- > 0;) {
        const int64_t place = firstEndingBehind(lines[i], timeNs);
        if (place < lines[i].count && m_trace.startOf(lines[i].at(place)) <= timeNs) return lines[i].at(place);
    }
    return {};
}

std::vector<SliceId> LaneIndex::enclosing(SliceId slice) const {
    std::vector<SliceId> outer;
    const int64_t start = m_trace.startOf(slice), end = m_trace.endOf(slice);
    for (const LaneLine &line : linesOf(m_trace.trackOf(slice))) {
        // One that begins at the same time stands before it in its row or is itself.
        int64_t place = firstFrom(line, start);
        if (place == line.count || m_trace.startOf(line.at(place)) > start) --place;
        if (place < 0) continue;
        const SliceId found = line.at(place);
        if (found == slice) break; // the rows that follow are further in
        if (m_trace.endOf(found) >= end && m_trace.startOf(found) <= start) outer.push_back(found);
    }
    std::reverse(outer.begin(), outer.end());
    return outer;
}

std::vector<SliceId> LaneIndex::overlapping(const LaneLine &line, int64_t beginNs, int64_t endNs, size_t limit) const {
    std::vector<SliceId> slices;
    for (int64_t place = firstEndingBehind(line, beginNs); place < line.count && slices.size() < limit; ++place) {
        if (m_trace.startOf(line.at(place)) >= endNs) break;
        slices.push_back(line.at(place));
    }
    return slices;
}

std::vector<SliceId> LaneIndex::overlapping(TrackId track, int64_t beginNs, int64_t endNs, size_t limit) const {
    std::vector<SliceId> slices;
    for (const LaneLine &line : linesOf(track)) {
        const auto more = overlapping(line, beginNs, endNs, limit - slices.size());
        slices.insert(slices.end(), more.begin(), more.end());
    }
    return slices;
}

int64_t LaneIndex::selfNs(SliceId slice) const {
    constexpr size_t most = 1'000'000;
    const Interval whole{m_trace.startOf(slice), m_trace.endOf(slice)};
    Intervals inner;
    bool isBelow = false;
    for (const LaneLine &line : linesOf(m_trace.trackOf(slice))) {
        const std::vector<SliceId> here = overlapping(line, whole.beginNs, whole.endNs, most);
        if (isBelow)
            for (const SliceId each : here)
                if (m_trace.endOf(each) <= whole.endNs && m_trace.startOf(each) >= whole.beginNs)
                    inner.push_back({m_trace.startOf(each), m_trace.endOf(each)});
        isBelow = isBelow || std::find(here.begin(), here.end(), slice) != here.end();
    }
    return whole.length() - totalLength(unite(std::move(inner)));
}

} // namespace jitscope::inline analysis

// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/trace.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <queue>

namespace jitscope {

TextId TextPool::add(std::string_view text) {
    const auto [entry, isNew] = m_ids.try_emplace(std::string(text), int64_t(m_texts.size()));
    if (isNew) m_texts.push_back(entry->first);
    return TextId{entry->second};
}

TrackId Trace::addTrack(std::string process, std::string name, int sortKey, bool simulated) {
    const TrackId id{int64_t(m_tracks.size())};
    m_tracks.push_back({id, std::move(process), std::move(name), sortKey, simulated});
    return id;
}

TrackId Trace::track(const std::string &process, const std::string &name, int sortKey, bool simulated) {
    for (const Track &track : m_tracks)
        if (track.process == process && track.name == name) return track.id;
    return addTrack(process, name, sortKey, simulated);
}

SliceId Trace::addSlice(TrackId track, std::string_view name, std::string_view category, int64_t startNs,
                        int64_t durationNs, const SliceLink &link) {
    assert(track.valid() && size_t(track.value) < m_tracks.size() && durationNs >= 0);
    const SliceId id{int64_t(m_start.size())};
    m_track.push_back(track);
    m_name.push_back(m_texts.add(name));
    m_category.push_back(m_texts.add(category));
    m_start.push_back(startNs);
    m_duration.push_back(durationNs);
    m_link.push_back(link);
    return id;
}

void Trace::addArgument(SliceId slice, std::string_view key, std::string_view value) {
    m_args[slice.value].emplace_back(m_texts.add(key), m_texts.add(value));
}

void Trace::append(const Trace &other) {
    std::vector<TrackId> tracks;
    for (const Track &each : other.m_tracks)
        tracks.push_back(track(each.process, each.name, each.sortKey, each.simulated));
    std::vector<TextId> texts; // each is looked up once, not once a slice
    for (const std::string &text : other.m_texts.all())
        texts.push_back(m_texts.add(text));
    const auto here = [&](TextId id) { return texts[size_t(id.value)]; };
    const int64_t firstSlice = sliceCount();
    for (const TrackId each : other.m_track)
        m_track.push_back(tracks[size_t(each.value)]);
    for (const TextId each : other.m_name)
        m_name.push_back(here(each));
    for (const TextId each : other.m_category)
        m_category.push_back(here(each));
    m_start.insert(m_start.end(), other.m_start.begin(), other.m_start.end());
    m_duration.insert(m_duration.end(), other.m_duration.begin(), other.m_duration.end());
    m_link.insert(m_link.end(), other.m_link.begin(), other.m_link.end());
    for (const auto &[slice, args] : other.m_args)
        for (const auto &[key, value] : args)
            m_args[firstSlice + slice].emplace_back(here(key), here(value));
    for (const Counter &each : other.m_counters) {
        const TrackId track = tracks[size_t(each.track.value)];
        const auto mine = std::find_if(m_counters.begin(), m_counters.end(), [&](const Counter &counter) {
            return counter.track == track && counter.name == each.name && counter.unit == each.unit;
        });
        if (mine == m_counters.end())
            m_counters.push_back({track, each.name, each.unit, each.samples});
        else
            mine->samples.insert(mine->samples.end(), each.samples.begin(), each.samples.end());
    }
    for (const Flow &each : other.m_flows)
        m_flows.push_back({SliceId{firstSlice + each.from.value}, SliceId{firstSlice + each.to.value}, each.name});
}

Slice Trace::slice(SliceId id) const {
    assert(id.valid() && id.value < sliceCount());
    const size_t i = size_t(id.value);
    Slice slice{id, m_track[i], m_name[i], m_category[i], m_start[i], m_duration[i], m_link[i], {}};
    if (const auto args = m_args.find(id.value); args != m_args.end()) slice.args = args->second;
    return slice;
}

int64_t Trace::beginNs() const {
    int64_t begin = std::numeric_limits<int64_t>::max();
    for (const int64_t start : m_start)
        begin = std::min(begin, start);
    for (const Counter &counter : m_counters)
        for (const CounterSample &sample : counter.samples)
            begin = std::min(begin, sample.timeNs);
    return begin == std::numeric_limits<int64_t>::max() ? 0 : begin;
}

int64_t Trace::endNs() const {
    int64_t end = std::numeric_limits<int64_t>::min();
    for (size_t i = 0; i < m_start.size(); ++i)
        end = std::max(end, m_start[i] + m_duration[i]);
    for (const Counter &counter : m_counters)
        for (const CounterSample &sample : counter.samples)
            end = std::max(end, sample.timeNs);
    return end == std::numeric_limits<int64_t>::min() ? 0 : end;
}

/*
 * Each slice takes the lowest row that is free at its start. In order of start, the longer first, this is the usual
 * nesting: the slices that are open form a stack and the next row is the one below them. The difference shows where
 * slices overlap without nesting. A stack would draw one over the other there; a row that is merely free does not.
 * An instant counts as one nanosecond long, so that two at the same time do not hide each other.
 */
LaneRows layoutTrack(const Trace &trace, TrackId track) {
    LaneRows lane;
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        if (trace.trackOf(SliceId{i}) == track) lane.slices.push_back(SliceId{i});
    std::stable_sort(lane.slices.begin(), lane.slices.end(), [&](SliceId a, SliceId b) {
        if (trace.startOf(a) != trace.startOf(b)) return trace.startOf(a) < trace.startOf(b);
        return trace.durationOf(a) > trace.durationOf(b);
    });

    using Open = std::pair<int64_t, int>; // end and row
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::priority_queue<int, std::vector<int>, std::greater<>> freeRows;
    lane.depth.reserve(lane.slices.size());
    for (const SliceId slice : lane.slices) {
        const int64_t start = trace.startOf(slice);
        while (!open.empty() && open.top().first <= start) {
            freeRows.push(open.top().second);
            open.pop();
        }
        int row = lane.rows;
        if (freeRows.empty()) {
            ++lane.rows;
        } else {
            row = freeRows.top();
            freeRows.pop();
        }
        open.emplace(start + std::max<int64_t>(trace.durationOf(slice), 1), row);
        lane.depth.push_back(row);
    }
    return lane;
}

std::string printTrace(const Trace &trace) {
    std::string text;
    for (const Track &track : trace.tracks()) {
        text += track.process + " / " + track.name + (track.simulated ? " [simulated]\n" : "\n");
        const LaneRows lane = layoutTrack(trace, track.id);
        for (size_t i = 0; i < lane.slices.size(); ++i) {
            const Slice slice = trace.slice(lane.slices[i]);
            text += std::string(size_t(lane.depth[i] + 1) * 2, ' ') + trace.texts().text(slice.name);
            if (const std::string &category = trace.texts().text(slice.category); !category.empty())
                text += " (" + category + ")";
            text += format(" %lld +%lld", (long long)slice.startNs, (long long)slice.durationNs);
            for (const auto &[key, value] : slice.args)
                text += " " + trace.texts().text(key) + "=" + trace.texts().text(value);
            text += "\n";
        }
        for (const Counter &counter : trace.counters()) {
            if (counter.track != track.id) continue;
            text += "  counter " + counter.name + " [" + counter.unit + "]";
            for (const CounterSample &sample : counter.samples)
                text += format(" %lld:", (long long)sample.timeNs) + shortestNumber(sample.value);
            text += "\n";
        }
    }
    for (const Flow &flow : trace.flows())
        text += "flow " + flow.name + ": " + std::string(trace.nameOf(flow.from)) + " -> " +
                std::string(trace.nameOf(flow.to)) + "\n";
    return text;
}

} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// Everything with a time: tracks of slices, counters and flows, whoever made them (our recorder, the simulated device,
// an imported profile). Stored by column, so that millions of slices cost little more than their numbers.
#pragma once

#include "engine/base/strongid.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jitscope {

using TrackId = StrongId<struct TrackTag>;
using SliceId = StrongId<struct SliceTag>;
using TextId = StrongId<struct TextTag>;

/** Each distinct string once. */
class TextPool {
public:
    TextId add(std::string_view text);
    const std::string &text(TextId id) const { return m_texts[size_t(id.value)]; }
    const std::vector<std::string> &all() const { return m_texts; }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, int64_t> m_ids;
};

/** One lane of the timeline. */
struct Track {
    TrackId id;
    std::string process; ///< the heading it stands under: "Compile", "Host", "Ascend 910B4 (simulated)"
    std::string name;    ///< "passes", "Python", "Stream 3"
    int sortKey = 0;     ///< order of headings, then of lanes, by this and then by first use
    bool simulated = false;
    bool operator==(const Track &) const = default;
};

/** What a slice belongs to in the session: everything that is known, the rest none. */
struct SliceLink {
    int64_t op = -1;          ///< OpEvent::number
    int32_t compilation = -1; ///< index of the compilation
    int32_t pass = -1;        ///< index of the pass in it
    int64_t node = -1;        ///< NodeId::value in its final module
    bool operator==(const SliceLink &) const = default;
};

/** One slice, gathered from the columns. */
struct Slice {
    SliceId id;
    TrackId track;
    TextId name, category;
    int64_t startNs = 0, durationNs = 0;
    SliceLink link;
    std::vector<std::pair<TextId, TextId>> args;
};

struct CounterSample {
    int64_t timeNs = 0;
    double value = 0;
    bool operator==(const CounterSample &) const = default;
};

struct Counter {
    TrackId track;
    std::string name, unit;
    std::vector<CounterSample> samples;
    bool operator==(const Counter &) const = default;
};

/** An arrow from one slice to another: a launch to its kernel. */
struct Flow {
    SliceId from, to;
    std::string name;
    bool operator==(const Flow &) const = default;
};

class Trace {
public:
    TrackId addTrack(std::string process, std::string name, int sortKey, bool simulated = false);
    /** The track of that heading and name, made if there is none. */
    TrackId track(const std::string &process, const std::string &name, int sortKey, bool simulated = false);
    SliceId addSlice(TrackId track, std::string_view name, std::string_view category, int64_t startNs,
                     int64_t durationNs, const SliceLink &link = {});
    void addArgument(SliceId slice, std::string_view key, std::string_view value);
    void addCounter(Counter counter) { m_counters.push_back(std::move(counter)); }
    void addFlow(Flow flow) { m_flows.push_back(std::move(flow)); }
    /** Puts all of `other` behind what is here; tracks of equal heading and name become one. */
    void append(const Trace &other);

    int64_t sliceCount() const { return int64_t(m_start.size()); }
    Slice slice(SliceId id) const;
    std::string_view nameOf(SliceId id) const { return m_texts.text(m_name[size_t(id.value)]); }
    int64_t startOf(SliceId id) const { return m_start[size_t(id.value)]; }
    int64_t durationOf(SliceId id) const { return m_duration[size_t(id.value)]; }
    TrackId trackOf(SliceId id) const { return m_track[size_t(id.value)]; }
    const SliceLink &linkOf(SliceId id) const { return m_link[size_t(id.value)]; }

    const std::vector<Track> &tracks() const { return m_tracks; }
    const std::vector<Counter> &counters() const { return m_counters; }
    const std::vector<Flow> &flows() const { return m_flows; }
    const TextPool &texts() const { return m_texts; }
    int64_t beginNs() const; ///< of the earliest slice or sample, 0 without any
    int64_t endNs() const;

private:
    std::vector<Track> m_tracks;
    TextPool m_texts;
    std::vector<TrackId> m_track;
    std::vector<TextId> m_name, m_category;
    std::vector<int64_t> m_start, m_duration;
    std::vector<SliceLink> m_link;
    std::unordered_map<int64_t, std::vector<std::pair<TextId, TextId>>> m_args; ///< by slice
    std::vector<Counter> m_counters;
    std::vector<Flow> m_flows;
};

/** The slices of one track in order of start, with the row each is drawn in (0 = outermost) by nesting. Slices that
    overlap without nesting (real device streams have them) stand in rows of their own, so that none is hidden. */
struct LaneRows {
    std::vector<SliceId> slices;
    std::vector<int> depth;
    int rows = 0;
};
LaneRows layoutTrack(const Trace &trace, TrackId track);

/** A whole trace as text, one line a slice; for tests and `jitscope trace`. */
std::string printTrace(const Trace &trace);

/** The slices as Chrome trace JSON, readable by Perfetto and MindStudio Insight. */
std::string toChromeJson(const Trace &trace);

} // namespace jitscope

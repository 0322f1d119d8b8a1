// SPDX-License-Identifier: Apache-2.0
// Everything with a time: tracks of slices, counters and flows, whoever made them (our recorder, the simulated device,
// an imported profile). Stored by column, so that millions of slices cost little more than their numbers: 28 bytes a
// slice, 8 more where one belongs to something in the session, 8 more where one has arguments, these not counted. Where
// memory has no room for them they lie in a file (engine/base/spillmemory.h).
#pragma once

#include "engine/base/spillmemory.h"
#include "engine/base/strongid.h"
#include "engine/profile/argumentsource.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jitscope::inline profile {

using TrackId = StrongId<struct TrackTag>;
using SliceId = StrongId<struct SliceTag>;
using TextId = StrongId<struct TextTag>;

/** Each distinct string once. */
class TextPool {
public:
    TextId add(std::string_view text);
    /** The id of a text that is there, else none. */
    TextId find(std::string_view text) const;
    const std::string &text(TextId id) const { return m_texts[size_t(id.value)]; }
    const std::vector<std::string> &all() const { return m_texts; }

private:
    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, int64_t, Hash, std::equal_to<>> m_ids;
};

/** What the slices of a lane are; views and analyses go by it, never by the words of a heading. */
enum class LaneKind : uint8_t {
    Other,
    Compile,       ///< stages and passes
    Framework,     ///< host operators and Python functions: "Python", "MindSpore", "CPU OP"
    Scope,         ///< "Scope Layer"
    HostApi,       ///< "CANN": AscendCL, Node, Runtime, Communication calls
    Stream,        ///< tasks of a device stream: "Ascend Hardware"
    Communication, ///< collective operators of a group, or the tasks of one of its planes
    Plane,
    Overlap,  ///< derived: Computing, Communication, Communication(Not Overlapped), Free
    Counters, ///< no slices
    Core,     ///< a pipe of an AI core (operator tuning)
};
std::string_view toString(LaneKind kind);

/** One lane of the timeline. */
struct Track {
    TrackId id;
    std::string process; ///< the heading it stands under: "Compile", "Host", "Ascend Hardware"
    std::string name;    ///< "passes", "Python", "Stream 3"
    int sortKey = 0;     ///< order of headings, then of lanes, by this and then by first use
    bool simulated = false;
    LaneKind kind = LaneKind::Other;
    int rank = -1;       ///< of the process that was profiled; -1 where there are no ranks
    int device = -1;     ///< id of the device, -1 for host lanes
    int64_t number = -1; ///< of the stream, thread or plane
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
    SliceArguments args;
};

struct CounterSample {
    int64_t timeNs = 0;
    double value = 0;
    bool operator==(const CounterSample &) const = default;
};

struct Counter {
    TrackId track;
    std::string name, unit;
    std::vector<CounterSample> samples; ///< by time
    bool operator==(const Counter &) const = default;
};

/** An arrow from one slice to another: a launch to its kernel. */
struct Flow {
    SliceId from, to;
    TextId name, category; ///< in Trace::texts(); the category of what shows and hides together: "HostToDevice"
    bool operator==(const Flow &) const = default;
};

/** A row of a lane in an arranged trace: the slices [first, first + count), by start, none overlapping another. */
struct LaneRow {
    TrackId track;
    int row = 0; ///< 0 = outermost
    int64_t first = 0, count = 0;
    bool operator==(const LaneRow &) const = default;
};

/** The columns of many slices, for readers that make them by the million. All of one length; `place` may be empty. */
struct SliceColumns {
    LongVector<uint32_t> track, name, category; ///< ids
    LongVector<int64_t> start, duration;        ///< ns, durations not negative
    LongVector<uint64_t> place;                 ///< of the arguments, see ArgumentPlace
};

class Trace {
public:
    TrackId addTrack(Track track); ///< `track.id` is given here
    TrackId addTrack(std::string process, std::string name, int sortKey, bool simulated = false);
    /** The track of that heading and name without a rank, made if there is none. */
    TrackId track(const std::string &process, const std::string &name, int sortKey, bool simulated = false);
    SliceId addSlice(TrackId track, std::string_view name, std::string_view category, int64_t startNs,
                     int64_t durationNs, const SliceLink &link = {});
    /** Puts slices behind what is here. Their ids and places are of this trace. */
    void addSlices(SliceColumns columns);
    TextId addText(std::string_view text) { return m_texts.add(text); }
    void setLink(SliceId slice, const SliceLink &link);
    /** One more argument of a slice whose arguments are not read from a source. */
    void addArgument(SliceId slice, std::string_view key, std::string_view value);
    /** The number by which places name `source`; from 1. */
    int addArgumentSource(std::shared_ptr<const ArgumentSource> source);
    void setArgumentPlace(SliceId slice, ArgumentPlace place);
    void addCounter(Counter counter);
    void addFlow(SliceId from, SliceId to, std::string_view name, std::string_view category = {});
    void addFlow(const Flow &flow) { m_flows.push_back(flow); }
    /** Puts all of `other` behind what is here; tracks of equal rank, heading and name become one. */
    void append(const Trace &other);

    /**
     * Puts the slices into the order of lanes and rows (see LaneRow), by which views find them without a list of their
     * own; ids change, flows and links go with them. Slices that are added later stand behind, outside of the rows.
     */
    void arrange();
    /** Says that the slices are arranged already, in these rows: for readers of a trace that was kept so. False, and
        nothing is changed, for rows that are not what arrange() would promise of them. */
    bool setRows(std::vector<LaneRow> rows);
    const std::vector<LaneRow> &laneRows() const { return m_rows; } ///< by track, then by row
    int64_t arrangedCount() const { return m_arranged; }            ///< slices below it stand in laneRows()

    int64_t sliceCount() const { return int64_t(m_columns.start.size()); }
    Slice slice(SliceId id) const;
    std::string_view nameOf(SliceId id) const { return m_texts.text(nameIdOf(id)); }
    TextId nameIdOf(SliceId id) const { return TextId{m_columns.name[size_t(id.value)]}; }
    TextId categoryIdOf(SliceId id) const { return TextId{m_columns.category[size_t(id.value)]}; }
    int64_t startOf(SliceId id) const { return m_columns.start[size_t(id.value)]; }
    int64_t durationOf(SliceId id) const { return m_columns.duration[size_t(id.value)]; }
    int64_t endOf(SliceId id) const { return startOf(id) + durationOf(id); }
    TrackId trackOf(SliceId id) const { return TrackId{m_columns.track[size_t(id.value)]}; }
    const Track &trackAt(TrackId id) const { return m_tracks[size_t(id.value)]; }
    SliceLink linkOf(SliceId id) const;
    /** What is known of a slice besides; of a source that cannot be read any more, one argument that says so. Reads a
        file where the trace came from one. */
    SliceArguments argumentsOf(SliceId id) const;
    ArgumentPlace placeOf(SliceId id) const;

    /** Whole columns, for what goes over all slices. */
    const SliceColumns &columns() const { return m_columns; }
    const std::vector<Track> &tracks() const { return m_tracks; }
    const std::vector<Counter> &counters() const { return m_counters; }
    const LongVector<Flow> &flows() const { return m_flows; }
    const TextPool &texts() const { return m_texts; }
    const std::vector<std::shared_ptr<const ArgumentSource>> &argumentSources() const { return m_sources; }
    int64_t beginNs() const { return m_beginNs <= m_endNs ? m_beginNs : 0; } ///< of the earliest slice or sample
    int64_t endNs() const { return m_beginNs <= m_endNs ? m_endNs : 0; }
    /** Bytes that the columns, rows, flows and samples take, texts not counted. */
    int64_t memoryBytes() const;

private:
    struct OwnArgument {
        uint32_t key, value;
        uint64_t next; ///< of the same slice: place in m_ownArguments + 1, 0 for none
    };
    /** What slices of a loop have in common of their links, each once. Number 0: nothing. */
    class LinkPlaces {
    public:
        static constexpr uint32_t wide = ~uint32_t(0); ///< the link stands in m_wideLinks
        uint32_t numberOf(const SliceLink &link);
        SliceLink link(uint32_t number, int64_t op) const;

    private:
        struct Hash {
            size_t operator()(const SliceLink &link) const;
        };
        std::vector<SliceLink> m_links{SliceLink()};
        std::unordered_map<SliceLink, uint32_t, Hash> m_numbers{{SliceLink(), 0}};
        SliceLink m_last;
        uint32_t m_lastNumber = 0;
    };
    void cover(int64_t beginNs, int64_t endNs);

    std::vector<Track> m_tracks;
    TextPool m_texts;
    SliceColumns m_columns;
    LongVector<int32_t> m_linkOps;     ///< SliceLink::op, as far as any slice has a link
    LongVector<uint32_t> m_linkPlaces; ///< the rest of the same links, in m_places
    LinkPlaces m_places;
    std::vector<SliceLink> m_wideLinks; ///< whose operator does not fit: m_linkOps says which
    LongVector<OwnArgument> m_ownArguments;
    std::vector<std::shared_ptr<const ArgumentSource>> m_sources;
    std::vector<Counter> m_counters;
    LongVector<Flow> m_flows;
    std::vector<LaneRow> m_rows;
    int64_t m_arranged = 0;
    int64_t m_beginNs = std::numeric_limits<int64_t>::max(), m_endNs = std::numeric_limits<int64_t>::min();
};

/** The slices of one track in order of start, with the row each is drawn in (0 = outermost) by nesting. Slices that
    overlap without nesting (real device streams have them) stand in rows of their own, so that none is hidden. */
struct LaneRows {
    std::vector<SliceId> slices;
    std::vector<int> depth;
    int rows = 0;
};
LaneRows layoutTrack(const Trace &trace, TrackId track);
/** The same of slices that were picked already, in any order. */
LaneRows layoutSlices(const Trace &trace, std::vector<SliceId> slices);

/** A whole trace as text, one line a slice; for tests and `jitscope trace`. */
std::string printTrace(const Trace &trace);

/** The slices as Chrome trace JSON, readable by Perfetto and MindStudio Insight. */
std::string toChromeJson(const Trace &trace);

} // namespace jitscope::inline profile

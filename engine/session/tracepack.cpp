// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tracepack.h"

#include "engine/session/packing.h"

#include <array>

namespace jitscope::inline session {

namespace {

// Slices follow each other in time and often resemble their neighbour, so one column after the other compresses several
// times better than slice after slice; starts are kept as differences for the same reason.
enum Column { Lanes, Texts, OfTrack, Names, Categories, Starts, Durations, Links, Arguments, Counters, Arrows };
constexpr std::array columnNames{"lanes",           "texts",       "slice track",    "slice name",
                                 "slice category",  "slice start", "slice duration", "slice link",
                                 "slice arguments", "counters",    "arrows"};
/** What two of them were called before version 4 of session files, when they held less. */
constexpr const char *oldTracks = "tracks", *oldFlows = "flows";

int32_t narrow(ByteReader &in) {
    return int32_t(in.integerIn(INT32_MIN, INT32_MAX));
}

void readOldTracks(ByteReader &in, Trace &trace) {
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        std::string process = in.text(), name = in.text();
        const int sortKey = narrow(in);
        trace.addTrack(std::move(process), std::move(name), sortKey, in.byte() != 0);
    }
}

void readLanes(ByteReader &in, Trace &trace) {
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        Track track;
        track.process = in.text();
        track.name = in.text();
        track.sortKey = narrow(in);
        track.simulated = in.byte() != 0;
        track.kind = LaneKind(in.byteUpTo(uint8_t(LaneKind::Core)));
        track.rank = narrow(in);
        track.device = narrow(in);
        track.number = in.integer();
        trace.addTrack(std::move(track));
    }
}

std::vector<std::string> readTexts(ByteReader &in) {
    std::vector<std::string> texts;
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i)
        texts.push_back(in.text());
    return texts;
}

void readCounters(ByteReader &in, Trace &trace) {
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        Counter counter;
        counter.track.value = in.integerIn(0, int64_t(trace.tracks().size()) - 1);
        counter.name = in.text();
        counter.unit = in.text();
        const int64_t samples = in.count();
        for (int64_t k = 0; k < samples && in.ok(); ++k) {
            const int64_t time = in.integer();
            counter.samples.push_back({time, in.real()});
        }
        trace.addCounter(std::move(counter));
    }
}

void readOldFlows(ByteReader &in, Trace &trace) {
    const int64_t count = in.count(), last = trace.sliceCount() - 1;
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        const SliceId from{in.integerIn(0, last)}, to{in.integerIn(0, last)};
        const std::string name = in.text();
        if (in.ok()) trace.addFlow(from, to, name);
    }
}

void readArrows(ByteReader &in, const std::vector<std::string> &texts, Trace &trace) {
    const int64_t count = in.count(), last = trace.sliceCount() - 1, lastText = int64_t(texts.size()) - 1;
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        const SliceId from{in.integerIn(0, last)}, to{in.integerIn(0, last)};
        const int64_t name = in.integerIn(0, lastText), category = in.integerIn(0, lastText);
        if (in.ok()) trace.addFlow(from, to, texts[size_t(name)], texts[size_t(category)]);
    }
}

using Readers = std::vector<ByteReader>;

bool allOk(const Readers &readers) {
    for (const ByteReader &reader : readers)
        if (!reader.ok()) return false;
    return true;
}

void readSlices(Readers &in, const std::vector<std::string> &texts, Trace &trace) {
    const int64_t lastText = int64_t(texts.size()) - 1, lastTrack = int64_t(trace.tracks().size()) - 1;
    const auto text = [&](Column column) -> std::string_view {
        const int64_t number = in[column].integerIn(0, lastText);
        return in[column].ok() ? texts[size_t(number)] : std::string_view();
    };
    int64_t start = 0;
    while (!in[OfTrack].atEnd() && allOk(in)) {
        const TrackId track{in[OfTrack].integerIn(0, lastTrack)};
        const std::string_view name = text(Names), category = text(Categories);
        start = int64_t(uint64_t(start) + uint64_t(in[Starts].integer()));
        const int64_t duration = in[Durations].integerIn(0, INT64_MAX);
        if (start > 0 && duration > INT64_MAX - start) in[Durations].fail(); // no time after the end of time
        SliceLink link;
        link.op = in[Links].integer();
        link.compilation = narrow(in[Links]);
        link.pass = narrow(in[Links]);
        link.node = in[Links].integer();
        const int64_t arguments = in[Arguments].count();
        if (!allOk(in)) return;
        const SliceId slice = trace.addSlice(track, name, category, start, duration, link);
        for (int64_t i = 0; i < arguments && in[Arguments].ok(); ++i) {
            const std::string_view key = text(Arguments);
            trace.addArgument(slice, key, text(Arguments));
        }
    }
}

} // namespace

std::vector<PackedColumn> packTrace(const Trace &trace) {
    std::array<ByteWriter, columnNames.size()> out;
    out[Lanes].byte(trace.arrangedCount() == trace.sliceCount() ? 1 : 0);
    out[Lanes].integer(int64_t(trace.tracks().size()));
    for (const Track &track : trace.tracks()) {
        out[Lanes].text(track.process);
        out[Lanes].text(track.name);
        out[Lanes].integer(track.sortKey);
        out[Lanes].byte(track.simulated ? 1 : 0);
        out[Lanes].byte(uint8_t(track.kind));
        out[Lanes].integer(track.rank);
        out[Lanes].integer(track.device);
        out[Lanes].integer(track.number);
    }
    TextPool texts = trace.texts(); // and those of the arguments that still stand in a file
    int64_t before = 0;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const Slice slice = trace.slice(SliceId{i});
        out[OfTrack].integer(slice.track.value);
        out[Names].integer(slice.name.value);
        out[Categories].integer(slice.category.value);
        out[Starts].integer(int64_t(uint64_t(slice.startNs) - uint64_t(before)));
        out[Durations].integer(slice.durationNs);
        for (const int64_t number :
             {slice.link.op, int64_t(slice.link.compilation), int64_t(slice.link.pass), slice.link.node})
            out[Links].integer(number);
        out[Arguments].integer(int64_t(slice.args.size()));
        for (const auto &[key, value] : slice.args) {
            out[Arguments].integer(texts.add(key).value);
            out[Arguments].integer(texts.add(value).value);
        }
        before = slice.startNs;
    }
    out[Counters].integer(int64_t(trace.counters().size()));
    for (const Counter &counter : trace.counters()) {
        out[Counters].integer(counter.track.value);
        out[Counters].text(counter.name);
        out[Counters].text(counter.unit);
        out[Counters].integer(int64_t(counter.samples.size()));
        for (const CounterSample &sample : counter.samples) {
            out[Counters].integer(sample.timeNs);
            out[Counters].real(sample.value);
        }
    }
    out[Arrows].integer(int64_t(trace.flows().size()));
    for (const Flow &flow : trace.flows()) {
        out[Arrows].integer(flow.from.value);
        out[Arrows].integer(flow.to.value);
        out[Arrows].integer(flow.name.value);
        out[Arrows].integer(flow.category.value);
    }
    out[Texts].integer(int64_t(texts.all().size()));
    for (const std::string &text : texts.all())
        out[Texts].text(text);
    std::vector<PackedColumn> columns;
    for (size_t i = 0; i < out.size(); ++i)
        columns.push_back({columnNames[i], out[i].bytes()});
    return columns;
}

Result<Trace> unpackTrace(const std::vector<PackedColumn> &columns) {
    Readers in;
    for (size_t i = 0; i < columnNames.size(); ++i) {
        const bool isOld = i < columns.size() && ((i == Lanes && columns[i].name == oldTracks) ||
                                                  (i == Arrows && columns[i].name == oldFlows));
        if (i >= columns.size() || (columns[i].name != columnNames[i] && !isOld))
            return Error{std::string("has no column '") + columnNames[i] + "'"};
        in.emplace_back(columns[i].bytes);
    }
    Trace trace;
    bool wasArranged = false;
    if (columns[Lanes].name == oldTracks) {
        readOldTracks(in[Lanes], trace);
    } else {
        wasArranged = in[Lanes].byte() != 0;
        readLanes(in[Lanes], trace);
    }
    const std::vector<std::string> texts = readTexts(in[Texts]);
    if (allOk(in)) readSlices(in, texts, trace);
    if (allOk(in)) readCounters(in[Counters], trace);
    if (allOk(in) && columns[Arrows].name == oldFlows)
        readOldFlows(in[Arrows], trace);
    else if (allOk(in))
        readArrows(in[Arrows], texts, trace);
    for (size_t i = 0; i < columnNames.size(); ++i)
        if (!in[i].ok() || !in[i].atEnd()) return Error{std::string("has a damaged column '") + columnNames[i] + "'"};
    if (wasArranged) trace.arrange();
    return trace;
}

} // namespace jitscope::inline session

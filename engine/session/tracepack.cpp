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

namespace {

std::string packLanes(const Trace &trace) {
    ByteWriter out;
    out.byte(trace.arrangedCount() == trace.sliceCount() ? 1 : 0);
    out.integer(int64_t(trace.tracks().size()));
    for (const Track &track : trace.tracks()) {
        out.text(track.process);
        out.text(track.name);
        out.integer(track.sortKey);
        out.byte(track.simulated ? 1 : 0);
        out.byte(uint8_t(track.kind));
        out.integer(track.rank);
        out.integer(track.device);
        out.integer(track.number);
    }
    return out.take();
}

/** What `write` writes of each slice. */
template<class Write> std::string packSlices(const Trace &trace, Write write) {
    ByteWriter out;
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        write(out, SliceId{i});
    return out.take();
}

std::string packStarts(const Trace &trace) {
    int64_t before = 0;
    return packSlices(trace, [&](ByteWriter &out, SliceId slice) {
        const int64_t start = trace.startOf(slice);
        out.integer(int64_t(uint64_t(start) - uint64_t(before)));
        before = start;
    });
}

std::string packLinks(const Trace &trace) {
    return packSlices(trace, [&](ByteWriter &out, SliceId slice) {
        const SliceLink link = trace.linkOf(slice);
        for (const int64_t number : {link.op, int64_t(link.compilation), int64_t(link.pass), link.node})
            out.integer(number);
    });
}

/** Their texts go into `texts`: those that still stand in a file are in no trace. */
std::string packArguments(const Trace &trace, TextPool &texts) {
    return packSlices(trace, [&](ByteWriter &out, SliceId slice) {
        const SliceArguments arguments = trace.argumentsOf(slice);
        out.integer(int64_t(arguments.size()));
        for (const auto &[key, value] : arguments) {
            out.integer(texts.add(key).value);
            out.integer(texts.add(value).value);
        }
    });
}

std::string packTexts(const TextPool &texts) {
    ByteWriter out;
    out.integer(int64_t(texts.all().size()));
    for (const std::string &text : texts.all())
        out.text(text);
    return out.take();
}

std::string packCounters(const Trace &trace) {
    ByteWriter out;
    out.integer(int64_t(trace.counters().size()));
    for (const Counter &counter : trace.counters()) {
        out.integer(counter.track.value);
        out.text(counter.name);
        out.text(counter.unit);
        out.integer(int64_t(counter.samples.size()));
        for (const CounterSample &sample : counter.samples) {
            out.integer(sample.timeNs);
            out.real(sample.value);
        }
    }
    return out.take();
}

std::string packArrows(const Trace &trace) {
    ByteWriter out;
    out.integer(int64_t(trace.flows().size()));
    for (const Flow &flow : trace.flows()) {
        out.integer(flow.from.value);
        out.integer(flow.to.value);
        out.integer(flow.name.value);
        out.integer(flow.category.value);
    }
    return out.take();
}

} // namespace

void packTrace(const Trace &trace, const std::function<void(PackedColumn)> &take) {
    TextPool texts = trace.texts();
    std::string arguments = packArguments(trace, texts);
    const auto numbers = [&](auto numberOf) {
        return packSlices(trace, [&](ByteWriter &out, SliceId slice) { out.integer(numberOf(slice)); });
    };
    const auto give = [&](Column column, std::string bytes) { take({columnNames[column], std::move(bytes)}); };
    give(Lanes, packLanes(trace));
    give(Texts, packTexts(texts));
    give(OfTrack, numbers([&](SliceId slice) { return trace.trackOf(slice).value; }));
    give(Names, numbers([&](SliceId slice) { return trace.nameIdOf(slice).value; }));
    give(Categories, numbers([&](SliceId slice) { return trace.categoryIdOf(slice).value; }));
    give(Starts, packStarts(trace));
    give(Durations, numbers([&](SliceId slice) { return trace.durationOf(slice); }));
    give(Links, packLinks(trace));
    give(Arguments, std::move(arguments));
    give(Counters, packCounters(trace));
    give(Arrows, packArrows(trace));
}

std::vector<PackedColumn> packTrace(const Trace &trace) {
    std::vector<PackedColumn> columns;
    packTrace(trace, [&](PackedColumn column) { columns.push_back(std::move(column)); });
    return columns;
}

Result<Trace> unpackTrace(const std::vector<PackedColumn> &columns) {
    std::vector<ColumnView> views;
    for (const PackedColumn &column : columns)
        views.push_back({column.name, column.bytes});
    return unpackTrace(views);
}

Result<Trace> unpackTrace(const std::vector<ColumnView> &columns) {
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

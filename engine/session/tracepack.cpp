// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tracepack.h"

#include "engine/session/packing.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

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

/** The readers of the columns; what has been read to its end is let go of. */
class Readers {
public:
    explicit Readers(const std::vector<ColumnView> &columns)
        : m_columns(columns) {
        for (const ColumnView &column : columns)
            m_readers.emplace_back(column.bytes);
    }
    ByteReader &operator[](Column column) { return m_readers[column]; }
    bool allOk() const { return std::ranges::all_of(m_readers, &ByteReader::ok); }
    bool isWhole(size_t column) const { return m_readers[column].ok() && m_readers[column].atEnd(); }
    /** Nothing is read from it any more. */
    void finish(Column column) {
        if (isWhole(column) && m_columns[column].letGo) m_columns[column].letGo();
    }

private:
    const std::vector<ColumnView> &m_columns;
    std::vector<ByteReader> m_readers;
};

/** How many numbers stand in the bytes: each ends with a byte below 128. */
size_t numbersIn(std::string_view bytes) {
    return size_t(std::ranges::count_if(bytes, [](char each) { return uint8_t(each) < 0x80; }));
}

/** Column after column: of a long trace each is large. */
class SliceReader {
public:
    SliceReader(Readers &in, const std::vector<std::string> &texts, Trace &trace)
        : m_in(in)
        , m_trace(trace) {
        for (const std::string &text : texts) // all, in their order: a file of what was read is the same
            m_ids.push_back(trace.addText(text).value);
    }

    void read(size_t count) {
        const int64_t lastTrack = int64_t(m_trace.tracks().size()) - 1;
        m_columns.track = numbers<uint32_t>(OfTrack, count, [=](ByteReader &in) { return in.integerIn(0, lastTrack); });
        m_columns.name = numbers<uint32_t>(Names, count, [this](ByteReader &in) { return text(in); });
        m_columns.category = numbers<uint32_t>(Categories, count, [this](ByteReader &in) { return text(in); });
        m_columns.start = numbers<int64_t>(Starts, count, [start = int64_t(0)](ByteReader &in) mutable {
            return start = int64_t(uint64_t(start) + uint64_t(in.integer()));
        });
        m_columns.duration = numbers<int64_t>(Durations, count, [this, place = size_t(0)](ByteReader &in) mutable {
            const int64_t start = place < m_columns.start.size() ? m_columns.start[place++] : 0;
            return in.integerIn(0, start > 0 ? INT64_MAX - start : INT64_MAX); // no time after the end of time
        });
        if (!m_in.allOk()) return;
        m_trace.addSlices(std::move(m_columns));
        readLinks(int64_t(count));
        readArguments(int64_t(count));
    }

private:
    template<class Number, class Next> LongVector<Number> numbers(Column column, size_t count, Next next) {
        LongVector<Number> all;
        if (!m_in.allOk()) return all;
        all.reserve(count);
        for (size_t i = 0; i < count && m_in[column].ok(); ++i)
            all.push_back(Number(next(m_in[column])));
        m_in.finish(column);
        return all;
    }
    /** Its id in the trace. */
    int64_t text(ByteReader &in) const {
        const int64_t number = in.integerIn(0, int64_t(m_ids.size()) - 1);
        return in.ok() ? m_ids[size_t(number)] : 0;
    }
    static SliceLink link(ByteReader &in) {
        SliceLink link;
        link.op = in.integer();
        link.compilation = narrow(in);
        link.pass = narrow(in);
        link.node = in.integer();
        return link;
    }
    void readLinks(int64_t count) {
        ByteReader &in = m_in[Links];
        SliceId last;
        SliceLink lastLink;
        ByteReader ahead = in;
        for (int64_t i = 0; i < count && ahead.ok(); ++i)
            if (const SliceLink each = link(ahead); each != SliceLink()) {
                last = SliceId{i};
                lastLink = each;
            }
        if (!ahead.ok()) return in.fail();
        if (last.valid()) m_trace.setLink(last, lastLink); // makes room for all of them at once
        for (int64_t i = 0; i < count; ++i)
            if (const SliceLink each = link(in); each != SliceLink()) m_trace.setLink(SliceId{i}, each);
        m_in.finish(Links);
    }
    void readArguments(int64_t count) {
        ByteReader &in = m_in[Arguments];
        for (int64_t i = 0; i < count && in.ok(); ++i)
            for (int64_t left = in.count(); left > 0 && in.ok(); --left) {
                const int64_t key = text(in), value = text(in);
                if (in.ok())
                    m_trace.addArgument(SliceId{i}, m_trace.texts().text(TextId{key}),
                                        m_trace.texts().text(TextId{value}));
            }
        m_in.finish(Arguments);
    }

    Readers &m_in;
    Trace &m_trace;
    std::vector<int64_t> m_ids; ///< of the texts in the trace
    SliceColumns m_columns;
};

} // namespace

namespace {

/** A column on its way: what is packed goes when it is enough for a piece. */
class PieceWriter {
public:
    explicit PieceWriter(const PieceSink &take)
        : m_take(take) {}
    PieceWriter(const PieceWriter &) = delete;
    PieceWriter &operator=(const PieceWriter &) = delete;
    ~PieceWriter() { flush(); }

    ByteWriter &bytes() { return m_bytes; }
    void next() {
        if (m_bytes.bytes().size() >= pieceBytes) flush();
    }

private:
    static constexpr size_t pieceBytes = size_t(1) << 20;
    void flush() {
        if (m_bytes.bytes().empty()) return;
        m_take(m_bytes.bytes());
        m_bytes.clear();
    }

    const PieceSink &m_take;
    ByteWriter m_bytes;
};

void packLanes(const Trace &trace, const PieceSink &take) {
    PieceWriter pieces(take);
    ByteWriter &out = pieces.bytes();
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
        pieces.next();
    }
}

/** What `write` writes of each slice. */
template<class Write> void packSlices(const Trace &trace, const PieceSink &take, Write write) {
    PieceWriter pieces(take);
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        write(pieces.bytes(), SliceId{i});
        pieces.next();
    }
}

void packStarts(const Trace &trace, const PieceSink &take) {
    int64_t before = 0;
    packSlices(trace, take, [&](ByteWriter &out, SliceId slice) {
        const int64_t start = trace.startOf(slice);
        out.integer(int64_t(uint64_t(start) - uint64_t(before)));
        before = start;
    });
}

void packLinks(const Trace &trace, const PieceSink &take) {
    packSlices(trace, take, [&](ByteWriter &out, SliceId slice) {
        const SliceLink link = trace.linkOf(slice);
        for (const int64_t number : {link.op, int64_t(link.compilation), int64_t(link.pass), link.node})
            out.integer(number);
    });
}

/** Their texts go into `texts`: those that still stand in a file are in no trace. */
void packArguments(const Trace &trace, TextPool &texts, const PieceSink &take) {
    packSlices(trace, take, [&](ByteWriter &out, SliceId slice) {
        const SliceArguments arguments = trace.argumentsOf(slice);
        out.integer(int64_t(arguments.size()));
        for (const auto &[key, value] : arguments) {
            out.integer(texts.add(key).value);
            out.integer(texts.add(value).value);
        }
    });
}

void packTexts(const TextPool &texts, const PieceSink &take) {
    PieceWriter pieces(take);
    pieces.bytes().integer(int64_t(texts.all().size()));
    for (const std::string &text : texts.all()) {
        pieces.bytes().text(text);
        pieces.next();
    }
}

void packCounters(const Trace &trace, const PieceSink &take) {
    PieceWriter pieces(take);
    ByteWriter &out = pieces.bytes();
    out.integer(int64_t(trace.counters().size()));
    for (const Counter &counter : trace.counters()) {
        out.integer(counter.track.value);
        out.text(counter.name);
        out.text(counter.unit);
        out.integer(int64_t(counter.samples.size()));
        for (const CounterSample &sample : counter.samples) {
            out.integer(sample.timeNs);
            out.real(sample.value);
            pieces.next();
        }
    }
}

void packArrows(const Trace &trace, const PieceSink &take) {
    PieceWriter pieces(take);
    ByteWriter &out = pieces.bytes();
    out.integer(int64_t(trace.flows().size()));
    for (const Flow &flow : trace.flows()) {
        out.integer(flow.from.value);
        out.integer(flow.to.value);
        out.integer(flow.name.value);
        out.integer(flow.category.value);
        pieces.next();
    }
}

} // namespace

std::vector<ColumnSource> columnSources(const Trace &trace) {
    const auto texts = std::make_shared<TextPool>(trace.texts());
    packArguments(trace, *texts, [](std::string_view) {}); // the column of texts stands before that of arguments
    std::vector<ColumnSource> columns;
    const auto add = [&](Column column, std::function<void(const PieceSink &)> pack) {
        columns.push_back({columnNames[column], std::move(pack)});
    };
    const auto addNumbers = [&](Column column, auto numberOf) {
        add(column, [&trace, numberOf](const PieceSink &take) {
            packSlices(trace, take, [&](ByteWriter &out, SliceId slice) { out.integer(numberOf(slice)); });
        });
    };
    add(Lanes, [&trace](const PieceSink &take) { packLanes(trace, take); });
    add(Texts, [texts](const PieceSink &take) { packTexts(*texts, take); });
    addNumbers(OfTrack, [&trace](SliceId slice) { return trace.trackOf(slice).value; });
    addNumbers(Names, [&trace](SliceId slice) { return trace.nameIdOf(slice).value; });
    addNumbers(Categories, [&trace](SliceId slice) { return trace.categoryIdOf(slice).value; });
    add(Starts, [&trace](const PieceSink &take) { packStarts(trace, take); });
    addNumbers(Durations, [&trace](SliceId slice) { return trace.durationOf(slice); });
    add(Links, [&trace](const PieceSink &take) { packLinks(trace, take); });
    add(Arguments, [&trace, texts](const PieceSink &take) { packArguments(trace, *texts, take); });
    add(Counters, [&trace](const PieceSink &take) { packCounters(trace, take); });
    add(Arrows, [&trace](const PieceSink &take) { packArrows(trace, take); });
    return columns;
}

std::vector<PackedColumn> packTrace(const Trace &trace) {
    std::vector<PackedColumn> columns;
    for (const ColumnSource &source : columnSources(trace)) {
        PackedColumn &column = columns.emplace_back();
        column.name = source.name;
        source.pack([&](std::string_view piece) { column.bytes += piece; });
    }
    return columns;
}

Result<Trace> unpackTrace(const std::vector<PackedColumn> &columns) {
    std::vector<ColumnView> views;
    for (const PackedColumn &column : columns)
        views.push_back({column.name, column.bytes, {}});
    return unpackTrace(views);
}

Result<Trace> unpackTrace(const std::vector<ColumnView> &columns) {
    for (size_t i = 0; i < columnNames.size(); ++i) {
        const bool isOld = i < columns.size() && ((i == Lanes && columns[i].name == oldTracks) ||
                                                  (i == Arrows && columns[i].name == oldFlows));
        if (i >= columns.size() || (columns[i].name != columnNames[i] && !isOld))
            return Error{std::string("has no column '") + columnNames[i] + "'"};
    }
    Readers in(columns);
    Trace trace;
    bool wasArranged = false;
    if (columns[Lanes].name == oldTracks) {
        readOldTracks(in[Lanes], trace);
    } else {
        wasArranged = in[Lanes].byte() != 0;
        readLanes(in[Lanes], trace);
    }
    const std::vector<std::string> texts = readTexts(in[Texts]);
    if (in.allOk()) SliceReader(in, texts, trace).read(numbersIn(columns[OfTrack].bytes));
    if (in.allOk()) readCounters(in[Counters], trace);
    if (in.allOk() && columns[Arrows].name == oldFlows)
        readOldFlows(in[Arrows], trace);
    else if (in.allOk())
        readArrows(in[Arrows], texts, trace);
    for (size_t i = 0; i < columnNames.size(); ++i)
        if (!in.isWhole(i)) return Error{std::string("has a damaged column '") + columnNames[i] + "'"};
    if (wasArranged) trace.arrange();
    return trace;
}

} // namespace jitscope::inline session

// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonbuild.h"

#include "engine/base/threadpool.h"
#include "engine/reading/tracejsonarguments.h"
#include "engine/reading/tracejsonflows.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace jitscope::inline reading::tracejson {

namespace {

using Numbers = std::vector<std::vector<uint32_t>>; ///< in the trace, by reader and its number

class Builder {
public:
    Builder(ReadEvents read, const std::vector<std::shared_ptr<const InputFile>> &files, const BuildOptions &options)
        : m_read(std::move(read))
        , m_files(files)
        , m_options(options)
        , m_ends(files.size()) {}

    BuiltTrace build() {
        const LaneKeys lanes = joinLanes(m_read);
        const SeriesKeys series = joinSeries(m_read);
        const MadeTracks tracks = makeTracks(m_read, lanes, series, m_options.rank, m_built.trace);
        addTexts();
        if (isCancelled()) return {};
        SliceColumns columns = joinColumns(lanes, tracks);
        closeBrackets(lanes, tracks, columns);
        m_built.trace.addSlices(std::move(columns));
        for (size_t file = 0; file < m_files.size(); ++file)
            m_built.trace.addArgumentSource(std::make_shared<JsonArguments>(m_files[file], std::move(m_ends[file])));
        if (isCancelled()) return {};
        m_built.trace.arrange();
        if (isCancelled()) return {};
        addCounters(series, tracks);
        m_built.faults.merge(addFlows({m_read, lanes, tracks, m_textOf}, m_built.trace));
        if (m_built.trace.sliceCount() == 0 && m_built.trace.counters().empty())
            m_built.faults.add(Fault::NoSlices, 0, 0);
        return std::move(m_built);
    }

private:
    bool isCancelled() const { return m_options.progress != nullptr && m_options.progress->isCancelled(); }

    /** Names and categories, in the order in which they first appear. */
    void addTexts() {
        std::vector<std::tuple<InputPlace, size_t, uint32_t>> all;
        for (size_t reader = 0; reader < m_read.readers.size(); ++reader) {
            const Interner &texts = m_read.readers[reader]->texts();
            m_textOf.emplace_back(texts.size());
            for (uint32_t i = 0; i < texts.size(); ++i)
                all.emplace_back(texts.place(i), reader, i);
        }
        std::sort(all.begin(), all.end());
        for (const auto &[place, reader, number] : all) {
            const Interner &texts = m_read.readers[reader]->texts();
            const bool isEscaped = texts.isEscaped(number);
            const DecodedText text = decoded({texts.text(number), '"', isEscaped});
            if (text.isMended) m_built.faults.add(Fault::NotUtf8, fileOf(place), place.offset);
            m_textOf[reader][number] = uint32_t(m_built.trace.addText(text.text).value);
        }
    }

    int fileOf(const InputPlace &place) const {
        const size_t piece = size_t(std::max<int64_t>(place.piece, 0));
        return piece < m_read.pieces.size() ? m_read.pieces[piece].file : 0;
    }

    /** One column of all pieces behind each other, in the trace's numbers; those of the pieces are freed. */
    template<class Out, class In, class Translate>
    LongVector<Out> joined(std::vector<In> PieceEvents::*column, Translate &&translate) {
        std::vector<size_t> begins;
        size_t count = 0;
        for (const PieceEvents &piece : m_read.pieces) {
            begins.push_back(count);
            count += (piece.*column).size();
        }
        LongVector<Out> all;
        all.reserve(count + bracketSlices());
        all.resize(count);
        parallelFor(int64_t(m_read.pieces.size()), 1, [&](int64_t begin, int64_t end) {
            for (size_t i = size_t(begin); i < size_t(end); ++i) {
                PieceEvents &piece = m_read.pieces[i];
                const auto each = translate(piece);
                std::transform((piece.*column).begin(), (piece.*column).end(), all.begin() + int64_t(begins[i]), each);
                std::vector<In>().swap(piece.*column);
            }
        });
        return all;
    }

    size_t bracketSlices() const {
        size_t count = 0;
        for (const PieceEvents &piece : m_read.pieces)
            for (const Bracket &bracket : piece.brackets)
                count += bracket.isBegin;
        return count;
    }

    SliceColumns joinColumns(const LaneKeys &lanes, const MadeTracks &tracks) {
        const auto textIn = [this](const PieceEvents &piece) {
            return [&texts = m_textOf[size_t(piece.reader)]](uint32_t text) { return texts[text]; };
        };
        const auto same = [](const PieceEvents &) { return [](int64_t time) { return time; }; };
        SliceColumns columns;
        columns.track = joined<uint32_t>(&PieceEvents::lane, [&](const PieceEvents &piece) {
            return [&tracks, &numbers = lanes.numberOf[size_t(piece.reader)]](uint32_t lane) {
                return uint32_t(tracks.ofLane[numbers[lane]].value);
            };
        });
        columns.name = joined<uint32_t>(&PieceEvents::name, textIn);
        columns.category = joined<uint32_t>(&PieceEvents::category, textIn);
        columns.start = joined<int64_t>(&PieceEvents::start, same);
        columns.duration = joined<int64_t>(&PieceEvents::duration, same);
        columns.place = joined<uint64_t>(&PieceEvents::offset, [](const PieceEvents &piece) {
            return [source = piece.file + 1](uint64_t offset) {
                return offset == 0 ? 0 : ArgumentPlace{source, offset - 1}.packed();
            };
        });
        return columns;
    }

    /** A bracket with its text and lane in the trace's numbers. */
    struct OpenSlice {
        uint32_t name, category;
        int64_t timeNs;
        uint64_t offset;
        int file;
        bool isBegin, hasArguments, hasName;
    };

    /** Pairs beginnings with ends, lane by lane in the order of time. */
    void closeBrackets(const LaneKeys &lanes, const MadeTracks &tracks, SliceColumns &columns) {
        std::map<uint32_t, std::vector<OpenSlice>> byTrack;
        for (PieceEvents &piece : m_read.pieces) {
            const std::vector<uint32_t> &texts = m_textOf[size_t(piece.reader)];
            for (const Bracket &each : piece.brackets) {
                const TrackId track = tracks.ofLane[lanes.numberOf[size_t(piece.reader)][each.lane]];
                byTrack[uint32_t(track.value)].push_back({texts[each.name], texts[each.category], each.timeNs,
                                                          each.offset, piece.file, each.isBegin, each.hasArguments,
                                                          each.hasName});
            }
            std::vector<Bracket>().swap(piece.brackets);
        }
        for (auto &[track, brackets] : byTrack)
            closeLane(track, std::move(brackets), columns);
    }

    void closeLane(uint32_t track, std::vector<OpenSlice> brackets, SliceColumns &columns) {
        std::stable_sort(brackets.begin(), brackets.end(),
                         [](const OpenSlice &a, const OpenSlice &b) { return a.timeNs < b.timeNs; });
        std::vector<const OpenSlice *> open;
        for (const OpenSlice &each : brackets) {
            if (each.isBegin) {
                open.push_back(&each);
                continue;
            }
            const auto begin = beginningOf(each, open);
            if (begin == open.end()) {
                m_built.faults.add(Fault::EndWithoutBegin, each.file, int64_t(each.offset));
                continue;
            }
            addSlice(track, **begin, each, columns);
            open.erase(begin);
        }
        for (const OpenSlice *each : open) {
            m_built.faults.add(Fault::BeginWithoutEnd, each->file, int64_t(each->offset));
            OpenSlice end = brackets.back();
            end.hasArguments = false;
            addSlice(track, *each, end, columns);
        }
    }

    /** The innermost that is open, of the end's name where it has one. Far down nobody looks for it. */
    static std::vector<const OpenSlice *>::iterator beginningOf(const OpenSlice &end,
                                                                std::vector<const OpenSlice *> &open) {
        if (open.empty() || !end.hasName) return open.empty() ? open.end() : open.end() - 1;
        constexpr ptrdiff_t deepest = 1000;
        const auto stop = open.end() - std::min<ptrdiff_t>(deepest, open.end() - open.begin());
        for (auto each = open.end(); each != stop;)
            if ((*--each)->name == end.name) return each;
        return open.end();
    }

    void addSlice(uint32_t track, const OpenSlice &begin, const OpenSlice &end, SliceColumns &columns) {
        int64_t duration = 0;
        if (__builtin_sub_overflow(end.timeNs, begin.timeNs, &duration))
            return m_built.faults.add(Fault::TimeOverflow, begin.file, int64_t(begin.offset));
        if (!m_options.filter.overlaps(begin.timeNs, end.timeNs)) return;
        columns.track.push_back(track);
        columns.name.push_back(begin.name);
        columns.category.push_back(begin.category);
        columns.start.push_back(begin.timeNs);
        columns.duration.push_back(duration);
        const bool hasArguments = begin.hasArguments || end.hasArguments;
        columns.place.push_back(hasArguments ? ArgumentPlace{begin.file + 1, begin.offset}.packed() : 0);
        if (end.hasArguments && end.file == begin.file)
            m_ends[size_t(begin.file)].push_back({begin.offset, end.offset});
    }

    void addCounters(const SeriesKeys &series, const MadeTracks &tracks) {
        std::vector<size_t> counts(series.keys.size());
        forEachSample(series, [&](uint32_t number, const CounterPoint &) { ++counts[number]; });
        std::vector<Counter> counters(series.keys.size());
        for (size_t i = 0; i < counters.size(); ++i) {
            counters[i] = {tracks.ofSeries[i], series.keys[i].name, series.keys[i].unit, {}};
            counters[i].samples.reserve(counts[i]);
        }
        forEachSample(series, [&](uint32_t number, const CounterPoint &point) {
            counters[number].samples.push_back({point.timeNs, point.value});
        });
        const auto isEarlier = [](const CounterSample &a, const CounterSample &b) { return a.timeNs < b.timeNs; };
        for (Counter &counter : counters) {
            if (!std::is_sorted(counter.samples.begin(), counter.samples.end(), isEarlier))
                std::stable_sort(counter.samples.begin(), counter.samples.end(), isEarlier);
            m_built.trace.addCounter(std::move(counter));
        }
    }

    template<class Visit> void forEachSample(const SeriesKeys &series, Visit &&visit) const {
        for (const PieceEvents &piece : m_read.pieces)
            for (const CounterPoint &point : piece.samples)
                visit(series.numberOf[size_t(piece.reader)][point.series], point);
    }

    ReadEvents m_read;
    const std::vector<std::shared_ptr<const InputFile>> &m_files;
    const BuildOptions &m_options;
    std::vector<JsonArguments::Pairs> m_ends; ///< by file
    Numbers m_textOf;
    BuiltTrace m_built;
};

} // namespace

BuiltTrace buildTrace(ReadEvents read, const std::vector<std::shared_ptr<const InputFile>> &files,
                      const BuildOptions &options) {
    return Builder(std::move(read), files, options).build();
}

} // namespace jitscope::inline reading::tracejson

// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracecache.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/reading/blobfile.h"
#include "engine/reading/tracejsonarguments.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <span>

namespace jitscope::inline reading {

namespace {

namespace fs = std::filesystem;
using tracejson::JsonArguments;

/** With each change of what is kept or of how traces are read. */
constexpr uint64_t version = 2;
constexpr const char *extension = ".jitscopetrace";

/** A flow in half the bytes: slices of an arranged trace are fewer than 2^32. */
struct KeptFlow {
    uint32_t from, to, name, category;
};

/** What tells a file and its content, as far as one can see without reading it whole. */
std::string identityOf(const InputFile &file) {
    constexpr int64_t looked = 64 * 1024;
    std::error_code ignored;
    const std::string path = fs::weakly_canonical(file.path(), ignored).string();
    const auto head = file.read(0, looked), tail = file.read(std::max<int64_t>(0, file.size() - looked), looked);
    const uint64_t ends[] = {head ? checksum(head->data(), head->size()) : 0,
                             tail ? checksum(tail->data(), tail->size()) : 0};
    return path + format("|%lld|%lld|%llx|%llx", (long long)file.size(), (long long)file.identity().modifiedNs,
                         (unsigned long long)ends[0], (unsigned long long)ends[1]);
}

void writeTracks(BlobWriter &out, const Trace &trace) {
    out.number(int64_t(trace.tracks().size()));
    for (const Track &track : trace.tracks()) {
        out.text(track.process);
        out.text(track.name);
        out.number(track.sortKey);
        out.number(track.simulated);
        out.number(int64_t(track.kind));
        out.number(track.device);
        out.number(track.number);
    }
}

bool readTracks(BlobReader &in, int rank, Trace &trace) {
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i) {
        Track track;
        track.process = in.text();
        track.name = in.text();
        track.sortKey = int(in.number());
        track.simulated = in.number() != 0;
        const int64_t kind = in.number();
        if (kind < 0 || kind > int64_t(LaneKind::Core)) return false;
        track.kind = LaneKind(kind);
        track.device = int(in.number());
        track.number = in.number();
        track.rank = rank;
        trace.addTrack(std::move(track));
    }
    return in.ok();
}

void writeDiagnostics(BlobWriter &out, const TraceJson &read) {
    out.number(int64_t(read.diagnostics.all().size()));
    for (const Diagnostic &each : read.diagnostics.all()) {
        out.number(int64_t(each.kind));
        out.text(each.file);
        out.text(each.place);
        out.text(each.message);
        out.number(each.count);
    }
    out.number(int64_t(read.info.size()));
    for (const auto &[key, value] : read.info) {
        out.text(key);
        out.text(value);
    }
}

bool readDiagnostics(BlobReader &in, TraceJson &read) {
    const int64_t diagnostics = in.count();
    for (int64_t i = 0; i < diagnostics && in.ok(); ++i) {
        const int64_t kind = in.number();
        if (kind < 0 || kind > int64_t(DiagnosticKind::Missing)) return false;
        const std::string file = in.text(), place = in.text(), message = in.text();
        read.diagnostics.add(DiagnosticKind(kind), file, place, message, in.number());
    }
    const int64_t infos = in.count();
    for (int64_t i = 0; i < infos && in.ok(); ++i) {
        const std::string key = in.text();
        read.info[key] = in.text();
    }
    return in.ok();
}

/** Columns that hold what the trace holds in other forms; they must live until they are written. */
struct KeptColumns {
    std::vector<char> textBytes;
    std::vector<uint32_t> textSizes;
    std::vector<LaneRow> rows;
    std::vector<CounterSample> samples;
    std::vector<KeptFlow> flows;
    JsonArguments::Pairs ends;
};

/** The place of argument source `i` in the trace, as the reader made it. */
const JsonArguments *sourceAt(const Trace &trace, size_t i) {
    return i < trace.argumentSources().size() ? dynamic_cast<const JsonArguments *>(trace.argumentSources()[i].get())
                                              : nullptr;
}

KeptColumns keptColumns(const Trace &trace) {
    KeptColumns kept;
    for (const std::string &text : trace.texts().all()) {
        kept.textSizes.push_back(uint32_t(text.size()));
        kept.textBytes.insert(kept.textBytes.end(), text.begin(), text.end());
    }
    kept.rows = trace.laneRows();
    for (const Counter &counter : trace.counters())
        kept.samples.insert(kept.samples.end(), counter.samples.begin(), counter.samples.end());
    kept.flows.reserve(trace.flows().size());
    for (const Flow &flow : trace.flows())
        kept.flows.push_back({uint32_t(flow.from.value), uint32_t(flow.to.value), uint32_t(flow.name.value),
                              uint32_t(flow.category.value)});
    return kept;
}

/** Everything of a trace but its slices, which are read last. */
class Loader {
public:
    Loader(BlobReader in, const TraceCache::Files &files)
        : m_in(std::move(in))
        , m_files(files) {}

    std::optional<TraceJson> load(int rank) {
        Trace &trace = m_result.trace;
        if (!readTracks(m_in, rank, trace) || !readDiagnostics(m_in, m_result)) return std::nullopt;
        if (!readCounterHeads() || !readEndCounts()) return std::nullopt;
        const int64_t texts = m_in.count(), slices = m_in.count(), rows = m_in.count(), flows = m_in.count();
        if (!m_in.ok()) return std::nullopt;

        const auto textSizes = m_in.column<uint32_t>(texts);
        const auto textBytes = m_in.column<char>(m_in.columnBytes());
        const auto laneRows = m_in.column<LaneRow>(rows);
        const auto samples = m_in.column<CounterSample>(m_sampleCount);
        const auto keptFlows = m_in.column<KeptFlow>(flows);
        const auto ends = m_in.column<tracejson::BracketPlaces>(m_endCount);
        SliceColumns columns;
        columns.name = m_in.column<uint32_t>(slices);
        columns.category = m_in.column<uint32_t>(slices);
        columns.start = m_in.column<int64_t>(slices);
        columns.duration = m_in.column<int64_t>(slices);
        columns.place = m_in.column<uint64_t>(slices);
        if (!m_in.readColumns()) return std::nullopt;

        const bool isGood = addTexts(textSizes, textBytes) && fillTracks(columns, laneRows) && areSlicesGood(columns) &&
                            addCounters(samples) && addSources(ends);
        if (!isGood) return std::nullopt;
        trace.addSlices(std::move(columns));
        if (!trace.setRows({laneRows.begin(), laneRows.end()}) || !addFlows(keptFlows)) return std::nullopt;
        return std::move(m_result);
    }

private:
    bool readCounterHeads() {
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            Counter counter;
            counter.track.value = m_in.number();
            counter.name = m_in.text();
            counter.unit = m_in.text();
            m_samplesOf.push_back(m_in.count());
            m_sampleCount += m_samplesOf.back();
            if (counter.track.value < 0 || counter.track.value >= int64_t(m_result.trace.tracks().size())) return false;
            m_counters.push_back(std::move(counter));
        }
        return m_in.ok();
    }

    bool readEndCounts() {
        for (size_t i = 0; i < m_files.size(); ++i) {
            m_endsOf.push_back(m_in.count());
            m_endCount += m_endsOf.back();
        }
        return m_in.ok();
    }

    bool addTexts(std::span<const uint32_t> sizes, std::span<const char> bytes) {
        size_t at = 0;
        for (size_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] > bytes.size() - at) return false;
            const TextId id = m_result.trace.addText(std::string_view(bytes.data() + at, sizes[i]));
            if (id.value != int64_t(i)) return false; // each stands once
            at += sizes[i];
        }
        return at == bytes.size();
    }

    /** The column of tracks is not kept: rows tell it. */
    bool fillTracks(SliceColumns &columns, std::span<const LaneRow> rows) const {
        columns.track.resize(columns.start.size());
        for (const LaneRow &row : rows) {
            const int64_t count = int64_t(columns.start.size()), tracks = int64_t(m_result.trace.tracks().size());
            if (row.first < 0 || row.count < 0 || row.first > count || row.count > count - row.first) return false;
            if (row.track.value < 0 || row.track.value >= tracks) return false;
            std::fill_n(columns.track.begin() + row.first, row.count, uint32_t(row.track.value));
        }
        return true;
    }

    bool areSlicesGood(const SliceColumns &columns) const {
        const uint32_t texts = uint32_t(m_result.trace.texts().all().size());
        const int sources = int(m_files.size());
        std::atomic<bool> isGood = true;
        parallelFor(int64_t(columns.start.size()), 1 << 16, [&](int64_t begin, int64_t end) {
            bool isEachGood = true;
            for (size_t i = size_t(begin); i < size_t(end); ++i) {
                int64_t stop = 0;
                const ArgumentPlace place = ArgumentPlace::unpack(columns.place[i]);
                isEachGood &= columns.name[i] < texts && columns.category[i] < texts && columns.duration[i] >= 0 &&
                              !__builtin_add_overflow(columns.start[i], columns.duration[i], &stop) &&
                              (place.source > 0 ? place.source <= sources : place.offset == 0);
            }
            if (!isEachGood) isGood = false;
        });
        return isGood;
    }

    bool addCounters(std::span<const CounterSample> samples) {
        auto at = samples.begin();
        const auto isEarlier = [](const CounterSample &a, const CounterSample &b) { return a.timeNs < b.timeNs; };
        for (size_t i = 0; i < m_counters.size(); ++i) {
            m_counters[i].samples.assign(at, at + m_samplesOf[i]);
            at += m_samplesOf[i];
            const std::vector<CounterSample> &mine = m_counters[i].samples;
            const bool isFinite = std::all_of(mine.begin(), mine.end(),
                                              [](const CounterSample &each) { return std::isfinite(each.value); });
            if (!isFinite || !std::is_sorted(mine.begin(), mine.end(), isEarlier)) return false;
            m_result.trace.addCounter(std::move(m_counters[i]));
        }
        return true;
    }

    bool addSources(std::span<const tracejson::BracketPlaces> ends) {
        auto at = ends.begin();
        for (size_t i = 0; i < m_files.size(); ++i) {
            JsonArguments::Pairs mine(at, at + m_endsOf[i]);
            at += m_endsOf[i];
            m_result.trace.addArgumentSource(std::make_shared<JsonArguments>(m_files[i], std::move(mine)));
        }
        return true;
    }

    bool addFlows(std::span<const KeptFlow> flows) {
        const int64_t slices = m_result.trace.sliceCount(), texts = int64_t(m_result.trace.texts().all().size());
        for (const KeptFlow &flow : flows) {
            if (flow.from >= slices || flow.to >= slices || flow.name >= texts || flow.category >= texts) return false;
            m_result.trace.addFlow(
                Flow{SliceId{flow.from}, SliceId{flow.to}, TextId{flow.name}, TextId{flow.category}});
        }
        return true;
    }

    BlobReader m_in;
    const TraceCache::Files &m_files;
    TraceJson m_result;
    std::vector<Counter> m_counters;
    std::vector<int64_t> m_samplesOf, m_endsOf;
    int64_t m_sampleCount = 0, m_endCount = 0;
};

/** Removes what was not used for longest. */
void evict(const std::string &folder, const std::string &kept, int64_t mostBytes) {
    struct Kept {
        fs::file_time_type time;
        int64_t bytes;
        fs::path path;
    };
    std::vector<Kept> all;
    std::error_code problem;
    for (const fs::path path : pathsIn(folder)) {
        if (path.extension() != extension) continue;
        std::error_code unknownTime, unknownSize; // the next may be readable
        const auto time = fs::last_write_time(path, unknownTime);
        const auto bytes = fs::file_size(path, unknownSize);
        if (!unknownTime && !unknownSize) all.push_back({time, int64_t(bytes), path});
    }
    std::sort(all.begin(), all.end(), [](const Kept &a, const Kept &b) { return a.time > b.time; });
    int64_t sum = 0;
    for (const Kept &each : all) {
        sum += each.bytes;
        if (sum > mostBytes && each.path != kept) fs::remove(each.path, problem);
    }
}

} // namespace

TraceCache::TraceCache(std::string folder, Files files)
    : m_folder(std::move(folder))
    , m_files(std::move(files)) {
    std::string identity;
    for (const auto &file : m_files)
        identity += identityOf(*file) + "\n";
    const uint64_t one = checksum(identity.data(), identity.size());
    identity += "again";
    const uint64_t other = checksum(identity.data(), identity.size());
    m_path = m_folder + format("/%016llx%016llx", (unsigned long long)one, (unsigned long long)other) + extension;
}

std::optional<TraceJson> TraceCache::load(int rank) const {
    auto in = BlobReader::open(m_path, version);
    if (!in) return std::nullopt;
    auto loaded = Loader(*std::move(in), m_files).load(rank);
    std::error_code ignored;
    if (loaded) fs::last_write_time(m_path, fs::file_time_type::clock::now(), ignored); // it was used
    return loaded;
}

void TraceCache::save(const TraceJson &read, int64_t mostBytes) const {
    const Trace &trace = read.trace;
    if (trace.arrangedCount() != trace.sliceCount()) return;
    KeptColumns kept = keptColumns(trace);
    BlobWriter out;
    writeTracks(out, trace);
    writeDiagnostics(out, read);
    out.number(int64_t(trace.counters().size()));
    for (const Counter &counter : trace.counters()) {
        out.number(counter.track.value);
        out.text(counter.name);
        out.text(counter.unit);
        out.number(int64_t(counter.samples.size()));
    }
    for (size_t i = 0; i < m_files.size(); ++i) {
        const JsonArguments *source = sourceAt(trace, i);
        if (source == nullptr) return;
        out.number(int64_t(source->ends().size()));
        kept.ends.insert(kept.ends.end(), source->ends().begin(), source->ends().end());
    }
    for (const size_t count :
         {kept.textSizes.size(), trace.columns().start.size(), kept.rows.size(), kept.flows.size()})
        out.number(int64_t(count));
    out.column(kept.textSizes);
    out.column(kept.textBytes);
    out.column(kept.rows);
    out.column(kept.samples);
    out.column(kept.flows);
    out.column(kept.ends);
    out.column(trace.columns().name);
    out.column(trace.columns().category);
    out.column(trace.columns().start);
    out.column(trace.columns().duration);
    out.column(trace.columns().place);

    std::error_code problem;
    fs::create_directories(m_folder, problem);
    if (problem || !out.write(m_path, version)) return;
    evict(m_folder, m_path, mostBytes);
}

} // namespace jitscope::inline reading

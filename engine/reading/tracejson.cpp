// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejson.h"

#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/reading/tracecache.h"
#include "engine/reading/tracejsonbuild.h"
#include "engine/reading/tracejsonestimate.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>

namespace jitscope::inline reading {

using namespace tracejson;

namespace {

constexpr int64_t smallestCached = 256 * 1024; ///< smaller files are read as fast as a cache

std::string fileNameOf(const std::string &path) {
    return path.substr(path.rfind('/') + 1);
}

bool isCancelled(const TraceJsonOptions &options) {
    return options.progress != nullptr && options.progress->isCancelled();
}

Error cancelled() {
    return {"opening was cancelled"};
}

Result<std::vector<FilePart>> openParts(const std::vector<std::string> &paths, const TraceJsonOptions &options) {
    std::vector<FilePart> parts;
    for (const std::string &path : paths) {
        auto file = InputFile::open(path);
        if (!file) return file.error();
        const int64_t size = (*file)->size();
        const auto [offset, length] = options.bytes.value_or(std::pair<int64_t, int64_t>(0, size));
        if (offset < 0 || length < 0 || offset > size || length > size - offset)
            return Error{path + ": is shorter than the trace that it should hold"};
        parts.push_back({*std::move(file), offset, offset + length});
    }
    return parts;
}

int64_t bytesOf(const std::vector<FilePart> &parts) {
    int64_t sum = 0;
    for (const FilePart &part : parts)
        sum += part.end - part.begin;
    return sum;
}

/** Reads all pieces of the files on all cores. */
class ParallelReader {
public:
    ParallelReader(const std::vector<FilePart> &parts, PieceFilter filter, const TraceJsonOptions &options)
        : m_cutter(parts, options.pieceBytes)
        , m_options(options) {
        for (int i = 0; i < threadCount(); ++i)
            m_read.readers.push_back(std::make_unique<PieceReader>(i, filter));
        for (const FilePart &part : parts)
            m_read.fileNames.push_back(fileNameOf(part.file->path()));
    }

    /** False if it was stopped: see error() and isTooLarge(). */
    bool run() {
        parallelFor(threadCount(), 1, [this](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                work(*m_read.readers[size_t(i)]);
        });
        return !m_isStopped;
    }

    ReadEvents take() { return std::move(m_read); }
    const EventCutter &cutter() const { return m_cutter; }
    const Error &error() const { return m_error; }
    bool isTooLarge() const { return m_isTooLarge; }
    int64_t events() const { return m_events; }
    Faults faults() const {
        Faults all = m_cutter.faults();
        for (const auto &reader : m_read.readers)
            all.merge(reader->faults());
        return all;
    }
    int64_t earliestNs() const {
        int64_t earliest = INT64_MAX;
        for (const auto &reader : m_read.readers)
            earliest = std::min(earliest, reader->earliestNs());
        return earliest;
    }

private:
    void work(PieceReader &reader) {
        std::vector<char> buffer;
        int64_t readerBytes = 0;
        try {
            while (!m_isStopped) {
                const Piece piece = nextPiece(buffer);
                if (piece.number < 0) return;
                PieceEvents events = reader.read(piece);
                const int64_t more = reader.memoryBytes() - readerBytes + events.memoryBytes();
                readerBytes = reader.memoryBytes();
                keep(piece.number, std::move(events), more);
            }
        } catch (const std::bad_alloc &) {
            stop({}, true);
        }
    }

    /** Cutting is quick and goes from the beginning to the end: one thread at a time. */
    Piece nextPiece(std::vector<char> &buffer) {
        const std::lock_guard lock(m_cutting);
        if (m_isStopped) return {};
        if (isCancelled(m_options)) {
            stop(cancelled(), false);
            return {};
        }
        auto piece = m_cutter.next(buffer);
        if (m_options.progress != nullptr) m_options.progress->advance(m_cutter.bytesDone() - m_bytesTold);
        m_bytesTold = m_cutter.bytesDone();
        if (piece) return *piece;
        stop(piece.error(), false);
        return {};
    }

    void keep(int64_t number, PieceEvents events, int64_t bytes) {
        const std::lock_guard lock(m_keeping);
        m_memoryBytes += bytes;
        m_events += events.events;
        m_slices += int64_t(events.start.size() + events.brackets.size());
        if (int64_t(m_read.pieces.size()) <= number) m_read.pieces.resize(size_t(number) + 1);
        m_read.pieces[size_t(number)] = std::move(events);
        const bool hasTooMany = m_slices >= int64_t(UINT32_MAX);
        // Joining and arranging take half as much again for a while.
        const bool isTooMuch = m_options.memoryBytes > 0 && m_memoryBytes / 2 * 3 > m_options.memoryBytes;
        if (hasTooMany || isTooMuch) stop({}, true);
    }

    void stop(Error error, bool isTooLarge) {
        const std::lock_guard lock(m_stopping);
        if (m_isStopped) return;
        m_error = std::move(error);
        m_isTooLarge = isTooLarge;
        m_isStopped = true;
    }

    EventCutter m_cutter;
    const TraceJsonOptions &m_options;
    ReadEvents m_read;
    std::mutex m_cutting, m_keeping, m_stopping;
    std::atomic<bool> m_isStopped = false;
    Error m_error;
    bool m_isTooLarge = false;
    int64_t m_bytesTold = 0, m_memoryBytes = 0, m_events = 0, m_slices = 0;
};

int64_t addedOrMost(int64_t a, int64_t b) {
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? INT64_MIN + 1 : INT64_MAX) : sum;
}

/** What the window asks for, in times of the file: its first event has to be found before. */
Result<PieceFilter> filterOf(const std::vector<FilePart> &parts, const TraceJsonOptions &options) {
    if (!options.window) return PieceFilter{};
    PieceFilter none;
    none.beginNs = INT64_MAX;
    none.endNs = INT64_MIN;
    TraceJsonOptions unlimited = options;
    unlimited.memoryBytes = 0;
    ParallelReader reader(parts, none, unlimited);
    if (options.progress != nullptr)
        options.progress->begin("looking for the first event of " + fileNameOf(parts.front().file->path()),
                                bytesOf(parts));
    if (!reader.run()) return reader.error();
    const int64_t first = reader.earliestNs() == INT64_MAX ? 0 : reader.earliestNs();
    PieceFilter filter;
    filter.beginNs = std::max(INT64_MIN + 1, addedOrMost(first, options.window->first));
    filter.endNs = addedOrMost(first, options.window->second);
    return filter;
}

Result<TraceJson> readFiles(const std::vector<FilePart> &parts, const TraceJsonOptions &options) {
    const std::string &path = parts.front().file->path();
    const auto filter = filterOf(parts, options);
    if (!filter) return filter.error();
    if (const auto fits = checkFits(parts, *filter, options.memoryBytes); !fits) return fits.error();

    if (options.progress != nullptr) options.progress->begin("reading " + fileNameOf(path), bytesOf(parts));
    ParallelReader reader(parts, *filter, options);
    if (!reader.run()) return reader.isTooLarge() ? tooLarge(parts, *filter, options.memoryBytes) : reader.error();
    if (reader.events() == 0)
        return Error{path + (reader.cutter().foundEvents()
                                 ? ": is no trace: none of its items is an event with a phase (ph)"
                                 : ": is no trace: it has no traceEvents")};

    TraceJson result;
    result.info = reader.cutter().info();
    Faults faults = reader.faults();
    std::vector<std::shared_ptr<const InputFile>> files;
    for (const FilePart &part : parts)
        files.push_back(part.file);
    ReadEvents read = reader.take();
    const std::vector<std::string> names = read.fileNames;
    BuiltTrace built = buildTrace(std::move(read), files, {options.rank, *filter, options.progress});
    if (isCancelled(options)) return cancelled();
    faults.merge(built.faults);
    result.trace = std::move(built.trace);
    result.diagnostics = faults.diagnostics(names);
    return result;
}

} // namespace

Result<TraceJson> readTraceJson(const std::vector<std::string> &paths, const TraceJsonOptions &options) {
    if (paths.empty()) return Error{"there is no file to read"};
    const auto parts = openParts(paths, options);
    if (!parts) return parts.error();
    const bool isCached =
        !options.cacheFolder.empty() && !options.window && !options.bytes && bytesOf(*parts) >= smallestCached;
    if (!isCached) return readFiles(*parts, options);

    std::vector<std::shared_ptr<const InputFile>> files;
    for (const FilePart &part : *parts)
        files.push_back(part.file);
    const TraceCache cache(options.cacheFolder, files);
    if (auto kept = cache.load(options.rank)) return *std::move(kept);
    auto read = readFiles(*parts, options);
    if (read) cache.save(*read);
    return read;
}

} // namespace jitscope::inline reading

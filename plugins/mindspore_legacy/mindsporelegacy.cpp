// SPDX-License-Identifier: Apache-2.0
// The importer of what MindSpore's profiler wrote up to 2.2 (the days of MindInsight): a folder of small files, one set
// a rank.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/importing/importedprofiles.h"
#include "engine/reading/tracejson.h"
#include "engine/session/session.h"
#include "plugins/mindspore_legacy/legacynames.h"
#include "plugins/mindspore_legacy/legacytables.h"
#include "plugins/mindspore_legacy/legacytimeline.h"
#include "plugins/mindspore_legacy/mareytimeline.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace jitscope {
inline namespace mindspore_legacy {

namespace {

namespace fs = std::filesystem;

struct LegacyFile {
    std::string path, name;
    LegacyName is;
};

std::vector<LegacyFile> filesIn(const fs::path &folder) {
    std::vector<LegacyFile> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        const LegacyName is = legacyName(name);
        if (is.kind != LegacyKind::None && entry->is_regular_file(ignored))
            files.push_back({entry->path().string(), name, is});
    }
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    return files;
}

/** The files may stand in a folder "profiler" of the one that was named. */
std::vector<LegacyFile> legacyFiles(const std::string &path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        const std::string name = fs::path(path).filename().string();
        return {{path, name, legacyName(name)}};
    }
    auto files = filesIn(path);
    return files.empty() ? filesIn(fs::path(path) / "profiler") : files;
}

/** Names that no other profiler uses. */
bool isCharacteristic(const LegacyFile &file) {
    if (file.is.kind == LegacyKind::Timeline || file.is.kind == LegacyKind::Marey) return true;
    const std::string &subject = file.is.subject;
    constexpr const char *own[] = {"framework_raw",        "aicore_intermediate",    "step_trace_raw",
                                   "output_timeline_data", "output_op_compute_time", "min_cycle_counter"};
    return std::any_of(std::begin(own), std::end(own), [&](const char *start) { return subject.starts_with(start); });
}

Confidence probe(const std::string &path, std::string_view) {
    std::error_code error;
    const auto files = legacyFiles(path);
    if (fs::is_directory(path, error))
        return std::any_of(files.begin(), files.end(), isCharacteristic) ? Confidence::Yes : Confidence::No;
    if (files.front().is.kind == LegacyKind::None) return Confidence::No;
    return isCharacteristic(files.front()) ? Confidence::Yes : Confidence::Maybe;
}

/** Reads the files of one rank. */
class RankReader {
public:
    RankReader(int rank, const ImportOptions &options)
        : m_rank(rank)
        , m_options(options) {}

    void read(const std::vector<LegacyFile> &files) {
        for (const LegacyFile &file : files)
            if (file.is.kind == LegacyKind::Table) keep(file, readTable(file));
        const LegacyFile *timeline = nullptr;
        for (const LegacyFile &file : files) {
            if (file.is.kind != LegacyKind::Timeline) continue;
            if (timeline != nullptr)
                m_diagnostics.add(DiagnosticKind::Note, file.name, "",
                                  "not read: " + timeline->name + " holds the same");
            else
                timeline = &file;
        }
        if (timeline != nullptr) keep(*timeline, readTimeline(*timeline));
    }

    Profile profile(const std::string &folder) {
        Profile profile;
        profile.rank = m_rank;
        profile.device = m_device;
        profile.label = m_rank >= 0 ? format("rank %d", m_rank) : fs::path(folder).filename().string();
        profile.folder = folder;
        profile.producer = "MindSpore profiler (up to 2.2)";
        profile.info["source"] = "text";
        profile.tables = std::move(m_tables);
        return profile;
    }
    const Trace &trace() const { return m_trace; }
    const Diagnostics &diagnostics() const { return m_diagnostics; }
    const std::string &firstError() const { return m_firstError; }
    int filesRead() const { return m_read; }

private:
    void keep(const LegacyFile &file, const Result<void> &result) {
        if (result) {
            ++m_read;
            return;
        }
        if (m_firstError.empty()) m_firstError = result.error().message;
        m_diagnostics.add(DiagnosticKind::Skipped, file.name, "", result.error().message);
    }

    Result<void> readTable(const LegacyFile &file) {
        if (isCancelled(m_options)) return cancelledError();
        auto read = readLegacyTable(file.path, file.is.subject, m_options.progress);
        if (!read) return read.error();
        m_diagnostics.append(read->diagnostics);
        for (DataTable &table : read->tables)
            m_tables.push_back(std::move(table));
        return {};
    }

    Result<void> readTimeline(const LegacyFile &file) {
        TraceJsonOptions options;
        options.progress = m_options.progress;
        options.memoryBytes = memoryLimit(m_options);
        options.cacheFolder = m_options.cacheFolder;
        options.rank = m_rank;
        if (m_options.window) options.window = {m_options.window->beginNs, m_options.window->endNs};
        auto read = readTraceJson({file.path}, options);
        if (!read) return read.error();
        m_diagnostics.append(read->diagnostics);
        m_trace = withLegacyLanes(read->trace, m_rank);
        for (const Track &track : m_trace.tracks())
            if (track.kind == LaneKind::Stream && track.device >= 0) m_device = track.device;
        std::map<std::string, LegacyKernel> known;
        for (const DataTable &table : m_tables)
            if (table.name() == "framework_raw") known = kernelsIn(table);
        m_tables.insert(m_tables.begin(), kernelTable(m_trace, known, m_options.progress));
        return {};
    }

    int m_rank;
    const ImportOptions &m_options;
    Trace m_trace;
    std::vector<DataTable> m_tables;
    Diagnostics m_diagnostics;
    std::string m_firstError;
    int m_device = -1, m_read = 0;
};

/** It holds all devices, so it is a session of its own. */
Result<Session> readMarey(const LegacyFile &file) {
    constexpr int64_t largest = int64_t(1) << 30;
    auto text = readFile(file.path, largest);
    if (!text) return text.error();
    Diagnostics diagnostics;
    auto marey = mareyTimeline(*std::move(text), file.name, diagnostics);
    if (!marey) return Error{file.path + ": " + marey.error().message};
    Session session;
    session.trace = std::move(marey->trace);
    for (Profile &profile : marey->profiles) {
        profile.folder = fs::path(file.path).parent_path().string();
        session.profiles.push_back(std::make_shared<const Profile>(std::move(profile)));
    }
    session.diagnostics = diagnostics.all();
    const std::string producer = session.profiles.front()->producer;
    return withOrigin(std::move(session), producer, file.path);
}

Result<Session> readLegacy(const std::string &path, const ImportOptions &options) {
    auto files = legacyFiles(path);
    if (files.size() == 1 && files.front().is.kind == LegacyKind::Marey) return readMarey(files.front());
    std::erase_if(files, [](const LegacyFile &file) { return file.is.kind == LegacyKind::Marey; });
    std::map<int, std::vector<LegacyFile>> ranks;
    std::vector<LegacyFile> shared;
    for (const LegacyFile &file : files) {
        if (file.is.rank >= 0)
            ranks[file.is.rank].push_back(file);
        else
            shared.push_back(file);
    }
    if (ranks.empty()) ranks[options.rank] = {};
    ImportedProfiles imported;
    for (auto &[rank, ofRank] : ranks) {
        ofRank.insert(ofRank.end(), shared.begin(), shared.end());
        RankReader reader(rank, options);
        reader.read(ofRank);
        if (isCancelled(options)) return cancelledError();
        imported.diagnostics.append(reader.diagnostics());
        imported.fail(reader.firstError());
        if (reader.filesRead() == 0) continue;
        imported.session.profiles.push_back(
            std::make_shared<Profile>(reader.profile(fs::path(files.front().path).parent_path().string())));
        imported.session.trace.append(reader.trace());
    }
    return std::move(imported).finished("MindSpore profiler (up to 2.2)", path, "file of MindSpore's profiler");
}

} // namespace

} // namespace mindspore_legacy
} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest = jitscope::importerPlugin(
        "Opens the folders that MindSpore's profiler wrote up to 2.2",
        {
            .name = "mindspore_legacy",
            .description =
                "MindSpore profiler folders up to 2.2 (timeline_display, framework_raw, minddata, marey_timeline)",
            .probe = jitscope::probe,
            .read = jitscope::readLegacy,
        });
    return &manifest;
}

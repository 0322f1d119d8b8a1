// SPDX-License-Identifier: Apache-2.0
// The importer of what the profilers of MindSpore, torch_npu and msprof write: folders, clusters and single files.
#include "engine/base/text.h"
#include "engine/importing/importedprofiles.h"
#include "engine/reading/inputfile.h"
#include "engine/session/session.h"
#include "plugins/ascend_profiler/clusteroutput.h"
#include "plugins/ascend_profiler/csvrules.h"
#include "plugins/ascend_profiler/exportname.h"
#include "plugins/ascend_profiler/profilerfolder.h"
#include "plugins/ascend_profiler/profilerrank.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

namespace fs = std::filesystem;

std::string folderOf(const std::string &path) {
    const std::string parent = fs::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

// --- single files --------------------------------------------------------------------------------------------------

/** What a single file is to this importer. */
enum class FileKind : uint8_t { None, Timeline, Database, Table, Communication, Matrix, Info, ClusterFile, Pickle };

bool isDatabase(std::string_view bytes) {
    return bytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

/** A timeline that its profiler left among its other files. */
bool isTimelineInPlace(const std::string &path) {
    const std::string folder = fileName(folderOf(path));
    const ExportName name = exportName(path);
    if (folder == "ASCEND_PROFILER_OUTPUT" || folder == "mindstudio_profiler_output")
        return name.extension == "json" && (name.stem == "trace_view" || name.stem == "msprof");
    const bool isCann6 = folder == "timeline" && fileName(folderOf(folderOf(path))).starts_with("device_");
    return isCann6 && name.extension == "json";
}

FileKind kindOfFile(const std::string &path, std::string_view bytes) {
    const std::string name = fileName(path);
    if (isDatabase(bytes)) return FileKind::Database;
    if (name.ends_with(".csv")) return name == "cluster_step_trace_time.csv" ? FileKind::ClusterFile : FileKind::Table;
    if (name.ends_with(".pkl") || name.ends_with(".pickle")) return FileKind::Pickle;
    if (isTimelineInPlace(path)) return FileKind::Timeline;
    if (name == "communication.json") return FileKind::Communication;
    if (name == "communication_matrix.json") return FileKind::Matrix;
    if (name.starts_with("cluster_communication") || name.starts_with("communication_group"))
        return name.ends_with(".json") ? FileKind::ClusterFile : FileKind::None;
    return isProfilerFileName(name) && !name.ends_with(".db") && name.find("_info") != name.npos ? FileKind::Info
           : name == "profiler_metadata.json" || name.starts_with("info.json.")                  ? FileKind::Info
                                                                                                 : FileKind::None;
}

/** Tables of any producer can be shown; those with known headings are surely ours. */
Confidence confidenceOfTable(const std::string &path, std::string_view bytes) {
    if (profilerCsvRule(exportName(path).stem)) return Confidence::Yes;
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    const bool isText = line.find('\0') == line.npos && line.find(',') != line.npos;
    if (isText && fileName(folderOf(path)) == "ASCEND_PROFILER_OUTPUT") return Confidence::Yes;
    return isText ? Confidence::Maybe : Confidence::No;
}

Confidence confidenceOfDatabase(const std::string &path) {
    const std::string name = fileName(path);
    const bool isNamed = isProfilerFileName(name) || name == "cluster_analysis.db";
    return isNamed ? Confidence::Yes : Confidence::Maybe;
}

Confidence confidenceOfFile(const std::string &path, std::string_view bytes) {
    switch (kindOfFile(path, bytes)) {
    case FileKind::None:
        return Confidence::No;
    case FileKind::Table:
        return confidenceOfTable(path, bytes);
    case FileKind::Database:
        return confidenceOfDatabase(path);
    case FileKind::Pickle:
        return bytes.starts_with('\x80') ? Confidence::Maybe : Confidence::No;
    default:
        return Confidence::Yes;
    }
}

/** How many folders lie between; 0 for the same. */
int64_t depthOf(const std::string &folder, const std::string &top) {
    const fs::path relative = fs::path(folder).lexically_relative(fs::path(top).lexically_normal());
    return relative == "." ? 0 : std::distance(relative.begin(), relative.end());
}

/** A folder of many things that holds a profile somewhere below may be what another importer knows better. */
Confidence confidenceOfFolder(const std::string &path) {
    constexpr int64_t nearby = 2;
    const FoundProfiles found = lookAtProfilerFolder(path);
    if (found.empty()) return Confidence::No;
    const auto isNear = [&](const std::string &folder) { return depthOf(folder, path) <= nearby; };
    const bool hasNear = std::any_of(found.ranks.begin(), found.ranks.end(),
                                     [&](const RankFiles &rank) { return isNear(rank.folder); }) ||
                         std::any_of(found.raw.begin(), found.raw.end(), isNear) ||
                         (!found.cluster.empty() && isNear(found.cluster.folder));
    return hasNear ? Confidence::Yes : Confidence::Maybe;
}

Confidence probe(const std::string &path, std::string_view bytes) {
    std::error_code error;
    return fs::is_directory(path, error) ? confidenceOfFolder(path) : confidenceOfFile(path, bytes);
}

// --- sessions ------------------------------------------------------------------------------------------------------

/** A number of its own for each rank, as lanes are told apart by it: the one that its files name, in the order of the
    folders; the others get the device's or what is left. */
std::vector<int> rankNumbers(const std::vector<RankFiles> &ranks, int rankOfOne, Diagnostics &diagnostics) {
    std::vector<int> numbers;
    std::set<int> taken;
    for (const RankFiles &files : ranks) {
        const int named = rankOfFiles(files);
        const bool isFree = named >= 0 && taken.insert(named).second;
        if (named >= 0 && !isFree)
            diagnostics.add(
                DiagnosticKind::Mended, fileName(files.folder), "",
                format("it says that it is rank %d, as another folder does: shown under another number", named));
        numbers.push_back(isFree ? named : -1);
    }
    if (ranks.size() == 1) return {numbers.front() >= 0 ? numbers.front() : rankOfOne};
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (numbers[i] >= 0) continue;
        int number = std::max(ranks[i].namedDevice, 0);
        if (taken.contains(number)) number = 0;
        while (!taken.insert(number).second)
            ++number;
        numbers[i] = number;
    }
    return numbers;
}

class FolderReader {
public:
    FolderReader(const std::string &path, const ImportOptions &options)
        : m_path(path)
        , m_options(options) {}

    Result<Session> read() {
        const FoundProfiles folder = lookAtProfilerFolder(m_path);
        if (folder.ranks.empty() && folder.cluster.empty()) return Error{whyNothing(folder)};
        for (const std::string &raw : folder.raw)
            m_diagnostics.add(DiagnosticKind::Skipped, fileName(raw), "", notAnalysed);
        if (folder.wasCutShort)
            m_diagnostics.add(DiagnosticKind::Skipped, "", "",
                              "there are more folders than are looked at: open the one with the ranks itself");
        const size_t count = folder.ranks.size();
        const std::vector<int> numbers = rankNumbers(folder.ranks, m_options.rank, m_diagnostics);
        for (size_t i = 0; i < count; ++i)
            if (const auto done = addRank(folder.ranks[i], numbers[i], count); !done) return done.error();
        if (!folder.cluster.empty())
            if (const auto done = addCluster(folder.cluster); !done) return done.error();
        if (m_session.profiles.empty()) return Error{m_firstProblem};
        return finished(count);
    }

private:
    static constexpr const char *notAnalysed =
        "holds raw data that nobody analysed, or whose output is gone: run the profiler's analysis on it first";

    std::string whyNothing(const FoundProfiles &folder) const {
        return m_path + (folder.raw.empty() ? ": holds no output of a profiler" : std::string(": ") + notAnalysed);
    }

    /** A rank that cannot be read costs the others nothing, unless it is the only one. */
    Result<void> addRank(const RankFiles &files, int rank, size_t count) {
        ImportOptions options = m_options; // what the ranks before have taken is not there any more
        if (options.memoryBytes > 0)
            options.memoryBytes = std::max<int64_t>(1, options.memoryBytes - m_session.trace.memoryBytes());
        auto read = readProfilerRank(files, rank, PreferredSource::Database, options);
        if (!read) {
            if (count == 1 || isCancelled(m_options)) return read.error();
            m_diagnostics.add(DiagnosticKind::Skipped, fileName(files.folder), "", read.error().message);
            if (m_firstProblem.empty()) m_firstProblem = read.error().message;
            return {};
        }
        for (Diagnostic each : read->diagnostics.all()) {
            if (count > 1) each.file = fileName(files.folder) + (each.file.empty() ? "" : "/" + each.file);
            m_diagnostics.add(each.kind, each.file, each.place, each.message, each.count);
        }
        m_session.profiles.push_back(read->profile);
        if (count == 1)
            m_session.trace = std::move(read->trace);
        else
            m_session.trace.append(read->trace);
        return {};
    }

    /** The cluster's tables of a rank are taken where its own are not there. */
    Result<void> addCluster(const ClusterFiles &files) {
        auto cluster = readClusterOutput(files, m_options);
        if (!cluster) {
            if (m_session.profiles.empty() || isCancelled(m_options)) return cluster.error();
            m_diagnostics.add(DiagnosticKind::Skipped, fileName(files.folder), "", cluster.error().message);
            return {};
        }
        m_diagnostics.append(cluster->diagnostics);
        for (Profile &profile : cluster->ranks)
            addClusterRank(std::move(profile));
        if (!cluster->whole.tables.empty())
            m_session.profiles.push_back(std::make_shared<const Profile>(std::move(cluster->whole)));
        return {};
    }

    void addClusterRank(Profile profile) {
        const auto same = std::find_if(m_session.profiles.begin(), m_session.profiles.end(),
                                       [&](const ProfilePtr &each) { return each->rank == profile.rank; });
        if (same == m_session.profiles.end()) {
            m_session.profiles.push_back(std::make_shared<const Profile>(std::move(profile)));
            return;
        }
        Profile whole = **same;
        bool isNew = false;
        for (DataTable &table : profile.tables) {
            const DataTable *own = whole.table(table.name());
            if (own != nullptr && own->rowCount() > 0) continue;
            std::erase_if(whole.tables, [&](const DataTable &each) { return each.name() == table.name(); });
            whole.tables.push_back(std::move(table));
            isNew = true;
        }
        if (isNew) *same = std::make_shared<const Profile>(std::move(whole));
    }

    Session finished(size_t ranks) {
        if (ranks > 1 && m_session.trace.sliceCount() > 0) m_session.trace.arrange();
        std::stable_sort(
            m_session.profiles.begin(), m_session.profiles.end(),
            [](const ProfilePtr &a, const ProfilePtr &b) { return unsigned(a->rank) < unsigned(b->rank); });
        m_session.diagnostics = m_diagnostics.all();
        m_session.info["producer"] = m_session.profiles.front()->producer;
        m_session.info["imported_from"] = m_path;
        return std::move(m_session);
    }

    std::string m_path;
    const ImportOptions &m_options;
    Session m_session;
    Diagnostics m_diagnostics;
    std::string m_firstProblem;
};

Session sessionOf(ProfilerRank rank, const std::string &path) {
    Session session;
    session.trace = std::move(rank.trace);
    session.diagnostics = rank.diagnostics.all();
    session.info["producer"] = rank.profile->producer;
    session.info["imported_from"] = path;
    session.profiles.push_back(std::move(rank.profile));
    return session;
}

/** Rank and settings of a file come from what stands beside and above it; the rest of the folder is not read. */
RankFiles surroundings(const std::string &path) {
    const FoundProfiles folder = lookAtProfilerFolder(folderOf(path));
    RankFiles files;
    files.folder = folderOf(path);
    if (folder.ranks.size() != 1) return files;
    const RankFiles &rank = folder.ranks.front();
    files.folder = rank.folder;
    files.kind = rank.kind;
    files.infos = rank.infos;
    files.namedRank = rank.namedRank;
    files.namedDevice = rank.namedDevice;
    return files;
}

Result<Session> readRankFile(const std::string &path, FileKind kind, const ImportOptions &options) {
    RankFiles files;
    if (kind == FileKind::Timeline) {
        // The timeline was asked for; the tables beside it tell more of the same run.
        const FoundProfiles folder = lookAtProfilerFolder(folderOf(path));
        if (folder.ranks.size() == 1) files = folder.ranks.front();
        files.traces = {path};
        files.repeated.clear();
    } else {
        files = surroundings(path);
    }
    if (kind == FileKind::Database) files.databases = {path};
    if (kind == FileKind::Table) files.tables = {path};
    if (kind == FileKind::Communication) files.communication = path;
    if (kind == FileKind::Matrix) files.matrix = path;
    if (kind == FileKind::Info) files.infos = {path};
    const int named = rankOfFiles(files);
    const auto source = kind == FileKind::Timeline ? PreferredSource::Text : PreferredSource::Database;
    auto rank = readProfilerRank(files, named >= 0 ? named : options.rank, source, options);
    if (!rank) return rank.error();
    return sessionOf(*std::move(rank), path);
}

Result<Session> readClusterFile(const std::string &path, const ImportOptions &options) {
    ClusterFiles files;
    files.folder = folderOf(path);
    const std::string name = fileName(path);
    (name.ends_with(".csv")                        ? files.steps
     : name.starts_with("communication_group")     ? files.groups
     : name == "cluster_communication_matrix.json" ? files.matrix
                                                   : files.communication) = path;
    auto cluster = readClusterOutput(files, options);
    if (!cluster) return cluster.error();
    Session session;
    for (Profile &profile : cluster->ranks)
        session.profiles.push_back(std::make_shared<const Profile>(std::move(profile)));
    session.profiles.push_back(std::make_shared<const Profile>(std::move(cluster->whole)));
    session.diagnostics = cluster->diagnostics.all();
    return withOrigin(std::move(session), "msprof-analyze", path);
}

Result<Session> readProfile(const std::string &path, const ImportOptions &options) {
    std::error_code error;
    if (fs::is_directory(path, error)) return FolderReader(path, options).read();
    auto file = InputFile::open(path);
    if (!file) return file.error();
    const auto bytes = (*file)->read(0, 4096);
    if (!bytes) return bytes.error();
    const FileKind kind = kindOfFile(path, *bytes);
    if (kind == FileKind::Pickle)
        return Error{path + ": is a Python pickle, such as a memory snapshot of PyTorch. It is not opened, as reading "
                            "one means running what it says; export the memory as CSV or database instead"};
    if (kind == FileKind::None) return Error{path + ": is no file of the Ascend profilers"};
    return kind == FileKind::ClusterFile ? readClusterFile(path, options) : readRankFile(path, kind, options);
}

} // namespace

} // namespace ascend_profiler
} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest = jitscope::importerPlugin(
        "Opens what the Ascend profilers of MindSpore, torch_npu and msprof write",
        {
            .name = "ascend_profiler",
            .description = "Ascend profiler output (*_ascend_ms, *_ascend_pt, PROF_*, clusters; their CSV, JSON and "
                           "databases)",
            .probe = jitscope::probe,
            .read = jitscope::readProfile,
        });
    return &manifest;
}

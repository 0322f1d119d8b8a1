// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/profilerfolder.h"

#include "plugins/ascend_profiler/exportname.h"

#include <algorithm>
#include <filesystem>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

namespace fs = std::filesystem;

constexpr int deepest = 5;
constexpr int mostFolders = 4000;
constexpr size_t mostEntries = 20'000; ///< of one folder

struct Listing {
    std::vector<std::string> files, folders; ///< paths, sorted
};

Listing listing(const std::string &folder) {
    Listing list;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (list.files.size() + list.folders.size() >= mostEntries) break;
        std::error_code none;
        if (entry->is_directory(none) && !entry->is_symlink(none))
            list.folders.push_back(entry->path().string());
        else if (entry->is_regular_file(none))
            list.files.push_back(entry->path().string());
    }
    std::sort(list.files.begin(), list.files.end());
    std::sort(list.folders.begin(), list.folders.end());
    return list;
}

std::string_view nameOf(std::string_view path) {
    while (path.size() > 1 && path.ends_with('/'))
        path.remove_suffix(1);
    return path.substr(path.rfind('/') + 1);
}

std::string parentOf(const std::string &path) {
    return fs::path(path).lexically_normal().parent_path().string();
}

bool isFolder(const std::string &path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/** The number that stands there up to the end or the next underscore; -1 for none. */
int numberAt(std::string_view name, size_t begin) {
    constexpr size_t longest = 6;
    size_t end = begin;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9')
        ++end;
    if (end <= begin || end - begin > longest || (end < name.size() && name[end] != '_')) return -1;
    return std::stoi(std::string(name.substr(begin, end - begin)));
}

// --- files ---------------------------------------------------------------------------------------------------------

/** What a file is by its name. */
enum class FileRole : uint8_t { None, Trace, Repeated, Database, Analysis, Table, Communication, Matrix, Info };

bool isTimelineDatabase(std::string_view name) {
    if (!name.ends_with(".db")) return false;
    return name.starts_with("ascend_pytorch_profiler") || name.starts_with("ascend_mindspore_profiler") ||
           name.starts_with("msprof_");
}

bool isInfo(std::string_view name) {
    if (name.ends_with(".done")) return false; // an empty mark that the file without it is whole
    const bool isJson = name.starts_with("profiler_info") && name.ends_with(".json");
    return isJson || name == "profiler_metadata.json" || name.starts_with("info.json.") ||
           name.starts_with("start_info.") || name.starts_with("end_info.");
}

FileRole roleOf(std::string_view name) {
    if (isInfo(name)) return FileRole::Info;
    if (isTimelineDatabase(name)) return FileRole::Database;
    if (isOneOf(name, {"analysis.db", "communication_analyzer.db"})) return FileRole::Analysis;
    if (name == "communication.json") return FileRole::Communication;
    if (name == "communication_matrix.json") return FileRole::Matrix;
    const ExportName exported = exportName(name);
    if (exported.extension == "csv") return FileRole::Table;
    if (exported.extension != "json") return FileRole::None;
    if (isOneOf(exported.stem, {"trace_view", "msprof"})) return FileRole::Trace;
    const bool isDated = !exported.stamp.empty() || !exported.part.empty();
    if (isDated && isOneOf(exported.stem, {"step_trace", "hccl", "task_time", "ai_stack_time"}))
        return FileRole::Repeated;
    return FileRole::None;
}

void take(RankFiles &rank, const std::string &path) {
    switch (roleOf(nameOf(path))) {
    case FileRole::Trace:
        rank.traces.push_back(path);
        break;
    case FileRole::Repeated:
        rank.repeated.push_back(path);
        break;
    case FileRole::Database:
        rank.databases.push_back(path);
        break;
    case FileRole::Analysis:
        rank.analyses.push_back(path);
        break;
    case FileRole::Table:
        rank.tables.push_back(path);
        break;
    case FileRole::Communication:
        rank.communication = path;
        break;
    case FileRole::Matrix:
        rank.matrix = path;
        break;
    case FileRole::Info:
        rank.infos.push_back(path);
        break;
    case FileRole::None:
        break;
    }
}

void takeInfos(RankFiles &rank, const std::string &folder) {
    for (const std::string &path : listing(folder).files)
        if (isInfo(nameOf(path))) rank.infos.push_back(path);
}

void takeOutput(RankFiles &rank, const std::string &folder) {
    rank.outputs.push_back(folder);
    for (const std::string &path : listing(folder).files)
        take(rank, path);
}

/** Several timelines of one folder: the one that was made for people, else the newest export; msprof's whole one holds
    what those of single parts do, but not all steps. */
void chooseTraces(RankFiles &rank) {
    const auto traces = newestExports(rank.traces);
    const auto repeated = newestExports(rank.repeated);
    rank.traces.clear();
    rank.repeated.clear();
    const auto has = [&](std::string_view stem) {
        return std::any_of(traces.begin(), traces.end(), [&](const ExportGroup &group) { return group.stem == stem; });
    };
    for (const ExportGroup &group : traces) {
        auto &to = has("trace_view") && group.stem != "trace_view" ? rank.repeated : rank.traces;
        to.insert(to.end(), group.paths.begin(), group.paths.end());
    }
    for (const ExportGroup &group : repeated) {
        const bool isOwn = traces.empty() || group.stem == "step_trace";
        auto &to = isOwn ? rank.traces : rank.repeated;
        to.insert(to.end(), group.paths.begin(), group.paths.end());
    }
}

// --- one rank ------------------------------------------------------------------------------------------------------

ProfilerKind kindByName(std::string_view name) {
    if (name.ends_with("_ascend_ms")) return ProfilerKind::MindSpore;
    if (name.ends_with("_ascend_pt")) return ProfilerKind::Torch;
    return name.starts_with("PROF_") ? ProfilerKind::Msprof : ProfilerKind::Unknown;
}

ProfilerKind kindByFiles(const RankFiles &rank) {
    for (const std::string &path : rank.databases) {
        if (nameOf(path).starts_with("ascend_mindspore")) return ProfilerKind::MindSpore;
        if (nameOf(path).starts_with("ascend_pytorch")) return ProfilerKind::Torch;
        return ProfilerKind::Msprof;
    }
    return ProfilerKind::Unknown;
}

/** What one PROF_ folder of msprof exported. */
void takeMsprof(RankFiles &rank, const std::string &folder) {
    const Listing in = listing(folder);
    for (const std::string &path : in.files)
        if (isTimelineDatabase(nameOf(path))) rank.databases.push_back(path);
    for (const std::string &each : in.folders) {
        const std::string_view name = nameOf(each);
        if (name == "mindstudio_profiler_output") takeOutput(rank, each);
        if (!name.starts_with("device_") && name != "host") continue;
        takeInfos(rank, each);
        if (name.starts_with("device_") && rank.namedDevice < 0) rank.namedDevice = numberAt(name, 7);
        for (const char *sub : {"/timeline", "/summary"}) // CANN 6
            if (isFolder(each + sub)) takeOutput(rank, each + sub);
    }
}

void nameRank(RankFiles &rank) {
    // What the profiler wrote into names of files goes before what somebody called the folder.
    for (const auto *paths : {&rank.infos, &rank.databases})
        for (const std::string &path : *paths) {
            const bool carriesRank = nameOf(path).starts_with("profiler_info") || nameOf(path).starts_with("ascend_");
            if (carriesRank && rank.namedRank < 0) rank.namedRank = rankInName(nameOf(path));
        }
    if (rank.namedRank < 0) rank.namedRank = rankInName(nameOf(rank.folder));
}

RankFiles finished(RankFiles rank) {
    chooseTraces(rank);
    if (rank.kind == ProfilerKind::Unknown) rank.kind = kindByFiles(rank);
    nameRank(rank);
    return rank;
}

/** A folder of a rank as its profiler left it. */
RankFiles rankWithOutput(const std::string &folder) {
    RankFiles rank;
    rank.folder = folder;
    rank.kind = kindByName(nameOf(folder));
    takeInfos(rank, folder);
    if (isFolder(folder + "/ASCEND_PROFILER_OUTPUT")) takeOutput(rank, folder + "/ASCEND_PROFILER_OUTPUT");
    if (rank.kind == ProfilerKind::Msprof) takeMsprof(rank, folder);
    if (!rank.hasOutput())
        for (const std::string &each : listing(folder).folders)
            if (nameOf(each).starts_with("PROF_")) takeMsprof(rank, each);
    return finished(std::move(rank));
}

bool isRankFolder(const std::string &folder) {
    return kindByName(nameOf(folder)) != ProfilerKind::Unknown || isFolder(folder + "/ASCEND_PROFILER_OUTPUT");
}

/** The folder of exported files itself was opened, or one into which somebody copied some. */
RankFiles bareOutput(const std::string &folder) {
    RankFiles rank;
    rank.folder = folder;
    if (isOneOf(nameOf(folder), {"ASCEND_PROFILER_OUTPUT", "mindstudio_profiler_output", "timeline", "summary"})) {
        rank.folder = parentOf(folder);
        rank.kind = kindByName(nameOf(rank.folder));
        takeInfos(rank, rank.folder);
    }
    takeOutput(rank, folder);
    return finished(std::move(rank));
}

bool hasProfilerFile(const Listing &in) {
    return std::any_of(in.files.begin(), in.files.end(),
                       [](const std::string &path) { return isProfilerFileName(nameOf(path)); });
}

// --- clusters ------------------------------------------------------------------------------------------------------

ClusterFiles clusterFiles(const std::string &folder) {
    ClusterFiles cluster;
    cluster.folder = folder;
    for (const std::string &path : listing(folder).files) {
        const std::string_view name = nameOf(path);
        if (name == "cluster_step_trace_time.csv")
            cluster.steps = path;
        else if (name == "cluster_communication.json")
            cluster.communication = path;
        else if (name == "cluster_communication_matrix.json")
            cluster.matrix = path;
        else if (name.starts_with("communication_group") && name.ends_with(".json"))
            cluster.groups = cluster.groups.empty() ? path : cluster.groups;
        else if (name.ends_with(".csv"))
            cluster.others.push_back(path);
    }
    return cluster;
}

class Search {
public:
    explicit Search(FoundProfiles &found)
        : m_found(found) {}

    void into(const std::string &folder, int depth) {
        if (++m_folders > mostFolders) {
            m_found.wasCutShort = true;
            return;
        }
        if (isRankFolder(folder)) {
            addRank(rankWithOutput(folder));
            return;
        }
        const Listing in = listing(folder);
        ClusterFiles cluster = clusterFiles(folder);
        if (!cluster.empty() && m_found.cluster.empty()) m_found.cluster = std::move(cluster);
        if (hasProfilerFile(in)) addRank(bareOutput(folder));
        if (depth >= deepest) return;
        for (const std::string &each : in.folders)
            if (!nameOf(each).starts_with("OPPROF_") && !nameOf(each).starts_with(".")) into(each, depth + 1);
    }

private:
    void addRank(RankFiles rank) {
        const bool isOpen = rank.hasOutput() || (!rank.infos.empty() && rank.kind == ProfilerKind::Unknown);
        if (isOpen)
            m_found.ranks.push_back(std::move(rank));
        else
            m_found.raw.push_back(rank.folder);
    }
    FoundProfiles &m_found;
    int m_folders = 0;
};

} // namespace

bool isProfilerFileName(std::string_view name) {
    switch (roleOf(name)) {
    case FileRole::Database:
    case FileRole::Analysis:
    case FileRole::Communication:
    case FileRole::Matrix:
    case FileRole::Info:
        return true;
    case FileRole::Trace:
        return name == "trace_view.json" || !exportName(name).stamp.empty() || !exportName(name).part.empty();
    case FileRole::Table:
        return isOneOf(exportName(name).stem,
                       {"kernel_details", "op_summary", "op_statistic", "api_statistic", "step_trace_time",
                        "memory_record", "operator_memory", "operator_details", "npu_module_mem"});
    case FileRole::Repeated:
    case FileRole::None:
        return false;
    }
    return false;
}

int rankInName(std::string_view name) {
    const bool isFile = name.ends_with(".json") || name.ends_with(".db");
    if (isFile) name = name.substr(0, name.rfind('.'));
    if (const size_t word = name.find("rank"); word != name.npos) {
        const size_t digits = name.find_first_not_of('_', word + 4);
        return digits == name.npos ? -1 : numberAt(name, digits);
    }
    const size_t last = name.rfind('_');
    return isFile && last != name.npos ? numberAt(name, last + 1) : -1; // folders carry numbers of other kinds
}

FoundProfiles lookAtProfilerFolder(const std::string &folder) {
    FoundProfiles found;
    if (nameOf(folder).starts_with("OPPROF_")) return found;
    std::string top = fs::path(folder).lexically_normal().string();
    while (top.size() > 1 && top.ends_with('/'))
        top.pop_back();
    Search(found).into(top, 0);
    return found;
}

} // namespace ascend_profiler
} // namespace jitscope

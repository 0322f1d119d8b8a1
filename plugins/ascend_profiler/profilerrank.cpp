// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/profilerrank.h"

#include "engine/analysis/laneindex.h"
#include "engine/base/text.h"
#include "engine/reading/tracejson.h"
#include "engine/session/session.h"
#include "plugins/ascend_profiler/csvrules.h"
#include "plugins/ascend_profiler/exportname.h"
#include "plugins/ascend_profiler/kernellanes.h"
#include "plugins/ascend_profiler/profilerdatabase.h"
#include "plugins/ascend_profiler/profilertable.h"
#include "plugins/ascend_profiler/sidejson.h"

#include <algorithm>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

bool hasRows(const Profile &profile, std::string_view name) {
    const DataTable *table = profile.table(name);
    return table != nullptr && table->rowCount() > 0;
}

// --- a rank --------------------------------------------------------------------------------------------------------

class RankReader {
public:
    RankReader(const RankFiles &files, int rank, PreferredSource source, const ImportOptions &options)
        : m_files(files)
        , m_source(source)
        , m_options(options) {
        m_options.rank = rank;
        m_profile.rank = rank;
        m_profile.folder = files.folder;
        m_profile.device = files.namedDevice;
    }

    Result<ProfilerRank> read() {
        readInfos();
        if (m_options.rank < 0) m_options.rank = m_profile.rank; // as info.json says
        m_profile.rank = m_options.rank;
        for (const auto step : {&RankReader::readTimeline, &RankReader::readTables, &RankReader::readCommunication})
            if (const auto done = (this->*step)(); !done) return done.error();
        if (m_read == 0 && (m_files.hasOutput() || m_infosRead == 0)) return nothingRead();
        readSteps();
        finishProfile();
        return assembled();
    }

private:
    /** A file that cannot be read costs that file alone, unless the user wants no more. */
    Result<void> skip(const std::string &path, const Error &error) {
        if (isCancelled(m_options)) return cancelledError();
        std::string message = error.message;
        if (message.starts_with(path + ": ")) message = message.substr(path.size() + 2);
        m_diagnostics.add(DiagnosticKind::Skipped, fileName(path), "", message);
        if (m_problem.empty()) m_problem = error.message;
        return {};
    }
    Error nothingRead() const {
        const bool isFolder = !m_files.outputs.empty() || m_problem.empty();
        return isFolder ? Error{m_files.folder + ": nothing in it could be read" + (m_problem.empty() ? "" : ": ") +
                                m_problem}
                        : Error{m_problem};
    }
    void note(const std::string &file, const std::string &message, int64_t count = 1) {
        m_diagnostics.add(DiagnosticKind::Note, file, "", message, count);
    }

    void readInfos() {
        for (const std::string &path : m_files.infos) {
            const auto document = readSideJson(path, m_diagnostics);
            if (!document) {
                m_diagnostics.add(DiagnosticKind::Skipped, fileName(path), "", document.error().message);
                if (m_problem.empty()) m_problem = document.error().message;
                continue;
            }
            ++m_infosRead;
            if (fileName(path) == "profiler_metadata.json")
                takeProfilerMetadata(*document, m_profile);
            else if (fileName(path).starts_with("profiler_info"))
                takeProfilerInfo(*document, m_profile);
            else
                takeDeviceInfo(*document, m_profile);
        }
    }

    Result<void> readTimeline() {
        const bool isDatabaseFirst = m_source == PreferredSource::Database || m_files.traces.empty();
        if (isDatabaseFirst)
            for (const std::string &path : m_files.databases)
                if (const auto done = readDatabase(path); !done) return done;
        if (m_hasTimeline && !m_files.traces.empty())
            note(fileName(m_files.traces.front()),
                 "was not read: the database holds the same timeline; open this file itself to see it");
        if (m_hasTimeline || m_files.traces.empty()) return {};
        return readTrace();
    }

    Result<void> readDatabase(const std::string &path) {
        ImportOptions options = m_options;
        auto database = readProfilerDatabase(path, options);
        if (!database) return isMemoryReason(database.error()) ? database.error() : skip(path, database.error());
        ++m_read;
        if (m_options.rank < 0) m_options.rank = m_profile.rank = database->profile.rank;
        m_hasTimeline |= database->trace.sliceCount() > 0 ||
                         (m_options.window && database->profile.table("kernels") != nullptr); // see readTrace
        m_databaseNames.push_back(fileName(path));
        m_traces.push_back(std::move(database->trace));
        m_diagnostics.append(database->diagnostics);
        takeProfile(std::move(database->profile));
        return {};
    }

    /** What one database says of the rank, where nothing said it before. */
    void takeProfile(Profile other) {
        m_profile.info.merge(other.info);
        m_profile.simulated |= other.simulated;
        if (m_profile.device < 0) m_profile.device = other.device;
        if (m_profile.producer.empty()) m_profile.producer = other.producer;
        for (DataTable &table : other.tables)
            if (!hasRows(m_profile, table.name())) take(std::move(table));
    }

    void take(DataTable table) {
        std::erase_if(m_profile.tables, [&](const DataTable &each) { return each.name() == table.name(); });
        m_profile.tables.push_back(std::move(table));
    }

    /** A rank with two devices has two folders of the same tables. */
    void add(DataTable table, bool isFurtherPart) {
        if (!isFurtherPart) return take(std::move(table));
        for (DataTable &each : m_profile.tables)
            if (each.name() == table.name()) appendRows(each, table);
    }

    /** A timeline that is too large is the user's to decide on (a window, more memory), not to be left out. */
    static bool isMemoryReason(const Error &error) { return error.message.find("memory") != std::string::npos; }

    Result<void> readTrace() {
        TraceJsonOptions options;
        options.progress = m_options.progress;
        options.memoryBytes = memoryLimit(m_options);
        options.cacheFolder = m_options.cacheFolder;
        options.rank = m_options.rank;
        if (m_options.window) options.window = {m_options.window->beginNs, m_options.window->endNs};
        auto trace = readTraceJson(m_files.traces, options);
        if (!trace) {
            if (isMemoryReason(trace.error())) return trace.error();
            return skip(m_files.traces.front(), trace.error());
        }
        ++m_read;
        // A timeline with nothing in the window is still the timeline: what replaced it would begin at another zero.
        m_hasTimeline |= trace->trace.sliceCount() > 0 || m_options.window;
        m_isCutOff |= isCutOff(trace->diagnostics);
        m_traces.push_back(std::move(trace->trace));
        m_diagnostics.append(trace->diagnostics);
        for (const std::string &path : m_files.repeated)
            note(fileName(path), "was not read: " + fileName(m_files.traces.front()) + " holds what it tells");
        return {};
    }

    Result<void> readTables() {
        std::vector<std::string> fromText;
        for (const ExportGroup &group : newestExports(m_files.tables)) {
            if (group.older > 0) note(group.stem + ".csv", "an earlier export of it was left aside", group.older);
            const std::string name = profilerTableName(group.stem);
            const bool isOfText = std::find(fromText.begin(), fromText.end(), name) != fromText.end();
            if (!isOfText && hasRows(m_profile, name)) {
                note(fileName(group.paths.front()), "was not read: the database holds the same table");
                continue;
            }
            auto table = readProfilerTable(group.paths, m_files.kind, m_options, m_diagnostics);
            if (!table) {
                if (const auto skipped = skip(group.paths.front(), table.error()); !skipped) return skipped;
                continue;
            }
            ++m_read;
            fromText.push_back(name);
            add(*std::move(table), isOfText);
        }
        const bool hasKernels = m_profile.table("kernels") != nullptr;
        return hasKernels ? Result<void>() : readTaskTimes();
    }

    /** At the lowest level msprof tells of kernels only by task_time. */
    Result<void> readTaskTimes() {
        for (const ExportGroup &group : newestExports(m_files.tables)) {
            if (group.stem != "task_time") continue;
            auto table = readCsvTable(group.paths.front(), &taskTimeAsKernels(), "", {});
            if (!table) return skip(group.paths.front(), table.error());
            note(fileName(group.paths.front()), "stands for the table of kernels: there is no op_summary");
            take(std::move(table->table));
        }
        return {};
    }

    Result<void> readCommunication() {
        if (m_source == PreferredSource::Database && !m_databaseNames.empty())
            if (const auto done = readAnalyses(); !done) return done;
        if (const auto done = readSide(m_files.communication, "communication_ops", communicationTables); !done)
            return done;
        if (const auto done = readSide(m_files.matrix, "communication_matrix", matrixTables); !done) return done;
        const bool isComplete = hasRows(m_profile, "communication_ops") && hasRows(m_profile, "communication_matrix") &&
                                hasRows(m_profile, "step_trace");
        if (m_hasAnalyses || !isComplete) return m_hasAnalyses ? Result<void>() : readAnalyses();
        for (const std::string &path : m_files.analyses)
            note(fileName(path), "was not read: the text files hold the same tables");
        return {};
    }

    Result<void> readAnalyses() {
        m_hasAnalyses = true;
        for (const std::string &path : m_files.analyses) {
            auto database = readProfilerDatabase(path, m_options);
            if (!database) {
                if (const auto skipped = skip(path, database.error()); !skipped) return skipped;
                continue;
            }
            ++m_read;
            m_diagnostics.append(database->diagnostics);
            takeProfile(std::move(database->profile));
        }
        return {};
    }

    Result<void> readSide(const std::string &path, const char *table, RankTables (*make)(const JsonDocument &)) {
        if (path.empty()) return {};
        if (hasRows(m_profile, table)) {
            note(fileName(path), "was not read: the database holds the same table");
            return {};
        }
        const auto document = readSideJson(path, m_diagnostics);
        if (!document) return skip(path, document.error());
        ++m_read;
        for (DataTable &each : make(*document))
            take(std::move(each));
        return {};
    }

    /** Steps as the framework's lanes name them. */
    void readSteps() {
        if (hasRows(m_profile, "steps")) return;
        DataTable steps = makeTable("steps");
        constexpr std::string_view sign = "ProfilerStep#";
        for (const Trace &trace : m_traces) {
            std::vector<bool> isStep;
            for (const std::string &text : trace.texts().all())
                isStep.push_back(text.find(sign) != text.npos);
            if (std::find(isStep.begin(), isStep.end(), true) == isStep.end()) continue;
            for (int64_t i = 0; i < trace.sliceCount(); ++i) {
                const SliceId id{i};
                if (!isStep[size_t(trace.nameIdOf(id).value)]) continue;
                const std::string_view name = trace.nameOf(id);
                const int64_t row = steps.addRow();
                steps.setText(row, steps.column("step"), name.substr(name.find(sign) + sign.size()));
                steps.setInteger(row, steps.column("start"), trace.startOf(id));
                steps.setInteger(row, steps.column("end"), trace.endOf(id));
            }
        }
        if (steps.rowCount() > 0) take(std::move(steps));
    }

    void finishProfile() {
        const auto version = [&](const char *key) {
            const auto found = m_profile.info.find(key);
            return found == m_profile.info.end() ? std::string() : " " + found->second;
        };
        if (m_profile.producer.empty() || m_files.kind == ProfilerKind::MindSpore ||
            m_files.kind == ProfilerKind::Torch) {
            const bool isTorch = m_files.kind == ProfilerKind::Torch || !version("torch_npu").empty();
            m_profile.producer = m_files.kind == ProfilerKind::MindSpore ? "MindSpore" + version("mindspore")
                                 : isTorch                               ? "torch_npu" + version("torch_npu")
                                                                         : "msprof" + version("cann");
        }
        const bool isDatabase = !m_databaseNames.empty();
        m_profile.info["source"] = isDatabase ? "db" : "text";
        m_profile.label = m_profile.rank >= 0 ? format("rank %d", m_profile.rank) : fileName(m_files.folder);
        if (isDatabase)
            note("", "the database " + join(m_databaseNames, ", ") + " was read" +
                         (m_files.traces.empty() ? ", there is no timeline as text"
                                                 : ", not the text: it is exact and complete"));
        else if (!m_files.traces.empty())
            note("", m_files.databases.empty()           ? "text files were read: there is no database of the timeline"
                     : m_source == PreferredSource::Text ? "text files were read, as the text itself was opened"
                                                         : "text files were read, as the database could not be");
        tellWhatIsMissing();
    }

    void tellWhatIsMissing() {
        const auto level = m_profile.info.find("level");
        const std::string at = level == m_profile.info.end() ? "" : " (it was taken at " + level->second + ")";
        for (const TableNeed &need : tableNeeds()) {
            const DataTable *table = m_profile.table(need.table);
            const bool hasTable = table != nullptr && table->rowCount() > 0;
            const bool isWhole = *need.column == '\0';
            if (isWhole && m_files.outputs.empty()) continue; // one file was opened, not a folder
            if (isWhole ? hasTable : !hasTable || hasValues(*table, need.column)) continue;
            const std::string what = isWhole ? std::string("there is no ") + need.file
                                             : std::string("there are no values of '") + need.heading + "'";
            m_diagnostics.add(DiagnosticKind::Missing, isWhole ? "" : need.file, "",
                              what + at + ", so " + need.purpose + " cannot be shown: " + need.remedy);
        }
    }

    static bool hasValues(const DataTable &table, std::string_view name) {
        const int column = table.column(name);
        if (column < 0) return false;
        for (int64_t row = 0; row < table.rowCount(); ++row)
            if (!table.cell(row, column).empty()) return true;
        return false;
    }

    Result<ProfilerRank> assembled() {
        ProfilerRank rank;
        rank.profile = std::make_shared<const Profile>(std::move(m_profile));
        if (m_traces.size() == 1)
            rank.trace = std::move(m_traces.front());
        else
            for (const Trace &trace : m_traces)
                rank.trace.append(trace);
        if (m_traces.size() > 1 && rank.trace.sliceCount() > 0) rank.trace.arrange();
        if (!m_hasTimeline || (m_isCutOff && !m_options.window && !hasDevice(rank.trace))) addKernelLanes(rank);
        if (rank.profile->simulated) rank.trace = simulated(rank.trace);
        rank.diagnostics = std::move(m_diagnostics);
        return rank;
    }

    void addKernelLanes(ProfilerRank &rank) {
        KernelLanes lanes = kernelLanes(rank.profile, m_options.window);
        if (lanes.withoutTime > 0)
            m_diagnostics.add(DiagnosticKind::Skipped, "", "",
                              "a kernel without a readable begin or duration is not in the timeline",
                              lanes.withoutTime);
        if (lanes.trace.sliceCount() == 0) return;
        if (m_hasTimeline) {
            rank.trace.append(lanes.trace);
            rank.trace.arrange();
            return note("", "the timeline has no lane of a device: they are made of the table of kernels");
        }
        rank.trace = std::move(lanes.trace);
        note("", "there is no timeline: its device lanes are made of the table of kernels, the host's are not known");
    }

    static bool isCutOff(const Diagnostics &diagnostics) {
        return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                           [](const Diagnostic &each) { return each.message.starts_with("the file ends "); });
    }
    static bool hasDevice(const Trace &trace) { return !LaneIndex(trace).devices().empty(); }

    /** The same with every track marked. */
    static Trace simulated(const Trace &trace) {
        const auto &tracks = trace.tracks();
        if (std::all_of(tracks.begin(), tracks.end(), [](const Track &track) { return track.simulated; })) return trace;
        Trace marked;
        for (Track track : tracks) {
            track.simulated = true;
            marked.addTrack(std::move(track));
        }
        marked.append(trace);
        if (marked.sliceCount() > 0) marked.arrange();
        return marked;
    }

    const RankFiles &m_files;
    PreferredSource m_source;
    ImportOptions m_options;
    Profile m_profile;
    std::vector<Trace> m_traces;
    std::vector<std::string> m_databaseNames;
    Diagnostics m_diagnostics;
    std::string m_problem; ///< the first
    int m_read = 0;        ///< files of output
    int m_infosRead = 0;
    bool m_hasTimeline = false, m_isCutOff = false, m_hasAnalyses = false;
};

} // namespace

int rankOfFiles(const RankFiles &files) {
    Profile profile;
    Diagnostics none;
    for (const std::string &path : files.infos) {
        const bool isProfilerInfo = fileName(path).starts_with("profiler_info");
        if (!isProfilerInfo && !fileName(path).starts_with("info.json")) continue;
        if (const auto document = readSideJson(path, none))
            (isProfilerInfo ? takeProfilerInfo : takeDeviceInfo)(*document, profile);
    }
    return profile.rank >= 0 ? profile.rank : files.namedRank;
}

Result<ProfilerRank> readProfilerRank(const RankFiles &files, int rank, PreferredSource source,
                                      const ImportOptions &options) {
    return RankReader(files, rank, source, options).read();
}

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/profilerdatabase.h"

#include "plugins/ascend_profiler/databaseparts.h"

#include <algorithm>
#include <array>
#include <climits>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** What a database is, by a table that no other has. */
struct DatabaseSort {
    std::string_view table;
    const char *sentence; ///< said when it is not one of the profiler's own; "" for those
};
constexpr DatabaseSort sorts[] = {
    {"TASK", ""},
    {"CANN_API", ""},
    {"PYTORCH_API", ""},
    {"COMMUNICATION_OP", ""},
    {"META_DATA", ""},
    {"CommAnalyzerTime", ""},
    {"CommAnalyzerBandwidth", ""},
    {"StepTraceTime", ""},
    {"ClusterStepTraceTime", "this is the output of a cluster analysis: its tables are shown as they are; open the "
                             "folders of the ranks for timelines"},
    {"ClusterCommAnalyzerTime", "this is the output of a cluster analysis: its tables are shown as they are; open the "
                                "folders of the ranks for timelines"},
    {"memscope_dump", "this is a record of memory by MemScope, not of the profiler: its tables are shown as they are, "
                      "without a timeline"},
    {"leaks_dump", "this is a record of memory by msLeaks, not of the profiler: its tables are shown as they are, "
                   "without a timeline"},
};

/** Says what the database is where it is not what one would expect. */
void noteSort(DatabaseRead &read) {
    if (read.reader().tables().empty())
        return read.diagnostics.add(DiagnosticKind::Missing, read.file(), "",
                                    "the database holds no tables: its contents were removed");
    for (const DatabaseSort &sort : sorts)
        if (read.has(sort.table)) {
            if (*sort.sentence != 0) read.note(sort.sentence);
            return;
        }
    read.note("none of the tables are those of an Ascend profiler: they are shown as they are");
}

/** Names of other tables that arguments speak of, kept for whoever asks for them later. */
void keepEnums(DatabaseRead &read, DatabaseArguments &arguments) {
    for (const SqliteTable &table : read.reader().tables()) {
        if (!table.name.starts_with("ENUM_")) continue;
        auto &names = arguments.enums[table.name];
        read.each(table.name.c_str(), {"id", "name"}, [&](const SqliteRows &rows) {
            if (const auto id = rows.integer(0)) names[*id] = std::string(rows.text(1));
        });
    }
}

/** What a timeline of this kind usually has and this one has not. */
void noteMissing(DatabaseRead &read) {
    const bool hasTimeline = read.has("TASK") || read.has("CANN_API") || read.has("PYTORCH_API");
    if (!hasTimeline) return;
    struct Need {
        const char *table, *sentence;
    };
    constexpr std::array needs = {
        Need{"TASK", "there is no table TASK: the device has no lanes"},
        Need{"COMPUTE_TASK_INFO", "there is no table COMPUTE_TASK_INFO: tasks are named by their type, and there are "
                                  "no kernels to count"},
        Need{"STRING_IDS", "there is no table STRING_IDS: names are shown as numbers"},
    };
    for (const Need &need : needs)
        if (!read.has(need.table)) read.diagnostics.add(DiagnosticKind::Missing, read.file(), "", need.sentence);
}

void readAll(DatabaseRead &read, DatabaseEvents &events) {
    read.placeWindow();
    readDatabaseInfo(read);
    read.readStrings();
    keepEnums(read, *events.arguments);
    readSteps(read, events);
    readOperators(read, events);
    readHostCalls(read, events);
    readTasks(read, events);
    readCommunication(read, events);
    readOverlap(read, events);
    readCounters(read);
    if (!read.error()) addFlows(read, events);
    if (!read.error()) readKernels(read, events);
    if (!read.error()) addOperatorTable(read, events);
    readTables(read);
    readOtherTables(read);
}

} // namespace

Result<ProfilerDatabase> readProfilerDatabase(const std::string &path, const ImportOptions &options) {
    auto opened = SqliteReader::open(path);
    if (!opened) return opened.error();
    DatabaseRead read(*opened, options);
    if (!(*opened)->leftover().empty()) read.note((*opened)->leftover());
    noteSort(read);
    noteMissing(read);

    DatabaseEvents events;
    events.arguments = std::make_shared<DatabaseArguments>(*opened, read.strings());
    events.argumentSource = read.trace.addArgumentSource(events.arguments);
    readAll(read, events);
    if (!read.error() && !read.mayGoOn()) return *read.error();
    if (read.error()) return *read.error();
    read.buildTrace();
    (*opened)->setProgress(nullptr); // the reader goes on living for the arguments, the progress does not
    return ProfilerDatabase{std::move(read.trace), std::move(read.profile), std::move(read.diagnostics)};
}

} // namespace ascend_profiler
} // namespace jitscope

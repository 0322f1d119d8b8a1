// SPDX-License-Identifier: Apache-2.0
// What the parts of the database reader share: the open database, its strings, and what becomes of it.
#pragma once

#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/profile/trace.h"
#include "engine/reading/sqlitereader.h"
#include "plugins/ascend_profiler/profilerdatabase.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

/** Texts of a database by id; ids may be anything. */
using DatabaseStrings = std::unordered_map<int64_t, std::string>;

/** From an event that was read to its slice: place in the columns, in the order of reading. */
constexpr uint32_t noSlice = UINT32_MAX;

struct EventTime {
    int64_t startNs = 0, durationNs = 0;
    int64_t endNs() const { return startNs + durationNs; }
};

/** Names of a slice and where its arguments are. */
struct SliceNaming {
    TextId name, category;
    uint64_t place = 0; ///< of the arguments, packed; 0 for none
};

class DatabaseRead {
public:
    DatabaseRead(std::shared_ptr<SqliteReader> reader, const ImportOptions &options);

    const SqliteReader &reader() const { return *m_reader; }
    const std::shared_ptr<SqliteReader> &sharedReader() const { return m_reader; }
    const std::string &file() const { return m_file; } ///< without its folder, for diagnostics
    bool has(std::string_view table) const { return m_reader->table(table) != nullptr; }
    int rank() const { return m_rank; }
    void setRank(int rank) { m_rank = rank; }
    bool isWindowed() const { return m_window.has_value(); }
    const std::optional<Error> &error() const { return m_error; }

    Trace trace;
    Profile profile;
    Diagnostics diagnostics;
    bool isSimulated = false;

    /** Calls `take` with each row of a table, as long as nobody cancels and the memory lasts. A table that is not there
        has no rows. */
    template<class Take> void each(const char *table, const std::vector<std::string> &columns, Take &&take) {
        const SqliteTable *found = m_reader->table(table);
        if (found == nullptr || m_error) return;
        SqliteRows rows = m_reader->rows(*found, columns);
        int64_t count = 0;
        while (rows.next()) {
            take(rows);
            if (++count % rowsBetweenQuestions == 0 && !advance(rowsBetweenQuestions)) return;
        }
        finish(*found, rows, count);
    }

    void readStrings();
    const std::shared_ptr<DatabaseStrings> &strings() const { return m_strings; }
    /** "" for an id that has none. */
    const std::string &string(std::optional<int64_t> id) const;
    /** As string(); an id without a text is shown as "#5" and counted. */
    TextId name(const char *table, const SqliteRows &rows, int column);
    /** The name of a number in a table like ENUM_API_TYPE; the number itself where it has none. */
    std::string enumName(const char *table, std::optional<int64_t> value);

    /** What a row covers; nothing, and counted, where its times cannot be; nothing outside of the window. */
    std::optional<EventTime> stretch(const char *table, const SqliteRows &rows, int startColumn, int endColumn);
    std::optional<int64_t> time(const char *table, const SqliteRows &rows, int column);
    void skip(const char *table, const SqliteRows &rows, const std::string &message);
    void mend(const char *table, const SqliteRows &rows, const std::string &message);
    void note(const std::string &message, int64_t count = 1);

    /** The lane of that heading, name and device (-1 for the host), made at its first use. */
    TrackId lane(const std::string &process, const std::string &name, int device);
    /** The lane of a counter, which has no slices. */
    TrackId counterLane(const std::string &process, const std::string &name, int device);
    uint32_t addSlice(TrackId lane, const SliceNaming &naming, const EventTime &stretch);
    void addFlow(uint32_t from, uint32_t to, const char *name, const char *category);
    void addCounter(Counter counter) { m_counters.push_back(std::move(counter)); }
    int64_t startOf(uint32_t slice) const { return m_slices.start[slice]; }
    int64_t endOf(uint32_t slice) const { return m_slices.start[slice] + m_slices.duration[slice]; }
    uint32_t sliceCount() const { return uint32_t(m_slices.start.size()); }

    /** A further table of the profile; an empty one is left out. */
    void addTable(DataTable table);
    void charge(int64_t bytes) { m_usedBytes += bytes; }
    /** Whether nobody cancelled and the memory lasts; asked now and then. */
    bool mayGoOn();

    /** Finds the times that the window is about; before anything is read. */
    void placeWindow();
    /** Puts what was gathered into `trace`. */
    void buildTrace();

private:
    static constexpr int64_t rowsBetweenQuestions = 4096;
    bool advance(int64_t rows);
    void finish(const SqliteTable &table, const SqliteRows &rows, int64_t count);
    void refuse();
    std::pair<int64_t, int64_t> span() const;
    void nameDevices();
    TrackId laneOf(const std::string &process, const std::string &name, int device, LaneKind wanted);

    std::shared_ptr<SqliteReader> m_reader;
    ImportOptions m_options;
    std::string m_file;
    int m_rank = -1;
    int64_t m_limitBytes = 0, m_usedBytes = 0;
    std::optional<TimeWindow> m_window; ///< in the times of the database
    std::optional<Error> m_error;
    std::shared_ptr<DatabaseStrings> m_strings = std::make_shared<DatabaseStrings>();
    std::unordered_map<int64_t, TextId> m_names;
    std::map<std::string, std::map<int64_t, std::string>> m_enums;
    std::map<std::tuple<std::string, std::string, int>, TrackId> m_lanes;
    std::vector<Track> m_tracks;
    SliceColumns m_slices;
    std::vector<Counter> m_counters;
    struct GatheredFlow {
        uint32_t from, to;
        TextId name, category;
    };
    std::vector<GatheredFlow> m_flows;
};

} // namespace ascend_profiler
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/databaseread.h"

#include "engine/base/text.h"
#include "engine/reading/laneorder.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** Further from 1970 than any clock; sums of two such times do not overflow. */
constexpr int64_t farthestTime = int64_t(1) << 61;
constexpr int64_t bytesOfSlice = 44, bytesOfFlow = 32;

/** Tables with the times of slices, and where they stand. */
struct TimedTable {
    const char *name, *start, *end;
};
constexpr TimedTable timedTables[] = {
    {"TASK", "startNs", "endNs"},        {"CANN_API", "startNs", "endNs"},    {"COMMUNICATION_OP", "startNs", "endNs"},
    {"PYTORCH_API", "startNs", "endNs"}, {"MSTX_EVENTS", "startNs", "endNs"}, {"OSRT_API", "startNs", "endNs"},
};

std::string place(const char *table, const SqliteRows &rows) {
    return format("row %lld of %s", (long long)rows.rowId(), table);
}

} // namespace

DatabaseRead::DatabaseRead(std::shared_ptr<SqliteReader> reader, const ImportOptions &options)
    : m_reader(std::move(reader))
    , m_options(options)
    , m_file(std::filesystem::path(m_reader->path()).filename().string())
    , m_rank(options.rank)
    , m_limitBytes(memoryLimit(options)) {
    m_reader->setProgress(options.progress);
    if (options.progress == nullptr) return;
    int64_t rows = 0;
    for (const SqliteTable &table : m_reader->tables())
        rows += m_reader->rowEstimate(table);
    options.progress->begin("reading " + m_file, rows);
}

bool DatabaseRead::advance(int64_t rows) {
    if (m_options.progress != nullptr) m_options.progress->advance(rows);
    return mayGoOn();
}

bool DatabaseRead::mayGoOn() {
    if (isCancelled(m_options)) m_error = cancelledError();
    if (!m_error && m_usedBytes > m_limitBytes) refuse();
    return !m_error;
}

void DatabaseRead::finish(const SqliteTable &table, const SqliteRows &rows, int64_t count) {
    if (!advance(count % rowsBetweenQuestions) || rows.error().empty()) return;
    diagnostics.add(DiagnosticKind::Skipped, m_file,
                    format("after %lld rows of %s", (long long)count, table.name.c_str()),
                    "the rest of " + table.name + " cannot be read: " + rows.error());
}

/** Says how long a stretch would fit, as far as the memory that was used till now tells. */
void DatabaseRead::refuse() {
    int64_t rows = 0;
    for (const TimedTable &timed : timedTables)
        if (const SqliteTable *table = m_reader->table(timed.name)) rows += m_reader->rowEstimate(*table);
    const double needed = std::max<double>(double(rows) * bytesOfSlice * 3, double(m_usedBytes));
    const auto [begin, end] = span();
    const auto fitting = int64_t(double(end - begin) * double(m_limitBytes) / needed / 2);
    m_error =
        Error{format("%s: this needs more than the %s of memory that it may take; open a window of it, for instance "
                     "its first %s of %s",
                     m_reader->path().c_str(), humanBytes(m_limitBytes).c_str(), humanTime(fitting).c_str(),
                     humanTime(end - begin).c_str())};
}

std::pair<int64_t, int64_t> DatabaseRead::span() const {
    int64_t begin = farthestTime, last = -farthestTime;
    for (const TimedTable &timed : timedTables) {
        const SqliteTable *table = m_reader->table(timed.name);
        if (table == nullptr) continue;
        SqliteRows rows = m_reader->rows(*table, {timed.start, timed.end});
        while (rows.next()) {
            const auto from = rows.integer(0), to = rows.integer(1);
            if (!from || !to || *from > *to || *from < -farthestTime || *to > farthestTime) continue;
            begin = std::min(begin, *from);
            last = std::max(last, *to);
        }
    }
    return begin <= last ? std::pair(begin, last) : std::pair<int64_t, int64_t>(0, 0);
}

void DatabaseRead::placeWindow() {
    if (!m_options.window) return;
    const int64_t begin = span().first;
    const auto shifted = [&](int64_t ns) { return begin + std::clamp(ns, -farthestTime, farthestTime); };
    m_window = TimeWindow{shifted(m_options.window->beginNs), shifted(m_options.window->endNs)};
}

void DatabaseRead::readStrings() {
    each("STRING_IDS", {"id", "value"}, [&](const SqliteRows &rows) {
        const auto id = rows.integer(0);
        if (!id) return skip("STRING_IDS", rows, "a text has no id");
        const std::string_view value = rows.text(1);
        charge(int64_t(value.size()) + 64);
        m_strings->insert_or_assign(*id, std::string(value));
    });
}

const std::string &DatabaseRead::string(std::optional<int64_t> id) const {
    static const std::string none;
    if (!id) return none;
    const auto found = m_strings->find(*id);
    return found == m_strings->end() ? none : found->second;
}

TextId DatabaseRead::name(const char *table, const SqliteRows &rows, int column) {
    const auto id = rows.integer(column);
    if (!id) return trace.addText(rows.text(column)); // some versions write the text itself
    const auto known = m_names.find(*id);
    if (known != m_names.end()) return known->second;
    const auto found = m_strings->find(*id);
    if (found != m_strings->end()) return m_names[*id] = trace.addText(found->second);
    mend(table, rows, "a name is missing in STRING_IDS; its number is shown");
    return trace.addText(format("#%lld", (long long)*id));
}

std::string DatabaseRead::enumName(const char *table, std::optional<int64_t> value) {
    if (!value) return {};
    auto known = m_enums.find(table);
    if (known == m_enums.end()) {
        known = m_enums.emplace(table, std::map<int64_t, std::string>()).first;
        each(table, {"id", "name"}, [&](const SqliteRows &rows) {
            if (const auto id = rows.integer(0)) known->second[*id] = std::string(rows.text(1));
        });
    }
    const auto name = known->second.find(*value);
    if (name == known->second.end()) return format("%lld", (long long)*value);
    return name->second == "N/A" ? std::string() : name->second;
}

void DatabaseRead::skip(const char *table, const SqliteRows &rows, const std::string &message) {
    diagnostics.add(DiagnosticKind::Skipped, m_file, place(table, rows), message);
}

void DatabaseRead::mend(const char *table, const SqliteRows &rows, const std::string &message) {
    diagnostics.add(DiagnosticKind::Mended, m_file, place(table, rows), message);
}

void DatabaseRead::note(const std::string &message, int64_t count) {
    diagnostics.add(DiagnosticKind::Note, m_file, "", message, count);
}

std::optional<EventTime> DatabaseRead::stretch(const char *table, const SqliteRows &rows, int startColumn,
                                               int endColumn) {
    const auto start = rows.integer(startColumn), end = rows.integer(endColumn);
    const auto refused = [&](const char *why) {
        skip(table, rows, std::string("an event of ") + table + why);
        return std::nullopt;
    };
    if (!start || !end) return refused(" has no time, or one that is no number");
    if (*start < -farthestTime || *end < -farthestTime || *start > farthestTime || *end > farthestTime)
        return refused(" has a time that cannot be");
    if (*end < *start) return refused(" ends before it begins");
    if (m_window && (*end < m_window->beginNs || *start > m_window->endNs)) return std::nullopt;
    return EventTime{*start, *end - *start};
}

std::optional<int64_t> DatabaseRead::time(const char *table, const SqliteRows &rows, int column) {
    const auto value = rows.integer(column);
    if (!value || *value < -farthestTime || *value > farthestTime) {
        skip(table, rows, std::string("a row of ") + table + " has no time, or one that cannot be");
        return std::nullopt;
    }
    if (m_window && (*value < m_window->beginNs || *value > m_window->endNs)) return std::nullopt;
    return value;
}

TrackId DatabaseRead::lane(const std::string &process, const std::string &name, int device) {
    return laneOf(process, name, device, LaneKind::Other);
}

TrackId DatabaseRead::counterLane(const std::string &process, const std::string &name, int device) {
    return laneOf(process, name, device, LaneKind::Counters);
}

TrackId DatabaseRead::laneOf(const std::string &process, const std::string &name, int device, LaneKind wanted) {
    TrackId &id = m_lanes[{process, name, device}];
    if (id.valid()) return id;
    Track track;
    track.id = id = TrackId{int64_t(m_tracks.size())};
    track.process = process;
    track.name = name;
    track.rank = m_rank;
    track.device = device;
    track.simulated = isSimulated;
    track.kind = wanted;
    classifyLane(track);
    // Some headings have counters in one release and slices in another.
    if (wanted != LaneKind::Counters && track.kind == LaneKind::Counters) track.kind = LaneKind::Other;
    m_tracks.push_back(std::move(track));
    return id;
}

uint32_t DatabaseRead::addSlice(TrackId lane, const SliceNaming &naming, const EventTime &stretch) {
    m_slices.track.push_back(uint32_t(lane.value));
    m_slices.name.push_back(uint32_t(naming.name.value));
    m_slices.category.push_back(uint32_t(naming.category.value));
    m_slices.start.push_back(stretch.startNs);
    m_slices.duration.push_back(stretch.durationNs);
    m_slices.place.push_back(naming.place);
    charge(bytesOfSlice);
    return sliceCount() - 1;
}

void DatabaseRead::addFlow(uint32_t from, uint32_t to, const char *name, const char *category) {
    if (from == noSlice || to == noSlice) return;
    m_flows.push_back({from, to, trace.addText(name), trace.addText(category)});
    charge(bytesOfFlow);
}

void DatabaseRead::addTable(DataTable table) {
    if (table.rowCount() > 0) profile.tables.push_back(std::move(table));
}

/** Where several devices share a heading, it names them. */
void DatabaseRead::nameDevices() {
    std::map<std::string, std::set<int>> devices;
    for (const Track &track : m_tracks)
        devices[track.process].insert(track.device);
    for (Track &track : m_tracks)
        if (track.device >= 0 && devices[track.process].size() > 1) track.process += format(" (NPU %d)", track.device);
}

void DatabaseRead::buildTrace() {
    nameDevices();
    for (const Track &track : m_tracks)
        trace.addTrack(track);
    trace.addSlices(std::move(m_slices));
    for (Counter &counter : m_counters)
        trace.addCounter(std::move(counter));
    for (const GatheredFlow &flow : m_flows)
        trace.addFlow({SliceId{flow.from}, SliceId{flow.to}, flow.name, flow.category});
    m_flows = {};
    trace.arrange();
}

} // namespace ascend_profiler
} // namespace jitscope

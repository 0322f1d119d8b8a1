// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/sqlitereader.h"

#include "engine/base/text.h"
#include "engine/reading/sqlitecopy.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>

namespace jitscope {

namespace {

/** A row takes at least its pointer, its length, its row id and its header. */
constexpr int64_t leastBytesOfRow = 5;
constexpr int stepsBetweenQuestions = 4000;

struct Limit {
    int id, value;
};
/** Far more than any profiler needs, far less than what would hurt. */
constexpr Limit limits[] = {
    {SQLITE_LIMIT_LENGTH, 16 << 20},   {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_COLUMN, 1000},
    {SQLITE_LIMIT_EXPR_DEPTH, 50},     {SQLITE_LIMIT_COMPOUND_SELECT, 2},  {SQLITE_LIMIT_VDBE_OP, 100000},
    {SQLITE_LIMIT_FUNCTION_ARG, 8},    {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 8}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

/** `path` as a URI of a file that nobody changes while it is open: no lock, journal or shared memory is touched. */
std::string immutableUri(const std::string &path) {
    std::string uri = "file:";
    for (const char c : path)
        uri += c == '?' || c == '#' || c == '%' ? format("%%%02X", unsigned(c)) : std::string(1, c);
    return uri + "?mode=ro&immutable=1";
}

std::string identifier(std::string_view name) {
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool isSameName(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/** Reading is all that a statement may do, whatever a schema makes of it. */
int allowReading(void *, int action, const char *, const char *, const char *, const char *) {
    const bool reads = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION; // max()
    return reads ? SQLITE_OK : SQLITE_DENY;
}

std::string problemOf(sqlite3 *database) {
    const int code = sqlite3_extended_errcode(database);
    if ((code & 0xff) == SQLITE_CORRUPT) return "the database is damaged";
    if ((code & 0xff) == SQLITE_TOOBIG) return "a value is larger than 16 MB";
    return sqlite3_errmsg(database);
}

} // namespace

int SqliteTable::column(std::string_view wanted) const {
    for (size_t i = 0; i < columns.size(); ++i)
        if (isSameName(columns[i], wanted)) return int(i);
    return -1;
}

SqliteRows::~SqliteRows() {
    sqlite3_finalize(m_statement);
}

SqliteRows::SqliteRows(SqliteRows &&other) noexcept
    : m_statement(std::exchange(other.m_statement, nullptr))
    , m_read(other.m_read)
    , m_mostRows(other.m_mostRows)
    , m_textBytes(other.m_textBytes)
    , m_mostTextBytes(other.m_mostTextBytes)
    , m_error(std::move(other.m_error)) {}

bool SqliteRows::next() {
    if (m_statement == nullptr || !m_error.empty()) return false;
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) {
        // Pages that are named twice, as no undamaged file has them, would give rows without end.
        if (++m_read <= m_mostRows && m_textBytes <= m_mostTextBytes) return true;
        m_error = "the database is damaged: it gives more than it holds";
        return false;
    }
    if (code == SQLITE_INTERRUPT)
        m_error = "cancelled";
    else if (code != SQLITE_DONE)
        m_error = problemOf(sqlite3_db_handle(m_statement));
    return false;
}

int64_t SqliteRows::rowId() const {
    return sqlite3_column_int64(m_statement, 0);
}

std::optional<int64_t> SqliteRows::integer(int column) const {
    switch (sqlite3_column_type(m_statement, column + 1)) {
    case SQLITE_INTEGER:
        return sqlite3_column_int64(m_statement, column + 1);
    case SQLITE_FLOAT: {
        const double value = sqlite3_column_double(m_statement, column + 1);
        if (value != std::floor(value) || value < -0x1p63 || value >= 0x1p63) return std::nullopt;
        return int64_t(value);
    }
    case SQLITE_TEXT: {
        const std::string_view digits = trimmed(text(column));
        int64_t value = 0;
        const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (problem != std::errc() || rest != digits.data() + digits.size()) return std::nullopt;
        return value;
    }
    default:
        return std::nullopt;
    }
}

std::optional<uint64_t> SqliteRows::unsignedInteger(int column) const {
    switch (sqlite3_column_type(m_statement, column + 1)) {
    case SQLITE_FLOAT: {
        const double value = sqlite3_column_double(m_statement, column + 1);
        if (value != std::floor(value) || value < 0 || value > 0x1p64) return std::nullopt;
        return value == 0x1p64 ? UINT64_MAX : uint64_t(value); // 2^64 - 1 is no double
    }
    case SQLITE_TEXT: {
        const std::string_view digits = trimmed(text(column));
        uint64_t value = 0;
        const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (problem != std::errc() || rest != digits.data() + digits.size()) return std::nullopt;
        return value;
    }
    default: {
        const auto value = integer(column);
        return value ? std::optional<uint64_t>(uint64_t(*value)) : std::nullopt;
    }
    }
}

std::optional<double> SqliteRows::real(int column) const {
    switch (sqlite3_column_type(m_statement, column + 1)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT: {
        const double value = sqlite3_column_double(m_statement, column + 1);
        return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
    }
    case SQLITE_TEXT: {
        const std::string_view digits = trimmed(text(column));
        double value = 0;
        const auto [rest, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (problem != std::errc() || rest != digits.data() + digits.size() || !std::isfinite(value))
            return std::nullopt;
        return value;
    }
    default:
        return std::nullopt;
    }
}

std::string_view SqliteRows::text(int column) const {
    const int type = sqlite3_column_type(m_statement, column + 1);
    if (type == SQLITE_NULL || type == SQLITE_BLOB) return {};
    const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column + 1));
    if (bytes == nullptr) return {};
    const auto size = size_t(sqlite3_column_bytes(m_statement, column + 1));
    m_textBytes += int64_t(size);
    return {bytes, size};
}

bool SqliteRows::isNull(int column) const {
    return sqlite3_column_type(m_statement, column + 1) == SQLITE_NULL;
}

bool SqliteRows::isText(int column) const {
    return sqlite3_column_type(m_statement, column + 1) == SQLITE_TEXT;
}

bool SqliteReader::isDatabase(std::string_view firstBytes) {
    return firstBytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

Result<std::shared_ptr<SqliteReader>> SqliteReader::open(const std::string &path) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem))
        return Error{path + ": there is no such file that can be read"};
    std::ifstream file(path, std::ios::binary);
    std::string start(16, '\0');
    if (!file.read(start.data(), 16) || !isDatabase(start)) return Error{path + ": this is no SQLite database"};

    std::shared_ptr<SqliteReader> reader(new SqliteReader);
    reader->m_path = path;
    const SqliteLeftover leftover = sqliteLeftover(path);
    reader->m_leftover = leftover.sentence;
    const std::string source = leftover.copy ? leftover.copy->path() : path;
    reader->m_bytes = int64_t(std::filesystem::file_size(source, problem));
    if (auto connected = reader->connect(source); !connected) return connected.error();
    // An open file needs its name no more: the copy is gone from the disk as soon as it is closed.
    if (auto read = reader->readSchema(); !read) return read.error();
    return reader;
}

SqliteReader::~SqliteReader() {
    sqlite3_close_v2(m_database);
}

Result<void> SqliteReader::connect(const std::string &path) {
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX;
    if (sqlite3_open_v2(immutableUri(path).c_str(), &m_database, flags, nullptr) != SQLITE_OK)
        return Error{m_path + ": cannot be opened: " + std::string(sqlite3_errmsg(m_database))};
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const int setting : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION})
        sqlite3_db_config(m_database, setting, 0, nullptr);
    for (const Limit &limit : limits)
        sqlite3_limit(m_database, limit.id, limit.value);
    for (const char *sql : {"PRAGMA mmap_size = 0", "PRAGMA cell_size_check = ON", "PRAGMA query_only = ON",
                            "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -16384"})
        sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr);
    const auto isCancelled = [](void *reader) {
        const Progress *progress = static_cast<SqliteReader *>(reader)->m_progress;
        return progress != nullptr && progress->isCancelled() ? 1 : 0;
    };
    sqlite3_progress_handler(m_database, stepsBetweenQuestions, isCancelled, this);
    return {};
}

Result<void> SqliteReader::readSchema() {
    std::vector<std::pair<std::string, bool>> found;
    SqliteRows rows = prepared("SELECT 0, name, wr FROM pragma_table_list WHERE type = 'table' AND schema = 'main'");
    while (rows.next())
        if (!rows.text(0).starts_with("sqlite_")) found.emplace_back(std::string(rows.text(0)), rows.integer(1) == 0);
    if (!rows.error().empty()) return Error{m_path + ": cannot be read: " + rows.error()};
    for (const auto &[name, hasRowId] : found)
        addTable(name, hasRowId);
    // Not before: the pragmas are virtual tables of SQLite's own.
    sqlite3_set_authorizer(m_database, allowReading, nullptr);
    return {};
}

void SqliteReader::addTable(const std::string &name, bool hasRowId) {
    SqliteTable table{name, {}, hasRowId};
    std::string argument;
    for (const char c : name)
        argument += c == '\'' ? std::string("''") : std::string(1, c);
    // Of a generated column every row would be computed by what the file says; such columns are not listed here.
    SqliteRows columns = prepared("SELECT 0, name FROM pragma_table_info('" + argument + "')");
    while (columns.next())
        table.columns.emplace_back(columns.text(0));
    SqliteRows hidden = prepared("SELECT 0, name FROM pragma_table_xinfo('" + argument + "') WHERE hidden <> 0");
    while (hidden.next())
        std::erase(table.columns, hidden.text(0));
    // A column of that name would stand for the row's number.
    if (table.column("rowid") >= 0) table.hasRowId = false;
    m_tables.push_back(std::move(table));
}

const SqliteTable *SqliteReader::table(std::string_view name) const {
    for (const SqliteTable &each : m_tables)
        if (isSameName(each.name, name)) return &each;
    return nullptr;
}

SqliteRows SqliteReader::prepared(const std::string &sql) const {
    SqliteRows rows;
    rows.m_mostRows = m_bytes / leastBytesOfRow + 1000;
    rows.m_mostTextBytes = m_bytes * 4 + (1 << 20);
    if (sqlite3_prepare_v2(m_database, sql.c_str(), int(sql.size()), &rows.m_statement, nullptr) != SQLITE_OK)
        rows.m_error = problemOf(m_database);
    return rows;
}

namespace {

std::string selection(const SqliteTable &table, const std::vector<std::string> &columns) {
    std::string sql = table.hasRowId ? "SELECT rowid" : "SELECT 0";
    for (const std::string &alternatives : columns) {
        int found = -1;
        for (const std::string &name : split(alternatives, '|'))
            if (found < 0) found = table.column(name);
        sql += found < 0 ? ",NULL" : "," + identifier(table.columns[size_t(found)]);
    }
    return sql + " FROM main." + identifier(table.name);
}

} // namespace

SqliteRows SqliteReader::rows(const SqliteTable &table, const std::vector<std::string> &columns) const {
    return prepared(selection(table, columns));
}

SqliteRows SqliteReader::rows(const SqliteTable &table, const std::vector<std::string> &columns, int64_t first,
                              int64_t last) const {
    SqliteRows rows = prepared(selection(table, columns) + (table.hasRowId ? " WHERE rowid BETWEEN ? AND ?" : ""));
    if (rows.m_statement != nullptr && table.hasRowId) {
        sqlite3_bind_int64(rows.m_statement, 1, first);
        sqlite3_bind_int64(rows.m_statement, 2, last);
    }
    return rows;
}

int64_t SqliteReader::rowEstimate(const SqliteTable &table) const {
    const int64_t most = m_bytes / leastBytesOfRow;
    if (!table.hasRowId) return most;
    SqliteRows rows = prepared("SELECT 0, max(rowid) FROM main." + identifier(table.name));
    if (!rows.next()) return 0;
    return std::clamp<int64_t>(rows.integer(0).value_or(0), 0, most);
}

} // namespace jitscope

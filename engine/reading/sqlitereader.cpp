// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/sqlitereader.h"

#include "engine/base/text.h"
#include "engine/reading/sqlitecopy.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace jitscope::inline reading {

namespace {

/** A row takes at least its pointer, its length, its row id and its header. */
constexpr int64_t leastBytesOfRow = 5;

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

std::string problemOf(const SqliteDatabase &database) {
    switch (database.fault()) {
    case SqliteFault::Damaged:
        return "the database is damaged";
    case SqliteFault::TooLarge:
        return "a value is larger than 16 MB";
    case SqliteFault::Interrupted:
        return "cancelled";
    default:
        return database.message();
    }
}

} // namespace

int SqliteTable::column(std::string_view wanted) const {
    for (size_t i = 0; i < columns.size(); ++i)
        if (isSameName(columns[i], wanted)) return int(i);
    return -1;
}

bool SqliteRows::next() {
    if (!m_statement || !m_error.empty()) return false;
    const SqliteStep step = m_statement.step();
    if (step == SqliteStep::Row) {
        // Pages that are named twice, as no undamaged file has them, would give rows without end.
        if (++m_read <= m_mostRows && m_textBytes <= m_mostTextBytes) return true;
        m_error = "the database is damaged: it gives more than it holds";
        return false;
    }
    if (step == SqliteStep::Failed) m_error = problemOf(*m_database);
    return false;
}

int64_t SqliteRows::rowId() const {
    return m_statement.integer(0);
}

std::optional<int64_t> SqliteRows::integer(int column) const {
    switch (m_statement.type(column + 1)) {
    case SqliteType::Integer:
        return m_statement.integer(column + 1);
    case SqliteType::Real: {
        const double value = m_statement.real(column + 1);
        if (value != std::floor(value) || value < -0x1p63 || value >= 0x1p63) return std::nullopt;
        return int64_t(value);
    }
    case SqliteType::Text: {
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
    switch (m_statement.type(column + 1)) {
    case SqliteType::Real: {
        const double value = m_statement.real(column + 1);
        if (value != std::floor(value) || value < 0 || value > 0x1p64) return std::nullopt;
        return value == 0x1p64 ? UINT64_MAX : uint64_t(value); // 2^64 - 1 is no double
    }
    case SqliteType::Text: {
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
    switch (m_statement.type(column + 1)) {
    case SqliteType::Integer:
    case SqliteType::Real: {
        const double value = m_statement.real(column + 1);
        return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
    }
    case SqliteType::Text: {
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
    const SqliteType type = m_statement.type(column + 1);
    if (type == SqliteType::Null || type == SqliteType::Bytes) return {};
    const auto text = m_statement.text(column + 1);
    if (!text) return {};
    m_textBytes += int64_t(text->size());
    return *text;
}

bool SqliteRows::isNull(int column) const {
    return m_statement.type(column + 1) == SqliteType::Null;
}

bool SqliteRows::isText(int column) const {
    return m_statement.type(column + 1) == SqliteType::Text;
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

    std::shared_ptr<SqliteReader> reader(new SqliteReader(path));
    if (!reader->m_database.isOpen()) return Error{path + ": cannot be opened: " + reader->m_database.message()};
    if (auto read = reader->readSchema(); !read) return read.error();
    return reader;
}

SqliteReader::SqliteReader(const std::string &path)
    : m_path(path) {
    const SqliteLeftover leftover = sqliteLeftover(path);
    m_leftover = leftover.sentence;
    // An open file needs its name no more: the copy is gone from the disk as soon as it is closed.
    const std::string source = leftover.copy ? leftover.copy->path() : path;
    std::error_code problem;
    m_bytes = int64_t(std::filesystem::file_size(source, problem));
    m_database = SqliteDatabase::openUnchanging(source);
    if (!m_database.isOpen()) return;
    m_database.limit();
    m_database.interruptWhen([this] { return m_progress != nullptr && m_progress->isCancelled(); });
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
    m_database.allowReadingAlone();
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
    rows.m_database = &m_database;
    rows.m_statement = m_database.prepare(sql);
    if (!rows.m_statement) rows.m_error = problemOf(m_database);
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
    if (rows.m_statement && table.hasRowId) {
        rows.m_statement.bind(1, first);
        rows.m_statement.bind(2, last);
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

} // namespace jitscope::inline reading

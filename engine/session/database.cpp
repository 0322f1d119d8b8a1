// SPDX-License-Identifier: Apache-2.0
#include "engine/session/database.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstring>
#include <sqlite3.h>

namespace jitscope {

namespace {

/** The table that holds the digests; it has none itself. */
const TableDef contentsTable{"contents", {{"name", "TEXT"}, {"row_count", "INTEGER"}, {"digest", "INTEGER"}}};

/** As a file of that version has it. */
std::string definition(const TableDef &table, int version) {
    std::string columns;
    for (const ColumnDef &column : table.columns)
        if (column.since <= version) columns += (columns.empty() ? "" : ", ") + column.name + " " + column.type;
    return std::string("CREATE TABLE ") + table.name + "(" + columns + ")";
}

/** Mixes eight bytes at a time: fast enough for gigabytes, and any single changed bit changes the sum. */
class RowDigest {
public:
    explicit RowDigest(uint64_t state)
        : m_state(state) {}
    void number(uint64_t value) {
        m_state = (m_state ^ value) * 0x9E3779B97F4A7C15u;
        m_state ^= m_state >> 29;
    }
    void bytes(std::string_view bytes) {
        number(bytes.size());
        for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
            uint64_t word = 0;
            std::memcpy(&word, bytes.data(), 8);
            number(word);
        }
        uint64_t rest = 0;
        std::memcpy(&rest, bytes.data(), bytes.size());
        number(rest);
    }
    uint64_t state() const { return m_state; }

private:
    uint64_t m_state;
};

uint64_t withNumber(uint64_t digest, uint64_t value) {
    RowDigest sum(digest);
    sum.number(value);
    return sum.state();
}

uint64_t withBytes(uint64_t digest, std::string_view bytes) {
    RowDigest sum(digest);
    sum.bytes(bytes);
    return sum.state();
}

uint64_t bits(double value) {
    uint64_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

/** `path` as a URI of a file that nobody changes while it is open: no lock, journal or shared memory is touched. */
std::string immutableUri(const std::string &path) {
    std::string uri = "file:";
    for (const char c : path)
        uri += c == '?' || c == '#' || c == '%' ? format("%%%02X", unsigned(c)) : std::string(1, c);
    return uri + "?mode=ro&immutable=1";
}

} // namespace

void CloseDatabase::operator()(sqlite3 *database) const {
    sqlite3_close_v2(database);
}
void FinalizeStatement::operator()(sqlite3_stmt *statement) const {
    sqlite3_finalize(statement);
}

DatabaseWriter::DatabaseWriter(const std::string &path, int applicationId, int version,
                               const std::vector<TableDef> &tables)
    : m_version(version)
    , m_tables(tables) {
    sqlite3 *database = nullptr;
    const int opened = sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    check(opened);
    // The file is new and gets its name only when it is complete, so there is nothing for a journal to protect.
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run(format("PRAGMA application_id = %d", applicationId));
    run(format("PRAGMA user_version = %d", version));
    run("BEGIN");
    for (const TableDef &table : m_tables)
        run(definition(table, version));
    run(definition(contentsTable, version));
}

void DatabaseWriter::check(int code) {
    const bool good = code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW;
    if (!good && m_error.empty()) m_error = sqlite3_errmsg(m_database.get());
}

void DatabaseWriter::run(const std::string &sql) {
    if (m_error.empty()) check(sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void DatabaseWriter::begin(const char *name) {
    endTable();
    const auto table = std::find_if(m_tables.begin(), m_tables.end(),
                                    [&](const TableDef &each) { return std::strcmp(each.name, name) == 0; });
    assert(table != m_tables.end());
    std::string marks;
    for (const ColumnDef &column : table->columns)
        if (column.since <= m_version) marks += marks.empty() ? "?" : ",?";
    const std::string sql = std::string("INSERT INTO ") + name + " VALUES (" + marks + ")";
    sqlite3_stmt *statement = nullptr;
    if (m_error.empty()) check(sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr));
    m_insert.reset(statement);
    m_table = name;
}

DatabaseWriter &DatabaseWriter::integer(int64_t value) {
    if (m_error.empty()) check(sqlite3_bind_int64(m_insert.get(), ++m_column, value));
    m_digest = withNumber(m_digest, uint64_t(value));
    return *this;
}

DatabaseWriter &DatabaseWriter::real(double value) {
    // SQLite turns NaN into NULL and whole numbers into integers in places; the bits as an integer stay what they are.
    return integer(int64_t(bits(value)));
}

DatabaseWriter &DatabaseWriter::text(std::string_view value) {
    if (m_error.empty())
        check(sqlite3_bind_text64(m_insert.get(), ++m_column, value.data() ? value.data() : "", value.size(),
                                  SQLITE_TRANSIENT, SQLITE_UTF8));
    m_digest = withBytes(m_digest, value);
    return *this;
}

DatabaseWriter &DatabaseWriter::blob(std::string_view value) {
    if (m_error.empty())
        check(sqlite3_bind_blob64(m_insert.get(), ++m_column, value.data() ? value.data() : "", value.size(),
                                  SQLITE_TRANSIENT));
    m_digest = withBytes(m_digest, value);
    return *this;
}

void DatabaseWriter::endRow() {
    ++m_rows;
    m_column = 0;
    if (m_error.empty() && m_shouldContinue && !m_shouldContinue()) m_error = "was given up";
    if (!m_error.empty()) return;
    check(sqlite3_step(m_insert.get()));
    sqlite3_reset(m_insert.get());
}

void DatabaseWriter::endTable() {
    if (!m_table.empty()) m_contents.push_back({m_table, m_rows, m_digest});
    m_table.clear();
    m_rows = 0;
    m_digest = 0;
}

Result<void> DatabaseWriter::finish() {
    endTable();
    m_insert.reset();
    for (const TableContent &content : m_contents)
        run(format("INSERT INTO contents VALUES ('%s', %lld, %lld)", content.table.c_str(), (long long)content.rows,
                   (long long)content.digest));
    run("COMMIT");
    if (!m_error.empty()) return Error{m_error};
    return {};
}

DatabaseReader::DatabaseReader(const std::string &path, int applicationId, int version,
                               const std::vector<TableDef> &tables)
    : m_path(path) {
    sqlite3 *database = nullptr;
    const int opened =
        sqlite3_open_v2(immutableUri(path).c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    m_database.reset(database);
    if (opened != SQLITE_OK) {
        fail("cannot be opened: " + std::string(sqlite3_errmsg(database)));
        return;
    }
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    openTables(applicationId, version, tables);
}

void DatabaseReader::openTables(int applicationId, int version, const std::vector<TableDef> &tables) {
    const int64_t application = pragma("application_id");
    if (!ok()) return;
    if (application != applicationId) return fail("is an SQLite file, but not a JitScope session");
    const int64_t found = pragma("user_version");
    if (!ok()) return;
    if (found > version)
        return fail(format("was written by a newer JitScope (file version %lld, this program reads up to %d)",
                           (long long)found, version));
    if (found < 1) return fail(format("has the file version %lld, which never was", (long long)found));
    m_version = int(found);
    for (const TableDef &table : tables) {
        if (found < table.since)
            m_absent.emplace_back(table.name);
        else
            checkDefinition(table);
    }
    checkDefinition(contentsTable);
    if (!ok()) return;
    // The contents have no digest themselves: read them without asking for one.
    std::vector<TableContent> contents;
    m_table = contentsTable.name;
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(m_database.get(), "SELECT name, row_count, digest FROM contents", -1, &statement, nullptr) !=
        SQLITE_OK)
        return fault(sqlite3_errmsg(m_database.get()));
    m_select.reset(statement);
    int code = SQLITE_OK;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        m_column = 0;
        std::string name = text();
        const int64_t rows = integer(), digest = integer();
        contents.push_back({std::move(name), rows, uint64_t(digest)});
    }
    if (code != SQLITE_DONE) fault(sqlite3_errmsg(m_database.get()));
    m_contents = std::move(contents);
    for (const TableContent &content : m_contents)
        if (std::ranges::find(m_absent, content.table) != m_absent.end())
            return fail(format("is damaged: table '%s' is newer than the file", content.table.c_str()));
}

int64_t DatabaseReader::pragma(const char *name) {
    sqlite3_stmt *statement = nullptr;
    int64_t value = 0;
    const int prepared =
        sqlite3_prepare_v2(m_database.get(), (std::string("PRAGMA ") + name).c_str(), -1, &statement, nullptr);
    const Statement owner(statement);
    if (prepared == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        value = sqlite3_column_int64(statement, 0);
    } else if (sqlite3_errcode(m_database.get()) == SQLITE_NOTADB) {
        fail("is not a JitScope session");
    } else {
        fail("cannot be read as a session: " + std::string(sqlite3_errmsg(m_database.get())));
    }
    return value;
}

void DatabaseReader::checkDefinition(const TableDef &table) {
    if (!ok()) return;
    m_table = table.name;
    sqlite3_stmt *statement = nullptr;
    const int prepared = sqlite3_prepare_v2(
        m_database.get(), "SELECT sql FROM sqlite_schema WHERE name = ? AND type = 'table'", -1, &statement, nullptr);
    const Statement owner(statement);
    if (prepared != SQLITE_OK) return fault(sqlite3_errmsg(m_database.get()));
    sqlite3_bind_text(statement, 1, table.name, -1, SQLITE_STATIC);
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) return fault("is missing");
    if (code != SQLITE_ROW) return fault(sqlite3_errmsg(m_database.get()));
    const auto *sql = reinterpret_cast<const char *>(sqlite3_column_text(statement, 0));
    if (sql == nullptr || definition(table, m_version) != sql) fault("does not have the columns of this version");
}

void DatabaseReader::begin(const char *table) {
    m_table = table;
    m_rows = 0;
    m_digest = 0;
    m_column = 0;
    m_select.reset();
    if (!ok() || std::ranges::find(m_absent, std::string_view(table)) != m_absent.end()) return;
    sqlite3_stmt *statement = nullptr;
    const std::string sql = std::string("SELECT * FROM ") + table + " ORDER BY rowid";
    if (sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return fault(sqlite3_errmsg(m_database.get()));
    m_select.reset(statement);
}

bool DatabaseReader::next() {
    if (!ok() || !m_select) return false;
    m_column = 0;
    const int code = sqlite3_step(m_select.get());
    if (code == SQLITE_ROW) {
        ++m_rows;
        return true;
    }
    if (code != SQLITE_DONE)
        fault(sqlite3_errmsg(m_database.get()));
    else
        checkDigest();
    return false;
}

void DatabaseReader::checkDigest() {
    const auto content = std::find_if(m_contents.begin(), m_contents.end(),
                                      [&](const TableContent &each) { return each.table == m_table; });
    if (content == m_contents.end() || content->rows != m_rows || content->digest != m_digest)
        fail(format("is damaged: table '%s' does not hold what was written", m_table.c_str()));
}

bool DatabaseReader::isColumn(int type) {
    if (!ok()) return false;
    if (sqlite3_column_type(m_select.get(), m_column) == type) return true;
    fault("has a value of the wrong type");
    return false;
}

int64_t DatabaseReader::integer() {
    if (!isColumn(SQLITE_INTEGER)) return 0;
    const int64_t value = sqlite3_column_int64(m_select.get(), m_column++);
    m_digest = withNumber(m_digest, uint64_t(value));
    return value;
}

int64_t DatabaseReader::integerIn(int64_t low, int64_t high) {
    const int64_t value = integer();
    if (ok() && low <= value && value <= high) return value;
    fault(format("has %lld where %lld to %lld is possible", (long long)value, (long long)low, (long long)high));
    return low;
}

double DatabaseReader::real() {
    const int64_t word = integer();
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    return value;
}

std::string DatabaseReader::text() {
    if (!isColumn(SQLITE_TEXT)) return {};
    const auto *characters = reinterpret_cast<const char *>(sqlite3_column_text(m_select.get(), m_column));
    if (characters == nullptr) return fault("has a text that cannot be read"), std::string();
    std::string value(characters, size_t(sqlite3_column_bytes(m_select.get(), m_column)));
    ++m_column;
    m_digest = withBytes(m_digest, value);
    return value;
}

std::string_view DatabaseReader::blob() {
    if (!isColumn(SQLITE_BLOB)) return {};
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_select.get(), m_column));
    const size_t size = size_t(sqlite3_column_bytes(m_select.get(), m_column));
    ++m_column;
    const std::string_view value(bytes ? bytes : "", size);
    m_digest = withBytes(m_digest, value);
    return value;
}

void DatabaseReader::fault(const std::string &reason) {
    fail(m_rows > 0 ? format("is damaged: table '%s', row %lld %s", m_table.c_str(), (long long)m_rows, reason.c_str())
                    : format("is damaged: table '%s': %s", m_table.c_str(), reason.c_str()));
}

void DatabaseReader::fail(const std::string &message) {
    if (m_error.empty()) m_error = m_path + ": " + message;
}

} // namespace jitscope

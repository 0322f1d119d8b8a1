// SPDX-License-Identifier: Apache-2.0
#include "engine/session/database.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstring>
#include <cassert>

namespace jitscope::inline session {

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

} // namespace

DatabaseWriter::DatabaseWriter(const std::string &path, int applicationId, int version,
                               const std::vector<TableDef> &tables)
    : m_database(SqliteDatabase::create(path))
    , m_version(version)
    , m_tables(tables) {
    check(m_database.isOpen());
    run(format("PRAGMA application_id = %d", applicationId));
    run(format("PRAGMA user_version = %d", version));
    run("BEGIN");
    for (const TableDef &table : m_tables)
        run(definition(table, version));
    run(definition(contentsTable, version));
}

void DatabaseWriter::check(bool isGood) {
    if (!isGood && m_error.empty()) m_error = m_database.message();
}

void DatabaseWriter::run(const std::string &sql) {
    if (m_error.empty()) check(m_database.run(sql));
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
    m_insert = m_error.empty() ? m_database.prepare(sql) : SqliteStatement();
    check(bool(m_insert));
    m_table = name;
}

DatabaseWriter &DatabaseWriter::integer(int64_t value) {
    if (m_error.empty()) check(m_insert.bind(++m_column, value));
    m_digest = withNumber(m_digest, uint64_t(value));
    return *this;
}

DatabaseWriter &DatabaseWriter::real(double value) {
    // SQLite turns NaN into NULL and whole numbers into integers in places; the bits as an integer stay what they are.
    return integer(int64_t(bits(value)));
}

DatabaseWriter &DatabaseWriter::text(std::string_view value) {
    if (m_error.empty()) check(m_insert.bind(++m_column, value));
    m_digest = withBytes(m_digest, value);
    return *this;
}

DatabaseWriter &DatabaseWriter::blob(std::string_view value) {
    if (m_error.empty()) check(m_insert.bindBytes(++m_column, value));
    m_digest = withBytes(m_digest, value);
    return *this;
}

void DatabaseWriter::endRow() {
    ++m_rows;
    m_column = 0;
    if (m_error.empty() && m_shouldContinue && !m_shouldContinue()) m_error = "was given up";
    if (!m_error.empty()) return;
    check(m_insert.step() != SqliteStep::Failed);
    m_insert.reset();
}

void DatabaseWriter::endTable() {
    if (!m_table.empty()) m_contents.push_back({m_table, m_rows, m_digest});
    m_table.clear();
    m_rows = 0;
    m_digest = 0;
}

Result<void> DatabaseWriter::finish() {
    endTable();
    m_insert = {};
    for (const TableContent &content : m_contents)
        run(format("INSERT INTO contents VALUES ('%s', %lld, %lld)", content.table.c_str(), (long long)content.rows,
                   (long long)content.digest));
    run("COMMIT");
    if (!m_error.empty()) return Error{m_error};
    return {};
}

DatabaseReader::DatabaseReader(const std::string &path, int applicationId, int version,
                               const std::vector<TableDef> &tables)
    : m_path(path)
    , m_database(SqliteDatabase::openUnchanging(path)) {
    if (m_database.isOpen())
        openTables(applicationId, version, tables);
    else
        fail("cannot be opened: " + m_database.message());
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
    if (ok()) readContents();
    for (const TableContent &content : m_contents)
        if (std::ranges::find(m_absent, content.table) != m_absent.end())
            return fail(format("is damaged: table '%s' is newer than the file", content.table.c_str()));
}

/** The contents have no digest themselves: they are read without asking for one. */
void DatabaseReader::readContents() {
    m_table = contentsTable.name;
    m_select = m_database.prepare("SELECT name, row_count, digest FROM contents");
    if (!m_select) return sqliteFault();
    std::vector<TableContent> contents;
    SqliteStep step;
    while ((step = m_select.step()) == SqliteStep::Row) {
        m_column = 0;
        std::string name = text();
        const int64_t rows = integer(), digest = integer();
        contents.push_back({std::move(name), rows, uint64_t(digest)});
    }
    if (step != SqliteStep::Done) sqliteFault();
    m_contents = std::move(contents);
}

int64_t DatabaseReader::pragma(const char *name) {
    SqliteStatement statement = m_database.prepare(std::string("PRAGMA ") + name);
    if (statement && statement.step() == SqliteStep::Row) return statement.integer(0);
    if (m_database.fault() == SqliteFault::NoDatabase)
        fail("is not a JitScope session");
    else
        fail("cannot be read as a session: " + m_database.message());
    return 0;
}

void DatabaseReader::checkDefinition(const TableDef &table) {
    if (!ok()) return;
    m_table = table.name;
    SqliteStatement statement = m_database.prepare("SELECT sql FROM sqlite_schema WHERE name = ? AND type = 'table'");
    if (!statement || !statement.bind(1, std::string_view(table.name))) return sqliteFault();
    const SqliteStep step = statement.step();
    if (step == SqliteStep::Done) return fault("is missing");
    if (step == SqliteStep::Failed) return sqliteFault();
    if (statement.text(0) != definition(table, m_version)) fault("does not have the columns of this version");
}

void DatabaseReader::begin(const char *table) {
    m_table = table;
    m_rows = 0;
    m_digest = 0;
    m_column = 0;
    m_select = {};
    if (!ok() || std::ranges::find(m_absent, std::string_view(table)) != m_absent.end()) return;
    m_select = m_database.prepare(std::string("SELECT * FROM ") + table + " ORDER BY rowid");
    if (!m_select) sqliteFault();
}

bool DatabaseReader::next() {
    if (!ok() || !m_select) return false;
    m_column = 0;
    const SqliteStep step = m_select.step();
    if (step == SqliteStep::Row) {
        ++m_rows;
        return true;
    }
    if (step == SqliteStep::Failed)
        sqliteFault();
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

bool DatabaseReader::isColumn(SqliteType type) {
    if (!ok()) return false;
    if (m_select.type(m_column) == type) return true;
    fault("has a value of the wrong type");
    return false;
}

int64_t DatabaseReader::integer() {
    if (!isColumn(SqliteType::Integer)) return 0;
    const int64_t value = m_select.integer(m_column++);
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
    if (!isColumn(SqliteType::Text)) return {};
    const auto characters = m_select.text(m_column);
    if (!characters) return fault("has a text that cannot be read"), std::string();
    ++m_column;
    m_digest = withBytes(m_digest, *characters);
    return std::string(*characters);
}

std::string_view DatabaseReader::blob() {
    if (!isColumn(SqliteType::Bytes)) return {};
    const std::string_view value = m_select.bytes(m_column++);
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

} // namespace jitscope::inline session

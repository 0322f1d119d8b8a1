// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/sqlfile.h"

namespace jitscope::inline ascend {

SqlFile::SqlFile(const std::string &path, const std::vector<SchemaTable> &tables)
    : m_path(path)
    , m_database(SqliteDatabase::create(path)) {
    check(m_database.isOpen());
    run("BEGIN");
    for (const SchemaTable &table : tables)
        run(std::string("CREATE TABLE ") + table.name + " (" + table.columns + ")");
}

void SqlFile::check(bool isGood) {
    if (!isGood && m_error.empty()) m_error = m_database.message();
}

void SqlFile::run(const std::string &sql) {
    if (m_error.empty()) check(m_database.run(sql));
}

void SqlFile::row(const char *table, std::initializer_list<SqlCell> cells) {
    if (!m_error.empty()) return;
    SqliteStatement &statement = m_inserts[table];
    if (!statement) {
        std::string marks = "?";
        for (size_t i = 1; i < cells.size(); ++i)
            marks += ",?";
        statement = m_database.prepare(std::string("INSERT INTO ") + table + " VALUES (" + marks + ")");
        if (!statement) return check(false);
    }
    int place = 1;
    for (const SqlCell &cell : cells)
        check(std::visit([&](const auto &value) { return statement.bind(place++, value); }, cell));
    check(statement.step() != SqliteStep::Failed);
    statement.reset();
}

Result<void> SqlFile::finish() {
    run("COMMIT");
    m_inserts.clear();
    m_database = {};
    if (!m_error.empty()) return Error{m_path + ": " + m_error};
    return {};
}

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/sqlfile.h"

#include <sqlite3.h>

namespace jitscope {

void SqlFile::Close::operator()(sqlite3 *database) const {
    sqlite3_close_v2(database);
}

void SqlFile::Finalize::operator()(sqlite3_stmt *statement) const {
    sqlite3_finalize(statement);
}

SqlFile::SqlFile(const std::string &path, const std::vector<SchemaTable> &tables)
    : m_path(path) {
    sqlite3 *opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(opened);
    check(code);
    // Nobody sees the file before it is whole, so a journal would only cost.
    run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
    for (const SchemaTable &table : tables)
        run(std::string("CREATE TABLE ") + table.name + " (" + table.columns + ")");
}

void SqlFile::check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW || !m_error.empty()) return;
    m_error = m_database ? sqlite3_errmsg(m_database.get()) : "cannot be made";
}

void SqlFile::run(const std::string &sql) {
    if (m_error.empty()) check(sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void SqlFile::row(const char *table, std::initializer_list<SqlCell> cells) {
    if (!m_error.empty()) return;
    auto &statement = m_inserts[table];
    if (!statement) {
        std::string marks = "?";
        for (size_t i = 1; i < cells.size(); ++i)
            marks += ",?";
        sqlite3_stmt *made = nullptr;
        const std::string sql = std::string("INSERT INTO ") + table + " VALUES (" + marks + ")";
        check(sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &made, nullptr));
        statement.reset(made);
        if (made == nullptr) return;
    }
    int place = 1;
    for (const SqlCell &cell : cells)
        bind(statement.get(), place++, cell);
    check(sqlite3_step(statement.get()));
    sqlite3_reset(statement.get());
}

void SqlFile::bind(sqlite3_stmt *statement, int place, const SqlCell &cell) {
    if (const auto *integer = std::get_if<int64_t>(&cell)) return check(sqlite3_bind_int64(statement, place, *integer));
    if (const auto *real = std::get_if<double>(&cell)) return check(sqlite3_bind_double(statement, place, *real));
    const std::string &text = std::get<std::string>(cell);
    check(sqlite3_bind_text(statement, place, text.c_str(), int(text.size()), SQLITE_TRANSIENT));
}

Result<void> SqlFile::finish() {
    run("COMMIT");
    m_inserts.clear();
    m_database.reset();
    if (!m_error.empty()) return Error{m_path + ": " + m_error};
    return {};
}

} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// The tables of a session file: written row by row, read back row by row with nothing taken on trust.
//
// Every table has a digest of its rows, so that a damaged file is refused instead of showing wrong numbers. Nothing in
// a file is ever run: it is opened immutable, and a table must have exactly the definition that we would have written,
// so there is no view, trigger or generated column to evaluate.
#pragma once

#include "engine/base/result.h"
#include "engine/base/sqlite.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

struct ColumnDef {
    std::string name;
    const char *type; ///< as SQL has it: "INTEGER"
    int since = 1;    ///< the version of the file that first has it
};

struct TableDef {
    const char *name;
    std::vector<ColumnDef> columns;
    int since = 1; ///< the version of the file that first has it; in older ones it reads as empty
};

/** What was written into a table: the file keeps it beside the rows. */
struct TableContent {
    std::string table;
    int64_t rows = 0;
    uint64_t digest = 0;
};

/** A session file being written. The first failure stays; ask finish(). */
class DatabaseWriter {
public:
    /** Makes the file at `path` new with these tables. */
    DatabaseWriter(const std::string &path, int applicationId, int version, const std::vector<TableDef> &tables);

    int version() const { return m_version; }
    /** Asked at every row; a no is a failure. */
    void goOnWhile(std::function<bool()> shouldContinue) { m_shouldContinue = std::move(shouldContinue); }
    /** Whether something failed, or goOnWhile() said no: nothing is written any more. */
    bool hasFailed() const { return !m_error.empty(); }
    /** Starts a table; its rows follow. */
    void begin(const char *table);
    DatabaseWriter &integer(int64_t value);
    DatabaseWriter &real(double value);
    DatabaseWriter &text(std::string_view value);
    DatabaseWriter &blob(std::string_view value);
    void endRow();
    /** Writes everything out; the reason if anything failed on the way. */
    Result<void> finish();

private:
    void run(const std::string &sql);
    void endTable();
    void check(bool isGood);

    SqliteDatabase m_database;
    int m_version;
    std::vector<TableDef> m_tables;
    std::function<bool()> m_shouldContinue;
    std::string m_error;
    SqliteStatement m_insert;
    std::string m_table;
    int m_column = 0;
    int64_t m_rows = 0;
    uint64_t m_digest = 0;
    std::vector<TableContent> m_contents;
};

/** A session file being read. The first fault stays and ends every loop over rows. */
class DatabaseReader {
public:
    /** Opens the file read-only; `error()` tells when it is none of ours or of another version. */
    DatabaseReader(const std::string &path, int applicationId, int version, const std::vector<TableDef> &tables);

    /** Of the file. */
    int version() const { return m_version; }
    void begin(const char *table);
    /** Goes to the next row; false at the end and after a fault. */
    bool next();
    /** The columns of the row in their order. A column of another type is a fault. */
    int64_t integer();
    int64_t integerIn(int64_t low, int64_t high);
    double real();
    std::string text();
    std::string_view blob();               ///< valid until next()
    int64_t row() const { return m_rows; } ///< of the current row, from 1

    /** Notes what is wrong with the current row. */
    void fault(const std::string &reason);
    bool ok() const { return m_error.empty(); }
    const std::string &error() const { return m_error; }

private:
    void openTables(int applicationId, int version, const std::vector<TableDef> &tables);
    void readContents();
    void sqliteFault() { fault(m_database.message()); }
    int64_t pragma(const char *name);
    void checkDefinition(const TableDef &table);
    void checkDigest();
    bool isColumn(SqliteType type);
    void fail(const std::string &message);

    std::string m_path;
    SqliteDatabase m_database;
    int m_version = 0;
    std::string m_error;
    SqliteStatement m_select;
    std::string m_table;
    int m_column = 0;
    int64_t m_rows = 0;
    uint64_t m_digest = 0;
    std::vector<TableContent> m_contents;
    std::vector<std::string_view> m_absent; ///< tables that came after the version of the file
};

} // namespace jitscope::inline session

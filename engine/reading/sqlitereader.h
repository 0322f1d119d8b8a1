// SPDX-License-Identifier: Apache-2.0
// SQLite databases that others wrote, read table by table. The file is opened as one that nobody changes, so nothing is
// ever written into it or beside it, and nothing that its schema asks for is executed: views, triggers, virtual tables
// and generated columns are as if they were not there.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/base/sqlite.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline reading {

/** An ordinary table of a database. */
struct SqliteTable {
    std::string name;
    std::vector<std::string> columns;
    bool hasRowId = true;
    /** Its column of that name, -1 for none; letters of either case are the same, as in SQL. */
    int column(std::string_view name) const;
};

/** Rows of one table in the order in which they stand in the file. */
class SqliteRows {
public:
    /** To the next row; false behind the last one and where the file cannot be read any further, see error(). */
    bool next();
    /** Why the rows ended early, "" if they did not. */
    const std::string &error() const { return m_error; }
    /** 0 for tables that have none. */
    int64_t rowId() const;

    /** The value of a column as far as it can be understood as that type: decimal text is a number, a whole real an
        integer; nothing for NULL, for a column that the table lacks and for what is of another kind. */
    std::optional<int64_t> integer(int column) const;
    /** The same for numbers up to 2^64 - 1, which SQLite keeps as negative ones. */
    std::optional<uint64_t> unsignedInteger(int column) const;
    std::optional<double> real(int column) const;
    /** Numbers as SQLite writes them; "" for NULL and bytes. Valid until the next row. */
    std::string_view text(int column) const;
    bool isNull(int column) const;
    bool isText(int column) const;

private:
    friend class SqliteReader;
    SqliteRows() = default;

    const SqliteDatabase *m_database = nullptr;
    SqliteStatement m_statement;
    int64_t m_read = 0, m_mostRows = 0;
    mutable int64_t m_textBytes = 0;
    int64_t m_mostTextBytes = 0;
    std::string m_error;
};

class SqliteReader {
public:
    /** Whether a file that begins so is an SQLite database. */
    static bool isDatabase(std::string_view firstBytes);

    /** Fails for what is missing, unreadable or no database, naming it. */
    static Result<std::shared_ptr<SqliteReader>> open(const std::string &path);
    SqliteReader(const SqliteReader &) = delete;
    SqliteReader &operator=(const SqliteReader &) = delete;

    const std::string &path() const { return m_path; }
    int64_t bytes() const { return m_bytes; }
    const std::vector<SqliteTable> &tables() const { return m_tables; }
    const SqliteTable *table(std::string_view name) const;
    /** What stands beside the file and was not, or in a private copy, read with it: a sentence, "" for nothing. */
    const std::string &leftover() const { return m_leftover; }

    /** Reading ends with an error as soon as `progress` is cancelled; null for never. */
    void setProgress(const Progress *progress) { m_progress = progress; }

    /** `columns` may name alternatives, the first that the table has is taken: "blockNum|blockDim". */
    SqliteRows rows(const SqliteTable &table, const std::vector<std::string> &columns) const;
    /** Only those from the row id `first` to `last`. */
    SqliteRows rows(const SqliteTable &table, const std::vector<std::string> &columns, int64_t first,
                    int64_t last) const;
    /** About how many rows a table has, by its last row id: never too few for those that were only ever filled. */
    int64_t rowEstimate(const SqliteTable &table) const;

private:
    explicit SqliteReader(const std::string &path);
    Result<void> readSchema();
    void addTable(const std::string &name, bool hasRowId);
    SqliteRows prepared(const std::string &sql) const;

    std::string m_path;
    std::string m_leftover;
    int64_t m_bytes = 0;
    SqliteDatabase m_database;
    const Progress *m_progress = nullptr;
    std::vector<SqliteTable> m_tables;
};

} // namespace jitscope::inline reading

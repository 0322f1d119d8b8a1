// SPDX-License-Identifier: Apache-2.0
// SQLite, the one place that talks to it: a connection and its statements, closed when they go.
//
// Files that others wrote are opened as ones that nobody changes, so nothing is ever written into them or beside them,
// and what a schema asks to be executed is off: triggers, views, functions that it has no right to, extensions.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jitscope::inline base {

enum class SqliteStep : uint8_t { Row, Done, Failed };
enum class SqliteType : uint8_t { Integer, Real, Text, Bytes, Null };
/** What the last call failed with, as far as readers tell it apart. */
enum class SqliteFault : uint8_t { Other, NoDatabase, Damaged, TooLarge, Interrupted };

/** Columns count from 0, places of values from 1. What is bound is copied. */
class SqliteStatement {
public:
    SqliteStatement() = default;
    explicit SqliteStatement(sqlite3_stmt *statement)
        : m_statement(statement) {}
    explicit operator bool() const { return m_statement != nullptr; }

    bool bind(int place, int64_t value);
    bool bind(int place, double value);
    bool bind(int place, std::string_view text);
    bool bindBytes(int place, std::string_view bytes);
    SqliteStep step();
    /** To the beginning, for a next row of values. */
    void reset();

    SqliteType type(int column) const;
    int64_t integer(int column) const;
    double real(int column) const;
    /** As SQLite writes it as text; nothing where it cannot. Valid until the next step, as bytes() is. */
    std::optional<std::string_view> text(int column) const;
    std::string_view bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt *statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

class SqliteDatabase {
public:
    /** None; what is asked of it fails. */
    SqliteDatabase() = default;
    /** A file to be written that gets its name or its readers only when it is whole: it has no journal. */
    static SqliteDatabase create(const std::string &path);
    /** A file that others wrote, to be read. */
    static SqliteDatabase openUnchanging(const std::string &path);
    /** A private copy of such a file. */
    static SqliteDatabase openCopy(const std::string &path);

    bool isOpen() const { return m_isOpen; }
    /** One or more statements; false when one failed. */
    bool run(const std::string &sql);
    /** None when it cannot be understood. */
    SqliteStatement prepare(const std::string &sql) const;
    SqliteFault fault() const;
    /** Of the last failure, as SQLite has it. */
    std::string message() const;

    /** Far more than any profiler needs, far less than what would hurt: values of 16 MB, no temporary files, ... */
    void limit();
    /** From now on reading is all that a statement may do, whatever a schema makes of it. */
    void allowReadingAlone();
    /** Asked now and then while a statement runs; a yes ends it. */
    void interruptWhen(std::function<bool()> isCancelled);

private:
    struct Close {
        void operator()(sqlite3 *database) const;
    };
    static SqliteDatabase open(const std::string &name, int flags);
    void trustNothing();

    std::unique_ptr<std::function<bool()>> m_isCancelled; ///< outlives the connection, which knows its address
    std::unique_ptr<sqlite3, Close> m_database;
    bool m_isOpen = false;
};

} // namespace jitscope::inline base

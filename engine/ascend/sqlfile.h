// SPDX-License-Identifier: Apache-2.0
// A SQLite file being written, row by row. The first failure stays and ends the rest; ask finish().
#pragma once

#include "engine/ascend/profilerschema.h"
#include "engine/base/result.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace jitscope {

using SqlCell = std::variant<int64_t, double, std::string>;

class SqlFile {
public:
    /** Makes the file new with these tables. */
    SqlFile(const std::string &path, const std::vector<SchemaTable> &tables);
    void run(const std::string &sql);
    /** A row of a table, all its columns in order. */
    void row(const char *table, std::initializer_list<SqlCell> cells);
    Result<void> finish();

private:
    struct Close {
        void operator()(sqlite3 *database) const;
    };
    struct Finalize {
        void operator()(sqlite3_stmt *statement) const;
    };
    void check(int code);
    void bind(sqlite3_stmt *statement, int place, const SqlCell &cell);

    std::string m_path, m_error;
    std::unique_ptr<sqlite3, Close> m_database;
    std::map<std::string, std::unique_ptr<sqlite3_stmt, Finalize>> m_inserts;
};

} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// A SQLite file being written, row by row. The first failure stays and ends the rest; ask finish().
#pragma once

#include "engine/ascend/profilerschema.h"
#include "engine/base/result.h"
#include "engine/base/sqlite.h"

#include <initializer_list>
#include <map>
#include <string>
#include <variant>

namespace jitscope::inline ascend {

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
    void check(bool isGood);

    std::string m_path, m_error;
    SqliteDatabase m_database;
    std::map<std::string, SqliteStatement> m_inserts;
};

} // namespace jitscope::inline ascend

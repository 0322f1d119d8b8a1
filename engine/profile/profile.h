// SPDX-License-Identifier: Apache-2.0
// What a profiler wrote of one rank besides its timeline: tables in one form, whether they came as text or as a
// database. All statistics are computed from these, so that one number is the same everywhere.
#pragma once

#include "engine/profile/datatable.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline profile {

/** A column of a table that readers agree on. */
struct ColumnSchema {
    const char *name;
    ColumnType type;
    const char *unit;    ///< "ns" for all times, "B" for all sizes
    const char *meaning; ///< a sentence, shown as a tool tip
};

struct TableSchema {
    const char *name;
    const char *meaning;
    std::vector<ColumnSchema> columns;
};

/** The tables that analyses know (profiletables.cpp lists them). A table of any other name is one of the producer's
   that is shown as it is. */
const std::vector<TableSchema> &tableSchemas();
/** Those of operator tuning: kerneltables.cpp. */
const std::vector<TableSchema> &kernelTableSchemas();
const TableSchema *tableSchema(std::string_view name);
/** An empty table with the columns of its schema. */
DataTable makeTable(std::string_view name);

struct Profile {
    int rank = -1;        ///< -1 where none is known
    int device = -1;      ///< the device id on its machine
    std::string label;    ///< what the user calls it: "rank 0", or the folder's name
    std::string folder;   ///< where it was read from
    std::string producer; ///< "MindSpore 2.7.0", "torch_npu 2.1", "msprof", "JitScope"
    bool simulated = false;
    std::map<std::string, std::string> info; ///< "level", "aic metrics", "soc", "cann", "schema", "source" (text or db)
    std::vector<DataTable> tables;

    const DataTable *table(std::string_view name) const;
};

using ProfilePtr = std::shared_ptr<const Profile>;

} // namespace jitscope::inline profile

// SPDX-License-Identifier: Apache-2.0
// The tables and names of the profiler's database, schema 1.2.0: what each is called and which columns it has.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline ascend {

struct SchemaTable {
    const char *name;
    const char *columns; ///< as SQL has them
};
const std::vector<SchemaTable> &schemaTables();
/** Those of communication_analyzer.db, in MB, ms, GB/s and us. */
const std::vector<SchemaTable> &analyzerTables();

/** A table of numbers with their names. */
struct SchemaEnum {
    const char *table;
    std::vector<std::pair<int, const char *>> values;
};
const std::vector<SchemaEnum> &schemaEnums();
/** The number of a name; -1 for none. */
int enumValue(const char *table, const std::string &name);

} // namespace jitscope::inline ascend

// SPDX-License-Identifier: Apache-2.0
// Comma-separated text as a table: columns are found by their headings, whatever their order, case, spaces and units;
// numbers become the units of the table exactly.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/profile/datatable.h"
#include "engine/profile/diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline reading {

/** A heading taken apart: "Start Time(us)" is "Start Time" in "us". */
struct CsvHeading {
    std::string name; ///< as written, without the unit
    std::string unit; ///< "us", "KB", "GB/s", "%"; "" for none
    std::string key;  ///< the name in lower case, letters and digits alone: "starttime"
};
CsvHeading csvHeading(std::string_view text);

/** What ids that mean "none" look like in a column. */
enum class NoneId : uint8_t { None, AllBits };

/** Which headings are a column of a table. */
struct CsvColumnRule {
    const char *column;                 ///< of the table
    std::vector<const char *> headings; ///< all names it has had, in any spelling that has the same key
    const char *unit = "";              ///< what it counts in where the heading does not say
    NoneId none = NoneId::None;         ///< AllBits: 2^32-1 and 2^64-1 are missing values
};

/** Which files are a table of profiletables.cpp. */
struct CsvTableRule {
    const char *table;
    std::vector<const char *> stems; ///< names of files without time stamp and ending
    std::vector<CsvColumnRule> columns;
};

struct CsvTableOptions {
    Progress *progress = nullptr;
    int64_t limitBytes = int64_t(2) << 30; ///< larger files are refused
    int64_t megabyte = int64_t(1) << 20;   ///< what one MB of a size is; MindSpore has columns where it is 1,024,000
    std::string fileName;                  ///< for diagnostics; "" for the name of the file
};

struct CsvTable {
    DataTable table;
    std::vector<std::string> headings; ///< as written, in the file's order
    std::vector<std::string> absent;   ///< columns of the rule that the file does not have
    Diagnostics diagnostics;
};

/** Reads a file by a rule; columns that the rule does not name are appended under their own names, as numbers if all
    their cells are. Without a rule (null), all of them, as a table of name `tableName`. Fails where the file cannot be
    read, is too large, is no text or has no heading, and when it was cancelled. */
Result<CsvTable> readCsvTable(const std::string &path, const CsvTableRule *rule, std::string_view tableName,
                              const CsvTableOptions &options = {});
/** The same of text in memory. */
Result<CsvTable> readCsvText(const std::string &text, const CsvTableRule *rule, std::string_view tableName,
                             const CsvTableOptions &options = {});

} // namespace jitscope::inline reading

// SPDX-License-Identifier: Apache-2.0
// The tables of MindSpore's profiler up to 2.2: comma-separated files, columns of words, JSON.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/profile/datatable.h"
#include "engine/profile/diagnostics.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace mindspore_legacy {

struct LegacyTables {
    std::vector<DataTable> tables; ///< a file of several sections gives several
    Diagnostics diagnostics;
};

/** Reads a file whose name without rank is `subject`; tables are named by it, one of a known schema by that. */
Result<LegacyTables> readLegacyTable(const std::string &path, const std::string &subject, Progress *progress);

/** Columns of words, with titles in lines of "=", a heading, a line of "-": as many tables as headings. */
LegacyTables tablesOfWords(const std::string &text, const std::string &subject);
/** The longest list of objects as rows, members of members by names with dots; without one, a row a member. */
Result<LegacyTables> tableOfJson(std::string text, const std::string &subject);

} // namespace mindspore_legacy
} // namespace jitscope

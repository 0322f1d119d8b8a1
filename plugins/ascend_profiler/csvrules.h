// SPDX-License-Identifier: Apache-2.0
// Which comma-separated files of the Ascend profilers are which table, and what their columns have been called from
// CANN 6 to today. All names stand here and nowhere else.
#pragma once

#include "engine/reading/csvtable.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

const std::vector<CsvTableRule> &profilerCsvRules();

/** The rule of a file of that stem ("op_summary", see ExportName); null for a file that is shown as it is. */
const CsvTableRule *profilerCsvRule(std::string_view stem);

/** How kernels are told of where only task_time was exported. */
const CsvTableRule &taskTimeAsKernels();

/** What a view needs and where it comes from, for saying what is missing. */
struct TableNeed {
    const char *table;
    const char *file;   ///< as the profiler calls it
    const char *column; ///< of the table; "" for the table as a whole
    const char *heading;
    const char *purpose; ///< "shapes of kernels"
    const char *remedy;  ///< "profile at Level1 or above"
};
const std::vector<TableNeed> &tableNeeds();

} // namespace ascend_profiler
} // namespace jitscope

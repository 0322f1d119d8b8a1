// SPDX-License-Identifier: Apache-2.0
// The rows of a table that a filter leaves, in the order of one of its columns: numbers of rows, for views over tables
// of millions of rows.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/profile/datatable.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

struct TableQuery {
    std::vector<std::string> words; ///< each must occur in some cell of a row, in any case
    std::optional<Interval> within; ///< rows with a begin (column "start" or "time") that overlap it; others stay
    int sortColumn = -1;            ///< -1: as the table has them
    bool isDescending = false;
};

/** Missing values come last in either order; equal ones keep the table's order. `shouldContinue` is asked now and then;
   once it says no the answer is empty. */
std::vector<int64_t> rowsOf(
    const DataTable &table, const TableQuery &query, const std::function<bool()> &shouldContinue = [] { return true; });

/** The column of the times by which a stretch of time chooses rows; -1: the table has none. */
int beginColumn(const DataTable &table);

} // namespace jitscope::inline analysis

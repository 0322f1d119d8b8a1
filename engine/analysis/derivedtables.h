// SPDX-License-Identifier: Apache-2.0
// What the columns mean of tables that we compute ourselves; those of producers are in profiletables.cpp.
#pragma once

#include "engine/profile/datatable.h"

#include <cmath>
#include <string>
#include <string_view>

namespace jitscope::inline analysis {

/** What stands in a cell where the members of a group differ. */
constexpr const char *severalText = "several";
/** What groups stand under whose key the producer did not record. */
constexpr const char *notRecordedText = "(not recorded)";

/** A sentence on a column of a table, ours or a producer's; "" for one that nobody explains. */
std::string columnMeaning(std::string_view table, std::string_view column);
/** The file of the producer that a table comes from, for who misses it: "kernel_details.csv (or TASK in the
    database)"; "" for none. */
std::string tableOrigin(std::string_view table);

inline int64_t rounded(double value) {
    return std::llround(value);
}

} // namespace jitscope::inline analysis

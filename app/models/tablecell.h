// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of profiler tables for people: times, sizes and shares with their units; exact values for tool tips and files.
#pragma once

#include "engine/profile/datatable.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** A point in time, not a length of it: shown from the begin of the trace. */
bool isInstant(const DataColumn &column);
bool isNumber(const DataColumn &column);
/** "1.25 ms", "4.8 MB", "12.3 %"; "" for a missing value. `originNs` is what instants count from. */
QString cellText(const DataTable &table, int64_t row, int column, int64_t originNs);
/** As the table has it, with its unit: "1736412474730135222 ns". */
QString exactText(const DataTable &table, int64_t row, int column);
/** "input_shapes" as a heading: "Input shapes", translated. */
QString columnTitle(const DataColumn &column);
/** A time as the panels about profiles write it, so that one number looks the same everywhere. */
QString timeText(double ns);
/** "17.483722 ms" from the begin of the trace. */
QString instantText(int64_t fromOriginNs);
QString sizeText(double bytes);    ///< of memory: base 1024
QString trafficText(double bytes); ///< over a link: base 1000
QString shareAsPercent(double share);

/** A table's rows (all for an empty list of columns) as CSV by RFC 4180, exact, with units in the header. */
std::string tableCsv(const DataTable &table, const std::vector<int64_t> &rows, const std::vector<int> &columns);

} // namespace models
} // namespace jitscope

// SPDX-License-Identifier: Apache-2.0
// A table of numbers and texts, stored by column: what profilers write beside their timelines.
#pragma once

#include "engine/profile/trace.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline profile {

enum class ColumnType : uint8_t { Integer, Real, Text };

/** An integer that is not there; a missing real is NaN, a missing text "". */
constexpr int64_t missingInteger = std::numeric_limits<int64_t>::min();

struct DataColumn {
    std::string name;
    ColumnType type = ColumnType::Text;
    std::string unit; ///< "ns", "B", "us", "GB/s", "%"; "" for none
    /** The one that its type says has a value a row, the others are empty. */
    std::vector<int64_t> integers;
    std::vector<double> reals;
    std::vector<uint32_t> texts; ///< ids in `pool`
    TextPool pool;
};

class DataTable {
public:
    explicit DataTable(std::string name = {})
        : m_name(std::move(name)) {}

    const std::string &name() const { return m_name; }
    int64_t rowCount() const { return m_rows; }
    const std::vector<DataColumn> &columns() const { return m_columns; }
    int columnCount() const { return int(m_columns.size()); }
    /** Its index, -1 for none of that name. */
    int column(std::string_view name) const;

    /** A further column, missing in the rows that are there; the one of that name if there is one. */
    int addColumn(std::string name, ColumnType type, std::string unit = {});
    /** A row of missing values; its number. */
    int64_t addRow();
    void setInteger(int64_t row, int column, int64_t value) { m_columns[size_t(column)].integers[size_t(row)] = value; }
    void setReal(int64_t row, int column, double value) { m_columns[size_t(column)].reals[size_t(row)] = value; }
    void setText(int64_t row, int column, std::string_view value);

    /** Missing where there is no such column (-1), so that readers of a table need not ask twice. */
    int64_t integer(int64_t row, int column) const {
        return column < 0 ? missingInteger : m_columns[size_t(column)].integers[size_t(row)];
    }
    double real(int64_t row, int column) const {
        return column < 0 ? std::numeric_limits<double>::quiet_NaN() : m_columns[size_t(column)].reals[size_t(row)];
    }
    const std::string &text(int64_t row, int column) const;
    /** A number of either kind; NaN for a missing one and for texts. */
    double number(int64_t row, int column) const;
    /** The same as a whole number, reals rounded; missingInteger for those beyond what a double counts exactly. */
    int64_t whole(int64_t row, int column) const;
    /** Any cell as text: integers and shortest reals, "" for missing ones. */
    std::string cell(int64_t row, int column) const;

private:
    std::string m_name;
    std::vector<DataColumn> m_columns;
    int64_t m_rows = 0;
};

} // namespace jitscope::inline profile

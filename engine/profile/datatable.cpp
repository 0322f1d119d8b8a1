// SPDX-License-Identifier: Apache-2.0
// Tables by column: cells in, cells out.
#include "engine/profile/datatable.h"

#include "engine/base/text.h"

#include <cassert>

namespace jitscope::inline profile {

int DataTable::column(std::string_view name) const {
    for (size_t i = 0; i < m_columns.size(); ++i)
        if (m_columns[i].name == name) return int(i);
    return -1;
}

int DataTable::addColumn(std::string name, ColumnType type, std::string unit) {
    if (const int known = column(name); known >= 0) return known;
    DataColumn added{std::move(name), type, std::move(unit), {}, {}, {}, {}};
    const size_t rows = size_t(m_rows);
    if (type == ColumnType::Integer) added.integers.assign(rows, missingInteger);
    if (type == ColumnType::Real) added.reals.assign(rows, std::numeric_limits<double>::quiet_NaN());
    if (type == ColumnType::Text) added.texts.assign(rows, uint32_t(added.pool.add({}).value));
    m_columns.push_back(std::move(added));
    return int(m_columns.size()) - 1;
}

int64_t DataTable::addRow() {
    for (DataColumn &column : m_columns) {
        if (column.type == ColumnType::Integer) column.integers.push_back(missingInteger);
        if (column.type == ColumnType::Real) column.reals.push_back(std::numeric_limits<double>::quiet_NaN());
        if (column.type == ColumnType::Text) column.texts.push_back(0); // "", which addColumn put there first
    }
    return m_rows++;
}

void DataTable::setText(int64_t row, int column, std::string_view value) {
    DataColumn &of = m_columns[size_t(column)];
    of.texts[size_t(row)] = uint32_t(of.pool.add(value).value);
}

const std::string &DataTable::text(int64_t row, int column) const {
    static const std::string none;
    if (column < 0) return none;
    const DataColumn &of = m_columns[size_t(column)];
    return of.pool.text(TextId{of.texts[size_t(row)]});
}

double DataTable::number(int64_t row, int column) const {
    if (column < 0 || m_columns[size_t(column)].type == ColumnType::Text) return std::nan("");
    if (m_columns[size_t(column)].type == ColumnType::Real) return real(row, column);
    const int64_t value = integer(row, column);
    return value == missingInteger ? std::nan("") : double(value);
}

int64_t DataTable::whole(int64_t row, int column) const {
    constexpr double most = 9e15;
    if (column >= 0 && m_columns[size_t(column)].type == ColumnType::Integer) return integer(row, column);
    const double value = number(row, column);
    return std::isfinite(value) && std::abs(value) < most ? std::llround(value) : missingInteger;
}

std::string DataTable::cell(int64_t row, int column) const {
    assert(column >= 0 && column < columnCount());
    const DataColumn &of = m_columns[size_t(column)];
    if (of.type == ColumnType::Text) return text(row, column);
    if (of.type == ColumnType::Integer)
        return integer(row, column) == missingInteger ? std::string() : std::to_string(integer(row, column));
    return std::isnan(real(row, column)) ? std::string() : shortestNumber(real(row, column));
}

} // namespace jitscope::inline profile

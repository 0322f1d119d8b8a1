// SPDX-License-Identifier: Apache-2.0
// A row of a table while it is filled.
#pragma once

#include "engine/profile/datatable.h"

namespace jitscope::inline profile {

/** Fills a new row, cell by cell, by the names of the columns. */
class TableRow {
public:
    explicit TableRow(DataTable &table)
        : m_table(table)
        , m_row(table.addRow()) {}
    TableRow &text(const char *column, std::string_view value) {
        m_table.setText(m_row, m_table.column(column), value);
        return *this;
    }
    TableRow &integer(const char *column, int64_t value) {
        m_table.setInteger(m_row, m_table.column(column), value);
        return *this;
    }
    TableRow &real(const char *column, double value) {
        m_table.setReal(m_row, m_table.column(column), value);
        return *this;
    }

private:
    DataTable &m_table;
    int64_t m_row;
};

} // namespace jitscope::inline profile

// SPDX-License-Identifier: GPL-3.0-or-later
// A profiler's table as Qt sees it: it copies nothing, so a million rows cost what is in view.
#pragma once

#include "engine/analysis/comparison/rankdifference.h"
#include "engine/profile/datatable.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace jitscope {
inline namespace models {

using TablePtr = std::shared_ptr<const DataTable>;

class DataTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /** `rows` of the table in the order in which they are shown, `columns` of it that are. */
    void setTable(TablePtr table, std::vector<int64_t> rows, std::vector<int> columns, int64_t originNs);
    /** What its columns of differences are worth: in words and colour, too. Goes with the next table. */
    void setDeltas(std::vector<DeltaColumn> deltas) { m_deltas = std::move(deltas); }
    void setRows(std::vector<int64_t> rows);
    void setColumns(std::vector<int> columns);

    const TablePtr &table() const { return m_table; }
    const std::vector<int64_t> &rows() const { return m_rows; }
    const std::vector<int> &columns() const { return m_columns; }
    int64_t tableRow(int row) const { return m_rows[size_t(row)]; }
    int tableColumn(int column) const { return m_columns[size_t(column)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const DeltaColumn *deltaAt(int tableColumn, int64_t row) const;
    QVariant deltaData(const DeltaColumn &delta, int64_t row, int role) const;

    TablePtr m_table;
    std::vector<DeltaColumn> m_deltas;
    std::vector<int64_t> m_rows;
    std::vector<int> m_columns;
    int64_t m_originNs = 0;
};

} // namespace models
} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/datatablemodel.h"

#include "app/models/deltawords.h"
#include "app/models/tablecell.h"
#include "app/models/tablemodel.h"
#include "app/sdk/theme.h"
#include "engine/analysis/derivedtables.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope {
inline namespace models {

void DataTableModel::setTable(TablePtr table, std::vector<int64_t> rows, std::vector<int> columns, int64_t originNs) {
    beginResetModel();
    m_table = std::move(table);
    m_rows = std::move(rows);
    m_columns = std::move(columns);
    m_originNs = originNs;
    endResetModel();
}

void DataTableModel::setRows(std::vector<int64_t> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void DataTableModel::setColumns(std::vector<int> columns) {
    beginResetModel();
    m_columns = std::move(columns);
    endResetModel();
}

int DataTableModel::rowCount(const QModelIndex &parent) const {
    if (parent.isValid()) return 0;
    return int(std::min<size_t>(m_rows.size(), size_t(std::numeric_limits<int>::max())));
}

int DataTableModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant DataTableModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const int64_t row = tableRow(index.row());
    const int column = tableColumn(index.column());
    if (const DeltaColumn *delta = deltaAt(column, row))
        if (QVariant value = deltaData(*delta, row, role); value.isValid()) return value;
    const DataColumn &of = m_table->columns()[size_t(column)];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(*m_table, row, column, m_originNs);
    case Qt::ToolTipRole:
        return exactText(*m_table, row, column);
    case Qt::TextAlignmentRole:
        return int((isNumber(of) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case ShareRole:
        return of.unit == "share" && !std::isnan(m_table->real(row, column)) ? QVariant(m_table->real(row, column))
                                                                             : QVariant();
    case RowRole:
        return qlonglong(row);
    case Qt::FontRole:
        return isNumber(of) ? QVariant(codeFont()) : QVariant();
    default:
        return {};
    }
}

/** Null for columns of other things, and where there is no difference. */
const DeltaColumn *DataTableModel::deltaAt(int tableColumn, int64_t row) const {
    const auto found = std::ranges::find(m_deltas, tableColumn, &DeltaColumn::column);
    return found != m_deltas.end() && !std::isnan(m_table->number(row, tableColumn)) ? &*found : nullptr;
}

QVariant DataTableModel::deltaData(const DeltaColumn &delta, int64_t row, int role) const {
    const DeltaVerdict verdict = delta.verdicts[size_t(row)];
    const std::string &unit = m_table->columns()[size_t(delta.column)].unit;
    if (role == Qt::DisplayRole) return deltaText(verdict, m_table->number(row, delta.column), unit);
    if (role == Qt::ToolTipRole) return verdictText(verdict, delta.noise[size_t(row)], unit);
    return role == Qt::ForegroundRole ? QVariant(deltaColour(verdict, unit)) : QVariant();
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const DataColumn &column = m_table->columns()[size_t(tableColumn(section))];
    if (role == Qt::DisplayRole) return columnTitle(column);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::ToolTipRole) return {};
    const std::string meaning = columnMeaning(m_table->name(), column.name);
    return meaning.empty() ? columnTitle(column) : QCoreApplication::translate("Tables", meaning.c_str());
}

} // namespace models
} // namespace jitscope

#include "moc_datatablemodel.cpp"

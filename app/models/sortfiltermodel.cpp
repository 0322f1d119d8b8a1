// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/sortfiltermodel.h"

#include "app/models/tablemodel.h"

namespace jitscope {
inline namespace models {

SortFilterModel::SortFilterModel(QObject *parent)
    : QSortFilterProxyModel(parent) {
    setSortRole(SortRole);
    setRecursiveFilteringEnabled(true);
}

void SortFilterModel::setFilterText(const QString &text) {
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool SortFilterModel::filterAcceptsRow(int row, const QModelIndex &parent) const {
    const int columns = sourceModel()->columnCount(parent);
    for (const QString &word : m_words) {
        bool found = false;
        for (int column = 0; column < columns && !found; ++column) {
            const QString text = sourceModel()->index(row, column, parent).data().toString();
            found = text.contains(word, Qt::CaseInsensitive);
        }
        if (!found) return false;
    }
    return true;
}

bool SortFilterModel::lessThan(const QModelIndex &left, const QModelIndex &right) const {
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    const auto order = QVariant::compare(a, b);
    // Rows that a column cannot tell apart keep their order, so that the same data always looks the same.
    if (order == QPartialOrdering::Equivalent || order == QPartialOrdering::Unordered) return left.row() < right.row();
    return order == QPartialOrdering::Less;
}

} // namespace models
} // namespace jitscope

#include "moc_sortfiltermodel.cpp"

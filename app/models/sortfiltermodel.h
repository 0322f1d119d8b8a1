// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts a model by raw values and keeps the rows (with what is above them) in which all words of a filter occur.
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace jitscope {
inline namespace models {

class SortFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit SortFilterModel(QObject *parent = nullptr);

    /** Words, all of which must occur in some column of a row, in any case and order. */
    void setFilterText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    QStringList m_words;
};

} // namespace models
} // namespace jitscope

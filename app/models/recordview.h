// SPDX-License-Identifier: GPL-3.0-or-later
// The table view of every panel: one row height, sorting, bars for shares, copying rows as text.
#pragma once

#include <QTreeView>

namespace jitscope {
inline namespace models {

class SortFilterModel;

class RecordView : public QTreeView {
    Q_OBJECT
public:
    explicit RecordView(QWidget *parent = nullptr);

    /** Shows `source` through a SortFilterModel, which is returned. */
    SortFilterModel *setRecords(QAbstractItemModel *source);
    SortFilterModel *records() const { return m_proxy; }
    /** Selects the row of the source model and scrolls to it; -1 selects none. Emits nothing but Qt's own signals. */
    void selectSourceRow(int row);
    /** The row of the source model that is current, or -1. */
    int currentSourceRow() const;
    /** Columns as wide as what they hold, all but the last `widest` pixels or their heading at most: long names are
       cut, so that what is told of them is in sight, too. Tool tips have them whole. */
    void fitColumns(int widest);
    /** Up and down alone: rows are what is chosen, and their names stand in the first column. */
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    /** All rows as the view shows them, tab separated with a header. */
    QString allAsText() const;

public Q_SLOTS:
    /** Puts the selected rows on the clipboard, tab separated with a header. */
    void copySelected() const;

protected:
    bool event(QEvent *event) override;
    /** Makes no row current: who only opened a panel has chosen nothing. The first arrow key does. */
    void focusInEvent(QFocusEvent *event) override;

private:
    void letGoOf(const QModelIndex &parent, int first, int last);

    SortFilterModel *m_proxy;
};

} // namespace models
} // namespace jitscope

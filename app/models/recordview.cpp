// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recordview.h"

#include "app/models/modeltext.h"
#include "app/models/recorddelegate.h"
#include "app/models/rowkeys.h"
#include "app/models/rowmenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/sdk/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QScrollBar>
#include <algorithm>

namespace jitscope {
inline namespace models {

RecordView::RecordView(QWidget *parent)
    : QTreeView(parent)
    , m_proxy(new SortFilterModel(this)) {
    setItemDelegate(new RecordDelegate(this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSortingEnabled(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(false);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(true);
    // Before the selection model: it would make a neighbour current, and typing a filter would choose that.
    connect(m_proxy, &QAbstractItemModel::rowsAboutToBeRemoved, this, &RecordView::letGoOf);
    setModel(m_proxy);

    auto *copy = new QAction(tr("Copy rows"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &RecordView::copySelected);
    addAction(copy);
    RowMenu::of(*this).setAllAsText([this](TextFormat format) { return modelText(*m_proxy, format); });
}

bool RecordView::event(QEvent *event) {
    return keepsRowKey(*event) || QTreeView::event(event);
}

void RecordView::focusInEvent(QFocusEvent *event) {
    const bool isChosen = currentIndex().isValid();
    const QSignalBlocker quiet(selectionModel());
    QTreeView::focusInEvent(event);
    if (!isChosen) selectionModel()->clearCurrentIndex();
}

void RecordView::letGoOf(const QModelIndex &parent, int first, int last) {
    QModelIndex row = currentIndex();
    while (row.isValid() && row.parent() != parent)
        row = row.parent();
    if (!row.isValid() || row.row() < first || row.row() > last) return;
    const QSignalBlocker quiet(selectionModel());
    selectionModel()->clear();
}

SortFilterModel *RecordView::setRecords(QAbstractItemModel *source) {
    m_proxy->setSourceModel(source);
    return m_proxy;
}

void RecordView::fitColumns(int widest) {
    const int last = model()->columnCount() - 1;
    for (int column = 0; column <= last; ++column) {
        resizeColumnToContents(column);
        const int heading = header()->sectionSizeHint(column);
        if (column < last) setColumnWidth(column, std::min(columnWidth(column), std::max(widest, heading)));
    }
}

void RecordView::scrollTo(const QModelIndex &index, ScrollHint hint) {
    const int sideways = horizontalScrollBar()->value();
    QTreeView::scrollTo(index, hint);
    horizontalScrollBar()->setValue(sideways);
}

void RecordView::selectSourceRow(int row) {
    const QModelIndex index = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_proxy->sourceModel()->index(row, 0));
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    if (index.row() == currentIndex().row() && selectionModel()->isRowSelected(index.row(), {})) return;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

int RecordView::currentSourceRow() const {
    const QModelIndex current = currentIndex();
    return current.isValid() ? m_proxy->mapToSource(current).row() : -1;
}

QString RecordView::allAsText() const {
    return modelText(*m_proxy);
}

void RecordView::copySelected() const {
    QApplication::clipboard()->setText(rowsText(*m_proxy, selectionModel()->selectedIndexes()));
}

} // namespace models
} // namespace jitscope

#include "moc_recordview.cpp"

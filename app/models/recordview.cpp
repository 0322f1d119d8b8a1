// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recordview.h"

#include "app/models/modeltext.h"
#include "app/models/recorddelegate.h"
#include "app/models/rowmenu.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/sdk/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>

namespace jitscope {

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
    setModel(m_proxy);

    auto *copy = new QAction(tr("Copy rows"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &RecordView::copySelected);
    addAction(copy);
    RowMenu::of(*this).setAllAsText([this](TextFormat format) { return modelText(*m_proxy, format); });
}

SortFilterModel *RecordView::setRecords(QAbstractItemModel *source) {
    m_proxy->setSourceModel(source);
    return m_proxy;
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

} // namespace jitscope

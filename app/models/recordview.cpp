// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recordview.h"

#include "app/models/modeltext.h"
#include "app/models/recorddelegate.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/sdk/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

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

void RecordView::contextMenuEvent(QContextMenuEvent *event) {
    QMenu menu(this);
    menu.addActions(actions());
    struct Form {
        QString title;
        TextFormat format;
    };
    for (const Form &form :
         {Form{tr("Copy all as Markdown"), TextFormat::Markdown}, Form{tr("Copy all as CSV"), TextFormat::Csv}})
        menu.addAction(form.title, this,
                       [this, form] { QApplication::clipboard()->setText(modelText(*m_proxy, form.format)); });
    menu.exec(event->globalPos());
}

} // namespace jitscope

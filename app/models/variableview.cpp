// SPDX-License-Identifier: GPL-3.0-or-later
// Keys: Enter opens a tensor, F2 edits, Ctrl+C copies the value, Ctrl+Shift+C copies it as Python.
#include "app/models/variableview.h"

#include "app/models/healthbar.h"
#include "app/models/modeltext.h"
#include "app/models/rowmenu.h"
#include "app/models/variablemodel.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace jitscope {
inline namespace models {

namespace {

constexpr int nameWidth = 120, typeWidth = 110, healthWidth = 90;

class VariableDelegate : public QStyledItemDelegate {
public:
    VariableDelegate(HealthCache &health, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_health(health) {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const int64_t tensor = index.data(tensorRole).toLongLong();
        if (tensor < 0) return;
        if (const auto health = m_health.health(tensor))
            paintHealthBar(*painter, option.rect.adjusted(8, 0, -8, 0), *health);
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width() + metrics::grid, metrics::rowHeight};
    }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override {
        QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
        editor->setFont(codeFont());
        editor->setAccessibleName(index.siblingAtColumn(VariableModel::NameColumn).data().toString());
        editor->setProperty("role", "cell");
        return editor;
    }

private:
    HealthCache &m_health;
};

} // namespace

VariableView::VariableView(HealthCache &health, QWidget *parent)
    : QTreeView(parent)
    , m_model(new VariableModel(health, this)) {
    setModel(m_model);
    setItemDelegate(new VariableDelegate(health, this));
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(14);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setDragEnabled(true);
    setExpandsOnDoubleClick(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(VariableModel::ValueColumn, QHeaderView::Stretch);
    header()->setMinimumSectionSize(40);
    header()->resizeSection(VariableModel::NameColumn, nameWidth);
    header()->resizeSection(VariableModel::TypeColumn, typeWidth);
    header()->resizeSection(VariableModel::HealthColumn, healthWidth);
    RowMenu::of(*this).addPart([this](QMenu &menu, const QModelIndex &index) { fillMenu(menu, index); });
}

QString VariableView::currentName() const {
    const VariableRow *row = m_model->row(currentIndex());
    return row && !row->isGroup ? row->name : QString();
}

void VariableView::editCurrent(int column) {
    const QModelIndex index = currentIndex().siblingAtColumn(column);
    if (!index.isValid() || !(index.flags() & Qt::ItemIsEditable)) return;
    setCurrentIndex(index);
    edit(index);
}

QString VariableView::allAsText() const {
    return modelText(*m_model);
}

bool VariableView::openTensor(const QModelIndex &index) {
    const VariableRow *row = m_model->row(index);
    if (!row || row->tensor < 0) return false;
    Q_EMIT tensorWanted(row->tensor);
    return true;
}

void VariableView::copyValue() const {
    QStringList texts;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        if (const VariableRow *row = m_model->row(index); row && !row->isGroup) texts.append(row->value);
    if (!texts.isEmpty()) QApplication::clipboard()->setText(texts.join(QLatin1Char('\n')));
}

void VariableView::keyPressEvent(QKeyEvent *event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && state() != EditingState && openTensor(currentIndex())) return;
    if (event->key() == Qt::Key_F2) {
        const int column = m_model->editable.contains(VariableModel::ValueColumn) ? VariableModel::ValueColumn
                                                                                  : VariableModel::NameColumn;
        editCurrent(column);
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        copyValue();
        return;
    }
    if (event->key() == Qt::Key_C && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        Q_EMIT pythonWanted(currentIndex());
        return;
    }
    QTreeView::keyPressEvent(event);
}

void VariableView::mouseDoubleClickEvent(QMouseEvent *event) {
    const QModelIndex index = indexAt(event->pos());
    if (openTensor(index)) return;
    if (index.isValid() && (index.flags() & Qt::ItemIsEditable)) {
        edit(index);
        return;
    }
    QTreeView::mouseDoubleClickEvent(event);
}

void VariableView::fillMenu(QMenu &menu, const QModelIndex &index) {
    const VariableRow *row = m_model->row(index);
    if (!row || row->isGroup) return;
    QAction *open = menu.addAction(tr("Open in Values"), this, [this] { openTensor(currentIndex()); });
    open->setEnabled(row->tensor >= 0);
    QAction *change = menu.addAction(tr("Edit"), this, [this] {
        editCurrent(m_model->editable.contains(VariableModel::ValueColumn) ? VariableModel::ValueColumn
                                                                           : VariableModel::NameColumn);
    });
    change->setShortcut(QKeySequence(Qt::Key_F2));
    change->setEnabled(!m_model->editable.isEmpty());
    menu.addSeparator();
    menu.addAction(tr("Copy value"), this, &VariableView::copyValue)->setShortcut(QKeySequence::Copy);
    menu.addAction(tr("Copy as Python"), this, [this] { Q_EMIT pythonWanted(currentIndex()); })
        ->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    menu.addSeparator();
    menu.addAction(tr("Add to Watch"), this, [this] { Q_EMIT watchWanted(currentName()); });
}

/** In a narrow panel the value matters more than the type, and the type more than the health. */
void VariableView::resizeEvent(QResizeEvent *event) {
    QTreeView::resizeEvent(event);
    const int room = viewport()->width();
    setColumnHidden(VariableModel::HealthColumn, room < 380);
    setColumnHidden(VariableModel::TypeColumn, room < 260);
}

} // namespace models
} // namespace jitscope

#include "moc_variableview.cpp"

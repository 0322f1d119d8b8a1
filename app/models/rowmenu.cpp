// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/rowmenu.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>

#include <array>

namespace jitscope {
inline namespace models {

namespace {

constexpr int mostRows = 10'000; ///< that are copied in other forms than the view's own text

/** In menus an ampersand marks a key. */
QString plain(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

void copy(const QString &text) {
    QApplication::clipboard()->setText(text);
}

/** The first rows that are selected if `index` is among them, else its own. A long selection is never walked whole. */
QModelIndexList rowsAt(const QAbstractItemView &view, const QModelIndex &index) {
    const QItemSelectionModel &selection = *view.selectionModel();
    if (!selection.isSelected(index)) return {index};
    QModelIndexList rows;
    for (const QItemSelectionRange &range : selection.selection())
        for (int row = range.top(); row <= range.bottom() && rows.size() < mostRows; ++row)
            rows.append(view.model()->index(row, 0, range.parent()));
    return rows;
}

struct Form {
    const char *text;
    TextFormat format;
};
constexpr std::array<Form, 3> forms = {
    {{QT_TRANSLATE_NOOP("jitscope::models::RowMenu", "Text with tabs"), TextFormat::Tsv},
     {QT_TRANSLATE_NOOP("jitscope::models::RowMenu", "Markdown"), TextFormat::Markdown},
     {QT_TRANSLATE_NOOP("jitscope::models::RowMenu", "CSV"), TextFormat::Csv}}};

} // namespace

RowMenu &RowMenu::of(QAbstractItemView &view) {
    if (auto *known = view.findChild<RowMenu *>(QString(), Qt::FindDirectChildrenOnly)) return *known;
    return *new RowMenu(view);
}

RowMenu::RowMenu(QAbstractItemView &view)
    : QObject(&view)
    , m_view(view) {
    view.setContextMenuPolicy(Qt::DefaultContextMenu);
    // A click comes to the viewport, the menu key to the view.
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
}

bool RowMenu::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::ContextMenu) return QObject::eventFilter(watched, event);
    open(*static_cast<QContextMenuEvent *>(event));
    event->accept();
    return true;
}

void RowMenu::open(const QContextMenuEvent &event) {
    const bool isByKey = event.reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index =
        isByKey ? m_view.currentIndex() : m_view.indexAt(m_view.viewport()->mapFromGlobal(event.globalPos()));
    auto *menu = new QMenu(&m_view);
    menu->setObjectName(QStringLiteral("rowMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    fill(*menu, index);
    if (menu->isEmpty()) {
        delete menu;
        return;
    }
    const QPoint below = m_view.viewport()->mapToGlobal(m_view.visualRect(index).bottomLeft());
    menu->popup(isByKey && index.isValid() ? below : event.globalPos());
}

void RowMenu::fill(QMenu &menu, const QModelIndex &index) const {
    if (index.isValid())
        for (const Part &part : m_parts) {
            part(menu, index);
            menu.addSeparator();
        }
    addCopying(menu, index);
}

void RowMenu::addCopying(QMenu &menu, const QModelIndex &index) const {
    if (!m_view.model() || m_view.model()->rowCount() == 0) return;
    const QString cell = index.data().toString();
    if (!cell.isEmpty()) {
        const QString shown = cell.simplified();
        menu.addAction(tr("Copy “%1”").arg(plain(shown.size() > 32 ? shown.left(31) + QStringLiteral("…") : shown)),
                       &menu, [cell] { copy(cell); })
            ->setObjectName(QStringLiteral("copyCell"));
    }
    for (QAction *action : m_view.actions())
        if (!action->text().isEmpty()) menu.addAction(action); // others are keys alone
    if (index.isValid()) {
        QMenu *rows = menu.addMenu(tr("Copy rows as"));
        for (const Form &form : forms)
            rows->addAction(tr(form.text), rows, [this, format = form.format, at = QPersistentModelIndex(index)] {
                copy(rowsAs(format, at));
            });
    }
    QMenu *all = menu.addMenu(tr("Copy the whole table as"));
    for (const Form &form : forms)
        all->addAction(tr(form.text), all, [this, format = form.format] { copy(tableAs(format)); });
}

QString RowMenu::rowsAs(TextFormat format, const QModelIndex &index) const {
    return rowsText(*m_view.model(), rowsAt(m_view, index), format);
}

QString RowMenu::tableAs(TextFormat format) const {
    return m_allAsText ? m_allAsText(format) : modelText(*m_view.model(), format);
}

} // namespace models
} // namespace jitscope

#include "moc_rowmenu.cpp"

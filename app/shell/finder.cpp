// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/finder.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QAbstractListModel>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int rowLimit = 100;
constexpr int rowHeight = 28;
constexpr int visibleRows = 12;
constexpr int kindWidth = 84, gap = 10;
constexpr int preferredWidth = 640;

enum Role { KindRole = Qt::UserRole, DetailRole, HintRole };

class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {0, rowHeight}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        const Theme &theme = currentTheme();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.selection);
        QRect rest = option.rect.adjusted(12, 0, -12, 0);
        rest.setRight(drawRight(*painter, rest, index.data(HintRole).toString()));
        const int kind = drawLeft(*painter, rest, smallUiFont(), theme.text2, index.data(KindRole).toString(), 0);
        rest.setLeft(std::max(rest.left() + kindWidth, kind + gap));
        rest.setLeft(drawLeft(*painter, rest, uiFont(), theme.text, index.data().toString(), 0) + gap);
        drawLeft(*painter, rest, uiFont(), theme.text2, index.data(DetailRole).toString(), 0);
    }

private:
    /** Draws `text` and returns where the next may begin, at least `minimum` further. */
    static int drawLeft(QPainter &painter, const QRect &rect, const QFont &font, const QColor &colour,
                        const QString &text, int minimum) {
        const QFontMetrics measures(font);
        painter.setFont(font);
        painter.setPen(colour);
        const QString shown = measures.elidedText(text, Qt::ElideMiddle, rect.width());
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, shown);
        return rect.left() + std::max(minimum, measures.horizontalAdvance(shown));
    }
    static int drawRight(QPainter &painter, const QRect &rect, const QString &text) {
        if (text.isEmpty()) return rect.right();
        painter.setFont(smallUiFont());
        painter.setPen(currentTheme().text2);
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignRight, text);
        return rect.right() - QFontMetrics(smallUiFont()).horizontalAdvance(text) - 12;
    }
};

} // namespace

int matchRank(const QString &query, const QString &title, const QString &detail, const QString &words) {
    if (query.isEmpty()) return 2;
    if (title.startsWith(query, Qt::CaseInsensitive)) return 0;
    if (title.contains(query, Qt::CaseInsensitive)) return 1;
    const QString shown = title + QLatin1Char(' ') + detail;
    int rank = 2;
    for (const QString &word : query.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (shown.contains(word, Qt::CaseInsensitive)) continue;
        if (!words.contains(word, Qt::CaseInsensitive)) return -1;
        rank = 3;
    }
    return rank;
}

class FinderModel : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    void setItems(QList<FinderItem> items) {
        beginResetModel();
        m_items = std::move(items);
        endResetModel();
    }
    const FinderItem &item(int row) const { return m_items[row]; }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_items.size()); }
    QVariant data(const QModelIndex &index, int role) const override {
        const FinderItem &item = m_items[index.row()];
        switch (role) {
        case Qt::DisplayRole:
            return item.title;
        case Qt::AccessibleTextRole:
            return QStringList{item.kind, item.title, item.detail}.join(QStringLiteral(", "));
        case KindRole:
            return item.kind;
        case DetailRole:
            return item.detail;
        case HintRole:
            return item.hint;
        default:
            return {};
        }
    }

private:
    QList<FinderItem> m_items;
};

Finder::Finder(QWidget *window)
    : QFrame(window)
    , m_query(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_empty(new QLabel(tr("Nothing fits."), this))
    , m_model(new FinderModel(this)) {
    setObjectName(QStringLiteral("finder"));
    setProperty("role", "popup");
    m_query->setObjectName(QStringLiteral("finderQuery"));
    m_query->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition)->setText(tr("Search"));
    m_query->setMinimumHeight(32);
    m_list->setObjectName(QStringLiteral("finderList"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Results"));
    m_empty->setProperty("role", "hint");
    m_empty->setContentsMargins(12, 4, 12, 6);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_query);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty);

    m_query->installEventFilter(this);
    connect(m_query, &QLineEdit::textChanged, this, &Finder::update);
    connect(m_list, &QListView::clicked, this, &Finder::activateCurrent);
    hide();
}

void Finder::open(const QString &name, FinderSource source) {
    m_source = std::move(source);
    m_before = QApplication::focusWidget();
    m_query->setPlaceholderText(name);
    m_query->setAccessibleName(name);
    setAccessibleName(name);
    const int width = std::min(preferredWidth, parentWidget()->width() - 2 * metrics::grid);
    const int height = std::min(visibleRows * rowHeight + 64, parentWidget()->height() - 8 * metrics::grid);
    setGeometry((parentWidget()->width() - width) / 2, 6 * metrics::grid, width, height);
    m_query->clear();
    update({});
    show();
    raise();
    m_query->setFocus(Qt::ShortcutFocusReason);
}

bool Finder::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::FocusOut) {
        hide();
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // while it is open the keys are its own: none runs or changes what is behind it
        return true;
    }
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape:
        closeAndReturn();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        activateCurrent();
        return true;
    case Qt::Key_Down:
        moveBy(1);
        return true;
    case Qt::Key_Up:
        moveBy(-1);
        return true;
    case Qt::Key_PageDown:
        moveBy(visibleRows);
        return true;
    case Qt::Key_PageUp:
        moveBy(-visibleRows);
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void Finder::update(const QString &query) {
    if (!m_source) return;
    m_model->setItems(m_source(query.trimmed(), rowLimit));
    const bool any = m_model->rowCount() > 0;
    m_list->setVisible(any);
    m_empty->setVisible(!any);
    if (any) m_list->setCurrentIndex(m_model->index(0));
}

void Finder::activateCurrent() {
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid()) return;
    const auto activate = m_model->item(current.row()).activate;
    closeAndReturn();
    activate();
}

void Finder::closeAndReturn() {
    if (m_before) m_before->setFocus(Qt::OtherFocusReason);
    hide();
}

void Finder::moveBy(int rows) {
    if (m_model->rowCount() == 0) return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, m_model->rowCount() - 1);
    m_list->setCurrentIndex(m_model->index(row));
}

} // namespace shell
} // namespace jitscope

#include "moc_finder.cpp"

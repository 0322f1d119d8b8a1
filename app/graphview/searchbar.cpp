// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/searchbar.h"

#include "app/graphview/graphview.h"
#include "app/sdk/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace jitscope {
inline namespace graphview {

namespace {

QToolButton *button(const QString &icon, const QString &toolTip, QWidget *parent) {
    auto *result = new QToolButton(parent);
    result->setIcon(themedIcon(icon));
    result->setToolTip(toolTip);
    result->setAccessibleName(toolTip);
    result->setAutoRaise(true);
    result->setFixedSize(24, 24);
    return result;
}

} // namespace

SearchBar::SearchBar(GraphView &view)
    : QFrame(&view)
    , m_view(view)
    , m_edit(new QLineEdit(this))
    , m_count(new QLabel(this)) {
    setObjectName(QStringLiteral("graphSearch"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    m_edit->setObjectName(QStringLiteral("graphSearchEdit"));
    m_edit->setPlaceholderText(tr("find: matmul  op:ReLU  scope:fc  /relu|gelu/"));
    m_edit->setAccessibleName(tr("Find in the graph"));
    m_edit->setFixedWidth(250);
    m_edit->installEventFilter(this);
    m_count->setMinimumWidth(64);
    auto *previous = button(QStringLiteral("up"), tr("Previous match (Shift+F3)"), this);
    auto *next = button(QStringLiteral("down"), tr("Next match (F3)"), this);
    auto *close = button(QStringLiteral("close"), tr("Close the search (Esc)"), this);

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(6, 4, 4, 4);
    row->setSpacing(4);
    row->addWidget(m_edit);
    row->addWidget(m_count);
    row->addWidget(previous);
    row->addWidget(next);
    row->addWidget(close);
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString &text) { m_view.setSearch(text); });
    connect(previous, &QToolButton::clicked, this, [this] { m_view.goToMatch(-1); });
    connect(next, &QToolButton::clicked, this, [this] { m_view.goToMatch(1); });
    connect(close, &QToolButton::clicked, this, &SearchBar::close);
    hide();
}

void SearchBar::open() {
    show();
    updatePlace();
    raise();
    m_edit->setFocus();
    m_edit->selectAll();
}

void SearchBar::close() {
    m_edit->clear();
    hide();
    m_view.setFocus();
}

void SearchBar::updatePlace() {
    resize(std::min(sizeHint().width(), m_view.width() - 16), sizeHint().height());
    move(m_view.width() - width() - 8, 8);
}

void SearchBar::showCount(int at, int count) {
    if (m_edit->text().trimmed().isEmpty())
        m_count->clear();
    else if (count == 0)
        m_count->setText(tr("no match"));
    else
        m_count->setText(tr("%1 of %2").arg(at + 1).arg(count));
}

QString SearchBar::query() const {
    return m_edit->text();
}

bool SearchBar::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool back = key->modifiers() & Qt::ShiftModifier;
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3:
        m_view.goToMatch(back ? -1 : 1);
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace graphview
} // namespace jitscope

#include "moc_searchbar.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry, keys and mouse of the event list; the painting of rows stands in eventpainter.cpp.
#include "app/panels/events/eventview.h"

#include "app/panels/events/eventmodel.h"
#include "app/panels/events/eventpainter.h"
#include "app/sdk/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace jitscope {
inline namespace eventspanel {

EventView::EventView(QWidget *parent)
    : QAbstractItemView(parent)
    , m_header(new QHeaderView(Qt::Horizontal, this)) {
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    viewport()->setMouseTracking(true);
    m_header->setSectionsMovable(true);
    m_header->setSectionsClickable(true);
    m_header->setHighlightSections(false);
    m_header->setStretchLastSection(false);
    m_header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto relaid = [this] {
        updateGeometries();
        viewport()->update();
    };
    connect(m_header, &QHeaderView::sectionResized, this, relaid);
    connect(m_header, &QHeaderView::sectionMoved, this, relaid);
    connect(m_header, &QHeaderView::sectionCountChanged, this, relaid);
}

void EventView::setEvents(EventModel *model) {
    m_events = model;
    setModel(model);
    m_header->setModel(model);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &EventView::onRowsRemoved);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_viewed = m_next = m_hovered = -1;
        updateGeometries();
    });
}

int EventView::rowCount() const {
    return m_events ? m_events->rowCount() : 0;
}

int EventView::rowHeight() const {
    return std::max(metrics::rowHeight, QFontMetrics(uiFont()).height() + 4);
}

QRect EventView::rowRect(int row) const {
    return {0, row * rowHeight() - verticalOffset(), viewport()->width(), rowHeight()};
}

QRect EventView::visualRect(const QModelIndex &index) const {
    if (!index.isValid()) return {};
    const QRect row = rowRect(index.row());
    return {m_header->sectionViewportPosition(index.column()), row.top(), m_header->sectionSize(index.column()),
            row.height()};
}

QModelIndex EventView::indexAt(const QPoint &point) const {
    const int row = (point.y() + verticalOffset()) / rowHeight();
    const int column = m_header->logicalIndexAt(point.x());
    if (point.y() < 0 || row >= rowCount()) return {};
    return model()->index(row, column < 0 ? 0 : column);
}

void EventView::scrollTo(const QModelIndex &index, ScrollHint hint) {
    if (!index.isValid()) return;
    const int top = index.row() * rowHeight(), room = viewport()->height();
    QScrollBar &bar = *verticalScrollBar();
    const bool isAbove = top<bar.value(), isBelow = top + rowHeight()> bar.value() + room;
    if (hint == PositionAtTop)
        bar.setValue(top);
    else if (hint == PositionAtBottom)
        bar.setValue(top + rowHeight() - room);
    else if (hint == PositionAtCenter || ((isAbove || isBelow) && std::abs(top - bar.value()) > 2 * room))
        bar.setValue(top - room / 2);
    else if (isAbove)
        bar.setValue(top);
    else if (isBelow)
        bar.setValue(top + rowHeight() - room);
}

void EventView::hideEvent(QHideEvent *event) {
    const QModelIndex current = currentIndex();
    m_showedCurrent = current.isValid() && viewport()->rect().intersects(rowRect(current.row()));
    QAbstractItemView::hideEvent(event);
}

/** Other perspectives give it other heights meanwhile, which move what is in view. */
void EventView::showEvent(QShowEvent *event) {
    QAbstractItemView::showEvent(event);
    if (m_showedCurrent) QTimer::singleShot(0, this, [this] { scrollTo(currentIndex()); });
}

int EventView::horizontalOffset() const {
    return m_header->offset();
}

int EventView::verticalOffset() const {
    return verticalScrollBar()->value();
}

void EventView::updateGeometries() {
    if (m_isLayingOut) return; // margins and scroll bars resize the viewport, which asks for this again
    const QScopedValueRollback layingOut(m_isLayingOut, true);
    const int headerHeight = m_header->isHidden() ? 0 : m_header->sizeHint().height();
    setViewportMargins(0, headerHeight, 0, 0);
    const QRect view = viewport()->geometry();
    m_header->setGeometry(view.left(), view.top() - headerHeight, view.width(), headerHeight);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(view.height());
    const int end = verticalScrollBar()->maximum();
    const bool wasAtEnd = end > 0 && verticalScrollBar()->value() == end;
    verticalScrollBar()->setRange(0, std::max(0, rowCount() * rowHeight() - view.height()));
    if (wasAtEnd && m_pace == Pace::Live) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    horizontalScrollBar()->setSingleStep(metrics::rowHeight);
    horizontalScrollBar()->setPageStep(view.width());
    horizontalScrollBar()->setRange(0, std::max(0, m_header->length() - view.width()));
    QAbstractItemView::updateGeometries();
}

void EventView::scrollContentsBy(int dx, int dy) {
    if (dx != 0) m_header->setOffset(horizontalScrollBar()->value());
    scrollDirtyRegion(dx, dy);
    viewport()->scroll(dx, dy);
    if (dx != 0) viewport()->update();
}

void EventView::rowsInserted(const QModelIndex &parent, int start, int end) {
    QAbstractItemView::rowsInserted(parent, start, end);
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    if (m_viewed >= start) m_viewed += end - start + 1;
    if (m_next >= start) m_next += end - start + 1;
    updateGeometries();
    if (rowRect(start).top() < viewport()->height()) viewport()->update();
    if (atEnd && m_pace == Pace::Live && end + 1 == rowCount())
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void EventView::onRowsRemoved() {
    m_viewed = m_next = -1;
    updateGeometries();
    viewport()->update();
}

void EventView::updateRow(int row) {
    if (row >= 0) viewport()->update(rowRect(row));
}

void EventView::setViewedRow(int row) {
    if (row == m_viewed) return;
    updateRow(m_viewed);
    m_viewed = row;
    updateRow(m_viewed);
}

void EventView::setNextRow(int row) {
    if (row == m_next) return;
    updateRow(m_next);
    m_next = row;
    updateRow(m_next);
}

void EventView::followRow(int row) {
    const QScopedValueRollback following(m_following, true);
    if (row < 0) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    const QModelIndex index = model()->index(row, currentIndex().isValid() ? currentIndex().column() : 0);
    if (currentIndex().row() != row || !selectionModel()->isRowSelected(row))
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

QModelIndex EventView::moveCursor(CursorAction action, Qt::KeyboardModifiers) {
    const int count = rowCount(), page = std::max(1, viewport()->height() / rowHeight() - 1);
    if (count == 0) return {};
    const int row = std::max(0, currentIndex().row()), column = std::max(0, currentIndex().column());
    const auto to = [&](int wanted) { return model()->index(std::clamp(wanted, 0, count - 1), column); };
    switch (action) {
    case MoveUp:
    case MovePrevious:
        return to(row - 1);
    case MoveDown:
    case MoveNext:
        return to(currentIndex().isValid() ? row + 1 : 0);
    case MovePageUp:
        return to(row - page);
    case MovePageDown:
        return to(row + page);
    case MoveHome:
        return to(0);
    case MoveEnd:
        return to(count - 1);
    case MoveLeft:
    case MoveRight:
        return currentIndex();
    }
    return {};
}

void EventView::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags) {
    const int first = std::max(0, (rect.top() + verticalOffset()) / rowHeight());
    const int last = std::min(rowCount() - 1, (rect.bottom() + verticalOffset()) / rowHeight());
    if (last < first) return;
    selectionModel()->select(
        QItemSelection(model()->index(first, 0), model()->index(last, EventModel::ColumnCount - 1)), flags);
}

QRegion EventView::visualRegionForSelection(const QItemSelection &selection) const {
    QRegion region;
    for (const QItemSelectionRange &range : selection)
        region += rowRect(range.top()).united(rowRect(range.bottom())).intersected(viewport()->rect());
    return region;
}

void EventView::setExpanded(int row, bool expanded) {
    const QScopedValueRollback following(m_following, true);
    m_events->setExpanded(row, expanded);
    setCurrentIndex(model()->index(row, 0));
    viewport()->update();
}

void EventView::goLeft() {
    const int row = currentIndex().row();
    if (row < 0) return;
    if (m_events->kind(row) == EventModel::Kind::Heading && m_events->isExpanded(row))
        setExpanded(row, false);
    else if (const int parent = m_events->parentRow(row); parent >= 0)
        setCurrentIndex(model()->index(parent, 0));
}

void EventView::goRight() {
    const int row = currentIndex().row();
    if (row < 0 || m_events->kind(row) != EventModel::Kind::Heading) return;
    if (!m_events->isExpanded(row))
        setExpanded(row, true);
    else
        setCurrentIndex(model()->index(row + 1, 0));
}

void EventView::keyPressEvent(QKeyEvent *event) {
    const Qt::KeyboardModifiers held = event->modifiers() & ~Qt::KeypadModifier;
    const int key = event->key();
    if (held == Qt::NoModifier && key >= Qt::Key_0 && key <= Qt::Key_9)
        Q_EMIT numberTyped(event->text());
    else if (held == Qt::NoModifier && key == Qt::Key_End)
        Q_EMIT liveWanted();
    else if (held == Qt::NoModifier && key == Qt::Key_Left)
        goLeft();
    else if (held == Qt::NoModifier && key == Qt::Key_Right)
        goRight();
    else
        QAbstractItemView::keyPressEvent(event);
}

bool EventView::isOnArrow(const QPoint &point, int row) const {
    return m_events->kind(row) == EventModel::Kind::Heading &&
           headingArrow(visualRect(model()->index(row, EventModel::Op)), m_events->depth(row)).contains(point);
}

void EventView::mousePressEvent(QMouseEvent *event) {
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && isOnArrow(event->position().toPoint(), index.row())) {
        setExpanded(index.row(), !m_events->isExpanded(index.row()));
        return;
    }
    QAbstractItemView::mousePressEvent(event);
}

void EventView::mouseDoubleClickEvent(QMouseEvent *event) {
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool isHeading = index.isValid() && m_events->kind(index.row()) == EventModel::Kind::Heading;
    if (!isHeading)
        QAbstractItemView::mouseDoubleClickEvent(event);
    else if (!isOnArrow(event->position().toPoint(), index.row()))
        setExpanded(index.row(), !m_events->isExpanded(index.row()));
}

bool EventView::viewportEvent(QEvent *event) {
    int hovered = m_hovered;
    if (event->type() == QEvent::MouseMove)
        hovered = indexAt(static_cast<QMouseEvent *>(event)->position().toPoint()).row();
    else if (event->type() == QEvent::Leave)
        hovered = -1;
    if (hovered != m_hovered) {
        updateRow(std::exchange(m_hovered, hovered));
        updateRow(hovered);
    }
    return QAbstractItemView::viewportEvent(event);
}

void EventView::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), currentTheme().panel);
    if (rowCount() == 0) return;
    const int first = std::max(0, (event->rect().top() + verticalOffset()) / rowHeight());
    const int last = std::min(rowCount() - 1, (event->rect().bottom() + verticalOffset()) / rowHeight());
    EventPainter rows(painter, *m_events, *m_header);
    for (int row = first; row <= last; ++row) {
        EventPainter::Look look;
        look.isSelected = selectionModel()->isRowSelected(row);
        look.isHovered = row == m_hovered;
        look.isViewed = row == m_viewed;
        look.isNext = row == m_next || m_events->kind(row) == EventModel::Kind::Next;
        look.hasFocus = hasFocus() && currentIndex().row() == row;
        rows.paint(row, rowRect(row), look);
    }
}

void EventView::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometries();
        viewport()->update();
    }
    QAbstractItemView::changeEvent(event);
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventview.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/pickview.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace sdk {

namespace {

/** `before` and `after`: how far an item sticks out of the view on either side. */
void scrollBy(QScrollBar *bar, double before, double after) {
    if (after > 0) bar->setValue(bar->value() + int(std::ceil(after)));
    if (before > 0) bar->setValue(bar->value() - int(std::ceil(before)));
}

bool isHomeOrEnd(const QKeyEvent &event) {
    return event.key() == Qt::Key_Home || event.key() == Qt::Key_End;
}

} // namespace

PickView::PickView(Qt::Orientations arrows, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_arrows(arrows) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setAutoFillBackground(false);
}

void PickView::setCurrent(int64_t item) {
    const bool isShown = cellOf(item).has_value();
    m_current = isShown || isKept(item) ? item : none;
    setAccessibleDescription(isShown ? textOf(item) : QString());
    if (isShown) reveal(item);
    viewport()->update();
}

QString PickView::asText() const {
    QStringList lines;
    for (int64_t item = 0; item < count(); ++item)
        if (const QString text = textOf(item); !text.isEmpty()) lines << text;
    return lines.join(QLatin1Char('\n'));
}

QString PickView::toolTipAt(const QPointF &place) const {
    const int64_t item = itemAt(place);
    return item == none ? toolTipBeside() : toolTipOf(item);
}

int64_t PickView::rows() const {
    return m_arrows.testFlag(Qt::Vertical) ? count() : std::min<int64_t>(count(), 1);
}

int64_t PickView::columnsOf(int64_t) const {
    return m_arrows.testFlag(Qt::Vertical) ? 1 : count();
}

int64_t PickView::itemIn(const Cell &cell) const {
    if (cell.row < 0 || cell.row >= rows() || cell.column < 0 || cell.column >= columnsOf(cell.row)) return none;
    return cell.row * columnsOf(0) + cell.column;
}

std::optional<PickView::Cell> PickView::cellOf(int64_t item) const {
    if (item < 0 || item >= count()) return std::nullopt;
    return Cell{item / columnsOf(0), item % columnsOf(0)};
}

void PickView::reveal(int64_t item) {
    const QRectF room = QRectF(viewport()->rect().marginsRemoved(heads())), rect = rectOf(item);
    scrollBy(verticalScrollBar(), room.top() - rect.top(), rect.bottom() - room.bottom());
    scrollBy(horizontalScrollBar(), room.left() - rect.left(), rect.right() - room.right());
}

void PickView::pick(int64_t item) {
    setCurrent(item);
    Q_EMIT picked(item);
}

/** Where a key leads, be there an item or not; none for a key that is not one of this picture. Where nothing is
   current, the first key goes to the first item. */
std::optional<PickView::Cell> PickView::cellByKey(const QKeyEvent &event) const {
    const bool toEnds = event.modifiers().testFlag(Qt::ControlModifier);
    // Ctrl with the arrows belongs to the window: the operator before and after.
    if (rows() == 0 || (toEnds && !isHomeOrEnd(event))) return std::nullopt;
    const std::optional<Cell> at = cellOf(m_current);
    Cell cell = at.value_or(Cell());
    const int64_t step = at ? 1 : 0, page = at ? rowsOfPage() : 0, lastRow = rows() - 1;
    const bool isColumn = m_arrows == Qt::Orientations(Qt::Vertical);
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!m_arrows.testFlag(Qt::Horizontal)) return std::nullopt;
        cell.column += event.key() == Qt::Key_Left ? -step : step;
        return cell;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_arrows.testFlag(Qt::Vertical)) return std::nullopt;
        cell.row += event.key() == Qt::Key_Up ? -step : step;
        return cell;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (rowsOfPage() == 0) return std::nullopt;
        cell.row = std::clamp<int64_t>(cell.row + (event.key() == Qt::Key_PageUp ? -page : page), 0, lastRow);
        return cell;
    case Qt::Key_Home:
        return Cell{toEnds || isColumn ? 0 : cell.row, 0};
    case Qt::Key_End:
        cell.row = toEnds || isColumn ? lastRow : cell.row;
        return Cell{cell.row, columnsOf(cell.row) - 1};
    default:
        return std::nullopt;
    }
}

void PickView::keyPressEvent(QKeyEvent *event) {
    if (const std::optional<Cell> cell = cellByKey(*event)) {
        const int64_t item = itemIn(*cell);
        // At its end the key goes on to what the picture stands in.
        if (item == none || item == m_current) return event->ignore();
        return pick(item);
    }
    const bool isScrolled = verticalScrollBar()->maximum() > 0 || horizontalScrollBar()->maximum() > 0;
    if (isScrolled && !event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::keyPressEvent(event);
    event->ignore();
}

void PickView::mousePressEvent(QMouseEvent *event) {
    const int64_t item = event->button() == Qt::LeftButton ? itemAt(event->position()) : none;
    if (item == none) return event->ignore();
    pick(item);
}

void PickView::mouseMoveEvent(QMouseEvent *event) {
    Q_EMIT hovered(itemAt(event->position()));
}

bool PickView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::Leave) Q_EMIT hovered(none);
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = toolTipAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text, viewport());
    return true;
}

/** Home and End are commands of the window too; in a picture they go to its ends, as in every list. */
bool PickView::event(QEvent *event) {
    if (event->type() != QEvent::ShortcutOverride) return QAbstractScrollArea::event(event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (!isHomeOrEnd(*key) || !cellByKey(*key)) return QAbstractScrollArea::event(event);
    event->accept();
    return true;
}

void PickView::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    paint(painter, event->rect());
}

void PickView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void PickView::changeEvent(QEvent *event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    arrange();
    updateGeometry();
    viewport()->update();
}

void PickView::focusInEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void PickView::focusOutEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace sdk
} // namespace jitscope

#include "moc_pickview.cpp"

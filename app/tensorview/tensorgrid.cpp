// SPDX-License-Identifier: GPL-3.0-or-later
// Scroll bars count rows and columns, not pixels: that is what reaches over a billion of them.
#include "app/tensorview/tensorgrid.h"

#include "app/sdk/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr int rowHeight = metrics::rowHeight - 2;
constexpr int padding = metrics::grid;
constexpr int leastCellWidth = 48;

int barLimit(int64_t value) {
    return int(std::clamp<int64_t>(value, 0, std::numeric_limits<int>::max()));
}

} // namespace

TensorGrid::TensorGrid(QWidget *parent)
    : CutView(parent) {
    setAccessibleName(tr("Values of the tensor"));
    setFont(codeFont());
    setMinimumHeight(6 * rowHeight);
}

void TensorGrid::setCut(const TensorCut &cut) {
    m_cut = cut;
    m_cellWidth = 0;
    arrange();
    measure();
    viewport()->update();
}

void TensorGrid::setFormat(const NumberFormat &format) {
    m_format = format;
    m_cellWidth = 0;
    measure();
    viewport()->update();
}

QString TensorGrid::cellText(int64_t row, int64_t column) const {
    const int64_t element = m_cut.elementAt(row, column);
    return element < 0 ? QString() : numberOf(element);
}

QString TensorGrid::numberOf(int64_t element) const {
    return elementText(m_cut.tensor(), element, m_format);
}

QString TensorGrid::visibleText() const {
    QString text;
    const Span rows = rowsInView(), columns = columnsInView();
    for (int64_t column = columns.first; column <= columns.last; ++column)
        text += QLatin1Char('\t') + QString::number(m_cut.columnLabel(column));
    for (int64_t row = rows.first; row <= rows.last; ++row) {
        text += QLatin1Char('\n') + QString::number(m_cut.rowLabel(row));
        for (int64_t column = columns.first; column <= columns.last; ++column)
            text += QLatin1Char('\t') + cellText(row, column);
    }
    return text;
}

TensorGrid::Span TensorGrid::rowsInView() const {
    const int64_t first = verticalScrollBar()->value();
    const int64_t fit = (viewport()->height() - rowHeight + rowHeight - 1) / rowHeight;
    return {first, std::min(m_cut.rows() - 1, first + fit)};
}

TensorGrid::Span TensorGrid::columnsInView() const {
    const int64_t first = horizontalScrollBar()->value();
    const int64_t fit = (viewport()->width() - m_headWidth) / std::max(m_cellWidth, leastCellWidth);
    return {first, std::min(m_cut.columns() - 1, first + fit)};
}

/** As wide as the widest text in view; it only grows while the tensor is shown, so that scrolling does not jump. */
void TensorGrid::measure() {
    const QFontMetrics metrics(font());
    m_headWidth = m_cut.rows() == 0
                      ? 0
                      : metrics.horizontalAdvance(QString::number(m_cut.rowLabel(m_cut.rows() - 1))) + 2 * padding;
    const Span rows = rowsInView(), columns = columnsInView();
    int widest = std::max(m_cellWidth, leastCellWidth);
    for (int64_t row = rows.first; row <= rows.last; ++row)
        for (int64_t column = columns.first; column <= columns.last; ++column)
            widest = std::max(widest, metrics.horizontalAdvance(cellText(row, column)) + 2 * padding);
    if (widest == m_cellWidth) return;
    m_cellWidth = widest;
    arrange();
}

void TensorGrid::arrange() {
    const int rows = std::max(1, (viewport()->height() - rowHeight) / rowHeight);
    const int columns = std::max(1, (viewport()->width() - m_headWidth) / std::max(m_cellWidth, leastCellWidth));
    verticalScrollBar()->setRange(0, barLimit(m_cut.rows() - rows));
    verticalScrollBar()->setPageStep(rows);
    horizontalScrollBar()->setRange(0, barLimit(m_cut.columns() - columns));
    horizontalScrollBar()->setPageStep(columns);
}

int64_t TensorGrid::rowsOfPage() const {
    return verticalScrollBar()->pageStep();
}

void TensorGrid::reveal(int64_t element) {
    const auto scroll = [](QScrollBar *bar, int64_t at) {
        if (at < bar->value()) bar->setValue(barLimit(at));
        if (at >= bar->value() + bar->pageStep()) bar->setValue(barLimit(at - bar->pageStep() + 1));
    };
    const auto place = cellOf(element);
    scroll(verticalScrollBar(), place->row);
    scroll(horizontalScrollBar(), place->column);
}

QRect TensorGrid::cellRect(int64_t row, int64_t column) const {
    return {m_headWidth + int(column - horizontalScrollBar()->value()) * m_cellWidth,
            rowHeight + int(row - verticalScrollBar()->value()) * rowHeight, m_cellWidth, rowHeight};
}

QRectF TensorGrid::rectOf(int64_t element) const {
    const auto place = cellOf(element);
    return place ? QRectF(cellRect(place->row, place->column)) : QRectF();
}

int64_t TensorGrid::itemAt(const QPointF &position) const {
    const QPoint at = position.toPoint();
    if (at.y() < rowHeight || at.x() < m_headWidth || m_cellWidth == 0) return none;
    return itemIn({verticalScrollBar()->value() + (at.y() - rowHeight) / rowHeight,
                   horizontalScrollBar()->value() + (at.x() - m_headWidth) / m_cellWidth});
}

void TensorGrid::paint(QPainter &painter, const QRect &) {
    if (m_cut.rows() == 0) return;
    measure();
    painter.setFont(font());
    const Span rows = rowsInView(), columns = columnsInView();
    for (int64_t row = rows.first; row <= rows.last; ++row)
        for (int64_t column = columns.first; column <= columns.last; ++column)
            paintCell(painter, row, column);
    paintHeads(painter);
}

void TensorGrid::paintHeads(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.fillRect(0, 0, viewport()->width(), rowHeight, theme.panel);
    painter.setPen(theme.text3);
    const Span rows = rowsInView(), columns = columnsInView();
    for (int64_t column = columns.first; column <= columns.last; ++column) {
        QRect room = cellRect(0, column);
        room.moveTop(0);
        painter.drawText(room.adjusted(0, 0, -padding, 0), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(m_cut.columnLabel(column)));
    }
    for (int64_t row = rows.first; row <= rows.last; ++row)
        painter.drawText(QRect(0, cellRect(row, 0).top(), m_headWidth - padding, rowHeight),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(m_cut.rowLabel(row)));
    painter.setPen(theme.line);
    painter.drawLine(0, rowHeight - 1, viewport()->width(), rowHeight - 1);
    painter.drawLine(m_headWidth - 1, rowHeight, m_headWidth - 1, viewport()->height());
}

void TensorGrid::paintCell(QPainter &painter, int64_t row, int64_t column) const {
    const int64_t element = m_cut.elementAt(row, column);
    if (element < 0) return;
    const Theme &theme = currentTheme();
    const QRect room = cellRect(row, column);
    const bool isBad = !std::isfinite(m_cut.tensor().at(element));
    if (element == current()) {
        painter.fillRect(room, theme.selection);
        painter.setPen(hasFocus() ? theme.accent : theme.line);
        painter.drawRect(room.adjusted(0, 0, -1, -1));
    }
    painter.setPen(isBad ? theme.nan : theme.text);
    painter.drawText(room.adjusted(0, 0, -padding, 0), Qt::AlignRight | Qt::AlignVCenter, numberOf(element));
}

void TensorGrid::keyPressEvent(QKeyEvent *event) {
    if (!event->matches(QKeySequence::Copy)) return CutView::keyPressEvent(event);
    QApplication::clipboard()->setText(cellOf(current()) ? numberOf(current()) : visibleText());
}

} // namespace tensorview
} // namespace jitscope

#include "moc_tensorgrid.cpp"

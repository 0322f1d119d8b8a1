// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/journey/journeyview.h"

#include "app/sdk/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <algorithm>

namespace jitscope {
inline namespace journeypanel {

namespace {

constexpr int columnGap = 36, rowGap = 10, padding = 8;
constexpr int leastWidth = 90, mostWidth = 250, foldWidth = 78;

QColor colourOf(const JourneyCell &cell) {
    const Theme &theme = currentTheme();
    switch (cell.kind) {
    case JourneyCell::Kind::Removed:
        return theme.removed;
    case JourneyCell::Kind::Kernel:
        return theme.fused;
    case JourneyCell::Kind::Code:
        return theme.reduction;
    case JourneyCell::Kind::Line:
        return theme.accent;
    case JourneyCell::Kind::Fold:
        return theme.text3;
    case JourneyCell::Kind::Node:
        break;
    }
    return theme.elementWise;
}

} // namespace

JourneyView::JourneyView(QWidget *parent)
    : PickView(Qt::Horizontal | Qt::Vertical, parent) {
    JourneyView::arrange();
}

void JourneyView::setGrid(JourneyGrid grid) {
    m_grid = std::move(grid);
    m_columnOfCell.assign(m_grid.cells.size(), 0);
    for (size_t column = 0; column < m_grid.columns.size(); ++column)
        for (const int cell : m_grid.columns[column].cells)
            m_columnOfCell[size_t(cell)] = int(column);
    setCurrent(none);
    arrange();
    viewport()->update();
}

int JourneyView::columnOf(int64_t cell) const {
    return m_columnOfCell[size_t(cell)];
}

QString JourneyView::columnTitleOf(int64_t cell) const {
    return m_grid.columns[size_t(columnOf(cell))].title;
}

QString JourneyView::textOf(int64_t item) const {
    const QString title = columnTitleOf(item), sentence = m_grid.cells[size_t(item)].sentence;
    return title.isEmpty() ? sentence : title + QStringLiteral(": ") + sentence;
}

// --- how cells lie for the keys: each in its column, counted from the top --------------------------------------------

int64_t JourneyView::rows() const {
    size_t most = 0;
    for (const JourneyColumn &column : m_grid.columns)
        most = std::max(most, column.cells.size());
    return int64_t(most);
}

int64_t JourneyView::columnsOf(int64_t) const {
    return int64_t(m_grid.columns.size());
}

/** Where a column is shorter, its last cell: sideways one always gets on. */
int64_t JourneyView::itemIn(const Cell &cell) const {
    if (cell.row < 0 || cell.column < 0 || cell.column >= int64_t(m_grid.columns.size())) return none;
    const std::vector<int> &cells = m_grid.columns[size_t(cell.column)].cells;
    if (cells.empty()) return none;
    return cells[std::min(size_t(cell.row), cells.size() - 1)];
}

std::optional<PickView::Cell> JourneyView::cellOf(int64_t item) const {
    if (item < 0 || item >= count()) return std::nullopt;
    const std::vector<int> &cells = m_grid.columns[size_t(columnOf(item))].cells;
    const auto at = std::find(cells.begin(), cells.end(), int(item));
    return Cell{at - cells.begin(), columnOf(item)};
}

// --- places ----------------------------------------------------------------------------------------------------------

QMargins JourneyView::heads() const {
    return {0, m_headHeight, 0, 0};
}

void JourneyView::arrange() {
    const QFontMetrics title(boldUiFont()), detail(codeFont()), note(smallUiFont());
    m_headHeight = title.height() + 10;
    m_rowHeight = title.height() + detail.height() + note.height() + 14 + rowGap;
    m_lefts.clear();
    m_widths.clear();
    int x = padding;
    for (const JourneyColumn &column : m_grid.columns) {
        int width = title.horizontalAdvance(column.title);
        bool isFold = false;
        for (const int cell : column.cells) {
            const JourneyCell &each = m_grid.cells[size_t(cell)];
            width = std::max({width, title.horizontalAdvance(each.title), detail.horizontalAdvance(each.detail),
                              note.horizontalAdvance(each.note)});
            isFold = isFold || each.kind == JourneyCell::Kind::Fold;
        }
        width = isFold ? foldWidth : std::clamp(width + 2 * padding + 4, leastWidth, mostWidth);
        m_lefts.push_back(x);
        m_widths.push_back(width);
        x += width + columnGap;
    }
    m_width = m_grid.columns.empty() ? 0 : x - columnGap + padding;
    const int height = m_headHeight + m_grid.rows * m_rowHeight + padding;
    horizontalScrollBar()->setRange(0, std::max(0, m_width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(40);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_rowHeight / 2);
}

QRectF JourneyView::rectOf(int64_t item) const {
    const int column = columnOf(item);
    const JourneyCell &cell = m_grid.cells[size_t(item)];
    return QRectF(m_lefts[size_t(column)] - horizontalScrollBar()->value(),
                  m_headHeight + padding / 2 + cell.row * m_rowHeight - verticalScrollBar()->value(),
                  m_widths[size_t(column)], m_rowHeight - rowGap);
}

int64_t JourneyView::itemAt(const QPointF &place) const {
    if (place.y() < m_headHeight) return none;
    for (int64_t cell = 0; cell < count(); ++cell)
        if (rectOf(cell).contains(place)) return cell;
    return none;
}

// --- painting --------------------------------------------------------------------------------------------------------

void JourneyView::paint(QPainter &painter, const QRect &dirty) {
    painter.fillRect(dirty, currentTheme().panel);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLinks(painter);
    for (int cell = 0; cell < int(m_grid.cells.size()); ++cell)
        if (rectOf(cell).intersects(QRectF(dirty))) paintCell(painter, cell);
    paintHeads(painter);
}

void JourneyView::paintHeads(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.fillRect(QRect(0, 0, viewport()->width(), m_headHeight), theme.panel);
    painter.setFont(boldUiFont());
    painter.setPen(theme.text2);
    const QFontMetrics font(boldUiFont());
    for (size_t i = 0; i < m_grid.columns.size(); ++i) {
        const QRectF place(m_lefts[i] - horizontalScrollBar()->value(), 0, m_widths[i] + columnGap / 2.0, m_headHeight);
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                         font.elidedText(m_grid.columns[i].title, Qt::ElideMiddle, int(place.width())));
    }
    painter.fillRect(QRect(0, m_headHeight - 1, viewport()->width(), 1), theme.line);
}

void JourneyView::paintLinks(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.setBrush(Qt::NoBrush);
    for (int64_t to = 0; to < count(); ++to)
        for (const int from : m_grid.cells[size_t(to)].from) {
            const QRectF a = rectOf(from), b = rectOf(to);
            const bool isCurrent = current() == to || current() == from;
            const QPointF begin(a.right(), a.center().y()), end(b.left(), b.center().y());
            const double bend = std::max(12.0, std::min(40.0, (end.x() - begin.x()) / 2));
            QPainterPath path(begin);
            path.cubicTo(begin + QPointF(bend, 0), end - QPointF(bend, 0), end);
            painter.setPen(QPen(isCurrent ? theme.accent : theme.text3, isCurrent ? 2 : 1.2));
            painter.drawPath(path);
        }
}

void JourneyView::paintCell(QPainter &painter, int at) const {
    const Theme &theme = currentTheme();
    const JourneyCell &cell = m_grid.cells[size_t(at)];
    const QRectF box = rectOf(at).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isCurrent = at == current();
    const QColor colour = colourOf(cell);
    painter.setBrush(isCurrent ? theme.selection : theme.raised);
    painter.setPen(QPen(isCurrent ? theme.accent : theme.line, isCurrent && hasFocus() ? 2 : 1,
                        cell.kind == JourneyCell::Kind::Removed ? Qt::DashLine : Qt::SolidLine));
    painter.drawRoundedRect(box, metrics::radius, metrics::radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (cell.kind != JourneyCell::Kind::Fold)
        painter.drawRoundedRect(QRectF(box.left(), box.top(), 4, box.height()), 2, 2);
    const double space = box.width() - 2 * padding;
    double y = box.top() + 5;
    const auto line = [&](const QFont &font, const QColor &ink, const QString &text) {
        const QFontMetrics of(font);
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QPointF(box.left() + padding + 2, y + of.ascent()),
                         of.elidedText(text, Qt::ElideRight, int(space)));
        y += of.height() + 2;
    };
    line(boldUiFont(), theme.text, cell.title);
    line(cell.kind == JourneyCell::Kind::Fold ? smallUiFont() : codeFont(), theme.text2, cell.detail);
    line(smallUiFont(), theme.text2, cell.note);
}

// --- keys and mouse --------------------------------------------------------------------------------------------------

void JourneyView::keyPressEvent(QKeyEvent *event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && current() != none) return Q_EMIT activated(current());
    PickView::keyPressEvent(event);
}

void JourneyView::mouseDoubleClickEvent(QMouseEvent *event) {
    const int64_t cell = itemAt(event->position());
    if (cell != none) Q_EMIT activated(cell);
}

void JourneyView::contextMenuEvent(QContextMenuEvent *event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const int64_t cell = isByKey ? current() : itemAt(event->pos());
    if (cell == none) return PickView::contextMenuEvent(event);
    Q_EMIT menuWanted(cell, isByKey ? viewport()->mapToGlobal(rectOf(cell).center().toPoint()) : event->globalPos());
}

} // namespace journeypanel
} // namespace jitscope

#include "moc_journeyview.cpp"

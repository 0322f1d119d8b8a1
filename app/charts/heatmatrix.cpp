// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/heatmatrix.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace jitscope {
inline namespace charts {

namespace {

constexpr int gap = metrics::grid;
constexpr int headHeight = metrics::rowHeight;
constexpr int axisHeight = metrics::rowHeight; ///< the words over the columns' heads
constexpr int leastCell = 14, mostCellWidth = 132, mostCellHeight = 40;

} // namespace

HeatMatrix::HeatMatrix(QWidget *parent)
    : PickView(Qt::Horizontal | Qt::Vertical, parent) {
    setMinimumHeight(4 * metrics::rowHeight);
}

void HeatMatrix::setCells(std::vector<QString> labels, std::map<Place, MatrixCell> cells) {
    m_labels = std::move(labels);
    m_cells = std::move(cells);
    setCurrent(none);
    m_most = 0;
    for (const auto &[place, cell] : m_cells)
        m_most = std::max(m_most, cell.value);
    arrange();
}

/** Cells are as large as fits, up to what a figure needs; with many ranks they shrink and the figures go to tool tips
    before anything has to be scrolled. */
void HeatMatrix::arrange() {
    const QFontMetrics fontMetrics(uiFont());
    m_headWidth = 0;
    for (const QString &label : m_labels)
        m_headWidth = std::max(m_headWidth, fontMetrics.horizontalAdvance(label));
    m_headWidth += 2 * gap;
    const int columns = std::max(int(rows()), 1);
    m_cell = {std::clamp((viewport()->width() - m_headWidth - gap) / columns, leastCell, mostCellWidth),
              std::clamp((viewport()->height() - headHeight - axisHeight - gap) / columns, leastCell, mostCellHeight)};
    const QSize whole(m_headWidth + columns * m_cell.width(), headHeight + axisHeight + columns * m_cell.height());
    horizontalScrollBar()->setRange(0, std::max(0, whole.width() - viewport()->width()));
    verticalScrollBar()->setRange(0, std::max(0, whole.height() - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setPageStep(viewport()->height());
}

QRect HeatMatrix::placeRect(const Place &place) const {
    return {m_headWidth + place.second * m_cell.width() - horizontalScrollBar()->value(),
            axisHeight + headHeight + place.first * m_cell.height() - verticalScrollBar()->value(), m_cell.width() - 1,
            m_cell.height() - 1};
}

int64_t HeatMatrix::itemAt(const QPointF &place) const {
    const int x = int(place.x()) - m_headWidth, y = int(place.y()) - headHeight - axisHeight;
    if (x < 0 || y < 0) return none;
    return itemIn(
        {(y + verticalScrollBar()->value()) / m_cell.height(), (x + horizontalScrollBar()->value()) / m_cell.width()});
}

QMargins HeatMatrix::heads() const {
    return {m_headWidth, headHeight + axisHeight, 0, 0};
}

void HeatMatrix::paint(QPainter &painter, const QRect &) {
    painter.fillRect(viewport()->rect(), currentTheme().panel);
    if (rows() == 0) return;
    painter.setFont(uiFont());
    painter.save();
    painter.setClipRect(m_headWidth, headHeight + axisHeight, viewport()->width(), viewport()->height());
    const Place first{verticalScrollBar()->value() / m_cell.height(), horizontalScrollBar()->value() / m_cell.width()};
    for (int row = first.first; row < rows() && placeRect({row, 0}).top() < viewport()->height(); ++row)
        for (int column = first.second; column < rows() && placeRect({row, column}).left() < viewport()->width();
             ++column)
            paintCell(painter, {row, column});
    painter.restore();
    paintHeads(painter);
}

void HeatMatrix::paintCell(QPainter &painter, const Place &place) const {
    const Theme &theme = currentTheme();
    const QRect rect = placeRect(place);
    const auto found = m_cells.find(place);
    if (found == m_cells.end()) {
        painter.fillRect(rect, theme.window);
    } else {
        const MatrixCell &cell = found->second;
        const QColor ground = blend(theme.accent, theme.raised, m_most > 0 ? 0.12 + 0.88 * cell.value / m_most : 0);
        painter.fillRect(rect, ground);
        const QString text = (cell.isMarked ? QStringLiteral("▲ ") : QString()) + cell.text;
        if (painter.fontMetrics().horizontalAdvance(text) + 4 <= rect.width() &&
            painter.fontMetrics().height() <= rect.height()) {
            painter.setPen(inkOn(ground));
            painter.drawText(rect, Qt::AlignCenter, text);
        }
        if (cell.isMarked) {
            painter.setPen(QPen(theme.warning, 2));
            painter.drawRect(rect.adjusted(1, 1, -1, -1));
        }
    }
    if (current() != none && place == placeOf(current())) {
        painter.setPen(QPen(theme.text, 2));
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

void HeatMatrix::paintHeads(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.setPen(theme.text3);
    painter.drawText(QRect(m_headWidth, 0, viewport()->width(), axisHeight), Qt::AlignVCenter, tr("to …"));
    painter.drawText(QRect(gap, headHeight, m_headWidth, axisHeight), Qt::AlignVCenter, tr("from …"));
    painter.setPen(theme.text2);
    for (int i = 0; i < rows(); ++i) {
        const QRect column = placeRect({0, i}), row = placeRect({i, 0});
        if (column.right() >= m_headWidth && column.left() < viewport()->width() &&
            (m_cell.width() >= 28 || i % 8 == 0))
            painter.drawText(QRect(column.left(), axisHeight, std::max(column.width(), 60), headHeight),
                             (m_cell.width() >= 28 ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter,
                             m_cell.width() >= 28
                                 ? painter.fontMetrics().elidedText(m_labels[size_t(i)], Qt::ElideLeft, column.width())
                                 : m_labels[size_t(i)]);
        if (row.bottom() >= headHeight + axisHeight && row.top() < viewport()->height())
            painter.drawText(QRect(gap, row.top(), m_headWidth - gap, row.height()), Qt::AlignVCenter,
                             m_labels[size_t(i)]);
    }
}

QString HeatMatrix::textOf(int64_t item) const {
    const auto found = m_cells.find(placeOf(item));
    return found == m_cells.end() ? QString() : found->second.toolTip;
}

} // namespace charts
} // namespace jitscope

#include "moc_heatmatrix.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/heatmatrix.h"

#include "app/sdk/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

namespace jitscope {

namespace {

constexpr int gap = metrics::grid;
constexpr int headHeight = metrics::rowHeight;
constexpr int axisHeight = metrics::rowHeight; ///< the words over the columns' heads
constexpr int leastCell = 14, mostCellWidth = 132, mostCellHeight = 40;

} // namespace

HeatMatrix::HeatMatrix(QWidget *parent)
    : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(4 * metrics::rowHeight);
}

void HeatMatrix::setCells(std::vector<QString> labels, std::map<Place, MatrixCell> cells) {
    m_labels = std::move(labels);
    m_cells = std::move(cells);
    m_current = {-1, -1};
    m_most = 0;
    for (const auto &[place, cell] : m_cells)
        m_most = std::max(m_most, cell.value);
    measure();
    viewport()->update();
}

/** Cells are as large as fits, up to what a figure needs; with many ranks they shrink and the figures go to tool tips
    before anything has to be scrolled. */
void HeatMatrix::measure() {
    const QFontMetrics fontMetrics(uiFont());
    m_headWidth = 0;
    for (const QString &label : m_labels)
        m_headWidth = std::max(m_headWidth, fontMetrics.horizontalAdvance(label));
    m_headWidth += 2 * gap;
    const int columns = std::max(count(), 1);
    m_cell = {std::clamp((viewport()->width() - m_headWidth - gap) / columns, leastCell, mostCellWidth),
              std::clamp((viewport()->height() - headHeight - axisHeight - gap) / columns, leastCell, mostCellHeight)};
    const QSize whole(m_headWidth + columns * m_cell.width(), headHeight + axisHeight + columns * m_cell.height());
    horizontalScrollBar()->setRange(0, std::max(0, whole.width() - viewport()->width()));
    verticalScrollBar()->setRange(0, std::max(0, whole.height() - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    verticalScrollBar()->setPageStep(viewport()->height());
}

QRect HeatMatrix::rectOf(const Place &place) const {
    return {m_headWidth + place.second * m_cell.width() - horizontalScrollBar()->value(),
            axisHeight + headHeight + place.first * m_cell.height() - verticalScrollBar()->value(), m_cell.width() - 1,
            m_cell.height() - 1};
}

HeatMatrix::Place HeatMatrix::placeAt(const QPoint &position) const {
    const int x = position.x() - m_headWidth, y = position.y() - headHeight - axisHeight;
    if (x < 0 || y < 0) return {-1, -1};
    const Place place{(y + verticalScrollBar()->value()) / m_cell.height(),
                      (x + horizontalScrollBar()->value()) / m_cell.width()};
    return place.first < count() && place.second < count() ? place : Place{-1, -1};
}

void HeatMatrix::paintEvent(QPaintEvent *) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), currentTheme().panel);
    if (count() == 0) return;
    painter.setFont(uiFont());
    painter.save();
    painter.setClipRect(m_headWidth, headHeight + axisHeight, viewport()->width(), viewport()->height());
    const Place first{verticalScrollBar()->value() / m_cell.height(), horizontalScrollBar()->value() / m_cell.width()};
    for (int row = first.first; row < count() && rectOf({row, 0}).top() < viewport()->height(); ++row)
        for (int column = first.second; column < count() && rectOf({row, column}).left() < viewport()->width();
             ++column)
            paintCell(painter, {row, column});
    painter.restore();
    paintHeads(painter);
}

void HeatMatrix::paintCell(QPainter &painter, const Place &place) const {
    const Theme &theme = currentTheme();
    const QRect rect = rectOf(place);
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
    if (place == m_current) {
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
    for (int i = 0; i < count(); ++i) {
        const QRect column = rectOf({0, i}), row = rectOf({i, 0});
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

void HeatMatrix::setCurrent(const Place &place) {
    m_current = place;
    if (const auto found = m_cells.find(place); found != m_cells.end()) setAccessibleDescription(found->second.toolTip);
    viewport()->update();
}

void HeatMatrix::choose(const Place &place) {
    if (place.first < 0 || place.second < 0 || place.first >= count() || place.second >= count()) return;
    setCurrent(place);
    const QRect rect = rectOf(place);
    if (rect.bottom() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.bottom() - viewport()->height());
    if (rect.top() < headHeight + axisHeight)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - headHeight - axisHeight);
    if (rect.right() > viewport()->width())
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + rect.right() - viewport()->width());
    if (rect.left() < m_headWidth)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + rect.left() - m_headWidth);
    Q_EMIT chosen(place.first, place.second);
}

QString HeatMatrix::asText() const {
    QStringList lines;
    for (const auto &[place, cell] : m_cells)
        lines << cell.toolTip;
    return lines.join(QLatin1Char('\n'));
}

void HeatMatrix::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    measure();
}

void HeatMatrix::mousePressEvent(QMouseEvent *event) {
    choose(placeAt(event->position().toPoint()));
}

void HeatMatrix::keyPressEvent(QKeyEvent *event) {
    const Place at{std::max(m_current.first, 0), std::max(m_current.second, 0)};
    switch (event->key()) {
    case Qt::Key_Up:
        return choose({at.first - 1, at.second});
    case Qt::Key_Down:
        return choose({at.first + 1, at.second});
    case Qt::Key_Left:
        return choose({at.first, at.second - 1});
    case Qt::Key_Right:
        return choose({at.first, at.second + 1});
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool HeatMatrix::viewportEvent(QEvent *event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const auto found = m_cells.find(placeAt(help->pos()));
    if (found == m_cells.end())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), found->second.toolTip, viewport());
    return true;
}

void HeatMatrix::changeEvent(QEvent *event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        measure();
        viewport()->update();
    }
}

} // namespace jitscope

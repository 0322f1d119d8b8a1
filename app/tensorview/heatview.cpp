// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the picture as large as its room allows and finds elements under the mouse.
#include "app/tensorview/heatview.h"

#include "app/sdk/theme.h"
#include "app/tensorview/numberformat.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

namespace jitscope {
inline namespace tensorview {

namespace {
constexpr double largestCell = 96; ///< small tensors are not blown up beyond this
constexpr double leastSide = 24;   ///< a single row stays wide enough to hit
constexpr double leastRing = 7;    ///< the ring around an element that is smaller than this
constexpr int digitsInCell = 4;    ///< of the numbers in cells that have room for them
} // namespace

HeatView::HeatView(QWidget *parent)
    : CutView(parent) {
    setAccessibleName(tr("Heat map of the values"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    viewport()->setMouseTracking(true);
}

void HeatView::setGrid(const TensorCut &cut, HeatGrid grid) {
    m_cut = cut;
    m_grid = std::move(grid);
    rebuild();
}

void HeatView::setRange(const ValueRange &range, ClipMarks marks) {
    m_range = range;
    m_marks = marks;
    rebuild();
}

void HeatView::rebuild() {
    m_image = heatImage(m_grid, m_range, m_marks);
    viewport()->update();
}

QRectF HeatView::pictureRect() const {
    if (m_image.isNull()) return {};
    // Whole tensors of any proportion stay visible.
    const double widest = width() - 2, highest = height() - 2;
    const double cell = std::min({widest / m_image.width(), highest / m_image.height(), largestCell});
    const double w = std::max(m_image.width() * cell, std::min(leastSide, widest));
    const double h = std::max(m_image.height() * cell, std::min(leastSide, highest));
    return {1, 1, w, h};
}

QRectF HeatView::cellRect(int64_t row, int64_t column) const {
    const QRectF room = pictureRect();
    const double w = room.width() / double(m_grid.columns), h = room.height() / double(m_grid.rows);
    QRectF cell(room.left() + double(column) * w, room.top() + double(row) * h, w, h);
    const double wider = std::max(0.0, (leastRing - w) / 2), higher = std::max(0.0, (leastRing - h) / 2);
    return cell.adjusted(-wider, -higher, wider, higher);
}

QRectF HeatView::rectOf(int64_t element) const {
    const auto place = cellOf(element);
    return place && !m_image.isNull() ? cellRect(place->row, place->column) : QRectF();
}

void HeatView::paint(QPainter &painter, const QRect &) {
    if (m_image.isNull()) return;
    const Theme &theme = currentTheme();
    painter.drawImage(pictureRect(), m_image);
    painter.setPen(theme.line);
    painter.drawRect(pictureRect());
    paintNumbers(painter);
    if (!cellOf(current())) return;
    // Two rings, so that one of them stands out from any colour below.
    const QRectF ring = rectOf(current());
    painter.setPen(QPen(theme.window, 1));
    painter.drawRect(ring.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(theme.currentOp, 2));
    painter.drawRect(ring);
}

/** Where every element has a cell that is wide enough, its number stands in it. */
void HeatView::paintNumbers(QPainter &painter) const {
    const QRectF first = cellRect(0, 0);
    const QFontMetricsF metrics(smallUiFont());
    const bool isOneEach = m_grid.width == m_grid.columns && m_grid.height == m_grid.rows;
    const double widest = metrics.horizontalAdvance(QStringLiteral("-0.0000e-00"));
    if (!isOneEach || first.width() < widest || first.height() < metrics.height()) return;
    painter.setFont(smallUiFont());
    for (int64_t row = 0; row < m_grid.rows; ++row)
        for (int64_t column = 0; column < m_cut.columnsOf(row); ++column) {
            painter.setPen(inkOn(m_image.pixelColor(int(column), int(row))));
            const QRectF cell = cellRect(row, column);
            const NumberFormat format{NumberFormat::Kind::General, digitsInCell};
            painter.drawText(
                cell, Qt::AlignCenter,
                elementTextWithin(m_cut.tensor(), m_cut.elementAt(row, column), format, metrics, cell.width()));
        }
}

int64_t HeatView::itemAt(const QPointF &position) const {
    const QRectF room = pictureRect();
    if (!room.contains(position) || room.isEmpty()) return none;
    const auto at = [](double place, double size, int64_t count) {
        return std::clamp<int64_t>(int64_t(place / size * double(count)), 0, count - 1);
    };
    return m_cut.elementAt(at(position.y() - room.top(), room.height(), m_grid.rows),
                           at(position.x() - room.left(), room.width(), m_grid.columns));
}

void HeatView::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) rebuild();
    CutView::changeEvent(event);
}

} // namespace tensorview
} // namespace jitscope

#include "moc_heatview.cpp"

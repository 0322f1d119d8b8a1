// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes stand in columns in the order in which data flows; tall ones span the rows of what they talk to, so that arrows
// are straight. The ways back from L0C run above.
#include "app/panels/kerneldetails/memorygraph.h"

#include "app/panels/kerneldetails/figures.h"
#include "app/sdk/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

constexpr int columns = 6;
constexpr double reach = 9; ///< pixels beside an arrow in which a click means it
constexpr double warmPercent = 50, hotPercent = 80;

/** Where a unit stands: column, first row and rows it spans. Row 0 is that of the ways back. */
struct Place {
    const char *name;
    int column;
    double row, span;
};
constexpr Place places[] = {
    {"GM", 0, 0, 5},  {"L2", 1, 0, 5}, {"L1", 2, 1, 2},     {"L0A", 3, 1, 1}, {"L0B", 3, 2, 1},     {"Cube", 4, 1, 2},
    {"L0C", 5, 1, 2}, {"UB", 2, 3, 1}, {"Vector", 4, 3, 1}, {"UB1", 2, 4, 1}, {"Vector1", 4, 4, 1},
};

const Place *placeOf(const std::string &unit) {
    for (const Place &place : places)
        if (unit == place.name) return &place;
    return nullptr;
}

QColor heatOf(double peakPercent) {
    const Theme &theme = currentTheme();
    if (!std::isfinite(peakPercent)) return theme.text2;
    if (peakPercent >= hotPercent) return theme.error;
    if (peakPercent >= warmPercent) return theme.warning;
    return theme.accent;
}

double widthOf(int64_t bytes, int64_t most) {
    if (bytes <= 0 || most <= 0) return 1;
    return 1.5 + 4.5 * std::sqrt(double(bytes) / double(most));
}

} // namespace

QString edgeSentence(const MemoryEdge &edge) {
    QString text =
        MemoryGraph::tr("%1 to %2: ").arg(QString::fromStdString(edge.from), QString::fromStdString(edge.to));
    if (edge.bytes != missingInteger) text += bytesText(edge.bytes) + QStringLiteral(", ");
    if (edge.requests != missingInteger) text += MemoryGraph::tr("%1 requests, ").arg(countText(edge.requests));
    text += MemoryGraph::tr("%1 GB/s").arg(numberText(edge.bandwidth));
    if (std::isfinite(edge.peakRatio))
        text +=
            MemoryGraph::tr(", %1 of the path's peak on the core that uses it most").arg(percentFigure(edge.peakRatio));
    return text;
}

MemoryGraph::MemoryGraph(QWidget *parent)
    : PickView(Qt::Horizontal, parent) {
    setObjectName(QStringLiteral("memoryGraph"));
    setAccessibleName(tr("Memory traffic of the core"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MemoryGraph::setEdges(std::vector<MemoryEdge> edges) {
    m_edges = std::move(edges);
    m_drawn.clear();
    for (int64_t edge = 0; edge < count(); ++edge)
        if (isDrawn(m_edges[size_t(edge)])) m_drawn.push_back(edge);
    setCurrent(none);
    updateGeometry();
}

int64_t MemoryGraph::columnsOf(int64_t) const {
    return int64_t(m_drawn.size());
}

int64_t MemoryGraph::itemIn(const Cell &cell) const {
    const int64_t drawn = PickView::itemIn(cell);
    return drawn == none ? none : m_drawn[size_t(drawn)];
}

std::optional<PickView::Cell> MemoryGraph::cellOf(int64_t edge) const {
    const auto at = std::find(m_drawn.begin(), m_drawn.end(), edge);
    return PickView::cellOf(at == m_drawn.end() ? none : at - m_drawn.begin());
}

bool MemoryGraph::isDrawn(const MemoryEdge &edge) const {
    return placeOf(edge.from) != nullptr && placeOf(edge.to) != nullptr;
}

int MemoryGraph::leftOut() const {
    return int(m_edges.size() - m_drawn.size());
}

bool MemoryGraph::uses(const std::string &unit) const {
    return std::any_of(m_edges.begin(), m_edges.end(),
                       [&](const MemoryEdge &edge) { return isDrawn(edge) && (edge.from == unit || edge.to == unit); });
}

/** Two arrows, each with a label of two lines. */
int MemoryGraph::rowHeight() const {
    return 6 * QFontMetrics(smallUiFont()).height() + 2 * metrics::grid;
}

/** The first row has but the two ways back. */
double MemoryGraph::topOf(double row) const {
    const double first = 3 * QFontMetrics(smallUiFont()).height() + metrics::grid;
    return row < 1 ? row * first : first + (row - 1) * rowHeight();
}

int MemoryGraph::rowsShown() const {
    if (uses("UB1") || uses("Vector1")) return 5;
    return uses("UB") || uses("Vector") ? 4 : 3;
}

double MemoryGraph::gap() const {
    const double label =
        QFontMetrics(smallUiFont()).horizontalAdvance(QStringLiteral("888.8 GB/s")) + 2 * metrics::grid;
    const double box = QFontMetrics(boldUiFont()).horizontalAdvance(QStringLiteral("Vector1")) + 2 * metrics::grid;
    return std::max(label, (width() - columns * box - 4) / (columns - 1));
}

QSize MemoryGraph::minimumSizeHint() const {
    const int label = QFontMetrics(smallUiFont()).horizontalAdvance(QStringLiteral("888.8 GB/s")) + 2 * metrics::grid;
    const int box = QFontMetrics(boldUiFont()).horizontalAdvance(QStringLiteral("Vector1")) + 2 * metrics::grid;
    return {columns * box + (columns - 1) * label + 4, int(std::ceil(topOf(rowsShown())))};
}

QSize MemoryGraph::sizeHint() const {
    return minimumSizeHint();
}

std::vector<MemoryGraph::Box> MemoryGraph::boxes() const {
    const double wide = QFontMetrics(boldUiFont()).horizontalAdvance(QStringLiteral("Vector1")) + 2 * metrics::grid;
    std::vector<Box> result;
    for (const Place &place : places) {
        if (!uses(place.name)) continue;
        const double span = std::min(place.span, rowsShown() - place.row);
        // Boxes of one row leave room to those above and below.
        const double inset = metrics::grid / 2.0;
        const double top = topOf(place.row), bottom = topOf(place.row + span);
        result.push_back(
            {place.name, QRectF(2 + place.column * (wide + gap()), top + inset, wide, bottom - top - 2 * inset)});
    }
    return result;
}

/** Side by side: at the height of the smaller box, in the upper half to the right and in the lower half to the left. */
MemoryGraph::Arrow MemoryGraph::straight(int edge, const QRectF &from, const QRectF &to) const {
    const bool isRightwards = to.left() > from.left();
    const double top = std::max(from.top(), to.top()), bottom = std::min(from.bottom(), to.bottom());
    const double y = isRightwards ? top + (bottom - top) * 0.36 : top + (bottom - top) * 0.62;
    const double x1 = isRightwards ? from.right() : from.left(), x2 = isRightwards ? to.left() : to.right();
    const double high = QFontMetrics(smallUiFont()).height();
    const double left = std::min(x1, x2), wide = std::abs(x2 - x1);
    // The label of an arrow to the right stands above it, else below; two lines, centred.
    const double labelTop = isRightwards ? y - 2 * high - 2 : y + 4;
    return {edge, QPolygonF({{x1, y}, {x2, y}}), QRectF(left, labelTop, wide, 2 * high - 2),
            Qt::AlignHCenter | (isRightwards ? Qt::AlignBottom : Qt::AlignTop)};
}

MemoryGraph::Arrow MemoryGraph::overhead(int edge, const QRectF &from, const QRectF &to, int channel) const {
    const double high = QFontMetrics(smallUiFont()).height();
    const double y = high + 4 + channel * (high + metrics::grid);
    const double x1 = from.center().x() + (channel == 0 ? 10 : -10);
    const bool isBeside = to.top() < y; // a tall box is met at its side
    const double x2 = isBeside ? to.right() : to.center().x();
    QPolygonF line({{x1, from.top()}, {x1, y}, {x2, y}});
    if (!isBeside) line.append({x2, to.top()});
    return {edge, line, QRectF(std::min(x1, x2) + 4, y - high - 1, std::abs(x1 - x2) - 8, high), Qt::AlignCenter};
}

std::vector<MemoryGraph::Arrow> MemoryGraph::arrows(const std::vector<Box> &boxes) const {
    const auto rectOf = [&](const std::string &unit) {
        for (const Box &box : boxes)
            if (box.name == unit) return box.rect;
        return QRectF();
    };
    std::vector<Arrow> result;
    for (int i = 0; i < int(m_edges.size()); ++i) {
        const MemoryEdge &edge = m_edges[size_t(i)];
        if (!isDrawn(edge)) continue;
        const QRectF from = rectOf(edge.from), to = rectOf(edge.to);
        const bool goesBack = edge.from == "L0C" && edge.to != "Cube";
        result.push_back(goesBack ? overhead(i, from, to, edge.to == "L1" ? 1 : 0) : straight(i, from, to));
    }
    return result;
}

void MemoryGraph::paint(QPainter &painter, const QRect &) {
    const Theme &theme = currentTheme();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto all = boxes();
    for (const Arrow &arrow : arrows(all))
        paintArrow(painter, arrow);
    painter.setFont(boldUiFont());
    for (const Box &box : all) {
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(box.rect, metrics::radius, metrics::radius);
        painter.setPen(theme.text);
        painter.drawText(box.rect, Qt::AlignCenter, QString::fromStdString(box.name));
    }
}

void MemoryGraph::paintArrow(QPainter &painter, const Arrow &arrow) const {
    const Theme &theme = currentTheme();
    const MemoryEdge &edge = m_edges[size_t(arrow.edge)];
    int64_t most = 0;
    for (const MemoryEdge &each : m_edges)
        most = std::max(most, each.bytes);
    const bool isIdle = edge.bandwidth == 0 || edge.bytes == 0, isCurrent = arrow.edge == current();
    const QColor colour = isCurrent ? theme.text : isIdle ? theme.line : heatOf(edge.peakRatio);
    const double wide = widthOf(edge.bytes, most);
    const QPointF tip = arrow.line.last(), before = arrow.line[arrow.line.size() - 2];
    const QPointF along = (tip - before) / std::max(1.0, std::hypot(tip.x() - before.x(), tip.y() - before.y()));
    const QPointF across(-along.y(), along.x()), base = tip - along * (6 + wide);
    QPolygonF line = arrow.line;
    line.last() = base;
    painter.setPen(QPen(colour, wide, isIdle ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({tip, base + across * (3 + wide), base - across * (3 + wide)}));
    painter.setFont(smallUiFont());
    painter.setPen(isIdle ? theme.text3 : isCurrent ? theme.text : theme.text2);
    const bool isWide = arrow.line.size() > 2;
    QString label = tr("%1 GB/s").arg(numberText(edge.bandwidth));
    if (std::isfinite(edge.peakRatio))
        label += (isWide ? QStringLiteral(" · ") : QStringLiteral("\n")) + percentFigure(edge.peakRatio);
    painter.drawText(arrow.label, arrow.alignment, label);
}

int64_t MemoryGraph::itemAt(const QPointF &place) const {
    for (const Arrow &arrow : arrows(boxes())) {
        if (arrow.label.contains(place)) return arrow.edge;
        for (int i = 0; i + 1 < arrow.line.size(); ++i) {
            const QRectF around = QRectF(arrow.line[i], arrow.line[i + 1]).normalized();
            if (around.adjusted(-reach, -reach, reach, reach).contains(place)) return arrow.edge;
        }
    }
    return none;
}

QRectF MemoryGraph::rectOf(int64_t edge) const {
    for (const Arrow &arrow : arrows(boxes()))
        if (arrow.edge == edge) return arrow.label;
    return {};
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_memorygraph.cpp"

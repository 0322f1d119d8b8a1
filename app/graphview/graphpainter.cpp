// SPDX-License-Identifier: GPL-3.0-or-later
//
// One object paints all cards instead of one graphics item a card: with a grid as index a frame costs what it shows,
// building 100,000 cards costs a few milliseconds, and the level of detail is chosen once a frame and not once a card.
#include "app/graphview/graphpainter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

namespace jitscope {

namespace {

constexpr double edgeWidth = 1.3;
constexpr double pickDistance = 3;

bool contains(const std::vector<int> &sorted, int value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

QPointF toPoint(const LayoutPoint &point) {
    return {point.x, point.y};
}

} // namespace

GraphPainter::GraphPainter(GraphPicture picture)
    : m_picture(std::move(picture))
    , m_bounds(toRect(m_picture.layout.bounds)) {
    m_inEdges.resize(graph().nodes.size());
    m_outEdges.resize(graph().nodes.size());
    for (size_t e = 0; e < graph().edges.size(); ++e) {
        m_inEdges[size_t(graph().edges[e].to)].push_back(int(e));
        m_outEdges[size_t(graph().edges[e].from)].push_back(int(e));
    }
    m_visited.assign(graph().edges.size(), 0);
    m_paths.resize(graph().edges.size());
    buildGrid();
}

void GraphPainter::buildGrid() {
    if (graph().nodes.empty()) return;
    const double area = std::max(1.0, m_bounds.width()) * std::max(1.0, m_bounds.height());
    m_grid.cell = std::max(512.0, std::sqrt(area / double(4 * graph().nodes.size() + 64)));
    m_grid.columns = int(m_bounds.width() / m_grid.cell) + 1;
    m_grid.rows = int(m_bounds.height() / m_grid.cell) + 1;
    m_grid.nodes.resize(size_t(m_grid.columns) * size_t(m_grid.rows));
    m_grid.edges.resize(m_grid.nodes.size());
    for (size_t i = 0; i < layout().nodes.size(); ++i)
        visitCells(toRect(layout().nodes[i]), [&](size_t cell) { m_grid.nodes[cell].push_back(int(i)); });
    for (size_t e = 0; e < layout().edges.size(); ++e) {
        const auto &points = layout().edges[e].points;
        for (size_t i = 1; i < points.size(); ++i) {
            if (layout().edges[e].shape == LayoutPath::Shape::Stub && i == 2) continue;
            const QRectF piece = QRectF(toPoint(points[i - 1]), toPoint(points[i])).normalized().adjusted(-2, -2, 2, 2);
            visitCells(piece, [&](size_t cell) {
                auto &edges = m_grid.edges[cell];
                if (edges.empty() || edges.back() != int(e)) edges.push_back(int(e));
            });
        }
    }
}

template<class Visit> void GraphPainter::visitCells(const QRectF &area, Visit visit) const {
    if (m_grid.nodes.empty()) return;
    const auto cellOf = [&](double distance, int count) {
        return std::clamp(int(distance / m_grid.cell), 0, count - 1);
    };
    const int left = cellOf(area.left() - m_bounds.left(), m_grid.columns);
    const int right = cellOf(area.right() - m_bounds.left(), m_grid.columns);
    const int top = cellOf(area.top() - m_bounds.top(), m_grid.rows);
    const int bottom = cellOf(area.bottom() - m_bounds.top(), m_grid.rows);
    for (int row = top; row <= bottom; ++row)
        for (int column = left; column <= right; ++column)
            visit(size_t(row) * size_t(m_grid.columns) + size_t(column));
}

std::vector<int> GraphPainter::nodesIn(const QRectF &area) const {
    std::vector<int> nodes;
    visitCells(area, [&](size_t cell) {
        for (int node : m_grid.nodes[cell])
            if (toRect(layout().nodes[size_t(node)]).adjusted(-10, -10, 10, 10).intersects(area)) nodes.push_back(node);
    });
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

std::vector<int> GraphPainter::edgesIn(const QRectF &area) const {
    std::vector<int> edges;
    ++m_visit;
    visitCells(area, [&](size_t cell) {
        for (int edge : m_grid.edges[cell]) {
            if (m_visited[size_t(edge)] == m_visit) continue;
            m_visited[size_t(edge)] = m_visit;
            edges.push_back(edge);
        }
    });
    return edges;
}

QPainterPath GraphPainter::edgePath(int edge) const {
    auto &known = m_paths[size_t(edge)];
    if (known) return *known;
    const LayoutPath &route = layout().edges[size_t(edge)];
    QPainterPath path;
    if (route.points.empty()) return path;
    path.moveTo(toPoint(route.points.front()));
    if (route.shape == LayoutPath::Shape::Bezier) {
        for (size_t i = 3; i < route.points.size(); i += 3)
            path.cubicTo(toPoint(route.points[i - 2]), toPoint(route.points[i - 1]), toPoint(route.points[i]));
    } else {
        for (size_t i = 1; i < route.points.size(); ++i) {
            const QPointF a = toPoint(route.points[i - 1]), b = toPoint(route.points[i]);
            const bool isGap = route.shape == LayoutPath::Shape::Stub && i == 2;
            const double middle = (a.y() + b.y()) / 2;
            if (isGap)
                path.moveTo(b);
            else if (std::abs(a.x() - b.x()) < 0.5)
                path.lineTo(b);
            else
                path.cubicTo({a.x(), middle}, {b.x(), middle}, b);
        }
    }
    known = path;
    return path;
}

void GraphPainter::paintArrow(QPainter &painter, QPointF tip) const {
    const QPointF head[] = {tip + QPointF(-3.6, -5.4), tip, tip + QPointF(3.6, -5.4)};
    painter.drawPolyline(head, 3);
}

void GraphPainter::paintEdge(QPainter &painter, int edge, const QColor &colour, double zoom) const {
    const bool isControl = graph().edges[size_t(edge)].isControl;
    QPen pen(colour, zoom < 0.35 ? 0 : edgeWidth, isControl ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap,
             Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(edgePath(edge));
    if (zoom < 0.35 || layout().edges[size_t(edge)].points.empty()) return;
    pen.setStyle(Qt::SolidLine);
    painter.setPen(pen);
    paintArrow(painter, toPoint(layout().edges[size_t(edge)].points.back()));
}

std::vector<GraphPainter::StubLabel> GraphPainter::stubLabels(const std::vector<int> &edges) const {
    const QFontMetricsF metrics(smallUiFont());
    std::vector<StubLabel> labels;
    std::vector<int> sources;
    const auto add = [&](const LayoutPoint &at, const QString &text, int target, bool above) {
        const double width = metrics.horizontalAdvance(text) + 10;
        labels.push_back({QRectF(at.x - width / 2, above ? at.y - 13 : at.y, width, 14), text, target});
    };
    for (int edge : edges) {
        const LayoutPath &path = layout().edges[size_t(edge)];
        if (path.shape != LayoutPath::Shape::Stub) continue;
        const DisplayEdge &ends = graph().edges[size_t(edge)];
        add(path.points[2], QStringLiteral("↑ ") + graph().nodes[size_t(ends.from)].title, ends.from, true);
        sources.push_back(ends.from);
    }
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    for (int source : sources) {
        std::vector<int> targets;
        LayoutPoint at;
        for (int edge : m_outEdges[size_t(source)]) {
            if (layout().edges[size_t(edge)].shape != LayoutPath::Shape::Stub) continue;
            targets.push_back(graph().edges[size_t(edge)].to);
            at = layout().edges[size_t(edge)].points[1];
        }
        const QString first = QStringLiteral("↓ ") + graph().nodes[size_t(targets.front())].title;
        const QString text = targets.size() == 1 ? first : first + QStringLiteral(" +%1").arg(targets.size() - 1);
        add(at, text, targets.front(), false);
    }
    return labels;
}

void GraphPainter::paintStubs(QPainter &painter, const QRectF &exposed, double zoom, const Theme &theme) const {
    if (detailAt(zoom) != CardDetail::Full) return;
    painter.setFont(smallUiFont());
    for (const StubLabel &label : stubLabels(edgesIn(exposed))) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.track);
        painter.drawRoundedRect(label.box, 7, 7);
        painter.setPen(theme.text2);
        painter.drawText(label.box, Qt::AlignCenter, label.text);
    }
}

void GraphPainter::paint(QPainter &painter, const QRectF &exposed, double zoom, const GraphHighlight &highlight,
                         const Theme &theme) const {
    if (graph().nodes.empty()) return;
    const CardDetail detail = detailAt(zoom);
    if (detail == CardDetail::Density && graph().nodes.size() > 4000) return paintDensity(painter, m_bounds, theme);

    const bool isFine = detail == CardDetail::Full || detail == CardDetail::Title;
    painter.setRenderHint(QPainter::Antialiasing, isFine);
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    for (size_t g = 0; g < graph().groups.size(); ++g) {
        const QRectF hull = toRect(layout().groups[g]);
        if (hull.intersects(exposed)) drawHull(painter, graph().groups[g], hull, zoom, theme);
    }

    const QColor edgeColour = blend(theme.text3, theme.panel, 0.8);
    const auto edges = edgesIn(exposed);
    if (isFine || edges.size() < 1500) {
        for (int edge : edges)
            paintEdge(painter, edge, edgeColour, zoom);
    } else {
        // Thousands of edges a few pixels long: straight lines say the same and cost a tenth.
        QVector<QLineF> lines;
        for (int edge : edges) {
            const auto &points = layout().edges[size_t(edge)].points;
            if (layout().edges[size_t(edge)].shape == LayoutPath::Shape::Stub || points.empty()) continue;
            lines << QLineF(toPoint(points.front()), toPoint(points.back()));
        }
        painter.setPen(QPen(edgeColour, 0));
        painter.drawLines(lines);
    }
    std::vector<int> near = highlight.selected;
    if (highlight.hovered >= 0) near.push_back(highlight.hovered);
    for (int card : near) {
        if (card < 0 || size_t(card) >= m_inEdges.size()) continue;
        for (const auto *list : {&m_inEdges[size_t(card)], &m_outEdges[size_t(card)]})
            for (int edge : *list)
                paintEdge(painter, edge, theme.accent, zoom);
    }

    for (int node : nodesIn(exposed)) {
        CardStates states;
        states.setFlag(CardState::Selected, contains(highlight.selected, node));
        states.setFlag(CardState::Hovered, highlight.hovered == node);
        states.setFlag(CardState::Current, highlight.current == node);
        const bool isFound = contains(highlight.found, node);
        states.setFlag(CardState::Found, isFound);
        states.setFlag(CardState::Faded, !isFound && !highlight.found.empty());
        drawCard(painter, graph().nodes[size_t(node)], toRect(layout().nodes[size_t(node)]), zoom, states, theme);
    }
    paintStubs(painter, exposed, zoom, theme);
}

const QImage &GraphPainter::densityImage(const Theme &theme) const {
    if (!m_density.isNull() && m_densityTheme == theme.name) return m_density;
    constexpr int most = 768;
    const double scale = most / std::max({m_bounds.width(), m_bounds.height(), 1.0});
    const int width = std::max(1, int(m_bounds.width() * scale)), height = std::max(1, int(m_bounds.height() * scale));
    std::vector<std::array<double, 4>> cells(size_t(width) * size_t(height), {0, 0, 0, 0});
    for (size_t i = 0; i < layout().nodes.size(); ++i) {
        const LayoutBox &box = layout().nodes[i];
        const int x = std::clamp(int((box.centreX() - m_bounds.left()) * scale), 0, width - 1);
        const int y = std::clamp(int((box.y + box.height / 2 - m_bounds.top()) * scale), 0, height - 1);
        auto &cell = cells[size_t(y) * size_t(width) + size_t(x)];
        const double share = std::max(0.15, box.width * box.height * scale * scale);
        const QColor colour = cardColour(graph().nodes[i], theme);
        cell[0] += colour.redF() * share;
        cell[1] += colour.greenF() * share;
        cell[2] += colour.blueF() * share;
        cell[3] += share;
    }
    m_density = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
    m_density.fill(Qt::transparent);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const auto &cell = cells[size_t(y) * size_t(width) + size_t(x)];
            if (cell[3] == 0) continue;
            QColor colour =
                QColor::fromRgbF(float(cell[0] / cell[3]), float(cell[1] / cell[3]), float(cell[2] / cell[3]));
            colour.setAlphaF(float(std::min(1.0, 0.35 + cell[3])));
            m_density.setPixelColor(x, y, colour);
        }
    }
    m_densityTheme = theme.name;
    return m_density;
}

void GraphPainter::paintDensity(QPainter &painter, const QRectF &target, const Theme &theme) const {
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(target, densityImage(theme));
}

void GraphPainter::paintOverview(QPainter &painter, const QRectF &target, const Theme &theme) const {
    if (graph().nodes.empty()) return;
    const double scale = std::min(target.width() / m_bounds.width(), target.height() / m_bounds.height());
    const QSizeF size = m_bounds.size() * scale;
    const QRectF fitted({target.center().x() - size.width() / 2, target.center().y() - size.height() / 2}, size);
    if (graph().nodes.size() > 4000) return paintDensity(painter, fitted, theme);
    for (size_t i = 0; i < layout().nodes.size(); ++i) {
        const LayoutBox &box = layout().nodes[i];
        const QRectF small(fitted.left() + (box.x - m_bounds.left()) * scale,
                           fitted.top() + (box.y - m_bounds.top()) * scale, std::max(1.5, box.width * scale),
                           std::max(1.5, box.height * scale));
        painter.fillRect(small, blend(cardColour(graph().nodes[i], theme), theme.raised, 0.7));
    }
}

int GraphPainter::cardAt(QPointF point) const {
    const QRectF near(point.x() - pickDistance, point.y() - pickDistance, 2 * pickDistance, 2 * pickDistance);
    int found = -1;
    for (int node : nodesIn(near))
        if (toRect(layout().nodes[size_t(node)]).intersects(near)) found = node;
    return found;
}

int GraphPainter::hullTitleAt(QPointF point) const {
    int found = -1;
    for (size_t g = 0; g < graph().groups.size(); ++g) {
        QRectF title = toRect(layout().groups[g]);
        title.setHeight(24);
        if (graph().groups[g].kind == DisplayGroup::Kind::Expanded && title.contains(point)) found = int(g);
    }
    return found;
}

int GraphPainter::stubTargetAt(QPointF point) const {
    const QRectF near(point.x() - 80, point.y() - 24, 160, 48);
    for (const StubLabel &label : stubLabels(edgesIn(near)))
        if (label.box.contains(point)) return label.target;
    return -1;
}

std::vector<int> GraphPainter::producers(int card) const {
    auto edges = m_inEdges[size_t(card)];
    std::stable_sort(edges.begin(), edges.end(),
                     [&](int a, int b) { return graph().edges[size_t(a)].port < graph().edges[size_t(b)].port; });
    std::vector<int> cards;
    for (int edge : edges)
        cards.push_back(graph().edges[size_t(edge)].from);
    return cards;
}

std::vector<int> GraphPainter::consumers(int card) const {
    std::vector<int> cards;
    for (int edge : m_outEdges[size_t(card)])
        cards.push_back(graph().edges[size_t(edge)].to);
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) {
        const LayoutBox &first = layout().nodes[size_t(a)], &second = layout().nodes[size_t(b)];
        return std::pair(first.y, first.x) < std::pair(second.y, second.x);
    });
    return cards;
}

int GraphPainter::neighbour(int card, int direction) const {
    const LayoutBox &own = layout().nodes[size_t(card)];
    int best = -1;
    double nearest = 0;
    const QRectF row(m_bounds.left(), own.y, m_bounds.width(), own.height);
    for (int other : nodesIn(row)) {
        const LayoutBox &box = layout().nodes[size_t(other)];
        const double distance = (box.centreX() - own.centreX()) * direction;
        if (other == card || distance <= 0 || box.y >= own.bottom() || box.bottom() <= own.y) continue;
        if (best < 0 || distance < nearest) {
            best = other;
            nearest = distance;
        }
    }
    return best;
}

} // namespace jitscope

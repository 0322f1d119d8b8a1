// SPDX-License-Identifier: GPL-3.0-or-later
//
// One object paints all cards instead of one graphics item a card: with a grid as index a frame costs what it shows,
// building 100,000 cards costs a few milliseconds, and the level of detail is chosen once a frame and not once a card.
#include "app/graphview/graphpainter.h"

#include "engine/session/records.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double edgeWidth = 1.3;
constexpr size_t mostPaths = 20000;    ///< remembered
constexpr double hullStrip = 22;       ///< over the first card of a hull, as it is laid out
constexpr double hullTitleBottom = 18; ///< below the top of the hull
constexpr size_t mostFullCards = 800;  ///< in one frame; more of them show titles alone
constexpr size_t mostTitles = 2500;    ///< in one frame; more of them are boxes
constexpr size_t mostBoxes = 20000;    ///< in one frame; more of them are painted as their density
constexpr size_t mostCurves = 700;     ///< in one frame; more of them are straight lines
constexpr size_t mostThinLines = 6000; ///< in one frame at small zooms; more of them are a grey surface and say nothing
constexpr double mostCurvePixels = 1e5;             ///< in one frame, the length of all curves
constexpr double mostLinePixels = 8e5;              ///< in one frame, the length of all straight lines
constexpr double widestStub = 320, stubHeight = 14; ///< labels of stubs
constexpr size_t largePicture = 1000;               ///< its overview is its density

bool contains(const std::vector<int> &sorted, int value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

/** About how long it is to paint. */
double lengthOf(const LayoutPath &path) {
    if (path.points.empty() || path.shape == LayoutPath::Shape::Stub) return 60;
    const LayoutPoint &a = path.points.front(), &b = path.points.back();
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

/** The shortest lines, as many as are `most` long together: of thousands of long ones that cross everything none can be
    followed, and they cost the most. Those of a chosen card are painted all the same. */
void keepShortest(QVector<QLineF> &lines, double most) {
    double all = 0;
    for (const QLineF &line : std::as_const(lines))
        all += line.length();
    if (all <= most) return;
    std::sort(lines.begin(), lines.end(), [](const QLineF &a, const QLineF &b) { return a.length() < b.length(); });
    all = 0;
    const auto end = std::find_if(lines.cbegin(), lines.cend(), [&](const QLineF &line) {
        all += line.length();
        return all > most;
    });
    lines.resize(end - lines.cbegin());
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
    for (size_t i = 0; i < graph().nodes.size(); ++i) {
        const DisplayNode &node = graph().nodes[i];
        if (node.id.valid()) m_byId.emplace_back(node.id.value, int(i));
        if (node.kind == CardKind::GraphCall || node.kind == CardKind::Kernel) m_calls.push_back(int(i));
    }
    std::sort(m_byId.begin(), m_byId.end());
    m_grid = GraphGrid(layout());
    m_hasChanges = std::any_of(graph().nodes.begin(), graph().nodes.end(),
                               [](const DisplayNode &node) { return node.change != NodeChange::Unchanged; });
}

QPainterPath GraphPainter::edgePath(int edge) const {
    const auto known = m_paths.find(edge);
    if (known != m_paths.end()) return known->second;
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
    if (m_paths.size() > mostPaths) m_paths.clear();
    m_paths.emplace(edge, path);
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

/** Those that may be in `area`. One source may have thousands of stubs, of which all but a few end far away. */
std::vector<GraphPainter::StubLabel> GraphPainter::stubLabels(const std::vector<int> &edges, const QRectF &area) const {
    const QFontMetricsF metrics(smallUiFont());
    std::vector<StubLabel> labels;
    std::vector<int> sources;
    const QRectF near = area.adjusted(-widestStub, -stubHeight, widestStub, stubHeight);
    const auto isNear = [&](const LayoutPoint &at) { return near.contains(toPoint(at)); };
    const auto add = [&](const LayoutPoint &at, const QString &full, int target, bool above) {
        const QString text = metrics.elidedText(full, Qt::ElideRight, widestStub);
        const double width = metrics.horizontalAdvance(text) + 10;
        labels.push_back({QRectF(at.x - width / 2, above ? at.y - 13 : at.y, width, stubHeight), text, target});
    };
    for (int edge : edges) {
        const LayoutPath &path = layout().edges[size_t(edge)];
        if (path.shape != LayoutPath::Shape::Stub) continue;
        const DisplayEdge &ends = graph().edges[size_t(edge)];
        if (isNear(path.points[2]))
            add(path.points[2], QStringLiteral("↑ ") + graph().nodes[size_t(ends.from)].title, ends.from, true);
        if (isNear(path.points[1])) sources.push_back(ends.from);
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

void GraphPainter::paintStubs(QPainter &painter, const QRectF &exposed, const Theme &theme) const {
    painter.setFont(smallUiFont());
    for (const StubLabel &label : stubLabels(m_grid.edgesIn(exposed), exposed)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.track);
        painter.drawRoundedRect(label.box, 7, 7);
        painter.setPen(theme.text2);
        painter.drawText(label.box, Qt::AlignCenter, label.text);
    }
}

void GraphPainter::paint(QPainter &painter, const QRectF &exposed, double zoom, const GraphHighlight &highlight,
                         const Theme &theme, Completeness completeness) const {
    if (graph().nodes.empty()) return;
    prepareCards();
    const std::vector<int> nodes = m_grid.nodesIn(layout(), exposed, 10);
    CardDetail detail = detailAt(zoom);
    const bool isFrame = completeness == Completeness::Frame;
    if (isFrame && detail == CardDetail::Full && nodes.size() > mostFullCards) detail = CardDetail::Title;
    if (isFrame && detail == CardDetail::Title && nodes.size() > mostTitles) detail = CardDetail::Box;
    const bool isFine = detail == CardDetail::Full || detail == CardDetail::Title;
    painter.setRenderHint(QPainter::Antialiasing, isFine);
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    if (!isFine && nodes.size() > mostBoxes) {
        paintDensity(painter, m_bounds, theme);
        return paintBoxes(painter, highlight.selected, zoom, highlight, theme);
    }
    paintHulls(painter, exposed, zoom, theme);
    paintEdges(painter, exposed, zoom, detail, theme, completeness);
    paintNear(painter, zoom, highlight, theme);
    if (isFine) {
        paintHullTitles(painter, exposed, detail, theme);
        paintCards(painter, nodes, zoom, detail, highlight, theme);
    } else {
        paintBoxes(painter, nodes, zoom, highlight, theme);
    }
    paintPulse(painter, highlight, theme);
    if (detail == CardDetail::Full) paintStubs(painter, exposed, theme);
}

void GraphPainter::paintHulls(QPainter &painter, const QRectF &exposed, double zoom, const Theme &theme) const {
    for (size_t g = 0; g < graph().groups.size(); ++g) {
        const QRectF hull = toRect(layout().groups[g]);
        if (hull.intersects(exposed)) drawHull(painter, graph().groups[g], hull, zoom, theme);
    }
}

/** Below full detail they keep their size, as titles of cards do: what their strip is too low for stands above it, or
    the first card would cover it. */
void GraphPainter::paintHullTitles(QPainter &painter, const QRectF &exposed, CardDetail detail,
                                   const Theme &theme) const {
    const QTransform toPixels = painter.worldTransform();
    const bool inPixels = detail == CardDetail::Title;
    if (inPixels) painter.resetTransform();
    for (size_t g = 0; g < graph().groups.size(); ++g) {
        const QRectF hull = toRect(layout().groups[g]);
        if (!hull.intersects(exposed)) continue;
        const double lift = inPixels ? std::min(0.0, hullStrip * toPixels.m22() - hullTitleBottom) : 0;
        drawHullTitle(painter, graph().groups[g], (inPixels ? toPixels.mapRect(hull) : hull).translated(0, lift),
                      theme);
    }
    if (inPixels) painter.setWorldTransform(toPixels);
}

void GraphPainter::paintEdges(QPainter &painter, const QRectF &exposed, double zoom, CardDetail detail,
                              const Theme &theme, Completeness completeness) const {
    const QColor colour = blend(theme.text3, theme.panel, 0.8);
    const bool isFine = detail == CardDetail::Full || detail == CardDetail::Title;
    const auto edges = m_grid.edgesIn(exposed);
    double length = 0;
    for (int edge : edges)
        length += std::min(lengthOf(layout().edges[size_t(edge)]), exposed.width() + exposed.height());
    const bool fitsFrame = edges.size() <= mostCurves && length * zoom <= mostCurvePixels;
    if (isFine && (fitsFrame || completeness == Completeness::Full)) {
        for (int edge : edges)
            paintEdge(painter, edge, colour, zoom);
        return;
    }
    if (!isFine && edges.size() > mostThinLines) return;
    // Straight lines say the same of thousands of edges and cost a tenth.
    QVector<QLineF> lines;
    lines.reserve(qsizetype(edges.size()));
    for (int edge : edges) {
        const auto &points = layout().edges[size_t(edge)].points;
        const bool isStub = layout().edges[size_t(edge)].shape == LayoutPath::Shape::Stub;
        for (size_t i = 1; i < points.size(); ++i) {
            if (isStub && i == 2) continue;
            const QPointF a = toPoint(points[i - 1]), b = toPoint(points[i]);
            if (std::max(a.y(), b.y()) < exposed.top() || std::min(a.y(), b.y()) > exposed.bottom()) continue;
            lines << QLineF(a, b);
        }
    }
    if (completeness == Completeness::Frame) keepShortest(lines, mostLinePixels / zoom);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colour, 0));
    painter.drawLines(lines);
    painter.setRenderHint(QPainter::Antialiasing, isFine);
}

/** The edges of what stands out, over the others: operands of the operator that is looked at, all of what is chosen. */
void GraphPainter::paintNear(QPainter &painter, double zoom, const GraphHighlight &highlight,
                             const Theme &theme) const {
    const auto paintAll = [&](const std::vector<int> &edges, const QColor &colour) {
        for (size_t i = 0; i < std::min(edges.size(), mostCurves); ++i)
            paintEdge(painter, edges[i], colour, zoom);
    };
    const auto isCard = [&](int card) { return card >= 0 && size_t(card) < m_inEdges.size(); };
    std::vector<int> near = highlight.selected;
    if (highlight.hovered >= 0) near.push_back(highlight.hovered);
    for (int card : near) {
        if (!isCard(card)) continue;
        paintAll(m_inEdges[size_t(card)], theme.accent);
        paintAll(m_outEdges[size_t(card)], theme.accent);
    }
    if (isCard(highlight.current)) paintAll(m_inEdges[size_t(highlight.current)], theme.currentOp);
}

CardStates GraphPainter::statesOf(int node, const GraphHighlight &highlight) const {
    const bool isFound = contains(highlight.found, node);
    const bool isNext = highlight.next == node || graph().nodes[size_t(node)].kind == CardKind::Next;
    CardStates states;
    states.setFlag(CardState::Selected, contains(highlight.selected, node));
    states.setFlag(CardState::Hovered, highlight.hovered == node);
    states.setFlag(CardState::Current, highlight.current == node);
    states.setFlag(CardState::Next, isNext);
    states.setFlag(CardState::Found, isFound);
    states.setFlag(CardState::Faded, !isFound && !highlight.found.empty());
    return states;
}

void GraphPainter::paintBoxes(QPainter &painter, const std::vector<int> &nodes, double zoom,
                              const GraphHighlight &highlight, const Theme &theme) const {
    const auto &colours = boxColours(theme);
    const double smallest = 1 / zoom; // a pixel, or it would vanish
    const bool isPlain = highlight.found.empty() && !m_hasChanges;
    for (int node : nodes) {
        const LayoutBox &box = layout().nodes[size_t(node)];
        const QRectF rect(box.x, box.y, std::max(box.width, smallest), std::max(box.height, smallest));
        if (isPlain)
            painter.fillRect(rect, colours[size_t(node)]);
        else
            drawBox(painter, graph().nodes[size_t(node)], rect, statesOf(node, highlight), theme);
    }
    std::vector<int> marked = highlight.selected;
    marked.insert(marked.end(), {highlight.current, highlight.next, highlight.hovered});
    for (int node : marked) {
        if (node < 0 || size_t(node) >= graph().nodes.size()) continue;
        const QRectF box = toRect(layout().nodes[size_t(node)]);
        const double width = std::max(box.width(), 4 * smallest), height = std::max(box.height(), 4 * smallest);
        drawBox(painter, graph().nodes[size_t(node)], QRectF(box.topLeft(), QSizeF(width, height)),
                statesOf(node, highlight), theme);
    }
}

const std::vector<QColor> &GraphPainter::boxColours(const Theme &theme) const {
    if (m_boxTheme == theme.name) return m_boxColours;
    m_boxColours.clear();
    m_boxColours.reserve(graph().nodes.size());
    for (const DisplayNode &node : graph().nodes)
        m_boxColours.push_back(boxColour(node, theme));
    m_boxTheme = theme.name;
    return m_boxColours;
}

void GraphPainter::paintCards(QPainter &painter, const std::vector<int> &nodes, double zoom, CardDetail detail,
                              const GraphHighlight &highlight, const Theme &theme) const {
    for (int node : nodes)
        drawCard(painter, graph().nodes[size_t(node)], toRect(layout().nodes[size_t(node)]), zoom, detail,
                 statesOf(node, highlight), theme);
    if (detail != CardDetail::Title) return;
    // Titles go onto the pixels themselves: whole sizes of letters are drawn once and found again at every zoom.
    const QTransform toPixels = painter.worldTransform();
    painter.resetTransform();
    for (int node : nodes)
        drawPixelTitle(painter, graph().nodes[size_t(node)], toPixels.mapRect(toRect(layout().nodes[size_t(node)])),
                       statesOf(node, highlight), theme);
    painter.setWorldTransform(toPixels);
}

/** A ring that leaves the card and fades. */
void GraphPainter::paintPulse(QPainter &painter, const GraphHighlight &highlight, const Theme &theme) const {
    if (highlight.pulse >= 1) return;
    QColor colour = theme.currentOp;
    colour.setAlphaF(float(1 - highlight.pulse));
    painter.setPen(QPen(colour, 3));
    painter.setBrush(Qt::NoBrush);
    const double out = 2 + 8 * highlight.pulse;
    for (int card : highlight.fresh)
        painter.drawRoundedRect(toRect(layout().nodes[size_t(card)]).adjusted(-out, -out, out, out), 8, 8);
}

const QImage &GraphPainter::densityImage(Density &kept, const Theme &theme, int longest) const {
    if (!kept.image.isNull() && kept.theme == theme.name && kept.longest == longest) return kept.image;
    struct Cell {
        float red = 0, green = 0, blue = 0, share = 0;
    };
    const double scale = longest / std::max({m_bounds.width(), m_bounds.height(), 1.0});
    const int width = std::max(1, int(m_bounds.width() * scale)), height = std::max(1, int(m_bounds.height() * scale));
    std::vector<Cell> cells(size_t(width) * size_t(height));
    const auto &colours = boxColours(theme);
    for (size_t i = 0; i < layout().nodes.size(); ++i) {
        const LayoutBox &box = layout().nodes[i];
        const int x = std::clamp(int((box.centreX() - m_bounds.left()) * scale), 0, width - 1);
        const int y = std::clamp(int((box.y + box.height / 2 - m_bounds.top()) * scale), 0, height - 1);
        Cell &cell = cells[size_t(y) * size_t(width) + size_t(x)];
        const auto share = float(std::max(0.15, box.width * box.height * scale * scale));
        const QRgb colour = colours[i].rgb();
        cell.red += float(qRed(colour)) * share;
        cell.green += float(qGreen(colour)) * share;
        cell.blue += float(qBlue(colour)) * share;
        cell.share += share;
    }
    kept.image = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<QRgb *>(kept.image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            const Cell &cell = cells[size_t(y) * size_t(width) + size_t(x)];
            const float alpha = std::min(1.0f, 0.35f + cell.share);
            const auto channel = [&](float sum) { return int(sum / cell.share * alpha); };
            line[x] = cell.share == 0
                          ? 0
                          : qRgba(channel(cell.red), channel(cell.green), channel(cell.blue), int(alpha * 255));
        }
    }
    kept.theme = theme.name;
    kept.longest = longest;
    return kept.image;
}

void GraphPainter::paintDensity(QPainter &painter, const QRectF &target, const Theme &theme) const {
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    constexpr int longest = 1024;
    painter.drawImage(target, densityImage(m_density, theme, longest));
}

void GraphPainter::paintOverview(QPainter &painter, const QRectF &target, const Theme &theme) const {
    if (graph().nodes.empty()) return;
    const double scale = std::min(target.width() / m_bounds.width(), target.height() / m_bounds.height());
    const QSizeF size = m_bounds.size() * scale;
    const QRectF fitted({target.center().x() - size.width() / 2, target.center().y() - size.height() / 2}, size);
    if (graph().nodes.size() > largePicture) {
        // Made for this size: of a larger picture most cards, a pixel each, would fall between those that are drawn.
        const int longest = std::max(1, int(std::lround(std::max(fitted.width(), fitted.height()))));
        return painter.drawImage(fitted, densityImage(m_overview, theme, longest));
    }
    for (size_t i = 0; i < layout().nodes.size(); ++i) {
        const LayoutBox &box = layout().nodes[i];
        const QRectF small(fitted.left() + (box.x - m_bounds.left()) * scale,
                           fitted.top() + (box.y - m_bounds.top()) * scale, std::max(1.5, box.width * scale),
                           std::max(1.5, box.height * scale));
        painter.fillRect(small, blend(cardColour(graph().nodes[i], theme), theme.raised, 0.7));
    }
}

} // namespace graphview
} // namespace jitscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups are laid out from the inside out: what a group holds is a level of its own and then one box in the level
// around it, so that hulls can never overlap anything. An edge that enters or leaves a group passes a gate, a point in
// a row of its own at the top or bottom of the group's level; the pieces of the edge are joined in the end.
#include "app/graphview/layeredlevel.h"

#include <algorithm>
#include <map>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double hullInset = 14;
constexpr double hullTitle = 22;

LayoutResult incomplete() {
    LayoutResult result;
    result.isComplete = false;
    return result;
}

/** One node or group in the level that holds it. */
struct Child {
    bool isGroup = false;
    int index = -1;
    bool operator==(const Child &) const = default;
};

/** What an edge does inside one group: a path from or to a gate, in the coordinates of the group. */
struct GatePiece {
    int group = -1;
    double gateX = 0;
    std::vector<LayoutPoint> points;
};

struct EdgeRoute {
    std::vector<int> fromGroups, toGroups; ///< from the innermost outwards, up to the level where both ends meet
    int level = -1;                        ///< that level: a group, or -1
    std::vector<GatePiece> leaving, entering;
    std::vector<LayoutPoint> across; ///< in the coordinates of `level`
    LevelResult::Route route = LevelResult::Route::Flow;
};

class Layout {
public:
    Layout(const LayoutInput &input, const LayoutOptions &options, const CancelFlag &cancelled)
        : m_input(input)
        , m_options(options)
        , m_cancelled(cancelled) {}

    LayoutResult run() {
        prepare();
        for (int group : innermostFirst()) {
            const bool done = m_input.groups[size_t(group)].kind == LayoutGroup::Kind::Overlay ? placeOverlay(group)
                                                                                               : placeHull(group);
            if (!done) return incomplete();
        }
        if (!placeTop()) return incomplete();
        return assemble();
    }

private:
    void prepare();
    void sortChildren();
    std::vector<int> innermostFirst() const;
    std::vector<int> chainOf(int node) const;
    double portX(const LayoutEdge &edge) const;
    /** The child of the level that holds (or is) an end of edge `e`, and where on it the edge ends. */
    std::pair<Child, double> endIn(size_t e, int level, bool isFrom) const;
    bool placeHull(int group);
    bool placeOverlay(int group);
    bool placeTop();
    LevelResult placeChildren(int group);
    LayoutResult assemble() const;
    LayoutPath pathOf(size_t e, const LayoutResult &result) const;
    LayoutPath backPath(size_t e, LayoutPoint start, LayoutPoint end, const LayoutResult &result) const;

    double widthOf(Child child) const {
        return child.isGroup ? m_groupBoxes[size_t(child.index)].width : m_input.nodes[size_t(child.index)].width;
    }
    double heightOf(Child child) const {
        return child.isGroup ? m_groupBoxes[size_t(child.index)].height : m_input.nodes[size_t(child.index)].height;
    }
    LayoutBox &boxOf(Child child) {
        return child.isGroup ? m_groupBoxes[size_t(child.index)] : m_nodeBoxes[size_t(child.index)];
    }

    const LayoutInput &m_input;
    const LayoutOptions &m_options;
    const CancelFlag &m_cancelled;
    std::vector<EdgeRoute> m_routes;
    std::vector<std::vector<size_t>> m_levelEdges, m_leavingEdges, m_enteringEdges; ///< by group; levels: by group + 1
    std::vector<std::vector<Child>> m_children;                                     ///< by group + 1
    std::vector<double> m_portX;                                                    ///< of each edge, on its `to`
    std::vector<LayoutBox> m_nodeBoxes, m_groupBoxes; ///< in the coordinates of the level around
};

std::vector<int> Layout::chainOf(int node) const {
    std::vector<int> chain;
    for (int group = m_input.nodes[size_t(node)].group; group >= 0; group = m_input.groups[size_t(group)].parent)
        chain.push_back(group);
    return chain;
}

void Layout::prepare() {
    const size_t groups = m_input.groups.size();
    m_children.resize(groups + 1);
    m_levelEdges.resize(groups + 1);
    m_leavingEdges.resize(groups);
    m_enteringEdges.resize(groups);
    m_nodeBoxes.resize(m_input.nodes.size());
    m_groupBoxes.resize(groups);
    for (size_t i = 0; i < m_input.nodes.size(); ++i)
        m_children[size_t(m_input.nodes[i].group + 1)].push_back({false, int(i)});
    for (size_t g = 0; g < groups; ++g)
        m_children[size_t(m_input.groups[g].parent + 1)].push_back({true, int(g)});
    sortChildren();

    m_portX = portOffsets(m_input);

    m_routes.resize(m_input.edges.size());
    if (groups == 0) {
        for (size_t e = 0; e < m_routes.size(); ++e)
            m_levelEdges[0].push_back(e);
        return;
    }
    for (size_t e = 0; e < m_routes.size(); ++e) {
        EdgeRoute &route = m_routes[e];
        route.fromGroups = chainOf(m_input.edges[e].from);
        route.toGroups = chainOf(m_input.edges[e].to);
        while (!route.fromGroups.empty() && !route.toGroups.empty() &&
               route.fromGroups.back() == route.toGroups.back()) {
            route.level = route.fromGroups.back();
            route.fromGroups.pop_back();
            route.toGroups.pop_back();
        }
        m_levelEdges[size_t(route.level + 1)].push_back(e);
        for (int group : route.fromGroups)
            m_leavingEdges[size_t(group)].push_back(e);
        for (int group : route.toGroups)
            m_enteringEdges[size_t(group)].push_back(e);
    }
}

/** Groups stand among the nodes of their level where their first node would. */
void Layout::sortChildren() {
    if (m_input.groups.empty()) return;
    std::vector<int> first(m_input.groups.size(), int(m_input.nodes.size()));
    for (size_t i = m_input.nodes.size(); i-- > 0;)
        for (int group : chainOf(int(i)))
            first[size_t(group)] = int(i);
    const auto place = [&](Child child) { return child.isGroup ? first[size_t(child.index)] : child.index; };
    for (auto &children : m_children)
        std::stable_sort(children.begin(), children.end(), [&](Child a, Child b) { return place(a) < place(b); });
}

std::vector<int> Layout::innermostFirst() const {
    std::vector<std::pair<int, int>> byDepth;
    for (size_t g = 0; g < m_input.groups.size(); ++g) {
        int depth = 0;
        for (int above = m_input.groups[g].parent; above >= 0; above = m_input.groups[size_t(above)].parent)
            ++depth;
        byDepth.emplace_back(-depth, int(g));
    }
    std::sort(byDepth.begin(), byDepth.end());
    std::vector<int> order;
    for (const auto &[depth, group] : byDepth)
        order.push_back(group);
    return order;
}

std::pair<Child, double> Layout::endIn(size_t e, int level, bool isFrom) const {
    const EdgeRoute &route = m_routes[e];
    const LayoutEdge &edge = m_input.edges[e];
    const auto &pieces = isFrom ? route.leaving : route.entering;
    // The outermost group inside of `level` on this side was placed just before; its gate is where the edge ends here.
    const GatePiece *inside = nullptr;
    for (const GatePiece &piece : pieces)
        if (m_input.groups[size_t(piece.group)].parent == level) inside = &piece;
    if (inside) return {{true, inside->group}, inside->gateX};
    const int node = isFrom ? edge.from : edge.to;
    return {{false, node}, isFrom ? m_input.nodes[size_t(node)].width / 2 : m_portX[e]};
}

/** Runs one level: its children and a gate for each edge that passes its border. Gates follow the children. */
LevelResult Layout::placeChildren(int group) {
    const auto &children = m_children[size_t(group + 1)];
    std::map<std::pair<bool, int>, int> number;
    std::vector<int> nodeNumber(group < 0 ? m_input.nodes.size() : 0, -1);
    std::vector<LevelNode> nodes;
    for (size_t i = 0; i < children.size(); ++i) {
        const Child child = children[i];
        LevelNode node{widthOf(child), heightOf(child), LevelNode::Pin::None, {}};
        const auto &previous =
            child.isGroup ? m_input.groups[size_t(child.index)].previous : m_input.nodes[size_t(child.index)].previous;
        if (previous) node.previousX = previous->x;
        nodes.push_back(node);
        if (group < 0 && !child.isGroup)
            nodeNumber[size_t(child.index)] = int(i);
        else
            number[{child.isGroup, child.index}] = int(i);
    }
    const auto numberOf = [&](Child child) {
        return group < 0 && !child.isGroup ? nodeNumber[size_t(child.index)] : number[{child.isGroup, child.index}];
    };
    std::vector<LevelEdge> edges;
    for (size_t e : m_levelEdges[size_t(group + 1)]) {
        const auto [from, fromX] = endIn(e, group, true);
        const auto [to, toX] = endIn(e, group, false);
        edges.push_back({numberOf(from), numberOf(to), fromX, toX});
    }
    LayoutOptions options = m_options;
    if (group >= 0) {
        const auto addGate = [&](LevelNode::Pin pin) {
            nodes.push_back({1, 0, pin, {}});
            return int(nodes.size()) - 1;
        };
        for (size_t e : m_enteringEdges[size_t(group)]) {
            const auto [to, toX] = endIn(e, group, false);
            edges.push_back({addGate(LevelNode::Pin::Top), numberOf(to), 0.5, toX});
        }
        for (size_t e : m_leavingEdges[size_t(group)]) {
            const auto [from, fromX] = endIn(e, group, true);
            edges.push_back({numberOf(from), addGate(LevelNode::Pin::Bottom), fromX, 0.5});
        }
        options.rankGap = m_options.rankGap * 0.8;
    }
    return placeLevel(nodes, edges, options, m_cancelled);
}

bool Layout::placeHull(int group) {
    LevelResult level = placeChildren(group);
    const auto &children = m_children[size_t(group + 1)];
    const size_t own = m_levelEdges[size_t(group + 1)].size();
    const auto &entering = m_enteringEdges[size_t(group)], &leaving = m_leavingEdges[size_t(group)];
    if (level.nodes.size() != children.size() + entering.size() + leaving.size()) return false;

    // The row of entering gates leaves room for the title; without one the title gets its own.
    const double title = entering.empty() ? hullTitle : 0;
    const double width = std::max(level.width + 2 * hullInset, m_input.groups[size_t(group)].minimumWidth);
    const LayoutPoint origin{(width - level.width) / 2, title + (entering.empty() ? 0 : 6)};
    const auto moved = [&](std::vector<LayoutPoint> points) {
        for (LayoutPoint &point : points)
            point = {point.x + origin.x, point.y + origin.y};
        return points;
    };
    for (size_t i = 0; i < children.size(); ++i) {
        LayoutBox &box = boxOf(children[i]);
        box = level.nodes[i];
        box.x += origin.x;
        box.y += origin.y;
    }
    for (size_t i = 0; i < own; ++i) {
        EdgeRoute &route = m_routes[m_levelEdges[size_t(group + 1)][i]];
        if (level.routes[i] != LevelResult::Route::Flow) route.route = level.routes[i];
        route.across = moved(level.paths[i]);
    }
    for (size_t i = 0; i < entering.size() + leaving.size(); ++i) {
        const bool enters = i < entering.size();
        EdgeRoute &route = m_routes[enters ? entering[i] : leaving[i - entering.size()]];
        if (level.routes[own + i] != LevelResult::Route::Flow) route.route = level.routes[own + i];
        (enters ? route.entering : route.leaving)
            .push_back({group, level.nodes[children.size() + i].centreX() + origin.x, moved(level.paths[own + i])});
    }
    m_groupBoxes[size_t(group)] = {0, 0, width, level.height + origin.y + (leaving.empty() ? hullInset : 6)};
    return true;
}

bool Layout::placeOverlay(int group) {
    LayoutBox &around = m_groupBoxes[size_t(group)];
    for (const Child child : m_children[size_t(group + 1)]) {
        around.width = std::max(around.width, widthOf(child));
        around.height = std::max(around.height, heightOf(child));
    }
    for (const Child child : m_children[size_t(group + 1)]) {
        LayoutBox &box = boxOf(child);
        box = {(around.width - widthOf(child)) / 2, (around.height - heightOf(child)) / 2, widthOf(child),
               heightOf(child)};
    }
    for (size_t e : m_enteringEdges[size_t(group)]) {
        const auto [to, toX] = endIn(e, group, false);
        const double x = boxOf(to).x + toX;
        m_routes[e].entering.push_back({group, x, {{x, 0}, {x, boxOf(to).y}}});
    }
    for (size_t e : m_leavingEdges[size_t(group)]) {
        const auto [from, fromX] = endIn(e, group, true);
        const double x = boxOf(from).x + fromX;
        m_routes[e].leaving.push_back({group, x, {{x, boxOf(from).bottom()}, {x, around.height}}});
    }
    // Alternatives are never seen together, so an edge between two of them is never drawn.
    for (size_t e : m_levelEdges[size_t(group + 1)])
        m_routes[e].route = LevelResult::Route::Stub;
    return !(m_cancelled && m_cancelled->load());
}

bool Layout::placeTop() {
    LevelResult level = placeChildren(-1);
    if (level.nodes.size() != m_children[0].size()) return false;
    for (size_t i = 0; i < m_children[0].size(); ++i)
        boxOf(m_children[0][i]) = level.nodes[i];
    for (size_t i = 0; i < m_levelEdges[0].size(); ++i) {
        EdgeRoute &route = m_routes[m_levelEdges[0][i]];
        if (level.routes[i] != LevelResult::Route::Flow) route.route = level.routes[i];
        route.across = std::move(level.paths[i]);
    }
    return !(m_cancelled && m_cancelled->load());
}

LayoutPath Layout::backPath(size_t e, LayoutPoint start, LayoutPoint end, const LayoutResult &result) const {
    const LayoutBox &from = result.nodes[size_t(m_input.edges[e].from)],
                    &to = result.nodes[size_t(m_input.edges[e].to)];
    const double side = std::max(from.right(), to.right()) + 22 + double(e % 5) * 7;
    const double reach = 26;
    LayoutPath path{LayoutPath::Shape::Bezier, true, {}};
    path.points = {start,
                   {start.x, start.y + reach},
                   {side, start.y + reach},
                   {side, start.y - 4},
                   {side, (start.y * 2 + end.y) / 3},
                   {side, (start.y + end.y * 2) / 3},
                   {side, end.y + 4},
                   {side, end.y - reach},
                   {end.x, end.y - reach},
                   end};
    return path;
}

LayoutPath Layout::pathOf(size_t e, const LayoutResult &result) const {
    const EdgeRoute &route = m_routes[e];
    const LayoutEdge &edge = m_input.edges[e];
    const LayoutBox &from = result.nodes[size_t(edge.from)], &to = result.nodes[size_t(edge.to)];
    const LayoutPoint start{from.centreX(), from.bottom()}, end{to.x + m_portX[e], to.y};
    if (route.route == LevelResult::Route::Back) return backPath(e, start, end, result);
    if (route.route == LevelResult::Route::Stub) {
        const double reach = 14;
        return {LayoutPath::Shape::Stub, false, {start, {start.x, start.y + reach}, {end.x, end.y - reach}, end}};
    }
    LayoutPath path;
    const auto add = [&](const std::vector<LayoutPoint> &points, int group) {
        const LayoutPoint origin =
            group < 0 ? LayoutPoint{} : LayoutPoint{result.groups[size_t(group)].x, result.groups[size_t(group)].y};
        for (const LayoutPoint &point : points)
            path.points.push_back({point.x + origin.x, point.y + origin.y});
    };
    for (const GatePiece &piece : route.leaving)
        add(piece.points, piece.group);
    add(route.across, route.level);
    for (size_t i = route.entering.size(); i-- > 0;)
        add(route.entering[i].points, route.entering[i].group);
    return path;
}

LayoutResult Layout::assemble() const {
    LayoutResult result;
    result.nodes = m_nodeBoxes;
    result.groups = m_groupBoxes;
    const auto inner = innermostFirst();
    for (size_t i = inner.size(); i-- > 0;) {
        const int parent = m_input.groups[size_t(inner[i])].parent;
        if (parent < 0) continue;
        result.groups[size_t(inner[i])].x += result.groups[size_t(parent)].x;
        result.groups[size_t(inner[i])].y += result.groups[size_t(parent)].y;
    }
    for (size_t i = 0; i < result.nodes.size(); ++i) {
        const int group = m_input.nodes[i].group;
        if (group < 0) continue;
        result.nodes[i].x += result.groups[size_t(group)].x;
        result.nodes[i].y += result.groups[size_t(group)].y;
    }
    result.edges.reserve(m_routes.size());
    for (size_t e = 0; e < m_routes.size(); ++e)
        result.edges.push_back(pathOf(e, result));

    double left = 0, top = 0, right = 0, bottom = 0;
    const auto include = [&](double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    };
    for (const auto *boxes : {&result.nodes, &result.groups}) {
        for (const LayoutBox &box : *boxes) {
            include(box.x, box.y);
            include(box.right(), box.bottom());
        }
    }
    for (const LayoutPath &path : result.edges)
        for (const LayoutPoint &point : path.points)
            include(point.x, point.y);
    result.bounds = {left, top, right - left, bottom - top};
    return result;
}

} // namespace

std::vector<double> portOffsets(const LayoutInput &input) {
    std::vector<std::vector<int>> ports(input.nodes.size());
    for (const LayoutEdge &edge : input.edges)
        ports[size_t(edge.to)].push_back(edge.port);
    for (auto &list : ports) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    std::vector<double> offsets;
    for (const LayoutEdge &edge : input.edges) {
        const auto &list = ports[size_t(edge.to)];
        const double width = input.nodes[size_t(edge.to)].width;
        const double step = std::min(36.0, width / double(list.size() + 1));
        const auto at = std::lower_bound(list.begin(), list.end(), edge.port) - list.begin();
        offsets.push_back(width / 2 + (double(at) - double(list.size() - 1) / 2) * step);
    }
    return offsets;
}

LayoutResult layeredLayout(const LayoutInput &input, const LayoutOptions &options, const CancelFlag &cancelled) {
    return Layout(input, options, cancelled).run();
}

} // namespace graphview
} // namespace jitscope

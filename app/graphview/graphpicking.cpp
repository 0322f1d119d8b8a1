// SPDX-License-Identifier: GPL-3.0-or-later
// What of a painted graph is at a point, and what is next to a card.
#include "app/graphview/graphpainter.h"

#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {
constexpr double pickDistance = 3;
} // namespace

std::vector<int> GraphPainter::cardsOf(NodeId id) const {
    std::vector<int> cards;
    if (!id.valid()) return cards;
    for (auto at = std::lower_bound(m_byId.begin(), m_byId.end(), std::pair(id.value, 0));
         at != m_byId.end() && at->first == id.value; ++at)
        cards.push_back(at->second);
    return cards;
}

int GraphPainter::cardAt(QPointF point) const {
    const QRectF near(point.x() - pickDistance, point.y() - pickDistance, 2 * pickDistance, 2 * pickDistance);
    int found = -1;
    for (int node : m_grid.nodesIn(layout(), near))
        if (toRect(layout().nodes[size_t(node)]).intersects(near)) found = node;
    return found;
}

int GraphPainter::edgeAt(QPointF point) const {
    const QRectF near(point.x() - pickDistance, point.y() - pickDistance, 2 * pickDistance, 2 * pickDistance);
    QPainterPathStroker stroker;
    stroker.setWidth(2 * pickDistance);
    for (int edge : m_grid.edgesIn(near))
        if (stroker.createStroke(edgePath(edge)).contains(point)) return edge;
    return -1;
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
    for (const StubLabel &label : stubLabels(m_grid.edgesIn(near), near))
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
    for (int other : m_grid.nodesIn(layout(), row)) {
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

} // namespace graphview
} // namespace jitscope

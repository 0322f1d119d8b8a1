// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a laid-out graph at any zoom and finds what is at a point: the part of the view that knows no widgets.
#pragma once

#include "app/graphview/cardpainter.h"
#include "app/graphview/unionlayout.h"

#include <QImage>
#include <QPainterPath>
#include <optional>

namespace jitscope {

/** What stands out at the moment; indices are those of the graph. */
struct GraphHighlight {
    std::vector<int> selected; ///< sorted
    std::vector<int> found;    ///< sorted; when not empty, all others fade
    int hovered = -1;
    int current = -1; ///< where the program stands
};

class GraphPainter {
public:
    GraphPainter() = default;
    explicit GraphPainter(GraphPicture picture);

    const DisplayGraph &graph() const { return m_picture.graph; }
    const LayoutResult &layout() const { return m_picture.layout; }
    QRectF bounds() const { return m_bounds; }

    /** Paints what meets `exposed` (layout coordinates) for a painter that scales by `zoom`. */
    void paint(QPainter &painter, const QRectF &exposed, double zoom, const GraphHighlight &highlight,
               const Theme &theme) const;
    /** A small picture of the whole in `target`: boxes, or their density for large graphs. */
    void paintOverview(QPainter &painter, const QRectF &target, const Theme &theme) const;

    int cardAt(QPointF point) const;
    /** The innermost hull of which the title bar is at `point`, or -1. */
    int hullTitleAt(QPointF point) const;
    /** The card at the other end of the stub whose label is at `point`, or -1. */
    int stubTargetAt(QPointF point) const;

    /** The cards that feed `card` in the order of its operands, or that use its result, top to bottom. */
    std::vector<int> producers(int card) const;
    std::vector<int> consumers(int card) const;
    /** The next card to the left (-1) or right (+1) in about the same row, or -1. */
    int neighbour(int card, int direction) const;

private:
    /** Cards and edges by the cells of a grid that they touch. */
    struct Grid {
        double cell = 512;
        int columns = 0, rows = 0;
        std::vector<std::vector<int>> nodes, edges;
    };
    void buildGrid();
    template<class Visit> void visitCells(const QRectF &area, Visit visit) const;
    std::vector<int> nodesIn(const QRectF &area) const;
    std::vector<int> edgesIn(const QRectF &area) const;
    void paintEdge(QPainter &painter, int edge, const QColor &colour, double zoom) const;
    void paintArrow(QPainter &painter, QPointF tip) const;
    void paintStubs(QPainter &painter, const QRectF &exposed, double zoom, const Theme &theme) const;
    struct StubLabel {
        QRectF box;
        QString text;
        int target = -1; ///< the card to go to
    };
    std::vector<StubLabel> stubLabels(const std::vector<int> &edges) const;
    void paintDensity(QPainter &painter, const QRectF &target, const Theme &theme) const;
    const QImage &densityImage(const Theme &theme) const;
    QPainterPath edgePath(int edge) const;

    GraphPicture m_picture;
    QRectF m_bounds;
    Grid m_grid;
    std::vector<std::vector<int>> m_inEdges, m_outEdges;
    mutable std::vector<int> m_visited; ///< by edge: the last visit, so that an edge in many cells is painted once
    mutable int m_visit = 0;
    mutable std::vector<std::optional<QPainterPath>> m_paths; ///< of edges, made when first painted
    mutable QImage m_density;
    mutable QString m_densityTheme;
};

} // namespace jitscope

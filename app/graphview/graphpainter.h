// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a laid-out graph at any zoom and finds what is at a point: the part of the view that knows no widgets.
#pragma once

#include "app/graphview/cardpainter.h"
#include "app/graphview/graphgrid.h"
#include "app/graphview/unionlayout.h"

#include <QImage>
#include <QPainterPath>
#include <functional>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

/** What stands out at the moment; indices are those of the graph. */
struct GraphHighlight {
    std::vector<int> selected; ///< sorted
    std::vector<int> found;    ///< sorted; when not empty, all others fade
    int hovered = -1;
    int current = -1;       ///< the operator that is looked at: a ring, and its operands' edges stand out
    int next = -1;          ///< the one after it, or about to run: a dashed ring
    std::vector<int> fresh; ///< sorted; cards that have just come
    double pulse = 1;       ///< how far the pulse of the fresh ones is, 0..1; 1: over
};

class GraphPainter {
public:
    GraphPainter() = default;
    explicit GraphPainter(GraphPicture picture);

    const DisplayGraph &graph() const { return m_picture.graph; }
    const LayoutResult &layout() const { return m_picture.layout; }
    QRectF bounds() const { return m_bounds; }
    QRectF placeOf(int card) const { return toRect(layout().nodes[size_t(card)]); }
    /** Changes what is written on cards; nothing moves. */
    void restyle(const std::function<void(DisplayGraph &)> &change) { change(m_picture.graph), m_boxTheme.clear(); }

    enum class Completeness : uint8_t {
        Frame, ///< in time for the next frame: of very many cards less is painted
        Full,  ///< for a file
    };
    /** Paints what meets `exposed` (layout coordinates) for a painter that scales by `zoom`. */
    void paint(QPainter &painter, const QRectF &exposed, double zoom, const GraphHighlight &highlight,
               const Theme &theme, Completeness completeness = Completeness::Frame) const;
    /** A small picture of the whole in `target`: boxes, or their density for large graphs. */
    void paintOverview(QPainter &painter, const QRectF &target, const Theme &theme) const;

    /** The cards of the node with that id: several if a graph is expanded in several places. */
    std::vector<int> cardsOf(NodeId id) const;
    /** The cards of calls of other graphs. */
    const std::vector<int> &calls() const { return m_calls; }
    int cardAt(QPointF point) const;
    /** The edge that runs through `point`, or -1. */
    int edgeAt(QPointF point) const;
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
    void paintHulls(QPainter &painter, const QRectF &exposed, double zoom, const Theme &theme) const;
    void paintHullTitles(QPainter &painter, const QRectF &exposed, CardDetail detail, const Theme &theme) const;
    void paintEdges(QPainter &painter, const QRectF &exposed, double zoom, CardDetail detail, const Theme &theme,
                    Completeness completeness) const;
    void paintNear(QPainter &painter, double zoom, const GraphHighlight &highlight, const Theme &theme) const;
    void paintBoxes(QPainter &painter, const std::vector<int> &nodes, double zoom, const GraphHighlight &highlight,
                    const Theme &theme) const;
    void paintCards(QPainter &painter, const std::vector<int> &nodes, double zoom, CardDetail detail,
                    const GraphHighlight &highlight, const Theme &theme) const;
    CardStates statesOf(int node, const GraphHighlight &highlight) const;
    const std::vector<QColor> &boxColours(const Theme &theme) const;
    void paintEdge(QPainter &painter, int edge, const QColor &colour, double zoom) const;
    void paintArrow(QPainter &painter, QPointF tip) const;
    void paintPulse(QPainter &painter, const GraphHighlight &highlight, const Theme &theme) const;
    void paintStubs(QPainter &painter, const QRectF &exposed, const Theme &theme) const;
    struct StubLabel {
        QRectF box;
        QString text;
        int target = -1; ///< the card to go to
    };
    std::vector<StubLabel> stubLabels(const std::vector<int> &edges, const QRectF &area) const;
    void paintDensity(QPainter &painter, const QRectF &target, const Theme &theme) const;
    /** A density of cards, made once for a theme and a size. */
    struct Density {
        QImage image;
        QString theme;
        int longest = 0; ///< pixels of the longer side
    };
    const QImage &densityImage(Density &kept, const Theme &theme, int longest) const;
    QPainterPath edgePath(int edge) const;

    GraphPicture m_picture;
    QRectF m_bounds;
    GraphGrid m_grid;
    std::vector<std::vector<int>> m_inEdges, m_outEdges;
    std::vector<std::pair<int64_t, int>> m_byId; ///< NodeId::value and card, sorted
    std::vector<int> m_calls;
    bool m_hasChanges = false;
    mutable std::unordered_map<int, QPainterPath> m_paths; ///< of edges, made when first painted
    mutable std::vector<QColor> m_boxColours;
    mutable Density m_density, m_overview;
    mutable QString m_boxTheme;
};

} // namespace graphview
} // namespace jitscope

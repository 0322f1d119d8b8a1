// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the cards and edges of a laid-out graph that meet an area, at a cost that follows the area.
#pragma once

#include "app/graphview/graphlayout.h"

#include <QRectF>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** Each card is in the cell of its middle, each piece of an edge in all cells that it may touch. Queries get the layout
    that it was made for. */
class GraphGrid {
public:
    GraphGrid() = default;
    explicit GraphGrid(const LayoutResult &layout);

    /** Cards whose boxes, grown by `margin`, meet `area`; in no order, each once. */
    std::vector<int> nodesIn(const LayoutResult &layout, const QRectF &area, double margin = 0) const;
    /** Edges that may be seen in `area`; in no order, each once. */
    std::vector<int> edgesIn(const QRectF &area) const;

private:
    /** Numbers by cell, in two arrays: a list a cell would be a hundred thousand allocations. */
    struct Buckets {
        std::vector<int> first, items;
    };
    struct Cells {
        int left = 0, right = -1, top = 0, bottom = -1;
    };
    Cells cellsOf(double left, double top, double right, double bottom) const;
    size_t cellAt(int column, int row) const { return size_t(row) * size_t(m_columns) + size_t(column); }
    template<class Visit> void visitEdge(const LayoutPath &path, Visit visit) const;
    void addNodes(const LayoutResult &layout);
    void addEdges(const LayoutResult &layout);

    double m_cell = 512, m_left = 0, m_top = 0;
    double m_widest = 0, m_highest = 0; ///< of all cards
    int m_columns = 0, m_rows = 0;
    Buckets m_nodes, m_edges;
    mutable std::vector<uint32_t> m_visited; ///< by edge: the last visit, so that an edge in many cells is found once
    mutable uint32_t m_visit = 0;
};

} // namespace graphview
} // namespace jitscope

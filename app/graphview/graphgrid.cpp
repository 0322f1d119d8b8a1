// SPDX-License-Identifier: GPL-3.0-or-later
// A uniform grid with about as many cells as cards; both passes of a bucket sort fill it.
#include "app/graphview/graphgrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double smallestCell = 512;

/** Makes counts by cell, in `first` from index 1 on, the beginnings of the cells. */
void toBeginnings(std::vector<int> &first) {
    std::partial_sum(first.begin(), first.end(), first.begin());
}

} // namespace

GraphGrid::GraphGrid(const LayoutResult &layout)
    : m_left(layout.bounds.x)
    , m_top(layout.bounds.y) {
    if (layout.nodes.empty()) return;
    const double width = std::max(1.0, layout.bounds.width), height = std::max(1.0, layout.bounds.height);
    m_cell = std::max(smallestCell, std::sqrt(width * height / double(2 * layout.nodes.size() + 64)));
    // A chain is as long as it is thin: cells are squares of its area, but never more than a few for each card.
    const double most = 4.0 * double(layout.nodes.size()) + 64;
    m_cell = std::max({m_cell, width / most, height / most});
    m_columns = int(width / m_cell) + 1;
    m_rows = int(height / m_cell) + 1;
    addNodes(layout);
    addEdges(layout);
}

GraphGrid::Cells GraphGrid::cellsOf(double left, double top, double right, double bottom) const {
    const auto cell = [&](double distance, int count) {
        return int(std::clamp(distance / m_cell, 0.0, double(count - 1)));
    };
    return {cell(left - m_left, m_columns), cell(right - m_left, m_columns), cell(top - m_top, m_rows),
            cell(bottom - m_top, m_rows)};
}

void GraphGrid::addNodes(const LayoutResult &layout) {
    std::vector<size_t> cells;
    cells.reserve(layout.nodes.size());
    m_nodes.first.assign(size_t(m_columns) * size_t(m_rows) + 1, 0);
    for (const LayoutBox &box : layout.nodes) {
        m_widest = std::max(m_widest, box.width);
        m_highest = std::max(m_highest, box.height);
        const double x = box.centreX(), y = box.y + box.height / 2;
        const Cells at = cellsOf(x, y, x, y);
        cells.push_back(cellAt(at.left, at.top));
        ++m_nodes.first[cells.back() + 1];
    }
    toBeginnings(m_nodes.first);
    m_nodes.items.resize(cells.size());
    std::vector<int> next(m_nodes.first.begin(), m_nodes.first.end() - 1);
    for (size_t i = 0; i < cells.size(); ++i)
        m_nodes.items[size_t(next[cells[i]]++)] = int(i);
}

/** Calls `visit` with each cell that a piece of the edge may touch; neighbouring pieces may name a cell twice. */
template<class Visit> void GraphGrid::visitEdge(const LayoutPath &path, Visit visit) const {
    for (size_t i = 1; i < path.points.size(); ++i) {
        if (path.shape == LayoutPath::Shape::Stub && i == 2) continue;
        const LayoutPoint &a = path.points[i - 1], &b = path.points[i];
        const Cells cells =
            cellsOf(std::min(a.x, b.x) - 2, std::min(a.y, b.y) - 2, std::max(a.x, b.x) + 2, std::max(a.y, b.y) + 2);
        for (int row = cells.top; row <= cells.bottom; ++row)
            for (int column = cells.left; column <= cells.right; ++column)
                visit(cellAt(column, row));
    }
}

void GraphGrid::addEdges(const LayoutResult &layout) {
    const size_t edges = layout.edges.size();
    m_visited.assign(edges, 0);
    m_edges.first.assign(size_t(m_columns) * size_t(m_rows) + 1, 0);
    std::vector<int> last(m_edges.first.size(), -1); // the last edge in a cell
    for (size_t e = 0; e < edges; ++e)
        visitEdge(layout.edges[e], [&](size_t cell) {
            if (std::exchange(last[cell], int(e)) != int(e)) ++m_edges.first[cell + 1];
        });
    toBeginnings(m_edges.first);
    m_edges.items.resize(size_t(m_edges.first.back()));
    std::vector<int> next(m_edges.first.begin(), m_edges.first.end() - 1);
    std::fill(last.begin(), last.end(), -1);
    for (size_t e = 0; e < edges; ++e)
        visitEdge(layout.edges[e], [&](size_t cell) {
            if (std::exchange(last[cell], int(e)) != int(e)) m_edges.items[size_t(next[cell]++)] = int(e);
        });
}

std::vector<int> GraphGrid::nodesIn(const LayoutResult &layout, const QRectF &area, double margin) const {
    std::vector<int> found;
    if (m_columns == 0) return found;
    const double aside = m_widest / 2 + margin, above = m_highest / 2 + margin;
    const Cells cells = cellsOf(area.left() - aside, area.top() - above, area.right() + aside, area.bottom() + above);
    for (int row = cells.top; row <= cells.bottom; ++row) {
        const size_t begin = cellAt(cells.left, row), end = cellAt(cells.right, row) + 1;
        for (int i = m_nodes.first[begin]; i < m_nodes.first[end]; ++i) {
            const LayoutBox &box = layout.nodes[size_t(m_nodes.items[size_t(i)])];
            if (box.x - margin <= area.right() && box.right() + margin >= area.left() &&
                box.y - margin <= area.bottom() && box.bottom() + margin >= area.top())
                found.push_back(m_nodes.items[size_t(i)]);
        }
    }
    return found;
}

std::vector<int> GraphGrid::edgesIn(const QRectF &area) const {
    std::vector<int> found;
    if (m_columns == 0) return found;
    ++m_visit;
    const Cells cells = cellsOf(area.left(), area.top(), area.right(), area.bottom());
    for (int row = cells.top; row <= cells.bottom; ++row) {
        const size_t begin = cellAt(cells.left, row), end = cellAt(cells.right, row) + 1;
        for (int i = m_edges.first[begin]; i < m_edges.first[end]; ++i) {
            const int edge = m_edges.items[size_t(i)];
            if (std::exchange(m_visited[size_t(edge)], m_visit) != m_visit) found.push_back(edge);
        }
    }
    return found;
}

} // namespace graphview
} // namespace jitscope

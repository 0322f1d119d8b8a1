// SPDX-License-Identifier: GPL-3.0-or-later
// One flat level of the layered layout: nodes without groups, placed in rows.
#pragma once

#include "app/graphview/graphlayout.h"

namespace jitscope {
inline namespace graphview {

struct LevelNode {
    enum class Pin : uint8_t {
        None,
        Top,   ///< stands in a row of its own kind above all others: where an edge enters the level
        Bottom ///< below all others: where an edge leaves it
    };
    double width = 0, height = 0;
    Pin pin = Pin::None;
    std::optional<double> previousX;
};

struct LevelEdge {
    int from = -1, to = -1;
    double fromX = 0, toX = 0; ///< where it meets the bottom of `from` and the top of `to`, from their left sides
};

struct LevelResult {
    enum class Route : uint8_t { Flow, Stub, Back };
    std::vector<LayoutBox> nodes;
    std::vector<Route> routes;                   ///< of the edges
    std::vector<std::vector<LayoutPoint>> paths; ///< of the edges with Route::Flow; empty for others
    double width = 0, height = 0;
};

/** A level of which all nodes hang together (levels that do not are laid out too, side by side without thought). */
LevelResult placeConnected(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges,
                           const LayoutOptions &options, const CancelFlag &cancelled);

/** Unconnected parts are laid out on their own and packed in shelves (in one row if any node is pinned). */
LevelResult placeLevel(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges,
                       const LayoutOptions &options, const CancelFlag &cancelled);

} // namespace graphview
} // namespace jitscope

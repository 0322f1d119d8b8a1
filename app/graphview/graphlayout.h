// SPDX-License-Identifier: GPL-3.0-or-later
// What a layout engine takes and gives, as plain data without widgets: boxes and edges in, places and curves out.
#pragma once

#include "app/sdk/jobs.h"

#include <optional>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** Pixels at 100 %; x grows to the right, y downwards (data flows down). */
struct LayoutPoint {
    double x = 0, y = 0;
    bool operator==(const LayoutPoint &) const = default;
};

struct LayoutBox {
    double x = 0, y = 0, width = 0, height = 0; ///< (x, y) is the top left corner
    double right() const { return x + width; }
    double bottom() const { return y + height; }
    double centreX() const { return x + width / 2; }
    bool operator==(const LayoutBox &) const = default;
};

struct LayoutNode {
    double width = 0, height = 0;
    int group = -1;                      ///< the innermost group that holds it
    std::optional<LayoutPoint> previous; ///< where its top left corner was: its order among neighbours is kept
};

struct LayoutEdge {
    int from = -1, to = -1;
    int port = 0; ///< which operand of `to`; ports of a node are spread over its top side in this order
    bool operator==(const LayoutEdge &) const = default;
};

/** Nodes that stay together. Groups nest; a group holds other groups and nodes. */
struct LayoutGroup {
    enum class Kind : uint8_t {
        Hull,    ///< its content is laid out inside of one box
        Overlay, ///< its content lies centred on one place: alternatives of which one is seen at a time
    };
    Kind kind = Kind::Hull;
    int parent = -1;
    double minimumWidth = 0;                  ///< room for its title
    std::optional<LayoutPoint> previous = {}; ///< as of nodes
};

struct LayoutInput {
    std::vector<LayoutNode> nodes; ///< in provenance order: ties are broken by it
    std::vector<LayoutEdge> edges;
    std::vector<LayoutGroup> groups;
};

struct LayoutOptions {
    double rankGap = 30;  ///< between rows
    double nodeGap = 26;  ///< between neighbours in a row
    int longestSpan = 24; ///< edges over more rows become stubs at both ends
};

struct LayoutPath {
    enum class Shape : uint8_t {
        Flow,   ///< through all points, vertical in each: first the bottom of `from`, last the top of `to`
        Bezier, ///< start, then triples of two control points and an end
        Stub,   ///< four points: a short line out of `from`, a short line into `to`
    };
    Shape shape = Shape::Flow;
    bool isBack = false; ///< against the flow: it closes a cycle
    std::vector<LayoutPoint> points;
    bool operator==(const LayoutPath &) const = default;
};

struct LayoutResult {
    std::vector<LayoutBox> nodes, groups; ///< as in the input
    std::vector<LayoutPath> edges;        ///< as in the input
    LayoutBox bounds;
    bool isComplete = true; ///< false: cancelled, nothing else holds
    bool operator==(const LayoutResult &) const = default;
};

/** Where each edge meets the top of its `to`, from the left side of that: operands share it in their order, close
    together on wide nodes. */
std::vector<double> portOffsets(const LayoutInput &input);

/**
 * Our own engine: layers by longest path, few crossings, straight long edges. Near-linear in time, iterative (a chain
 * of 100,000 nodes is fine), and the same input always gives the same result to the last bit.
 */
LayoutResult layeredLayout(const LayoutInput &input, const LayoutOptions &options = {},
                           const CancelFlag &cancelled = {});

} // namespace graphview
} // namespace jitscope

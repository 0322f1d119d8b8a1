// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a level into its connected parts, lays out each, and packs them in shelves of about the screen's proportions.
#include "app/graphview/layeredlevel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace jitscope {
inline namespace graphview {

namespace {

bool isCancelled(const CancelFlag &flag) {
    return flag && flag->load(std::memory_order_relaxed);
}

/** For each node the number of its connected part; parts are numbered by their first node. */
std::vector<int> connectedParts(int nodes, const std::vector<LevelEdge> &edges) {
    std::vector<int> parent(size_t(nodes), 0);
    std::iota(parent.begin(), parent.end(), 0);
    const auto rootOf = [&](int node) {
        while (parent[size_t(node)] != node)
            node = parent[size_t(node)] = parent[size_t(parent[size_t(node)])];
        return node;
    };
    for (const LevelEdge &edge : edges) {
        const int a = rootOf(edge.from), b = rootOf(edge.to);
        parent[size_t(std::max(a, b))] = std::min(a, b);
    }
    std::vector<int> part(size_t(nodes), -1);
    int parts = 0;
    for (int i = 0; i < nodes; ++i) {
        const int root = rootOf(i);
        if (root == i)
            part[size_t(i)] = parts++;
        else
            part[size_t(i)] = part[size_t(root)];
    }
    return part;
}

struct Part {
    std::vector<int> nodeIndices, edgeIndices;
    std::vector<LevelNode> nodes;
    std::vector<LevelEdge> edges;
    LevelResult placed;
};

std::vector<Part> splitParts(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges) {
    const auto partOf = connectedParts(int(nodes.size()), edges);
    std::vector<Part> parts(partOf.empty() ? 0 : size_t(*std::max_element(partOf.begin(), partOf.end()) + 1));
    std::vector<int> local(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
        Part &part = parts[size_t(partOf[i])];
        local[i] = int(part.nodes.size());
        part.nodes.push_back(nodes[i]);
        part.nodeIndices.push_back(int(i));
    }
    for (size_t e = 0; e < edges.size(); ++e) {
        Part &part = parts[size_t(partOf[size_t(edges[e].from)])];
        part.edges.push_back(edges[e]);
        part.edges.back().from = local[size_t(edges[e].from)];
        part.edges.back().to = local[size_t(edges[e].to)];
        part.edgeIndices.push_back(int(e));
    }
    return parts;
}

} // namespace

LevelResult placeLevel(const std::vector<LevelNode> &nodes, const std::vector<LevelEdge> &edges,
                       const LayoutOptions &options, const CancelFlag &cancelled) {
    auto parts = splitParts(nodes, edges);
    const double apart = options.nodeGap * 1.6;
    double area = 0, widest = 0;
    for (Part &part : parts) {
        if (isCancelled(cancelled)) return {};
        part.placed = placeConnected(part.nodes, part.edges, options, cancelled);
        area += (part.placed.width + apart) * (part.placed.height + apart);
        widest = std::max(widest, part.placed.width);
    }
    if (isCancelled(cancelled)) return {};
    const bool isPinned =
        std::any_of(nodes.begin(), nodes.end(), [](const LevelNode &node) { return node.pin != LevelNode::Pin::None; });
    const double shelfWidth =
        isPinned ? std::numeric_limits<double>::max() : std::max(widest, std::sqrt(area * 1.6)) + 1;

    LevelResult result;
    result.nodes.resize(nodes.size());
    result.routes.resize(edges.size());
    result.paths.resize(edges.size());
    double x = 0, y = 0, shelfHeight = 0;
    for (Part &part : parts) {
        if (x > 0 && x + part.placed.width > shelfWidth) {
            x = 0;
            y += shelfHeight + apart;
            shelfHeight = 0;
        }
        for (size_t i = 0; i < part.nodes.size(); ++i) {
            LayoutBox box = part.placed.nodes[i];
            box.x += x;
            box.y += y;
            result.nodes[size_t(part.nodeIndices[i])] = box;
        }
        for (size_t e = 0; e < part.edges.size(); ++e) {
            auto path = std::move(part.placed.paths[e]);
            for (LayoutPoint &point : path)
                point = {point.x + x, point.y + y};
            result.paths[size_t(part.edgeIndices[e])] = std::move(path);
            result.routes[size_t(part.edgeIndices[e])] = part.placed.routes[e];
        }
        result.width = std::max(result.width, x + part.placed.width);
        result.height = std::max(result.height, y + part.placed.height);
        shelfHeight = std::max(shelfHeight, part.placed.height);
        x += part.placed.width + apart;
    }
    return result;
}

} // namespace graphview
} // namespace jitscope

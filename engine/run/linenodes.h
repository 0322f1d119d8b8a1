// SPDX-License-Identifier: Apache-2.0
// Where the lines of a script are in a compiled graph: the nodes that run, each with the captured nodes that it
// computes.
#pragma once

#include "engine/ir/graph.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jitscope::inline run {

/** A node that computes something of a line. */
struct NodeOnLine {
    NodeId running;             ///< of the final graphs; of a member its kernel's call
    const Node *site = nullptr; ///< the captured node that stands on the line, or what a pass made there
    size_t depth = 0;           ///< of the line among the spans of the site: 0 is the innermost
};

/**
 * A node that took the place of others computes what they did, on all of their lines. One that was there already, and
 * only stands for another now (the survivor of common subexpressions), does not: of that other's line nothing is left.
 */
class LineNodes {
public:
    /** Keeps the graphs alive, not the compilation. */
    explicit LineNodes(const Compilation &compilation);

    /** The files that any node names, each once. */
    const std::vector<std::string> &files() const { return m_files; }
    /** What runs for a line, in the order of the graphs; calls that span lines stand on their first, unless nothing
        begins on `line` itself. */
    std::vector<NodeOnLine> on(std::string_view file, int line) const;
    /** The captured nodes on a line that compute something, in their order. */
    std::vector<NodeId> capturedOn(std::string_view file, int line) const;
    /** What a node that runs computes, the members of a kernel in order; empty when it is not of the final graphs. */
    const std::vector<const Node *> &sitesOf(NodeId running) const;

private:
    struct Running {
        NodeId node;
        std::vector<const Node *> sites;
    };
    class Origins;

    void addRunning(const Node &node, const Origins &origins);
    void addFiles(const Node &node);

    Module m_captured, m_final;
    std::vector<Running> m_running;
    std::unordered_map<NodeId, size_t> m_places;
    std::vector<std::string> m_files;
};

/** Whether a node belongs to the way back of a gradient. */
bool isGradientNode(const Node &node);

} // namespace jitscope::inline run

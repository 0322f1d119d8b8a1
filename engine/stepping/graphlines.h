// SPDX-License-Identifier: Apache-2.0
// Lines that somebody waits for, in the compiled graphs that run: which nodes stand on them, and when one comes to
// them.
#pragma once

#include "engine/run/linenodes.h"

#include <map>
#include <set>

namespace jitscope::inline stepping {

/** A line as it was asked for, and the one that it means: the next with code. */
struct AwaitedLine {
    std::string file; ///< canonical
    int asked = 0, line = 0;
    bool operator==(const AwaitedLine &) const = default;
};

/** A node that stands on an awaited line. */
struct LineTarget {
    AwaitedLine line;
    const Node *site = nullptr;
    size_t depth = 0; ///< of the line among the spans of the site
};

/** Of one compilation. */
class GraphLines {
public:
    explicit GraphLines(const Compilation &compilation)
        : m_nodes(compilation) {}

    /** `generation` tells one list of lines from another. */
    void await(const std::vector<AwaitedLine> &lines, int64_t generation);
    int64_t generation() const { return m_generation; }
    /** Of a node that runs, in the order of what it computes; each line once. */
    const std::vector<LineTarget> &targetsOf(NodeId running) const;
    bool hasTargets() const { return !m_targets.empty(); }
    const LineNodes &nodes() const { return m_nodes; }

private:
    void add(NodeId running, const LineTarget &target);

    LineNodes m_nodes;
    int64_t m_generation = -1;
    std::map<NodeId, std::vector<LineTarget>> m_targets;
};

/**
 * When a graph that runs comes to a line: at the first node that stands on it, forwards and in the gradient's walk
 * each, and for each call on the way to it. It comes anew when a node runs again (a loop), or another that was captured
 * from the same place of the text (an unrolled loop, the next layer of a list). Other nodes of the line are on it
 * already, although the graph may run nodes of other lines in between.
 */
class LineArrivals {
public:
    struct Visit {
        const Node *first = nullptr;
        std::set<NodeId> seen;
        bool isDone = false; ///< the breakpoint has been asked
    };
    /** The visit of the line that the node is part of, be it its first. */
    Visit &at(NodeId running, const LineTarget &target);

private:
    std::map<std::string, Visit> m_visits;
};

} // namespace jitscope::inline stepping

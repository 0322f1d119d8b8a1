// SPDX-License-Identifier: Apache-2.0
// What the forms of a thing are found by (provenance.h) without walking the whole session each time.
#pragma once

#include "engine/base/spillmemory.h"
#include "engine/ir/graph.h"
#include "engine/ir/nodeid.h"
#include "engine/profile/trace.h"
#include "engine/session/sessionfwd.h"

#include <unordered_map>

namespace jitscope::inline session {

/** Belongs to one session and takes up what is new in it by itself; with another session begin with a new index. Only
    what is asked for is worked out. */
class ProvenanceIndex {
public:
    /** The slice of an operator; the host's comes before the simulated device's, as it was measured. */
    SliceId sliceOfOp(const Session &session, int64_t op);
    /** The number of the operator that ran last with that stack, or -1. */
    int64_t lastOpOfStack(const Session &session, int stack);
    /** The last run of a node of a final module, or -1. */
    int64_t lastRunOf(const Session &session, int compilation, NodeId node);
    /** The last call in the captured graphs on that line of the user's, of `primitive` unless it is ""; or none. */
    NodeId capturedNodeOn(const Session &session, const Compilation &compilation, const std::string &file, int line,
                          const std::string &primitive);
    /** What a captured node became in the final module. */
    const std::vector<NodeId> &finalOf(const Compilation &compilation, NodeId captured);

private:
    struct LineNode {
        const Node *node;
        int line, endLine;
    };
    /** Of the captured graphs of a compilation, which `graphs` keeps alive and tells from others. */
    struct Captured {
        std::vector<GraphPtr> graphs, finalGraphs;
        bool hasLines = false;
        std::unordered_map<std::string, std::vector<LineNode>> calls; ///< by file, in the order of the graphs
        std::unordered_map<NodeId, std::vector<NodeId>> finals;
    };

    void takeOps(const Session &session);
    void takeSlices(const Session &session);
    Captured &captured(const Compilation &compilation);
    static void findLines(const Session &session, Captured &of);

    size_t m_ops = 0;
    std::vector<int64_t> m_lastOfStack;
    std::unordered_map<int, std::unordered_map<NodeId, int64_t>> m_lastRuns; ///< by compilation
    int64_t m_slices = 0;
    LongVector<uint32_t> m_sliceOfOp; ///< 1 + its id, by place in Session::ops; 0 for none
    std::unordered_map<int, Captured> m_captured;
};

} // namespace jitscope::inline session

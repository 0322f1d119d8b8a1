// SPDX-License-Identifier: GPL-3.0-or-later
// How often and how long each node of the compiled graphs ran, kept up with the recording.
#pragma once

#include "engine/ir/nodeid.h"
#include "engine/session/sessionfwd.h"

#include <cstddef>
#include <unordered_map>

namespace jitscope {
inline namespace graphview {

struct NodeRun {
    int64_t totalNs = 0, count = 0; ///< of those that have a time
    int64_t lastOp = -1;
    int64_t meanNs() const { return count > 0 ? totalNs / count : -1; }
};

class NodeRuns {
public:
    /** Takes in operators that `session` has more than at the last call, `most` at a time; false: there are more. */
    bool update(const Session &session, size_t most);
    void clear() { *this = NodeRuns(); }

    bool hasRun(int compilation) const { return m_runs.contains(compilation); }
    /** Null for a node that did not run. */
    const NodeRun *find(int compilation, NodeId node) const;
    /** The mean times in ns by NodeId::value. */
    std::unordered_map<int64_t, int64_t> times(int compilation) const;

private:
    std::unordered_map<int, std::unordered_map<int64_t, NodeRun>> m_runs; ///< by compilation and NodeId::value
    size_t m_taken = 0;
};

} // namespace graphview
} // namespace jitscope

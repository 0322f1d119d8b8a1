// SPDX-License-Identifier: GPL-3.0-or-later
// Sums by node; a part of a recording costs what is new in it.
#include "app/graphview/noderuns.h"

#include "app/models/timedplaces.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace graphview {

bool NodeRuns::update(const Session &session, size_t most) {
    const size_t end = m_taken + std::min(most, session.ops.size() - m_taken);
    for (; m_taken < end; ++m_taken) {
        const OpEvent &op = session.ops[m_taken];
        if (op.compilation < 0 || !op.node.valid()) continue;
        NodeRun &run = m_runs[op.compilation][op.node.value];
        if (isTimed(op)) {
            run.totalNs += op.durationNs;
            ++run.count;
        }
        run.lastOp = op.number;
    }
    return m_taken == session.ops.size();
}

const NodeRun *NodeRuns::find(int compilation, NodeId node) const {
    const auto runs = m_runs.find(compilation);
    if (runs == m_runs.end()) return nullptr;
    const auto found = runs->second.find(node.value);
    return found == runs->second.end() ? nullptr : &found->second;
}

std::unordered_map<int64_t, int64_t> NodeRuns::times(int compilation) const {
    std::unordered_map<int64_t, int64_t> times;
    const auto runs = m_runs.find(compilation);
    if (runs == m_runs.end()) return times;
    for (const auto &[node, run] : runs->second)
        if (run.count > 0) times.emplace(node, run.meanNs());
    return times;
}

} // namespace graphview
} // namespace jitscope

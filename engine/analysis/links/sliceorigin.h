// SPDX-License-Identifier: Apache-2.0
// Where a slice of the timeline comes from: the chain from a task of the device over the call that launched it to the
// framework's operator, the Python stack and the source line, and to the operator or node of our own that it is.
#pragma once

#include "engine/analysis/device/idlecause.h"
#include "engine/analysis/links/nodematch.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

enum class OriginKind : uint8_t { Slice, Launch, Queue, Operator, Python, Source, RecordedOp, GraphNode };

/** One step away from the slice that was asked about. */
struct OriginStep {
    OriginKind kind = OriginKind::Slice;
    SliceId slice;    ///< that it is, if it is one
    std::string text; ///< "AscendCL@aclnnMatmul", "train.py(88): train_step", "Default/fc/MatMul-op3"
    std::string how;  ///< by what it was found, a short text; translated by the context "SliceOrigin"
    Certainty certainty = Certainty::None;
    std::string file; ///< Source
    int line = 0;
    int64_t op = -1;      ///< RecordedOp
    int compilation = -1; ///< GraphNode
    NodeId node;
};

struct SliceOrigin {
    SliceId slice;
    std::vector<OriginStep> steps;    ///< the slice itself first
    std::vector<StackLine> stack;     ///< innermost first
    std::string stackHow;             ///< where the stack was found
    std::vector<std::string> missing; ///< sentences: why a step is not there
};

class OriginFinder {
public:
    /** All must outlive it. `nodes` may be null: no graphs are looked at. */
    OriginFinder(const Session &session, const LaneIndex &lanes, const TaskRoles &roles, const FlowIndex &flows,
                 const NodeNames *nodes);
    SliceOrigin originOf(SliceId slice) const;

private:
    void addHost(SliceOrigin &origin) const;
    void addOperator(SliceOrigin &origin, SliceId op, const char *how, Certainty certainty) const;
    void addStack(SliceOrigin &origin, SliceId call) const;
    void addOwn(SliceOrigin &origin) const;
    void addNode(SliceOrigin &origin) const;
    std::vector<StackLine> tableStack(SliceId call) const;

    const Session &m_session;
    const Trace &m_trace;
    const LaneIndex &m_lanes;
    const TaskRoles &m_roles;
    const FlowIndex &m_flows;
    const NodeNames *m_nodes;
};

} // namespace jitscope::inline analysis

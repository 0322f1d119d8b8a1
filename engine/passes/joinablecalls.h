// SPDX-License-Identifier: Apache-2.0
// What could become one kernel, or be copied, for who asks about single calls instead of running passes.
#pragma once

#include "engine/ir/graph.h"

#include <memory>

namespace jitscope::inline passes {

/** The calls of one graph before any of them has joined another. */
class JoinableCalls {
public:
    JoinableCalls(const Module &module, size_t graph);
    ~JoinableCalls();

    /** Whether `second`, which uses `first`, and `first` can be one kernel, whatever that costs. */
    bool fit(NodeId first, NodeId second);

private:
    struct Calls;
    std::unique_ptr<Calls> m_calls;
};

/** Whether a kernel can hold this call. */
bool isJoinable(const Node &call);

/** Whether a kernel can hold what this call is written as, where its arguments fit. */
bool isExpandable(const Node &call);

/** Whether a copy of this call gives the same, and nothing else happens. */
bool isCopyable(const Node &call);

} // namespace jitscope::inline passes

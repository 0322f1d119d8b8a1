// SPDX-License-Identifier: Apache-2.0
// Follows compiled graphs from outside of who runs them: holds the program at a graph or at one of its nodes.
#pragma once

#include "engine/ir/graph.h"
#include "engine/session/sessionfwd.h"

#include <span>

namespace jitscope::inline ops {
struct OpDef;
}

namespace jitscope::inline run {

/** Called on the thread that runs the graph. Everything before something may block, and may throw to end the run. */
class GraphWatcher {
public:
    virtual ~GraphWatcher() = default;
    /** Whether what this thread runs now is no part of the program: it is neither recorded nor told. */
    virtual bool isAside() const = 0;
    /** Whether nodes of the graph that began are to be told, although nothing is recorded. */
    virtual bool wantsNodes() = 0;
    /** Whether afterNode() looks at arguments, which then stay as they are: no result takes their memory. */
    virtual bool looksAtArguments() const = 0;
    /** `call` stands for the graph as if it were an operator; `compilation` lives at least as long as it runs. */
    virtual void beforeGraph(const OpDef &call, std::span<const Value> arguments, const Compilation &compilation) = 0;
    virtual void afterGraph(const OpDef &call) = 0;
    /** It threw, instead of afterGraph(). */
    virtual void failedGraph(const OpDef &call) noexcept = 0;
    virtual void beforeNode(const Node &node, bool isKernel, std::span<const Value> arguments) = 0;
    /** `number` is the one that it got in the recording, or -1. */
    virtual void afterNode(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                           int64_t startNs, int64_t endNs, int64_t number) = 0;
};

/** The one watcher of this process, or null. Not owned. */
void setGraphWatcher(GraphWatcher *watcher);
GraphWatcher *graphWatcher();

} // namespace jitscope::inline run

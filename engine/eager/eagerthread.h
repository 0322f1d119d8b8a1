// SPDX-License-Identifier: Apache-2.0
// What eager mode keeps for each thread: who follows its operators, and whether a gradient walk runs them.
#pragma once

#include <cstdint>
#include <unordered_set>

namespace jitscope::inline eager {

class OpTracer;

/** Plain data, so that reading it is one instruction and no call. */
struct EagerThread {
    OpTracer *tracer = nullptr;
    const std::unordered_set<uint64_t> *graphWeights = nullptr; ///< identities; null outside of calls of graphs
    uint64_t graphFrom = 0; ///< what has a smaller identity and is no weight is a constant of the graph
    int openTapes = 0;
    int pauses = 0;             ///< of gradients
    int gradientWalks = 0;      ///< of tapes that are going backwards now, each inside of the one before
    int64_t walkedForward = -1; ///< the number of the operator whose gradient rule runs, where it was recorded
};

namespace detail {
#if defined(__GNUC__)
extern thread_local EagerThread eagerThread __attribute__((tls_model("initial-exec")));
#else
extern thread_local EagerThread eagerThread;
#endif
} // namespace detail

inline EagerThread &eagerThread() {
    return detail::eagerThread;
}

} // namespace jitscope::inline eager

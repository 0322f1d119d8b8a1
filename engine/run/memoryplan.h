// SPDX-License-Identifier: Apache-2.0
// What becomes of the memory of each value that a compiled graph computes: memory of its own, that of an input which
// ends there, or a view; until when it is held; and what the plan saves by that.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope::inline run {

struct GraphPlan;
struct ModulePlan;

enum class PlannedMemory : uint8_t {
    Own,
    TakenOver, ///< a kernel writes into the memory of an input that nothing reads afterwards
    View,      ///< of its first input, where that one's layout permits
};

/** The result of one operator or kernel. */
struct PlannedValue {
    NodePtr node;
    std::string graph; ///< in which it is computed
    PlannedMemory memory = PlannedMemory::Own;
    int64_t bytes = 0;         ///< of the result
    int64_t takenBytes = 0;    ///< of these, in memory of inputs; the other outputs of a kernel have their own
    std::vector<NodePtr> from; ///< whose memory it takes over or views
    int step = 0;              ///< of its graph, from 0
    int lastStep = -1;         ///< behind which it is let go of; -1: it is held until its graph ends
    bool isAtPeak = false;     ///< held when the entry holds most; never of called graphs
};

/** Arguments and weights are not in any figure: they are there before. */
struct MemoryPlan {
    std::vector<PlannedValue> values; ///< the entry's first, each graph in the order of its steps
    int64_t allBytes = 0;             ///< of all results, were each held in memory of its own to the end
    int64_t peakWithoutTaking = 0;    ///< the most alive at once, did nothing take over memory
    int64_t peakBytes = 0;            ///< the most alive at once
    /** Branches and loops are graphs that are chosen while it runs: how often, and what they hold, is in no sum. */
    bool hasOpenCalls = false;
};

MemoryPlan memoryPlan(const ModulePlan &plan);
/** The same of a final module, whose kernels are compiled (or found in the cache) for this machine. The error names the
    node that cannot run. */
Result<MemoryPlan> memoryPlan(const Module &module);

/** The most bytes of values computed by the entry (and what it calls) that are alive at once. */
int64_t peakBytes(const ModulePlan &plan);

} // namespace jitscope::inline run

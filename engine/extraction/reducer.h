// SPDX-License-Identifier: Apache-2.0
// Makes a function smaller while a property holds: delta debugging over its nodes, then over the sizes of its tensors.
#pragma once

#include "engine/extraction/property.h"

#include <functional>

namespace jitscope::inline extraction {

struct ReduceTask {
    ReduceSetting setting;
    Candidate start; ///< with weights of its own
    ReduceProperty property;
    /** Told what is tried and how much of the function is gone (0..1); false ends it. */
    std::function<bool(const std::string &what, double share)> progress = nullptr;
};

/** Whether a property is about what nothing uses (a pass that removes it): then it goes only one by one. */
enum class UnusedNodes : uint8_t { Removed, Kept };

/** What is left: taking away any further node (see removals) loses the property. */
struct Reduction {
    Candidate candidate;
    UnusedNodes unused = UnusedNodes::Removed;
    int nodesBefore = 0, nodesAfter = 0;
    int64_t elementsBefore = 0, elementsAfter = 0; ///< of arguments and weights
    int tried = 0;                                 ///< functions that were compiled
};

/** The error says that the function has not the property in the beginning, what cannot run, or that it was called off.
    For a background thread. */
Result<Reduction> reduce(const ReduceTask &task);

/** The task to reduce a recorded function. Needs nothing of the session afterwards. */
Result<ReduceTask> reduceTask(const Session &session, const Compilation &compilation, VariantSpec spec,
                              ReduceProperty property);

/** Every function with one thing less: an output, or a node, in whose place stands a parameter with its value, one of
    its operands of the same type or, in graphs that are called, a constant. None where the function cannot run. */
std::vector<Candidate> removals(const Candidate &candidate, UnusedNodes unused);

/** Writes reduced.ir and a test case (see testcase.h) into `folder`; gives the paths. */
Result<std::vector<std::string>> writeReduction(const Reduction &reduction, const ReduceTask &task,
                                                const std::string &folder);

} // namespace jitscope::inline extraction

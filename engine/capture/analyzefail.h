// SPDX-License-Identifier: Apache-2.0
// The text of analyze_fail.ir: the graphs that were being captured when the inference of an operator failed.
#pragma once

#include "engine/capture/graphcapture.h"

#include <string>
#include <vector>

namespace jitscope::inline capture {

/** A graph that is open, and what it was called with. */
struct OpenCall {
    Graph graph;
    std::vector<NodePtr> inputs;
};

/** `calls` from the entry to the graph of `failed`, in which that would have been the next node; `message` with the
   call stack as the user sees it. A line "#------------------------> k" stands before what failed in each graph. */
std::string analyzeFailText(std::vector<OpenCall> calls, const Node &failed, const std::string &message);

} // namespace jitscope::inline capture

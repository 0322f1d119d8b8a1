// SPDX-License-Identifier: Apache-2.0
// Which results of a graph would be the memory of something else, though they are the caller's own.
//
// `x * 1` is simplified to x, two equal sums to one, a sum of constants to a constant; `x.add_(y); return x` and
// `return x, y` give arguments back. A caller that writes to such a result would write to the argument, to the other
// result, or to the graph itself, and the next call would write to the result. As in MindSpore, only a function whose
// one result is an argument that nobody wrote to gives the argument itself.
#pragma once

#include "engine/ir/graph.h"

#include <string_view>
#include <vector>

namespace jitscope {

/** Operators whose result may be a view of their first input. */
bool givesView(std::string_view op);

/** The places (0 for a graph that returns one value) whose tensors must be copied before they are handed out. */
std::vector<size_t> outputsToCopy(const Module &captured, const Module &optimized);

} // namespace jitscope

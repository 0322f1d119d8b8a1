// SPDX-License-Identifier: Apache-2.0
// Finds what must never be in a graph; run after every pass in tests and, cheaply, in every compile.
#pragma once

#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope::inline ir {

/** One sentence a fault: unknown graph called, input after use, duplicate id, wrong type against infer, lost output. */
std::vector<std::string> verify(const Module &module);

} // namespace jitscope::inline ir

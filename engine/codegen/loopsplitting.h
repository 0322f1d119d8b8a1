// SPDX-License-Identifier: Apache-2.0
// Cuts a loop over long arithmetic into several short ones over the same few elements.
//
// A loop that computes several elementary functions of each vector keeps more constants and values than there are
// registers, and so few vectors fit into what the processor looks at together that it waits for each result. Loops with
// one function each, over some hundred elements whose values in between stay in the first-level cache, do neither.
#pragma once

#include "engine/codegen/kernelplan.h"

namespace jitscope::inline codegen {

/** Splits the only loop of `nest` where that is worth it: one without reductions, whose axes but the last are rows
    already. Results do not change. */
void splitLongLoop(LoopNest &nest);

} // namespace jitscope::inline codegen

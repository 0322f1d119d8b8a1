// SPDX-License-Identifier: Apache-2.0
// Which outputs of a kernel may be written over one of its inputs.
#pragma once

#include "engine/codegen/kernelplan.h"

#include <vector>

namespace jitscope::inline codegen {

/** For each output the input whose memory it may take, or -1; no input twice. Nothing reads an element of such an input
    once the output's element at its place is written. `floatLanes` as for the code: where the last vector of an axis
    overlaps the one before it, elements are read again. */
std::vector<int> reusableInputs(const KernelPlan &plan, unsigned floatLanes);

} // namespace jitscope::inline codegen

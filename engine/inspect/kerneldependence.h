// SPDX-License-Identifier: Apache-2.0
// The dependence of a fused kernel's results on its inputs, through the operators that it took in.
#pragma once

#include "engine/inspect/lineage.h"

namespace jitscope::inline inspect {

/** For each input of the kernel; empty where its members are not known. */
std::vector<ElementSet> kernelDependencies(const Session &session, const OpEvent &op, size_t output,
                                           const std::vector<int64_t> &positions);

} // namespace jitscope::inline inspect

// SPDX-License-Identifier: Apache-2.0
// Which member the code around a loop's steps is there for: what its debug location names.
#pragma once

#include "engine/codegen/kernelaccess.h"
#include "engine/codegen/kernelplan.h"

namespace jitscope::inline codegen {

/** Computes what the loop ends with, or -1 if the loop only copies: loops, ranges and places of rows serve it. */
int resultMember(const KernelLoop &loop);
/** Takes the load first, in the order of the loop's code. */
int memberOfLoad(const KernelLoop &loop, size_t load);
/** What is touched there, if it is the caller's. */
KernelAccess accessTo(KernelMemory memory, int index);
/** Computes what is stored. */
int memberOfStore(const KernelLoop &loop, const KernelStore &store);

} // namespace jitscope::inline codegen

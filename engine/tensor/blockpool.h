// SPDX-License-Identifier: Apache-2.0
// Who keeps freed blocks of tensors for later.
#pragma once

namespace jitscope::inline tensor {

/** For threads that free what others allocate: blocks that this thread frees go back to the system at once. */
void leaveBlockPool();
/** Blocks that this thread keeps for later go back to the system: it had far more than it will need again. */
void emptyBlockPool();

} // namespace jitscope::inline tensor

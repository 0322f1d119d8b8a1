// SPDX-License-Identifier: Apache-2.0
// Writes the elements of one tensor over those of another.
#pragma once

#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Writes `source`, which has the shape of `target`, converted to its dtype, into the elements of `target` (a view or
   not) and counts the storage's version up. Overlapping memory is right. Returns `target`. */
Tensor overwrite(Tensor target, const Tensor &source);

} // namespace jitscope::inline ops

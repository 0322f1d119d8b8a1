// SPDX-License-Identifier: Apache-2.0
// A tensor at a glance: how many of its elements are negative, zero, positive, infinite or no number.
#pragma once

#include "engine/tensor/tensor.h"

namespace jitscope::inline inspect {

struct TensorHealth {
    int64_t count = 0;
    int64_t negativeInf = 0, negative = 0, zero = 0, positive = 0, positiveInf = 0, nan = 0;
    bool isFinite() const { return negativeInf + positiveInf + nan == 0; }
    bool operator==(const TensorHealth &) const = default;
};

/** One pass over the elements, several GB/s for contiguous float32. Integers and bools have no NaN. */
TensorHealth healthOf(const Tensor &tensor);
/** Whether any element is NaN or infinite; stops at the first. */
bool hasNonFinite(const Tensor &tensor);

} // namespace jitscope::inline inspect

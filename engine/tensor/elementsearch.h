// SPDX-License-Identifier: Apache-2.0
// Finds the next element of a kind in a tensor: NaN, infinite, the largest, the smallest.
#pragma once

#include "engine/tensor/tensor.h"

#include <functional>
#include <optional>

namespace jitscope::inline tensor {

enum class ElementTrait : uint8_t { NaN, Infinite, Largest, Smallest, Zero, NonZero };

/** The row-major position of the first such element after `from` (-1 = from the beginning), going round at the end;
    none if there is none or `shouldContinue` said no. Largest and smallest are those of the finite elements. */
std::optional<int64_t> findElement(const Tensor &tensor, ElementTrait kind, int64_t from,
                                   const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline tensor

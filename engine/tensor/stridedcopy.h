// SPDX-License-Identifier: Apache-2.0
// Packs strided elements into row-major order: the one loop behind contiguous, transpose, slice and broadcast; and
// back.
#pragma once

#include "engine/tensor/dims.h"

#include <cstddef>

namespace jitscope::inline tensor {

/** Writes the elements of a view row-major to `to`. `strides` count elements (0 repeats, negative walks back);
    `itemBytes` is 1, 2, 4 or 8. */
void packStrided(std::byte *to, const std::byte *from, const Dims &shape, const Dims &strides, int itemBytes);

/** The way back: writes row-major elements of `from` to the places of a view. */
void unpackStrided(std::byte *to, const std::byte *from, const Dims &shape, const Dims &strides, int itemBytes);

} // namespace jitscope::inline tensor

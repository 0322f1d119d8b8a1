// SPDX-License-Identifier: Apache-2.0
// Elements that are read or written by index: every kind of indexing is turned into a list of places first.
#pragma once

#include "engine/tensor/tensor.h"

#include <vector>

namespace jitscope::inline ops {

/** Runs of consecutive elements of a packed tensor, in the order of the indexed result. */
struct Places {
    std::vector<int64_t> starts; ///< of each run, in elements
    int64_t run = 1;             ///< elements of each
};

/** What an element becomes that a value is scattered to. */
enum class ScatterOp : uint8_t { Update, Add, Sub, Mul, Div, Max, Min };

/** The elements of `x` at the places, in `shape`. */
Tensor gathered(const Tensor &x, const Places &places, const Dims &shape);

/** Combines the packed `target`, in place and in the order of the places, with `values` of its dtype. */
void scatterInto(Tensor &target, const Places &places, const Tensor &values, ScatterOp op);

/** The row-major positions of the elements that are not zero. */
std::vector<int64_t> placesOfBools(const Tensor &x);

/** All of the other axes with each of `indices` (valid) along `axis` of `shape`, as Gather takes them. `batch` leading
   axes are common to the indices and the shape. */
Places axisPlaces(const Dims &shape, int axis, const Tensor &indices, int batch = 0);

/** For each place of `indices` (of the rank of `shape`, valid) that place with its coordinate along `axis` replaced. */
Places elementPlaces(const Dims &shape, int axis, const Tensor &indices);

/** Coordinates of leading axes in the last axis of `indices` (valid). */
Places coordinatePlaces(const Dims &shape, const Tensor &indices);

/** NumPy's indexing of some `axes` by tensors that have one shape (valid): where the axes are neighbours, the shape of
   the indices takes their place, else it goes first. */
Places advancedPlaces(const Dims &shape, const Dims &axes, const std::vector<Tensor> &indices);

/** The shape of such a result; `block` is that of the indices. */
Dims advancedShape(const Dims &shape, const Dims &axes, const Dims &block);

} // namespace jitscope::inline ops

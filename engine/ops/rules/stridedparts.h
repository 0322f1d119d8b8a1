// SPDX-License-Identifier: Apache-2.0
// Parts of a tensor by begin, end and stride, as Python's slices mean them: read as views and written through them.
#pragma once

#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** A regular part of a tensor: where it starts along each axis, and what axes it shows. */
struct Part {
    static constexpr int64_t newAxis = -1;

    Dims begin;  ///< along each axis of the whole
    Dims shape;  ///< of the part
    Dims axisOf; ///< for each axis of the part: the axis of the whole, or newAxis
    Dims steps;  ///< for each axis of the part, in elements of that axis
};

/** The elements of the part, sharing storage. */
Tensor viewOf(const Tensor &whole, const Part &part);

/** One block: `size` elements from `begin`, all (-1) or so many; refuses what does not fit. */
Part blockPart(const Dims &whole, const Dims &begin, const Dims &size);

/** The `length` indices of one axis from `start`, `step` apart; they must exist. */
Part axisPart(const Dims &whole, int axis, int64_t start, int64_t length, int64_t step = 1);

/** One index of one axis, which goes; it must exist. */
Part indexPart(const Dims &whole, int axis, int64_t index);

/** Nine arguments as StridedSlice has them: something with a shape, begin, end, strides and five masks. */
struct StridedArguments {
    Dims begin, end, strides;
    int64_t beginMask = 0, endMask = 0, ellipsisMask = 0, newAxisMask = 0, shrinkMask = 0;
};

/** What the arguments from `first` on say, for the messages of `op`. */
StridedArguments stridedArguments(std::string_view op, TypeSpan arguments, size_t first);

/** The same of values that fit their parameters; nothing if a list is longer than a tensor has axes. */
std::optional<StridedArguments> stridedArguments(ValueSpan arguments, size_t first);

Part stridedPart(std::string_view op, const Dims &whole, const StridedArguments &arguments);

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Tensors of indices as operators take them: checked, counted from the front, and as Int64.
#pragma once

#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** An index is out of range; Python makes an IndexError of it. */
class IndexOutOfRange : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/** An element of a tensor of indices is out of range; what MindSpore's kernels raise as RuntimeError. */
class IndexElementOutOfRange : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/** Refuses indices that are not integers, as `op` words it. */
void checkIndexType(std::string_view op, std::string_view name, const Abstract &indices);

enum class Negative : uint8_t { CountsFromTheEnd, IsRefused };

/** The indices as Int64; refuses one that is out of [-size, size), or of [0, size). */
Tensor checkedIndices(std::string_view op, std::string_view name, const Tensor &indices, int64_t size,
                      Negative negative = Negative::CountsFromTheEnd);

/** The same for coordinates in the last axis, one size each. */
Tensor checkedCoordinates(std::string_view op, const Tensor &indices, const Dims &shape);

/** The shape of `indices` without its last axis, followed by the axes of `shape` beyond those that it names. */
Dims coordinateShape(std::string_view op, const Dims &shape, const Dims &indices);

/** An Int64 tensor of these elements. */
Tensor integers(const Dims &shape, std::initializer_list<int64_t> values);

} // namespace jitscope::inline ops

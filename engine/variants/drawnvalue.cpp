// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/drawnvalue.h"

namespace jitscope::inline variants {

namespace {

constexpr unsigned seed = 20240607; ///< any, the same always
constexpr float floatRange = 1;     ///< products of many stay finite
constexpr int largestInteger = 1;

} // namespace

std::mt19937 drawing() {
    return std::mt19937(seed);
}

Tensor drawnTensor(DType dtype, const Dims &shape, std::mt19937 &random) {
    std::uniform_real_distribution<float> reals(-floatRange, floatRange);
    std::uniform_int_distribution<int> integers(0, largestInteger);
    Tensor values(shape, DType::Float32);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<float>()[i] = info(dtype).floating ? reals(random) : float(integers(random));
    return values.cast(dtype);
}

} // namespace jitscope::inline variants

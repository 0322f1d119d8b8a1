// SPDX-License-Identifier: Apache-2.0
// Counting elements by sign and kind, contiguous ones without a detour through doubles.
#include "engine/inspect/tensorhealth.h"

#include "engine/tensor/distinct.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace jitscope::inline inspect {

namespace {

/** Branch-free, so that the compiler counts many elements at once. */
template<class T> TensorHealth countReals(const T *elements, int64_t count) {
    TensorHealth health;
    health.count = count;
    const T infinity = std::numeric_limits<T>::infinity();
    constexpr int64_t block = 4096; // 32-bit counters inside of it keep the vectors wide
    for (int64_t begin = 0; begin < count; begin += block) {
        const int64_t end = std::min(count, begin + block);
        int32_t negative = 0, zero = 0, positive = 0, lowest = 0, highest = 0;
        for (int64_t i = begin; i < end; ++i) {
            const T value = elements[i];
            negative += value < 0;
            zero += value == 0;
            positive += value > 0;
            lowest += value == -infinity;
            highest += value == infinity;
        }
        health.negative += negative - lowest;
        health.zero += zero;
        health.positive += positive - highest;
        health.negativeInf += lowest;
        health.positiveInf += highest;
        health.nan += (end - begin) - negative - zero - positive;
    }
    return health;
}

TensorHealth countAny(const Tensor &tensor) {
    TensorHealth health;
    health.count = tensor.count();
    for (int64_t i = 0; i < tensor.count(); ++i) {
        const double value = tensor.at(i);
        health.nan += std::isnan(value);
        health.negativeInf += value == -INFINITY;
        health.positiveInf += value == INFINITY;
        health.negative += value < 0 && value != -INFINITY;
        health.positive += value > 0 && value != INFINITY;
        health.zero += value == 0;
    }
    return health;
}

TensorHealth healthOfPacked(const Tensor &packed) {
    if (packed.dtype() == DType::Float32) return countReals(packed.data<float>(), packed.count());
    if (packed.dtype() == DType::Float64) return countReals(packed.data<double>(), packed.count());
    if (info(packed.dtype()).floating) {
        const Tensor wide = packed.cast(DType::Float32);
        return countReals(wide.data<float>(), wide.count());
    }
    return countAny(packed);
}

} // namespace

TensorHealth healthOf(const Tensor &tensor) {
    if (!tensor.defined()) return {};
    const auto [once, repeats] = distinct(tensor);
    TensorHealth health = healthOfPacked(once.contiguous());
    for (int64_t *count : {&health.count, &health.negativeInf, &health.negative, &health.zero, &health.positive,
                           &health.positiveInf, &health.nan})
        *count *= repeats;
    return health;
}

bool hasNonFinite(const Tensor &tensor) {
    if (tensor.defined() && isComplex(tensor.dtype())) return !healthOf(tensor).isFinite();
    if (!tensor.defined() || !info(tensor.dtype()).floating) return false;
    const Tensor packed = distinct(tensor).tensor.contiguous();
    if (packed.dtype() != DType::Float32) return !healthOf(packed).isFinite();
    const float *elements = packed.data<float>();
    constexpr int64_t block = 4096;
    for (int64_t begin = 0; begin < packed.count(); begin += block) {
        const int64_t end = std::min(packed.count(), begin + block);
        // x - x is 0 for every finite x and NaN for the others; NaN stays in the sum.
        float sum = 0;
        for (int64_t i = begin; i < end; ++i)
            sum += elements[i] - elements[i];
        if (!(sum == 0)) return true;
    }
    return false;
}

} // namespace jitscope::inline inspect

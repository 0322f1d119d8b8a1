// SPDX-License-Identifier: Apache-2.0
// What the values of tensors look like, and how far two tensors are apart.
#include "engine/tensor/tensor.h"

#include "engine/tensor/distinct.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jitscope::inline tensor {

namespace {

/** Calls `visit(index, value as double)` for every element in row-major order; complex ones by their magnitude. */
template<class Visitor> void forEachValue(const Tensor &tensor, Visitor visit) {
    const Tensor packed = magnitudes(tensor).contiguous();
    visitDType(packed.dtype(), [&]<class T>(TypeTag<T>) {
        const auto *values = reinterpret_cast<const T *>(packed.rawData());
        for (int64_t i = 0; i < packed.count(); ++i)
            visit(i, convertElement<double>(values[i]));
    });
}

void requireSameShape(const Tensor &a, const Tensor &b) {
    if (a.shape() != b.shape())
        throw std::invalid_argument("Tensors of shapes " + toString(a.shape()) + " and " + toString(b.shape()) +
                                    " cannot be compared.");
}

/** Calls `visit(index, a, b)` for every pair that differs, for each part of complex numbers; equal infinities and NaN
 * against NaN do not. */
template<class Visitor> void forEachDifference(const Tensor &a, const Tensor &b, Visitor visit) {
    requireSameShape(a, b);
    const bool isOfParts = isComplex(a.dtype()) || isComplex(b.dtype());
    const DType common = promoted(a.dtype(), b.dtype());
    const Tensor left = isOfParts ? partsOf(a.cast(common)) : a;
    const Tensor right = (isOfParts ? partsOf(b.cast(common)) : b).contiguous();
    const int64_t parts = isOfParts ? 2 : 1;
    visitDType(right.dtype(), [&]<class T>(TypeTag<T>) {
        const auto *others = reinterpret_cast<const T *>(right.rawData());
        forEachValue(left, [&](int64_t i, double value) {
            const double other = convertElement<double>(others[i]);
            if (value == other || (std::isnan(value) && std::isnan(other))) return;
            visit(i / parts, value, other);
        });
    });
}

} // namespace

Difference difference(const Tensor &a, const Tensor &b) {
    Difference worst;
    forEachDifference(a, b, [&worst](int64_t i, double x, double y) {
        double absolute = std::abs(x - y);
        double relative = absolute / std::max({std::abs(x), std::abs(y), 1e-30});
        if (std::isnan(absolute)) absolute = std::numeric_limits<double>::infinity(); // NaN against a number
        if (std::isnan(relative)) relative = std::numeric_limits<double>::infinity(); // or against an infinity
        if (absolute > worst.maxAbsolute || worst.worstIndex < 0) worst.worstIndex = i;
        worst.maxAbsolute = std::max(worst.maxAbsolute, absolute);
        worst.maxRelative = std::max(worst.maxRelative, relative);
    });
    return worst;
}

bool close(const Tensor &a, const Tensor &b, double relative, double absolute) {
    bool isClose = true;
    forEachDifference(a, b, [&](int64_t, double x, double y) {
        const double bound = relative * std::max(std::abs(x), std::abs(y)) + absolute;
        if (!std::isfinite(x) || !std::isfinite(y) || !(std::abs(x - y) <= bound)) isClose = false;
    });
    return isClose;
}

namespace {

TensorStatistics statisticsOfAll(const Tensor &tensor, int bins) {
    TensorStatistics result;
    result.count = tensor.count();
    int64_t finite = 0;
    double sum = 0;
    forEachValue(tensor, [&](int64_t, double value) {
        if (std::isnan(value)) {
            ++result.nan;
            return;
        }
        ++(value == 0 ? result.zero : value > 0 ? result.positive : result.negative);
        if (std::isinf(value)) {
            ++(value > 0 ? result.positiveInf : result.negativeInf);
            return;
        }
        result.min = finite == 0 ? value : std::min(result.min, value);
        result.max = finite == 0 ? value : std::max(result.max, value);
        sum += value;
        ++finite;
    });
    result.histogram.assign(size_t(std::max(bins, 0)), 0);
    if (finite == 0) return result;

    result.mean = sum / double(finite);
    const double range = result.max - result.min;
    double squares = 0;
    forEachValue(tensor, [&](int64_t, double value) {
        if (!std::isfinite(value)) return;
        squares += (value - result.mean) * (value - result.mean);
        if (bins <= 0) return;
        // Halved, so that the range of the largest doubles does not overflow.
        const double place = range > 0 ? (value / 2 - result.min / 2) / (result.max / 2 - result.min / 2) : 0;
        ++result.histogram[size_t(std::min<int64_t>(int64_t(place * bins), bins - 1))];
    });
    result.deviation = std::sqrt(squares / double(finite));
    return result;
}

} // namespace

TensorStatistics statistics(const Tensor &tensor, int bins) {
    const Distinct once = distinct(tensor);
    return repeated(statisticsOfAll(once.tensor, bins), once.repeats);
}

} // namespace jitscope::inline tensor

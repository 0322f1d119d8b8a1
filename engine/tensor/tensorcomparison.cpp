// SPDX-License-Identifier: Apache-2.0
// Compares element by element; distances in steps of the coarser dtype are taken on the bits.
#include "engine/tensor/tensorcomparison.h"

#include "engine/base/text.h"
#include "engine/tensor/elementruns.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace jitscope::inline tensor {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/** From coarse to fine; -1 for what is no float. */
int fineness(DType dtype) {
    switch (dtype) {
    case DType::BFloat16:
        return 0;
    case DType::Float16:
        return 1;
    case DType::Float32:
        return 2;
    case DType::Float64:
        return 3;
    default:
        return -1;
    }
}

/** Bits as an integer that grows with the number, so that neighbours differ by one. */
template<class Bits> int64_t ordered(Bits bits) {
    constexpr int width = int(sizeof(Bits)) * 8;
    constexpr Bits sign = Bits(Bits(1) << (width - 1));
    const auto magnitude = int64_t(bits & Bits(~sign));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

int64_t orderedAs(double value, DType dtype) {
    switch (dtype) {
    case DType::BFloat16:
        return ordered(BFloat16(float(value)).bits);
    case DType::Float16:
        return ordered(Float16(float(value)).bits);
    case DType::Float32:
        return ordered(std::bit_cast<uint32_t>(float(value)));
    default:
        return ordered(std::bit_cast<uint64_t>(value));
    }
}

struct Pair {
    double absolute = 0, relative = 0;
    bool isEqual = true;
};

Pair pairOf(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return {};
    if (!std::isfinite(a) || !std::isfinite(b)) return {infinite, infinite, false};
    const double absolute = std::abs(a - b);
    return {absolute, absolute / std::max(std::abs(a), std::abs(b)), false};
}

/** 64-bit integers do not fit into doubles; they are told apart as what they are. */
template<class T> Pair pairOfIntegers(T a, T b) {
    if (a == b) return {};
    const double absolute = double(a > b ? uint64_t(a) - uint64_t(b) : uint64_t(b) - uint64_t(a));
    return {absolute, absolute / std::max(std::abs(double(a)), std::abs(double(b))), false};
}

void add(TensorComparison &found, const Pair &pair, int64_t index) {
    if (pair.isEqual) return;
    ++found.different;
    if (found.first < 0) found.first = index;
    if (pair.absolute > found.maxAbsolute || found.worst < 0) found.worst = index;
    found.maxAbsolute = std::max(found.maxAbsolute, pair.absolute);
    found.maxRelative = std::max(found.maxRelative, pair.relative);
}

/** Elements of a packed tensor from `from` on. */
void readDoubles(const Tensor &packed, int64_t from, std::span<double> to) {
    visitDType(packed.dtype(), [&]<class T>(TypeTag<T>) {
        const T *elements = reinterpret_cast<const T *>(packed.rawData()) + from;
        std::ranges::transform(elements, elements + to.size(), to.begin(),
                               [](T element) { return convertElement<double>(element); });
    });
}

/** Calls `visit(index, x, y)` with elements of one type as they are stored, of two types as doubles (else there would
   be code for each pair of types); false when it was called off. */
template<class Visit>
bool forEachPair(const Tensor &a, const Tensor &b, const std::function<bool()> &shouldContinue, Visit visit) {
    const Tensor right = b.contiguous();
    return visitDType(a.dtype(), [&]<class T>(TypeTag<T>) {
        if (a.dtype() == b.dtype())
            return forEachRun<T>(a, 0, [&](const ElementRun<T> &run) {
                const T *others = reinterpret_cast<const T *>(right.rawData()) + run.index;
                for (int64_t i = 0; i < run.count; ++i)
                    visit(run.index + i, run[i], others[i]);
                return shouldContinue();
            });
        std::vector<double> others;
        return forEachRun<T>(a, 0, [&](const ElementRun<T> &run) {
            others.resize(size_t(run.count));
            readDoubles(right, run.index, others);
            for (int64_t i = 0; i < run.count; ++i)
                visit(run.index + i, convertElement<double>(run[i]), others[size_t(i)]);
            return shouldContinue();
        });
    });
}

} // namespace

namespace {

/** Complex numbers differ as their parts do; what is counted and where it stands is told of whole elements. */
Result<TensorComparison> comparedByParts(const Tensor &a, const Tensor &b,
                                         const std::function<bool()> &shouldContinue) {
    const DType common = promoted(a.dtype(), b.dtype());
    const Tensor left = a.cast(common).contiguous(), right = b.cast(common).contiguous();
    auto found = compare(partsOf(left), partsOf(right), shouldContinue);
    if (!found) return found;
    found->count = a.count();
    found->different = 0;
    for (int64_t i = 0; i < a.count() && shouldContinue(); ++i) {
        const std::complex<double> x = left.complexAt(i), y = right.complexAt(i);
        found->different += !(pairOf(x.real(), y.real()).isEqual && pairOf(x.imag(), y.imag()).isEqual);
    }
    if (found->first >= 0) found->first /= 2;
    if (found->worst >= 0) found->worst /= 2;
    return found;
}

} // namespace

Result<TensorComparison> compare(const Tensor &a, const Tensor &b, const std::function<bool()> &shouldContinue) {
    if (a.shape() != b.shape())
        return Error{"Tensors of different shapes cannot be compared: " + brief(a.dtype(), a.shape()) + " and " +
                     brief(b.dtype(), b.shape()) + "."};
    if (isComplex(a.dtype()) || isComplex(b.dtype())) return comparedByParts(a, b, shouldContinue);
    TensorComparison found;
    found.count = a.count();
    const bool hasSteps = fineness(a.dtype()) >= 0 && fineness(b.dtype()) >= 0;
    const DType coarser = fineness(a.dtype()) <= fineness(b.dtype()) ? a.dtype() : b.dtype();
    double steps = 0;
    found.isComplete = forEachPair(a, b, shouldContinue, [&]<class A, class B>(int64_t index, A x, B y) {
        if constexpr (std::is_same_v<A, B> && std::is_integral_v<A>) {
            add(found, pairOfIntegers(x, y), index);
        } else {
            const double left = convertElement<double>(x), right = convertElement<double>(y);
            const Pair pair = pairOf(left, right);
            add(found, pair, index);
            if (pair.isEqual || !hasSteps) return;
            const double apart = double(orderedAs(left, coarser)) - double(orderedAs(right, coarser));
            steps = std::max(steps, std::isinf(pair.absolute) ? infinite : std::abs(apart));
        }
    });
    if (hasSteps) found.maxUlps = steps;
    return found;
}

Tensor differenceOf(const Tensor &a, const Tensor &b, const std::function<bool()> &shouldContinue) {
    if (isComplex(a.dtype()) || isComplex(b.dtype())) {
        const DType common = promoted(a.dtype(), b.dtype());
        const Tensor left = a.cast(common).contiguous(), right = b.cast(common).contiguous();
        const Tensor parts = differenceOf(partsOf(left), partsOf(right), shouldContinue);
        return Tensor(parts.storage(), a.shape(), contiguousStrides(a.shape()), 0,
                      parts.dtype() == DType::Float32 ? DType::Complex64 : DType::Complex128);
    }
    const auto isNarrow = [](DType dtype) { return fineness(dtype) >= 0 && fineness(dtype) <= 2; };
    const bool narrow = isNarrow(a.dtype()) && isNarrow(b.dtype());
    Tensor result(a.shape(), narrow ? DType::Float32 : DType::Float64);
    const auto fill = [&]<class To>(To *to) {
        forEachPair(a, b, shouldContinue, [&]<class A, class B>(int64_t index, A x, B y) {
            const double left = convertElement<double>(x), right = convertElement<double>(y);
            const bool isEqual = left == right;
            to[index] = isEqual ? To(0) : To(left - right);
        });
    };
    narrow ? fill(result.mutableData<float>()) : fill(result.mutableData<double>());
    return result;
}

} // namespace jitscope::inline tensor

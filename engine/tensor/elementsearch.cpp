// SPDX-License-Identifier: Apache-2.0
// Searches from an element to the end and then from the beginning to it.
#include "engine/tensor/elementsearch.h"

#include "engine/tensor/distinct.h"
#include "engine/tensor/elementruns.h"

#include <cmath>

namespace jitscope::inline tensor {

namespace {

template<class T> bool isA(T element, ElementTrait kind) {
    const double value = convertElement<double>(element);
    switch (kind) {
    case ElementTrait::NaN:
        return std::isnan(value);
    case ElementTrait::Infinite:
        return std::isinf(value);
    case ElementTrait::Zero:
        return value == 0;
    case ElementTrait::NonZero:
        return value != 0;
    case ElementTrait::Largest:
    case ElementTrait::Smallest:
        break; // they are looked for by their value
    }
    return false;
}

/** The first position in [from, to) that `matches`. */
template<class T, class Matches>
std::optional<int64_t> firstIn(const Tensor &tensor, int64_t from, int64_t to,
                               const std::function<bool()> &shouldContinue, Matches matches) {
    std::optional<int64_t> found;
    forEachRun<T>(tensor, from, [&](const ElementRun<T> &run) {
        const int64_t end = std::min(run.count, to - run.index);
        for (int64_t i = 0; i < end && !found; ++i)
            if (matches(run[i])) found = run.index + i;
        return !found && run.index + run.count < to && shouldContinue();
    });
    return found;
}

template<class T>
std::optional<T> extreme(const Tensor &tensor, ElementTrait kind, const std::function<bool()> &shouldContinue) {
    std::optional<T> best;
    const bool isWhole = forEachRun<T>(tensor, 0, [&](const ElementRun<T> &run) {
        for (int64_t i = 0; i < run.count; ++i) {
            const T value = run[i];
            if constexpr (isFloatElement<T>)
                if (!std::isfinite(double(value))) continue;
            const auto isBetter = [kind](ComputeType<T> a, ComputeType<T> b) {
                return kind == ElementTrait::Largest ? a > b : a < b;
            };
            if (!best || isBetter(value, *best)) best = value;
        }
        return shouldContinue();
    });
    return isWhole ? best : std::nullopt;
}

} // namespace

std::optional<int64_t> findElement(const Tensor &tensor, ElementTrait kind, int64_t from,
                                   const std::function<bool()> &shouldContinue) {
    if (isComplex(tensor.dtype())) return findElement(magnitudes(tensor), kind, from, shouldContinue);
    return visitDType(tensor.dtype(), [&]<class T>(TypeTag<T>) -> std::optional<int64_t> {
        const auto search = [&](auto matches) {
            const auto after = firstIn<T>(tensor, from + 1, tensor.count(), shouldContinue, matches);
            return after || !shouldContinue() ? after : firstIn<T>(tensor, 0, from + 1, shouldContinue, matches);
        };
        const Tensor once = distinct(tensor).tensor;
        if (kind != ElementTrait::Largest && kind != ElementTrait::Smallest) {
            const auto matches = [kind](T value) { return isA(value, kind); };
            const bool isThere = firstIn<T>(once, 0, once.count(), shouldContinue, matches).has_value();
            return isThere ? search(matches) : std::nullopt;
        }
        const std::optional<T> wanted = extreme<T>(once, kind, shouldContinue);
        if (!wanted) return std::nullopt;
        return search([wanted](T value) { return ComputeType<T>(value) == ComputeType<T>(*wanted); });
    });
}

} // namespace jitscope::inline tensor

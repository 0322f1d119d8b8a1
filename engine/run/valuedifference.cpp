// SPDX-License-Identifier: Apache-2.0
// Compares tensors element by element and everything else by its structure.
#include "engine/run/valuedifference.h"

#include "engine/base/text.h"
#include "engine/ops/abstract.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope::inline run {

namespace {

constexpr double smallFloatFactor = 100;

double largestMagnitude(const Tensor &tensor) {
    const TensorStatistics all = statistics(tensor, 1);
    return std::max(std::abs(all.min), std::abs(all.max));
}

bool isFloat(DType dtype) {
    return info(dtype).floating || isComplex(dtype);
}

ValueDifference compareTensors(const Tensor &expected, const Tensor &actual) {
    ValueDifference found;
    if (expected.dtype() != actual.dtype() || !(expected.shape() == actual.shape())) {
        found.structure = brief(Abstract::of(actual)) + " instead of " + brief(Abstract::of(expected));
        return found;
    }
    found.isSmallFloat = expected.dtype() == DType::Float16 || expected.dtype() == DType::BFloat16;
    if (expected.count() == 0) return found;
    if (isFloat(expected.dtype())) found.magnitude = largestMagnitude(expected);
    if (identical(expected, actual)) return found;
    const Difference off = difference(expected, actual);
    found.maxAbsolute = off.maxAbsolute;
    found.maxRelative = off.maxRelative;
    found.worst = off.worstIndex;
    if (found.worst < 0) return found;
    found.expected = expected.at(found.worst);
    found.actual = actual.at(found.worst);
    return found;
}

/** Whether `a` is the greater difference: another structure, else further beyond what rounding does for its size. */
bool isWorse(const ValueDifference &a, const ValueDifference &b) {
    if (a.structure.empty() != b.structure.empty()) return !a.structure.empty();
    const auto share = [](const ValueDifference &each, double off) {
        return off / std::max(each.magnitude * (each.isSmallFloat ? smallFloatFactor : 1), 1e-30);
    };
    const auto beyond = [&](const ValueDifference &each) {
        return share(each, std::max(0.0, each.maxAbsolute - each.rounding));
    };
    if (beyond(a) != beyond(b)) return beyond(a) > beyond(b);
    return share(a, a.maxAbsolute) > share(b, b.maxAbsolute);
}

ValueDifference compareSequences(const Sequence &expected, const Sequence &actual, const Rounding &rounding) {
    ValueDifference worst;
    double maxRelative = 0;
    for (size_t i = 0; i < expected.items.size(); ++i) {
        ValueDifference item =
            compare(expected.items[i], actual.items[i], i < rounding.items.size() ? rounding.items[i] : Rounding());
        item.item = int(i);
        maxRelative = std::max(maxRelative, item.maxRelative);
        if (i == 0 || isWorse(item, worst)) worst = std::move(item);
    }
    worst.maxRelative = maxRelative;
    return worst;
}

ValueDifference differentStructure(std::string text) {
    ValueDifference found;
    found.structure = std::move(text);
    return found;
}

ValueDifference compareNumbers(double expected, double actual) {
    ValueDifference found;
    found.magnitude = std::isfinite(expected) ? std::abs(expected) : 0;
    found.worst = 0;
    found.expected = expected;
    found.actual = actual;
    if (expected == actual || (std::isnan(expected) && std::isnan(actual))) return found;
    found.maxAbsolute = std::abs(expected - actual);
    if (std::isnan(found.maxAbsolute)) found.maxAbsolute = std::numeric_limits<double>::infinity();
    return found;
}

} // namespace

double ValueDifference::excess(double relative, double absolute) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (!structure.empty() || std::isnan(maxAbsolute)) return infinite;
    if (maxAbsolute == 0) return 0;
    const double tolerated = relative * magnitude + absolute;
    const bool isExact = relative == 0 && absolute == 0;
    const double allowed = (isSmallFloat ? smallFloatFactor * tolerated : tolerated) + (isExact ? 0 : rounding);
    return allowed > 0 ? maxAbsolute / allowed : infinite;
}

bool ValueDifference::exceeds(double relative, double absolute) const {
    return excess(relative, absolute) > 1;
}

bool ValueDifference::isRounding(double relative, double absolute) const {
    ValueDifference strict = *this;
    strict.rounding = 0;
    return strict.exceeds(relative, absolute) && !exceeds(relative, absolute);
}

ValueDifference compare(const Value &expected, const Value &actual, const Rounding &rounding) {
    if (const Tensor *tensor = expected.asTensor()) {
        const Tensor *other = actual.asTensor();
        if (!other) return differentStructure(toString(actual) + " instead of a tensor");
        ValueDifference found = compareTensors(*tensor, *other);
        found.rounding = rounding.distance;
        return found;
    }
    const Sequence *wanted = expected.asSequence(), *given = actual.asSequence();
    if (wanted && given && wanted->items.size() == given->items.size())
        return compareSequences(*wanted, *given, rounding);
    if (wanted || given) return differentStructure("another structure");
    if (expected.asMonad() || expected.asGraph() || expected.asOpaque()) return {};
    if (expected.number() && actual.number()) {
        ValueDifference found = compareNumbers(*expected.number(), *actual.number());
        found.rounding = rounding.distance;
        return found;
    }
    return expected == actual ? ValueDifference()
                              : differentStructure(toString(actual) + " instead of " + toString(expected));
}

std::string toString(const ValueDifference &difference) {
    const std::string item = difference.item < 0 ? std::string() : format("item %d: ", difference.item);
    if (!difference.structure.empty()) return item + difference.structure;
    return item + format("off by %g at element %lld: %g instead of %g", difference.maxAbsolute,
                         static_cast<long long>(difference.worst), difference.actual, difference.expected);
}

} // namespace jitscope::inline run

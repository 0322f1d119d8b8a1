// SPDX-License-Identifier: Apache-2.0
// Compares values: tensors within a tolerance, tuples item by item.
#pragma once

#include "engine/base/text.h"
#include "engine/ops/opdef.h"

#include <string>

namespace jitscope::testing {

/** Where two values first differ by more than `tolerance` of the larger one, or "". */
inline std::string firstDifferenceOf(const Value &actual, const Value &expected, double tolerance) {
    if (const Sequence *items = expected.asSequence()) {
        const Sequence *given = actual.asSequence();
        if (!given || given->items.size() != items->items.size()) return "not a tuple of the same length";
        for (size_t i = 0; i < items->items.size(); ++i)
            if (std::string difference = firstDifferenceOf(given->items[i], items->items[i], tolerance);
                !difference.empty())
                return format("item %zu: ", i) + difference;
        return {};
    }
    const Tensor *a = actual.asTensor(), *b = expected.asTensor();
    if (!a || !b) return actual == expected ? std::string() : toString(actual) + " instead of " + toString(expected);
    if (a->dtype() != b->dtype() || !(a->shape() == b->shape()))
        return brief(Abstract::of(actual)) + " instead of " + brief(Abstract::of(expected));
    return close(*a, *b, tolerance, tolerance) ? std::string()
                                               : format("off by %g at %lld", difference(*a, *b).maxAbsolute,
                                                        static_cast<long long>(difference(*a, *b).worstIndex));
}

} // namespace jitscope::testing

// SPDX-License-Identifier: Apache-2.0
// How much of the difference between two variants each single decision makes.
#pragma once

#include "engine/variants/variant.h"

#include <functional>

namespace jitscope::inline variants {

/** What one decision adds, as the mean of two orders: added to those before it, and taken from all. */
struct DecisionShare {
    Decision decision;
    double ns = 0;
    int launches = 0; ///< by the order of the list
    double bytes = 0;
};

/** The shares add up to the totals. */
struct DeltaSplit {
    double baseNs = 0, totalNs = 0; ///< of one call without the decisions; what all of them add
    std::vector<DecisionShare> shares;
};

/** Compiles and times a variant for each beginning and each end of the list of decisions, all against the one without.
    `shouldContinue` is asked now and then; the error says what could not be measured, or that it was called off. */
Result<DeltaSplit> splitDelta(const VariantBase &base, const VariantSpec &spec, double secondsEach,
                              const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline variants

// SPDX-License-Identifier: Apache-2.0
// Two variants timed in turn at several places in memory: where weights and inputs lie can cost more than a decision.
#pragma once

#include "engine/variants/timedcalls.h"
#include "engine/variants/variant.h"

namespace jitscope::inline variants {

/**
 * Compiles both anew for each placement, with copies of weights and inputs of its own that live side by side, and times
 * each pair of them for its part of `seconds`. Fewer placements where the copies would be large. Both must compile; the
 * error says which does not.
 */
Result<TimedCalls> timeVariants(const VariantBase &base, const VariantSpec &a, const VariantSpec &b, double seconds,
                                const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline variants

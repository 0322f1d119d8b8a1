// SPDX-License-Identifier: Apache-2.0
// How two variants' run times stand to each other that were each measured beside the program's own, not beside each
// other.
#pragma once

#include "engine/session/variantrecord.h"

#include <optional>

namespace jitscope::inline variants {

/** Of a variant against another. Ratios are its time by the other's: 0.8 is a fifth less time. */
struct RelativeTime {
    double ratio = 1;
    double low = 1, high = 1; ///< of the interval of 99 % confidence
    double noise = 0;         ///< |ratio - 1| below says nothing
    bool isDifferent = false; ///< beyond chance and beyond the noise
};

/**
 * None where one of them was not timed. What the machine did meanwhile is in both times of a turn and cancels in each
 * ratio; the errors of the two ratios are independent and add up as squares of logarithms, so the interval is wider
 * than that of turns taken together. The program's own is 1 without an error.
 */
std::optional<RelativeTime> relativeTime(const VariantRecord &variant, const VariantRecord &baseline);

} // namespace jitscope::inline variants

// SPDX-License-Identifier: Apache-2.0
// How much of the difference between two variants each single decision makes.
#pragma once

#include "engine/variants/variant.h"

#include <functional>
#include <vector>

namespace jitscope::inline variants {

/** One thing in which a variant is another one than the one that it is compared with. */
struct DeltaStep {
    enum class Kind : uint8_t {
        Level,   ///< it is compiled at the level `level`
        Added,   ///< it has `decision`, and the other has not
        GivenUp, ///< the other has `decision`, and it has not
    };
    Kind kind = Kind::Added;
    JitLevel level = JitLevel::O0;
    Decision decision = {};

    friend bool operator==(const DeltaStep &, const DeltaStep &) = default;
};

/** What leads from one to the other: the level first, then what is given up, then what is added. */
std::vector<DeltaStep> stepsBetween(const VariantSpec &from, const VariantSpec &to);

/** `from` with some of the steps that lead to `to`: with none it is `from`, with all it is `to`. */
VariantSpec withSteps(const VariantSpec &from, const VariantSpec &to, std::vector<DeltaStep> taken);

/** What one step adds, as the mean of two orders: taken behind those before it, and before those behind it. */
struct DecisionShare {
    DeltaStep step;
    double ns = 0;
    double noiseNs = 0; ///< of the share, at 99 % confidence: a smaller one says nothing
    int launches = 0;   ///< by the order of the list
    double bytes = 0;

    bool isWithinNoise() const;
};

/** The shares add up to the totals. */
struct DeltaSplit {
    double fromNs = 0, totalNs = 0; ///< of one call of the first variant; what all steps add
    double noiseNs = 0;             ///< of the total
    int launches = 0;
    double bytes = 0;
    std::vector<DecisionShare> shares;
};

/** "cse is switched off", "given up: cse is switched off", "compiled at O0". Nodes are those of `captured`. */
std::string toString(const DeltaStep &step, const Module &captured);

/** Compiles and times a variant for each beginning and each end of the list of steps, all against `from`.
    `shouldContinue` is asked now and then; the error says what could not be measured, or that it was called off. */
Result<DeltaSplit> splitDelta(const VariantBase &base, const VariantSpec &from, const VariantSpec &to,
                              double secondsEach, const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline variants

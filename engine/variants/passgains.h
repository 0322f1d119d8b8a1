// SPDX-License-Identifier: Apache-2.0
// What passes save when the function runs: the graph before and after each, timed in turn; and their memory by the
// plan.
#pragma once

#include "engine/base/progress.h"
#include "engine/variants/pairedtimes.h"
#include "engine/variants/variant.h"

#include <optional>

namespace jitscope::inline variants {

/** Of the graph after a pass against the one before it. */
struct PassGain {
    int pass = -1; ///< its index
    PairedTimes times;
    std::string error = {}; ///< why it could not be timed, or ""
};

/** Times those passes, about `secondsEach`, with the kernels of each stage compiled. Ends early, with what there is,
   when `progress` is cancelled. */
std::vector<PassGain> passGains(const VariantBase &base, const std::vector<int> &passes, double secondsEach,
                                Progress &progress);

/** The most bytes of intermediate values alive at once when `stage` runs, by the plan; none where it cannot run. */
std::optional<int64_t> plannedBytes(const Module &stage);

} // namespace jitscope::inline variants

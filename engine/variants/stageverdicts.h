// SPDX-License-Identifier: Apache-2.0
// Whether the graph after each pass still gives what eager gives, and the node from which on it does not.
#pragma once

#include "engine/base/progress.h"
#include "engine/variants/variant.h"

namespace jitscope::inline variants {

/** What became of the values by one stage. */
struct StageVerdict {
    int pass = -1; ///< its index; -1: the compiled kernels
    VariantCheck check;
    NodeId node = {};       ///< where values are others first, of the graph after the pass; none when not known
    std::string title = {}; ///< of that node: "Mul %12"
    int since = -1;         ///< the pass from which on values are others, where that is an earlier one
};

/** Runs the graph after each pass that changed it operator by operator, then the compiled kernels, all on the call of
    `base`. Stages that cannot run say so in their check. Ends early, with what there is, when `progress` is cancelled.
 */
std::vector<StageVerdict> stageVerdicts(const VariantBase &base, Progress &progress);

} // namespace jitscope::inline variants

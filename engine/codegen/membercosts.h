// SPDX-License-Identifier: Apache-2.0
// What each member of a fused kernel costs: how much less a run takes without it.
//
// Where a sampled thread stands does not tell that. A processor computes many instructions at once and is interrupted
// where it waits, which is behind the slow one: a division that takes nearly all of the time has no sample. So the
// kernel is compiled once more without the member, and the two run in turn. Such costs need not add up to a whole: what
// runs beside something slower costs nothing.
#pragma once

#include "engine/ir/graph.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline codegen {

struct MemberCost {
    double share = 0;   ///< of a run's time that is not there without it; within noise it may be below 0
    double margin = 0;  ///< half of the interval in which the median of the rounds lies with 95 % confidence
    std::string whyNot; ///< why it is not known, or ""

    bool isKnown() const { return whyNot.empty(); }
};

struct MemberCosts {
    std::vector<MemberCost> members; ///< [n - 1]: of member n; empty where nothing was measured
    double noise = 0;                ///< share by which the kernel differs from itself, loaded once more
    int rounds = 0;                  ///< in each of which all ran, one after the other

    /** Whether it stands out from what measuring does alone. */
    bool isFelt(const MemberCost &cost) const { return cost.isKnown() && cost.share > noise + cost.margin; }
};

/** The kernel without that member, of the same parameters: one of its operands stands in its place, or the sum of two
    that the kernel computes; null where neither has its type, or where more than the member would go with it. */
GraphPtr withoutMember(const Graph &kernel, size_t place);

/** Runs one of the versions some times over and tells what one run took. */
class KernelTimer {
public:
    virtual ~KernelTimer() = default;
    /** Nanoseconds of one run; negative where it was given up. */
    virtual double runNs(size_t version) = 0;
};

/** Of versions: [0] the kernel, [1] the same once more, then those without the members in `places`. `seconds` bound it.
 */
MemberCosts compareVersions(KernelTimer &timer, size_t members, const std::vector<size_t> &places, double seconds,
                            const std::function<bool(double done)> &goOn);

} // namespace jitscope::inline codegen

// SPDX-License-Identifier: Apache-2.0
// What one call of an operator has to do.
#pragma once

namespace jitscope::inline ops {

/** Work of one call, for rooflines and the simulated device. */
struct OpCost {
    double flops = 0;
    double bytes = 0; ///< read and written, each tensor once
    bool operator==(const OpCost &) const = default;
};

} // namespace jitscope::inline ops

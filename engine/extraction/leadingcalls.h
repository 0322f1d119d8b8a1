// SPDX-License-Identifier: Apache-2.0
// What a call is computed from, also across the border of the fused kernel that it is a member of.
#pragma once

#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope::inline extraction {

/** The calls that a call of `module` is computed from within its graph, and itself, in their order. Empty when there is
    no such call. */
std::vector<NodeId> callsLeadingTo(const Module &module, NodeId node);

struct LeadingCalls {
    std::vector<NodeId> nodes; ///< of the module in which `kernel` is open; empty when there is no such call
    std::string kernel;        ///< the fused kernel that the call is a member of; "" when it is of none
    std::string border;        ///< the function at whose parameters they end; "" when they begin at the entry's own
};

/** As callsLeadingTo(); of a member of a fused kernel those before the kernel, too. */
LeadingCalls allLeadingTo(const Module &module, NodeId node);

/** `module` with the members of the fused kernel of that name in the place of its calls. Those in the place of its
    first call keep their ids. The same module where nothing calls it. */
Module withOpenKernel(const Module &module, const std::string &kernel);

} // namespace jitscope::inline extraction

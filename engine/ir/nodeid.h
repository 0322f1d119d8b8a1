// SPDX-License-Identifier: Apache-2.0
// Names a node of a graph, over all passes.
#pragma once

#include "engine/base/strongid.h"

namespace jitscope::inline ir {

using NodeId = StrongId<struct NodeTag>;

} // namespace jitscope::inline ir

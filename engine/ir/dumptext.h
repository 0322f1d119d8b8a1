// SPDX-License-Identifier: Apache-2.0
// What a node of an imported dump is printed with and what its graph does not mean: kept, so that a dump that was read
// is written again as it was.
#pragma once

#include "engine/ops/abstract.h"

#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline ir {

using Attributes = std::vector<std::pair<std::string, Value>>;

struct DumpText {
    Attributes primalAttrs;   ///< printed as cnode_primal_attrs
    std::string instanceName; ///< printed as {instance name: ...}
    int opNumber = -1;        ///< the 3 of "MatMul-op3"; -1: numbered when printed
    std::string extraText;    ///< lines that we keep but do not model
    bool operator==(const DumpText &) const = default;
};

} // namespace jitscope::inline ir

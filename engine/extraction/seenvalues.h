// SPDX-License-Identifier: Apache-2.0
// All values of one run of a module, by node: what goes into any part of it and what comes out.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <limits>
#include <unordered_map>

namespace jitscope::inline extraction {

struct SeenValues {
    std::unordered_map<NodeId, Value> ofNodes; ///< parameters of all graphs, too; of loops those of the first round
    Value result;
    std::vector<Value> weights; ///< behind the run, in the order of the entry's parameters
    bool isRandom = false;      ///< random numbers were drawn
    int64_t rounds = 0;         ///< of loops, together

    const Value *of(NodeId node) const;
};

/** Runs every operator of `module` one by one, apart from the program: random numbers begin alike in every run, weights
    are put back, prints are dropped. `arguments`: one for each parameter that is no weight. The error says what cannot
    run, or that loops take more than `mostRounds` rounds. */
Result<SeenValues> valuesOf(const Module &module, const std::vector<Value> &arguments,
                            int64_t mostRounds = std::numeric_limits<int64_t>::max());

/** The seed of those random numbers: `set_seed` of it gives the same in a script. */
constexpr unsigned extractionSeed = 1;

/** With memory of its own. */
Value copyOf(const Value &value);

} // namespace jitscope::inline extraction

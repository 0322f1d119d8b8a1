// SPDX-License-Identifier: Apache-2.0
// The first pass and node that leave the right values, of a compilation as it was recorded or of a variant of it:
// engine/run/bisect.h on the first recorded call, apart from the program.
#pragma once

#include "engine/run/bisect.h"
#include "engine/tensor/tensorcomparison.h"
#include "engine/variants/variant.h"

namespace jitscope::inline variants {

/** A bisection that touches nothing of the program: weights are copies. */
struct CulpritTask {
    BisectTask bisect;
    std::vector<VariantInput> inputs; ///< where the values of the parameters are from
    std::string error;                ///< why a variant did not compile: what comes behind its passes was not reached
};

/** Of the passes as they were recorded. The error says what keeps the function from being run on its own. Needs nothing
    of the session afterwards. */
Result<CulpritTask> culpritTask(const Session &session, const Compilation &compilation, double tolerance);

/** Of the passes that other decisions lead to. */
CulpritTask culpritTask(const VariantBase &base, const VariantSpec &spec, double tolerance);

/** For a background thread: random numbers are its own, what graphs print is dropped. */
Result<BisectReport> findCulprit(const CulpritTask &task);

/** The tensors of a divergence that lie furthest apart. */
struct DifferingTensors {
    Tensor expected, actual;
    int item = -1;           ///< which of a tuple, else -1
    int64_t first = -1;      ///< the first element that is off by more than the tolerance; -1: other shapes
    int64_t beyond = 0;      ///< how many are
    bool isSameShape = true; ///< else there is no comparison
    TensorComparison comparison;
};

/** None where the values hold no tensors. */
std::optional<DifferingTensors> differingTensors(const Divergence &divergence, double tolerance);

} // namespace jitscope::inline variants

// SPDX-License-Identifier: Apache-2.0
// The numbers that the rules of watchpoints compare with their thresholds.
#pragma once

#include "engine/tensor/tensor.h"

#include <limits>

namespace jitscope::inline inspect {

/** What one pass over a tensor gives. NaN is counted and left out of the rest. */
struct WatchMeasures {
    int64_t count = 0, nan = 0, infinite = 0, zero = 0, inRange = 0;
    double sum = 0, absSum = 0;
    double min = std::numeric_limits<double>::infinity(), max = -std::numeric_limits<double>::infinity();
    int64_t numbers() const { return count - nan; }
};
WatchMeasures measured(const Tensor &tensor, double rangeStart, double rangeEnd);

/** How far a tensor is from its previous value; both of one shape. "Close" is numpy.allclose's. */
struct Tolerances {
    double rtol = 0, atol = 0;
    bool equalNan = false;
};
struct ChangeMeasures {
    int64_t compared = 0, beyond = 0; ///< elements; and those further apart than the tolerances allow
    double absChange = 0, absPrevious = 0;
};
ChangeMeasures changed(const Tensor &value, const Tensor &previous, const Tolerances &within);

} // namespace jitscope::inline inspect

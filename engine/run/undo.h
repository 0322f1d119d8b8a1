// SPDX-License-Identifier: Apache-2.0
// Lets something run as if it had not: weights and random numbers are put back, what graphs print is dropped.
#pragma once

#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/tensor/tensor.h"

#include <vector>

namespace jitscope::inline run {

class Undo {
public:
    explicit Undo(std::vector<Tensor> weights);
    /** Restores, and lets graphs print again. */
    ~Undo();
    Undo(const Undo &) = delete;
    Undo &operator=(const Undo &) = delete;

    /** Weights and random state as they were in the beginning. */
    void restore();

private:
    RandomState m_random;
    QuietPrints m_quiet;
    std::vector<Tensor> m_weights, m_before;
};

} // namespace jitscope::inline run

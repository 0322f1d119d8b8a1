// SPDX-License-Identifier: Apache-2.0
// Statistics and histograms of tensors of any size that can be called off on the way.
#pragma once

#include "engine/tensor/tensor.h"

#include <functional>
#include <optional>

namespace jitscope::inline tensor {

/** The same as statistics() without the histogram, unless `shouldContinue` said no on the way. */
std::optional<TensorStatistics> survey(const Tensor &tensor, const std::function<bool()> &shouldContinue);

/** How many values are finite: of none, the least, the largest and the mean say nothing. */
inline int64_t finiteCount(const TensorStatistics &found) {
    return found.count - found.nan - found.positiveInf - found.negativeInf;
}

/** How many finite elements fall into each of `bins` equal parts of [low, high], and how many beside it. */
struct Histogram {
    double low = 0, high = 0;
    std::vector<int64_t> bins;
    int64_t below = 0, above = 0;
    bool operator==(const Histogram &) const = default;
};
std::optional<Histogram> histogram(const Tensor &tensor, double low, double high, int bins,
                                   const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline tensor

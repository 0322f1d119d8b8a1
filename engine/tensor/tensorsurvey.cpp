// SPDX-License-Identifier: Apache-2.0
// One pass for counts, extremes and moments; one more for a histogram over the range that is asked for.
#include "engine/tensor/tensorsurvey.h"

#include "engine/tensor/distinct.h"
#include "engine/tensor/elementruns.h"

#include <cmath>
#include <utility>

namespace jitscope::inline tensor {

namespace {

/** Mean and sum of squared deviations of a growing set, joined run by run (Chan's formula), so that one pass is exact
    enough for values far from zero. */
struct Moments {
    double count = 0, mean = 0, squares = 0;

    void join(double n, double otherMean, double otherSquares) {
        if (n == 0) return;
        const double delta = otherMean - mean, all = count + n;
        mean += delta * n / all;
        squares += otherSquares + delta * delta * count * n / all;
        count = all;
    }
};

template<class T> void addRun(const ElementRun<T> &run, TensorStatistics &found, Moments &moments) {
    double sum = 0, least = found.min, largest = found.max;
    int64_t finite = 0;
    bool isFirst = moments.count == 0;
    for (int64_t i = 0; i < run.count; ++i) {
        const double value = convertElement<double>(run[i]);
        if (std::isnan(value)) {
            ++found.nan;
            continue;
        }
        ++(value == 0 ? found.zero : value > 0 ? found.positive : found.negative);
        if (std::isinf(value)) {
            ++(value > 0 ? found.positiveInf : found.negativeInf);
            continue;
        }
        least = isFirst ? value : std::min(least, value);
        largest = isFirst ? value : std::max(largest, value);
        isFirst = false;
        sum += value;
        ++finite;
    }
    found.min = least;
    found.max = largest;
    if (finite == 0) return;
    const double mean = sum / double(finite);
    double squares = 0;
    for (int64_t i = 0; i < run.count; ++i)
        if (const double value = convertElement<double>(run[i]); std::isfinite(value))
            squares += (value - mean) * (value - mean);
    moments.join(double(finite), mean, squares);
}

} // namespace

std::optional<TensorStatistics> survey(const Tensor &tensor, const std::function<bool()> &shouldContinue) {
    const Distinct once = distinct(magnitudes(tensor)); // of complex numbers how large they are
    TensorStatistics found;
    found.count = once.tensor.count();
    Moments moments;
    const bool isWhole = visitDType(once.tensor.dtype(), [&]<class T>(TypeTag<T>) {
        return forEachRun<T>(once.tensor, 0, [&](const ElementRun<T> &run) {
            addRun(run, found, moments);
            return shouldContinue();
        });
    });
    if (!isWhole) return std::nullopt;
    found.mean = moments.mean;
    found.deviation = moments.count > 0 ? std::sqrt(moments.squares / moments.count) : 0;
    return repeated(std::move(found), once.repeats);
}

std::optional<Histogram> histogram(const Tensor &tensor, double low, double high, int bins,
                                   const std::function<bool()> &shouldContinue) {
    const Distinct once = distinct(magnitudes(tensor)); // of complex numbers how large they are
    Histogram found{low, high, std::vector<int64_t>(size_t(bins)), 0, 0};
    // Halved, so that the range of the largest doubles does not overflow.
    const double scale = high > low ? double(bins) / (high / 2 - low / 2) : 0;
    const bool isWhole = visitDType(once.tensor.dtype(), [&]<class T>(TypeTag<T>) {
        return forEachRun<T>(once.tensor, 0, [&](const ElementRun<T> &run) {
            for (int64_t i = 0; i < run.count; ++i) {
                const double value = convertElement<double>(run[i]);
                if (!std::isfinite(value)) continue;
                if (value < low) {
                    ++found.below;
                } else if (value > high) {
                    ++found.above;
                } else {
                    ++found.bins[std::min(size_t((value / 2 - low / 2) * scale), size_t(bins - 1))];
                }
            }
            return shouldContinue();
        });
    });
    if (!isWhole) return std::nullopt;
    for (int64_t &count : found.bins)
        count *= once.repeats;
    found.below *= once.repeats;
    found.above *= once.repeats;
    return found;
}

} // namespace jitscope::inline tensor

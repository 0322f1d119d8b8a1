// SPDX-License-Identifier: Apache-2.0
// Fills tensors with random numbers; the same ones whatever the number of threads. Results must be contiguous.
#pragma once

#include "engine/ops/kernels/philox.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Evenly in [0, 1); a floating dtype. */
void fillUniform(Tensor &result, const RandomStream &stream);

/** Of mean 0 and deviation 1; a floating dtype. Float16 and BFloat16 are the Float32 numbers, rounded. */
void fillNormal(Tensor &result, const RandomStream &stream);

/** As fillNormal, without what is further than two deviations from the mean. */
void fillTruncatedNormal(Tensor &result, const RandomStream &stream);

/** Of mean 0 and scale 1, falling off as exp(-|x|); a floating dtype. */
void fillLaplace(Tensor &result, const RandomStream &stream);

/** Whole numbers in [low, high), low < high; any dtype. */
void fillIntegers(Tensor &result, const RandomStream &stream, int64_t low, int64_t high);

/** 1 with the probability at the same place of `probabilities` (contiguous Float64, in [0, 1]), else 0; any dtype. */
void fillBernoulli(Tensor &result, const RandomStream &stream, const Tensor &probabilities);

/** mask: 1 with probability `keep`, else 0; result: x * mask / keep. All contiguous and of one floating dtype. */
void fillDropout(Tensor &result, Tensor &mask, const Tensor &x, const RandomStream &stream, double keep);

/** 0 .. count - 1 in a random order; any dtype. */
void fillPermutation(Tensor &result, const RandomStream &stream);

/** Gamma distributed of shape `alphas` (contiguous Float64, positive) and rate 1, one for each element of `alphas`,
    which repeat along the result; a floating dtype. */
void fillGamma(Tensor &result, const RandomStream &stream, const Tensor &alphas);

/** Poisson distributed of mean `rates` (contiguous Float64, not negative), which repeat along the result; any dtype. */
void fillPoisson(Tensor &result, const RandomStream &stream, const Tensor &rates);

/** Of each row of `weights` (contiguous Float64 (rows, classes), not negative, with a positive sum) `draws` classes by
    their weight, with replacement; `result` is (rows, draws) of an integer or floating dtype. */
void fillCategories(Tensor &result, const RandomStream &stream, const Tensor &weights);

/** As fillCategories, but no class twice in a row of the result. */
void fillDistinctCategories(Tensor &result, const RandomStream &stream, const Tensor &weights);

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Softmax and normalisation of tensors with their gradients, for floating dtypes. The 16-bit floats are computed as
// float32, and so are their means and variances given.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/tensor/tensor.h"

#include <optional>

namespace jitscope::inline ops {

/** e^x / sum(e^x) along `axis`, without overflow. */
Tensor computeSoftmax(const Tensor &x, int axis);
/** Its logarithm. */
Tensor computeLogSoftmax(const Tensor &x, int axis);
/** What a gradient of softmax, or of its logarithm, gives for x; `out` is the result. */
Tensor computeSoftmaxGradient(const Tensor &dout, const Tensor &out, int axis);
Tensor computeLogSoftmaxGradient(const Tensor &dout, const Tensor &out, int axis);

/** The dtype of means and variances of elements of a dtype. */
DType momentsDType(DType dtype);

/** How a normalisation sees its tensors: `rows` of `count` neighbours with moments of their own. Parameters hold
    `parameterRows` rows, which repeat. */
struct RowNormPlan {
    int64_t rows = 1, count = 1, parameterRows = 1;
    double epsilon = 0;
    enum class Kind : uint8_t { Layer, Rms } kind = Kind::Layer; ///< Rms: the mean counts as 0
};

struct Normalised {
    Tensor y;        ///< as x
    Tensor mean;     ///< (rows); not defined for Rms
    Tensor variance; ///< (rows); of Rms: the mean square
    Tensor sum;      ///< x + added, where something is added
};

/** (x - mean) / sqrt(variance + epsilon) * gamma + beta. `beta` may be undefined, and so may `added`, of the shape and
    dtype of x: what is added to x before, row by row. */
Normalised computeRowNorm(const RowNormPlan &plan, const Tensor &x, const Tensor &gamma, const Tensor &beta,
                          const Tensor &added = {});

struct NormGradients {
    Tensor dx;            ///< as x
    Tensor dgamma, dbeta; ///< as the parameters, in momentsDType
};

/** What gradients of y, the means and the variances give. `mean`, `dmean` and `dvariance` may be undefined (zeros). */
struct RowNormGradient {
    Tensor x, dy, mean, variance, gamma, dmean, dvariance;
};
NormGradients computeRowNormGradient(const RowNormPlan &plan, const RowNormGradient &of);

/** Tensors (batch, channels, places), with moments and parameters for each channel. */
struct ChannelNormPlan {
    int64_t batch = 1, channels = 1, places = 1;
    double epsilon = 0;

    int64_t count() const { return batch * places; } ///< elements of a channel
};

struct ChannelMoments {
    Tensor mean, variance; ///< (channels), of all elements
};
ChannelMoments computeChannelMoments(const ChannelNormPlan &plan, const Tensor &x);

/** From the variance of all `count` elements to that of the population they are a sample of. */
Tensor varianceOfSample(const Tensor &variance, int64_t count);

/** (x - mean) / sqrt(variance + epsilon) * scale + shift as (x - centre) * scale + shift. */
struct ChannelLines {
    Tensor centre, scale, shift; ///< (channels), packed, of one dtype
};
ChannelLines channelLines(DType dtype, double epsilon, const ChannelMoments &moments, const Tensor &scale,
                          const Tensor &shift);

/** (x - centre) * scale + shift, and `function` of that, of the dtype of x. The lines have its momentsDType. */
Tensor computeChannelNorm(const ChannelNormPlan &plan, const Tensor &x, const ChannelLines &lines,
                          std::optional<UnaryOp> function = {});

/** Whether the moments follow from x, or are given from outside. */
enum class MomentsFrom : uint8_t { Elements, Outside };

/** As computeRowNormGradient, for channels. */
NormGradients computeChannelNormGradient(const ChannelNormPlan &plan, const RowNormGradient &of, MomentsFrom from);

} // namespace jitscope::inline ops

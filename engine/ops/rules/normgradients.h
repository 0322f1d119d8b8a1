// SPDX-License-Identifier: Apache-2.0
// The gradients of the gradients of normalisations, written once for layers, channels and root mean squares.
#pragma once

#include "engine/ops/gradient.h"

namespace jitscope::inline ops {

/** What follows from the elements of x in y = (x - mean) * factor * gamma + beta. */
enum class NormKind : uint8_t { MeanAndFactor, Factor, Nothing };

/** A call of a normalisation's gradient, dx, dgamma and dbeta of x, dy, the moments and gamma, and what its results'
    gradients are. All terms broadcast to the shape of x. */
struct NormGradientCall {
    NormKind kind = NormKind::MeanAndFactor;
    Dims axes;        ///< along which the moments are taken
    double count = 1; ///< elements of one mean
    Term x, dy, gamma, factor;
    Term mean;           ///< none: 0
    Term dvariance;      ///< a gradient of the variance that was given, or none
    Term ofDx, ofDgamma; ///< gradients of the results
    Term ofDbeta;        ///< may be none
};

/** Gradients of the arguments; those of the moments have axes of size 1. */
struct NormGradientTerms {
    Term x, dy, gamma, mean, factor, dmean, dvariance;
};
NormGradientTerms gradientOfNormGradient(Gradient &g, const NormGradientCall &call);

} // namespace jitscope::inline ops

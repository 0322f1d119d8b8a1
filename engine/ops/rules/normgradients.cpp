// SPDX-License-Identifier: Apache-2.0
// With c = x - mean, r = factor, h = dy * gamma, and means over the elements of one moment, the gradient computes
//     dx = r * (h - mean(h) - c * r^2 * mean(h * c)) [+ (dmean + 2 * c * dvariance) / count],
//     dgamma = sum(dy * c * r), dbeta = sum(dy).
// Below are the derivatives of sum(u * dx) + sum(v * dgamma) + sum(w * dbeta) with respect to dy, gamma, c and r.
#include "engine/ops/rules/normgradients.h"

namespace jitscope::inline ops {

NormGradientTerms gradientOfNormGradient(Gradient &g, const NormGradientCall &call) {
    const Term &u = call.ofDx, &v = call.ofDgamma, &r = call.factor, &dy = call.dy;
    const Term c = call.mean ? call.x - call.mean : call.x;
    const Term h = dy * call.gamma;
    const double share = 1 / call.count;
    const auto sum = [&](Term x) { return g.sum(x, call.axes, true); };

    Term ofH = u * r;
    Term ofC = v * dy * r;
    Term ofR = sum(u * h) + sum(v * dy * c);
    NormGradientTerms terms;
    if (call.kind != NormKind::Nothing) {
        const Term squared = r * r, gradients = sum(h * c), products = sum(u * c);
        ofH = ofH - c * (squared * r * products * share);
        ofC = ofC - (h * products + u * gradients) * (squared * r * share);
        ofR = ofR - squared * gradients * products * (3 * share);
        terms.dvariance = products * (2 * share);
        if (call.dvariance) ofC = ofC + u * (call.dvariance * (2 * share));
    }
    if (call.kind == NormKind::MeanAndFactor) {
        const Term total = sum(u);
        ofH = ofH - r * (total * share);
        ofR = ofR - sum(h) * total * share;
        terms.dmean = total * share;
    }
    terms.dy = ofH * call.gamma + v * c * r;
    if (call.ofDbeta) terms.dy = terms.dy + call.ofDbeta;
    terms.gamma = ofH * dy;
    terms.x = ofC;
    terms.mean = -sum(ofC);
    terms.factor = ofR;
    return terms;
}

} // namespace jitscope::inline ops

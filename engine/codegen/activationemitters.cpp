// SPDX-License-Identifier: Apache-2.0
// Emitters of activation functions and of their gradients.
#include "engine/codegen/emitterfamilies.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace jitscope {
namespace {

using namespace emitting;

Lanes sigmoid(Lanes x) {
    return {x.code, x.code.sigmoid(x)};
}

/** x * sigmoid(y), where y has the sign of x and is at least as large beyond -104; there the product is 0, also for
    -infinity. */
Lanes gated(Lanes x, Lanes y) {
    return choose(x < -104, x.number(0), x * sigmoid(y));
}

constexpr auto relu = [](Lanes x) { return choose(x < 0, x.number(0), x); };
constexpr auto relu6 = [](Lanes x) { return choose(x < 0, x.number(0), choose(x > 6, x.number(6), x)); };
constexpr auto silu = [](Lanes x) { return gated(x, x); };

/** 0.5 (1 + tanh(u)) is sigmoid(2 u), which loses no digits for large negative u. */
constexpr auto geluByTanh = [](Lanes x) {
    const Lanes bent = x * x * 0.044715 + 1;
    return gated(x, x * (2 * std::sqrt(2 / std::numbers::pi)) * bent);
};

constexpr auto leakyRelu = [](Lanes x, Lanes alpha) { return choose(x > 0, x, alpha * x); };
constexpr auto elu = [](Lanes x, Lanes alpha) { return choose(x > 0, x, alpha * expMinusOne(x)); };
constexpr auto celu = [](Lanes x, Lanes alpha) { return choose(x > 0, x, alpha * expMinusOne(x / alpha)); };
constexpr auto selu = [](Lanes x) {
    constexpr double scale = 1.0507009873554805, alpha = 1.6732632423543772;
    return choose(x > 0, x * scale, expMinusOne(x) * (scale * alpha));
};
constexpr auto hardTanh = [](Lanes x, Lanes low, Lanes high) {
    return choose(x < low, low, choose(x > high, high, x));
};

llvm::Value *isAtMost(Lanes x, double y) {
    return x.code.b.CreateFCmpOLE(x, x.number(y));
}
llvm::Value *isAtLeast(Lanes x, double y) {
    return x.code.b.CreateFCmpOGE(x, x.number(y));
}

constexpr auto hardSigmoid = [](Lanes x) {
    const Lanes slope = x / 6 + 0.5;
    return choose(isAtMost(x, -3), x.number(0), choose(isAtLeast(x, 3), x.number(1), slope));
};
constexpr auto hardSwish = [](Lanes x) {
    const Lanes bend = x * (x + 3) / 6;
    return choose(isAtMost(x, -3), x.number(0), choose(isAtLeast(x, 3), x, bend));
};
constexpr auto hardShrink = [](Lanes x, Lanes lambda) {
    llvm::Value *isAbove = x.code.b.CreateFCmpOGE(x, -lambda), *isBelow = x.code.b.CreateFCmpOLE(x, lambda);
    return choose(x.code.b.CreateAnd(isAbove, isBelow), x.number(0), x);
};
constexpr auto softShrink = [](Lanes x, Lanes lambda) {
    const Lanes inside = choose(isNan(x), x, x.number(0));
    return choose(x > lambda, x - lambda, choose(x < -lambda, x + lambda, inside));
};
constexpr auto threshold = [](Lanes x, Lanes limit, Lanes value) { return choose(x > limit, x, value); };
constexpr auto softsign = [](Lanes x) { return x / (magnitude(x) + 1); };

/** log(1 + e^-|x|) */
Lanes softCorner(Lanes x) {
    return logOnePlus(exponential(-magnitude(x)));
}
constexpr auto softplus = [](Lanes x, Lanes beta, Lanes limit) {
    const Lanes scaled = x * beta, soft = (choose(scaled > 0, scaled, x.number(0)) + softCorner(scaled)) / beta;
    return choose(scaled > limit, x, soft);
};
constexpr auto logSigmoid = [](Lanes x) { return choose(x < 0, x, x.number(0)) - softCorner(x); };

/** tanh(log(1 + e)) without its detours. */
constexpr auto mish = [](Lanes x) {
    const Lanes e = exponential(choose(x > 20, x.number(20), x)), n = e * (e + 2);
    return choose(isEqual(n, 0), x.number(0), x * (n / (n + 2)));
};
constexpr auto fastGelu = [](Lanes x) {
    const Lanes share = sigmoid(x * 1.702);
    return choose(isEqual(share, 0), x.number(0), x * share);
};

// --- gradients -------------------------------------------------------------------------------------------------------

constexpr auto reluGrad = [](Lanes dy, Lanes y) { return choose(y > 0, dy, dy.number(0)); };
constexpr auto tanhGrad = [](Lanes y, Lanes dy) { return dy * (y.number(1) - y * y); };
constexpr auto sigmoidGrad = [](Lanes y, Lanes dy) { return dy * (y * (y.number(1) - y)); };
constexpr auto siluGrad = [](Lanes dy, Lanes x) {
    const Lanes s = sigmoid(x);
    return dy * (s * (x * (x.number(1) - s) + 1));
};
constexpr auto geluGrad = [](Lanes dy, Lanes x) {
    const Lanes share = Lanes{x.code, x.code.erf(x * (std::numbers::sqrt2 / 2))} * 0.5 + 0.5;
    const Lanes density = exponential(x * -0.5 * x) * (std::numbers::inv_sqrtpi * std::numbers::sqrt2 / 2);
    return dy * (share + x * density);
};
constexpr auto geluTanhGrad = [](Lanes dy, Lanes x) {
    constexpr double scale = 0.79788456080286536, cubic = 0.044715; // sqrt(2 / pi)
    const Lanes t{x.code, x.code.tanh((x + x * cubic * x * x) * scale)};
    const Lanes bend = (x.number(1) - t * t) * scale * (x * (3 * cubic) * x + 1);
    return dy * ((t + 1) * 0.5 + x * 0.5 * bend);
};

} // namespace

std::vector<Emitter> activationEmitters() {
    using V = VectorCode;
    return {
        {"ReLU", {N}, N, lanewise<relu>, "", 2},
        {"ReLU6", {N}, N, lanewise<relu6>, "", 4},
        {"LeakyReLU", {N, N}, N, lanewise<leakyRelu>, "", 3},
        {"Elu", {N, N}, N, lanewise<elu>, "", longWork},
        {"CeLU", {N, N}, N, lanewise<celu>, "", longWork},
        {"SeLU", {N}, N, lanewise<selu>, "", longWork},
        {"Hardtanh", {N, N, N}, N, lanewise<hardTanh>, "", 4},
        {"HSigmoid", {N}, N, lanewise<hardSigmoid>, "", 8},
        {"HSwish", {N}, N, lanewise<hardSwish>, "", 8},
        {"HShrink", {N, N}, N, lanewise<hardShrink>, "", 4},
        {"SoftShrink", {N, N}, N, lanewise<softShrink>, "", 6},
        {"Threshold", {N, N, N}, N, lanewise<threshold>, "", 2},
        {"Softplus", {N, N, N}, N, lanewise<softplus>, "", longWork},
        {"Softsign", {N}, N, lanewise<softsign>, "", 6},
        {"LogSigmoid", {N}, N, lanewise<logSigmoid>, "", longWork},
        {"SiLU", {N}, N, lanewise<silu>, "", functionWork},
        {"GeLU", {N}, N, unary<&V::gelu>, "none", longWork},
        {"GeLU", {N}, N, lanewise<geluByTanh>, "tanh", functionWork},
        {"FastGeLU", {N}, N, lanewise<fastGelu>, "", functionWork},
        {"Mish", {N}, N, lanewise<mish>, "", longWork},
        {"ReluGrad", {N, N}, N, lanewise<reluGrad>, "", 2},
        {"TanhGrad", {N, N}, N, lanewise<tanhGrad>, "", 3},
        {"SigmoidGrad", {N, N}, N, lanewise<sigmoidGrad>, "", 3},
        {"SiLUGrad", {N, N}, N, lanewise<siluGrad>, "", functionWork},
        {"GeLUGrad", {N, N}, N, lanewise<geluGrad>, "none", longWork},
        {"GeLUGrad", {N, N}, N, lanewise<geluTanhGrad>, "tanh", longWork},
    };
}

} // namespace jitscope

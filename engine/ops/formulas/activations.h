// SPDX-License-Identifier: Apache-2.0
// The formulas of activation functions and of their slopes, once for everything that computes them: the float32 loops
// of each instruction set, float64, and the code of fused kernels. So eager and compiled results cannot drift apart.
//
// A formula is a template over the lane X: one float, one double, or a vector of LLVM's. Lanes offer arithmetic and
// comparisons with each other and with numbers, x.number(n), choose(mask, x, y), isNan, magnitude, exponential,
// expMinusOne, logOnePlus, hyperbolicTangent, sigmoid and normalCdf (kernels/float32lane.h, kernels/float64lane.h,
// codegen/lanes.h). Nothing of the standard library may be called: see float32math.h.
#pragma once

#include "engine/ops/formulas/elementary.h"

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace jitscope::inline ops::formulas {

/** About how many simple instructions a formula takes: with one elementary function in it, and with several. */
constexpr int functionWork = 16, longWork = 40;

// --- of an element and the numbers that follow it in the call --------------------------------------------------------

struct ReLU6 {
    static constexpr char op[] = "ReLU6";
    static constexpr int work = 4;
    template<class X> X operator()(X x) const { return choose(x < 0, x.number(0), choose(x > 6, x.number(6), x)); }
};

struct LeakyReLU {
    static constexpr char op[] = "LeakyReLU";
    static constexpr int work = 3;
    template<class X> X operator()(X x, X alpha) const { return choose(x > 0, x, alpha * x); }
};

struct Elu {
    static constexpr char op[] = "Elu";
    static constexpr int work = longWork;
    template<class X> X operator()(X x, X alpha) const { return choose(x > 0, x, alpha * expMinusOne(x)); }
};

struct CeLU {
    static constexpr char op[] = "CeLU";
    static constexpr int work = longWork;
    template<class X> X operator()(X x, X alpha) const { return choose(x > 0, x, alpha * expMinusOne(x / alpha)); }
};

struct SeLU {
    static constexpr char op[] = "SeLU";
    static constexpr int work = longWork;
    /** Klambauer et al., Self-Normalizing Neural Networks (2017). */
    static constexpr double scale = 1.0507009873554805, alpha = 1.6732632423543772;
    template<class X> X operator()(X x) const { return choose(x > 0, x * scale, expMinusOne(x) * (scale * alpha)); }
};

struct Hardtanh {
    static constexpr char op[] = "Hardtanh";
    static constexpr int work = 4;
    template<class X> X operator()(X x, X low, X high) const { return choose(x < low, low, choose(x > high, high, x)); }
};

struct HSigmoid {
    static constexpr char op[] = "HSigmoid";
    static constexpr int work = 8;
    template<class X> X operator()(X x) const {
        return choose(x <= -3, x.number(0), choose(x >= 3, x.number(1), (x + 3) / 6));
    }
};

struct HSwish {
    static constexpr char op[] = "HSwish";
    static constexpr int work = 8;
    template<class X> X operator()(X x) const {
        return choose(x <= -3, x.number(0), choose(x >= 3, x, x * (x + 3) / 6));
    }
};

struct HShrink {
    static constexpr char op[] = "HShrink";
    static constexpr int work = 4;
    template<class X> X operator()(X x, X lambda) const { return choose(magnitude(x) <= lambda, x.number(0), x); }
};

struct SoftShrink {
    static constexpr char op[] = "SoftShrink";
    static constexpr int work = 6;
    template<class X> X operator()(X x, X lambda) const {
        const X inside = choose(isNan(x), x, x.number(0));
        return choose(x > lambda, x - lambda, choose(x < -lambda, x + lambda, inside));
    }
};

struct Threshold {
    static constexpr char op[] = "Threshold";
    static constexpr int work = 2;
    template<class X> X operator()(X x, X limit, X value) const { return choose(x > limit, x, value); }
};

/** log(1 + e^-|x|): what the softened corner of max(x, 0) lies above it. */
template<class X> X softCorner(X x) {
    return logOnePlus(exponential(-magnitude(x)));
}

struct Softplus {
    static constexpr char op[] = "Softplus";
    static constexpr int work = longWork;
    template<class X> X operator()(X x, X beta, X limit) const {
        const X scaled = x * beta, soft = (choose(scaled > 0, scaled, x.number(0)) + softCorner(scaled)) / beta;
        return choose(scaled > limit, x, soft);
    }
};

struct Softsign {
    static constexpr char op[] = "Softsign";
    static constexpr int work = 6;
    template<class X> X operator()(X x) const { return x / (magnitude(x) + 1); }
};

struct LogSigmoid {
    static constexpr char op[] = "LogSigmoid";
    static constexpr int work = longWork;
    template<class X> X operator()(X x) const { return choose(x < 0, x, x.number(0)) - softCorner(x); }
};

struct Mish {
    static constexpr char op[] = "Mish";
    static constexpr int work = longWork;
    /** tanh(log(1 + e)) = n / (n + 2) with n = e (e + 2): no logarithm, and no digits lost. */
    template<class X> X operator()(X x) const {
        const X e = exponential(choose(x > 20, x.number(20), x)), n = e * (e + 2);
        return choose(n == 0, x.number(0), x * (n / (n + 2)));
    }
};

struct FastGeLU {
    static constexpr char op[] = "FastGeLU";
    static constexpr int work = functionWork;
    template<class X> X operator()(X x) const {
        const X share = sigmoid(x * 1.702);
        return choose(share == 0, x.number(0), x * share);
    }
};

// --- slopes: of the gradient of the result and an element ------------------------------------------------------------

struct ReluGrad {
    static constexpr char op[] = "ReluGrad";
    static constexpr int work = 2;
    template<class X> X operator()(X dy, X y) const { return choose(y > 0, dy, dy.number(0)); }
};

struct TanhGrad {
    static constexpr char op[] = "TanhGrad";
    static constexpr int work = 3;
    template<class X> X operator()(X y, X dy) const { return dy * (y.number(1) - y * y); }
};

struct SigmoidGrad {
    static constexpr char op[] = "SigmoidGrad";
    static constexpr int work = 3;
    template<class X> X operator()(X y, X dy) const { return dy * (y * (y.number(1) - y)); }
};

struct SiLUGrad {
    static constexpr char op[] = "SiLUGrad";
    static constexpr int work = functionWork;
    template<class X> X operator()(X dy, X x) const {
        const X s = sigmoid(x);
        return dy * (s * (x * (x.number(1) - s) + 1));
    }
};

struct GeLUGrad {
    static constexpr char op[] = "GeLUGrad";
    static constexpr char option[] = "none";
    static constexpr int work = longWork;
    template<class X> X operator()(X dy, X x) const {
        constexpr double peak = 0.39894228040143268; // of the normal density: 1 / sqrt(2 pi)
        return dy * (normalCdf(x) + x * (exponential(x * -0.5 * x) * peak));
    }
};

struct GeLUTanhGrad {
    static constexpr char op[] = "GeLUGrad";
    static constexpr char option[] = "tanh";
    static constexpr int work = longWork;
    template<class X> X operator()(X dy, X x) const {
        constexpr double scale = 0.79788456080286536, cubic = 0.044715; // sqrt(2 / pi)
        const X t = hyperbolicTangent((x + x * cubic * x * x) * scale);
        const X curvature = (x.number(1) - t * t) * scale * (x * (3 * cubic) * x + 1);
        return dy * ((t + 1) * 0.5 + x * 0.5 * curvature);
    }
};

/** All activations of one tensor, all slopes, and further functions of one tensor; the loops of float32 and the
 * emitters of kernels are made of them. */
using Activations = std::tuple<ReLU6, LeakyReLU, Elu, CeLU, SeLU, Hardtanh, HSigmoid, HSwish, HShrink, SoftShrink,
                               Threshold, Softplus, Softsign, LogSigmoid, Mish, FastGeLU>;
using Slopes = std::tuple<ReluGrad, TanhGrad, SigmoidGrad, SiLUGrad, GeLUGrad, GeLUTanhGrad>;
using Functions = std::tuple<Expm1, Log1p>;

/** The place of a formula in its list. */
template<class Formula, class... All> constexpr size_t placeIn(const std::tuple<All...> *) {
    size_t place = 0;
    static_cast<void>(((std::is_same_v<Formula, All> || (++place, false)) || ...));
    return place;
}
template<class Formula, class List> constexpr size_t placeOf = placeIn<Formula>(static_cast<const List *>(nullptr));

} // namespace jitscope::inline ops::formulas

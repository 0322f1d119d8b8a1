// SPDX-License-Identifier: Apache-2.0
// Emitters of elementary functions of floats, those of VectorCode and what is made of them.
#include "engine/codegen/emitterfamilies.h"

#include <limits>
#include <numbers>

namespace jitscope::inline codegen {

namespace {

using namespace emitting;

constexpr auto exponentialOf = [](Lanes x) { return exponential(x); };
constexpr auto logarithmOf = [](Lanes x) { return logarithm(x); };
constexpr auto tanhOf = [](Lanes x) { return hyperbolicTangent(x); };
constexpr auto sigmoidOf = [](Lanes x) { return sigmoid(x); };
constexpr auto erfOf = [](Lanes x) { return formulas::errorFunctionOf(x); };
constexpr auto tangent = [](Lanes x) { return Lanes{x.code, x.code.sin(x)} / Lanes{x.code, x.code.cos(x)}; };
constexpr auto logBaseTwo = [](Lanes x) { return logarithm(x) * std::numbers::log2e; };
constexpr auto logBaseTen = [](Lanes x) { return logarithm(x) * std::numbers::log10e; };

llvm::Value *powerOfTwo(VectorCode &code, Operands in) {
    return code.power(code.number(2), in[0]);
}

constexpr auto arcTangent = [](Lanes x) { return Lanes{x.code, x.code.angle(x.number(1), x)}; };
constexpr auto arcSine = [](Lanes x) {
    return Lanes{x.code, x.code.angle(squareRoot((x.number(1) - x) * (x.number(1) + x)), x)};
};
constexpr auto arcCosine = [](Lanes x) {
    return Lanes{x.code, x.code.angle(x, squareRoot((x.number(1) - x) * (x.number(1) + x)))};
};

llvm::Value *angleOf(VectorCode &code, Operands in) {
    return code.angle(in[1], in[0]);
}

/** By the half angle beyond 1, where e^x could be infinite though the result is not. */
constexpr auto hyperbolicSine = [](Lanes x) {
    const Lanes a = magnitude(x), e = expMinusOne(choose(a < 1, a, a.number(1))), h = exponential(a * 0.5);
    const Lanes near = (e + e / (e + 1)) * 0.5, far = h * (h * 0.5) - x.number(0.5) / (h * h);
    return withSign(choose(a < 1, near, far), x);
};
constexpr auto hyperbolicCosine = [](Lanes x) {
    const Lanes h = exponential(magnitude(x) * 0.5);
    return h * (h * 0.5) + x.number(0.5) / (h * h);
};

constexpr double farNumber = 1e9; // beyond, the root of x^2 + 1 is x
constexpr auto areaSine = [](Lanes x) {
    const Lanes a = magnitude(x), square = a * a;
    const Lanes near = logOnePlus(a + square / (squareRoot(square + 1) + 1));
    const Lanes far = logarithm(a) + std::numbers::ln2;
    return withSign(choose(a > farNumber, far, near), x);
};
constexpr auto areaCosine = [](Lanes x) {
    const Lanes t = x - 1, near = logOnePlus(t + squareRoot(t * 2 + t * t));
    const Lanes none = x.number(std::numeric_limits<double>::quiet_NaN());
    return choose(x > farNumber, logarithm(x) + std::numbers::ln2, choose(x < 1, none, near));
};
constexpr auto areaTangent = [](Lanes x) {
    const Lanes a = magnitude(x);
    return withSign(logOnePlus(a * 2 / (a.number(1) - a)) * 0.5, x);
};

constexpr auto timesLog = [](Lanes x, Lanes y) {
    llvm::Value *isZero = x.code.b.CreateAnd(x == 0, x.code.b.CreateNot(isNan(y)));
    return choose(isZero, x.number(0), x * logarithm(y));
};

/** Equal infinities have no difference. */
constexpr auto logAddExp = [](Lanes x, Lanes y) {
    const Lanes larger = choose(x > y, x, y), soft = larger + logOnePlus(exponential(-magnitude(x - y)));
    const Lanes sum = x + y; // NaN where either is
    llvm::Value *isInfinite = magnitude(larger) == std::numeric_limits<double>::infinity();
    llvm::Value *areEqual = x.code.b.CreateFCmpOEQ(x, y);
    const Lanes special = choose(areEqual, x, choose(isNan(sum), sum, larger));
    return choose(x.code.b.CreateOr(isInfinite, isNan(sum)), special, soft);
};

} // namespace

std::vector<Emitter> functionEmitters() {
    using V = VectorCode;
    return {
        {"Exp", {N}, N, lanewise<exponentialOf>, "", functionWork},
        {"Log", {N}, N, lanewise<logarithmOf>, "", functionWork},
        {"Tanh", {N}, N, lanewise<tanhOf>, "", functionWork},
        {"Sigmoid", {N}, N, lanewise<sigmoidOf>, "", functionWork},
        {"Sin", {N}, N, unary<&V::sin>, "", longWork},
        {"Cos", {N}, N, unary<&V::cos>, "", longWork},
        {"Tan", {N}, N, lanewise<tangent>, "", 2 * longWork},
        {"Erf", {N}, N, lanewise<erfOf>, "", functionWork},
        {"Expm1", {N}, N, lanewise<formulas::Expm1{}>, "", longWork},
        {"Log1p", {N}, N, lanewise<formulas::Log1p{}>, "", longWork},
        {"Log2", {N}, N, lanewise<logBaseTwo>, "", functionWork},
        {"Log10", {N}, N, lanewise<logBaseTen>, "", functionWork},
        {"Exp2", {N}, N, powerOfTwo, "", longWork},
        {"Asin", {N}, N, lanewise<arcSine>, "", longWork},
        {"ACos", {N}, N, lanewise<arcCosine>, "", longWork},
        {"Atan", {N}, N, lanewise<arcTangent>, "", longWork},
        {"Atan2", {N, N}, N, angleOf, "", longWork},
        {"Sinh", {N}, N, lanewise<hyperbolicSine>, "", 2 * longWork},
        {"Cosh", {N}, N, lanewise<hyperbolicCosine>, "", longWork},
        {"Asinh", {N}, N, lanewise<areaSine>, "", 2 * longWork},
        {"Acosh", {N}, N, lanewise<areaCosine>, "", 2 * longWork},
        {"Atanh", {N}, N, lanewise<areaTangent>, "", longWork},
        {"Xlogy", {N, N}, N, lanewise<timesLog>, "", longWork},
        {"LogAddExp", {N, N}, N, lanewise<logAddExp>, "", longWork},
    };
}

} // namespace jitscope::inline codegen

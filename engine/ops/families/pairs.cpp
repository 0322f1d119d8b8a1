// SPDX-License-Identifier: Apache-2.0
// Further functions of two operands: remainders, safe quotients, angles, sums of logarithms.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace jitscope::inline ops {

namespace {

// --- of floating numbers ---------------------------------------------------------------------------------------------

constexpr auto angleOf = [](auto y, auto x) { return std::atan2(y, x); };
constexpr auto hypotenuse = [](auto x, auto y) { return std::hypot(x, y); };
constexpr auto logAddExp = [](auto a, auto b) {
    const auto larger = a > b ? a : b;
    return std::isinf(larger) || a != a || b != b ? a == b           ? a
                                                    : a + b == a + b ? larger
                                                                     : a + b
                                                  : larger + std::log1p(std::exp(-std::abs(a - b)));
};
constexpr auto logAddExp2 = [](auto a, auto b) {
    using T = decltype(a);
    const T larger = a > b ? a : b;
    if (std::isinf(larger) || a != a || b != b) return a == b ? a : a + b == a + b ? larger : a + b;
    return larger + std::log1p(std::exp2(-std::abs(a - b))) * T(std::numbers::log2e);
};
constexpr auto timesLog = [](auto x, auto y) { return x == 0 && y == y ? decltype(x)(0) : x * std::log(y); };
constexpr auto zeroOrQuotient = [](auto x, auto y) { return x == 0 && y == y ? decltype(x)(0) : x / y; };
constexpr auto quotientOrZero = [](auto x, auto y) { return y == 0 ? decltype(x)(0) : x / y; };
constexpr auto withSign = [](auto x, auto sign) { return std::copysign(x, sign); };
constexpr auto nextTowards = [](auto x, auto y) { return std::nextafter(x, y); };

Terms atan2Gradient(Gradient &g) {
    const Term y = g.in(0), x = g.in(1);
    const Term scale = g.dout() / (g.call("Mul", {x, x}) + g.call("Mul", {y, y}));
    return {scale * x, g.wants(1) ? -(scale * y) : Term()};
}

Terms hypotGradient(Gradient &g) {
    const Term scale = g.dout() / g.out();
    return {scale * g.in(0), scale * g.in(1)};
}

/** The first operand's share is sigmoid(a - b), in base e or, with `scale` log(2), in base 2. */
Terms shares(Gradient &g, double scale) {
    const Term share = g.call("Sigmoid", {g.call("Sub", {g.in(0), g.in(1)}) * scale});
    return {g.dout() * share, g.wants(1) ? g.dout() * (-share + 1.0) : Term()};
}

Terms logAddExpGradient(Gradient &g) {
    return shares(g, 1);
}

Terms logAddExp2Gradient(Gradient &g) {
    return shares(g, std::numbers::ln2);
}

/** 1 where the first operand is not 0. */
Term isNotZero(Gradient &g) {
    return g.cast(g.call("NotEqual", {g.in(0), 0.0}), g.dout().dtype());
}

/** log(other) also where input is 0, as in MindSpore; other may be a number. */
Terms xlogyGradient(Gradient &g) {
    return {g.wants(0) ? g.dout() * g.call("Xlogy", {g.call("OnesLike", {g.dout()}), g.in(1)}) : Term(),
            g.wants(1) ? g.dout() * g.call("Xdivy", {g.in(0), g.in(1)}) : Term()};
}

Terms xdivyGradient(Gradient &g) {
    return {g.wants(0) ? g.dout() * g.call("Xdivy", {isNotZero(g), g.in(1)}) : Term(),
            g.wants(1) ? -(g.dout() * g.call("Xdivy", {g.out(), g.in(1)})) : Term()};
}

Terms divNoNanGradient(Gradient &g) {
    return {g.call("DivNoNan", {g.dout(), g.in(1)}),
            g.wants(1) ? -g.call("DivNoNan", {g.dout() * g.out(), g.in(1)}) : Term()};
}

Terms copySignGradient(Gradient &g) {
    if (!g.wants(0)) return {};
    const Term x = g.in(0);
    return {g.select(g.call("Equal", {x, 0.0}), 0.0, g.dout() * g.out() / x)};
}

/** Next to x lies nothing but x moved by a constant. */
Terms nextAfterGradient(Gradient &g) {
    return {g.dout()};
}

// --- of all numbers --------------------------------------------------------------------------------------------------

/** Integers of C++ divide towards zero; by zero, the remainder is 0 and the quotient the largest number, as FloorDiv.
 */
template<class T> constexpr bool isExactInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;

constexpr auto truncatedQuotient = []<class T>(T a, T b) -> T requires(!std::is_same_v<T, bool>) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::trunc(a / b);
    } else {
        if (b == 0) return std::numeric_limits<T>::max();
        if (std::is_signed_v<T> && b == T(-1)) return T(0 - uint64_t(a)); // the smallest number has no negative
        return T(a / b);
    }
};

constexpr auto truncatedRemainder = []<class T>(T a, T b) -> T requires(!std::is_same_v<T, bool>) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::fmod(a, b);
    } else {
        const bool isZero = b == 0 || (std::is_signed_v<T> && b == T(-1));
        return isZero ? T(0) : T(a % b);
    }
};

constexpr auto squaredDifference = []<class T>(T a, T b) -> T requires(!std::is_same_v<T, bool>) {
    if constexpr (std::is_floating_point_v<T>) {
        return (a - b) * (a - b);
    } else {
        const uint64_t apart = uint64_t(a) - uint64_t(b); // wraps around as all integer arithmetic
        return T(apart * apart);
    }
};

constexpr auto step = []<class T>(T x, T atZero) -> T requires(!std::is_same_v<T, bool>) {
    return x < T(0) ? T(0) : x > T(0) ? T(1) : x == x ? atZero : x;
};

constexpr auto greatestDivisor = []<class T>(T a, T b) -> T requires(isExactInteger<T>) {
    using U = std::make_unsigned_t<T>;
    const auto size = [](T x) { return x < T(0) ? U(U(0) - U(x)) : U(x); };
    return T(std::gcd(size(a), size(b)));
};

constexpr auto leastMultiple = []<class T>(T a, T b) -> T requires(isExactInteger<T>) {
    using U = std::make_unsigned_t<T>;
    const auto size = [](T x) { return x < T(0) ? U(U(0) - U(x)) : U(x); };
    const U x = size(a), y = size(b);
    if (x == 0 || y == 0) return T(0);
    return T(uint64_t(x / std::gcd(x, y)) * uint64_t(y));
};

/** Numbers only: bools are refused. */
template<NameLiteral name> Abstract numberRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose("For '" + std::string(name.text) + "', two operands are needed.");
    const Matched result = matched(name.text, arguments[0], arguments[1]);
    if (result.dtype == DType::Bool)
        diagnoseType("For primitive[" + std::string(name.text) +
                     "], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
    return Abstract::tensor(result.dtype, result.shape);
}

template<NameLiteral name, auto function> Value numberEval(ValueSpan arguments) {
    const Abstract result = inferred(numberRule<name>, arguments);
    const Tensor a = operand(arguments[0], result.dtype), b = operand(arguments[1], result.dtype);
    if (info(result.dtype).floating) return mapFloats(a, b, result.shape, heavyGrain, function);
    return mapIntegers(a, b, result.shape, heavyGrain, function);
}

Samples numberSamples() {
    const Tensor a = sampleValues({2, 3}, -7, 7.4);
    return {{a, sampleValues({2, 3}, 0.6, 2.6)},
            {a, sampleValues({3}, -2.7, -1.2)},
            {sampleValues({4, 1, 3}, -7, 7.37), sampleValues({1, 5, 1}, 0.6, 2.63)},
            {a, 2.3},
            {7.5, sampleValues({2, 2}, 0.6, 2.6)},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2)},
            {sampleValues({5}, -9, 9, DType::Int32), sampleValues({5}, 1, 4, DType::Int32)},
            {sampleValues({4}, -9, 9, DType::Int64), 3}};
}

template<NameLiteral name, auto function>
OpDef numberPair(std::vector<std::string> functions, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.params = {operandParam("input", {"x"}), operandParam("other", {"y", "values"})};
    def.infer = inferBy<numberRule<name>>;
    def.eval = numberEval<name, function>;
    def.samples = numberSamples;
    return def;
}

Terms truncatedRemainderGradient(Gradient &g) {
    return {g.dout(), g.wants(1) ? -(g.dout() * g.call("TruncateDiv", {g.in(0), g.in(1)})) : Term()};
}

Terms squaredDifferenceGradient(Gradient &g) {
    const Term slope = g.dout() * g.call("Sub", {g.in(0), g.in(1)}) * 2.0;
    return {slope, g.wants(1) ? -slope : Term()};
}

// --- of whole numbers ------------------------------------------------------------------------------------------------

template<NameLiteral name> Abstract wholeRule(TypeSpan arguments) {
    const Abstract result = numberRule<name>(arguments);
    if (info(result.dtype).floating)
        diagnoseType("For primitive[" + std::string(name.text) +
                     "], the input arguments must be Tensors of integers, but got Tensor[" +
                     std::string(info(result.dtype).name) + "].");
    return result;
}

template<NameLiteral name, auto function> Value wholeEval(ValueSpan arguments) {
    const Abstract result = inferred(wholeRule<name>, arguments);
    return mapIntegers(operand(arguments[0], result.dtype), operand(arguments[1], result.dtype), result.shape,
                       heavyGrain, function);
}

Samples wholeSamples() {
    return {{sampleValues({2, 6}, -60, 60, DType::Int32), sampleValues({6}, -24, 36, DType::Int32)},
            {sampleValues({5}, 0, 60, DType::Int64), 12},
            {Tensor::zeros({0}, DType::Int32), 3}};
}

template<NameLiteral name, auto function> OpDef wholePair(std::string function_, std::string doc, std::string numpy) {
    OpDef def = elementWiseRecord(name.text, {std::move(function_)}, std::move(doc), std::move(numpy), nullptr);
    def.params = {operandParam("input", {"x1"}), operandParam("other", {"x2"})};
    def.infer = inferBy<wholeRule<name>>;
    def.eval = wholeEval<name, function>;
    def.samples = wholeSamples;
    return def;
}

} // namespace

std::vector<OpDef> pairOps() {
    constexpr OperationCount ofADivision{OperationCount::Rule::NotByShapes, 4};
    constexpr OperationCount ofTwoFunctions{OperationCount::Rule::NotByShapes, 25};
    const std::vector<OpUseRow> uses = {
        {{"Atan2"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Trigonometric,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
        {{"Xlogy"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
        {{"LogAddExp"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = ofTwoFunctions,
          .kernel = expensiveInKernels}},
        {{"Hypot", "Xdivy", "DivNoNan", "TruncateDiv", "TruncateMod"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = ofADivision,
          .kernel = expensiveInKernels}},
        {{"LogAddExp2"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = ofTwoFunctions,
          .kernel = inNoKernel}},
        {{"NextAfter", "Gcd", "Lcm"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = inNoKernel}},
        {{"CopySign", "SquaredDifference", "Heaviside"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = cheapInKernels}},
    };
    return withUses(
        {
            floatPair<"Atan2", angleOf, SampleInterval{-3, 3}, SampleInterval{-2, 2.2}>(
                {"atan2", "arctan2"}, "The angle in radians of the point (other, input); shapes broadcast.",
                "np.arctan2(a[0], a[1])", atan2Gradient),
            floatPair<"Hypot", hypotenuse, SampleInterval{-3, 3}, SampleInterval{0.5, 2}>(
                {"hypot"}, "sqrt(input^2 + other^2) without overflow; shapes broadcast.", "np.hypot(a[0], a[1])",
                hypotGradient),
            floatPair<"LogAddExp", logAddExp, SampleInterval{-3, 3}, SampleInterval{-2, 2}>(
                {"logaddexp"}, "log(exp(input) + exp(other)) without overflow; shapes broadcast.",
                "np.logaddexp(a[0], a[1])", logAddExpGradient),
            floatPair<"LogAddExp2", logAddExp2, SampleInterval{-3, 3}, SampleInterval{-2, 2}>(
                {"logaddexp2"}, "log2(2^input + 2^other) without overflow; shapes broadcast.",
                "np.logaddexp2(a[0], a[1])", logAddExp2Gradient),
            floatPair<"Xlogy", timesLog, SampleInterval{-3, 3.4}, SampleInterval{0.5, 3}>(
                {"xlogy"}, "input * log(other), and 0 where input is 0; shapes broadcast.", "a[0] * np.log(a[1])",
                xlogyGradient),
            floatPair<"Xdivy", zeroOrQuotient, SampleInterval{-3, 3.4}, SampleInterval{0.5, 3}>(
                {"xdivy"}, "input / other, and 0 where input is 0; shapes broadcast.", "a[0] / a[1]", xdivyGradient),
            floatPair<"DivNoNan", quotientOrZero, SampleInterval{-3, 3.4}, SampleInterval{0.5, 3}>(
                {}, "input / other, and 0 where other is 0; shapes broadcast.", "a[0] / a[1]", divNoNanGradient),
            floatPair<"CopySign", withSign, SampleInterval{0.4, 3}, SampleInterval{-2, 2.2}>(
                {"copysign"}, "The magnitude of input with the sign of other; shapes broadcast.",
                "np.copysign(a[0], a[1])", copySignGradient),
            floatPair<"NextAfter", nextTowards, SampleInterval{0.4, 3}, SampleInterval{-2, 2.2}>(
                {"nextafter"}, "The next number after input in the direction of other; shapes broadcast.",
                "np.nextafter(a[0], a[1])", nextAfterGradient),
            withMethods(numberPair<"TruncateDiv", truncatedQuotient>(
                            {"truncate_div"}, "The quotient input / other rounded towards zero; shapes broadcast.",
                            "np.trunc(a[0] / a[1])", noGradient),
                        {}),
            withMethods(numberPair<"TruncateMod", truncatedRemainder>(
                            {"truncate_mod", "fmod"},
                            "The remainder of input / other with the sign of input; shapes "
                            "broadcast, dtypes are promoted.",
                            "np.fmod(a[0], a[1])", truncatedRemainderGradient),
                        {"fmod"}),
            numberPair<"SquaredDifference", squaredDifference>(
                {}, "(input - other)^2 element by element; shapes broadcast, dtypes are promoted.",
                "(a[0] - a[1]) ** 2", squaredDifferenceGradient),
            numberPair<"Heaviside", step>({"heaviside"}, "0 where input is negative, 1 where positive, and other at 0.",
                                          "np.heaviside(a[0], a[1])", noGradient),
            wholePair<"Gcd", greatestDivisor>(
                "gcd", "The greatest common divisor, not negative; integers that broadcast.", "np.gcd(a[0], a[1])"),
            wholePair<"Lcm", leastMultiple>("lcm", "The least common multiple, not negative; integers that broadcast.",
                                            "np.lcm(a[0], a[1])"),
        },
        uses);
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Arithmetic of one and two operands, with MindSpore's implicit promotion and NumPy's broadcasting.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"
#include "engine/ops/rules/rules.h"
#include "engine/ops/rules/unaryrecord.h"

#include <cmath>

namespace jitscope::inline ops {

namespace {

constexpr const char *nameOf(BinaryOp op) {
    constexpr const char *names[] = {"Add", "Sub", "Mul", "Div", "FloorDiv", "FloorMod", "Maximum", "Minimum", "Pow"};
    return names[size_t(op)];
}

/** Sums and products of bools are bools, as in MindSpore; they have no whole quotients and no powers. */
bool acceptsBools(BinaryOp op) {
    return op != BinaryOp::FloorDiv && op != BinaryOp::FloorMod && op != BinaryOp::Pow;
}

template<BinaryOp op> Abstract binaryRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose(std::string("For '") + nameOf(op) + "', two operands are needed.");
    Matched result = matched(nameOf(op), arguments[0], arguments[1]);
    if (result.dtype == DType::Bool && !acceptsBools(op))
        diagnoseType(std::string("For primitive[") + nameOf(op) +
                     "], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
    if (op == BinaryOp::Div) result.dtype = floatingOf(result.dtype);
    return Abstract::tensor(result.dtype, result.shape);
}

/** What one thread computes at once, without the detour over rules and rows: small packed float32 tensors. */
constexpr int64_t smallCount = 8192;
bool isPlain(const Tensor *x) {
    return x && x->dtype() == DType::Float32 && x->isContiguous() && x->count() <= smallCount;
}

template<BinaryOp op> Value plainRow(const Tensor &shape, RowKind kind, const float *a, const float *b) {
    Tensor out(shape.shape(), DType::Float32);
    float32Kernels().binary[size_t(op)][size_t(kind)](a, b, out.mutableData<float>(), out.count());
    return out;
}

template<BinaryOp op> Value binaryOf(const Value &first, const Value &second) {
    const Tensor *a = first.asTensor(), *b = second.asTensor();
    if (isPlain(a) && isPlain(b) && a->shape() == b->shape())
        return plainRow<op>(*a, RowKind::VectorVector, a->data<float>(), b->data<float>());
    if (isPlain(a) && !b) { // a number takes the dtype of the tensor
        const float number = float(second.number().value());
        return plainRow<op>(*a, RowKind::VectorScalar, a->data<float>(), &number);
    }
    const Abstract types[] = {Abstract::of(first), Abstract::of(second)};
    const Abstract result = binaryRule<op>(types);
    return computeBinary(op, operand(first, result.dtype), operand(second, result.dtype), result.shape);
}

template<BinaryOp op> Value binaryEval(ValueSpan arguments) {
    return binaryOf<op>(arguments[0], arguments[1]);
}

// --- gradients -------------------------------------------------------------------------------------------------------

Terms addGradient(Gradient &g) {
    return {g.dout(), g.dout()};
}

Terms subGradient(Gradient &g) {
    return {g.dout(), g.wants(1) ? -g.dout() : Term()};
}

Terms mulGradient(Gradient &g) {
    return {g.wants(0) ? g.dout() * g.conjugate(g.in(1)) : Term(),
            g.wants(1) ? g.dout() * g.conjugate(g.in(0)) : Term()};
}

Terms divGradient(Gradient &g) {
    const Term first = g.dout() / g.conjugate(g.in(1));
    return {first, g.wants(1) ? -(first * g.conjugate(g.out())) : Term()};
}

Terms floorModGradient(Gradient &g) {
    return {g.dout(), g.wants(1) ? -(g.dout() * g.call("FloorDiv", {g.in(0), g.in(1)})) : Term()};
}

/** Each operand where the other one was not chosen; both get one half where they are equal, and the whole where one is
   NaN, which is neither. Integers stay integers, whose halves are cut. */
Terms chosenGradient(Gradient &g, const char *loses) {
    const Term x = g.in(0), y = g.in(1), dout = g.dout();
    const bool isWhole = !info(dout.dtype()).floating && dout.dtype() != DType::Bool;
    const Term half = isWhole ? g.call("TruncateDiv", {dout, 2}) : dout * 0.5;
    const Term share = g.select(g.call("Equal", {x, y}), half, dout);
    const auto part = [&](Term one, Term other) {
        const Term hasLost = g.call(loses, {one, other});
        return isWhole ? g.select(hasLost, 0, share) : g.select(hasLost, 0.0, share);
    };
    return {g.wants(0) ? part(x, y) : Term(), g.wants(1) ? part(y, x) : Term()};
}

Terms maximumGradient(Gradient &g) {
    return chosenGradient(g, "Less");
}

Terms minimumGradient(Gradient &g) {
    return chosenGradient(g, "Greater");
}

/** exponent * base^(exponent - 1); the constant function base^0 has none, even where base is 0. */
Term powerByBase(Gradient &g) {
    const Term base = g.in(0), exponent = g.in(1);
    if (g.type(1).isTensor()) {
        const Term slope = exponent * g.call("Pow", {base, exponent - 1.0});
        return g.select(g.call("Equal", {exponent, 0.0}), 0.0, g.dout() * g.conjugate(slope));
    }
    const double power = g.numberOf(1);
    if (power == 0) return g.zerosLike(g.dout());
    if (power == 1) return g.dout();
    return g.dout() * g.conjugate(power == 2 ? base * 2.0 : g.call("Pow", {base, power - 1}) * power);
}

/** base^exponent * log(base), and 0 where base is 0. */
Term powerByExponent(Gradient &g) {
    const Term slope = g.dout() * g.conjugate(g.out());
    if (!g.type(0).isTensor()) return slope * (g.numberOf(0) == 0 ? 0.0 : std::log(g.numberOf(0)));
    const Term base = g.in(0);
    return g.select(g.call("Equal", {base, 0.0}), 0.0, slope * g.conjugate(g.call("Log", {base})));
}

Terms powGradient(Gradient &g) {
    return {g.wants(0) ? powerByBase(g) : Term(), g.wants(1) ? powerByExponent(g) : Term()};
}

Terms negGradient(Gradient &g) {
    return {-g.dout()};
}

Terms absGradient(Gradient &g) {
    return {g.dout() * g.call("Sign", {g.in(0)})};
}

Terms squareGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.in(0) * 2.0)};
}

Terms reciprocalGradient(Gradient &g) {
    return {-(g.dout() * g.conjugate(g.call("Square", {g.out()})))};
}

// --- records ---------------------------------------------------------------------------------------------------------

template<BinaryOp op> Samples pairSamples() {
    const double low = op == BinaryOp::Pow ? 0.5 : -3;
    const Tensor a = sampleValues({2, 3}, low, 3), b = sampleValues({2, 3}, 0.5, 2.5);
    return {{a, b},
            {a, sampleValues({3}, 0.5, 2.5)},
            {sampleValues({4, 1, 3}, low, 3), sampleValues({1, 5, 1}, 0.5, 2.5)},
            {a, 2.5},
            {a, 2},
            {3, b},
            {sampleValues({}, 1, 2), sampleValues({2, 2}, 1, 2)},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2)},
            {sampleValues({5}, 1, 9, DType::Int32), sampleValues({5}, 1, 4, DType::Int32)},
            {sampleValues({4}, 1, 9, DType::Int64), 2},
            {sampleValues({4}, 1, 9, DType::Int32), 0.5}};
}

template<BinaryOp op>
OpDef binary(std::string function, std::vector<std::string> aliases, std::string doc, std::string numpy,
             GradientRule gradient, std::string secondName = "other") {
    OpDef def;
    def.name = nameOf(op);
    def.function = function;
    def.aliases = aliases;
    def.methods = aliases;
    def.methods.insert(def.methods.begin(), function);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.params = {operandParam("input", {"x"}), operandParam(std::move(secondName), {"y"})};
    def.infer = inferBy<binaryRule<op>>;
    def.eval = binaryEval<op>;
    def.evalApart = binaryOf<op>;
    def.samples = pairSamples<op>;
    def.numpy = std::move(numpy);
    def.gradient = gradient;
    return def;
}

// --- rounding towards zero -------------------------------------------------------------------------------------------

Abstract truncRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Trunc", arguments, 0);
    return Abstract::tensor(x.dtype, x.shape);
}

Value truncEval(ValueSpan arguments) {
    const DType dtype = inferred(truncRule, arguments).dtype;
    const Tensor &x = *arguments[0].asTensor();
    return info(dtype).floating ? mapFloats(x, lightGrain, [](auto v) { return std::trunc(v); }) : x.clone();
}

OpDef trunc() {
    OpDef def = elementWiseRecord("Trunc", {"trunc"},
                                  "Each element rounded towards zero to a whole number; same shape and dtype.",
                                  "np.trunc(a[0])", noGradient);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<truncRule>;
    def.eval = truncEval;
    def.samples = unarySamples<-5, 5>;
    return def;
}

} // namespace

std::vector<OpDef> arithmeticOps() {
    const std::vector<OpUseRow> uses = {
        {{"Add", "Sub", "Mul", "Maximum", "Minimum", "Neg", "Abs", "Sign", "Square", "Floor", "Ceil", "Round", "Trunc"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(1),
          .kernel = cheapInKernels}},
        {{"Div", "Reciprocal"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(1),
          .kernel = expensiveInKernels}},
        {{"FloorDiv", "FloorMod"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = {OperationCount::Rule::NotByShapes, 4},
          .kernel = expensiveInKernels}},
        {{"Pow"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Transcendental,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
    };
    using B = BinaryOp;
    using U = UnaryOp;
    return withUses(
        {
            binary<B::Add>("add", {}, "input + other element by element; shapes broadcast, dtypes are promoted.",
                           "a[0] + a[1]", addGradient),
            binary<B::Sub>("sub", {"subtract"},
                           "input - other element by element; shapes broadcast, dtypes are promoted.", "a[0] - a[1]",
                           subGradient),
            binary<B::Mul>("mul", {"multiply"},
                           "input * other element by element; shapes broadcast, dtypes are promoted.", "a[0] * a[1]",
                           mulGradient),
            binary<B::Div>("div", {"divide", "true_divide"},
                           "input / other element by element; integers give Float32; shapes broadcast.", "a[0] / a[1]",
                           divGradient),
            binary<B::FloorDiv>("floor_div", {"floor_divide"},
                                "The quotient input / other rounded down; shapes broadcast, dtypes are promoted.",
                                "a[0] // a[1]", noGradient),
            binary<B::FloorMod>("floor_mod", {"remainder"},
                                "The remainder of input / other with the sign of other; shapes broadcast.",
                                "a[0] % a[1]", floorModGradient),
            binary<B::Maximum>("maximum", {}, "The larger of input and other element by element; NaN wins.",
                               "np.maximum(a[0], a[1])", maximumGradient),
            binary<B::Minimum>("minimum", {}, "The smaller of input and other element by element; NaN wins.",
                               "np.minimum(a[0], a[1])", minimumGradient),
            binary<B::Pow>("pow", {}, "input raised to the power exponent element by element; shapes broadcast.",
                           "np.power(a[0], a[1])", powGradient, "exponent"),
            unary<U::Neg, -3, 3>("neg", {"negative"}, "-input element by element; same shape and dtype.", "-a[0]",
                                 negGradient),
            unary<U::Abs, -3, 3>("abs", {"absolute"}, "The absolute value of each element; same shape and dtype.",
                                 "np.abs(a[0])", absGradient),
            unary<U::Sign, -3, 3>("sign", {}, "-1, 0 or 1 by the sign of each element; same shape and dtype.",
                                  "np.sign(a[0])", noGradient),
            unary<U::Square, -3, 3>("square", {}, "input * input element by element; same shape and dtype.",
                                    "np.square(a[0])", squareGradient),
            unary<U::Reciprocal, 1, 4>("reciprocal", {}, "1 / input element by element; integers give Float32.",
                                       "1 / a[0]", reciprocalGradient),
            unary<U::Floor, -5, 5>("floor", {}, "Each element rounded down to a whole number; same shape and dtype.",
                                   "np.floor(a[0])", noGradient),
            unary<U::Ceil, -5, 5>("ceil", {}, "Each element rounded up to a whole number; same shape and dtype.",
                                  "np.ceil(a[0])", noGradient),
            unary<U::Round, -5, 5>("round", {},
                                   "Each element rounded to the nearest whole number, halves to even; same dtype.",
                                   "np.round(a[0])", noGradient),
            trunc(),
        },
        uses, {"Add", "Sub", "Mul", "Div", "Pow"});
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Numbers kept within bounds, replaced where they are not finite, mixed of three tensors; and the questions about them.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>
#include <limits>

namespace jitscope::inline ops {

namespace {

// --- bounds ----------------------------------------------------------------------------------------------------------

enum class Bound { Number, Tensor };

template<Bound bound> constexpr const char *clampName() {
    return bound == Bound::Number ? "ClampScalar" : "ClampTensor";
}

template<Bound bound> void checkBound(const Abstract &given) {
    const bool fits = isNone(given) || (bound == Bound::Number && given.kind == Abstract::Kind::Scalar) ||
                      (bound == Bound::Tensor && given.isTensor());
    if (!fits)
        diagnose(std::string("For '") + clampName<bound>() + "', 'min' and 'max' must be " +
                 (bound == Bound::Number ? "numbers" : "Tensors") + " or None, but got " + brief(given) + ".");
}

template<Bound bound> Abstract clampRule(TypeSpan arguments) {
    const char *op = clampName<bound>();
    Abstract result = tensorType(op, arguments, 0);
    result.isConstant = false;
    if (arguments.size() < 3 || (isNone(arguments[1]) && isNone(arguments[2])))
        diagnose("For Clamp, at least one of 'min' or 'max' must not be None.");
    for (const Abstract &given : arguments.first(3))
        if (!isNone(given) && given.dtype == DType::Bool)
            diagnose("For Clamp, the dtype of 'input', 'min' and 'max' must not be bool.");
    for (const Abstract &given : arguments.subspan(1, 2)) {
        checkBound<bound>(given);
        if (isNone(given)) continue;
        const Matched both = matched(op, result, given);
        result = Abstract::tensor(both.dtype, both.shape);
    }
    return result;
}

template<Bound bound> Value clampEval(ValueSpan arguments) {
    const Abstract result = inferred(clampRule<bound>, arguments);
    Tensor x = operand(arguments[0], result.dtype);
    const auto applied = [&](BinaryOp op, const Value &limit) {
        return limit.isNone() ? x : computeBinary(op, x, operand(limit, result.dtype), result.shape);
    };
    x = applied(BinaryOp::Maximum, arguments[1]);
    x = applied(BinaryOp::Minimum, arguments[2]);
    return x;
}

/** The input's gradient passes where it is within the bounds or on them; tensors that bound get theirs beyond. */
Terms clampGradient(Gradient &g) {
    Term x = g.dout(), lower, upper;
    if (!g.isNone(1)) {
        x = g.select(g.call("GreaterEqual", {g.in(0), g.in(1)}), x, 0.0);
        lower = g.select(g.call("Less", {g.in(0), g.in(1)}), g.dout(), 0.0);
    }
    if (!g.isNone(2)) {
        x = g.select(g.call("LessEqual", {g.in(0), g.in(2)}), x, 0.0);
        if (lower) lower = g.select(g.call("LessEqual", {g.in(1), g.in(2)}), lower, 0.0);
        const Term reached = g.isNone(1) ? g.in(0) : g.call("Maximum", {g.in(0), g.in(1)});
        upper = g.select(g.call("Greater", {reached, g.in(2)}), g.dout(), 0.0);
    }
    return {x, g.wants(1) ? lower : Term(), g.wants(2) ? upper : Term()};
}

Samples clampNumberSamples() {
    const Tensor x = sampleValues({2, 7}, -3, 3);
    return {{x, -1.05, 1.1},
            {x, -1, Value()},
            {x, Value(), 0.45},
            {sampleValues({4}, -9, 9, DType::Int32), -2, 3},
            {Tensor::zeros({0}, DType::Float32), 0.0, 1.0}};
}

Samples clampTensorSamples() {
    const Tensor x = sampleValues({2, 6}, -3, 3);
    return {{x, sampleValues({6}, -2, -0.3), sampleValues({2, 1}, 0.4, 2)},
            {x, sampleValues({2, 6}, -1.2, 0.3), Value()},
            {x, Value(), sampleValues({}, 0.9, 1.4)}};
}

template<Bound bound> OpDef clamp(std::string doc) {
    OpDef def = elementWiseRecord(clampName<bound>(), {}, std::move(doc), "np.clip(a[0], a[1], a[2])", clampGradient);
    def.params = {tensorParam("input"), optionalParam("min", ParamKind::Any, Value()),
                  optionalParam("max", ParamKind::Any, Value())};
    def.infer = inferBy<clampRule<bound>>;
    def.eval = clampEval<bound>;
    def.samples = bound == Bound::Number ? clampNumberSamples : clampTensorSamples;
    return def;
}

// --- what is not finite ----------------------------------------------------------------------------------------------

constexpr auto isNanElement = [](auto x) { return x != x; };
constexpr auto isInfElement = [](auto x) { return std::isinf(x); };
constexpr auto isFiniteElement = [](auto x) { return std::isfinite(x); };

template<NameLiteral name> Abstract questionRule(TypeSpan arguments) {
    return Abstract::tensor(DType::Bool, tensorType(name.text, arguments, 0).shape);
}

/** Integers and bools are always finite. */
template<NameLiteral name, auto function> Value questionEval(ValueSpan arguments) {
    inferred(questionRule<name>, arguments);
    const Tensor &x = *arguments[0].asTensor();
    if (!info(x.dtype()).floating) return Tensor::full(x.shape(), function(0.0), DType::Bool);
    return mapFloatsToBools(x, function);
}

Tensor withSpecials() {
    const float infinity = std::numeric_limits<float>::infinity();
    return Tensor::of({2, 3}, std::vector<float>{1, -infinity, 0, infinity, std::nanf(""), -2});
}

Samples questionSamples() {
    return {{withSpecials()}, {sampleValues({4}, -9, 9, DType::Int32)}, {Tensor::zeros({0}, DType::Float32)}};
}

template<NameLiteral name, auto function> OpDef question(std::string function_, const std::string &meaning) {
    OpDef def =
        elementWiseRecord(name.text, {function_}, "True where the element " + meaning + ", as Bool; same shape.",
                          "np." + function_ + "(a[0])", nullptr);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<questionRule<name>>;
    def.eval = questionEval<name, function>;
    def.samples = questionSamples;
    return def;
}

Abstract closeRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose("For 'IsClose', two operands are needed.");
    return Abstract::tensor(DType::Bool, matched("IsClose", arguments[0], arguments[1]).shape);
}

Value closeEval(ValueSpan arguments) {
    const Abstract result = inferred(closeRule, arguments);
    const double relative = arguments[2].number().value_or(1e-5), absolute = arguments[3].number().value_or(1e-8);
    const bool nanIsNan = *arguments[4].asBool();
    const auto isClose = [=](double a, double b) {
        if (a == b || (nanIsNan && a != a && b != b)) return 1.0;
        return std::isfinite(b) && std::abs(a - b) <= absolute + relative * std::abs(b) ? 1.0 : 0.0;
    };
    return mapFloats(operand(arguments[0], DType::Float64), operand(arguments[1], DType::Float64), result.shape,
                     heavyGrain, [isClose](auto a, auto b) -> decltype(a) { return decltype(a)(isClose(a, b)); })
        .cast(DType::Bool);
}

Samples closeSamples() {
    const Tensor x = Tensor::of({3}, std::vector<float>{1, 2, 0.5});
    return {{x, Tensor::of({3}, std::vector<float>{1.000001f, 2.1f, 0.5f}), 1e-5, 1e-8, false},
            {withSpecials(), withSpecials(), 1e-5, 1e-8, true},
            {withSpecials(), withSpecials(), 1e-5, 1e-8, false},
            {x, Tensor::of({1}, std::vector<float>{1.5f}), 0.0, 0.6, false}};
}

OpDef isClose() {
    OpDef def = elementWiseRecord(
        "IsClose", {"isclose"},
        "True where |input - other| <= atol + rtol * |other|, as Bool; equal infinities are close; shapes broadcast.",
        "np.isclose(a[0], a[1], rtol=a[2], atol=a[3], equal_nan=a[4])", nullptr);
    def.params = {tensorParam("input"), tensorParam("other", {"x2"}), optionalParam("rtol", ParamKind::Float, 1e-5),
                  optionalParam("atol", ParamKind::Float, 1e-8), optionalParam("equal_nan", ParamKind::Bool, false)};
    def.infer = inferBy<closeRule>;
    def.eval = closeEval;
    def.samples = closeSamples;
    return def;
}

Abstract nanToNumRule(TypeSpan arguments) {
    const Abstract &x = tensorType("NanToNum", arguments, 0);
    return Abstract::tensor(x.dtype, x.shape);
}

/** The largest number of a floating dtype. */
double largest(DType dtype) {
    switch (dtype) {
    case DType::Float16:
        return 65504;
    case DType::BFloat16:
        return 3.3895313892515355e38;
    case DType::Float64:
        return std::numeric_limits<double>::max();
    default:
        return std::numeric_limits<float>::max();
    }
}

Value nanToNumEval(ValueSpan arguments) {
    const DType dtype = inferred(nanToNumRule, arguments).dtype;
    const Tensor &x = *arguments[0].asTensor();
    if (!info(dtype).floating) return x.clone();
    const double nan = arguments[1].number().value_or(0), above = arguments[2].number().value_or(largest(dtype));
    const double below = arguments[3].number().value_or(-largest(dtype));
    return mapFloats(x, lightGrain, [=](auto value) {
        using T = decltype(value);
        if (value != value) return T(nan);
        return std::isinf(value) ? T(value > 0 ? above : below) : value;
    });
}

Terms nanToNumGradient(Gradient &g) {
    return {g.select(g.call("IsFinite", {g.in(0)}), g.dout(), 0.0)};
}

Samples nanToNumSamples() {
    return {{withSpecials(), 0.5, 9.0, -7.0}, {sampleValues({3}, -2, 2), 0.0, Value(), Value()}};
}

OpDef nanToNum() {
    OpDef def = elementWiseRecord(
        "NanToNum", {"nan_to_num"},
        "NaN, inf and -inf replaced by nan, posinf and neginf (the largest and smallest number for None); same dtype.",
        "np.nan_to_num(a[0], nan=a[1], posinf=a[2], neginf=a[3])", nanToNumGradient);
    def.params = {tensorParam("input", {"x"}), optionalParam("nan", ParamKind::Any, Value()),
                  optionalParam("posinf", ParamKind::Any, Value()), optionalParam("neginf", ParamKind::Any, Value())};
    def.infer = inferBy<nanToNumRule>;
    def.eval = nanToNumEval;
    def.samples = nanToNumSamples;
    return def;
}

// --- of three tensors ------------------------------------------------------------------------------------------------

/** The common dtype and shape of operands; integers stay where the function has whole results. */
Abstract mixedType(const char *op, TypeSpan operands) {
    Abstract result = operands[0];
    for (const Abstract &next : operands.subspan(1)) {
        const Matched both = matched(op, result, next);
        result = Abstract::tensor(both.dtype, both.shape);
    }
    if (result.dtype == DType::Bool)
        diagnoseType("For primitive[" + std::string(op) +
                     "], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
    return Abstract::tensor(result.dtype, result.shape);
}

template<NameLiteral name> Abstract addScaledRule(TypeSpan arguments) {
    for (size_t i = 0; i < 3; ++i)
        tensorType(name.text, arguments, i);
    Abstract result = mixedType(name.text, arguments.first(3));
    if (arguments.size() > 3) {
        const Matched both = matched(name.text, result, arguments[3]);
        result = Abstract::tensor(both.dtype, both.shape);
    }
    return result;
}

enum class Combined { Product, Quotient };

/** In one pass for floats with a number as value; by single operators else. */
template<NameLiteral name, Combined combined> Value addScaledEval(ValueSpan arguments) {
    const Abstract result = inferred(addScaledRule<name>, arguments);
    const auto at = [&](size_t i) { return operand(arguments[i], result.dtype); };
    const bool isNumber = arguments[3].asTensor() == nullptr;
    if (info(result.dtype).floating && isNumber) {
        const double value = arguments[3].number().value_or(1);
        return mapFloats(at(0), at(1), at(2), result.shape, lightGrain, [value](auto x, auto y, auto z) {
            using T = decltype(x);
            return T(x + T(value) * (combined == Combined::Product ? y * z : y / z));
        });
    }
    const BinaryOp op = combined == Combined::Product ? BinaryOp::Mul
                        : info(result.dtype).floating ? BinaryOp::Div
                                                      : BinaryOp::FloorDiv;
    const Tensor scaled = computeBinary(
        BinaryOp::Mul, computeBinary(op, at(1).broadcastTo(result.shape), at(2), result.shape), at(3), result.shape);
    return computeBinary(BinaryOp::Add, at(0), scaled, result.shape);
}

Terms addcmulGradient(Gradient &g) {
    const Term scaled = g.dout() * g.in(3);
    return {g.dout(), g.wants(1) ? scaled * g.in(2) : Term(), g.wants(2) ? scaled * g.in(1) : Term(),
            g.wants(3) ? g.dout() * g.in(1) * g.in(2) : Term()};
}

Terms addcdivGradient(Gradient &g) {
    const Term first = g.dout() * g.in(3) / g.in(2);
    return {g.dout(), first, g.wants(2) ? -(first * g.in(1) / g.in(2)) : Term(),
            g.wants(3) ? g.dout() * g.in(1) / g.in(2) : Term()};
}

Samples addScaledSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, -2, 2), sampleValues({2, 3}, 0.5, 2), 0.5},
            {sampleValues({3}, -1, 1), sampleValues({2, 1}, -2, 2), sampleValues({1, 3}, 0.5, 2), 1},
            {sampleValues({2, 3}, -1, 1), sampleValues({3}, -2, 2), sampleValues({}, 0.5, 2), sampleValues({1}, 1, 2)},
            {Tensor::zeros({0}, DType::Float32), sampleValues({1}, 1, 2), sampleValues({1}, 1, 2), 1}};
}

template<NameLiteral name, Combined combined>
OpDef addScaled(std::string function, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, {std::move(function)}, std::move(doc), std::move(numpy), gradient);
    def.params = {tensorParam("input", {"input_data"}), tensorParam("tensor1", {"x1"}), tensorParam("tensor2", {"x2"}),
                  optionalParam("value", ParamKind::TensorOrScalar, 1)};
    def.infer = inferBy<addScaledRule<name>>;
    def.eval = addScaledEval<name, combined>;
    def.samples = addScaledSamples;
    return def;
}

Abstract lerpRule(TypeSpan arguments) {
    if (arguments.size() < 3) diagnose("For 'Lerp', a start, an end and a weight are needed.");
    tensorType("Lerp", arguments, 0);
    tensorType("Lerp", arguments, 1);
    const Abstract result = mixedType("Lerp", arguments.first(3));
    if (!info(result.dtype).floating)
        diagnoseType("For 'Lerp', the operands must be of a floating dtype, but got " +
                     std::string(info(result.dtype).name) + ".");
    return result;
}

Value lerpEval(ValueSpan arguments) {
    const Abstract result = inferred(lerpRule, arguments);
    const auto at = [&](size_t i) { return operand(arguments[i], result.dtype); };
    return mapFloats(at(0), at(1), at(2), result.shape, lightGrain,
                     [](auto start, auto end, auto weight) { return start + weight * (end - start); });
}

Terms lerpGradient(Gradient &g) {
    const Term end = g.dout() * g.in(2);
    return {g.dout() - end, end, g.wants(2) ? g.dout() * (g.in(1) - g.in(0)) : Term()};
}

Samples lerpSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 2, 5), 0.3},
            {sampleValues({2, 3}, -1, 1), sampleValues({3}, 2, 5), sampleValues({2, 1}, 0, 1)},
            {Tensor::zeros({0}, DType::Float32), sampleValues({1}, 2, 5), 0.5}};
}

OpDef lerp() {
    OpDef def = elementWiseRecord("Lerp", {"lerp"},
                                  "input + weight * (end - input); weight is a number or a tensor; shapes broadcast.",
                                  "a[0] + a[2] * (a[1] - a[0])", lerpGradient);
    def.params = {tensorParam("input", {"start"}), tensorParam("end"), operandParam("weight")};
    def.infer = inferBy<lerpRule>;
    def.eval = lerpEval;
    def.samples = lerpSamples;
    return def;
}

} // namespace

std::vector<OpDef> boundOps() {
    const std::vector<OpUseRow> uses = {
        {{"ClampScalar", "ClampTensor", "IsClose", "NanToNum", "Lerp"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = inNoKernel}},
        {{"Addcmul", "Addcdiv"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(2),
          .kernel = inNoKernel}},
        {{"IsNan", "IsInf", "IsFinite"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = {KernelElement::Number, KernelElement::Bool, KernelWork::Cheap}}},
    };
    return withUses(
        {
            clamp<Bound::Number>(
                "Each element of input brought between the numbers min and max; None leaves a side open."),
            clamp<Bound::Tensor>("Each element of input brought between the tensors min and max, which broadcast."),
            question<"IsNan", isNanElement>("isnan", "is NaN"),
            question<"IsInf", isInfElement>("isinf", "is infinite"),
            question<"IsFinite", isFiniteElement>("isfinite", "is neither infinite nor NaN"),
            isClose(),
            nanToNum(),
            addScaled<"Addcmul", Combined::Product>(
                "addcmul", "input + value * tensor1 * tensor2; shapes broadcast, dtypes are promoted.",
                "a[0] + a[3] * a[1] * a[2]", addcmulGradient),
            addScaled<"Addcdiv", Combined::Quotient>(
                "addcdiv", "input + value * tensor1 / tensor2; shapes broadcast, dtypes are promoted.",
                "a[0] + a[3] * a[1] / a[2]", addcdivGradient),
            lerp(),
        },
        uses);
}

} // namespace jitscope::inline ops

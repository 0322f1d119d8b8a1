// SPDX-License-Identifier: Apache-2.0
// Tensors from nothing, and tensors of another dtype.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/rules/rules.h"
#include "engine/tensor/complexparts.h"

namespace jitscope::inline ops {

namespace {

OpCost writeCost(TypeSpan, const Abstract &result) {
    return {0, double(result.bytes())};
}

OpDef creation(std::string name, std::string function, std::string doc, std::string numpy) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.numpy = std::move(numpy);
    def.category = OpCategory::Creation;
    def.cost = writeCost;
    return def;
}

/** The argument `index` if it is there and not None, else `fallback`. */
DType dtypeOr(const char *op, TypeSpan arguments, size_t index, DType fallback) {
    if (index >= arguments.size() || isNone(arguments[index])) return fallback;
    return dtypeOf(op, arguments, index);
}

// --- Zeros, Ones, Full -----------------------------------------------------------------------------------------------

enum class Filling { Zeros, Ones };
constexpr const char *nameOf(Filling filling) {
    return filling == Filling::Zeros ? "Zeros" : "Ones";
}

template<Filling filling> Abstract filledRule(TypeSpan arguments) {
    const char *op = nameOf(filling);
    return Abstract::tensor(dtypeOr(op, arguments, 1, DType::Float32), checkedShape(op, intsOf(op, arguments, 0)));
}

template<Filling filling> Value filledEval(ValueSpan arguments) {
    const Abstract result = inferred(filledRule<filling>, arguments);
    return Tensor::full(result.shape, filling == Filling::Zeros ? 0 : 1, result.dtype);
}

Samples filledSamples() {
    return {{Value::ints({2, 3}), DType::Float32},
            {Value::ints({}), DType::Float32},
            {Value::ints({0, 3}), Value()},
            {Value::ints({4}), DType::Int32}};
}

template<Filling filling> OpDef filled(std::string function, const std::string &content) {
    OpDef def = creation(nameOf(filling), function, "A tensor of shape size filled with " + content + " of dtype.",
                         "np." + function + "(a[0], a[1] or np.float32)");
    def.params = {param("size", ParamKind::Ints, {"shape"}), optionalParam("dtype", ParamKind::DTypeOrNone, Value())};
    def.infer = inferBy<filledRule<filling>>;
    def.eval = filledEval<filling>;
    def.samples = filledSamples;
    return def;
}

Abstract fullRule(TypeSpan arguments) {
    const Dims shape = checkedShape("Full", intsOf("Full", arguments, 0));
    const bool isNumber =
        arguments[1].kind == Abstract::Kind::Scalar && !(arguments[1].isConstant && !arguments[1].value.number());
    const bool isElement = arguments[1].isTensor() && arguments[1].shape.rank() == 0;
    if (!isNumber && !isElement)
        diagnose("For 'Full', the argument 'fill_value' must be a number or a Tensor of rank 0, but got " +
                 brief(arguments[1]) + ".");
    return Abstract::tensor(dtypeOr("Full", arguments, 2, arguments[1].dtype), shape);
}

Value fullEval(ValueSpan arguments) {
    const Abstract result = inferred(fullRule, arguments);
    return operand(arguments[1], result.dtype).broadcastTo(result.shape).clone();
}

std::vector<Term> fullGradient(Gradient &g) {
    Dims axes;
    for (int i = 0; i < g.resultType().shape.rank(); ++i)
        axes.push(i);
    return {Term(), axes.empty() ? g.dout() : g.sum(g.dout(), axes, false)};
}

Samples fullSamples() {
    return {{Value::ints({2, 3}), 1.5, Value()},
            {Value::ints({2}), 7, Value()},
            {Value::ints({2, 2}), sampleValues({}, 1, 2), Value()},
            {Value::ints({}), 2.5, DType::Float32},
            {Value::ints({3, 0}), 1, DType::Float32}};
}

OpDef full() {
    OpDef def = creation(
        "Full", "full",
        "A tensor of shape size filled with fill_value, a number or a tensor of rank 0; without dtype of its own.",
        "np.full(a[0], a[1], a[2] or (np.float32 if isinstance(a[1], float) else None))");
    def.params = {param("size", ParamKind::Ints, {"shape"}), param("fill_value", ParamKind::Any, {"value"}),
                  optionalParam("dtype", ParamKind::DTypeOrNone, Value())};
    def.infer = inferBy<fullRule>;
    def.eval = fullEval;
    def.samples = fullSamples;
    def.gradient = fullGradient;
    return def;
}

// --- ZerosLike, OnesLike ---------------------------------------------------------------------------------------------

constexpr const char *likeName(Filling filling) {
    return filling == Filling::Zeros ? "ZerosLike" : "OnesLike";
}

template<Filling filling> Abstract likeRule(TypeSpan arguments) {
    const Abstract &x = tensorType(likeName(filling), arguments, 0);
    return Abstract::tensor(dtypeOr(likeName(filling), arguments, 1, x.dtype), x.shape);
}

template<Filling filling> Value likeEval(ValueSpan arguments) {
    const Abstract result = inferred(likeRule<filling>, arguments);
    return Tensor::full(result.shape, filling == Filling::Zeros ? 0 : 1, result.dtype);
}

Samples likeSamples() {
    return {{sampleValues({2, 3}, -1, 1), Value()},
            {sampleValues({}, -1, 1), DType::Int32},
            {sampleValues({0, 2}, -1, 1), Value()}};
}

template<Filling filling> OpDef like(std::string function, const std::string &content) {
    OpDef def = creation(likeName(filling), function, content + " in the shape of input; without dtype of its dtype.",
                         "np." + function + "(a[0], a[1])");
    def.params = {tensorParam("input", {"x"}), optionalParam("dtype", ParamKind::DTypeOrNone, Value())};
    def.infer = inferBy<likeRule<filling>>;
    def.eval = likeEval<filling>;
    def.samples = likeSamples;
    def.gradient = noGradient;
    return def;
}

// --- Cast ------------------------------------------------------------------------------------------------------------

Abstract castRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Cast", arguments, 0);
    return Abstract::tensor(dtypeOf("Cast", arguments, 1), x.shape);
}

Value castEval(ValueSpan arguments) {
    return castToReal(*arguments[0].asTensor(), inferred(castRule, arguments).dtype);
}

OpCost castCost(TypeSpan arguments, const Abstract &result) {
    return {double(result.count()), double(arguments[0].bytes() + result.bytes())};
}

std::vector<Term> castGradient(Gradient &g) {
    return {g.dout()};
}

Samples castSamples() {
    return {{sampleValues({2, 3}, -5, 5), DType::Int32},
            {sampleValues({2, 3}, -5, 5, DType::Int64), DType::Float32},
            {Tensor::of({3}, std::vector<float>{0, 1, -2}), DType::Bool},
            {sampleValues({2, 3}, -5, 5), DType::Float16},
            {Tensor::zeros({0}, DType::Float32), DType::Float64},
            {sampleValues({2}, -5, 5), DType::Float32}};
}

OpDef cast() {
    OpDef def;
    def.name = "Cast";
    def.function = "cast";
    def.methods = {"astype", "to"};
    def.doc = "Each element of input converted to dtype; fractions are cut off for integers; same shape.";
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.params = {tensorParam("input", {"input_x", "x"}), param("dtype", ParamKind::DType)};
    def.infer = inferBy<castRule>;
    def.eval = castEval;
    def.cost = castCost;
    def.samples = castSamples;
    def.gradient = castGradient;
    def.numpy = "a[0].astype(a[1])";
    return def;
}

} // namespace

std::vector<OpDef> creationOps() {
    const std::vector<OpUseRow> uses = {
        {{"Zeros", "Ones", "Full"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Copy, .operations = notByShapes}},
        {{"ZerosLike", "OnesLike"},
         {.dependence = Dependence::Nothing, .device = DeviceKernel::Copy, .operations = notByShapes}},
        {{"Cast"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = {KernelElement::Either, KernelElement::Either, KernelWork::Cheap}}},
    };
    return withUses({filled<Filling::Zeros>("zeros", "0"), filled<Filling::Ones>("ones", "1"), full(),
                     like<Filling::Zeros>("zeros_like", "Zeros"), like<Filling::Ones>("ones_like", "Ones"), cast()},
                    uses, {"Cast", "Full", "ZerosLike", "OnesLike"});
}

} // namespace jitscope::inline ops

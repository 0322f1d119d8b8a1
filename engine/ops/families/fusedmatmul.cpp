// SPDX-License-Identifier: Apache-2.0
// Products of matrices with what stands behind them in networks, as fusion passes make them.
#include "engine/ops/families.h"
#include "engine/ops/kernels/matmul.h"
#include "engine/ops/rules/activationrules.h"

#include "engine/base/text.h"

#include <array>

namespace jitscope::inline ops {

namespace {

/** The type of the product alone, as its own operator says it; the arguments are x, w, bias, transpose_a, ... */
Abstract productType(const char *op, const char *product, TypeSpan arguments) {
    for (const size_t flag : {size_t(3), size_t(4)})
        boolOf(op, arguments, flag);
    const std::array<Abstract, 4> parts = {tensorType(op, arguments, 0), tensorType(op, arguments, 1), arguments[3],
                                           arguments[4]};
    Result<Abstract> type = findOp(product)->infer(parts);
    if (!type) diagnose(type.error().message);
    return *std::move(type);
}

void requireRow(const char *op, const Abstract &bias, const Abstract &result) {
    if (!bias.isTensor() || bias.shape != Dims{result.shape.back()} || bias.dtype != result.dtype)
        diagnose(format("For '%s', the bias must be a Tensor[%s] of shape [%lld], but got %s.", op,
                        std::string(info(result.dtype).name).c_str(), (long long)result.shape.back(),
                        brief(bias).c_str()));
}

/** Two operations for each element of the depth that each result sums, and one for each operation behind it. */
OpCost costOf(TypeSpan arguments, const Abstract &result, int behind) {
    const Dims &shape = arguments[0].shape;
    const double elements = double(result.count());
    const double rows = double(std::max<int64_t>(result.shape[result.shape.rank() - 2], 1));
    // The last two axes of x hold rows * depth elements, whichever way they are read.
    const double depth = double(shape[shape.rank() - 2]) * double(shape.back()) / rows;
    OpCost cost = {elements * (2 * depth + behind), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

/** Of x and w, from the gradient of their product. */
std::vector<Term> productGradient(Gradient &g, const char *op, Term dout, bool transposeA, bool transposeB) {
    return {
        transposeA ? g.call(op, {g.in(1), dout, transposeB, true}) : g.call(op, {dout, g.in(1), false, !transposeB}),
        transposeB ? g.call(op, {dout, g.in(0), true, transposeA}) : g.call(op, {g.in(0), dout, !transposeA, false})};
}

OpDef fusedProduct(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::MatMul;
    def.params = {tensorParam("x"), tensorParam("w", {"weight"}), param("bias", ParamKind::Any),
                  optionalParam("transpose_a", ParamKind::Bool, false),
                  optionalParam("transpose_b", ParamKind::Bool, false)};
    return def;
}

// --- MatMulBiasAddFusion ---------------------------------------------------------------------------------------------

constexpr const char *biasFusion = "MatMulBiasAddFusion";

Abstract biasFusionRule(TypeSpan arguments) {
    const Abstract result = productType(biasFusion, "MatMul", arguments);
    requireRow(biasFusion, arguments[2], result);
    return result;
}

Value biasFusionEval(ValueSpan arguments) {
    const Abstract result = inferred(biasFusionRule, arguments);
    const MatmulPlan plan = {result.shape, *arguments[3].asBool(), *arguments[4].asBool(), std::nullopt};
    return computeMatmul(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), *arguments[2].asTensor());
}

OpCost biasFusionCost(TypeSpan arguments, const Abstract &result) {
    return costOf(arguments, result, 1);
}

Samples biasFusionSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1), w = sampleValues({4, 5}, -1, 1), turned = sampleValues({5, 4}, -1, 1);
    const Tensor bias = sampleValues({5}, -1, 1);
    return {{x, w, bias, false, false},
            {x, turned, bias, false, true},
            {sampleValues({4, 3}, -1, 1), turned, bias, true, true},
            {sampleValues({150, 64}, -1, 1), sampleValues({64, 70}, -1, 1), sampleValues({70}, -1, 1), false, false}};
}

std::vector<Term> biasFusionGradient(Gradient &g) {
    std::vector<Term> terms = productGradient(g, "MatMul", g.dout(), g.boolOf(3), g.boolOf(4));
    terms.push_back(g.sum(g.dout(), {0}, false));
    return terms;
}

OpDef matMulBiasAdd() {
    OpDef def = fusedProduct(biasFusion, "x * w + b in one pass over the result: what matmul_biasadd_fusion makes of "
                                         "MatMul and BiasAdd.");
    def.infer = inferBy<biasFusionRule>;
    def.eval = biasFusionEval;
    def.cost = biasFusionCost;
    def.samples = biasFusionSamples;
    def.gradient = biasFusionGradient;
    def.numpy = "(a[0].T if a[3] else a[0]) @ (a[1].T if a[4] else a[1]) + a[2]";
    return def;
}

// --- MatMulBiasAddReluFusion -----------------------------------------------------------------------------------------

constexpr const char *reluFusion = "MatMulBiasAddReluFusion";

Abstract reluFusionRule(TypeSpan arguments) {
    const Abstract result = productType(reluFusion, "MatMul", arguments);
    boolOf(reluFusion, arguments, 6);
    if (boolOf(reluFusion, arguments, 5)) requireRow(reluFusion, arguments[2], result);
    return result;
}

Value reluFusionEval(ValueSpan arguments) {
    const Abstract result = inferred(reluFusionRule, arguments);
    const bool withBias = *arguments[5].asBool(), withRelu = *arguments[6].asBool();
    const MatmulPlan plan = {result.shape, *arguments[3].asBool(), *arguments[4].asBool(),
                             withRelu ? std::optional(UnaryOp::ReLU) : std::nullopt};
    return computeMatmul(plan, *arguments[0].asTensor(), *arguments[1].asTensor(),
                         withBias ? *arguments[2].asTensor() : Tensor());
}

OpCost reluFusionCost(TypeSpan arguments, const Abstract &result) {
    int behind = 0;
    for (const size_t flag : {size_t(5), size_t(6)})
        if (const bool *isOn = arguments.size() > flag ? arguments[flag].value.asBool() : nullptr; isOn && *isOn)
            ++behind;
    return costOf(arguments, result, behind);
}

Samples reluFusionSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1), w = sampleValues({4, 5}, -1, 1), turned = sampleValues({5, 4}, -1, 1);
    const Tensor bias = sampleValues({5}, -1, 1);
    return {{x, w, bias, false, false, true, true},
            {x, turned, bias, false, true, true, false},
            {x, w, Value(), false, false, false, true},
            {sampleValues({150, 64}, -1, 1), sampleValues({64, 70}, -1, 1), sampleValues({70}, -1, 1), false, false,
             true, true}};
}

/** A relu lets through what it did not stop. */
std::vector<Term> reluFusionGradient(Gradient &g) {
    const Term dout = g.boolOf(6) ? g.call("ReluGrad", {g.dout(), g.out()}) : g.dout();
    std::vector<Term> terms = productGradient(g, "MatMul", dout, g.boolOf(3), g.boolOf(4));
    if (g.boolOf(5)) terms.push_back(g.sum(dout, {0}, false));
    return terms;
}

OpDef matMulBiasAddRelu() {
    OpDef def = fusedProduct(
        reluFusion,
        "max(x * w + b, 0) in one pass over the result: what matmul_biasadd_fusion makes of MatMul, BiasAdd "
        "and ReLU; with_bias_add and with_relu say which of them it holds.");
    def.params.push_back(optionalParam("with_bias_add", ParamKind::Bool, true));
    def.params.push_back(optionalParam("with_relu", ParamKind::Bool, true));
    def.infer = inferBy<reluFusionRule>;
    def.eval = reluFusionEval;
    def.cost = reluFusionCost;
    def.samples = reluFusionSamples;
    def.gradient = reluFusionGradient;
    def.numpy = "(lambda y: np.maximum(y, 0) if a[6] else y)((a[0].T if a[3] else a[0]) @ (a[1].T if a[4] else a[1]) + "
                "(a[2] if a[5] else 0))";
    return def;
}

// --- FusedMatMulElemUnary --------------------------------------------------------------------------------------------

constexpr const char *elemUnary = "FusedMatMulElemUnary";
constexpr size_t elemwiseType = 5;

Abstract elemUnaryRule(TypeSpan arguments) {
    const Abstract result = productType(elemUnary, "BatchMatMul", arguments);
    if (!info(result.dtype).floating)
        diagnose(
            format("For '%s', the matrices must be floating, but got %s.", elemUnary, brief(arguments[0]).c_str()));
    if (!isNone(arguments[2])) requireRow(elemUnary, arguments[2], result);
    activationOf(elemUnary, arguments, elemwiseType);
    return result;
}

Value elemUnaryEval(ValueSpan arguments) {
    const Abstract result = inferred(elemUnaryRule, arguments);
    const MatmulPlan plan = {result.shape, *arguments[3].asBool(), *arguments[4].asBool(),
                             activationOf(arguments[elemwiseType])};
    const Tensor *bias = arguments[2].asTensor();
    return computeMatmul(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), bias ? *bias : Tensor());
}

OpCost elemUnaryCost(TypeSpan arguments, const Abstract &result) {
    const std::string *kind = arguments[elemwiseType].value.asString();
    const int activation = kind && *kind == "relu" ? 1 : 8;
    return costOf(arguments, result, activation + (isNone(arguments[2]) ? 0 : 1));
}

Samples elemUnarySamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1), w = sampleValues({4, 5}, -1, 1), turned = sampleValues({5, 4}, -1, 1);
    const Tensor bias = sampleValues({5}, -1, 1);
    return {{x, w, bias, false, false, "gelu"},
            {x, turned, bias, false, true, "silu"},
            {x, w, Value(), false, false, "tanh"},
            {sampleValues({2, 3, 4}, -1, 1), w, bias, false, false, "sigmoid"},
            {sampleValues({2, 4, 3}, -1, 1), sampleValues({2, 5, 4}, -1, 1), bias, true, true, ""},
            {sampleValues({150, 64}, -1, 1), sampleValues({64, 70}, -1, 1), sampleValues({70}, -1, 1), false, false,
             "gelu_tanh"},
            {Tensor::zeros({0, 4}, DType::Float32), w, bias, false, false, "relu"}};
}

std::vector<Term> elemUnaryGradient(Gradient &g) {
    const bool hasBias = !g.isNone(2);
    Term sum = g.call("BatchMatMul", {g.in(0), g.in(1), g.constant(3), g.constant(4)});
    if (hasBias) sum = sum + g.in(2);
    const Term dsum = activationGradient(g, elemwiseType, g.dout(), sum, g.out());
    std::vector<Term> terms = productGradient(g, "BatchMatMul", dsum, g.boolOf(3), g.boolOf(4));
    if (hasBias) terms.push_back(dsum);
    return terms;
}

OpDef fusedMatMulElemUnary() {
    OpDef def = fusedProduct(elemUnary, "The activation elemwise_type of x * w + bias in one pass over the result: the "
                                        "matrices of the last two axes, axes before them broadcast; bias one element a "
                                        "column, or None; one floating dtype.");
    def.params.push_back(optionalParam("elemwise_type", ParamKind::Text, "relu"));
    def.infer = inferBy<elemUnaryRule>;
    def.eval = elemUnaryEval;
    def.cost = elemUnaryCost;
    def.samples = elemUnarySamples;
    def.gradient = elemUnaryGradient;
    def.numpy = activationInNumpy(elemwiseType,
                                  "(np.swapaxes(a[0], -1, -2) if a[3] else a[0]) @ (np.swapaxes(a[1], -1, -2) if a[4] "
                                  "else a[1]) + (0 if a[2] is None else a[2])");
    return def;
}

} // namespace

std::vector<OpDef> fusedMatmulOps() {
    const std::vector<OpUseRow> uses = {
        {{"MatMulBiasAddFusion", "MatMulBiasAddReluFusion", "FusedMatMulElemUnary"},
         {.dependence = Dependence::Product, .device = DeviceKernel::Matrix, .operations = notByShapes}},
    };
    return withUses({matMulBiasAdd(), matMulBiasAddRelu(), fusedMatMulElemUnary()}, uses);
}

} // namespace jitscope::inline ops

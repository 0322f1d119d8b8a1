// SPDX-License-Identifier: Apache-2.0
// Random numbers whose chances are given by tensors: Bernoulli, multinomial, categorical, gamma, Poisson.
#include "engine/base/text.h"
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/randomfill.h"
#include "engine/ops/rules/randomrules.h"
#include "engine/ops/rules/rules.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ops {

namespace {

/** Refuses elements (of contiguous Float64) that `isFit` denies, naming the first of them. */
void checkElements(const Tensor &values, bool (*isFit)(double), const char *text) {
    const double *begin = values.data<double>(), *end = begin + values.count();
    const double *unfit = std::find_if_not(begin, end, isFit);
    if (unfit != end) diagnose(text + (", but got " + shortestNumber(*unfit)) + ".");
}

bool isProbability(double x) {
    return x >= 0 && x <= 1;
}

bool isWeight(double x) {
    return x >= 0 && std::isfinite(x);
}

bool isPositive(double x) {
    return x > 0 && std::isfinite(x);
}

Tensor asDoubles(const Value &value, const Dims &shape) {
    return operand(value, DType::Float64).broadcastTo(shape).contiguous();
}

// --- Bernoulli -------------------------------------------------------------------------------------------------------

Abstract bernoulliRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Bernoulli", arguments, 0);
    const Dims chances = arguments[1].isTensor() ? arguments[1].shape : Dims();
    if (broadcast(x.shape, chances) != x.shape)
        diagnose("For 'Bernoulli', the shape of 'p' must broadcast to that of 'input', " + listText(x.shape) +
                 ", but got " + listText(chances) + ".");
    return Abstract::tensor(x.dtype, x.shape);
}

Value bernoulliEval(ValueSpan arguments) {
    const Abstract type = inferred(bernoulliRule, arguments);
    const Tensor chances = asDoubles(arguments[1], type.shape);
    checkElements(chances, isProbability, "For bernoulli, p should be in [0, 1]");
    Tensor result(type.shape, type.dtype);
    fillBernoulli(result, streamOf(arguments, 2), chances);
    return result;
}

Samples bernoulliSamples() {
    return {{sampleValues({2, 3}, 0, 1), 0.3, 5, 0},
            {sampleValues({4}, 0, 5, DType::Int32), sampleValues({4}, 0, 1), 5, 1},
            {sampleValues({}, 0, 1), 1.0, 5, 2},
            {Tensor::zeros({0, 2}, DType::Float32), 0.5, 5, 3}};
}

OpDef bernoulli() {
    OpDef def = randomOp("Bernoulli", "bernoulli",
                         "1 with probability p (a number, or one for each element), else 0; shape and dtype of input.");
    def.category = OpCategory::Creation;
    def.params = withSeed({tensorParam("input", {"x"}), [] {
                               ParamDef p = operandParam("p");
                               p.hasDefault = true;
                               p.defaultValue = 0.5;
                               return p;
                           }()});
    def.infer = inferBy<bernoulliRule>;
    def.eval = bernoulliEval;
    def.samples = bernoulliSamples;
    def.gradient = noGradient;
    return def;
}

// --- Multinomial, RandomCategorical ----------------------------------------------------------------------------------

/** The type of `draws` classes for each row of weights. */
Abstract drawnRule(const char *op, const Abstract &weights, int64_t draws, DType dtype) {
    if (weights.shape.rank() != 1 && weights.shape.rank() != 2)
        diagnose(format("For '%s', the rank of the input must be 1 or 2, but got %d.", op, weights.shape.rank()));
    if (draws < 1)
        diagnose(format("For '%s', the number of samples must be greater than 0, but got %lld.", op, (long long)draws));
    if (weights.shape.back() == 0) diagnose(format("For '%s', there must be at least one class.", op));
    return Abstract::tensor(dtype, weights.shape.rank() == 1 ? Dims{draws} : Dims{weights.shape[0], draws});
}

Tensor asRows(const Tensor &x) {
    return x.rank() == 1 ? x.reshaped({1, x.count()}) : x;
}

/** How many classes of a row can be drawn. */
int64_t drawable(const double *row, int64_t classes) {
    return std::count_if(row, row + classes, [](double weight) { return weight > 0; });
}

void checkRows(const char *op, const Tensor &weights, int64_t needed) {
    const int64_t classes = weights.shape().back();
    for (int64_t row = 0; row < weights.shape()[0]; ++row) {
        const int64_t found = drawable(weights.data<double>() + row * classes, classes);
        if (found < needed)
            diagnose(
                format("For '%s', row %lld has %lld classes with a weight greater than 0, but %lld are to be drawn.",
                       op, (long long)row, (long long)found, (long long)needed));
    }
}

Abstract multinomialRule(TypeSpan arguments) {
    const Abstract &weights = tensorType("Multinomial", arguments, 0);
    const int64_t draws = intOf("Multinomial", arguments, 1);
    const Abstract result = drawnRule("Multinomial", weights, draws, dtypeOf("Multinomial", arguments, 3));
    if (!boolOf("Multinomial", arguments, 2) && draws > weights.shape.back())
        diagnose(
            format("For 'multinomial', without replacement the 'num_samples' must be less than or equal to the number "
                   "of classes, but got %lld and %lld.",
                   (long long)draws, (long long)weights.shape.back()));
    return result;
}

Value multinomialEval(ValueSpan arguments) {
    const Abstract type = inferred(multinomialRule, arguments);
    const bool isReplacing = *arguments[2].asBool();
    const Tensor weights = asRows(asDoubles(arguments[0], arguments[0].asTensor()->shape()));
    checkElements(weights, isWeight, "For 'Multinomial', the weights must be finite and not negative");
    checkRows("Multinomial", weights, isReplacing ? 1 : *arguments[1].asInt());
    Tensor result({weights.shape()[0], *arguments[1].asInt()}, type.dtype);
    (isReplacing ? fillCategories : fillDistinctCategories)(result, streamOf(arguments, 4), weights);
    return result.reshaped(type.shape);
}

Samples multinomialSamples() {
    return {{sampleValues({4}, 0, 1), 3, true, DType::Int32, 5, 0},
            {sampleValues({2, 4}, 0, 1), 3, false, DType::Int64, 5, 0},
            {Tensor::zeros({0, 4}, DType::Float32), 2, true, DType::Int32, 5, 0}};
}

OpDef multinomial() {
    OpDef def = randomOp("Multinomial", "multinomial",
                         "num_samples classes drawn by the weights in input, of shape (classes,) or (rows, classes); "
                         "(num_samples,) or (rows, num_samples) of dtype.");
    def.category = OpCategory::Creation;
    def.params = withSeed({tensorParam("input", {"x"}), param("num_samples", ParamKind::Int),
                           optionalParam("replacement", ParamKind::Bool, true),
                           optionalParam("dtype", ParamKind::DType, DType::Int32)});
    def.infer = inferBy<multinomialRule>;
    def.eval = multinomialEval;
    def.samples = multinomialSamples;
    return def;
}

Abstract categoricalRule(TypeSpan arguments) {
    const Abstract &logits = tensorType("RandomCategorical", arguments, 0);
    if (logits.shape.rank() != 2)
        diagnose(format("For 'RandomCategorical', the rank of 'logits' must be 2, but got %d.", logits.shape.rank()));
    return drawnRule("RandomCategorical", logits, intOf("RandomCategorical", arguments, 1),
                     dtypeOf("RandomCategorical", arguments, 2));
}

Value categoricalEval(ValueSpan arguments) {
    const Abstract type = inferred(categoricalRule, arguments);
    Tensor weights = arguments[0].asTensor()->cast(DType::Float64).clone();
    const int64_t classes = weights.shape().back();
    for (int64_t row = 0; row < weights.shape()[0]; ++row) {
        double *begin = weights.mutableData<double>() + row * classes, *end = begin + classes;
        const double largest = *std::max_element(begin, end);
        std::transform(begin, end, begin, [largest](double logit) { return std::exp(logit - largest); });
    }
    checkElements(weights, isWeight, "For 'RandomCategorical', the weights exp(logits) must be finite");
    Tensor result(type.shape, type.dtype);
    fillCategories(result, streamOf(arguments, 3), weights);
    return result;
}

Samples categoricalSamples() {
    return {{sampleValues({2, 4}, -1, 1), 3, DType::Int64, 5, 0}, {sampleValues({1, 2}, -1, 1), 5, DType::Int32, 5, 0}};
}

OpDef categorical() {
    OpDef def =
        randomOp("RandomCategorical", "random_categorical",
                 "num_sample classes drawn for each row of logits (rows, classes); (rows, num_sample) of dtype.");
    def.category = OpCategory::Creation;
    def.params = withSeed({tensorParam("logits"), param("num_sample", ParamKind::Int),
                           optionalParam("dtype", ParamKind::DType, DType::Int64)});
    def.infer = inferBy<categoricalRule>;
    def.eval = categoricalEval;
    def.samples = categoricalSamples;
    return def;
}

// --- RandomGamma, RandomPoisson --------------------------------------------------------------------------------------

/** `outer` and then `inner`. */
Dims followed(const char *op, const Dims &outer, const Dims &inner) {
    if (outer.rank() + inner.rank() > maxRank)
        diagnose(format("For '%s', the result would have %d dimensions, more than %d.", op, outer.rank() + inner.rank(),
                        maxRank));
    Dims all = outer;
    for (const int64_t size : inner)
        all.push(size);
    return checkedShape(op, all);
}

Abstract gammaRule(TypeSpan arguments) {
    const Abstract &alpha = tensorType("RandomGamma", arguments, 1);
    if (!info(alpha.dtype).floating)
        diagnoseType("For 'RandomGamma', 'alpha' must be of a floating type, but got " + brief(alpha) + ".");
    return Abstract::tensor(alpha.dtype, followed("RandomGamma", intsOf("RandomGamma", arguments, 0), alpha.shape));
}

Value gammaEval(ValueSpan arguments) {
    const Abstract type = inferred(gammaRule, arguments);
    const Tensor alphas = asDoubles(arguments[1], arguments[1].asTensor()->shape());
    checkElements(alphas, isPositive, "For 'RandomGamma', 'alpha' must be greater than 0");
    Tensor result(type.shape, type.dtype);
    fillGamma(result, streamOf(arguments, 2), alphas);
    return result;
}

Samples gammaSamples() {
    return {{Value::ints({2, 3}), sampleValues({2}, 0.5, 3), 5, 0},
            {Value::ints({}), sampleValues({4}, 0.5, 30, DType::Float64), 5, 0},
            {Value::ints({0}), sampleValues({2}, 1, 2), 5, 0}};
}

OpDef gamma() {
    OpDef def = randomOp("RandomGamma", "random_gamma",
                         "Gamma distributed numbers of rate 1 for each alpha, of shape shape + alpha.shape.");
    def.category = OpCategory::Creation;
    def.params = withSeed({param("shape", ParamKind::Ints), tensorParam("alpha")});
    def.infer = inferBy<gammaRule>;
    def.eval = gammaEval;
    def.samples = gammaSamples;
    def.gradient = noGradient;
    return def;
}

Abstract poissonRule(TypeSpan arguments) {
    const Abstract &rate = tensorType("RandomPoisson", arguments, 1);
    return Abstract::tensor(dtypeOf("RandomPoisson", arguments, 2),
                            followed("RandomPoisson", intsOf("RandomPoisson", arguments, 0), rate.shape));
}

Value poissonEval(ValueSpan arguments) {
    const Abstract type = inferred(poissonRule, arguments);
    const Tensor rates = asDoubles(arguments[1], arguments[1].asTensor()->shape());
    checkElements(rates, isWeight, "For 'RandomPoisson', 'rate' must be finite and not negative");
    Tensor result(type.shape, type.dtype);
    fillPoisson(result, streamOf(arguments, 3), rates);
    return result;
}

Samples poissonSamples() {
    return {{Value::ints({2, 3}), sampleValues({2}, 0.5, 3), DType::Float32, 5, 0},
            {Value::ints({}), sampleValues({4}, 0, 30), DType::Int64, 5, 0},
            {Value::ints({0}), sampleValues({2}, 1, 2), DType::Int32, 5, 0}};
}

OpDef poisson() {
    OpDef def = randomOp("RandomPoisson", "random_poisson",
                         "Poisson distributed numbers for each rate, of shape shape + rate.shape and of dtype.");
    def.category = OpCategory::Creation;
    def.params = withSeed({param("shape", ParamKind::Ints), tensorParam("rate", {"mean"}),
                           optionalParam("dtype", ParamKind::DType, DType::Float32)});
    def.infer = inferBy<poissonRule>;
    def.eval = poissonEval;
    def.samples = poissonSamples;
    def.gradient = noGradient;
    return def;
}

} // namespace

std::vector<OpDef> randomChoiceOps() {
    const std::vector<OpUseRow> uses = {
        {{"Bernoulli", "RandomCategorical", "RandomGamma", "RandomPoisson"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Copy, .operations = notByShapes}},
        {{"Multinomial"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::AiCpu, .operations = notByShapes}},
    };
    return withUses({bernoulli(), multinomial(), categorical(), gamma(), poisson()}, uses);
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Normalisation of each sample by its own moments: LayerNorm, RmsNorm, GroupNorm, and their gradients.
#include "engine/ops/families.h"
#include "engine/ops/kernels/normalise.h"
#include "engine/ops/rules/normgradients.h"
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

#include <cmath>

namespace jitscope::inline ops {

namespace {

double numberOf(const char *op, const char *name, TypeSpan arguments, size_t index) {
    const Abstract &argument = arguments[index];
    const std::optional<double> number = argument.isConstant ? argument.value.number() : std::nullopt;
    if (!number || !(*number >= 0))
        diagnose(
            format("For '%s', '%s' must be a number of at least 0, but got %s.", op, name, brief(argument).c_str()));
    return *number;
}

Dims from(const Dims &shape, int axis) {
    return Dims(shape.span().subspan(size_t(axis)));
}

/** The shape of moments: 1 for every axis that is reduced. */
Dims momentShape(Dims shape, int firstReduced) {
    for (int i = firstReduced; i < shape.rank(); ++i)
        shape[i] = 1;
    return shape;
}

/** Rows of the axes from `norm` on, parameters of those from `params` on. */
RowNormPlan planOf(const Dims &shape, int norm, int params, double epsilon) {
    RowNormPlan plan;
    plan.count = from(shape, norm).product();
    plan.rows = Dims(shape.span().first(size_t(norm))).product();
    plan.parameterRows =
        params < norm ? Dims(shape.span().subspan(size_t(params), size_t(norm - params))).product() : 1;
    plan.epsilon = epsilon;
    return plan;
}

/** Parameters of fewer axes than a row repeat within it; the kernels see whole rows. */
Tensor wholeRows(const Tensor &parameter, const Dims &shape, int norm, int params) {
    if (params <= norm) return parameter.reshaped({parameter.count()});
    return parameter.broadcastTo(from(shape, norm)).reshaped({from(shape, norm).product()});
}

Tensor summedTo(const Tensor &gradient, const Dims &shape, int norm, int params, DType dtype) {
    if (params <= norm) return gradient.reshaped(from(shape, params)).cast(dtype);
    const int64_t kept = from(shape, params).product();
    const Tensor rows = gradient.reshaped({gradient.count() / std::max<int64_t>(kept, 1), kept});
    Tensor sum = Tensor::zeros({kept}, gradient.dtype());
    const bool isDouble = gradient.dtype() == DType::Float64;
    for (int64_t i = 0; i < rows.count(); ++i)
        if (isDouble)
            sum.mutableData<double>()[i % kept] += rows.data<double>()[i];
        else
            sum.mutableData<float>()[i % kept] += rows.data<float>()[i];
    return sum.reshaped(from(shape, params)).cast(dtype);
}

/** A term of parameters or moments, which already broadcasts to x. */
Term factorFrom(Gradient &g, Term variance, double epsilon) {
    return g.call("Rsqrt", {variance + epsilon});
}

// --- LayerNorm -------------------------------------------------------------------------------------------------------

/** The first axes of rows and of parameters. */
struct NormAxes {
    int norm = 0, params = 0;
};

NormAxes axesOf(const char *op, TypeSpan arguments, size_t first, int rank) {
    return {checkedAxis(op, intOf(op, arguments, first), rank), checkedAxis(op, intOf(op, arguments, first + 1), rank)};
}

void requireRank(const char *op, const Abstract &x) {
    if (x.shape.rank() == 0)
        diagnose(format("For '%s', input must have at least one dimension, but got %s.", op, brief(x).c_str()));
}

void requireParameter(const char *op, const Abstract &x, const Abstract &gamma, const Abstract &beta,
                      const Dims &shape) {
    if (gamma.shape == shape && beta.shape == shape) return;
    diagnose(
        format("For '%s', gamma or beta shape must match input shape, but got input shape: %s, gamma shape: %s, beta "
               "shape: %s.",
               op, listText(x.shape).c_str(), listText(gamma.shape).c_str(), listText(beta.shape).c_str()));
}

Abstract layerNormRule(TypeSpan arguments) {
    const char *op = "LayerNorm";
    const Abstract &x = tensorType(op, arguments, 0), &gamma = tensorType(op, arguments, 1);
    const Abstract &beta = tensorType(op, arguments, 2);
    requireFloating(op, "input_x", x);
    requireFloating(op, "gamma", gamma);
    requireFloating(op, "beta", beta);
    requireRank(op, x);
    const NormAxes axes = axesOf(op, arguments, 3, x.shape.rank());
    requireParameter(op, x, gamma, beta, from(x.shape, axes.params));
    numberOf(op, "epsilon", arguments, 5);
    const Abstract moments = Abstract::tensor(momentsDType(x.dtype), momentShape(x.shape, axes.norm));
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), moments, moments});
}

Value layerNormEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = layerNormRule(types);
    const Tensor &x = *arguments[0].asTensor();
    const NormAxes axes = axesOf("LayerNorm", types, 3, x.rank());
    const RowNormPlan plan = planOf(x.shape(), axes.norm, axes.params, *arguments[5].number());
    const Tensor gamma = wholeRows(*arguments[1].asTensor(), x.shape(), axes.norm, axes.params);
    const Tensor beta = wholeRows(*arguments[2].asTensor(), x.shape(), axes.norm, axes.params);
    if (plan.count == 0) {
        const Tensor moments = Tensor::zeros(result.items[1].shape, result.items[1].dtype);
        return Value::tuple({x.clone(), moments, moments});
    }
    const Normalised normalised = computeRowNorm(plan, x, gamma, beta);
    const Dims &shape = result.items[1].shape;
    return Value::tuple({normalised.y, normalised.mean.reshaped(shape), normalised.variance.reshaped(shape)});
}

OpCost normCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost = {8.0 * double(arguments[0].count()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

Samples layerNormSamples() {
    return {{sampleValues({4, 6}, -1, 2), sampleValues({6}, 1, 2), sampleValues({6}, -1, 1), 1, 1, 1e-5},
            {sampleValues({2, 3, 40}, -1, 2), sampleValues({40}, 1, 2), sampleValues({40}, -1, 1), -1, -1, 1e-5},
            {sampleValues({2, 3, 4}, -1, 2), sampleValues({3, 4}, 1, 2), sampleValues({3, 4}, -1, 1), 2, 1, 1e-3},
            {sampleValues({2, 3, 4}, -1, 2), sampleValues({4}, 1, 2), sampleValues({4}, -1, 1), 1, 2, 1e-3},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2), sampleValues({3}, -1, 1), 1, 1, 1e-5}};
}

std::vector<Term> layerNormGradient(Gradient &g) {
    const Term result = g.out();
    const Term all = g.call("LayerNormGrad", {g.in(0), g.dout(0), g.item(result, 2), g.item(result, 1), g.in(1),
                                              g.constant(3), g.constant(4), g.constant(5), g.dout(1), g.dout(2)});
    return {g.item(all, 0), g.item(all, 1), g.item(all, 2)};
}

OpDef normOp(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::Normalisation;
    def.cost = normCost;
    return def;
}

OpDef layerNorm() {
    OpDef def =
        normOp("LayerNorm",
               "(input_x - mean) / sqrt(variance + epsilon) * gamma + beta with mean and variance over the axes "
               "from begin_norm_axis on; gamma and beta have the axes from begin_params_axis on; floating dtypes; "
               "gives (output, mean, variance), the last two in Float32 for 16-bit floats.");
    def.params = {tensorParam("input_x", {"x", "input"}),
                  tensorParam("gamma", {"weight"}),
                  tensorParam("beta", {"bias"}),
                  optionalParam("begin_norm_axis", ParamKind::Int, 1),
                  optionalParam("begin_params_axis", ParamKind::Int, 1),
                  optionalParam("epsilon", ParamKind::Float, 1e-7, {"eps"})};
    def.infer = inferBy<layerNormRule>;
    def.eval = layerNormEval;
    def.samples = layerNormSamples;
    def.gradient = layerNormGradient;
    def.numpy = "(lambda x, k, p: (lambda m, v: ((x - m) / np.sqrt(v + a[5]) * a[1].reshape(x.shape[p:]) + a[2], m, v))"
                "(x.mean(axis=k, keepdims=True), x.var(axis=k, keepdims=True)))"
                "(a[0], tuple(range(a[3] % a[0].ndim, a[0].ndim)), a[4] % a[0].ndim)";
    return def;
}

// --- LayerNormGrad ---------------------------------------------------------------------------------------------------

/** Moments and their gradients have the shape of the moments; those left out are None. */
void requireMoments(const char *op, const char *name, const Abstract &moments, const Dims &shape) {
    if (isNone(moments)) return;
    if (!moments.isTensor() || moments.shape != shape || !info(moments.dtype).floating)
        diagnose(format("For '%s', '%s' must be a floating Tensor of shape %s, but got %s.", op, name,
                        listText(shape).c_str(), brief(moments).c_str()));
}

void requireLike(const char *op, const char *name, const Abstract &tensor, const Abstract &x) {
    if (tensor.shape != x.shape || tensor.dtype != x.dtype)
        diagnose(format("For '%s', '%s' must be %s as x is, but got %s.", op, name, brief(x).c_str(),
                        brief(tensor).c_str()));
}

Tensor optionalTensor(const Value &value) {
    return value.asTensor() ? value.asTensor()->reshaped({value.asTensor()->count()}) : Tensor();
}

Abstract layerNormGradRule(TypeSpan arguments) {
    const char *op = "LayerNormGrad";
    const Abstract &x = tensorType(op, arguments, 0), &dy = tensorType(op, arguments, 1);
    const Abstract &variance = tensorType(op, arguments, 2), &mean = tensorType(op, arguments, 3);
    const Abstract &gamma = tensorType(op, arguments, 4);
    requireFloating(op, "x", x);
    requireFloating(op, "gamma", gamma);
    requireLike(op, "dy", dy, x);
    requireRank(op, x);
    const NormAxes axes = axesOf(op, arguments, 5, x.shape.rank());
    requireParameter(op, x, gamma, gamma, from(x.shape, axes.params));
    numberOf(op, "epsilon", arguments, 7);
    const Dims moments = momentShape(x.shape, axes.norm);
    requireMoments(op, "variance", variance, moments);
    requireMoments(op, "mean", mean, moments);
    requireMoments(op, "dmean", arguments[8], moments);
    requireMoments(op, "dvariance", arguments[9], moments);
    const Abstract parameter = Abstract::tensor(gamma.dtype, gamma.shape);
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), parameter, parameter});
}

Value layerNormGradEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    layerNormGradRule(types);
    const Tensor &x = *arguments[0].asTensor(), &gamma = *arguments[4].asTensor();
    const NormAxes axes = axesOf("LayerNormGrad", types, 5, x.rank());
    const RowNormPlan plan = planOf(x.shape(), axes.norm, axes.params, *arguments[7].number());
    if (x.count() == 0) {
        const Tensor none = Tensor::zeros(gamma.shape(), gamma.dtype());
        return Value::tuple({x.clone(), none, none});
    }
    const NormGradients gradients =
        computeRowNormGradient(plan, {x, *arguments[1].asTensor(), optionalTensor(arguments[3]),
                                      optionalTensor(arguments[2]), wholeRows(gamma, x.shape(), axes.norm, axes.params),
                                      optionalTensor(arguments[8]), optionalTensor(arguments[9])});
    const auto summed = [&](const Tensor &gradient) {
        return summedTo(gradient, x.shape(), axes.norm, axes.params, gamma.dtype());
    };
    return Value::tuple({gradients.dx, summed(gradients.dgamma), summed(gradients.dbeta)});
}

Samples layerNormGradSamples() {
    const Tensor x = sampleValues({2, 3, 4}, -1, 2), dy = sampleValues({2, 3, 4}, -2, 1);
    const Tensor variance = sampleValues({2, 3, 1}, 1, 2), mean = sampleValues({2, 3, 1}, 0, 1);
    const Value none;
    return {{x, dy, variance, mean, sampleValues({4}, 1, 2), -1, -1, 1e-5, none, none},
            {x, dy, variance, mean, sampleValues({3, 4}, 1, 2), 2, 1, 1e-5, sampleValues({2, 3, 1}, 0, 1),
             sampleValues({2, 3, 1}, -1, 0)},
            {x, dy, sampleValues({2, 1, 1}, 1, 2), sampleValues({2, 1, 1}, 0, 1), sampleValues({4}, 1, 2), 1, 2, 1e-5,
             none, none},
            {Tensor::zeros({0, 3}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32),
             Tensor::zeros({0, 1}, DType::Float32), Tensor::zeros({0, 1}, DType::Float32), sampleValues({3}, 1, 2), 1,
             1, 1e-5, none, none}};
}

Dims axesFrom(int first, int rank) {
    Dims axes;
    for (int i = first; i < rank; ++i)
        axes.push(i);
    return axes;
}

std::vector<Term> layerNormGradGradient(Gradient &g) {
    const int rank = g.rank(0);
    const int norm = *normalizedAxis(g.intOf(5), rank);
    NormGradientCall call;
    call.axes = axesFrom(norm, rank);
    call.count = double(from(g.shape(0), norm).product());
    call.x = g.in(0);
    call.dy = g.in(1);
    call.mean = g.in(3);
    call.factor = factorFrom(g, g.in(2), g.numberOf(7));
    call.gamma = g.in(4);
    call.dvariance = g.isNone(9) ? Term() : g.in(9);
    call.ofDx = g.dout(0);
    call.ofDgamma = g.dout(1);
    call.ofDbeta = g.dout(2);
    const NormGradientTerms terms = gradientOfNormGradient(g, call);
    const Term cubed = call.factor * call.factor * call.factor;
    std::vector<Term> all = {terms.x, terms.dy, terms.factor * cubed * -0.5, terms.mean, terms.gamma};
    all.resize(10);
    if (!g.isNone(8)) all[8] = terms.dmean;
    if (!g.isNone(9)) all[9] = terms.dvariance;
    return all;
}

OpDef layerNormGrad() {
    OpDef def =
        normOp("LayerNormGrad",
               "What gradients dy of the output, and dmean and dvariance of the moments, of a LayerNorm give for x, "
               "gamma and beta, as a tuple; shapes and axes as there.");
    def.params = {tensorParam("x"),
                  tensorParam("dy"),
                  tensorParam("variance"),
                  tensorParam("mean"),
                  tensorParam("gamma"),
                  optionalParam("begin_norm_axis", ParamKind::Int, 1),
                  optionalParam("begin_params_axis", ParamKind::Int, 1),
                  optionalParam("epsilon", ParamKind::Float, 1e-7),
                  optionalParam("dmean", ParamKind::Any, {}),
                  optionalParam("dvariance", ParamKind::Any, {})};
    def.infer = inferBy<layerNormGradRule>;
    def.eval = layerNormGradEval;
    def.samples = layerNormGradSamples;
    def.gradient = layerNormGradGradient;
    return def;
}

// --- RmsNorm ---------------------------------------------------------------------------------------------------------

/** gamma has the last axes of x. */
int rmsAxis(const char *op, const Abstract &x, const Abstract &gamma) {
    const int axis = x.shape.rank() - gamma.shape.rank();
    if (gamma.shape.rank() == 0 || axis < 0 || from(x.shape, axis) != gamma.shape)
        diagnose(format("For '%s', the shape of gamma must be that of the last axes of x, but got x: %s and gamma: %s.",
                        op, listText(x.shape).c_str(), listText(gamma.shape).c_str()));
    return axis;
}

RowNormPlan rmsPlan(const Dims &shape, int axis, double epsilon) {
    RowNormPlan plan = planOf(shape, axis, axis, epsilon);
    plan.kind = RowNormPlan::Kind::Rms;
    return plan;
}

Abstract rmsNormRule(TypeSpan arguments) {
    const char *op = "RmsNorm";
    const Abstract &x = tensorType(op, arguments, 0), &gamma = tensorType(op, arguments, 1);
    requireFloating(op, "x", x);
    requireFloating(op, "gamma", gamma);
    numberOf(op, "epsilon", arguments, 2);
    const int axis = rmsAxis(op, x, gamma);
    return Abstract::tuple(
        {Abstract::tensor(x.dtype, x.shape), Abstract::tensor(momentsDType(x.dtype), momentShape(x.shape, axis))});
}

/** 1 / sqrt(variance + epsilon) of each element, or back from there. */
template<class Function> Tensor mapped(const Tensor &x, Function function) {
    Tensor y = x.clone();
    for (int64_t i = 0; i < y.count(); ++i)
        if (y.dtype() == DType::Float64)
            y.mutableData<double>()[i] = function(y.data<double>()[i]);
        else
            y.mutableData<float>()[i] = float(function(double(y.data<float>()[i])));
    return y;
}

Value rmsNormEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = rmsNormRule(types);
    const Tensor &x = *arguments[0].asTensor(), &gamma = *arguments[1].asTensor();
    const double epsilon = *arguments[2].number();
    const RowNormPlan plan = rmsPlan(x.shape(), x.rank() - gamma.rank(), epsilon);
    if (x.count() == 0) return Value::tuple({x.clone(), Tensor::zeros(result.items[1].shape, result.items[1].dtype)});
    const Normalised normalised = computeRowNorm(plan, x, gamma.reshaped({gamma.count()}), Tensor());
    const Tensor factors = mapped(normalised.variance, [=](double square) { return 1 / std::sqrt(square + epsilon); });
    return Value::tuple({normalised.y, factors.reshaped(result.items[1].shape)});
}

Samples rmsNormSamples() {
    return {{sampleValues({4, 6}, -1, 2), sampleValues({6}, 1, 2), 1e-6},
            {sampleValues({2, 3, 40}, -1, 2), sampleValues({3, 40}, 1, 2), 1e-3},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2), 1e-6}};
}

std::vector<Term> rmsNormGradient(Gradient &g) {
    const Term all = g.call("RmsNormGrad", {g.dout(0), g.in(0), g.item(g.out(), 1), g.in(1), g.dout(1)});
    return {g.item(all, 0), g.item(all, 1)};
}

OpDef rmsNorm() {
    OpDef def =
        normOp("RmsNorm", "x / sqrt(mean(x * x) + epsilon) * gamma over the last axes, those of gamma; floating "
                          "dtypes; gives (output, 1 / sqrt(mean(x * x) + epsilon)).");
    def.function = "rms_norm";
    def.params = {tensorParam("x", {"input"}), tensorParam("gamma", {"weight"}),
                  optionalParam("epsilon", ParamKind::Float, 1e-6, {"eps"})};
    def.infer = inferBy<rmsNormRule>;
    def.eval = rmsNormEval;
    def.samples = rmsNormSamples;
    def.gradient = rmsNormGradient;
    def.numpy = "(lambda x, k: (lambda r: (x * r * a[1], r))(1 / np.sqrt((x * x).mean(axis=k, keepdims=True) + a[2])))"
                "(a[0], tuple(range(a[0].ndim - a[1].ndim, a[0].ndim)))";
    return def;
}

Abstract rmsNormGradRule(TypeSpan arguments) {
    const char *op = "RmsNormGrad";
    const Abstract &dy = tensorType(op, arguments, 0), &x = tensorType(op, arguments, 1);
    const Abstract &rstd = tensorType(op, arguments, 2), &gamma = tensorType(op, arguments, 3);
    requireFloating(op, "x", x);
    requireFloating(op, "gamma", gamma);
    requireLike(op, "dy", dy, x);
    const Dims moments = momentShape(x.shape, rmsAxis(op, x, gamma));
    requireMoments(op, "rstd", rstd, moments);
    requireMoments(op, "drstd", arguments[4], moments);
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), Abstract::tensor(gamma.dtype, gamma.shape)});
}

Value rmsNormGradEval(ValueSpan arguments) {
    rmsNormGradRule(typesOf(arguments));
    const Tensor &x = *arguments[1].asTensor(), &gamma = *arguments[3].asTensor();
    if (x.count() == 0) return Value::tuple({x.clone(), Tensor::zeros(gamma.shape(), gamma.dtype())});
    const DType dtype = momentsDType(x.dtype());
    const Tensor rstd = optionalTensor(arguments[2]).cast(dtype);
    // The kernel wants the mean square: the factor is its root's reciprocal, and changes by -factor^3 / 2 with it.
    const Tensor square = mapped(rstd, [](double factor) { return 1 / (factor * factor); });
    Tensor dsquare = optionalTensor(arguments[4]);
    if (dsquare.defined()) {
        dsquare = dsquare.cast(dtype).clone();
        for (int64_t i = 0; i < dsquare.count(); ++i) {
            const double factor = rstd.at(i), slope = -0.5 * factor * factor * factor * dsquare.at(i);
            if (dtype == DType::Float64)
                dsquare.mutableData<double>()[i] = slope;
            else
                dsquare.mutableData<float>()[i] = float(slope);
        }
    }
    const NormGradients gradients = computeRowNormGradient(
        rmsPlan(x.shape(), x.rank() - gamma.rank(), 0),
        {x, *arguments[0].asTensor(), Tensor(), square, gamma.reshaped({gamma.count()}), Tensor(), dsquare});
    return Value::tuple({gradients.dx, gradients.dgamma.reshaped(gamma.shape()).cast(gamma.dtype())});
}

Samples rmsNormGradSamples() {
    const Value none;
    return {{sampleValues({4, 6}, -1, 2), sampleValues({4, 6}, -2, 1), sampleValues({4, 1}, 1, 2),
             sampleValues({6}, 1, 2), none},
            {sampleValues({2, 3, 4}, -1, 2), sampleValues({2, 3, 4}, -2, 1), sampleValues({2, 1, 1}, 1, 2),
             sampleValues({3, 4}, 1, 2), sampleValues({2, 1, 1}, -1, 1)}};
}

std::vector<Term> rmsNormGradGradient(Gradient &g) {
    const int rank = g.rank(1), first = rank - g.rank(3);
    NormGradientCall call;
    call.kind = NormKind::Factor;
    call.axes = axesFrom(first, rank);
    call.count = double(from(g.shape(1), first).product());
    call.dy = g.in(0);
    call.x = g.in(1);
    call.factor = g.in(2);
    call.gamma = g.in(3);
    call.ofDx = g.dout(0);
    call.ofDgamma = g.dout(1);
    const Term cubed = call.factor * call.factor * call.factor;
    if (!g.isNone(4)) call.dvariance = g.in(4) * cubed * -0.5;
    const NormGradientTerms terms = gradientOfNormGradient(g, call);
    Term ofFactor = terms.factor;
    if (!g.isNone(4)) ofFactor = ofFactor + terms.dvariance * g.in(4) * call.factor * call.factor * -1.5;
    std::vector<Term> all = {terms.dy, terms.x, ofFactor, terms.gamma};
    if (!g.isNone(4)) all.push_back(terms.dvariance * cubed * -0.5);
    return all;
}

OpDef rmsNormGrad() {
    OpDef def =
        normOp("RmsNormGrad", "What gradients dy of the output, and drstd of the factor, of an RmsNorm give for x and "
                              "gamma, as a tuple; rstd is the factor; shapes as there.");
    def.params = {tensorParam("dy"), tensorParam("x"), tensorParam("rstd"), tensorParam("gamma"),
                  optionalParam("drstd", ParamKind::Any, {})};
    def.infer = inferBy<rmsNormGradRule>;
    def.eval = rmsNormGradEval;
    def.samples = rmsNormGradSamples;
    def.gradient = rmsNormGradGradient;
    return def;
}

} // namespace

std::vector<OpDef> layerNormOps() {
    const std::vector<OpUseRow> uses = {
        {{"LayerNorm"},
         {.dependence = Dependence::Layer, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
        {{"LayerNormGrad"},
         {.dependence = Dependence::LayerGradient, .device = DeviceKernel::NormGradient, .operations = notByShapes}},
        {{"RmsNorm"},
         {.dependence = Dependence::Rms, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
        {{"RmsNormGrad"},
         {.dependence = Dependence::RmsGradient, .device = DeviceKernel::NormGradient, .operations = notByShapes}},
    };
    return withUses({layerNorm(), layerNormGrad(), rmsNorm(), rmsNormGrad()}, uses);
}

} // namespace jitscope::inline ops

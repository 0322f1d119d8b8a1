// SPDX-License-Identifier: Apache-2.0
// Normalisation by moments of channels (BatchNorm and its gradient) and of groups of channels (GroupNorm).
#include "engine/ops/families.h"
#include "engine/ops/kernels/normalise.h"
#include "engine/ops/rules/normgradients.h"
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

double epsilonOf(const char *op, TypeSpan arguments, size_t index) {
    const Abstract &argument = arguments[index];
    const std::optional<double> number = argument.isConstant ? argument.value.number() : std::nullopt;
    if (!number || !(*number >= 0))
        diagnose(
            format("For '%s', 'epsilon' must be a number of at least 0, but got %s.", op, brief(argument).c_str()));
    return *number;
}

const Abstract &images(const char *op, TypeSpan arguments, size_t index) {
    const Abstract &x = tensorType(op, arguments, index);
    requireFloating(op, "input_x", x);
    if (x.shape.rank() < 2)
        diagnose(format("For '%s', the dimension of 'input_x' must be at least 2, but got %d.", op, x.shape.rank()));
    return x;
}

void requireOfChannels(const char *op, const char *name, const Abstract &tensor, int64_t channels) {
    if (!tensor.isTensor() || tensor.shape != Dims{channels} || !info(tensor.dtype).floating)
        diagnose(format("For primitive[%s], the %s must be a floating Tensor of shape [%lld], but got %s.", op, name,
                        (long long)channels, brief(tensor).c_str()));
}

ChannelNormPlan planOf(const Dims &shape, double epsilon) {
    ChannelNormPlan plan;
    plan.batch = shape[0];
    plan.channels = shape[1];
    plan.places = Dims(shape.span().subspan(2)).product();
    plan.epsilon = epsilon;
    return plan;
}

/** From the variance of all elements to that of the population they are a sample of. */
double sampleFactor(const Dims &shape) {
    const double count = double(planOf(shape, 0).count());
    return count / std::max(count - 1, 1.0);
}

/** Parameters and moments (C,) as they broadcast to x. */
Term overChannels(Gradient &g, Term perChannel, int rank) {
    Dims shape = Dims::filled(rank, 1);
    shape[1] = perChannel.shape()[0];
    return g.reshape(perChannel, shape);
}

Term backFromChannels(Gradient &g, Term x) {
    Dims axes;
    for (int i = 0; i < x.rank(); ++i)
        if (i != 1) axes.push(i);
    return g.sum(x, axes, false);
}

OpCost normCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost = {8.0 * double(arguments[0].count()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

OpDef normOp(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::Normalisation;
    def.cost = normCost;
    return def;
}

// --- BatchNorm -------------------------------------------------------------------------------------------------------

Abstract batchNormRule(TypeSpan arguments) {
    const char *op = "BatchNorm";
    const Abstract &x = images(op, arguments, 0);
    constexpr const char *names[] = {"scale", "bias", "mean", "variance"};
    for (size_t i = 0; i < 4; ++i)
        requireOfChannels(op, names[i], arguments[i + 1], x.shape[1]);
    boolOf(op, arguments, 5);
    epsilonOf(op, arguments, 6);
    requireChannelsFirst(op, arguments, 8);
    const Abstract moments = Abstract::tensor(momentsDType(x.dtype), {x.shape[1]});
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), moments, moments, moments, moments});
}

Value batchNormEval(ValueSpan arguments) {
    batchNormRule(typesOf(arguments));
    const Tensor &x = *arguments[0].asTensor();
    const ChannelNormPlan plan = planOf(x.shape(), *arguments[6].number());
    const DType dtype = momentsDType(x.dtype());
    const bool isTraining = *arguments[5].asBool();
    const ChannelMoments moments = isTraining ? computeChannelMoments(plan, x)
                                              : ChannelMoments{arguments[3].asTensor()->cast(dtype).contiguous(),
                                                               arguments[4].asTensor()->cast(dtype).contiguous()};
    const Tensor y = computeChannelNorm(
        plan, x, channelLines(dtype, plan.epsilon, moments, *arguments[1].asTensor(), *arguments[2].asTensor()));
    const Tensor sample = isTraining ? varianceOfSample(moments.variance, plan.count()) : moments.variance;
    return Value::tuple({y, moments.mean, sample, moments.mean, moments.variance});
}

Samples batchNormSamples() {
    const Tensor scale = sampleValues({3}, 1, 2), bias = sampleValues({3}, -1, 1), mean = sampleValues({3}, -1, 0);
    const Tensor variance = sampleValues({3}, 1, 2);
    return {{sampleValues({2, 3, 4, 5}, -1, 2), scale, bias, mean, variance, false, 1e-5, 0.1, "NCHW"},
            {sampleValues({2, 3, 4, 5}, -1, 2), scale, bias, mean, variance, true, 1e-5, 0.1, "NCHW"},
            {sampleValues({6, 3}, -1, 2), scale, bias, mean, variance, true, 1e-3, 0.1, "NCHW"},
            {sampleValues({2, 3, 9}, -1, 2), scale, bias, mean, variance, false, 1e-5, 0.1, "NCHW"},
            {Tensor::zeros({0, 3, 4, 5}, DType::Float32), scale, bias, mean, variance, false, 1e-5, 0.1, "NCHW"}};
}

std::vector<Term> batchNormGradient(Gradient &g) {
    const bool isTraining = g.boolOf(5);
    const Term saved = g.out();
    const Term dmean = g.dout(1) + g.dout(3);
    const Term dvariance = isTraining ? g.dout(2) * sampleFactor(g.shape(0)) + g.dout(4) : g.dout(2) + g.dout(4);
    std::vector<Operand> arguments = {g.dout(0), g.in(0),       g.in(1),       g.item(saved, 3), g.item(saved, 4),
                                      Value(),   g.constant(5), g.constant(6), g.constant(8)};
    if (isTraining) {
        arguments.emplace_back(dmean);
        arguments.emplace_back(dvariance);
    }
    const Term all = g.call("BatchNormGrad", arguments);
    std::vector<Term> terms = {g.item(all, 0), g.item(all, 1), g.item(all, 2)};
    if (!isTraining && (g.wants(3) || g.wants(4))) {
        const Term factor = g.call("Rsqrt", {g.in(4) + g.numberOf(6)});
        const Term slope = g.in(1) * factor;
        terms.push_back(dmean - slope * terms[2]);
        terms.push_back(dvariance - slope * factor * terms[1] * 0.5);
    }
    return terms;
}

OpDef batchNorm() {
    OpDef def =
        normOp("BatchNorm",
               "(input_x - mean) / sqrt(variance + epsilon) * scale + bias for each channel (axis 1), with the "
               "moments of input_x if is_training, else with those given, all (C,); floating dtypes; gives (output, "
               "mean, variance of a sample, mean, variance of all).");
    def.params = {tensorParam("input_x", {"x", "input"}),
                  tensorParam("scale", {"weight"}),
                  tensorParam("bias"),
                  tensorParam("mean"),
                  tensorParam("variance"),
                  optionalParam("is_training", ParamKind::Bool, false),
                  optionalParam("epsilon", ParamKind::Float, 1e-5, {"eps"}),
                  optionalParam("momentum", ParamKind::Float, 0.1),
                  optionalParam("data_format", ParamKind::Text, "NCHW")};
    def.infer = inferBy<batchNormRule>;
    def.eval = batchNormEval;
    def.samples = batchNormSamples;
    def.gradient = batchNormGradient;
    def.numpy = "(lambda x, k, s: (lambda m, v: (lambda n: ((x - m.reshape(s)) / np.sqrt(v.reshape(s) + a[6]) * "
                "a[1].reshape(s) + a[2].reshape(s), m, v * (n / max(n - 1, 1) if a[5] else 1), m, v))(x[:, 0].size))"
                "(x.mean(axis=k) if a[5] else a[3], x.var(axis=k) if a[5] else a[4]))"
                "(a[0], (0, *range(2, a[0].ndim)), (-1,) + (1,) * (a[0].ndim - 2))";
    return def;
}

// --- BatchNormGrad ---------------------------------------------------------------------------------------------------

Abstract batchNormGradRule(TypeSpan arguments) {
    const char *op = "BatchNormGrad";
    const Abstract &dout = tensorType(op, arguments, 0), &x = images(op, arguments, 1);
    if (dout.shape != x.shape || dout.dtype != x.dtype)
        diagnose(format("For '%s', 'dout' must be %s as x is, but got %s.", op, brief(x).c_str(), brief(dout).c_str()));
    constexpr const char *names[] = {"scale", "saved_mean", "saved_variance"};
    for (size_t i = 0; i < 3; ++i)
        requireOfChannels(op, names[i], arguments[i + 2], x.shape[1]);
    boolOf(op, arguments, 6);
    epsilonOf(op, arguments, 7);
    requireChannelsFirst(op, arguments, 8);
    for (const size_t i : {size_t(9), size_t(10)})
        if (!isNone(arguments[i])) requireOfChannels(op, i == 9 ? "dmean" : "dvariance", arguments[i], x.shape[1]);
    const Abstract parameter = Abstract::tensor(arguments[2].dtype, {x.shape[1]});
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), parameter, parameter});
}

Tensor optionalTensor(const Value &value) {
    return value.asTensor() ? *value.asTensor() : Tensor();
}

Value batchNormGradEval(ValueSpan arguments) {
    batchNormGradRule(typesOf(arguments));
    const Tensor &x = *arguments[1].asTensor(), &scale = *arguments[2].asTensor();
    const ChannelNormPlan plan = planOf(x.shape(), *arguments[7].number());
    const RowNormGradient of = {
        x,     *arguments[0].asTensor(),     *arguments[3].asTensor(),     *arguments[4].asTensor(),
        scale, optionalTensor(arguments[9]), optionalTensor(arguments[10])};
    const MomentsFrom from = *arguments[6].asBool() ? MomentsFrom::Elements : MomentsFrom::Outside;
    const NormGradients gradients = computeChannelNormGradient(plan, of, from);
    return Value::tuple({gradients.dx, gradients.dgamma.cast(scale.dtype()), gradients.dbeta.cast(scale.dtype())});
}

Samples batchNormGradSamples() {
    const Tensor x = sampleValues({2, 3, 4, 5}, -1, 2), dout = sampleValues({2, 3, 4, 5}, -2, 1);
    const Tensor scale = sampleValues({3}, 1, 2), mean = sampleValues({3}, -1, 1), variance = sampleValues({3}, 1, 2);
    const Value none;
    return {{dout, x, scale, mean, variance, none, false, 1e-5, "NCHW", none, none},
            {dout, x, scale, mean, variance, none, true, 1e-5, "NCHW", none, none},
            {sampleValues({6, 3}, -2, 1), sampleValues({6, 3}, -1, 2), scale, mean, variance, none, true, 1e-5, "NCHW",
             sampleValues({3}, 0, 1), sampleValues({3}, -1, 0)}};
}

std::vector<Term> batchNormGradGradient(Gradient &g) {
    const int rank = g.rank(1);
    NormGradientCall call;
    call.kind = g.boolOf(6) ? NormKind::MeanAndFactor : NormKind::Nothing;
    for (int i = 0; i < rank; ++i)
        if (i != 1) call.axes.push(i);
    call.count = double(std::max<int64_t>(planOf(g.shape(1), 0).count(), 1));
    call.dy = g.in(0);
    call.x = g.in(1);
    const Term factor = g.call("Rsqrt", {g.in(4) + g.numberOf(7)});
    call.factor = overChannels(g, factor, rank);
    call.gamma = overChannels(g, g.in(2), rank);
    call.mean = overChannels(g, g.in(3), rank);
    const bool isTraining = g.boolOf(6);
    if (isTraining && !g.isNone(10)) call.dvariance = overChannels(g, g.in(10), rank);
    call.ofDx = g.dout(0);
    call.ofDgamma = overChannels(g, g.dout(1), rank);
    call.ofDbeta = overChannels(g, g.dout(2), rank);
    const NormGradientTerms terms = gradientOfNormGradient(g, call);
    const auto perChannel = [&](Term x) { return g.reshape(x, {g.shape(1)[1]}); };
    std::vector<Term> all = {terms.dy, terms.x, backFromChannels(g, terms.gamma), perChannel(terms.mean),
                             perChannel(terms.factor) * factor * factor * factor * -0.5};
    all.resize(11);
    if (isTraining && !g.isNone(9)) all[9] = perChannel(terms.dmean);
    if (isTraining && !g.isNone(10)) all[10] = perChannel(terms.dvariance);
    return all;
}

OpDef batchNormGrad() {
    OpDef def =
        normOp("BatchNormGrad",
               "What a gradient dout of the output, and dmean and dvariance of the moments, of a BatchNorm with "
               "the moments saved_mean and saved_variance give for x, scale and bias, as a tuple; shapes as there.");
    def.params = {tensorParam("dout"),
                  tensorParam("x"),
                  tensorParam("scale"),
                  tensorParam("saved_mean"),
                  tensorParam("saved_variance"),
                  optionalParam("reserve", ParamKind::Any, {}),
                  optionalParam("is_training", ParamKind::Bool, false),
                  optionalParam("epsilon", ParamKind::Float, 1e-5),
                  optionalParam("data_format", ParamKind::Text, "NCHW"),
                  optionalParam("dmean", ParamKind::Any, {}),
                  optionalParam("dvariance", ParamKind::Any, {})};
    def.infer = inferBy<batchNormGradRule>;
    def.eval = batchNormGradEval;
    def.samples = batchNormGradSamples;
    def.gradient = batchNormGradGradient;
    return def;
}

// --- GroupNorm -------------------------------------------------------------------------------------------------------

Abstract groupNormRule(TypeSpan arguments) {
    const char *op = "GroupNorm";
    const Abstract &x = images(op, arguments, 0);
    const int64_t groups = intOf(op, arguments, 1);
    if (groups < 1 || x.shape[1] % groups != 0)
        diagnose(format("For '%s', 'num_groups' must be at least 1 and divide the channels %lld, but got %lld.", op,
                        (long long)x.shape[1], (long long)groups));
    for (const size_t i : {size_t(2), size_t(3)})
        if (!isNone(arguments[i])) requireOfChannels(op, i == 2 ? "weight" : "bias", arguments[i], x.shape[1]);
    epsilonOf(op, arguments, 4);
    return Abstract::tensor(x.dtype, x.shape);
}

/** Groups are rows of (C / groups) * places neighbours, whose parameters repeat from image to image. */
RowNormPlan groupPlan(const Dims &shape, int64_t groups, double epsilon) {
    const ChannelNormPlan channels = planOf(shape, epsilon);
    RowNormPlan plan;
    plan.rows = channels.batch * groups;
    plan.count = channels.channels / groups * channels.places;
    plan.parameterRows = groups;
    plan.epsilon = epsilon;
    return plan;
}

Tensor overPlaces(const Value &parameter, const ChannelNormPlan &plan, DType dtype) {
    const Tensor own =
        parameter.asTensor() ? parameter.asTensor()->cast(dtype) : Tensor::full({plan.channels}, 1, dtype);
    return own.reshaped({plan.channels, 1})
        .broadcastTo({plan.channels, plan.places})
        .reshaped({plan.channels * plan.places});
}

Value groupNormEval(ValueSpan arguments) {
    groupNormRule(typesOf(arguments));
    const Tensor &x = *arguments[0].asTensor();
    if (x.count() == 0) return x.clone();
    const double epsilon = *arguments[4].number();
    const ChannelNormPlan channels = planOf(x.shape(), epsilon);
    const DType dtype = momentsDType(x.dtype());
    const Tensor beta = arguments[3].asTensor() ? overPlaces(arguments[3], channels, dtype) : Tensor();
    const RowNormPlan plan = groupPlan(x.shape(), *arguments[1].asInt(), epsilon);
    return computeRowNorm(plan, x, overPlaces(arguments[2], channels, dtype), beta).y;
}

Samples groupNormSamples() {
    const Value none;
    return {{sampleValues({2, 4, 3, 2}, -1, 2), 2, sampleValues({4}, 1, 2), sampleValues({4}, -1, 1), 1e-5},
            {sampleValues({3, 6, 5}, -1, 2), 6, sampleValues({6}, 1, 2), none, 1e-3},
            {sampleValues({3, 6}, -1, 2), 3, none, none, 1e-3},
            {Tensor::zeros({0, 4, 3}, DType::Float32), 2, sampleValues({4}, 1, 2), sampleValues({4}, -1, 1), 1e-5}};
}

/** As the layer norm of (N, groups, elements) with parameters broadcast over all places. */
std::vector<Term> groupNormGradient(Gradient &g) {
    const ChannelNormPlan channels = planOf(g.shape(0), 0);
    const RowNormPlan plan = groupPlan(g.shape(0), g.intOf(1), g.numberOf(4));
    const Dims rows = {channels.batch, plan.parameterRows, plan.count};
    const Dims parameters = {plan.parameterRows, plan.count}, places = {channels.channels, channels.places};
    const Term x = g.reshape(g.in(0), rows), dout = g.reshape(g.dout(), rows);
    const Term ones = g.term(Tensor::full({channels.channels}, 1, x.dtype()));
    const Term weight = g.isNone(2) ? ones : g.in(2);
    const Term gamma = g.reshape(g.broadcast(g.reshape(weight, {channels.channels, 1}), places), parameters);
    const Term normalised = g.call("LayerNorm", {x, gamma, gamma, 2, 1, plan.epsilon});
    const Term all =
        g.call("LayerNormGrad", {x, dout, g.item(normalised, 2), g.item(normalised, 1), gamma, 2, 1, plan.epsilon});
    const auto perChannel = [&](size_t item) { return g.sum(g.reshape(g.item(all, item), places), {1}, false); };
    std::vector<Term> terms(4);
    terms[0] = g.reshape(g.item(all, 0), g.shape(0));
    if (!g.isNone(2)) terms[2] = perChannel(1);
    if (!g.isNone(3)) terms[3] = perChannel(2);
    return terms;
}

OpDef groupNorm() {
    OpDef def =
        normOp("GroupNorm", "(input - mean) / sqrt(variance + eps) * weight + bias with the moments of each of "
                            "num_groups groups of channels (axis 1) of each sample; weight and bias (C,) or None; "
                            "floating dtypes, same shape.");
    def.function = "group_norm";
    def.params = {tensorParam("input", {"x"}), param("num_groups", ParamKind::Int),
                  optionalParam("weight", ParamKind::Any, {}, {"gamma"}),
                  optionalParam("bias", ParamKind::Any, {}, {"beta"}),
                  optionalParam("eps", ParamKind::Float, 1e-5, {"epsilon"})};
    def.infer = inferBy<groupNormRule>;
    def.eval = groupNormEval;
    def.samples = groupNormSamples;
    def.gradient = groupNormGradient;
    def.numpy =
        "(lambda x, s: (lambda r: ((r - r.mean(axis=2, keepdims=True)) / np.sqrt(r.var(axis=2, keepdims=True) + "
        "a[4])).reshape(x.shape) * (1 if a[2] is None else a[2].reshape(s)) + (0 if a[3] is None else "
        "a[3].reshape(s)))(x.reshape(x.shape[0], a[1], x[0].size // a[1] if x.size else 0)))"
        "(a[0], (-1,) + (1,) * (a[0].ndim - 2))";
    return def;
}

} // namespace

std::vector<OpDef> batchNormOps() {
    const std::vector<OpUseRow> uses = {
        {{"BatchNorm"},
         {.dependence = Dependence::Channel, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
        {{"BatchNormGrad"},
         {.dependence = Dependence::ChannelGradient, .device = DeviceKernel::NormGradient, .operations = notByShapes}},
        {{"GroupNorm"},
         {.dependence = Dependence::Group, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
    };
    return withUses({batchNorm(), batchNormGrad(), groupNorm()}, uses);
}

} // namespace jitscope::inline ops

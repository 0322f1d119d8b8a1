// SPDX-License-Identifier: Apache-2.0
// A convolution with what stands behind it in networks, as fusion passes make it.
#include "engine/ops/families.h"
#include "engine/ops/kernels/normalise.h"
#include "engine/ops/rules/activationrules.h"
#include "engine/ops/rules/convolutionrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

constexpr const char *name = "Conv2DFusion";
/** Places of the arguments behind those of Conv2D. */
constexpr size_t scaleAt = 8, shiftAt = 9, meanAt = 10, varianceAt = 11, epsilonAt = 12, activationAt = 13;

double epsilonOf(TypeSpan arguments) {
    const std::optional<double> number = arguments[epsilonAt].value.number();
    if (!number || !(*number >= 0))
        diagnose(format("For '%s', 'epsilon' must be a number of at least 0, but got %s.", name,
                        brief(arguments[epsilonAt]).c_str()));
    return *number;
}

/** All four are given, one element for each channel of the result, or none. */
void requireNorm(TypeSpan arguments, int64_t channels) {
    constexpr const char *names[] = {"scale", "shift", "mean", "variance"};
    const bool isGiven = !isNone(arguments[scaleAt]);
    for (size_t i = 0; i < 4; ++i) {
        const Abstract &argument = arguments[scaleAt + i];
        const bool fits = isGiven
                              ? argument.isTensor() && argument.shape == Dims{channels} && info(argument.dtype).floating
                              : isNone(argument);
        if (!fits)
            diagnose(
                format("For '%s', scale, shift, mean and variance must be floating Tensors of shape [%lld], or all "
                       "None, but '%s' is %s.",
                       name, (long long)channels, names[i], brief(argument).c_str()));
    }
}

Abstract conv2dFusionRule(TypeSpan arguments) {
    const ConvolutionPlan plan = conv2dPlan(arguments);
    requireNorm(arguments, plan.outChannels);
    epsilonOf(arguments);
    activationOf(name, arguments, activationAt);
    return Abstract::tensor(arguments[0].dtype, checkedShape(name, plan.resultShape()));
}

Value conv2dFusionEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    conv2dFusionRule(types);
    ConvolutionEpilogue epilogue;
    if (const Tensor *bias = arguments[2].asTensor()) epilogue.bias = *bias;
    if (const Tensor *scale = arguments[scaleAt].asTensor()) {
        const ChannelMoments moments = {*arguments[meanAt].asTensor(), *arguments[varianceAt].asTensor()};
        const ChannelLines lines = channelLines(momentsDType(types[0].dtype), epsilonOf(types), moments, *scale,
                                                *arguments[shiftAt].asTensor());
        epilogue.centre = lines.centre;
        epilogue.scale = lines.scale;
        epilogue.shift = lines.shift;
    }
    epilogue.function = activationOf(arguments[activationAt]);
    return computeConvolution(conv2dPlan(types), *arguments[0].asTensor(), *arguments[1].asTensor(), epilogue);
}

OpCost conv2dFusionCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost = costOfPlan(conv2dPlan(arguments), arguments, result);
    cost.flops += 4.0 * double(result.count());
    return cost;
}

Samples conv2dFusionSamples() {
    const Tensor x = sampleValues({2, 4, 5, 6}, -1, 1), bias = sampleValues({6}, -1, 1),
                 w = sampleValues({6, 4, 3, 3}, -1, 1);
    const Tensor scale = sampleValues({6}, 1, 2), shift = sampleValues({6}, -1, 1), mean = sampleValues({6}, -1, 0);
    const Tensor variance = sampleValues({6}, 1, 2);
    const Value none;
    return {{x, w, none, 1, "valid", 0, 1, 1, scale, shift, mean, variance, 1e-5, "relu"},
            {x, w, bias, 2, "same", 0, 1, 1, none, none, none, none, 1e-5, "relu"},
            {x, sampleValues({6, 2, 3, 2}, -1, 1), bias, 1, "pad", 1, 1, 2, scale, shift, mean, variance, 1e-3, ""},
            {x, sampleValues({8, 1, 2, 3}, -1, 1), none, 1, "pad", 1, 1, 4, sampleValues({8}, 1, 2),
             sampleValues({8}, -1, 1), sampleValues({8}, -1, 0), sampleValues({8}, 1, 2), 1e-5, "silu"},
            {sampleValues({1, 32, 14, 14}, -1, 1), sampleValues({40, 32, 3, 3}, -0.1, 0.1), sampleValues({40}, -1, 1),
             1, "same", 0, 1, 1, sampleValues({40}, 1, 2), sampleValues({40}, -1, 1), sampleValues({40}, -1, 0),
             sampleValues({40}, 1, 2), 1e-5, "tanh"},
            {sampleValues({2, 4, 2, 1}, -1, 1), sampleValues({6, 4, 1, 1}, -1, 1), bias, 1, "valid", 0, 1, 1, scale,
             shift, mean, variance, 1e-5, "sigmoid"},
            {Tensor::zeros({0, 4, 5, 6}, DType::Float32), w, bias, 1, "valid", 0, 1, 1, none, none, none, none, 1e-5,
             "relu"}};
}

/** The arguments of how the filters move, from stride on. */
std::vector<Operand> withMovement(Gradient &g, std::vector<Operand> arguments) {
    for (size_t i = 3; i < 8; ++i)
        arguments.emplace_back(g.constant(i));
    return arguments;
}

/** Back through the normalisation of `images`: the gradient of the images; those of its parameters go to `terms`. */
Term normGradient(Gradient &g, Term dout, Term images, std::vector<Term> &terms) {
    const Term all = g.call("BatchNormGrad", {dout, images, g.in(scaleAt), g.in(meanAt), g.in(varianceAt), Value(),
                                              false, g.constant(epsilonAt), "NCHW"});
    const Term factor = g.call("Rsqrt", {g.in(varianceAt) + g.numberOf(epsilonAt)});
    const Term slope = g.in(scaleAt)*factor;
    terms[scaleAt] = g.item(all, 1);
    terms[shiftAt] = g.item(all, 2);
    terms[meanAt] = -(slope * terms[shiftAt]);
    terms[varianceAt] = slope * factor * terms[scaleAt] * -0.5;
    return g.item(all, 0);
}

std::vector<Term> conv2dFusionGradient(Gradient &g) {
    std::vector<Term> terms(12);
    const bool hasNorm = !g.isNone(scaleAt);
    const Operand bias = g.isNone(2) ? Operand(Value()) : Operand(g.in(2));
    const Term images = g.call("Conv2D", withMovement(g, {g.in(0), g.in(1), bias}));
    const auto normalised = [&] {
        return g.item(g.call("BatchNorm", {images, g.in(scaleAt), g.in(shiftAt), g.in(meanAt), g.in(varianceAt), false,
                                           g.constant(epsilonAt)}),
                      0);
    };
    Term dout = activationGradient(g, activationAt, g.dout(), hasNorm ? normalised() : images, g.out());
    if (hasNorm) dout = normGradient(g, dout, images, terms);
    terms[0] = g.call("Conv2DBackpropInput", withMovement(g, {dout, g.in(1), g.shape(0)}));
    terms[1] = g.call("Conv2DBackpropFilter", withMovement(g, {dout, g.in(0), g.shape(1)}));
    if (!g.isNone(2)) terms[2] = g.sum(dout, {0, 2, 3}, false);
    return terms;
}

OpDef conv2dFusion() {
    OpDef def;
    def.name = name;
    def.doc = "A Conv2D whose result is normalised by (x - mean) / sqrt(variance + epsilon) * scale + shift for each "
              "channel, unless those are None, and goes through activation_type on its way out; arguments as of "
              "Conv2D and BatchNorm.";
    def.category = OpCategory::MatMul;
    def.params = {tensorParam("input", {"x"}),
                  tensorParam("weight", {"w"}),
                  param("bias", ParamKind::Any),
                  param("stride", ParamKind::Ints),
                  param("pad_mode", ParamKind::Text),
                  param("padding", ParamKind::Ints, {"pad"}),
                  param("dilation", ParamKind::Ints),
                  param("groups", ParamKind::Int, {"group"}),
                  optionalParam("scale", ParamKind::Any, {}),
                  optionalParam("shift", ParamKind::Any, {}),
                  optionalParam("mean", ParamKind::Any, {}),
                  optionalParam("variance", ParamKind::Any, {}),
                  optionalParam("epsilon", ParamKind::Float, 1e-5),
                  optionalParam("activation_type", ParamKind::Text, "")};
    def.infer = inferBy<conv2dFusionRule>;
    def.eval = conv2dFusionEval;
    def.cost = conv2dFusionCost;
    def.samples = conv2dFusionSamples;
    def.gradient = conv2dFusionGradient;
    return def;
}

} // namespace

std::vector<OpDef> fusedConvolutionOps() {
    const std::vector<OpUseRow> uses = {
        {{"Conv2DFusion"},
         {.dependence = Dependence::Filter, .device = DeviceKernel::Convolution, .operations = notByShapes}},
    };
    return withUses({conv2dFusion()}, uses);
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// One step of an optimizer as one operator that writes the variable and its moments in one walk through memory.
//
// The formulas are those of MindSpore's primitives of the same names, in float32 (float64 for float64 variables),
// rounded to the variable's dtype at the end.
#include "engine/ops/families.h"
#include "engine/ops/kernels/optimizersteps.h"
#include "engine/ops/rules/rules.h"

#include <array>
#include <cmath>

namespace jitscope::inline ops {

namespace {

/** A number, or a tensor of one element. */
double numberOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->at(0);
    return value.number().value();
}

template<size_t size> using Tensors = std::array<Tensor, size>;

/** Variable, moments and gradient have one shape; all are floating. */
void checkSame(const char *op, TypeSpan arguments, std::initializer_list<size_t> places) {
    const Abstract &variable = tensorType(op, arguments, *places.begin());
    for (const size_t place : places) {
        const Abstract &other = tensorType(op, arguments, place);
        if (!info(other.dtype).floating)
            diagnose(std::string("For '") + op +
                     "', the variable, its moments and the gradient must be floating, but got " + brief(other) + ".");
        if (other.shape != variable.shape)
            diagnose(std::string("For '") + op +
                     "', the variable, its moments and the gradient must have one shape, but got " +
                     listText(variable.shape) + " and " + listText(other.shape) + ".");
    }
}

void checkNumbers(const char *op, TypeSpan arguments, std::initializer_list<size_t> places) {
    for (const size_t place : places)
        if (arguments[place].isTensor() && arguments[place].count() != 1)
            diagnose(std::string("For '") + op +
                     "', a coefficient must be a number or a Tensor of one element, but got " +
                     brief(arguments[place]) + ".");
}

/** Sums of moments' memory read and written. */
OpCost stepCost(TypeSpan arguments, const Abstract &) {
    double bytes = 0;
    for (const Abstract &argument : arguments)
        if (argument.isTensor()) bytes += 2.0 * double(argument.bytes());
    return {10.0 * double(arguments[0].count()), bytes};
}

OpDef record(std::string name, std::string doc, std::vector<ParamDef> params, std::vector<size_t> written) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.params = std::move(params);
    def.cost = stepCost;
    def.effect = Effect::Writes;
    def.written = std::move(written);
    return def;
}

Tensor values(double low, double high) {
    return sampleValues({2, 3}, low, high);
}

// --- momentum and SGD ------------------------------------------------------------------------------------------------

Abstract momentumRule(TypeSpan arguments) {
    checkSame("ApplyMomentum", arguments, {0, 1, 3});
    checkNumbers("ApplyMomentum", arguments, {2, 4});
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Value momentumEval(ValueSpan arguments) {
    inferred(momentumRule, arguments);
    const Tensor &variable = *arguments[0].asTensor();
    const MomentumStep step = {numberOf(arguments[2]), numberOf(arguments[4]), *arguments[5].asBool()};
    walkOne<2>({variable, *arguments[1].asTensor()}, *arguments[3].asTensor(), step);
    return variable;
}

OpDef momentum() {
    OpDef def =
        record("ApplyMomentum",
               "variable after accumulation = accumulation * momentum + gradient and variable -= learning_rate * "
               "accumulation, both in place; floating tensors of one shape.",
               {tensorParam("variable", {"var"}), tensorParam("accumulation", {"accum"}),
                operandParam("learning_rate", {"lr"}), tensorParam("gradient", {"grad"}), operandParam("momentum"),
                optionalParam("use_nesterov", ParamKind::Bool, false)},
               {0, 1});
    def.infer = inferBy<momentumRule>;
    def.eval = momentumEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(0, 1), 0.1, values(-2, 2), 0.9, false},
                {values(-1, 1), values(0, 1), Tensor::scalar(0.1, DType::Float32), values(-2, 2), 0.9, true}};
    };
    def.numpy = "a[0] - (a[3] * a[2] + (a[1] * a[4] + a[3]) * a[4] * a[2] if a[5] else (a[1] * a[4] + a[3]) * a[2])";
    return def;
}

Abstract sgdRule(TypeSpan arguments) {
    checkSame("SGD", arguments, {0, 1, 3});
    checkNumbers("SGD", arguments, {2, 4});
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Value sgdEval(ValueSpan arguments) {
    inferred(sgdRule, arguments);
    const Tensor &variable = *arguments[0].asTensor(), &first = *arguments[5].asTensor();
    const bool isFirst = first.count() > 0 && first.at(0) > 0;
    const SgdStep step = {numberOf(arguments[2]), numberOf(arguments[4]), numberOf(arguments[6]),
                          numberOf(arguments[7]), *arguments[8].asBool(), isFirst};
    walkOne<2>({variable, *arguments[3].asTensor()}, *arguments[1].asTensor(), step);
    if (isFirst) overwrite(first, Tensor::zeros(first.shape(), first.dtype()));
    return variable;
}

OpDef sgd() {
    OpDef def = record(
        "SGD",
        "parameters after a step of stochastic gradient descent with momentum, dampening and Nesterov's "
        "variant; stat is 1 before the first step, which takes the gradient whole, and 0 afterwards.",
        {tensorParam("parameters"), tensorParam("gradient"), operandParam("learning_rate"), tensorParam("accum"),
         operandParam("momentum"), tensorParam("stat"), optionalParam("dampening", ParamKind::Float, 0.0),
         optionalParam("weight_decay", ParamKind::Float, 0.0), optionalParam("nesterov", ParamKind::Bool, false)},
        {0, 3, 5});
    def.infer = inferBy<sgdRule>;
    def.eval = sgdEval;
    def.samples = []() -> Samples {
        const Tensor later = Tensor::zeros({2, 3}, DType::Float32);
        return {{values(-1, 1), values(-2, 2), 0.1, values(0, 1), 0.9, later, 0.5, 0.1, false},
                {values(-1, 1), values(-2, 2), 0.1, values(0, 1), 0.0, later, 0.0, 0.0, false}};
    };
    def.numpy = "(lambda d: a[0] - a[2] * (d if a[4] == 0 else a[3] * a[4] + d * (1 - a[6])))(a[1] + a[0] * a[7])";
    return def;
}

// --- Adam ------------------------------------------------------------------------------------------------------------

Abstract threeOf(TypeSpan arguments) {
    return Abstract::tuple({Abstract::tensor(arguments[0].dtype, arguments[0].shape),
                            Abstract::tensor(arguments[1].dtype, arguments[1].shape),
                            Abstract::tensor(arguments[2].dtype, arguments[2].shape)});
}

Value threeOf(ValueSpan arguments) {
    return Value::tuple({arguments[0], arguments[1], arguments[2]});
}

Tensors<3> threeTensors(ValueSpan arguments) {
    return {*arguments[0].asTensor(), *arguments[1].asTensor(), *arguments[2].asTensor()};
}

Abstract adamRule(TypeSpan arguments) {
    checkSame("Adam", arguments, {0, 1, 2, 9});
    checkNumbers("Adam", arguments, {3, 4, 5, 6, 7, 8});
    return threeOf(arguments);
}

Value adamEval(ValueSpan arguments) {
    inferred(adamRule, arguments);
    const AdamStep step = {correctedRate(numberOf(arguments[5]), numberOf(arguments[3]), numberOf(arguments[4])),
                           numberOf(arguments[6]), numberOf(arguments[7]), numberOf(arguments[8]),
                           *arguments[11].asBool()};
    walkOne<3>(threeTensors(arguments), *arguments[9].asTensor(), step);
    return threeOf(arguments);
}

OpDef adam() {
    OpDef def = record(
        "Adam",
        "(var, m, v) after a step of Adam: m and v follow the gradient and its square, var -= lr * sqrt(1 - "
        "beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon); all in place.",
        {tensorParam("var"), tensorParam("m"), tensorParam("v"), operandParam("beta1_power"),
         operandParam("beta2_power"), operandParam("lr"), operandParam("beta1"), operandParam("beta2"),
         operandParam("epsilon"), tensorParam("gradient", {"grad"}),
         optionalParam("use_locking", ParamKind::Bool, false), optionalParam("use_nesterov", ParamKind::Bool, false)},
        {0, 1, 2});
    def.infer = inferBy<adamRule>;
    def.eval = adamEval;
    def.samples = []() -> Samples {
        return {
            {values(-1, 1), values(0, 1), values(1, 2), 0.9, 0.999, 0.1, 0.9, 0.999, 1e-8, values(-2, 2), false, false},
            {values(-1, 1), values(0, 1), values(1, 2), 0.81, 0.998, 0.1, 0.9, 0.999, 1e-8, values(-2, 2), false,
             true}};
    };
    def.numpy =
        "(lambda m, v: (a[0] - a[5] * np.sqrt(1 - a[4]) / (1 - a[3]) * (m * a[6] + (1 - a[6]) * a[9] if a[11] else m) "
        "/ (np.sqrt(v) + a[8]), m, v))(a[1] + (a[9] - a[1]) * (1 - a[6]), a[2] + (a[9] ** 2 - a[2]) * (1 - a[7]))";
    return def;
}

Abstract adamWeightDecayRule(TypeSpan arguments) {
    checkSame("AdamWeightDecay", arguments, {0, 1, 2, 8});
    checkNumbers("AdamWeightDecay", arguments, {3, 4, 5, 6, 7});
    return threeOf(arguments);
}

Value adamWeightDecayEval(ValueSpan arguments) {
    inferred(adamWeightDecayRule, arguments);
    const AdamWeightDecayStep step = {numberOf(arguments[3]), numberOf(arguments[4]), numberOf(arguments[5]),
                                      numberOf(arguments[6]), numberOf(arguments[7])};
    walkOne<3>(threeTensors(arguments), *arguments[8].asTensor(), step);
    return threeOf(arguments);
}

OpDef adamWeightDecay() {
    OpDef def =
        record("AdamWeightDecay",
               "(var, m, v) after a step of Adam without bias correction and with the weight's decay apart from the "
               "moments: var -= lr * (m / (sqrt(v) + epsilon) + decay * var); all in place.",
               {tensorParam("var"), tensorParam("m"), tensorParam("v"), operandParam("lr"), operandParam("beta1"),
                operandParam("beta2"), operandParam("epsilon"), operandParam("decay"),
                tensorParam("gradient", {"grad"}), optionalParam("use_locking", ParamKind::Bool, false)},
               {0, 1, 2});
    def.infer = inferBy<adamWeightDecayRule>;
    def.eval = adamWeightDecayEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(0, 1), values(1, 2), 0.1, 0.9, 0.999, 1e-6, 0.0, values(-2, 2), false},
                {values(-1, 1), values(0, 1), values(1, 2), 0.1, 0.9, 0.999, 1e-6, 0.3, values(-2, 2), false}};
    };
    def.numpy = "(lambda m, v: (a[0] - a[3] * (m / (np.sqrt(v) + a[6]) + a[7] * a[0]), m, v))"
                "(a[1] * a[4] + a[8] * (1 - a[4]), a[2] * a[5] + a[8] ** 2 * (1 - a[5]))";
    return def;
}

Abstract adaMaxRule(TypeSpan arguments) {
    checkSame("ApplyAdaMax", arguments, {0, 1, 2, 8});
    checkNumbers("ApplyAdaMax", arguments, {3, 4, 5, 6, 7});
    return threeOf(arguments);
}

Value adaMaxEval(ValueSpan arguments) {
    inferred(adaMaxRule, arguments);
    const double power = numberOf(arguments[3]), rate = numberOf(arguments[4]), beta1 = numberOf(arguments[5]);
    const double beta2 = numberOf(arguments[6]), epsilon = numberOf(arguments[7]);
    walkOne<3>(threeTensors(arguments), *arguments[8].asTensor(), [&](auto to, const auto *gradient, int64_t n) {
        using T = std::remove_pointer_t<typename decltype(to)::value_type>;
        T *__restrict variable = to[0], *__restrict mean = to[1], *__restrict largest = to[2];
        const T lr = T(rate / (1 - power)), b1 = T(beta1), b2 = T(beta2), eps = T(epsilon);
        for (int64_t i = 0; i < n; ++i) {
            mean[i] = mean[i] * b1 + gradient[i] * (T(1) - b1);
            largest[i] = std::max(b2 * largest[i], std::abs(gradient[i]));
            variable[i] -= lr * mean[i] / (largest[i] + eps);
        }
    });
    return threeOf(arguments);
}

OpDef adaMax() {
    OpDef def = record(
        "ApplyAdaMax",
        "(var, m, v) after a step of AdaMax: Adam with the largest gradient in the place of the mean square; "
        "all in place.",
        {tensorParam("var"), tensorParam("m"), tensorParam("v"), operandParam("beta1_power"), operandParam("lr"),
         operandParam("beta1"), operandParam("beta2"), operandParam("epsilon"), tensorParam("grad", {"gradient"})},
        {0, 1, 2});
    def.infer = inferBy<adaMaxRule>;
    def.eval = adaMaxEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(0, 1), values(1, 2), 0.9, 0.1, 0.9, 0.999, 1e-8, values(-2, 2)},
                {values(-1, 1), values(0, 1), values(0, 1), 0.5, 0.2, 0.9, 0.9, 1e-8, values(-2, 2)}};
    };
    def.numpy = "(lambda m, v: (a[0] - a[4] / (1 - a[3]) * m / (v + a[7]), m, v))"
                "(a[1] * a[5] + a[8] * (1 - a[5]), np.maximum(a[6] * a[2], np.abs(a[8])))";
    return def;
}

// --- RMSProp, Adagrad, Adadelta --------------------------------------------------------------------------------------

Abstract rmsPropRule(TypeSpan arguments) {
    checkSame("ApplyRMSProp", arguments, {0, 1, 2, 4});
    checkNumbers("ApplyRMSProp", arguments, {3, 5, 6, 7});
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Value rmsPropEval(ValueSpan arguments) {
    inferred(rmsPropRule, arguments);
    const double rate = numberOf(arguments[3]), decay = numberOf(arguments[5]), momentum = numberOf(arguments[6]);
    const double epsilon = numberOf(arguments[7]);
    walkOne<3>(threeTensors(arguments), *arguments[4].asTensor(), [&](auto to, const auto *gradient, int64_t n) {
        using T = std::remove_pointer_t<typename decltype(to)::value_type>;
        T *__restrict variable = to[0], *__restrict square = to[1], *__restrict moment = to[2];
        const T lr = T(rate), keep = T(decay), push = T(momentum), eps = T(epsilon);
        for (int64_t i = 0; i < n; ++i) {
            square[i] += (gradient[i] * gradient[i] - square[i]) * (T(1) - keep);
            moment[i] = moment[i] * push + lr * gradient[i] / std::sqrt(square[i] + eps);
            variable[i] -= moment[i];
        }
    });
    return arguments[0];
}

OpDef rmsProp() {
    OpDef def = record(
        "ApplyRMSProp",
        "var after a step of RMSProp: mean_square follows the gradient's square, moment = momentum * moment + "
        "learning_rate * grad / sqrt(mean_square + epsilon), var -= moment; all in place.",
        {tensorParam("var"), tensorParam("mean_square"), tensorParam("moment"), operandParam("learning_rate"),
         tensorParam("grad", {"gradient"}), operandParam("decay"), operandParam("momentum"), operandParam("epsilon")},
        {0, 1, 2});
    def.infer = inferBy<rmsPropRule>;
    def.eval = rmsPropEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(1, 2), values(0, 1), 0.1, values(-2, 2), 0.9, 0.0, 1e-10},
                {values(-1, 1), values(1, 2), values(0, 1), 0.1, values(-2, 2), 0.9, 0.5, 1e-3}};
    };
    def.numpy = "a[0] - (a[2] * a[6] + a[3] * a[4] / np.sqrt(a[1] + (a[4] ** 2 - a[1]) * (1 - a[5]) + a[7]))";
    return def;
}

Abstract centeredRmsPropRule(TypeSpan arguments) {
    checkSame("ApplyCenteredRMSProp", arguments, {0, 1, 2, 3, 4});
    checkNumbers("ApplyCenteredRMSProp", arguments, {5, 6, 7, 8});
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Value centeredRmsPropEval(ValueSpan arguments) {
    inferred(centeredRmsPropRule, arguments);
    const double rate = numberOf(arguments[5]), decay = numberOf(arguments[6]), momentum = numberOf(arguments[7]);
    const double epsilon = numberOf(arguments[8]);
    const Tensors<4> written = {*arguments[0].asTensor(), *arguments[1].asTensor(), *arguments[2].asTensor(),
                                *arguments[3].asTensor()};
    walkOne<4>(written, *arguments[4].asTensor(), [&](auto to, const auto *gradient, int64_t n) {
        using T = std::remove_pointer_t<typename decltype(to)::value_type>;
        T *__restrict variable = to[0], *__restrict mean = to[1], *__restrict square = to[2],
                      *__restrict moment = to[3];
        const T lr = T(rate), keep = T(decay), push = T(momentum), eps = T(epsilon);
        for (int64_t i = 0; i < n; ++i) {
            square[i] += (gradient[i] * gradient[i] - square[i]) * (T(1) - keep);
            mean[i] += (gradient[i] - mean[i]) * (T(1) - keep);
            moment[i] = moment[i] * push + lr * gradient[i] / std::sqrt(square[i] - mean[i] * mean[i] + eps);
            variable[i] -= moment[i];
        }
    });
    return arguments[0];
}

OpDef centeredRmsProp() {
    OpDef def = record("ApplyCenteredRMSProp",
                       "var after a step of RMSProp by the gradient's variance instead of its square; all in place.",
                       {tensorParam("var"), tensorParam("mean_gradient"), tensorParam("mean_square"),
                        tensorParam("moment"), tensorParam("grad", {"gradient"}), operandParam("learning_rate"),
                        operandParam("rho"), operandParam("momentum"), operandParam("epsilon")},
                       {0, 1, 2, 3});
    def.infer = inferBy<centeredRmsPropRule>;
    def.eval = centeredRmsPropEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(-0.1, 0.1), values(2, 3), values(0, 1), values(-1, 1), 0.1, 0.9, 0.0, 1e-3},
                {values(-1, 1), values(-0.1, 0.1), values(2, 3), values(0, 1), values(-1, 1), 0.1, 0.9, 0.5, 1e-3}};
    };
    def.numpy = "(lambda s, m: a[0] - (a[3] * a[7] + a[5] * a[4] / np.sqrt(s - m * m + a[8])))"
                "(a[2] + (a[4] ** 2 - a[2]) * (1 - a[6]), a[1] + (a[4] - a[1]) * (1 - a[6]))";
    return def;
}

Abstract adagradRule(TypeSpan arguments) {
    checkSame("ApplyAdagrad", arguments, {0, 1, 3});
    checkNumbers("ApplyAdagrad", arguments, {2});
    return Abstract::tuple({Abstract::tensor(arguments[0].dtype, arguments[0].shape),
                            Abstract::tensor(arguments[1].dtype, arguments[1].shape)});
}

Value adagradEval(ValueSpan arguments) {
    inferred(adagradRule, arguments);
    const double rate = numberOf(arguments[2]);
    const bool sumsUp = *arguments[4].asBool();
    const Tensors<2> written = {*arguments[0].asTensor(), *arguments[1].asTensor()};
    walkOne<2>(written, *arguments[3].asTensor(), [&](auto to, const auto *gradient, int64_t n) {
        using T = std::remove_pointer_t<typename decltype(to)::value_type>;
        T *__restrict variable = to[0], *__restrict sum = to[1];
        const T lr = T(rate);
        for (int64_t i = 0; i < n; ++i) {
            if (sumsUp) sum[i] += gradient[i] * gradient[i];
            variable[i] -= lr * gradient[i] / std::sqrt(sum[i]);
        }
    });
    return Value::tuple({arguments[0], arguments[1]});
}

OpDef adagrad() {
    OpDef def =
        record("ApplyAdagrad", "(var, accum) after accum += grad ** 2 and var -= lr * grad / sqrt(accum), in place.",
               {tensorParam("var"), tensorParam("accum"), operandParam("lr"), tensorParam("grad", {"gradient"}),
                optionalParam("update_slots", ParamKind::Bool, true)},
               {0, 1});
    def.infer = inferBy<adagradRule>;
    def.eval = adagradEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(1, 2), 0.1, values(-2, 2), true},
                {values(-1, 1), values(1, 2), 0.1, values(-2, 2), false}};
    };
    def.numpy = "(lambda s: (a[0] - a[2] * a[3] / np.sqrt(s), s))(a[1] + a[3] ** 2 if a[4] else a[1])";
    return def;
}

Abstract adadeltaRule(TypeSpan arguments) {
    checkSame("ApplyAdadelta", arguments, {0, 1, 2, 6});
    checkNumbers("ApplyAdadelta", arguments, {3, 4, 5});
    return threeOf(arguments);
}

Value adadeltaEval(ValueSpan arguments) {
    inferred(adadeltaRule, arguments);
    const double rate = numberOf(arguments[3]), decay = numberOf(arguments[4]), epsilon = numberOf(arguments[5]);
    walkOne<3>(threeTensors(arguments), *arguments[6].asTensor(), [&](auto to, const auto *gradient, int64_t n) {
        using T = std::remove_pointer_t<typename decltype(to)::value_type>;
        T *__restrict variable = to[0], *__restrict square = to[1], *__restrict change = to[2];
        const T lr = T(rate), keep = T(decay), eps = T(epsilon);
        for (int64_t i = 0; i < n; ++i) {
            square[i] = square[i] * keep + gradient[i] * gradient[i] * (T(1) - keep);
            const T step = std::sqrt(change[i] + eps) / std::sqrt(square[i] + eps) * gradient[i];
            change[i] = change[i] * keep + step * step * (T(1) - keep);
            variable[i] -= lr * step;
        }
    });
    return threeOf(arguments);
}

OpDef adadelta() {
    OpDef def =
        record("ApplyAdadelta",
               "(var, accum, accum_update) after a step of Adadelta, whose step is scaled by the steps before; all "
               "in place.",
               {tensorParam("var"), tensorParam("accum"), tensorParam("accum_update"), operandParam("lr"),
                operandParam("rho"), operandParam("epsilon"), tensorParam("grad", {"gradient"})},
               {0, 1, 2});
    def.infer = inferBy<adadeltaRule>;
    def.eval = adadeltaEval;
    def.samples = []() -> Samples {
        return {{values(-1, 1), values(1, 2), values(0, 1), 0.1, 0.9, 1e-6, values(-2, 2)},
                {values(-1, 1), values(1, 2), values(0, 1), 1.0, 0.5, 1e-3, values(-2, 2)}};
    };
    def.numpy = "(lambda s: (lambda d: (a[0] - a[3] * d, s, a[2] * a[4] + d * d * (1 - a[4])))"
                "(np.sqrt(a[2] + a[5]) / np.sqrt(s + a[5]) * a[6]))(a[1] * a[4] + a[6] ** 2 * (1 - a[4]))";
    return def;
}

} // namespace

std::vector<OpDef> optimizerOps() {
    const std::vector<OpUseRow> uses = {
        {{"ApplyMomentum", "Adam", "AdamWeightDecay"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Optimizer, .operations = notByShapes}},
        {{"SGD"}, {.dependence = Dependence::BySgd, .device = DeviceKernel::Optimizer, .operations = notByShapes}},
        {{"ApplyAdaMax", "ApplyRMSProp", "ApplyCenteredRMSProp", "ApplyAdagrad", "ApplyAdadelta"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses(
        {momentum(), sgd(), adam(), adamWeightDecay(), adaMax(), rmsProp(), centeredRmsProp(), adagrad(), adadelta()},
        uses);
}

} // namespace jitscope::inline ops

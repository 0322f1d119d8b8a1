// SPDX-License-Identifier: Apache-2.0
// Steps of optimizers for many variables at once, as a fusion pass makes them: one walk through all of them, so that
// small variables cost no call and no waking of threads each.
#include "engine/ops/families.h"
#include "engine/ops/kernels/optimizersteps.h"
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

/** An optimizer whose tensors become tuples of tensors; its numbers stay, the same for all variables. */
struct Combination {
    const char *name;
    const char *single;
    std::vector<size_t> tuples;  ///< parameters that become tuples; the variables come first
    std::vector<size_t> written; ///< those of them that are written
    void (*walk)(ValueSpan arguments);
};

double numberOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->at(0);
    return value.number().value();
}

const std::vector<Value> &itemsOf(const Value &tuple) {
    return tuple.asSequence()->items;
}

template<size_t size, class StepOf>
void walkTuples(ValueSpan arguments, std::array<size_t, size> written, size_t gradient, StepOf stepOf) {
    using Step = decltype(stepOf(size_t(0)));
    std::vector<StepItem<size, Step>> items;
    for (size_t i = 0; i < itemsOf(arguments[0]).size(); ++i) {
        std::array<Tensor, size> tensors;
        for (size_t k = 0; k < size; ++k)
            tensors[k] = *itemsOf(arguments[written[k]])[i].asTensor();
        items.push_back({tensors, *itemsOf(arguments[gradient])[i].asTensor(), stepOf(i)});
    }
    walkAll<size, Step>(items);
}

void walkMomentum(ValueSpan arguments) {
    const MomentumStep step = {numberOf(arguments[2]), numberOf(arguments[4]), *arguments[5].asBool()};
    walkTuples<2>(arguments, {0, 1}, 3, [&](size_t) { return step; });
}

void walkSgd(ValueSpan arguments) {
    const std::vector<Value> &stats = itemsOf(arguments[5]);
    walkTuples<2>(arguments, {0, 3}, 1, [&](size_t i) {
        const Tensor &stat = *stats[i].asTensor();
        const bool isFirst = stat.count() > 0 && stat.at(0) > 0;
        return SgdStep{numberOf(arguments[2]), numberOf(arguments[4]), numberOf(arguments[6]),
                       numberOf(arguments[7]), *arguments[8].asBool(), isFirst};
    });
    for (const Value &stat : stats)
        overwrite(*stat.asTensor(), Tensor::zeros(stat.asTensor()->shape(), stat.asTensor()->dtype()));
}

void walkAdam(ValueSpan arguments) {
    const double rate = correctedRate(numberOf(arguments[5]), numberOf(arguments[3]), numberOf(arguments[4]));
    const AdamStep step = {rate, numberOf(arguments[6]), numberOf(arguments[7]), numberOf(arguments[8]),
                           *arguments[11].asBool()};
    walkTuples<3>(arguments, {0, 1, 2}, 9, [&](size_t) { return step; });
}

void walkAdamWeightDecay(ValueSpan arguments) {
    const AdamWeightDecayStep step = {numberOf(arguments[3]), numberOf(arguments[4]), numberOf(arguments[5]),
                                      numberOf(arguments[6]), numberOf(arguments[7])};
    walkTuples<3>(arguments, {0, 1, 2}, 8, [&](size_t) { return step; });
}

const std::array<Combination, 4> &combinations() {
    static const std::array<Combination, 4> all = {{
        {"CombineMomentum", "ApplyMomentum", {0, 1, 3}, {0, 1}, walkMomentum},
        {"CombineSGD", "SGD", {0, 1, 3, 5}, {0, 3, 5}, walkSgd},
        {"CombineAdam", "Adam", {0, 1, 2, 9}, {0, 1, 2}, walkAdam},
        {"CombineAdamWeightDecay", "AdamWeightDecay", {0, 1, 2, 8}, {0, 1, 2}, walkAdamWeightDecay},
    }};
    return all;
}

/** Each variable must be what the optimizer takes; the result are the variables. */
Abstract combinedType(const Combination &combination, TypeSpan arguments) {
    const size_t count = arguments[0].items.size();
    for (const size_t place : combination.tuples)
        if (arguments[place].kind != Abstract::Kind::Tuple || arguments[place].items.size() != count || count == 0)
            diagnose(
                format("For '%s', the variables, their moments and their gradients must be tuples of as many Tensors, "
                       "but got %s and %s.",
                       combination.name, brief(arguments[0]).c_str(), brief(arguments[place]).c_str()));
    const OpDef &single = *findOp(combination.single);
    for (size_t i = 0; i < count; ++i) {
        std::vector<Abstract> own(arguments.begin(), arguments.end());
        for (const size_t place : combination.tuples)
            own[place] = arguments[place].items[i];
        if (const auto type = single.infer(own); !type) diagnose(type.error().message);
    }
    return Abstract::tuple(arguments[0].items);
}

template<int index> Abstract combinedRule(TypeSpan arguments) {
    return combinedType(combinations()[index], arguments);
}

template<int index> Value combinedEval(ValueSpan arguments) {
    inferred(combinedRule<index>, arguments);
    combinations()[index].walk(arguments);
    return Value::tuple(itemsOf(arguments[0]));
}

OpCost combinedCost(TypeSpan arguments, const Abstract &) {
    OpCost cost;
    for (const Abstract &variable : arguments[0].items)
        cost.flops += 10.0 * double(variable.count());
    for (const Abstract &argument : arguments)
        cost.bytes += 2.0 * double(argument.bytes());
    return cost;
}

/** Two of the optimizer's own samples: one variable of each, and one more. */
template<int index> Samples combinedSamples() {
    const Combination &combination = combinations()[index];
    const Samples own = findOp(combination.single)->samples();
    Samples all;
    for (const std::vector<Value> &sample : own) {
        std::vector<Value> arguments = sample;
        for (const size_t place : combination.tuples) {
            const Tensor &tensor = *sample[place].asTensor();
            Tensor longer(Dims{5, tensor.shape().back()}, tensor.dtype());
            for (int64_t i = 0; i < longer.count(); ++i)
                longer.mutableData<float>()[i] = float(tensor.at((i * 2 + 1) % tensor.count()));
            arguments[place] = Value::tuple({tensor, longer, tensor.clone()});
        }
        all.push_back(std::move(arguments));
    }
    return all;
}

/** The expression of the optimizer for each variable. */
std::string combinedInNumpy(const Combination &combination, const OpDef &single) {
    std::string places;
    for (const size_t place : combination.tuples)
        places += std::to_string(place) + ", ";
    const bool givesMoments = single.numpy.ends_with(")") && single.written.size() == 3 && single.name != "SGD";
    return "tuple((lambda a: " + single.numpy + ")([x[i] if j in (" + places + ") else x for j, x in enumerate(a)])" +
           (givesMoments ? "[0]" : "") + " for i in range(len(a[0])))";
}

template<int index> OpDef combined() {
    const Combination &combination = combinations()[index];
    const std::vector<OpDef> singles = optimizerOps();
    const OpDef &single = *std::ranges::find(singles, combination.single, &OpDef::name);
    OpDef def;
    def.name = combination.name;
    def.doc = std::string("The variables after a step of ") + combination.single +
              " on each, in one walk; arguments as there, but tuples of as many tensors for the variables, their "
              "moments and their gradients; all in place.";
    def.params = single.params;
    for (const size_t place : combination.tuples)
        def.params[place].kind = ParamKind::Tensors;
    def.infer = inferBy<combinedRule<index>>;
    def.eval = combinedEval<index>;
    def.cost = combinedCost;
    def.samples = combinedSamples<index>;
    def.numpy = combinedInNumpy(combination, single);
    def.effect = Effect::Writes;
    def.written = combination.written;
    return def;
}

} // namespace

std::vector<OpDef> combinedOptimizerOps() {
    const std::vector<OpUseRow> uses = {
        {{"CombineMomentum", "CombineSGD", "CombineAdam", "CombineAdamWeightDecay"},
         {.dependence = Dependence::ByItem, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({combined<0>(), combined<1>(), combined<2>(), combined<3>()}, uses);
}

} // namespace jitscope::inline ops

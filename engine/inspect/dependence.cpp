// SPDX-License-Identifier: Apache-2.0
// The list of rules by operator, and the rules of operators that work on each element or only move them.
#include "engine/inspect/dependence.h"

#include "engine/ops/opdef.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace jitscope::inline inspect {

namespace {

using Positions = std::vector<int64_t>;

/** In the order of Dependence; null where everything depends on everything, as far as is known. */
constexpr std::array<DependenceRule, dependenceCount> rules = {
    nullptr, // Unanswered
    nullptr, // Everything
    dependOnNothing,
    dependElementWise,
    dependOnSamePlace,
    dependByMovement,
    dependOnChosen,
    dependByItem,
    dependBySgd,
    dependOnReduced,
    dependOnLane,
    dependOnPrefix,
    dependOnRow,
    dependOnLayer,
    dependOnLayerGradient,
    dependOnRms,
    dependOnRmsGradient,
    dependOnChannel,
    dependOnChannelGradient,
    dependOnGroup,
    dependOnSumNorm,
    dependOnLabels,
    dependWithBias,
    dependOnBiasGradient,
    dependOnProduct,
    dependOnFilter,
    dependOnLineFilter,
    dependOnFilterGradient,
    dependOnImageGradient,
    dependOnWindow,
    dependOnWindowGradient,
};

/** Rules by which the whole first result depends on all elements of all inputs, whatever the arguments say. */
bool takesAllForAll(DependenceRule rule) {
    static constexpr std::array<DependenceRule, 8> all = {dependElementWise, dependOnReduced,     dependOnLane,
                                                          dependOnProduct,   dependOnLayer,       dependOnRms,
                                                          dependWithBias,    dependOnBiasGradient};
    return std::find(all.begin(), all.end(), rule) != all.end();
}

std::vector<ElementSet> everything(const OpCall &call) {
    return std::vector<ElementSet>(call.inputs.size(), allElements(false));
}

/** Where the element of a result lies in an operand that was broadcast to it; nothing if it was not. */
std::optional<ElementSet> broadcastFrom(const Dims &operand, const Dims &result, const Positions &positions) {
    if (operand == result) return elementSet(positions, result.product());
    const int extra = result.rank() - operand.rank();
    if (extra < 0) return std::nullopt;
    for (int axis = 0; axis < operand.rank(); ++axis)
        if (operand[axis] != 1 && operand[axis] != result[axis + extra]) return std::nullopt;
    ElementCollector found(operand.product());
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        Coordinates mine = {};
        for (int axis = 0; axis < operand.rank(); ++axis)
            mine[size_t(axis)] = operand[axis] == 1 ? 0 : at[size_t(axis + extra)];
        found.add(positionOf(mine, operand));
    }
    return found.finish();
}

// --- movement ---

/** Parameters that say where elements go; they are no elements that move. */
bool saysWhere(const ParamDef &param) {
    static constexpr std::array<std::string_view, 5> names = {"indices", "input_indices", "index", "mask",
                                                              "segment_ids"};
    return std::find(names.begin(), names.end(), param.name) != names.end();
}

/** Each element of all moving inputs has a number; a tensor of the numbers of one input. */
struct Numbering {
    std::vector<int64_t> first; ///< by input; -1 for those that do not move
    int64_t total = 0;
};

Numbering numberingOf(const OpCall &call) {
    Numbering numbering{std::vector<int64_t>(call.inputs.size(), -1), 0};
    for (size_t i = 0; i < call.arguments.size(); ++i) {
        if (saysWhere(call.op->params[i])) continue;
        for (size_t k = 0; k < call.arguments[i].count; ++k) {
            numbering.first[call.arguments[i].first + k] = numbering.total;
            numbering.total += call.inputs[call.arguments[i].first + k].count();
        }
    }
    return numbering;
}

enum class Counting : uint8_t { Up, Down };

/** From 1, so that 0 stands for what no input gave. */
Tensor numbersOf(const Dims &shape, int64_t first, const Numbering &numbering, Counting counting, DType dtype) {
    Tensor numbers(shape, DType::Int64);
    auto *elements = numbers.mutableData<int64_t>();
    for (int64_t i = 0; i < numbers.count(); ++i)
        elements[i] = counting == Counting::Up ? first + i + 1 : numbering.total - first - i;
    return numbers.cast(dtype);
}

std::vector<Value> numberedArguments(const OpCall &call, const Numbering &numbering, Counting counting, DType dtype) {
    std::vector<Value> arguments;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
        const OpCall::Argument &argument = call.arguments[i];
        const ParamDef &param = call.op->params[i];
        if (argument.count == 0 && !argument.type.isTensor()) {
            const bool isFiller = param.kind == ParamKind::TensorOrScalar && argument.type.value.number();
            arguments.push_back(isFiller ? Value(0) : argument.type.value);
            continue;
        }
        std::vector<Value> tensors;
        for (size_t k = argument.first; k < argument.first + argument.count; ++k) {
            Tensor tensor = numbering.first[k] < 0
                                ? call.value(k)
                                : numbersOf(call.inputs[k].shape, numbering.first[k], numbering, counting, dtype);
            if (!tensor.defined()) throw std::invalid_argument("the values that say where are not known");
            tensors.emplace_back(std::move(tensor));
        }
        if (argument.count == 0) tensors.push_back(argument.type.value); // a tensor that is a constant
        const bool isSequence = argument.type.kind == Abstract::Kind::Tuple;
        arguments.push_back(isSequence ? Value::tuple(std::move(tensors)) : tensors.front());
    }
    return arguments;
}

Tensor outputOf(const Value &result, size_t output) {
    if (const Tensor *tensor = result.asTensor()) return output == 0 ? *tensor : Tensor();
    const Sequence *sequence = result.asSequence();
    const Tensor *item = sequence && output < sequence->items.size() ? sequence->items[output].asTensor() : nullptr;
    return item ? *item : Tensor();
}

Tensor movedNumbers(const OpCall &call, size_t output, const Numbering &numbering, Counting counting) {
    const auto run = [&](DType dtype) {
        const std::vector<Value> arguments = numberedArguments(call, numbering, counting, dtype);
        return outputOf(call.op->eval(arguments), output).cast(DType::Int64).contiguous();
    };
    try {
        return run(DType::Int64);
    } catch (const std::invalid_argument &) {
        return run(DType::Float64); // exact for numbers of elements
    }
}

/** The elements of an index that chose an element of the result, where the operator is known to look at one place. */
std::optional<ElementSet> choosers(const OpCall &call, size_t input, const Dims &result, const Positions &positions) {
    const std::string &op = call.op->name;
    const Dims &index = call.inputs[input].shape;
    const auto number = [&](const char *name) {
        const Value *value = call.constant(name);
        return value && value->asInt() ? *value->asInt() : 0;
    };
    if (op == "GatherD") return elementSet(positions, index.product());
    if (op == "MaskedFill" || op == "InplaceMaskedFill") return broadcastFrom(index, result, positions);
    const bool isGather = op == "Gather", isSelect = op == "IndexSelect", isOneHot = op == "OneHot";
    if (!isGather && !isSelect && !isOneHot) return std::nullopt;
    const int rank = isOneHot ? result.rank() : call.inputs[0].shape.rank();
    const auto axis = normalizedAxis(number("axis"), rank);
    if (!axis) return std::nullopt;
    const int64_t batch = isGather ? number("batch_dims") : 0;
    if (batch != 0) return std::nullopt;
    ElementCollector found(index.product());
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        Coordinates mine = {};
        for (int i = 0; i < index.rank(); ++i)
            mine[size_t(i)] = at[size_t(isOneHot ? i + (i >= *axis) : i + *axis)];
        found.add(positionOf(mine, index));
    }
    return found.finish();
}

} // namespace

Dependences dependElementWise(const OpCall &call, size_t output, const Positions &positions) {
    std::vector<ElementSet> sets;
    for (const Abstract &input : call.inputs) {
        auto set = broadcastFrom(input.shape, call.outputs[output], positions);
        sets.push_back(set ? *std::move(set) : allElements(false));
    }
    return sets;
}

/** Element by element but for `stat`, which says as a whole whether this is the first step. */
Dependences dependBySgd(const OpCall &call, size_t output, const Positions &positions) {
    Dependences sets = dependElementWise(call, output, positions);
    const OpCall::Argument *stat = call.argument("stat");
    if (stat == nullptr || stat->count != 1) return std::nullopt;
    (*sets)[stat->first] = allElements(false);
    return sets;
}

/** Optimizers of many variables: each result depends on the items of its own place in the lists, element by element. */
Dependences dependByItem(const OpCall &call, size_t output, const Positions &positions) {
    std::vector<ElementSet> sets(call.inputs.size());
    for (const OpCall::Argument &argument : call.arguments) {
        if (argument.count == 0) continue;
        const bool isList = argument.type.kind == Abstract::Kind::Tuple;
        if (isList && argument.count != call.outputs.size()) return std::nullopt;
        const size_t input = argument.first + (isList ? output : 0);
        auto set = broadcastFrom(call.inputs[input].shape, call.outputs[output], positions);
        sets[input] = set ? *std::move(set) : allElements(false);
    }
    if (const OpCall::Argument *stat = call.argument("stat")) sets[stat->first + output] = allElements(false);
    return sets;
}

/** The condition says which operand counts; where it is not known, both do. */
Dependences dependOnChosen(const OpCall &call, size_t output, const Positions &positions) {
    Dependences sets = dependElementWise(call, output, positions);
    const OpCall::Argument *condition = call.argument("condition");
    const Tensor truth = condition && condition->count == 1 ? call.value(condition->first) : Tensor();
    if (!truth.defined()) {
        for (ElementSet &set : *sets)
            set.isExact = false;
        return sets;
    }
    const Tensor wide = truth.broadcastTo(call.outputs[output]).contiguous();
    Positions chosen[2];
    for (const int64_t position : positions)
        chosen[wide.at(position) != 0 ? 0 : 1].push_back(position);
    for (const size_t i : {size_t(1), size_t(2)})
        if (const OpCall::Argument &operand = call.arguments[i]; operand.count == 1)
            (*sets)[operand.first] =
                *broadcastFrom(call.inputs[operand.first].shape, call.outputs[output], chosen[i - 1]);
    return sets;
}

Dependences dependOnSamePlace(const OpCall &call, size_t output, const Positions &positions) {
    if (call.inputs.size() != 1 || call.inputs[0].count() != call.outputs[output].product()) return std::nullopt;
    return std::vector<ElementSet>{elementSet(positions, call.inputs[0].count())};
}

Dependences dependOnNothing(const OpCall &call, size_t, const Positions &) {
    return std::vector<ElementSet>(call.inputs.size());
}

/**
 * The operator runs twice, on numbers that count up and on numbers that count down. A result that only moves gives the
 * numbers of one element both times; sums, extremes and the like do not, and then the rule does not apply.
 */
Dependences dependByMovement(const OpCall &call, size_t output, const Positions &positions) {
    constexpr int64_t largest = int64_t(1) << 26; // elements; more would take gigabytes for the numbers
    const Numbering numbering = numberingOf(call);
    if (numbering.total > largest) return std::nullopt;
    const Tensor up = movedNumbers(call, output, numbering, Counting::Up);
    const Tensor down = movedNumbers(call, output, numbering, Counting::Down);
    if (up.shape() != call.outputs[output] || down.shape() != up.shape()) return std::nullopt;
    std::vector<Positions> found(call.inputs.size());
    for (const int64_t position : positions) {
        const int64_t a = up.data<int64_t>()[position], b = down.data<int64_t>()[position];
        if (a == 0 && b == 0) continue; // a filler
        if (a < 1 || a > numbering.total || a + b != numbering.total + 1) return std::nullopt;
        size_t input = call.inputs.size();
        while (input-- > 0)
            if (numbering.first[input] >= 0 && numbering.first[input] < a) break;
        found[input].push_back(a - 1 - numbering.first[input]);
    }
    std::vector<ElementSet> sets;
    for (size_t i = 0; i < call.inputs.size(); ++i) {
        const bool moves = numbering.first[i] >= 0;
        auto set = moves ? elementSet(std::move(found[i]), call.inputs[i].count())
                         : choosers(call, i, call.outputs[output], positions).value_or(allElements(false));
        sets.push_back(std::move(set));
    }
    return sets;
}

std::vector<ElementSet> dependenciesOf(const OpCall &call, size_t output, const Positions &positions) {
    const DependenceRule rule = rules[size_t(call.op->use.dependence)];
    if (rule == nullptr || output >= call.outputs.size()) return everything(call);
    const bool isWhole = int64_t(positions.size()) == call.outputs[output].product();
    if (isWhole && output == 0 && takesAllForAll(rule))
        return std::vector<ElementSet>(call.inputs.size(), allElements(true));
    try { // rules ask the operator's own functions, which refuse arguments by exceptions
        if (auto sets = rule(call, output, positions); sets && sets->size() == call.inputs.size())
            return *std::move(sets);
    } catch (const std::exception &) {
        return everything(call);
    }
    return everything(call);
}

} // namespace jitscope::inline inspect

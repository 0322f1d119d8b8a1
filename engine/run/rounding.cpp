// SPDX-License-Identifier: Apache-2.0
// Runs the graph as it is, then some times with moved numbers.
#include "engine/run/rounding.h"

#include "engine/ops/opdef.h"
#include "engine/run/executable.h"
#include "engine/run/hostcall.h"
#include "engine/run/trail.h"
#include "engine/run/undo.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>

namespace jitscope::inline run {

namespace {

constexpr uint64_t runs = 2;
/** Numbers move further than what is allowed, and the distances count for as much less: a choice between equal numbers
    that falls the other way then weighs little, and what rounding does grows in proportion. */
constexpr double movedFurther = 4;

/** By how much of itself a number of that dtype is moved at most; 0 for what does not round. Half types move no
    further than they are allowed to: they are coarse. */
double largestMove(DType dtype) {
    constexpr double roundings = allowedRoundings * movedFurther;
    switch (partDType(dtype)) {
    case DType::Float64:
        return roundings * 0x1p-53;
    case DType::Float32:
        return roundings * 0x1p-24;
    case DType::Float16:
        return roundings / movedFurther * 0x1p-11;
    case DType::BFloat16:
        return roundings / movedFurther * 0x1p-8;
    default:
        return 0;
    }
}

/** The finalizer of splitmix64: evenly spread. */
uint64_t scattered(uint64_t bits) {
    bits += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

/** Away from 0, so that whole numbers are still rounded down to themselves; equal numbers of one tensor stay equal, so
    that the first of them stays the first. */
template<class Number> Number moved(Number number, uint64_t salt, double largest) {
    if (!std::isfinite(number)) return number;
    const auto bits = std::bit_cast<uint64_t>(double(number));
    const double share = double(scattered(bits ^ salt) >> 11) * 0x1p-53;
    return Number(double(number) * (1 + share * largest));
}

template<class Number> Tensor movedNumbers(const Tensor &tensor, uint64_t salt, double largest) {
    Tensor copy = tensor.clone();
    Number *numbers = copy.mutableData<Number>();
    for (int64_t i = 0; i < copy.count(); ++i)
        numbers[i] = moved(numbers[i], salt, largest);
    return copy;
}

Tensor movedTensor(const Tensor &tensor, uint64_t salt) {
    const double largest = largestMove(tensor.dtype());
    if (largest == 0 || tensor.count() == 0) return tensor;
    if (isComplex(tensor.dtype())) {
        const Tensor parts = movedTensor(partsOf(tensor.contiguous()), salt);
        return Tensor(parts.storage(), tensor.shape(), contiguousStrides(tensor.shape()), 0, tensor.dtype());
    }
    if (tensor.dtype() == DType::Float64) return movedNumbers<double>(tensor, salt, largest);
    if (tensor.dtype() == DType::Float32) return movedNumbers<float>(tensor, salt, largest);
    return movedNumbers<float>(tensor.cast(DType::Float32), salt, largest).cast(tensor.dtype());
}

Value movedValue(const Value &value, uint64_t salt) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? Value(movedTensor(*tensor, salt)) : value;
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(movedValue(item, salt));
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

/** How far the tensors and numbers of two values lie apart; 0 where they cannot be compared. */
Rounding distanceOf(const Value &right, const Value &off) {
    const Sequence *wanted = right.asSequence(), *given = off.asSequence();
    if (wanted && given) {
        Rounding all;
        for (size_t i = 0; i < std::min(wanted->items.size(), given->items.size()); ++i)
            all.items.push_back(distanceOf(wanted->items[i], given->items[i]));
        return all;
    }
    const Tensor *tensor = right.asTensor();
    if (tensor && largestMove(tensor->dtype()) == 0) return {}; // whole numbers do not round
    const ValueDifference difference = compare(right, off);
    if (!difference.structure.empty() || !std::isfinite(difference.maxAbsolute)) return {};
    return {difference.maxAbsolute / movedFurther, {}};
}

void widen(Rounding &known, const Rounding &other) {
    known.distance = std::max(known.distance, other.distance);
    if (known.items.size() < other.items.size()) known.items.resize(other.items.size());
    for (size_t i = 0; i < other.items.size(); ++i)
        widen(known.items[i], other.items[i]);
}

/** Moves what operators take, and looks at what they give. */
class Mover : public NodeListener {
public:
    Mover(const Trail &right, CallRounding &found, uint64_t run)
        : m_right(right)
        , m_found(found)
        , m_run(run) {}

    bool seesAll() const override { return true; }

    void beforeCompute(const Node &node, std::span<Value> arguments) override {
        const OpDef *op = findOp(node.op);
        if (!op) return;
        const std::vector<Value> given(arguments.begin(), arguments.end());
        for (size_t i = 0; i < arguments.size(); ++i)
            if (std::ranges::find(op->written, i) == op->written.end())
                arguments[i] = movedValue(given[i], saltOf(node, given, i));
    }

    void nodeDone(const Node &node, bool, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        const std::vector<size_t> &rounds = m_right.rounds(node.id);
        const size_t round = m_rounds[node.id]++;
        if (round >= rounds.size()) return;
        std::vector<Rounding> &all = m_found.nodes[node.id];
        if (all.size() < rounds.size()) all.resize(rounds.size());
        widen(all[round], distanceOf(m_right.steps()[rounds[round]].value, result));
    }

private:
    /** One tensor that an operator takes twice stays one. */
    uint64_t saltOf(const Node &node, const std::vector<Value> &given, size_t place) const {
        size_t first = place;
        for (size_t i = place; i-- > 0;)
            if (given[i].asTensor() && given[place].asTensor() && given[i].asTensor()->defined() &&
                given[place].asTensor()->defined() && given[i].asTensor()->sameView(*given[place].asTensor()))
                first = i;
        return scattered(scattered(uint64_t(node.id.value) * runs + m_run) + first);
    }

    const Trail &m_right;
    CallRounding &m_found;
    uint64_t m_run;
    std::unordered_map<NodeId, size_t> m_rounds;
};

/** Of the run on this thread. */
thread_local int64_t loopRounds = 0, mostLoopRounds = 0;

void countRound() {
    if (++loopRounds > mostLoopRounds) throw std::runtime_error("A moved number keeps a loop from ending.");
}

/** Of a loop that ends: moved numbers may take that much longer. */
constexpr int64_t moreRounds = 100;

struct Outcome {
    Value result;
    std::vector<Value> weights;
};

class Measurement {
public:
    Measurement(const Module &module, const std::vector<Value> &arguments)
        : m_arguments(arguments)
        , m_weights(weightsOf(module))
        , m_undo(m_weights)
        , m_executable(Executable::prepare(module, KernelUse::NodeByNode)) {}

    CallRounding of(size_t mostRounds) {
        CallRounding found;
        if (!m_executable) return found;
        try {
            Trail right(mostRounds);
            mostLoopRounds = std::numeric_limits<int64_t>::max();
            const Outcome sound = outcomeOf(right);
            mostLoopRounds = 2 * loopRounds + moreRounds;
            for (uint64_t run = 0; run < runs; ++run) {
                Mover mover(right, found, run);
                const Outcome off = outcomeOf(mover);
                widen(found.result, distanceOf(sound.result, off.result));
                found.weights.resize(sound.weights.size());
                for (size_t i = 0; i < sound.weights.size(); ++i)
                    widen(found.weights[i], distanceOf(sound.weights[i], off.weights[i]));
            }
        } catch (const std::exception &) {
            return {};
        }
        return found;
    }

private:
    static std::vector<Tensor> weightsOf(const Module &module) {
        std::vector<Tensor> weights;
        if (module.graphs.empty()) return weights;
        for (const NodePtr &parameter : module.entry()->parameters)
            if (parameter->weight->defined()) weights.push_back(parameter->weight);
        return weights;
    }

    Outcome outcomeOf(NodeListener &listener) {
        m_undo.restore();
        loopRounds = 0;
        std::vector<Value> own; // graphs may write into what they are given
        for (const Value &argument : m_arguments)
            own.push_back(argument.asTensor() && argument.asTensor()->defined() ? Value(argument.asTensor()->clone())
                                                                                : argument);
        Outcome outcome;
        outcome.result = frozen((*m_executable)->run(own, {&listener, countRound}));
        for (const Tensor &weight : m_weights)
            outcome.weights.push_back(frozen(weight));
        return outcome;
    }

    const std::vector<Value> &m_arguments;
    std::vector<Tensor> m_weights;
    Undo m_undo;
    Result<std::shared_ptr<const Executable>> m_executable;
};

const Rounding noRounding;

} // namespace

const Rounding &CallRounding::of(NodeId node, size_t round) const {
    const auto found = nodes.find(node);
    return found == nodes.end() || round >= found->second.size() ? noRounding : found->second[round];
}

const Rounding &CallRounding::ofWeight(size_t index) const {
    return index < weights.size() ? weights[index] : noRounding;
}

CallRounding roundingOf(const Module &module, const std::vector<Value> &arguments, size_t mostRounds) {
    const auto runsPython = [](const GraphPtr &graph) {
        return std::ranges::any_of(graph->nodes, [](const NodePtr &node) { return node->op == hostPrimitive; });
    };
    if (std::ranges::any_of(module.graphs, runsPython)) return {};
    return Measurement(module, arguments).of(mostRounds);
}

} // namespace jitscope::inline run

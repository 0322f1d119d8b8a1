// SPDX-License-Identifier: Apache-2.0
// Runs both, compares all tensors of the results and all weights.
#include "engine/variants/variantcheck.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/run/trail.h"
#include "engine/session/nodefacts.h"
#include "engine/tensor/tensorcomparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>

namespace jitscope::inline variants {

namespace {

constexpr RandomState randomBegin = {.seed = 1, .offset = 0};

/** Counts what runs. */
class LaunchCounter : public NodeListener {
public:
    explicit LaunchCounter(const Compilation &compilation)
        : m_facts(compilationFacts(compilation)) {}

    void nodeDone(const Node &node, bool isKernel, std::span<const Value>, const Value &, int64_t, int64_t) override {
        const OpCost cost = nodeFacts(m_facts, node, isKernel).cost;
        ++launches;
        flops += cost.flops;
        bytes += cost.bytes;
    }

    int launches = 0;
    double flops = 0, bytes = 0;

private:
    CompilationFacts m_facts;
};

std::vector<Tensor> weightsOf(const Module &module) {
    std::vector<Tensor> weights;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->weight->defined()) weights.push_back(parameter->weight);
    return weights;
}

void put(Tensor &weight, const Tensor &value) {
    const Value arguments[] = {weight, value};
    findOp("Assign")->eval(std::span<const Value>(arguments, 2));
}

void eachTensor(const Value &value, const std::function<void(const Tensor &)> &use) {
    if (const Tensor *tensor = value.asTensor()) use(*tensor);
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            eachTensor(item, use);
}

std::vector<Tensor> tensorsOf(const CallOutcome &outcome) {
    std::vector<Tensor> tensors;
    const auto keep = [&](const Tensor &tensor) { tensors.push_back(tensor); };
    eachTensor(outcome.result, keep);
    for (const Value &weight : outcome.weights)
        eachTensor(weight, keep);
    return tensors;
}

std::optional<double> largest(std::optional<double> a, std::optional<double> b) {
    if (!a || !b) return a ? a : b;
    return std::max(*a, *b);
}

/** The distances of all tensors that lie at the same place of both. */
VariantCheck distancesOf(const CallOutcome &expected, const CallOutcome &actual) {
    VariantCheck check{VariantVerdict::Equal, 0, 0, {}, {}};
    const std::vector<Tensor> right = tensorsOf(expected), given = tensorsOf(actual);
    for (size_t i = 0; i < std::min(right.size(), given.size()); ++i) {
        const Result<TensorComparison> distance = compare(right[i], given[i], [] { return true; });
        if (!distance) continue; // another shape: the comparison of the whole tells of it
        check.maxAbsolute = std::max(check.maxAbsolute, distance->maxAbsolute);
        check.maxRelative = std::max(check.maxRelative, distance->maxRelative);
        check.maxUlps = largest(check.maxUlps, distance->maxUlps);
        if (distance->different > 0) check.verdict = VariantVerdict::Close;
    }
    return check;
}

/** One number or tensor of what a call gave, and where it stands: "result[1][3]", "weight 2". */
struct Leaf {
    std::string place;
    ValueDifference difference;
};

void addLeaves(std::vector<Leaf> &leaves, const std::string &place, const Value &expected, const Value &actual,
               const Rounding &rounding) {
    const Sequence *right = expected.asSequence(), *given = actual.asSequence();
    if (!right || !given || right->items.size() != given->items.size()) {
        leaves.push_back({place, compare(expected, actual, rounding)});
        return;
    }
    for (size_t i = 0; i < right->items.size(); ++i)
        addLeaves(leaves, place + "[" + std::to_string(i) + "]", right->items[i], given->items[i],
                  i < rounding.items.size() ? rounding.items[i] : Rounding());
}

std::vector<Leaf> leavesOf(const CallOutcome &expected, const CallOutcome &actual, const CallRounding &rounding) {
    std::vector<Leaf> leaves;
    addLeaves(leaves, "result", expected.result, actual.result, rounding.result);
    for (size_t i = 0; i < std::min(expected.weights.size(), actual.weights.size()); ++i)
        addLeaves(leaves, "weight " + std::to_string(i), expected.weights[i], actual.weights[i], rounding.ofWeight(i));
    return leaves;
}

/** The leaf furthest beyond what is allowed; null where all are within it. */
const Leaf *furthestBeyond(const std::vector<Leaf> &leaves) {
    const auto excess = [](const Leaf &leaf) { return leaf.difference.excess(usualTolerance, 0); };
    const auto furthest = std::ranges::max_element(leaves, {}, excess);
    return furthest != leaves.end() && excess(*furthest) > 1 ? &*furthest : nullptr;
}

/** What rounding alone may do to a value that is still judged, as a share of the largest element of all results and
    weights. Where it does more, the function decides by values that rounding turns over (the largest k, a comparison),
    and nearly any result would pass. A value that rounding moves by half of itself is what a cancellation left. */
constexpr double mostRounding = 0.01, leftByCancellation = 0.5;

/** The leaf that is within what is allowed only because rounding turns it over; null where there is none. */
const Leaf *turnedOverByRounding(const std::vector<Leaf> &leaves) {
    double largest = 0;
    for (const Leaf &leaf : leaves)
        largest = std::max(largest, leaf.difference.magnitude);
    const auto isTurnedOver = [&](const Leaf &leaf) {
        const ValueDifference &difference = leaf.difference;
        return difference.isRounding(usualTolerance, 0) && difference.rounding > mostRounding * largest &&
               difference.rounding < leftByCancellation * difference.magnitude &&
               difference.maxAbsolute > usualTolerance * largest;
    };
    const auto found = std::ranges::find_if(leaves, isTurnedOver);
    return found == leaves.end() ? nullptr : &*found;
}

/** The leaf that rounding moves furthest of those within what is allowed only because of it; null where there is none.
 */
const Leaf *furthestByRounding(const std::vector<Leaf> &leaves) {
    const Leaf *furthest = nullptr;
    for (const Leaf &leaf : leaves)
        if (leaf.difference.isRounding(usualTolerance, 0) &&
            (!furthest || leaf.difference.maxAbsolute > furthest->difference.maxAbsolute))
            furthest = &leaf;
    return furthest;
}

} // namespace

CallOutcome outcomeOf(const Compilation &compilation, const Module &compiled, const Executable &executable,
                      const std::vector<Value> &arguments) {
    const OwnRandomNumbers random(randomBegin);
    const QuietPrints quiet;
    std::vector<Tensor> weights = weightsOf(compiled), before;
    for (const Tensor &weight : weights)
        before.push_back(weight.clone());
    CallOutcome outcome;
    LaunchCounter counter(compilation);
    try {
        // Graphs may write into what they are given.
        std::vector<Value> own;
        for (const Value &argument : arguments)
            own.push_back(frozen(argument));
        outcome.result = frozen(executable.run(own, {&counter}));
    } catch (const std::exception &error) {
        outcome.error = error.what();
    }
    for (size_t i = 0; i < weights.size(); ++i) {
        outcome.weights.push_back(weights[i].clone());
        if (!identical(weights[i], before[i])) put(weights[i], before[i]);
    }
    outcome.launches = counter.launches;
    outcome.flops = counter.flops;
    outcome.bytes = counter.bytes;
    return outcome;
}

Result<CallOutcome> eagerOutcome(const VariantCall &call) {
    const auto executable = Executable::prepare(call.captured, KernelUse::NodeByNode);
    if (!executable) return executable.error();
    Compilation record;
    record.captured = record.final = call.captured;
    CallOutcome outcome = outcomeOf(record, call.captured, **executable, call.arguments);
    if (!outcome.error.empty()) return Error{"The captured graph cannot run with these values: " + outcome.error};
    return outcome;
}

const CallRounding &RoundingOfCall::get() {
    if (!m_rounding) {
        const OwnRandomNumbers random(randomBegin);
        m_rounding = roundingOf(withOwnWeights(m_call.captured), m_call.arguments, 0);
    }
    return *m_rounding;
}

VariantCheck checkOf(const CallOutcome &expected, const CallOutcome &actual, RoundingOfCall &rounding) {
    VariantCheck check = checkOf(expected, actual, CallRounding());
    return check.verdict == VariantVerdict::Differs ? checkOf(expected, actual, rounding.get()) : check;
}

VariantCheck checkOf(const CallOutcome &expected, const CallOutcome &actual, const CallRounding &rounding) {
    if (!actual.error.empty())
        return {.verdict = VariantVerdict::Broken, .maxUlps = {}, .text = "It fails: " + actual.error};
    VariantCheck check = distancesOf(expected, actual);
    const std::vector<Leaf> leaves = leavesOf(expected, actual, rounding);
    if (const Leaf *differing = furthestBeyond(leaves)) {
        check.verdict = VariantVerdict::Differs;
        check.text = "Differs from eager: " + differing->place + ": " + toString(differing->difference) + ".";
    } else if (const Leaf *turned = turnedOverByRounding(leaves)) {
        check.verdict = VariantVerdict::Differs;
        check.text = format("Differs from eager: %s is off by %.3g. Rounding alone moves it by up to %.3g, as a choice "
                            "falls the other way (the largest k, a comparison), so whether this is a fault cannot be "
                            "told.",
                            turned->place.c_str(), turned->difference.maxAbsolute, turned->difference.rounding);
    } else if (check.verdict == VariantVerdict::Equal) {
        check.text = "Equal to eager, bit for bit.";
    } else {
        const Leaf *small = furthestByRounding(leaves);
        check.text = format("Within %g of each tensor's largest element%s: off by %.3g at most.", usualTolerance,
                            small ? ", or of what rounding alone does" : "", check.maxAbsolute);
        if (small)
            check.text += " " + small->place +
                          format(" is off by %.3g, more for its size: rounding alone moves it by up to %.3g.",
                                 small->difference.maxAbsolute, small->difference.rounding);
    }
    return check;
}

std::string_view toString(VariantVerdict verdict) {
    constexpr std::array<std::string_view, 4> texts = {"equal", "close", "differs", "broken"};
    return texts[size_t(verdict)];
}

} // namespace jitscope::inline variants

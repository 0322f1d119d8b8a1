// SPDX-License-Identifier: Apache-2.0
// Drops arithmetic that does nothing and merges neighbouring constants.
//
// The rules stand in one table, `rules()`. A rule looks at one call over simplified inputs and proposes what could
// stand in its place; the proposal is taken only if it has the very type of the call, so no rule needs to think of
// broadcasting or promotion: `x + 0` stays where the 0 is what stretches x or turns it into another dtype.
// What would change results beyond rounding is not here: x * 0 and x - x are 0 for integers alone (NaN, infinity), and
// constants are merged only where the values in between could neither overflow nor cancel.
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace jitscope::inline passes {

namespace {

/** What a rule proposes: `after` for the call, and all calls whose work it does (the call itself last). */
struct Proposal {
    NodePtr after;
    std::vector<NodePtr> replaced;
};

struct Rule {
    std::string name;
    OpName op; ///< the calls it looks at
    std::function<Proposal(const NodePtr &call, Rewriter &rewriter)> propose;
};

bool isFloat(const Node &node) {
    return node.abstract->isTensor() && info(node.abstract->dtype).floating;
}

/** An integer tensor (bool is none: it counts with `or`). */
bool isInteger(const Node &node) {
    const DType dtype = node.abstract->dtype;
    return node.abstract->isTensor() && !info(dtype).floating && !isComplex(dtype) && dtype != DType::Bool;
}

/** A call's two inputs as the constant and the other, whichever way round; null where none is a number. */
struct WithNumber {
    NodePtr other;
    NodePtr constant;
};
WithNumber withNumber(const Node &call) {
    if (uniformNumber(*call.inputs[1])) return {call.inputs[0], call.inputs[1]};
    if (uniformNumber(*call.inputs[0])) return {call.inputs[1], call.inputs[0]};
    return {};
}

enum class Side : uint8_t { Right, Either };

/** op(x, number) -> x */
Rule neutral(std::string name, OpName op, double number, Side side) {
    return {std::move(name), op, [=](const NodePtr &call, Rewriter &) -> Proposal {
                if (isNumber(*call->inputs[1], number)) return {call->inputs[0], {call}};
                if (side == Side::Either && isNumber(*call->inputs[0], number)) return {call->inputs[1], {call}};
                return {};
            }};
}

/** outer(inner(x)) -> x */
Rule undone(std::string name, OpName outer, OpName inner) {
    return {std::move(name), outer, [=](const NodePtr &call, Rewriter &) -> Proposal {
                const NodePtr &input = call->inputs[0];
                if (!input->isCallOf(inner)) return {};
                return {input->inputs[0], {input, call}};
            }};
}

/** outer(inner(x)) -> merged(x) */
Rule merged(std::string name, OpName outer, OpName inner, OpName result) {
    return {std::move(name), outer, [=](const NodePtr &call, Rewriter &rewriter) -> Proposal {
                const NodePtr &input = call->inputs[0];
                if (!input->isCallOf(inner)) return {};
                const std::vector<NodePtr> replaced = {input, call};
                return {rewriter.call(result, {input->inputs[0]}, replaced), replaced};
            }};
}

/** op(x, x) -> x */
Rule sameTwice(std::string name, OpName op) {
    return {std::move(name), op, [](const NodePtr &call, Rewriter &) -> Proposal {
                if (call->inputs[0] != call->inputs[1]) return {};
                return {call->inputs[0], {call}};
            }};
}

/** outer(x, Neg(y)) -> opposite(x, y) */
Rule negatedOperand(std::string name, OpName outer, OpName opposite) {
    return {std::move(name), outer, [=](const NodePtr &call, Rewriter &rewriter) -> Proposal {
                const NodePtr &second = call->inputs[1];
                if (!second->isCallOf(op::Neg)) return {};
                const std::vector<NodePtr> replaced = {second, call};
                return {rewriter.call(opposite, {call->inputs[0], second->inputs[0]}, replaced), replaced};
            }};
}

Proposal zeroOfIntegers(const NodePtr &call, Rewriter &rewriter) {
    constexpr int64_t mostBytes = 64 * 1024;
    if (!isInteger(*call) || call->abstract->bytes() > mostBytes) return {};
    return {rewriter.constant(Tensor::zeros(call->abstract->shape, call->abstract->dtype), {call}), {call}};
}

Proposal timesZero(const NodePtr &call, Rewriter &rewriter) {
    const bool hasZero = isNumber(*call->inputs[0], 0) || isNumber(*call->inputs[1], 0);
    return hasZero ? zeroOfIntegers(call, rewriter) : Proposal{};
}

Proposal minusItself(const NodePtr &call, Rewriter &rewriter) {
    return call->inputs[0] == call->inputs[1] ? zeroOfIntegers(call, rewriter) : Proposal{};
}

Proposal timesMinusOne(const NodePtr &call, Rewriter &rewriter) {
    const auto [other, constant] = withNumber(*call);
    if (!constant || !isNumber(*constant, -1)) return {};
    return {rewriter.call("Neg", {other}, {call}), {call}};
}

Proposal zeroMinus(const NodePtr &call, Rewriter &rewriter) {
    if (!isNumber(*call->inputs[0], 0)) return {};
    return {rewriter.call("Neg", {call->inputs[1]}, {call}), {call}};
}

Proposal squareOf(const NodePtr &call, Rewriter &rewriter) {
    if (!isNumber(*call->inputs[1], 2)) return {};
    return {rewriter.call("Square", {call->inputs[0]}, {call}), {call}};
}

Proposal oneOverSqrt(const NodePtr &call, Rewriter &rewriter) {
    const NodePtr &divisor = call->inputs[1];
    if (!isNumber(*call->inputs[0], 1) || !divisor->isCallOf(op::Sqrt)) return {};
    const std::vector<NodePtr> replaced = {divisor, call};
    return {rewriter.call("Rsqrt", {divisor->inputs[0]}, replaced), replaced};
}

/** Multiplying is many times faster than dividing, and by a power of two both are exact. */
Proposal divideByPowerOfTwo(const NodePtr &call, Rewriter &rewriter) {
    const auto divisor = uniformNumber(*call->inputs[1]);
    if (!divisor || !isFloat(*call->inputs[0])) return {};
    int exponent = 0;
    if (std::abs(std::frexp(*divisor, &exponent)) != 0.5 || std::abs(exponent) > 64) return {};
    const NodePtr inverse = rewriter.constant(1 / *divisor, {call});
    return {rewriter.call("Mul", {call->inputs[0], inverse}, {call}), {call}};
}

/** The one number that does what adding (multiplying by) both does, or nothing where merging could show. */
using Merge = std::optional<Value> (*)(const Value &a, const Value &b);

template<class Operate> std::optional<Value> mergedIntegers(const Value &a, const Value &b, Operate operate) {
    int64_t result = 0;
    if (!a.asInt() || !b.asInt() || operate(*a.asInt(), *b.asInt(), &result)) return {};
    return Value(result);
}

std::optional<Value> addedIntegers(const Value &a, const Value &b) {
    return mergedIntegers(a, b, [](int64_t x, int64_t y, int64_t *sum) { return __builtin_add_overflow(x, y, sum); });
}

std::optional<Value> multipliedIntegers(const Value &a, const Value &b) {
    return mergedIntegers(a, b, [](int64_t x, int64_t y, int64_t *out) { return __builtin_mul_overflow(x, y, out); });
}

/** Numbers of one sign only: (x + 1e8) - 1e8 loses digits that x + 0 would keep. */
std::optional<Value> addedFloats(const Value &a, const Value &b) {
    const double x = *a.number(), y = *b.number();
    if (!std::isfinite(x) || !std::isfinite(y) || x * y < 0) return {};
    return Value(x + y);
}

/** Moderate numbers only: (x * 1e30) * 1e-30 overflows on the way where x * 1 does not. */
std::optional<Value> multipliedFloats(const Value &a, const Value &b) {
    const auto isModerate = [](double number) { return std::abs(number) >= 1e-6 && std::abs(number) <= 1e6; };
    const double x = *a.number(), y = *b.number();
    if (!isModerate(x) || !isModerate(y)) return {};
    return Value(x * y);
}

/** The constant that takes the place of two, by the rule for the dtype of `call`. Whole numbers stay whole. */
std::optional<Value> mergedNumber(const Node &call, const Node &first, const Node &second, Merge integers,
                                  Merge floats) {
    const std::optional<Value> whole = integers(first.value, second.value);
    if (isInteger(call)) return whole;
    if (call.abstract->dtype != DType::Float32 && call.abstract->dtype != DType::Float64) return {};
    const std::optional<Value> merged = floats(*uniformNumber(first), *uniformNumber(second));
    return merged && whole ? whole : merged;
}

/** op(op(x, c1), c2) -> op(x, c) */
Rule mergedConstants(std::string name, OpName op, Merge integers, Merge floats) {
    return {std::move(name), op, [=](const NodePtr &call, Rewriter &rewriter) -> Proposal {
                const auto [inner, second] = withNumber(*call);
                if (!second || !inner->isCallOf(op)) return {};
                const auto [x, first] = withNumber(*inner);
                if (!first || !sameType(x->abstract, inner->abstract)) return {};
                if (!sameType(inner->abstract, call->abstract)) return {};
                const auto number = mergedNumber(*call, *first, *second, integers, floats);
                if (!number) return {};
                const std::vector<NodePtr> replaced = {inner, call};
                return {rewriter.call(op, {x, rewriter.constant(*number, replaced)}, replaced), replaced};
            }};
}

/** op(op(x, y), y) -> op(x, y), for what makes no difference the second time */
Rule repeatedOperand(std::string name, OpName op) {
    return {std::move(name), op, [=](const NodePtr &call, Rewriter &) -> Proposal {
                for (size_t i = 0; i < 2; ++i) {
                    const NodePtr &inner = call->inputs[i], &other = call->inputs[1 - i];
                    const bool repeats =
                        inner->isCallOf(op) && (inner->inputs[0] == other || inner->inputs[1] == other);
                    if (repeats) return {inner, {call}};
                }
                return {};
            }};
}

/** op(-x, -y) -> op(x, y) */
Rule bothNegated(std::string name, OpName op) {
    return {std::move(name), op, [=](const NodePtr &call, Rewriter &rewriter) -> Proposal {
                const NodePtr &left = call->inputs[0], &right = call->inputs[1];
                if (!left->isCallOf(op::Neg) || !right->isCallOf(op::Neg)) return {};
                const std::vector<NodePtr> replaced = {left, right, call};
                return {rewriter.call(op, {left->inputs[0], right->inputs[0]}, replaced), replaced};
            }};
}

/** not comparison(x, y) -> opposite(x, y). A NaN is neither less nor not less, so an order needs integers. */
Rule opposed(std::string name, OpName comparison, OpName opposite) {
    return {std::move(name), op::LogicalNot, [=](const NodePtr &call, Rewriter &rewriter) -> Proposal {
                const NodePtr &compared = call->inputs[0];
                if (!compared->isCallOf(comparison)) return {};
                const bool isEquality = comparison == op::Equal || comparison == op::NotEqual;
                if (!isEquality && !(isInteger(*compared->inputs[0]) && isInteger(*compared->inputs[1]))) return {};
                const std::vector<NodePtr> replaced = {compared, call};
                return {rewriter.call(opposite, compared->inputs, replaced), replaced};
            }};
}

Proposal dividedByOne(const NodePtr &call, Rewriter &) {
    if (!isInteger(*call) || !isNumber(*call->inputs[1], 1)) return {};
    return {call->inputs[0], {call}};
}

Proposal argumentItself(const NodePtr &call, Rewriter &) {
    return {call->inputs[0], {call}};
}

Proposal selectOfSame(const NodePtr &call, Rewriter &) {
    if (call->inputs.size() != 3 || call->inputs[1] != call->inputs[2]) return {};
    return {call->inputs[1], {call}};
}

const std::vector<Rule> &rules() {
    static const std::vector<Rule> all = {
        neutral("x + 0 -> x", op::Add, 0, Side::Either),
        neutral("x - 0 -> x", op::Sub, 0, Side::Right),
        neutral("x * 1 -> x", op::Mul, 1, Side::Either),
        neutral("x / 1 -> x", op::Div, 1, Side::Right),
        neutral("pow(x, 1) -> x", op::Pow, 1, Side::Right),
        {"x * 0 -> 0 (integers)", op::Mul, timesZero},
        {"x - x -> 0 (integers)", op::Sub, minusItself},
        {"x * -1 -> -x", op::Mul, timesMinusOne},
        {"0 - x -> -x", op::Sub, zeroMinus},
        {"pow(x, 2) -> square(x)", op::Pow, squareOf},
        {"1 / sqrt(x) -> rsqrt(x)", op::Div, oneOverSqrt},
        {"x / 2^n -> x * 2^-n", op::Div, divideByPowerOfTwo},
        negatedOperand("x + (-y) -> x - y", op::Add, op::Sub),
        negatedOperand("x - (-y) -> x + y", op::Sub, op::Add),
        mergedConstants("(x + c1) + c2 -> x + (c1 + c2)", op::Add, addedIntegers, addedFloats),
        mergedConstants("(x * c1) * c2 -> x * (c1 * c2)", op::Mul, multipliedIntegers, multipliedFloats),
        undone("-(-x) -> x", op::Neg, op::Neg),
        undone("1 / (1 / x) -> x", op::Reciprocal, op::Reciprocal),
        undone("not not x -> x", op::LogicalNot, op::LogicalNot),
        merged("1 / sqrt(x) -> rsqrt(x)", op::Reciprocal, op::Sqrt, op::Rsqrt),
        merged("1 / rsqrt(x) -> sqrt(x)", op::Reciprocal, op::Rsqrt, op::Sqrt),
        merged("relu(relu(x)) -> relu(x)", op::ReLU, op::ReLU, op::ReLU),
        merged("abs(abs(x)) -> abs(x)", op::Abs, op::Abs, op::Abs),
        merged("abs(-x) -> abs(x)", op::Abs, op::Neg, op::Abs),
        merged("square(-x) -> square(x)", op::Square, op::Neg, op::Square),
        merged("square(abs(x)) -> square(x)", op::Square, op::Abs, op::Square),
        sameTwice("maximum(x, x) -> x", op::Maximum),
        sameTwice("minimum(x, x) -> x", op::Minimum),
        {"select(c, x, x) -> x", op::Select, selectOfSame},
        sameTwice("x and x -> x", op::LogicalAnd),
        sameTwice("x or x -> x", op::LogicalOr),
        repeatedOperand("maximum(maximum(x, y), y) -> maximum(x, y)", op::Maximum),
        repeatedOperand("minimum(minimum(x, y), y) -> minimum(x, y)", op::Minimum),
        bothNegated("-x * -y -> x * y", op::Mul),
        bothNegated("-x / -y -> x / y", op::Div),
        opposed("not (x > y) -> x <= y (integers)", op::Greater, op::LessEqual),
        opposed("not (x >= y) -> x < y (integers)", op::GreaterEqual, op::Less),
        opposed("not (x < y) -> x >= y (integers)", op::Less, op::GreaterEqual),
        opposed("not (x <= y) -> x > y (integers)", op::LessEqual, op::Greater),
        opposed("not (x == y) -> x != y", op::Equal, op::NotEqual),
        opposed("not (x != y) -> x == y", op::NotEqual, op::Equal),
        {"x // 1 -> x (integers)", op::FloorDiv, dividedByOne},
        {"identity(x) -> x", op::Identity, argumentItself},
    };
    return all;
}

using RulesByOp = std::unordered_map<OpName, std::vector<const Rule *>>;

RulesByOp makeRulesByOp() {
    RulesByOp byOp;
    for (const Rule &rule : rules())
        byOp[rule.op].push_back(&rule);
    return byOp;
}

/** What the first rule that fits puts in the place of `call`, or null. */
NodePtr arithmeticSimplifiedOnce(const NodePtr &call, Rewriter &rewriter) {
    static const RulesByOp byOp = makeRulesByOp();
    const auto candidates = byOp.find(call->op);
    if (!call->isCall() || candidates == byOp.end()) return nullptr;
    for (const Rule *rule : candidates->second) {
        Proposal proposal = rule->propose(call, rewriter);
        if (!proposal.after || !sameType(proposal.after->abstract, call->abstract)) continue;
        if (NodePtr after = rewriter.replace(rule->name, proposal.replaced, proposal.after)) return after;
    }
    return nullptr;
}

} // namespace

Module simplifyArithmetic(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, arithmeticSimplifiedOnce);
}

} // namespace jitscope::inline passes

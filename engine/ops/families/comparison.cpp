// SPDX-License-Identifier: Apache-2.0
// Comparisons, logic and the choice between two tensors.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/rules.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

constexpr const char *nameOf(CompareOp op) {
    constexpr const char *names[] = {"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"};
    return names[size_t(op)];
}

constexpr const char *nameOf(LogicalOp op) {
    constexpr const char *names[] = {"LogicalAnd", "LogicalOr", "LogicalXor"};
    return names[size_t(op)];
}

OpDef elementWise(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy) {
    OpDef def;
    def.name = std::move(name);
    def.function = functions.front();
    def.methods = functions;
    functions.erase(functions.begin());
    def.aliases = std::move(functions);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.numpy = std::move(numpy);
    return def;
}

// --- comparisons -----------------------------------------------------------------------------------------------------

template<CompareOp op> Abstract compareRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose(std::string("For '") + nameOf(op) + "', two operands are needed.");
    return Abstract::tensor(DType::Bool, matched(nameOf(op), arguments[0], arguments[1]).shape);
}

/** Whether an int of `number` is beyond what the integers of that dtype reach. */
bool isBeyond(const Value &number, DType dtype) {
    const int64_t *integer = number.asInt();
    if (!integer || dtype == DType::Bool || info(dtype).floating || isComplex(dtype)) return false;
    return operand(number, dtype).intAt(0) != *integer;
}

/** The dtype that elements are compared in. MindSpore converts numbers to the tensor's dtype, where 300 is 44 as Int8,
    but for Less, which takes them as they are. */
template<CompareOp op> DType comparedAs(DType common, ValueSpan arguments) {
    const bool asTheyAre = op == CompareOp::Less && common != DType::UInt64 &&
                           std::ranges::any_of(arguments, [&](const Value &each) { return isBeyond(each, common); });
    return asTheyAre ? DType::Int64 : common;
}

template<CompareOp op> Value compareEval(ValueSpan arguments) {
    const Abstract a = Abstract::of(arguments[0]), b = Abstract::of(arguments[1]);
    const Matched common = matched(nameOf(op), a, b);
    const DType dtype = comparedAs<op>(common.dtype, arguments);
    return computeCompare(op, operand(arguments[0], dtype), operand(arguments[1], dtype), common.shape);
}

Samples compareSamples() {
    const Tensor a = Tensor::of({2, 3}, std::vector<float>{1, 2, 3, -1, 0, 5});
    return {{a, Tensor::of({2, 3}, std::vector<float>{1, 3, 2, -1, 0, 4})},
            {a, Tensor::of({3}, std::vector<float>{1, 0, 3})},
            {a, 2},
            {1.5, a},
            {Tensor::zeros({0}, DType::Float32), 1.0},
            {sampleValues({6}, 0, 6, DType::Int32), sampleValues({6}, 0, 9, DType::Int32)}};
}

template<CompareOp op>
OpDef compare(std::vector<std::string> functions, const std::string &meaning, std::string numpy) {
    OpDef def = elementWise(nameOf(op), std::move(functions),
                            "True where input " + meaning + " other, as Bool; shapes broadcast.", std::move(numpy));
    def.params = {operandParam("input", {"x"}), operandParam("other", {"y"})};
    def.infer = inferBy<compareRule<op>>;
    def.eval = compareEval<op>;
    def.samples = compareSamples;
    return def;
}

// --- logic -----------------------------------------------------------------------------------------------------------

template<LogicalOp op> Abstract logicalRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose(std::string("For '") + nameOf(op) + "', two operands are needed.");
    return Abstract::tensor(DType::Bool, matched(nameOf(op), arguments[0], arguments[1]).shape);
}

template<LogicalOp op> Value logicalEval(ValueSpan arguments) {
    const Abstract result = inferred(logicalRule<op>, arguments);
    return computeLogical(op, operand(arguments[0], DType::Bool), operand(arguments[1], DType::Bool), result.shape);
}

Tensor bools(const Dims &shape, std::vector<float> values) {
    return Tensor::of(shape, values).cast(DType::Bool);
}

Samples logicalSamples() {
    return {{bools({4}, {0, 0, 1, 1}), bools({4}, {0, 1, 0, 1})},
            {bools({2, 2}, {0, 1, 1, 0}), bools({2}, {1, 0})},
            {bools({2}, {0, 1}), true},
            {Tensor::zeros({0, 2}, DType::Bool), bools({2}, {1, 0})}};
}

template<LogicalOp op> OpDef logical(std::string function, const std::string &meaning, std::string numpy) {
    OpDef def = elementWise(nameOf(op), {std::move(function)},
                            "True where " + meaning + ", as Bool; numbers count as true unless 0; shapes broadcast.",
                            std::move(numpy));
    def.params = {operandParam("input", {"x"}), operandParam("other", {"y"})};
    def.infer = inferBy<logicalRule<op>>;
    def.eval = logicalEval<op>;
    def.samples = logicalSamples;
    return def;
}

Abstract notRule(TypeSpan arguments) {
    return Abstract::tensor(DType::Bool, tensorType("LogicalNot", arguments, 0).shape);
}

Value notEval(ValueSpan arguments) {
    inferred(notRule, arguments);
    return computeLogicalNot(operand(arguments[0], DType::Bool));
}

Samples notSamples() {
    return {{bools({4}, {0, 1, 1, 0})}, {bools({}, {1})}, {Tensor::zeros({0}, DType::Bool)}};
}

OpDef logicalNot() {
    OpDef def = elementWise("LogicalNot", {"logical_not"}, "True where input is not, as Bool; same shape.",
                            "np.logical_not(a[0])");
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<notRule>;
    def.eval = notEval;
    def.samples = notSamples;
    return def;
}

// --- choice ----------------------------------------------------------------------------------------------------------

Abstract selectRule(TypeSpan arguments) {
    const Abstract &condition = tensorType("Select", arguments, 0);
    if (condition.dtype != DType::Bool)
        diagnose("For 'Select', the argument 'condition' must be a Tensor[Bool], but got Tensor[" +
                 std::string(info(condition.dtype).name) + "].");
    if (arguments.size() < 3) diagnose("For 'Select', a condition and two operands are needed.");
    const Matched choices = matched("Select", arguments[1], arguments[2]);
    const Matched all =
        matched("Select", Abstract::tensor(DType::Bool, condition.shape), Abstract::tensor(DType::Bool, choices.shape));
    return Abstract::tensor(choices.dtype, all.shape);
}

Value selectEval(ValueSpan arguments) {
    const Abstract result = inferred(selectRule, arguments);
    return computeSelect(*arguments[0].asTensor(), operand(arguments[1], result.dtype),
                         operand(arguments[2], result.dtype), result.shape);
}

Samples selectSamples() {
    const Tensor condition = bools({2, 3}, {1, 0, 1, 0, 0, 1});
    return {{condition, sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 5, 6)},
            {condition, sampleValues({3}, -1, 1), 0.0},
            {bools({3}, {1, 0, 1}), 1.5, sampleValues({2, 3}, 5, 6)},
            {Tensor::zeros({0, 3}, DType::Bool), sampleValues({3}, -1, 1), sampleValues({3}, -1, 1)}};
}

std::vector<Term> selectGradient(Gradient &g) {
    const Term condition = g.in(0);
    return {Term(), g.wants(1) ? g.select(condition, g.dout(), 0.0) : Term(),
            g.wants(2) ? g.select(condition, 0.0, g.dout()) : Term()};
}

OpDef select() {
    OpDef def = elementWise("Select", {"select"},
                            "input where the Bool condition holds, else other; shapes broadcast, dtypes are promoted.",
                            "np.where(a[0], a[1], a[2])");
    def.methods.clear(); // Tensor.select chooses along an axis, which is another operator
    def.params = {tensorParam("condition", {"cond"}), operandParam("input", {"x"}), operandParam("other", {"y"})};
    def.infer = inferBy<selectRule>;
    def.eval = selectEval;
    def.samples = selectSamples;
    def.gradient = selectGradient;
    return def;
}

} // namespace

std::vector<OpDef> comparisonOps() {
    const std::vector<OpUseRow> uses = {
        {{"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Comparison,
          .operations = perElement(1),
          .kernel = {KernelElement::Number, KernelElement::Bool, KernelWork::Cheap}}},
        {{"LogicalAnd", "LogicalOr", "LogicalNot"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Comparison,
          .operations = perElement(1),
          .kernel = {KernelElement::Bool, KernelElement::Bool, KernelWork::Cheap}}},
        {{"LogicalXor"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(1),
          .kernel = {KernelElement::Bool, KernelElement::Bool, KernelWork::Cheap}}},
        {{"Select"},
         {.dependence = Dependence::Chosen,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = {KernelElement::Either, KernelElement::Either, KernelWork::Cheap}}},
    };
    using C = CompareOp;
    using L = LogicalOp;
    return withUses(
        {
            compare<C::Equal>({"equal", "eq"}, "equals", "a[0] == a[1]"),
            compare<C::NotEqual>({"not_equal", "ne"}, "differs from", "a[0] != a[1]"),
            compare<C::Less>({"less", "lt"}, "is less than", "a[0] < a[1]"),
            compare<C::LessEqual>({"less_equal", "le"}, "is at most", "a[0] <= a[1]"),
            compare<C::Greater>({"greater", "gt"}, "is greater than", "a[0] > a[1]"),
            compare<C::GreaterEqual>({"greater_equal", "ge"}, "is at least", "a[0] >= a[1]"),
            logical<L::And>("logical_and", "both are", "np.logical_and(a[0], a[1])"),
            logical<L::Or>("logical_or", "one of the two is", "np.logical_or(a[0], a[1])"),
            logical<L::Xor>("logical_xor", "exactly one of the two is", "np.logical_xor(a[0], a[1])"),
            logicalNot(),
            select(),
        },
        uses, {"Equal", "NotEqual", "LogicalAnd", "LogicalOr", "LogicalXor", "LogicalNot", "Select"});
}

} // namespace jitscope::inline ops

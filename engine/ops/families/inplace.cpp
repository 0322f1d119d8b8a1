// SPDX-License-Identifier: Apache-2.0
// Operators that write to their first argument: each is another operator whose result takes the place of the old
// elements.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/rules/rules.h"
#include "engine/tensor/distinct.h"

#include <algorithm>
#include <array>

namespace jitscope::inline ops {

namespace {

/** A name as a template argument. */
template<size_t size> struct Name {
    char text[size];
    constexpr Name(const char (&literal)[size]) { std::copy_n(literal, size, text); }
};

// --- what the results are without writing ----------------------------------------------------------------------------

Abstract overwrittenRule(TypeSpan arguments) {
    const Abstract &target = tensorType("InplaceCopy", arguments, 0);
    const Abstract &value = arguments[1];
    const bool fits =
        value.isTensor() ? broadcast(value.shape, target.shape) == target.shape : value.kind == Abstract::Kind::Scalar;
    if (!fits)
        diagnose("For 'InplaceCopy', the value must be a number or broadcast to the shape of the target, " +
                 listText(target.shape) + ", but got " + brief(value) + ".");
    return Abstract::tensor(target.dtype, target.shape);
}

Value overwrittenEval(ValueSpan arguments) {
    const Abstract result = inferred(overwrittenRule, arguments);
    return operand(arguments[1], result.dtype).broadcastTo(result.shape).clone();
}

std::vector<Term> overwrittenGradient(Gradient &g) {
    return {Term(), g.dout()};
}

/** As in MindSpore, a variable that was assigned to is the variable that it was: nothing flows to the value. */
std::vector<Term> assignedGradient(Gradient &g) {
    return {g.dout()};
}

Samples overwrittenSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 3)},
            {sampleValues({2, 3}, -1, 1), sampleValues({3}, 1, 3)},
            {sampleValues({2, 3}, -1, 1), 2.5},
            {Tensor::zeros({0, 3}, DType::Float32), 1}};
}

OpDef overwritten() {
    OpDef def;
    def.name = "Overwritten";
    def.doc = "value broadcast to the shape of variable and converted to its dtype: what an assignment leaves there.";
    def.category = OpCategory::DataMovement;
    def.params = {tensorParam("variable"), operandParam("value")};
    def.infer = inferBy<overwrittenRule>;
    def.eval = overwrittenEval;
    def.samples = overwrittenSamples;
    def.numpy = "np.broadcast_to(np.asarray(a[1]), a[0].shape)";
    def.gradient = overwrittenGradient;
    return def;
}

OpDef assigned() {
    OpDef def = overwritten();
    def.name = "Assigned";
    def.doc = "value broadcast to the shape of variable and converted to its dtype: what ops.assign leaves there.";
    def.gradient = assignedGradient;
    return def;
}

template<Name primitive> const OpDef &known() {
    static const OpDef &op = *findOp(primitive.text);
    return op;
}

Abstract inferred(const OpDef &op, TypeSpan arguments) {
    auto result = op.infer(arguments);
    if (!result) diagnose(result.error().message);
    return *std::move(result);
}

/** input + alpha * other, or input - alpha * other, in the dtype of the sum: a fraction of integers has no place in it.
 */
template<Name sum> Abstract scaledRule(TypeSpan arguments) {
    const Abstract result = inferred(known<sum>(), arguments.first(2));
    if (!arguments[2].isConstant || !arguments[2].value.number())
        throw TypeMistake(std::string("For '") + sum.text + "', alpha must be a number, but got " +
                          brief(arguments[2]) + ".");
    if (arguments[2].value.asDouble() && !info(result.dtype).floating)
        throw TypeMistake(std::string("For '") + sum.text +
                          "', a floating alpha needs floating tensors, but the result is a Tensor[" +
                          std::string(info(result.dtype).name) + "].");
    return result;
}

template<Name sum> Value scaledEval(ValueSpan arguments) {
    const OpDef &op = known<sum>();
    if (arguments[2].number() == 1.0) return op.eval(arguments.first(2));
    const DType dtype = inferred(scaledRule<sum>, arguments).dtype;
    const std::array<Value, 2> factors = {operand(arguments[1], dtype), arguments[2]};
    const std::array<Value, 2> summands = {arguments[0], known<"Mul">().eval(factors).asTensor()->cast(dtype)};
    return op.eval(summands);
}

template<int sign> std::vector<Term> scaledGradient(Gradient &g) {
    const double alpha = sign * g.numberOf(2);
    if (!g.wants(1)) return {g.dout()};
    return {g.dout(), alpha == 1 ? g.dout() : g.dout() * alpha};
}

Samples scaledSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 3), 1},
            {sampleValues({2, 3}, -1, 1), sampleValues({3}, 1, 3), 0.5},
            {sampleValues({2, 3}, -1, 1), 2.0, 3},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 3), 2}};
}

template<Name sum, int sign> OpDef scaled(std::string name, std::string doc, std::string numpy) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.params = {tensorParam("input"), operandParam("other"), optionalParam("alpha", ParamKind::Any, 1)};
    def.infer = inferBy<scaledRule<sum>>;
    def.eval = scaledEval<sum>;
    def.samples = scaledSamples;
    def.numpy = std::move(numpy);
    def.gradient = scaledGradient<sign>;
    return def;
}

// --- operators that write --------------------------------------------------------------------------------------------

/** Refuses what the elements of `target` cannot hold: nothing is converted down behind the user's back. */
void checkFits(std::string_view op, const Abstract &target, const Abstract &result) {
    if (result.shape != target.shape)
        diagnose("For '" + std::string(op) + "' in place, the result of shape " + listText(result.shape) +
                 " does not fit into the tensor of shape " + listText(target.shape) + ".");
    if (result.dtype != target.dtype)
        throw TypeMistake("Data type conversion is not supported for a 'Parameter', nor for the input tensor of an "
                          "in-place operator, so data type " +
                          std::string(info(target.dtype).name) + ", which cannot be converted to data type " +
                          std::string(info(result.dtype).name) + " automatically.");
}

/** A tensor that was broadcast has several elements at one place. */
const Tensor &writable(std::string_view op, const Value &value) {
    const Tensor &target = *value.asTensor();
    if (!target.isContiguous() && distinct(target).repeats > 1)
        diagnose("For '" + std::string(op) + "' in place, several elements of the tensor of shape " +
                 listText(target.shape()) +
                 " lie at the same place in memory, because it was broadcast. Write to a copy of it: x.copy().");
    return target;
}

template<Name functional> Abstract writingRule(TypeSpan arguments) {
    const OpDef &op = known<functional>();
    const Abstract target = tensorType(op.name, arguments, 0);
    checkFits(op.name, target, inferred(op, arguments));
    return target;
}

template<Name functional> Value writingEval(ValueSpan arguments) {
    inferred(writingRule<functional>, arguments);
    const Tensor &target = writable(functional.text, arguments[0]);
    return overwrite(target, *known<functional>().eval(arguments).asTensor());
}

OpCost writingCost(TypeSpan arguments, const Abstract &result) {
    double bytes = double(result.bytes());
    for (const Abstract &argument : arguments)
        bytes += argument.isTensor() ? double(argument.bytes()) : 0;
    return {double(result.count()), bytes};
}

OpCost writingScaledCost(TypeSpan arguments, const Abstract &result) {
    const OpCost cost = writingCost(arguments, result);
    return {2 * cost.flops, cost.bytes};
}

Samples writingSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 3)},
            {sampleValues({2, 3}, -1, 1), sampleValues({3}, 1, 3)},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 3)}};
}

template<Name functional>
OpDef writing(std::string name, std::string function, std::string doc, std::string numpy, std::vector<ParamDef> params,
              Samples (*samples)()) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.params = std::move(params);
    def.infer = inferBy<writingRule<functional>>;
    def.eval = writingEval<functional>;
    def.cost = writingCost;
    def.samples = samples;
    def.numpy = std::move(numpy);
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = functional.text;
    return def;
}

std::vector<ParamDef> inputAndOther() {
    return {tensorParam("input"), operandParam("other")};
}

std::vector<ParamDef> variableAndValue() {
    return {tensorParam("variable"), operandParam("value")};
}

template<Name functional> OpDef assigning(std::string name, std::string function, std::string doc, std::string numpy) {
    OpDef def = writing<functional>(std::move(name), std::move(function), std::move(doc), std::move(numpy),
                                    variableAndValue(), writingSamples);
    def.leavesVariable = true;
    return def;
}

template<Name functional> OpDef writingBinary(std::string name, std::string doc, std::string numpy) {
    return writing<functional>(std::move(name), "", std::move(doc), std::move(numpy), inputAndOther(), writingSamples);
}

template<Name functional> OpDef writingScaled(std::string name, std::string doc, std::string numpy) {
    auto params = inputAndOther();
    params.push_back(optionalParam("alpha", ParamKind::Any, 1));
    OpDef def =
        writing<functional>(std::move(name), "", std::move(doc), std::move(numpy), std::move(params), scaledSamples);
    def.cost = writingScaledCost;
    return def;
}

Samples unarySamples() {
    return {{sampleValues({2, 3}, 0.3, 1.7)}, {sampleValues({}, 0.3, 1.7)}, {Tensor::zeros({0, 4}, DType::Float32)}};
}

template<Name functional> OpDef writingUnary(std::string name, std::string numpy) {
    const std::string doc = "input after each element was replaced by its " + std::string(functional.text) + ".";
    return writing<functional>(std::move(name), "", doc, std::move(numpy), {tensorParam("input")}, unarySamples);
}

// --- Assign, which is stricter, and copying, which is not ------------------------------------------------------------

Abstract assignRule(TypeSpan arguments) {
    const Abstract target = tensorType("Assign", arguments, 0);
    const Abstract &value = arguments[1];
    const Dims shape = value.isTensor() ? value.shape : Dims();
    const DType stored = value.isTensor() ? promoted(target.dtype, value.dtype) : target.dtype;
    checkFits("Assign", target, Abstract::tensor(stored, target.shape));
    if (shape.rank() != target.shape.rank())
        diagnose("For 'Assign','value' must have the same rank as 'variable'. But got 'value' rank: " +
                 std::to_string(shape.rank()) + ", 'variable' rank: " + std::to_string(target.shape.rank()) + ".");
    if (shape != target.shape)
        diagnose("For 'Assign','value' must have the same shape as 'variable'. But got 'value' shape: " +
                 toString(shape) + ", 'variable' shape: " + toString(target.shape) + ".");
    return target;
}

template<Rule rule> Value copyingEval(ValueSpan arguments) {
    inferred(rule, arguments);
    const Tensor &target = writable("InplaceCopy", arguments[0]);
    return overwrite(target, operand(arguments[1], target.dtype()).broadcastTo(target.shape()));
}

Samples assignSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 3)},
            {sampleValues({}, -1, 1), 2.5},
            {Tensor::zeros({0, 3}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32)}};
}

OpDef assign() {
    OpDef def = writing<"Assigned">("Assign", "assign", "variable after value, of the same shape, was written to it.",
                                    "np.broadcast_to(np.asarray(a[1]), a[0].shape)", variableAndValue(), assignSamples);
    def.infer = inferBy<assignRule>;
    def.eval = copyingEval<assignRule>;
    def.gradient = assignedGradient;
    def.category = OpCategory::DataMovement;
    return def;
}

OpDef copying(std::string name, std::string doc) {
    OpDef def =
        writing<"Overwritten">(std::move(name), "", std::move(doc), "np.broadcast_to(np.asarray(a[1]), a[0].shape)",
                               inputAndOther(), overwrittenSamples);
    def.infer = inferBy<overwrittenRule>;
    def.eval = copyingEval<overwrittenRule>;
    def.category = OpCategory::DataMovement;
    return def;
}

} // namespace

std::vector<OpDef> inplaceOps() {
    const std::vector<OpUseRow> uses = {
        {{"Overwritten", "Assigned", "InplaceCopy", "InplaceFillScalar"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"AssignAdd", "AssignSub", "InplaceMul", "InplaceDiv", "InplaceFloor", "InplaceReLU"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = perElement(1)}},
        {{"AddExt", "SubExt", "InplaceAddExt", "InplaceSubExt"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = perElement(2)}},
        {{"InplaceFloorDivide", "InplaceRemainder", "InplaceExp", "InplaceLog", "InplaceTanh", "InplaceSigmoid"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Assign"}, {.dependence = Dependence::Movement, .device = DeviceKernel::Copy, .operations = notByShapes}},
    };
    return withUses(
        {
            overwritten(),
            assigned(),
            scaled<"Add", 1>("AddExt", "input + alpha * other.", "a[0] + a[2] * a[1]"),
            scaled<"Sub", -1>("SubExt", "input - alpha * other.", "a[0] - a[2] * a[1]"),
            assign(),
            assigning<"Add">("AssignAdd", "assign_add", "variable after value was added to it in place.",
                             "a[0] + a[1]"),
            assigning<"Sub">("AssignSub", "assign_sub", "variable after value was subtracted from it in place.",
                             "a[0] - a[1]"),
            copying("InplaceCopy",
                    "input after other was written to it: broadcast to its shape, converted to its dtype."),
            copying("InplaceFillScalar", "input after a number was written to each of its elements."),
            writingScaled<"AddExt">("InplaceAddExt", "input after alpha * other was added to it in place.",
                                    "a[0] + a[2] * a[1]"),
            writingScaled<"SubExt">("InplaceSubExt", "input after alpha * other was subtracted from it in place.",
                                    "a[0] - a[2] * a[1]"),
            writingBinary<"Mul">("InplaceMul", "input after it was multiplied by other in place.", "a[0] * a[1]"),
            writingBinary<"Div">("InplaceDiv", "input after it was divided by other in place.", "a[0] / a[1]"),
            writingBinary<"FloorDiv">("InplaceFloorDivide",
                                      "input after it was divided by other in place, rounded to minus infinity.",
                                      "np.floor_divide(a[0], a[1])"),
            writingBinary<"FloorMod">("InplaceRemainder",
                                      "input after it was replaced by its remainder, of the sign of other.",
                                      "np.mod(a[0], a[1])"),
            writingUnary<"Exp">("InplaceExp", "np.exp(a[0])"),
            writingUnary<"Log">("InplaceLog", "np.log(a[0])"),
            writingUnary<"Floor">("InplaceFloor", "np.floor(a[0])"),
            writingUnary<"Tanh">("InplaceTanh", "np.tanh(a[0])"),
            writingUnary<"Sigmoid">("InplaceSigmoid", "1 / (1 + np.exp(-a[0]))"),
            writingUnary<"ReLU">("InplaceReLU", "np.maximum(a[0], 0)"),
        },
        uses,
        {"AddExt", "SubExt", "Overwritten", "Assigned", "Assign", "AssignAdd", "AssignSub", "InplaceCopy",
         "InplaceFillScalar", "InplaceAddExt", "InplaceSubExt", "InplaceMul", "InplaceDiv"});
}

} // namespace jitscope::inline ops

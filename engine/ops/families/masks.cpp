// SPDX-License-Identifier: Apache-2.0
// Elements chosen by bools: read, filled, and listed by place.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/kernels/places.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"
#include "engine/tensor/elements.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

void checkMask(const char *op, const Abstract &mask) {
    if (mask.dtype != DType::Bool)
        throw TypeMistake(format("For primitive[%s], the input argument[mask] must be a type of {Bool}, but got %s.",
                                 op, std::string(info(mask.dtype).name).c_str()));
}

Dims commonShape(const char *op, const Dims &x, const Dims &mask) {
    const std::optional<Dims> common = broadcast(x, mask);
    if (!common)
        diagnose(format("For '%s', input.shape and mask.shape need to broadcast, but got %s and %s.", op,
                        listText(x).c_str(), listText(mask).c_str()));
    return checkedShape(op, *common);
}

Tensor bools(std::initializer_list<int> values, const Dims &shape) {
    Tensor result(shape, DType::Bool);
    std::copy(values.begin(), values.end(), result.mutableData<bool>());
    return result;
}

// --- NonZero ---------------------------------------------------------------------------------------------------------

Abstract nonZeroRule(TypeSpan arguments) {
    tensorType("NonZero", arguments, 0);
    diagnoseShapeFromValues("NonZero");
}

Value nonZeroEval(ValueSpan arguments) {
    const Tensor &x = *arguments[0].asTensor();
    const std::vector<int64_t> places = placesOfBools(x);
    Tensor result({int64_t(places.size()), x.rank()}, DType::Int64);
    auto *coordinates = result.mutableData<int64_t>();
    for (int64_t place : places) {
        for (int i = x.rank() - 1; i >= 0; --i) {
            coordinates[i] = place % x.shape()[i];
            place /= x.shape()[i];
        }
        coordinates += x.rank();
    }
    return result;
}

Samples nonZeroSamples() {
    return {{bools({1, 0, 0, 1, 1, 0}, {2, 3})}, {sampleValues({2, 2}, 1, 2)}, {Tensor::zeros({3}, DType::Float32)}};
}

OpDef nonZero() {
    OpDef def = movement("NonZero", "nonzero", {},
                         "The coordinates of the elements that are not zero, a row each; Int64.", "np.argwhere(a[0])");
    def.aliases = {"argwhere"};
    def.methods = {"argwhere"};
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<nonZeroRule>;
    def.eval = nonZeroEval;
    def.samples = nonZeroSamples;
    def.gradient = noGradient;
    def.shapeFromValues = true;
    return def;
}

// --- MaskedSelect ----------------------------------------------------------------------------------------------------

Dims maskedSelectShape(TypeSpan arguments) {
    const Abstract &x = tensorType("MaskedSelect", arguments, 0), &mask = tensorType("MaskedSelect", arguments, 1);
    checkMask("MaskedSelect", mask);
    return commonShape("MaskedSelect", x.shape, mask.shape);
}

Abstract maskedSelectRule(TypeSpan arguments) {
    maskedSelectShape(arguments);
    diagnoseShapeFromValues("MaskedSelect");
}

Value maskedSelectEval(ValueSpan arguments) {
    const Dims shape = maskedSelectShape(typesOf(arguments));
    Places places{placesOfBools(arguments[1].asTensor()->broadcastTo(shape)), 1};
    const auto count = int64_t(places.starts.size());
    return gathered(arguments[0].asTensor()->broadcastTo(shape), places, {count});
}

std::vector<Term> maskedSelectGradient(Gradient &g) {
    const Dims shape = *broadcast(g.shape(0), g.shape(1));
    return {g.call("MaskedScatter", {g.term(Tensor::zeros(shape, g.dout().dtype())), g.in(1), g.dout()})};
}

Samples maskedSelectSamples() {
    return {{sampleValues({2, 3}, -1, 1), bools({1, 0, 0, 1, 1, 0}, {2, 3})},
            {sampleValues({2, 3}, -1, 1), bools({1, 0, 1}, {3})},
            {sampleValues({3}, -1, 1), bools({1, 0}, {2, 1})}};
}

OpDef maskedSelect() {
    OpDef def = movement("MaskedSelect", "masked_select", {"masked_select"},
                         "The elements of input where mask (Bool, broadcast with it) holds, as a vector; any dtype.",
                         "(lambda x, m: x[m])(*np.broadcast_arrays(a[0], a[1]))");
    def.params = {tensorParam("input", {"x"}), tensorParam("mask")};
    def.infer = inferBy<maskedSelectRule>;
    def.eval = maskedSelectEval;
    def.samples = maskedSelectSamples;
    def.gradient = maskedSelectGradient;
    def.shapeFromValues = true;
    return def;
}

// --- MaskedFill ------------------------------------------------------------------------------------------------------

Abstract maskedFillRule(TypeSpan arguments) {
    const Abstract &x = tensorType("MaskedFill", arguments, 0), &mask = tensorType("MaskedFill", arguments, 1);
    checkMask("MaskedFill", mask);
    const Abstract &value = arguments[2];
    if (value.isTensor() && !value.shape.empty())
        diagnose(
            format("For 'MaskedFill', 'value' only supports a 0-dimensional value tensor or scalar, but got a tensor "
                   "with %d dimension(s).",
                   value.shape.rank()));
    return Abstract::tensor(x.dtype, commonShape("MaskedFill", x.shape, mask.shape));
}

Value maskedFillEval(ValueSpan arguments) {
    const Abstract result = inferred(maskedFillRule, arguments);
    return computeSelect(*arguments[1].asTensor(), operand(arguments[2], result.dtype), *arguments[0].asTensor(),
                         result.shape);
}

std::vector<Term> maskedFillGradient(Gradient &g) {
    const Term zeros = g.zerosLike(g.dout());
    return {g.wants(0) ? g.select(g.in(1), zeros, g.dout()) : Term(), Term(),
            g.wants(2) ? g.select(g.in(1), g.dout(), zeros) : Term()};
}

Samples maskedFillSamples() {
    return {{sampleValues({2, 3}, -1, 1), bools({1, 0, 0, 1, 1, 0}, {2, 3}), 2.5},
            {sampleValues({2, 3}, -1, 1), bools({1, 0, 1}, {3}), sampleValues({}, 3, 4)},
            {sampleValues({0, 3}, -1, 1), bools({1, 0, 1}, {3}), 1}};
}

constexpr const char *maskedFillText = "np.where(a[1], a[2], a[0])";

OpDef maskedFill() {
    OpDef def = movement("MaskedFill", "masked_fill", {"masked_fill"},
                         "input_x with value where mask (Bool, broadcast with it) holds; any dtype.", maskedFillText);
    def.params = {tensorParam("input_x", {"input", "x"}), tensorParam("mask"), operandParam("value")};
    def.infer = inferBy<maskedFillRule>;
    def.eval = maskedFillEval;
    def.samples = maskedFillSamples;
    def.gradient = maskedFillGradient;
    return def;
}

Abstract inplaceMaskedFillRule(TypeSpan arguments) {
    const Abstract result = maskedFillRule(arguments);
    if (result.shape != arguments[0].shape)
        diagnose("For 'InplaceMaskedFill', the mask must broadcast to the shape of the tensor, " +
                 listText(arguments[0].shape) + ", but has " + listText(arguments[1].shape) + ".");
    return result;
}

Value inplaceMaskedFillEval(ValueSpan arguments) {
    inferred(inplaceMaskedFillRule, arguments);
    return overwrite(*arguments[0].asTensor(), *maskedFillEval(arguments).asTensor());
}

OpDef inplaceMaskedFill() {
    OpDef def =
        movement("InplaceMaskedFill", "", {"masked_fill_"},
                 "input after value was written where mask (Bool, broadcast to it) holds; any dtype.", maskedFillText);
    def.params = {tensorParam("input"), tensorParam("mask"), operandParam("value")};
    def.infer = inferBy<inplaceMaskedFillRule>;
    def.eval = inplaceMaskedFillEval;
    def.samples = maskedFillSamples;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = "MaskedFill";
    return def;
}

// --- MaskedScatter ---------------------------------------------------------------------------------------------------

Abstract maskedScatterRule(TypeSpan arguments) {
    const Abstract &x = tensorType("MaskedScatter", arguments, 0), &mask = tensorType("MaskedScatter", arguments, 1);
    checkMask("MaskedScatter", mask);
    tensorType("MaskedScatter", arguments, 2);
    if (broadcast(x.shape, mask.shape) != x.shape)
        diagnose("For 'MaskedScatter', the mask must broadcast to the shape of x, " + listText(x.shape) + ", but has " +
                 listText(mask.shape) + ".");
    return Abstract::tensor(x.dtype, x.shape);
}

Value maskedScatterEval(ValueSpan arguments) {
    const Abstract result = inferred(maskedScatterRule, arguments);
    Places places{placesOfBools(arguments[1].asTensor()->broadcastTo(result.shape)), 1};
    const auto count = int64_t(places.starts.size());
    const Tensor source = arguments[2].asTensor()->cast(result.dtype).contiguous();
    if (source.count() < count)
        diagnose("For 'MaskedScatter', number of elements of updates < number of ones in mask.");
    Tensor out = arguments[0].asTensor()->clone();
    scatterInto(out, places, Tensor(source.storage(), {count}, {1}, source.offset(), source.dtype()),
                ScatterOp::Update);
    return out;
}

std::vector<Term> maskedScatterGradient(Gradient &g) {
    return {g.wants(0) ? g.select(g.in(1), g.zerosLike(g.dout()), g.dout()) : Term(), Term(),
            g.wants(2) ? g.call("MaskedScatterBackward", {g.dout(), g.in(1), g.shape(2)}) : Term()};
}

Samples maskedScatterSamples() {
    return {{sampleValues({2, 3}, -1, 1), bools({1, 0, 0, 1, 1, 0}, {2, 3}), sampleValues({4}, 2, 3)},
            {sampleValues({2, 3}, -1, 1), bools({1, 0, 1}, {3}), sampleValues({2, 2}, 2, 3)}};
}

constexpr const char *maskedScatterText =
    "(lambda x, m: (x.__setitem__(m, a[2].ravel()[:m.sum()]), x)[1])(a[0].copy(), np.broadcast_to(a[1], a[0].shape))";

OpDef maskedScatter() {
    OpDef def =
        movement("MaskedScatter", "masked_scatter", {"masked_scatter"},
                 "x with the elements of updates, in order, where mask (Bool, broadcast to it) holds; any dtype.",
                 maskedScatterText);
    def.params = {tensorParam("x", {"input"}), tensorParam("mask"), tensorParam("updates", {"tensor", "source"})};
    def.infer = inferBy<maskedScatterRule>;
    def.eval = maskedScatterEval;
    def.samples = maskedScatterSamples;
    def.gradient = maskedScatterGradient;
    return def;
}

Value inplaceMaskedScatterEval(ValueSpan arguments) {
    return overwrite(*arguments[0].asTensor(), *maskedScatterEval(arguments).asTensor());
}

OpDef inplaceMaskedScatter() {
    OpDef def = movement("InplaceMaskedScatter", "", {"masked_scatter_"},
                         "input after the elements of source, in order, were written where mask holds; any dtype.",
                         maskedScatterText);
    def.params = {tensorParam("input"), tensorParam("mask"), tensorParam("source")};
    def.infer = inferBy<maskedScatterRule>;
    def.eval = inplaceMaskedScatterEval;
    def.samples = maskedScatterSamples;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = "MaskedScatter";
    return def;
}

Abstract maskedScatterBackwardRule(TypeSpan arguments) {
    const char *op = "MaskedScatterBackward";
    const Abstract &dout = tensorType(op, arguments, 0);
    checkMask(op, tensorType(op, arguments, 1));
    commonShape(op, dout.shape, arguments[1].shape);
    return Abstract::tensor(dout.dtype, checkedShape(op, intsOf(op, arguments, 2)));
}

Value maskedScatterBackwardEval(ValueSpan arguments) {
    const Abstract result = inferred(maskedScatterBackwardRule, arguments);
    const Value selection[] = {arguments[0], arguments[1]};
    const Value selected = maskedSelectEval(selection);
    const Tensor &first = *selected.asTensor();
    if (first.count() > result.count())
        diagnose("For 'MaskedScatterBackward', number of elements of updates < number of ones in mask.");
    Tensor out = Tensor::zeros(result.shape, result.dtype);
    scatterInto(out, Places{std::vector<int64_t>(1, 0), first.count()}, first, ScatterOp::Update);
    return out;
}

std::vector<Term> maskedScatterBackwardGradient(Gradient &g) {
    return {g.call("MaskedScatter", {g.term(Tensor::zeros(g.shape(0), g.dout().dtype())), g.in(1), g.dout()})};
}

Samples maskedScatterBackwardSamples() {
    return {{sampleValues({2, 3}, -1, 1), bools({1, 0, 0, 1, 1, 0}, {2, 3}), Value::ints({4})},
            {sampleValues({2, 3}, -1, 1), bools({1, 0, 1}, {3}), Value::ints({2, 2})}};
}

OpDef maskedScatterBackward() {
    OpDef def = movement("MaskedScatterBackward", "", {},
                         "The elements of grad where mask holds, then zeros, in the shape of the updates: the gradient "
                         "of MaskedScatter; any dtype.",
                         "(lambda v: np.concatenate([v, np.zeros(int(np.prod(a[2])) - v.size)]).reshape(a[2]))"
                         "(a[0][np.broadcast_to(a[1], a[0].shape)])");
    def.params = {tensorParam("grad"), tensorParam("mask"), param("shape", ParamKind::Ints)};
    def.infer = inferBy<maskedScatterBackwardRule>;
    def.eval = maskedScatterBackwardEval;
    def.samples = maskedScatterBackwardSamples;
    def.gradient = maskedScatterBackwardGradient;
    return def;
}

} // namespace

std::vector<OpDef> maskOps() {
    const std::vector<OpUseRow> uses = {
        {{"NonZero"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Reduction, .operations = notByShapes}},
        {{"MaskedSelect", "MaskedFill", "InplaceMaskedFill", "MaskedScatter", "InplaceMaskedScatter",
          "MaskedScatterBackward"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({nonZero(), maskedSelect(), maskedFill(), inplaceMaskedFill(), maskedScatter(),
                     inplaceMaskedScatter(), maskedScatterBackward()},
                    uses,
                    {"NonZero", "MaskedSelect", "MaskedFill", "InplaceMaskedFill", "MaskedScatter",
                     "InplaceMaskedScatter", "MaskedScatterBackward"});
}

} // namespace jitscope::inline ops

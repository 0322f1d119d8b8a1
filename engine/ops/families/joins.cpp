// SPDX-License-Identifier: Apache-2.0
// Several tensors joined into one, along an axis that they have or along a new one.
#include "engine/ops/families.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"

#include <cstring>

namespace jitscope::inline ops {

namespace {

/** The tensors of the first argument; at least one, all of one rank. */
const std::vector<Abstract> &tensorsOf(const char *op, TypeSpan arguments) {
    if (arguments.empty() || arguments[0].kind != Abstract::Kind::Tuple)
        diagnose(format("For primitive[%s], the first argument must be a tuple or list of Tensors.", op));
    const std::vector<Abstract> &items = arguments[0].items;
    if (items.empty()) diagnose(format("For primitive[%s], the elements size must be greater than 0, but got 0.", op));
    for (const Abstract &item : items) {
        if (!item.isTensor())
            diagnose(format("For primitive[%s], all elements must be Tensors, but got %s.", op, brief(item).c_str()));
        if (item.shape.rank() != items[0].shape.rank())
            diagnose(
                format("For primitive[%s], element 0 shape rank %d is not equal to the rank %d of another element.", op,
                       items[0].shape.rank(), item.shape.rank()));
    }
    return items;
}

DType commonDType(const char *op, const std::vector<Abstract> &items) {
    DType common = items[0].dtype;
    for (const Abstract &item : items) {
        if (!convertsImplicitly(common, item.dtype))
            diagnose(format(
                "For primitive[%s], type implicit conversion between Tensor[%s] and Tensor[%s] is not supported.", op,
                std::string(info(common).name).c_str(), std::string(info(item.dtype).name).c_str()));
        common = promoted(common, item.dtype);
    }
    return common;
}

std::string shapesText(const std::vector<Abstract> &items) {
    std::vector<std::string> texts;
    for (const Abstract &item : items)
        texts.push_back(listText(item.shape));
    return join(texts, ", ");
}

/** Copies tensors side by side: `before` rows, in each of which every tensor gives its `row` bytes in turn. */
Tensor sideBySide(const Sequence &tensors, const Abstract &result, int axis) {
    Tensor out(result.shape, result.dtype);
    int64_t before = 1;
    for (int i = 0; i < axis; ++i)
        before *= result.shape[i];
    const int64_t outRow = before == 0 ? 0 : out.bytes() / before;
    std::byte *column = out.mutableRawData();
    for (const Value &item : tensors.items) {
        const Tensor part = item.asTensor()->cast(result.dtype).contiguous();
        const int64_t row = before == 0 ? 0 : part.bytes() / before;
        for (int64_t i = 0; i < before; ++i)
            std::memcpy(column + i * outRow, part.rawData() + i * row, size_t(row));
        column += row;
    }
    return out;
}

// --- Concat ----------------------------------------------------------------------------------------------------------

Abstract concatRule(TypeSpan arguments) {
    const std::vector<Abstract> &items = tensorsOf("Concat", arguments);
    const int rank = items[0].shape.rank();
    if (rank == 0) diagnose("For primitive[Concat], tensors of zero dimensions cannot be concatenated; use stack.");
    const int axis = checkedAxis("Concat", intOf("Concat", arguments, 1), rank);
    Dims shape = items[0].shape;
    shape[axis] = 0;
    for (const Abstract &item : items) {
        for (int i = 0; i < rank; ++i)
            if (i != axis && item.shape[i] != shape[i])
                diagnose("For primitive[Concat], the shapes may differ along the axis " + std::to_string(axis) +
                         " only, but got " + shapesText(items) + ".");
        shape[axis] += item.shape[axis];
    }
    return Abstract::tensor(commonDType("Concat", items), checkedShape("Concat", shape));
}

Value concatEval(ValueSpan arguments) {
    const Abstract result = inferred(concatRule, arguments);
    return sideBySide(*arguments[0].asSequence(), result,
                      checkedAxis("Concat", *arguments[1].asInt(), result.shape.rank()));
}

std::vector<Term> concatGradient(Gradient &g) {
    const std::vector<Abstract> &items = g.type(0).items;
    const int axis = checkedAxis("Concat", g.intOf(1), items[0].shape.rank());
    std::vector<Term> parts;
    int64_t start = 0;
    for (const Abstract &item : items) {
        parts.push_back(g.cast(narrowed(g.dout(), axis, start, item.shape[axis]), item.dtype));
        start += item.shape[axis];
    }
    return {g.tuple(parts)};
}

Samples concatSamples() {
    return {{Value::tuple({sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 2)}), 0},
            {Value::tuple({sampleValues({2, 3}, -1, 1), sampleValues({2, 1}, 1, 2), sampleValues({2, 2}, 3, 4)}), 1},
            {Value::tuple({sampleValues({2, 3, 2}, -1, 1), sampleValues({2, 3, 5}, 1, 2)}), -1},
            {Value::list({sampleValues({4}, -1, 1), Tensor::zeros({0}, DType::Float32)}), 0}};
}

OpDef concat() {
    OpDef def;
    def.name = "Concat";
    def.function = "concat";
    def.aliases = {"cat"};
    def.doc = "The tensors joined along axis; the other sizes are equal, dtypes are promoted.";
    def.category = OpCategory::DataMovement;
    def.params = {param("tensors", ParamKind::Tensors), optionalParam("axis", ParamKind::Int, 0, {"dim"})};
    def.infer = inferBy<concatRule>;
    def.eval = concatEval;
    def.cost = copyCost;
    def.samples = concatSamples;
    def.gradient = concatGradient;
    def.numpy = "np.concatenate(a[0], a[1])";
    return def;
}

// --- Stack -----------------------------------------------------------------------------------------------------------

Abstract stackRule(TypeSpan arguments) {
    const std::vector<Abstract> &items = tensorsOf("Stack", arguments);
    const Dims &own = items[0].shape;
    for (const Abstract &item : items)
        if (item.shape != own)
            diagnose("For primitive[Stack], all elements must have one shape, but got " + shapesText(items) + ".");
    if (own.rank() == maxRank) diagnose(format("For primitive[Stack], a Tensor has at most %d dimensions.", maxRank));
    const int axis = checkedAxis("Stack", intOf("Stack", arguments, 1), own.rank() + 1);
    Dims shape;
    for (int i = 0; i <= own.rank(); ++i)
        shape.push(i == axis ? int64_t(items.size()) : own[i < axis ? i : i - 1]);
    return Abstract::tensor(commonDType("Stack", items), checkedShape("Stack", shape));
}

Value stackEval(ValueSpan arguments) {
    const Abstract result = inferred(stackRule, arguments);
    return sideBySide(*arguments[0].asSequence(), result,
                      checkedAxis("Stack", *arguments[1].asInt(), result.shape.rank()));
}

std::vector<Term> stackGradient(Gradient &g) {
    const std::vector<Abstract> &items = g.type(0).items;
    const int axis = checkedAxis("Stack", g.intOf(1), items[0].shape.rank() + 1);
    std::vector<Term> parts;
    for (size_t i = 0; i < items.size(); ++i)
        parts.push_back(g.cast(selected(g.dout(), axis, int64_t(i)), items[i].dtype));
    return {g.tuple(parts)};
}

Samples stackSamples() {
    return {{Value::tuple({sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 2)}), 0},
            {Value::tuple({sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, 1, 2)}), -1},
            {Value::list({sampleValues({}, -1, 1), sampleValues({}, 1, 2), sampleValues({}, 2, 3)}), 0},
            {Value::tuple({Tensor::zeros({0, 2}, DType::Float32)}), 1}};
}

OpDef stack() {
    OpDef def;
    def.name = "Stack";
    def.function = "stack";
    def.doc = "Tensors of one shape joined along a new axis; dtypes are promoted.";
    def.category = OpCategory::DataMovement;
    def.params = {param("tensors", ParamKind::Tensors), optionalParam("axis", ParamKind::Int, 0, {"dim"})};
    def.infer = inferBy<stackRule>;
    def.eval = stackEval;
    def.cost = copyCost;
    def.samples = stackSamples;
    def.gradient = stackGradient;
    def.numpy = "np.stack(a[0], a[1])";
    return def;
}

} // namespace

std::vector<OpDef> joinOps() {
    const std::vector<OpUseRow> uses = {
        {{"Concat", "Stack"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Strided, .operations = notByShapes}},
    };
    return withUses({concat(), stack()}, uses, {"Concat", "Stack"});
}

} // namespace jitscope::inline ops

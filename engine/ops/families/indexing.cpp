// SPDX-License-Identifier: Apache-2.0
// NumPy's indexing by tensors: some axes indexed by integers that broadcast against each other, read and written.
#include "engine/ops/families.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/kernels/places.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"

#include <algorithm>
#include <span>

namespace jitscope::inline ops {

namespace {

/** Which axes are indexed, and the common shape of the indices. */
struct AdvancedIndex {
    Dims axes, block, shape; ///< shape: of what is indexed
};

AdvancedIndex advancedIndex(const char *op, TypeSpan arguments, size_t indices, size_t axes) {
    const Abstract &x = tensorType(op, arguments, 0);
    AdvancedIndex index;
    bool seen[maxRank] = {};
    for (const int64_t axis : intsOf(op, arguments, axes)) {
        const int normal = checkedAxis(op, axis, x.shape.rank());
        if (x.shape.empty() || seen[normal]) diagnose(format("For '%s', each axis can be indexed once.", op));
        seen[normal] = true;
        index.axes.push(normal);
    }
    const std::vector<Abstract> &items = arguments[indices].items;
    if (items.empty() || int(items.size()) != index.axes.rank())
        diagnose(format("For '%s', %zu indices are given for %d axes.", op, items.size(), index.axes.rank()));
    for (const Abstract &item : items) {
        checkIndexType(op, "indices", item);
        const std::optional<Dims> common = broadcast(index.block, item.shape);
        if (!common)
            diagnose(format("For 'tensor getitem', x.shape and y.shape need to broadcast, but got x.shape = %s and "
                            "y.shape = %s.",
                            listText(index.block).c_str(), listText(item.shape).c_str()));
        index.block = *common;
    }
    if (index.block.rank() + x.shape.rank() - index.axes.rank() > maxRank)
        diagnose(format("For '%s', a Tensor has at most %d dimensions.", op, maxRank));
    index.shape = checkedShape(op, advancedShape(x.shape, index.axes, index.block));
    return index;
}

/** Where the elements lie; refuses indices that are out of range. */
Places placesOf(const Dims &shape, const AdvancedIndex &index, const Value &indices) {
    std::vector<Tensor> checked;
    for (int i = 0; i < index.axes.rank(); ++i) {
        const Tensor &given = *indices.asSequence()->items[size_t(i)].asTensor();
        const int64_t size = shape[int(index.axes[i])];
        const Tensor packed = given.cast(DType::Int64).contiguous();
        const std::span<const int64_t> places(packed.data<int64_t>(), size_t(packed.count()));
        const auto wrong =
            std::ranges::find_if(places, [size](int64_t place) { return place < -size || place >= size; });
        if (wrong != places.end())
            throw IndexOutOfRange(
                format("index %lld is out of bounds for dimension with size %lld", (long long)*wrong, (long long)size));
        checked.push_back(checkedIndices("Index", "indices", packed, size).broadcastTo(index.block));
    }
    return advancedPlaces(shape, index.axes, checked);
}

// --- Index -----------------------------------------------------------------------------------------------------------

Abstract indexRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, advancedIndex("Index", arguments, 1, 2).shape);
}

Value indexEval(ValueSpan arguments) {
    const AdvancedIndex index = advancedIndex("Index", typesOf(arguments), 1, 2);
    const Tensor &x = *arguments[0].asTensor();
    return gathered(x, placesOf(x.shape(), index, arguments[1]), index.shape);
}

std::vector<Term> indexGradient(Gradient &g) {
    const Term zeros = g.term(Tensor::zeros(g.shape(0), g.dout().dtype()));
    return {g.call("IndexPut", {zeros, g.in(1), g.dout(), g.constant(2), true})};
}

Samples indexSamples() {
    const Tensor x = sampleValues({3, 4, 2}, -1, 1), rows = integers({3}, {0, 2, -1}),
                 columns = integers({2, 1}, {1, 3});
    return {{x, Value::tuple({rows}), Value::ints({0})},
            {x, Value::tuple({columns}), Value::ints({1})},
            {x, Value::tuple({columns, rows}), Value::ints({1, 0})},
            {x, Value::tuple({rows, integers({3}, {1, 0, 1})}), Value::ints({0, 2})},
            {x, Value::tuple({integers({0}, {})}), Value::ints({1})}};
}

/** The index as NumPy writes it, for `places` of the tuple and of the axes. */
constexpr const char *indexText =
    "(lambda i, k: tuple(np.asarray(i[k.index(j)], int) if j in k else slice(None) for j in range(a[0].ndim)))";

OpDef index() {
    OpDef def = movement("Index", "", {},
                         "The elements of input at integer indices (tensors that broadcast) of some axes: neighbouring "
                         "axes give way to the shape of the indices, else it goes first; any dtype.",
                         std::string("a[0][") + indexText + "(a[1], a[2])]");
    def.params = {tensorParam("input"), param("indices", ParamKind::Tensors), param("axes", ParamKind::Ints)};
    def.infer = inferBy<indexRule>;
    def.eval = indexEval;
    def.cost = copyCost;
    def.samples = indexSamples;
    def.gradient = indexGradient;
    return def;
}

// --- IndexPut --------------------------------------------------------------------------------------------------------

AdvancedIndex putIndex(const char *op, TypeSpan arguments) {
    const AdvancedIndex index = advancedIndex(op, arguments, 1, 3);
    boolOf(op, arguments, 4);
    const Abstract &values = arguments[2];
    Dims own = values.isTensor() ? values.shape : Dims();
    while (own.rank() > index.shape.rank() && own[0] == 1)
        own = Dims(own.span().subspan(1));
    if (broadcast(own, index.shape) != index.shape)
        diagnose(format("For '%s', in order to broadcast, each dimension pair must be equal or input dimension is 1 or "
                        "target dimension is -1. But got x_shape: %s, target shape: %s.",
                        op, toString(values.shape).c_str(), toString(index.shape).c_str()));
    return index;
}

Abstract indexPutRule(TypeSpan arguments) {
    putIndex("IndexPut", arguments);
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Abstract inplaceIndexPutRule(TypeSpan arguments) {
    putIndex("InplaceIndexPut", arguments);
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

void putInto(Tensor &target, ValueSpan arguments, const AdvancedIndex &index) {
    Tensor values = operand(arguments[2], target.dtype());
    while (values.rank() > index.shape.rank())
        values = reshapedView(values, Dims(values.shape().span().subspan(1)));
    scatterInto(target, placesOf(target.shape(), index, arguments[1]), values.broadcastTo(index.shape),
                *arguments[4].asBool() ? ScatterOp::Add : ScatterOp::Update);
}

Value indexPutEval(ValueSpan arguments) {
    const AdvancedIndex index = putIndex("IndexPut", typesOf(arguments));
    Tensor result = arguments[0].asTensor()->clone();
    putInto(result, arguments, index);
    return result;
}

Value inplaceIndexPutEval(ValueSpan arguments) {
    const AdvancedIndex index = putIndex("InplaceIndexPut", typesOf(arguments));
    Tensor target = *arguments[0].asTensor();
    const Tensor *values = arguments[2].asTensor();
    if (!target.isContiguous() || (values && values->storage() == target.storage()))
        return overwrite(target, *indexPutEval(arguments).asTensor());
    target.storage()->beforeWrite();
    putInto(target, arguments, index);
    return target;
}

std::vector<Term> indexPutGradient(Gradient &g) {
    Term kept;
    if (g.wants(0)) kept = g.boolOf(4) ? g.dout() : g.call("IndexPut", {g.dout(), g.in(1), 0, g.constant(3), false});
    return {kept, Term(), g.wants(2) ? g.call("Index", {g.dout(), g.in(1), g.constant(3)}) : Term()};
}

Samples indexPutSamples() {
    const Tensor x = sampleValues({3, 4, 2}, -1, 1), rows = integers({2}, {0, -1}), columns = integers({2, 1}, {1, 3});
    return {{x, Value::tuple({rows}), sampleValues({2, 4, 2}, 1, 2), Value::ints({0}), false},
            {x, Value::tuple({columns, rows}), sampleValues({2}, 1, 2), Value::ints({1, 0}), false},
            {x, Value::tuple({integers({3}, {1, 1, 0})}), sampleValues({3, 1, 2}, 1, 2), Value::ints({1}), true},
            {x, Value::tuple({rows, integers({2}, {1, 0})}), 3.0, Value::ints({0, 2}), false}};
}

OpDef indexPutRecord(const char *name, const char *doc) {
    OpDef def = movement(name, "", {}, doc,
                         std::string("(lambda x, i: ((np.add.at if a[4] else lambda x, i, v: x.__setitem__(i, v))"
                                     "(x, i, a[2]), x)[1])(a[0].copy(), ") +
                             indexText + "(a[1], a[3]))");
    def.params = {tensorParam("input"), param("indices", ParamKind::Tensors), operandParam("values"),
                  param("axes", ParamKind::Ints), optionalParam("accumulate", ParamKind::Bool, false)};
    def.cost = copyCost;
    def.samples = indexPutSamples;
    return def;
}

OpDef indexPut() {
    OpDef def =
        indexPutRecord("IndexPut", "input, but values (broadcast) stored or added at what Index takes; any dtype.");
    def.infer = inferBy<indexPutRule>;
    def.eval = indexPutEval;
    def.gradient = indexPutGradient;
    return def;
}

OpDef inplaceIndexPut() {
    OpDef def = indexPutRecord("InplaceIndexPut",
                               "input after values (broadcast) were stored or added at what Index takes; any dtype.");
    def.infer = inferBy<inplaceIndexPutRule>;
    def.eval = inplaceIndexPutEval;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = "IndexPut";
    return def;
}

} // namespace

std::vector<OpDef> indexingOps() {
    const std::vector<OpUseRow> uses = {
        {{"Index"}, {.dependence = Dependence::Movement, .device = DeviceKernel::Gather, .operations = notByShapes}},
        {{"IndexPut", "InplaceIndexPut"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({index(), indexPut(), inplaceIndexPut()}, uses, {"Index", "IndexPut", "InplaceIndexPut"});
}

} // namespace jitscope::inline ops

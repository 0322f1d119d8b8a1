// SPDX-License-Identifier: Apache-2.0
// Regular parts of tensors, read and written: Slice by begin and size, StridedSlice as Python's x[begin:end:stride],
// one index, a range or the diagonal of an axis. What is read is a view that shares storage.
#include "engine/ops/families.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/stridedparts.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

/** The arguments of StridedSlice from `first` on, as operands of another call. */
std::vector<Operand> stridedOperands(const Gradient &g, size_t first) {
    std::vector<Operand> operands;
    for (size_t i = first; i < g.op().params.size(); ++i)
        operands.emplace_back(g.constant(i));
    return operands;
}

Term stridedCall(Gradient &g, const char *primitive, std::vector<Operand> leading, size_t first) {
    for (Operand &operand : stridedOperands(g, first))
        leading.push_back(std::move(operand));
    return g.call(primitive, leading);
}

/** The gradient of a range of one axis: zeros, but for that range. */
Term rangeGradient(Gradient &g, int axis, int64_t start, int64_t end, int64_t step, bool isIndex) {
    Dims begin = Dims::filled(axis, 0), ends = begin, strides = Dims::filled(axis, 1);
    begin.push(start);
    ends.push(end);
    strides.push(step);
    const int64_t whole = (int64_t(1) << axis) - 1;
    return g.call("StridedSliceGrad",
                  {g.dout(), g.shape(0), begin, ends, strides, whole, whole, 0, 0, isIndex ? whole + 1 : 0});
}

// --- Slice -----------------------------------------------------------------------------------------------------------

Abstract sliceRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Slice", arguments, 0);
    const Part part = blockPart(x.shape, intsOf("Slice", arguments, 1), intsOf("Slice", arguments, 2));
    return Abstract::tensor(x.dtype, part.shape);
}

Value sliceEval(ValueSpan arguments) {
    inferred(sliceRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    return viewOf(x, blockPart(x.shape(), *arguments[1].dims(), *arguments[2].dims()));
}

std::vector<Term> sliceGradient(Gradient &g) {
    const Dims begin = *g.intsOf(1);
    Dims end = begin;
    for (int i = 0; i < end.rank(); ++i)
        end[i] += g.resultType().shape[i];
    return {g.call("StridedSliceGrad", {g.dout(), g.shape(0), begin, end, Dims::filled(begin.rank(), 1)})};
}

Samples sliceSamples() {
    return {{sampleValues({4, 5}, -1, 1), Value::ints({1, 2}), Value::ints({2, 3})},
            {sampleValues({4, 5}, -1, 1), Value::ints({1, 0}), Value::ints({-1, 2})},
            {sampleValues({6}, -1, 1), Value::ints({2}), Value::ints({0})},
            {sampleValues({2, 3, 4}, -1, 1), Value::ints({0, 1, 2}), Value::ints({2, 1, 2})}};
}

OpDef slice() {
    OpDef def =
        movement("Slice", "slice", {},
                 "The block of input_x that starts at begin and has the shape size (-1: to the end); any dtype.",
                 "a[0][tuple(slice(b, None if s == -1 else b + s) for b, s in zip(a[1], a[2]))]");
    def.params = {tensorParam("input_x", {"input", "x"}), param("begin", ParamKind::Ints),
                  param("size", ParamKind::Ints)};
    def.infer = inferBy<sliceRule>;
    def.eval = sliceEval;
    def.cost = noCost;
    def.samples = sliceSamples;
    def.gradient = sliceGradient;
    return def;
}

// --- StridedSlice and the operators that write such a part -----------------------------------------------------------

void addStridedParams(OpDef &def) {
    for (const char *name : {"begin", "end", "strides"})
        def.params.push_back(param(name, ParamKind::Ints));
    for (const char *name : {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"})
        def.params.push_back(optionalParam(name, ParamKind::Int, 0));
}

Abstract stridedSliceRule(TypeSpan arguments) {
    const Abstract &x = tensorType("StridedSlice", arguments, 0);
    const Part part = stridedPart("StridedSlice", x.shape, stridedArguments("StridedSlice", arguments, 1));
    return Abstract::tensor(x.dtype, part.shape);
}

Value stridedSliceEval(ValueSpan arguments) {
    const Tensor &x = *arguments[0].asTensor();
    // Indexing comes here for every x[...]: no types are built on the usual way.
    const auto strided = stridedArguments(arguments, 1);
    if (!strided) inferred(stridedSliceRule, arguments);
    return viewOf(x, stridedPart("StridedSlice", x.shape(), *strided));
}

std::vector<Term> stridedSliceGradient(Gradient &g) {
    return {stridedCall(g, "StridedSliceGrad", {g.dout(), g.shape(0)}, 1)};
}

std::vector<Value> stridedSample(std::vector<Value> leading, Dims begin, Dims end, Dims strides, int first = 0,
                                 int last = 0, int shrink = 0) {
    for (const Dims &list : {begin, end, strides})
        leading.push_back(Value::ints(list));
    for (const int mask : {first, last, 0, 0, shrink})
        leading.push_back(mask);
    return leading;
}

Samples stridedSliceSamples() {
    const Tensor x = sampleValues({4, 5}, -1, 1);
    return {
        stridedSample({x}, {0, 0}, {2, 2}, {1, 1}),
        stridedSample({x}, {1}, {-1}, {2}),
        stridedSample({x}, {3, -1}, {0, -6}, {-1, -2}),
        stridedSample({x}, {2, 3}, {2, 100}, {1, 1}),
        stridedSample({x}, {0, 1}, {0, 0}, {1, 1}, 1, 3),
        stridedSample({x}, {-1, 0}, {0, 3}, {1, 1}, 0, 0, 1),
        stridedSample({sampleValues({2, 3, 4}, -1, 1)}, {1, 2, 3}, {2, 3, 4}, {1, 1, 1}, 0, 0, 7),
        {sampleValues({2, 3, 4}, -1, 1), Value::ints({0, 0, 1}), Value::ints({1, 0, 3}), Value::ints({1, 1, 1}), 0, 0,
         2, 0, 1},
        {sampleValues({2, 3}, -1, 1), Value::ints({0, 1}), Value::ints({0, 2}), Value::ints({1, 1}), 0, 0, 0, 1, 0}};
}

constexpr const char *stridedIndex =
    "(lambda b, e, s, m: tuple(Ellipsis if m[2] >> i & 1 else None if m[3] >> i & 1 else b[i] if m[4] >> i & 1 else "
    "slice(None if m[0] >> i & 1 else b[i], None if m[1] >> i & 1 else e[i], s[i]) for i in range(len(b))))";

OpDef stridedSlice() {
    OpDef def = movement("StridedSlice", "strided_slice", {},
                         "input_x[begin:end:strides] with Python's meaning of negative and large places; bits of the "
                         "masks leave an end open, stand for `...` or None, or take one index; any dtype.",
                         std::string("a[0][") + stridedIndex + "(*a[1:4], a[4:])]");
    def.params = {tensorParam("input_x", {"input", "x"})};
    addStridedParams(def);
    def.infer = inferBy<stridedSliceRule>;
    def.eval = stridedSliceEval;
    def.cost = noCost;
    def.samples = stridedSliceSamples;
    def.gradient = stridedSliceGradient;
    return def;
}

Abstract stridedSliceGradRule(TypeSpan arguments) {
    const char *op = "StridedSliceGrad";
    const Abstract &dy = tensorType(op, arguments, 0);
    const Dims shape = checkedShape(op, intsOf(op, arguments, 1));
    const Part part = stridedPart(op, shape, stridedArguments(op, arguments, 2));
    if (part.shape != dy.shape)
        diagnose("For 'StridedSliceGrad', the part has the shape " + listText(part.shape) + ", but dy has " +
                 listText(dy.shape) + ".");
    return Abstract::tensor(dy.dtype, shape);
}

Value stridedSliceGradEval(ValueSpan arguments) {
    const Abstract result = inferred(stridedSliceGradRule, arguments);
    const Tensor whole = Tensor::zeros(result.shape, result.dtype);
    const Part part = stridedPart("StridedSliceGrad", result.shape, *stridedArguments(arguments, 2));
    overwrite(viewOf(whole, part), *arguments[0].asTensor());
    return whole;
}

std::vector<Term> stridedSliceGradGradient(Gradient &g) {
    return {stridedCall(g, "StridedSlice", {g.dout()}, 2)};
}

Samples stridedSliceGradSamples() {
    return {stridedSample({sampleValues({2, 2}, -1, 1), Value::ints({4, 5})}, {0, 0}, {2, 2}, {1, 1}),
            stridedSample({sampleValues({3, 3}, -1, 1), Value::ints({4, 5})}, {3, -1}, {0, -6}, {-1, -2}),
            stridedSample({sampleValues({3}, -1, 1), Value::ints({4, 5})}, {-1, 0}, {0, 3}, {1, 1}, 0, 0, 1),
            stridedSample({sampleValues({2, 0}, -1, 1), Value::ints({2, 3})}, {0, 1}, {2, 1}, {1, 1})};
}

OpDef stridedSliceGrad() {
    OpDef def = movement("StridedSliceGrad", "", {},
                         "Zeros of shapex, but dy in the part that StridedSlice takes: its gradient; any dtype.",
                         std::string("(lambda x, i: (x.__setitem__(i, a[0]), x)[1])(np.zeros(a[1]), ") + stridedIndex +
                             "(*a[2:5], a[5:]))");
    def.params = {tensorParam("dy"), param("shapex", ParamKind::Ints)};
    addStridedParams(def);
    def.infer = inferBy<stridedSliceGradRule>;
    def.eval = stridedSliceGradEval;
    def.cost = copyCost;
    def.samples = stridedSliceGradSamples;
    def.gradient = stridedSliceGradGradient;
    return def;
}

/** The shape without leading axes of size 1 beyond `rank`: NumPy lets an assigned value have them. */
Dims withoutLeadingOnes(const Dims &shape, int rank) {
    int dropped = 0;
    while (shape.rank() - dropped > rank && shape[dropped] == 1)
        ++dropped;
    return Dims(shape.span().subspan(size_t(dropped)));
}

template<class Name> Abstract copySlicesType(Name op, TypeSpan arguments) {
    const Abstract &x = tensorType(op, arguments, 0);
    const Part part = stridedPart(op, x.shape, stridedArguments(op, arguments, 2));
    const Abstract &value = arguments[1];
    const Dims own = value.isTensor() ? withoutLeadingOnes(value.shape, part.shape.rank()) : Dims();
    if (broadcast(own, part.shape) != part.shape)
        diagnose(format("For '%s', in order to broadcast, each dimension pair must be equal or input dimension is 1 or "
                        "target dimension is -1. But got x_shape: %s, target shape: %s.",
                        op, toString(value.shape).c_str(), toString(part.shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

Abstract tensorCopySlicesRule(TypeSpan arguments) {
    return copySlicesType("TensorCopySlices", arguments);
}

Abstract stridedSliceAssignRule(TypeSpan arguments) {
    return copySlicesType("StridedSliceAssign", arguments);
}

/** Writes the value of argument 1 into the part of `target` that the arguments name. */
void writePart(const Tensor &target, ValueSpan arguments) {
    const Tensor view = viewOf(target, stridedPart("StridedSlice", target.shape(), *stridedArguments(arguments, 2)));
    const Tensor value = operand(arguments[1], target.dtype());
    overwrite(view, reshapedView(value, withoutLeadingOnes(value.shape(), view.rank())).broadcastTo(view.shape()));
}

Value tensorCopySlicesEval(ValueSpan arguments) {
    inferred(tensorCopySlicesRule, arguments);
    const Tensor result = arguments[0].asTensor()->clone();
    writePart(result, arguments);
    return result;
}

Value stridedSliceAssignEval(ValueSpan arguments) {
    inferred(stridedSliceAssignRule, arguments);
    writePart(*arguments[0].asTensor(), arguments);
    return arguments[0];
}

std::vector<Term> tensorCopySlicesGradient(Gradient &g) {
    return {g.wants(0) ? stridedCall(g, "TensorCopySlices", {g.dout(), 0}, 2) : Term(),
            g.wants(1) ? stridedCall(g, "StridedSlice", {g.dout()}, 2) : Term()};
}

Samples tensorCopySlicesSamples() {
    const Tensor x = sampleValues({4, 5}, -1, 1);
    return {stridedSample({x, sampleValues({2, 2}, 1, 2)}, {0, 0}, {2, 2}, {1, 1}),
            stridedSample({x, sampleValues({1, 1, 3}, 1, 2)}, {3, -1}, {0, -6}, {-1, -2}),
            stridedSample({x, 2.5}, {-1, 0}, {0, 3}, {1, 1}, 0, 0, 1),
            stridedSample({x, sampleValues({5}, 1, 2)}, {1}, {1}, {1})};
}

OpDef copySlices(const char *name, const char *doc) {
    OpDef def = movement(name, "", {}, doc,
                         std::string("(lambda x, i: (x.__setitem__(i, a[1]), x)[1])(a[0].copy(), ") + stridedIndex +
                             "(*a[2:5], a[5:]))");
    def.params = {tensorParam("x"), operandParam("value")};
    addStridedParams(def);
    def.cost = copyCost;
    def.samples = tensorCopySlicesSamples;
    return def;
}

OpDef tensorCopySlices() {
    OpDef def =
        copySlices("TensorCopySlices", "x, but value (broadcast) in the part that StridedSlice takes; any dtype.");
    def.infer = inferBy<tensorCopySlicesRule>;
    def.eval = tensorCopySlicesEval;
    def.gradient = tensorCopySlicesGradient;
    return def;
}

OpDef stridedSliceAssign() {
    OpDef def = copySlices("StridedSliceAssign",
                           "x after value (broadcast) was written to the part that StridedSlice takes; any dtype.");
    def.infer = inferBy<stridedSliceAssignRule>;
    def.eval = stridedSliceAssignEval;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = "TensorCopySlices";
    return def;
}

// --- one index, one range, a diagonal --------------------------------------------------------------------------------

Part selectPart(const Dims &shape, int64_t dim, int64_t index) {
    if (shape.empty()) diagnose("For 'SelectExtView', a tensor of rank 0 has no axis to select from.");
    const int axis = checkedAxis("SelectExtView", dim, shape.rank());
    const int64_t size = shape[axis];
    if (index < -size || index >= size)
        diagnose(format("For 'SelectExtView', the index %lld is out of range [%lld, %lld) of dimension %d.",
                        (long long)index, (long long)-size, (long long)size, axis));
    return indexPart(shape, axis, index < 0 ? index + size : index);
}

Abstract selectRule(TypeSpan arguments) {
    const Abstract &x = tensorType("SelectExtView", arguments, 0);
    const Part part = selectPart(x.shape, intOf("SelectExtView", arguments, 1), intOf("SelectExtView", arguments, 2));
    return Abstract::tensor(x.dtype, part.shape);
}

/** x[i] comes here: no types are built. */
Value selectEval(ValueSpan arguments) {
    const Tensor &x = *arguments[0].asTensor();
    return viewOf(x, selectPart(x.shape(), *arguments[1].asInt(), *arguments[2].asInt()));
}

std::vector<Term> selectGradient(Gradient &g) {
    const int axis = *normalizedAxis(g.intOf(1), g.rank(0));
    const int64_t index = g.intOf(2) < 0 ? g.intOf(2) + g.shape(0)[axis] : g.intOf(2);
    return {rangeGradient(g, axis, index, index + 1, 1, true)};
}

Samples selectSamples() {
    return {{sampleValues({2, 3}, -1, 1), 0, 1},
            {sampleValues({2, 3, 4}, -1, 1), -1, -2},
            {sampleValues({3}, -1, 1), 0, 2}};
}

OpDef selectView() {
    OpDef def =
        movement("SelectExtView", "select_ext_view", {},
                 "The elements at one index of the axis dim, which goes; any dtype.", "np.take(a[0], a[2], a[1])");
    def.params = {tensorParam("input"), param("dim", ParamKind::Int, {"axis"}), param("index", ParamKind::Int)};
    def.infer = inferBy<selectRule>;
    def.eval = selectEval;
    def.cost = noCost;
    def.samples = selectSamples;
    def.gradient = selectGradient;
    return def;
}

Part narrowPart(TypeSpan arguments) {
    const Abstract &x = tensorType("Narrow", arguments, 0);
    if (x.shape.empty()) diagnose("For 'Narrow', the input must have at least one dimension.");
    const int axis = checkedAxis("Narrow", intOf("Narrow", arguments, 1), x.shape.rank());
    const int64_t size = x.shape[axis], given = intOf("Narrow", arguments, 2), length = intOf("Narrow", arguments, 3);
    const int64_t start = given < 0 ? given + size : given;
    if (start < 0 || start > size)
        diagnose(format("For 'Narrow', start should be in the range [%lld, %lld], but got %lld.", (long long)-size,
                        (long long)size, (long long)given));
    if (length < 0 || length > size - start)
        diagnose(format("For 'Narrow', start (%lld) + length (%lld) exceeds dimension size (%lld).", (long long)start,
                        (long long)length, (long long)size));
    return axisPart(x.shape, axis, start, length);
}

Abstract narrowRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, narrowPart(arguments).shape);
}

Value narrowEval(ValueSpan arguments) {
    return viewOf(*arguments[0].asTensor(), narrowPart(typesOf(arguments)));
}

std::vector<Term> narrowGradient(Gradient &g) {
    const int axis = *normalizedAxis(g.intOf(1), g.rank(0));
    const int64_t start = g.intOf(2) < 0 ? g.intOf(2) + g.shape(0)[axis] : g.intOf(2);
    return {rangeGradient(g, axis, start, start + g.intOf(3), 1, false)};
}

Samples narrowSamples() {
    return {{sampleValues({4, 3}, -1, 1), 0, 1, 2},
            {sampleValues({2, 5}, -1, 1), -1, -3, 2},
            {sampleValues({2, 5}, -1, 1), 1, 5, 0}};
}

OpDef narrow() {
    OpDef def = movement("Narrow", "narrow", {"narrow"}, "length elements of one axis from start on; any dtype.",
                         "np.take(a[0], (np.arange(a[3]) + a[2]), a[1])");
    def.params = {tensorParam("input"), param("axis", ParamKind::Int, {"dim"}), param("start", ParamKind::Int),
                  param("length", ParamKind::Int)};
    def.infer = inferBy<narrowRule>;
    def.eval = narrowEval;
    def.cost = noCost;
    def.samples = narrowSamples;
    def.gradient = narrowGradient;
    return def;
}

/** Where a diagonal starts, and how long it is. */
struct DiagonalPlace {
    int first = 0, second = 1; ///< its axes
    int64_t row = 0, column = 0, length = 0;
    Dims shape; ///< of the result
};

DiagonalPlace diagonalPlace(TypeSpan arguments) {
    const Abstract &x = tensorType("Diagonal", arguments, 0);
    const int rank = x.shape.rank();
    if (rank < 2) diagnose(format("For 'Diagonal', the input's rank must be at least 2, but got %d.", rank));
    DiagonalPlace place;
    place.first = checkedAxis("Diagonal", intOf("Diagonal", arguments, 2), rank);
    place.second = checkedAxis("Diagonal", intOf("Diagonal", arguments, 3), rank);
    if (place.first == place.second)
        diagnose(
            format("For 'Diagonal', dim1 and dim2 cannot be identical, but got %d and %d.", place.first, place.second));
    const int64_t rows = x.shape[place.first], columns = x.shape[place.second];
    const int64_t offset = std::clamp(intOf("Diagonal", arguments, 1), -rows, columns);
    place.row = std::max<int64_t>(0, -offset);
    place.column = std::max<int64_t>(0, offset);
    place.length = std::max<int64_t>(0, std::min(rows - place.row, columns - place.column));
    for (int i = 0; i < rank; ++i)
        if (i != place.first && i != place.second) place.shape.push(x.shape[i]);
    place.shape.push(place.length);
    return place;
}

Abstract diagonalRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, diagonalPlace(arguments).shape);
}

Tensor diagonalOf(const Tensor &x, const DiagonalPlace &place) {
    if (place.shape.product() == 0)
        return Tensor(x.storage(), place.shape, contiguousStrides(place.shape), x.offset(), x.dtype());
    Dims strides;
    for (int i = 0; i < x.rank(); ++i)
        if (i != place.first && i != place.second) strides.push(x.strides()[i]);
    const int64_t down = x.strides()[place.first], right = x.strides()[place.second];
    strides.push(down + right);
    return Tensor(x.storage(), place.shape, strides, x.offset() + place.row * down + place.column * right, x.dtype());
}

DiagonalPlace diagonalPlace(const Dims &shape, ValueSpan arguments) {
    const Abstract types[] = {Abstract::tensor(DType::Float32, shape), Abstract::of(arguments[0]),
                              Abstract::of(arguments[1]), Abstract::of(arguments[2])};
    return diagonalPlace(types);
}

Value diagonalEval(ValueSpan arguments) {
    const Tensor &x = *arguments[0].asTensor();
    return diagonalOf(x, diagonalPlace(x.shape(), arguments.subspan(1)));
}

std::vector<Term> diagonalGradient(Gradient &g) {
    return {g.call("DiagonalBackward", {g.dout(), g.shape(0), g.constant(1), g.constant(2), g.constant(3)})};
}

Samples diagonalSamples() {
    return {{sampleValues({3, 4}, -1, 1), 0, 0, 1},
            {sampleValues({3, 4}, -1, 1), 1, 1, 0},
            {sampleValues({2, 3, 4}, -1, 1), -1, 0, -1},
            {sampleValues({2, 2}, -1, 1), 5, 0, 1}};
}

OpDef diagonal() {
    OpDef def = movement("Diagonal", "diagonal", {},
                         "The diagonal of the axes dim1 and dim2, offset from the main one, as the last axis; any "
                         "dtype.",
                         "np.diagonal(*a)");
    def.params = {tensorParam("input"), optionalParam("offset", ParamKind::Int, 0),
                  optionalParam("dim1", ParamKind::Int, 0), optionalParam("dim2", ParamKind::Int, 1)};
    def.infer = inferBy<diagonalRule>;
    def.eval = diagonalEval;
    def.cost = noCost;
    def.samples = diagonalSamples;
    def.gradient = diagonalGradient;
    return def;
}

Abstract diagonalBackwardRule(TypeSpan arguments) {
    const Abstract &dy = tensorType("DiagonalBackward", arguments, 0);
    const Dims shape = checkedShape("DiagonalBackward", intsOf("DiagonalBackward", arguments, 1));
    const Abstract types[] = {Abstract::tensor(dy.dtype, shape), arguments[2], arguments[3], arguments[4]};
    const Dims expected = diagonalPlace(types).shape;
    if (expected != dy.shape)
        diagnose("For 'DiagonalBackward', the diagonal has the shape " + listText(expected) + ", but grad has " +
                 listText(dy.shape) + ".");
    return Abstract::tensor(dy.dtype, shape);
}

Value diagonalBackwardEval(ValueSpan arguments) {
    const Abstract result = inferred(diagonalBackwardRule, arguments);
    const Tensor whole = Tensor::zeros(result.shape, result.dtype);
    overwrite(diagonalOf(whole, diagonalPlace(result.shape, arguments.subspan(2))), *arguments[0].asTensor());
    return whole;
}

std::vector<Term> diagonalBackwardGradient(Gradient &g) {
    return {g.call("Diagonal", {g.dout(), g.constant(2), g.constant(3), g.constant(4)})};
}

Samples diagonalBackwardSamples() {
    return {{sampleValues({3}, -1, 1), Value::ints({3, 4}), 0, 0, 1},
            {sampleValues({3, 1}, -1, 1), Value::ints({2, 3, 4}), -1, 0, 2}};
}

OpDef diagonalBackward() {
    OpDef def = movement("DiagonalBackward", "", {},
                         "Zeros of input_sizes, but grad on the diagonal that Diagonal takes: its gradient; any dtype.",
                         "(lambda x, i: (np.put(x, np.diagonal(i, *a[2:]), a[0]), x)[1])(np.zeros(a[1]), "
                         "np.arange(np.prod(a[1])).reshape(a[1]))");
    def.params = {tensorParam("grad"), param("input_sizes", ParamKind::Ints),
                  optionalParam("offset", ParamKind::Int, 0), optionalParam("dim1", ParamKind::Int, 0),
                  optionalParam("dim2", ParamKind::Int, 1)};
    def.infer = inferBy<diagonalBackwardRule>;
    def.eval = diagonalBackwardEval;
    def.cost = copyCost;
    def.samples = diagonalBackwardSamples;
    def.gradient = diagonalBackwardGradient;
    return def;
}

} // namespace

std::vector<OpDef> sliceOps() {
    const std::vector<OpUseRow> uses = {
        {{"Slice", "StridedSlice"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Strided,
          .operations = notByShapes,
          .givesView = true}},
        {{"StridedSliceGrad"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Strided, .operations = notByShapes}},
        {{"TensorCopySlices", "StridedSliceAssign", "DiagonalBackward"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"SelectExtView", "Narrow", "Diagonal"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .givesView = true}},
    };
    return withUses({slice(), stridedSlice(), stridedSliceGrad(), tensorCopySlices(), stridedSliceAssign(),
                     selectView(), narrow(), diagonal(), diagonalBackward()},
                    uses,
                    {"Slice", "StridedSlice", "StridedSliceGrad", "TensorCopySlices", "StridedSliceAssign",
                     "SelectExtView", "Narrow", "Diagonal", "DiagonalBackward"});
}

} // namespace jitscope::inline ops

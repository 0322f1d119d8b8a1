// SPDX-License-Identifier: Apache-2.0
// Values put at indices: by coordinates, by rows, element by element, along an axis, by segment. What writes in place
// stands in scatterinplace.cpp.
#include "engine/ops/families.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/reductionrules.h"
#include "engine/ops/rules/scatterrules.h"

#include "engine/base/text.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <limits>

namespace jitscope::inline ops {

namespace {

// --- ScatterNd -------------------------------------------------------------------------------------------------------

Abstract scatterNdRule(TypeSpan arguments) {
    const Abstract &indices = tensorType("ScatterNd", arguments, 0), &updates = tensorType("ScatterNd", arguments, 1);
    checkIndexType("ScatterNd", "indices", indices);
    const Dims shape = checkedShape("ScatterNd", intsOf("ScatterNd", arguments, 2));
    const Dims expected = coordinateShape("ScatterNd", shape, indices.shape);
    if (expected != updates.shape)
        diagnose("For 'ScatterNd', the shape of updates must be " + listText(expected) + ", but got " +
                 listText(updates.shape) + ".");
    return Abstract::tensor(updates.dtype, shape);
}

Value scatterNdEval(ValueSpan arguments) {
    const Abstract result = inferred(scatterNdRule, arguments);
    const Tensor indices = checkedCoordinates("ScatterNd", *arguments[0].asTensor(), result.shape);
    Tensor out = Tensor::zeros(result.shape, result.dtype);
    scatterInto(out, coordinatePlaces(result.shape, indices), *arguments[1].asTensor(), ScatterOp::Add);
    return out;
}

std::vector<Term> scatterNdGradient(Gradient &g) {
    return {Term(), g.call("GatherNd", {g.dout(), g.in(0)})};
}

Samples scatterNdSamples() {
    return {{integers({3, 1}, {0, 2, 0}), sampleValues({3}, -1, 1), Value::ints({4})},
            {integers({2, 2}, {0, 1, 1, 0}), sampleValues({2, 2}, -1, 1), Value::ints({2, 3, 2})},
            {integers({0, 1}, {}), sampleValues({0, 2}, -1, 1), Value::ints({3, 2})}};
}

OpDef scatterNd() {
    OpDef def = movement("ScatterNd", "scatter_nd", {},
                         "Zeros of shape with updates added at the coordinates in the last axis of indices; any dtype.",
                         "(lambda x: (np.add.at(x, tuple(np.moveaxis(a[0], -1, 0)), a[1]), x)[1])(np.zeros(a[2]))");
    def.params = {tensorParam("indices"), tensorParam("updates"), param("shape", ParamKind::Ints)};
    def.infer = inferBy<scatterNdRule>;
    def.eval = scatterNdEval;
    def.cost = copyCost;
    def.samples = scatterNdSamples;
    def.gradient = scatterNdGradient;
    return def;
}

// --- TensorScatterUpdate, TensorScatterAdd, ... ----------------------------------------------------------------------

template<ScatterOp op> Abstract tensorScatterRule(TypeSpan arguments) {
    return coordinateScatterType(tensorScatterName(op), arguments);
}

template<ScatterOp op> Value tensorScatterEval(ValueSpan arguments) {
    const Abstract result = inferred(tensorScatterRule<op>, arguments);
    Tensor out = arguments[0].asTensor()->clone();
    const Tensor indices = checkedCoordinates(tensorScatterName(op), *arguments[1].asTensor(), result.shape);
    scatterInto(out, coordinatePlaces(result.shape, indices), *arguments[2].asTensor(), op);
    return out;
}

/** Of updates that are each stored at a place of their own, by their coordinates. */
template<ScatterOp op> std::vector<Term> scatterGradient(Gradient &g, Term places) {
    const auto at = [&](Term x) { return g.call("GatherNd", {x, places}); };
    const auto put = [&](const char *how, Term updates) { return g.call(how, {g.dout(), places, updates}); };
    if constexpr (op == ScatterOp::Update)
        return {g.wants(0) ? put("TensorScatterUpdate", g.term(Tensor::zeros(g.shape(2), g.dout().dtype()))) : Term(),
                Term(), g.wants(2) ? at(g.dout()) : Term()};
    if constexpr (op == ScatterOp::Add) return {g.dout(), Term(), g.wants(2) ? at(g.dout()) : Term()};
    if constexpr (op == ScatterOp::Sub) return {g.dout(), Term(), g.wants(2) ? -at(g.dout()) : Term()};
    if constexpr (op == ScatterOp::Mul)
        return {g.wants(0) ? put("TensorScatterMul", g.in(2)) : Term(), Term(),
                g.wants(2) ? at(g.dout()) * at(g.in(0)) : Term()};
    if constexpr (op == ScatterOp::Div)
        return {g.wants(0) ? put("TensorScatterDiv", g.in(2)) : Term(), Term(),
                g.wants(2) ? -(at(g.dout()) * at(g.out())) / g.in(2) : Term()};
    // The largest (or smallest) one gets it, several that are equal share it.
    const DType dtype = g.dout().dtype();
    const Term isKept = g.cast(g.call("Equal", {g.out(), g.in(0)}), dtype);
    const Term isTaken = g.cast(g.call("Equal", {at(g.out()), g.in(2)}), dtype);
    const Term share = g.call("DivNoNan", {g.dout(), g.call("TensorScatterAdd", {isKept, places, isTaken})});
    return {isKept * share, Term(), isTaken * at(share)};
}

template<ScatterOp op> std::vector<Term> tensorScatterGradient(Gradient &g) {
    return scatterGradient<op>(g, g.in(1));
}

Samples tensorScatterSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1);
    return {{x, integers({2, 2}, {0, 3, 1, 2}), sampleValues({2}, 1, 2)},
            {x, integers({2, 1}, {2, 0}), sampleValues({2, 4}, -2, 2)},
            {x, integers({1, 3, 2}, {0, 0, 1, 1, 2, 2}), sampleValues({1, 3}, 2, 3)},
            {x, integers({0, 2}, {}), sampleValues({0}, 1, 2)}};
}

template<ScatterOp op> OpDef tensorScatter(const char *function, const char *meaning, const char *numpy) {
    OpDef def =
        movement(tensorScatterName(op), function, {},
                 std::string("input_x with ") + meaning +
                     " updates at the coordinates in the last axis of indices; one dtype, any.",
                 std::string("(lambda x, i: (") + numpy + ", x)[1])(a[0].copy(), tuple(np.moveaxis(a[1], -1, 0)))");
    def.params = {tensorParam("input_x", {"input"}), tensorParam("indices"), tensorParam("updates")};
    def.infer = inferBy<tensorScatterRule<op>>;
    def.eval = tensorScatterEval<op>;
    def.cost = copyCost;
    def.samples = tensorScatterSamples;
    def.gradient = tensorScatterGradient<op>;
    return def;
}

// --- RowsUpdate, RowsAdd, ... ----------------------------------------------------------------------------------------

template<ScatterOp op> Abstract rowScatterRule(TypeSpan arguments) {
    return rowScatterType(rowScatterName(op), arguments);
}

template<ScatterOp op> Value rowScatterEval(ValueSpan arguments) {
    const Abstract result = inferred(rowScatterRule<op>, arguments);
    const Tensor indices =
        checkedIndices(rowScatterName(op), "indices", *arguments[1].asTensor(), result.shape[0], Negative::IsRefused);
    Tensor out = arguments[0].asTensor()->clone();
    scatterInto(out, axisPlaces(result.shape, 0, indices), *arguments[2].asTensor(), op);
    return out;
}

/** As in MindSpore, a Parameter whose rows were replaced is the Parameter that it was. */
template<ScatterOp op> std::vector<Term> rowScatterGradient(Gradient &g) {
    std::vector<Term> terms = scatterGradient<op>(g, g.call("ExpandDims", {g.in(1), -1}));
    if (op == ScatterOp::Update) terms[0] = g.dout();
    return terms;
}

Samples rowScatterSamples() {
    return {{sampleValues({3, 2}, -1, 1), integers({2}, {2, 0}), sampleValues({2, 2}, 1, 2)},
            {sampleValues({4}, -1, 1), integers({2, 2}, {0, 2, 1, 3}), sampleValues({2, 2}, -2, 2)}};
}

template<ScatterOp op> OpDef rowScatter(const char *meaning, const char *numpy) {
    OpDef def = movement(rowScatterName(op), "", {},
                         std::string("input_x with rows ") + meaning +
                             " updates at the indices of the first axis; one dtype, any.",
                         std::string("(lambda x, i: (") + numpy + ", x)[1])(a[0].copy(), a[1])");
    def.params = {tensorParam("input_x", {"input"}), tensorParam("indices"), tensorParam("updates")};
    def.infer = inferBy<rowScatterRule<op>>;
    def.eval = rowScatterEval<op>;
    def.cost = copyCost;
    def.samples = rowScatterSamples;
    def.gradient = rowScatterGradient<op>;
    return def;
}

// --- TensorScatterElements -------------------------------------------------------------------------------------------

ScatterOp reductionOf(TypeSpan arguments) {
    const std::string *name = arguments[4].value.asString();
    if (name && *name == "none") return ScatterOp::Update;
    if (name && *name == "add") return ScatterOp::Add;
    if (name && *name == "mul") return ScatterOp::Mul;
    diagnose("For 'TensorScatterElements', the 'reduction' must be 'none', 'add' or 'mul', but got " +
             toString(arguments[4].value) + ".");
}

Abstract scatterElementsRule(TypeSpan arguments) {
    const char *op = "TensorScatterElements";
    const Abstract &x = tensorType(op, arguments, 0), &indices = tensorType(op, arguments, 1);
    const Abstract &updates = tensorType(op, arguments, 2);
    checkIndexType(op, "indices", indices);
    checkSameType(op, x, updates);
    if (reductionOf(arguments) == ScatterOp::Mul && isComplex(x.dtype))
        diagnoseType("For 'TensorScatterElements', complex tensors are not multiplied; the 'reduction' must be 'none' "
                     "or 'add'.");
    const int rank = x.shape.rank(), axis = checkedAxis(op, intOf(op, arguments, 3), rank);
    if (indices.shape != updates.shape || indices.shape.rank() != rank)
        diagnose("For 'TensorScatterElements', the shapes of indices and updates must be the same and have the rank of "
                 "the input, but got " +
                 listText(x.shape) + ", " + listText(indices.shape) + " and " + listText(updates.shape) + ".");
    for (int i = 0; i < rank; ++i)
        if (i != axis && indices.shape[i] > x.shape[i])
            diagnose(
                format("For 'TensorScatterElements', the indices of shape %s do not fit into the input of shape %s.",
                       listText(indices.shape).c_str(), listText(x.shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

Value scatterElementsEval(ValueSpan arguments) {
    const std::vector<Abstract> types = typesOf(arguments);
    const Abstract result = scatterElementsRule(types);
    const int axis = checkedAxis("TensorScatterElements", *arguments[3].asInt(), result.shape.rank());
    const int64_t size = result.shape.empty() ? 1 : result.shape[axis];
    const Tensor indices = checkedIndices("TensorScatterElements", "indices", *arguments[1].asTensor(), size);
    Tensor out = arguments[0].asTensor()->clone();
    scatterInto(out, elementPlaces(result.shape, axis, indices), *arguments[2].asTensor(), reductionOf(types));
    return out;
}

std::vector<Term> scatterElementsGradient(Gradient &g) {
    const std::string how = *g.constant(4).asString();
    const auto put = [&](Operand updates) {
        return g.call("TensorScatterElements", {g.dout(), g.in(1), updates, g.constant(3), how.c_str()});
    };
    const auto at = [&](Term x) { return g.call("GatherD", {x, g.constant(3), g.in(1)}); };
    Term kept, taken;
    if (g.wants(0) && how == "none") kept = put(g.term(Tensor::zeros(g.shape(2), g.dout().dtype())));
    if (g.wants(0) && how == "add") kept = g.dout();
    if (g.wants(0) && how == "mul") kept = put(g.in(2));
    if (g.wants(2)) taken = how == "mul" ? at(g.dout()) * at(g.in(0)) : at(g.dout());
    return {kept, Term(), taken};
}

Samples scatterElementsSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1);
    return {{x, integers({1, 2}, {0, 2}), sampleValues({1, 2}, 1, 2), 0, "none"},
            {x, integers({2, 3}, {0, 3, -2, 1, 1, 0}), sampleValues({2, 3}, 1, 2), 1, "add"},
            {x, integers({3, 1}, {3, 0, 2}), sampleValues({3, 1}, 1, 2), -1, "none"},
            {x, integers({2, 2}, {0, 2, 1, 3}), sampleValues({2, 2}, 1, 2), 1, "mul"},
            {sampleValues({}, -1, 1), integers({}, {0}), sampleValues({}, 1, 2), 0, "add"}};
}

OpDef scatterElements() {
    OpDef def = movement("TensorScatterElements", "tensor_scatter_elements", {},
                         "input_x, but for each place of indices an element of updates stored (reduction 'none') or "
                         "combined ('add', 'mul') where the coordinate along axis is the index; one dtype, any.",
                         "(lambda x, n: (({'add': np.add.at, 'mul': np.multiply.at}.get(a[4], lambda x, n, v: "
                         "x.__setitem__(n, v))(x, n, a[2])), x)[1])(a[0].copy(), tuple(a[1] if k == a[3] % "
                         "max(a[0].ndim, 1) else g for k, g in "
                         "enumerate(np.indices(a[1].shape))))");
    def.params = {tensorParam("input_x", {"input", "data"}), tensorParam("indices"), tensorParam("updates"),
                  optionalParam("axis", ParamKind::Int, 0), optionalParam("reduction", ParamKind::Text, "none")};
    def.infer = inferBy<scatterElementsRule>;
    def.eval = scatterElementsEval;
    def.cost = copyCost;
    def.samples = scatterElementsSamples;
    def.gradient = scatterElementsGradient;
    return def;
}

// --- IndexAdd, IndexFill ---------------------------------------------------------------------------------------------

/** The arguments (x, indices, values, axis) of operators that work on slices of one axis. */
Abstract sliceRule(const char *op, TypeSpan arguments) {
    const Abstract &x = tensorType(op, arguments, 0), &indices = tensorType(op, arguments, 1);
    checkIndexType(op, "indices", indices);
    if (x.shape.empty() || indices.shape.rank() > 1)
        diagnose(format("For '%s', the input must have an axis and the indices must have rank 1, but got %s and %s.",
                        op, listText(x.shape).c_str(), listText(indices.shape).c_str()));
    return x;
}

Abstract indexAddRule(TypeSpan arguments) {
    const Abstract x = sliceRule("IndexAdd", arguments);
    const Abstract &y = tensorType("IndexAdd", arguments, 2);
    checkSameType("IndexAdd", x, y);
    Dims expected = x.shape;
    expected[checkedAxis("IndexAdd", intOf("IndexAdd", arguments, 3), x.shape.rank())] = arguments[1].count();
    if (y.shape != expected)
        diagnose("For 'IndexAdd', the shape of y must be " + listText(expected) + ", but got " + listText(y.shape) +
                 ".");
    return Abstract::tensor(x.dtype, x.shape);
}

Value indexAddEval(ValueSpan arguments) {
    const Abstract result = inferred(indexAddRule, arguments);
    const int axis = checkedAxis("IndexAdd", *arguments[3].asInt(), result.shape.rank());
    const Tensor indices = checkedIndices("IndexAdd", "indices", *arguments[1].asTensor(), result.shape[axis]);
    Tensor out = arguments[0].asTensor()->clone();
    scatterInto(out, axisPlaces(result.shape, axis, indices), *arguments[2].asTensor(), ScatterOp::Add);
    return out;
}

std::vector<Term> indexAddGradient(Gradient &g) {
    if (!g.wants(2)) return {g.dout()};
    const Term indices = g.reshape(g.in(1), {g.type(1).count()});
    return {g.dout(), Term(), g.call("IndexSelect", {g.dout(), g.constant(3), indices})};
}

Samples indexAddSamples() {
    return {{sampleValues({3, 4}, -1, 1), integers({2}, {2, 2}), sampleValues({2, 4}, 1, 2), 0},
            {sampleValues({3, 4}, -1, 1), integers({3}, {0, -1, 1}), sampleValues({3, 3}, 1, 2), 1}};
}

OpDef indexAdd() {
    OpDef def = movement("IndexAdd", "", {}, "x with the slices of y added at the indices of one axis; one dtype, any.",
                         "(lambda x: (np.add.at(x, (slice(None),) * a[3] + (a[1],), a[2]), x)[1])(a[0].copy())");
    def.params = {tensorParam("x", {"input"}), tensorParam("indices"), tensorParam("y"),
                  optionalParam("axis", ParamKind::Int, 0)};
    def.infer = inferBy<indexAddRule>;
    def.eval = indexAddEval;
    def.cost = copyCost;
    def.samples = indexAddSamples;
    def.gradient = indexAddGradient;
    return def;
}

Abstract indexFillRule(TypeSpan arguments) {
    const Abstract &x = tensorType("IndexFill", arguments, 0), &index = tensorType("IndexFill", arguments, 2);
    const Abstract types[] = {x, index};
    sliceRule("IndexFill", types);
    checkedAxis("IndexFill", intOf("IndexFill", arguments, 1), x.shape.rank());
    if (arguments[3].isTensor() && !arguments[3].shape.empty())
        diagnose(
            format("For 'IndexFill', 'value' must be a number or a tensor of rank 0, but got a tensor of shape %s.",
                   listText(arguments[3].shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

Value indexFillEval(ValueSpan arguments) {
    const Abstract result = inferred(indexFillRule, arguments);
    const int axis = checkedAxis("IndexFill", *arguments[1].asInt(), result.shape.rank());
    const Tensor index = checkedIndices("IndexFill", "index", *arguments[2].asTensor(), result.shape[axis]);
    Tensor out = arguments[0].asTensor()->clone();
    const Places places = axisPlaces(result.shape, axis, index);
    const int64_t count = int64_t(places.starts.size()) * places.run;
    scatterInto(out, places, operand(arguments[3], result.dtype).broadcastTo({count}), ScatterOp::Update);
    return out;
}

std::vector<Term> indexFillGradient(Gradient &g) {
    const Term index = g.reshape(g.in(2), {g.type(2).count()});
    return {g.wants(0) ? g.call("IndexFill", {g.dout(), g.constant(1), g.in(2), 0}) : Term(), Term(), Term(),
            g.wants(3) ? g.call("IndexSelect", {g.dout(), g.constant(1), index}) : Term()};
}

Samples indexFillSamples() {
    return {{sampleValues({3, 4}, -1, 1), 0, integers({2}, {2, 0}), 2.5},
            {sampleValues({3, 4}, -1, 1), -1, integers({1}, {-2}), sampleValues({}, 2, 3)}};
}

OpDef indexFill() {
    OpDef def =
        movement("IndexFill", "index_fill", {"index_fill"}, "x with value at the indices of one axis; any dtype.",
                 "(lambda x: (np.moveaxis(x, a[1], 0).__setitem__(a[2], a[3]), x)[1])(a[0].copy())");
    def.params = {tensorParam("x", {"input"}), param("axis", ParamKind::Int, {"dim"}), tensorParam("index"),
                  operandParam("value")};
    def.infer = inferBy<indexFillRule>;
    def.eval = indexFillEval;
    def.cost = copyCost;
    def.samples = indexFillSamples;
    def.gradient = indexFillGradient;
    return def;
}

// --- segments --------------------------------------------------------------------------------------------------------

struct SegmentDef {
    const char *name, *function, *reduction, *numpy;
};

const SegmentDef &segmentDef(ScatterOp op) {
    static constexpr SegmentDef sum = {"UnsortedSegmentSum", "unsorted_segment_sum", "sums", "np.add.at"};
    static constexpr SegmentDef prod = {"UnsortedSegmentProd", "unsorted_segment_prod", "products", "np.multiply.at"};
    static constexpr SegmentDef max = {"UnsortedSegmentMax", "unsorted_segment_max", "largest", "np.maximum.at"};
    static constexpr SegmentDef min = {"UnsortedSegmentMin", "unsorted_segment_min", "smallest", "np.minimum.at"};
    return op == ScatterOp::Add ? sum : op == ScatterOp::Mul ? prod : op == ScatterOp::Max ? max : min;
}

template<ScatterOp op> Abstract segmentRule(TypeSpan arguments) {
    const char *name = segmentDef(op).name;
    const Abstract &x = tensorType(name, arguments, 0), &ids = tensorType(name, arguments, 1);
    checkIndexType(name, "segment_ids", ids);
    const int shared = ids.shape.rank();
    bool isPrefix = shared <= x.shape.rank();
    for (int i = 0; isPrefix && i < shared; ++i)
        isPrefix = ids.shape[i] == x.shape[i];
    if (!isPrefix)
        diagnose(format("For '%s', the shape of segment_ids must be a prefix of that of the input, but got %s and %s.",
                        name, listText(ids.shape).c_str(), listText(x.shape).c_str()));
    Dims shape = {intOf(name, arguments, 2)};
    for (int i = shared; i < x.shape.rank(); ++i)
        shape.push(x.shape[i]);
    return Abstract::tensor(x.dtype, checkedShape(name, shape));
}

/** What a segment without elements holds: 0 and 1 for sums and products, else what every element replaces. */
Tensor emptySegments(ScatterOp op, const Dims &shape, DType dtype) {
    if (op == ScatterOp::Add || op == ScatterOp::Mul) return Tensor::full(shape, op == ScatterOp::Mul, dtype);
    Tensor result(shape, dtype);
    visitDType(dtype, [&]<class T>(TypeTag<T>) {
        T extreme;
        if constexpr (isHalf<T>)
            extreme = T(std::is_same_v<T, Float16> ? 65504.0f : 3.38953139e38f); // the largest that they hold
        else
            extreme = std::numeric_limits<T>::max();
        if constexpr (isFloatElement<T>)
            extreme = op == ScatterOp::Max ? T(-ComputeType<T>(extreme)) : extreme;
        else
            extreme = op == ScatterOp::Max ? std::numeric_limits<T>::lowest() : extreme;
        std::fill_n(reinterpret_cast<T *>(result.mutableRawData()), result.count(), extreme);
    });
    return result;
}

/** Row k of the ids goes to segment ids[k]; negative ids are left out. */
template<ScatterOp op> Value segmentEval(ValueSpan arguments) {
    const Abstract result = inferred(segmentRule<op>, arguments);
    const Tensor ids = arguments[1].asTensor()->cast(DType::Int64).contiguous();
    const Tensor x = arguments[0].asTensor()->contiguous();
    const int64_t segments = result.shape[0], run = segments == 0 ? 0 : result.count() / segments;
    Places from, to;
    from.run = to.run = run;
    for (int64_t i = 0; i < ids.count(); ++i) {
        const int64_t id = ids.data<int64_t>()[i];
        if (id >= segments)
            diagnose(format("For '%s', segment_ids value should be [0, %lld), but got %lld.", segmentDef(op).name,
                            (long long)segments, (long long)id));
        if (id < 0 || run == 0) continue;
        from.starts.push_back(i * run);
        to.starts.push_back(id * run);
    }
    Tensor out = emptySegments(op, result.shape, result.dtype);
    const auto rows = int64_t(from.starts.size());
    scatterInto(out, to, gathered(x, from, {rows, run}), op);
    return out;
}

/** The gradient of each row is that of its segment; left-out rows get none. */
Term segmentRows(Gradient &g, Term segments) {
    const Term ids = g.call("Maximum", {g.in(1), 0});
    const Term rows = g.call("Gather", {segments, ids, 0});
    Dims shape = g.shape(1);
    while (shape.rank() < rows.rank())
        shape.push(1);
    const Term isIn = g.reshape(g.call("GreaterEqual", {g.in(1), 0}), shape);
    return g.select(isIn, rows, g.zerosLike(rows));
}

template<ScatterOp op> std::vector<Term> segmentGradient(Gradient &g) {
    const Term rows = segmentRows(g, g.dout());
    if constexpr (op == ScatterOp::Add) return {rows};
    if constexpr (op == ScatterOp::Mul) {
        const auto folded = [&g](const char *fold) {
            return [&g, fold](Term x) { return segmentRows(g, g.call(fold, {x, g.in(1), g.constant(2)})); };
        };
        return {rows * productOfOthers(g, g.in(0), folded("UnsortedSegmentSum"), folded("UnsortedSegmentProd"))};
    }
    const Term reduced = segmentRows(g, g.out());
    // Rows that are equal share it.
    const Term isTaken = g.cast(g.call("Equal", {reduced, g.in(0)}), rows.dtype());
    const Term count = segmentRows(g, g.call("UnsortedSegmentSum", {isTaken, g.in(1), g.constant(2)}));
    return {g.call("DivNoNan", {isTaken * rows, count})};
}

Samples segmentSamples() {
    return {{sampleValues({4}, 1, 2), integers({4}, {0, 2, 1, -1}), 3},
            {sampleValues({2, 3, 2}, 1, 2), integers({2, 3}, {0, 1, 1, 2, 0, 2}), 3},
            {sampleValues({3, 2}, 1, 2), integers({3}, {1, 0, 1}), 2}};
}

template<ScatterOp op> OpDef segment() {
    const SegmentDef &names = segmentDef(op);
    OpDef def = movement(names.name, names.function, {},
                         std::string("The ") + names.reduction +
                             " of the rows of input_x that have the same id in segment_ids; negative ids are left out.",
                         "");
    def.numpy = std::string("(lambda x, i, r: (") + names.numpy +
                "(x, i.ravel()[i.ravel() >= 0], r.reshape((i.size,) + r.shape[i.ndim:])[i.ravel() >= 0]), x)[1])"
                "(np.full((a[2],) + a[0].shape[a[1].ndim:], " +
                (op == ScatterOp::Add   ? "0.0"
                 : op == ScatterOp::Mul ? "1.0"
                 : op == ScatterOp::Max ? "-np.finfo(np.float32).max"
                                        : "np.finfo(np.float32).max") +
                ", a[0].dtype), a[1], a[0])";
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("input_x", {"x"}), tensorParam("segment_ids"), param("num_segments", ParamKind::Int)};
    def.infer = inferBy<segmentRule<op>>;
    def.eval = segmentEval<op>;
    def.samples = segmentSamples;
    def.gradient = segmentGradient<op>;
    return def;
}

} // namespace

const char *tensorScatterName(ScatterOp op) {
    constexpr const char *names[] = {"TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMul",
                                     "TensorScatterDiv",    "TensorScatterMax", "TensorScatterMin"};
    return names[size_t(op)];
}

const char *rowScatterName(ScatterOp op) {
    constexpr const char *names[] = {"RowsUpdate", "RowsAdd", "RowsSub", "RowsMul", "RowsDiv", "RowsMax", "RowsMin"};
    return names[size_t(op)];
}

Abstract rowScatterType(const char *op, TypeSpan arguments) {
    const Abstract &x = tensorType(op, arguments, 0), &indices = tensorType(op, arguments, 1);
    const Abstract &updates = tensorType(op, arguments, 2);
    checkIndexType(op, "indices", indices);
    checkSameType(op, x, updates);
    if (x.shape.empty()) diagnose(format("For '%s', the input must have at least one dimension.", op));
    Dims expected = indices.shape;
    for (int i = 1; i < x.shape.rank() && expected.rank() < maxRank; ++i)
        expected.push(x.shape[i]);
    if (expected != updates.shape)
        diagnose(format("For '%s', the shape of updates must be indices.shape + input_x.shape[1:], %s, but got %s.", op,
                        listText(expected).c_str(), listText(updates.shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

void checkSameType(const char *op, const Abstract &x, const Abstract &updates) {
    if (x.dtype != updates.dtype)
        throw TypeMistake(
            format("For %s, input_x_type must equal to updates type, but got input_x_type: %s, updates_type: %s.", op,
                   std::string(info(x.dtype).name).c_str(), std::string(info(updates.dtype).name).c_str()));
}

Abstract coordinateScatterType(const char *op, TypeSpan arguments) {
    const Abstract &x = tensorType(op, arguments, 0), &indices = tensorType(op, arguments, 1);
    const Abstract &updates = tensorType(op, arguments, 2);
    checkIndexType(op, "indices", indices);
    checkSameType(op, x, updates);
    const Dims expected = coordinateShape(op, x.shape, indices.shape);
    if (expected != updates.shape)
        diagnose(format("For '%s', the shape of updates must be %s, but got %s.", op, listText(expected).c_str(),
                        listText(updates.shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

std::vector<OpDef> scatterOps() {
    const std::vector<OpUseRow> uses = {
        {{"ScatterNd", "ScatterUpdate", "ScatterAdd", "InplaceIndexAdd"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Scatter, .operations = notByShapes}},
        {{"TensorScatterUpdate",
          "TensorScatterAdd",
          "TensorScatterSub",
          "TensorScatterMul",
          "TensorScatterDiv",
          "TensorScatterMax",
          "TensorScatterMin",
          "RowsUpdate",
          "RowsAdd",
          "RowsSub",
          "RowsMul",
          "RowsDiv",
          "RowsMax",
          "RowsMin",
          "TensorScatterElements",
          "IndexAdd",
          "IndexFill",
          "ScatterNdUpdate",
          "ScatterNdAdd",
          "ScatterNdSub",
          "ScatterSub",
          "ScatterNdMul",
          "ScatterMul",
          "ScatterNdDiv",
          "ScatterDiv",
          "ScatterNdMax",
          "ScatterMax",
          "ScatterNdMin",
          "ScatterMin",
          "InplaceIndexFill",
          "InplaceScatterElements"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"UnsortedSegmentSum"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Scatter, .operations = notByShapes}},
        {{"UnsortedSegmentProd", "UnsortedSegmentMax", "UnsortedSegmentMin"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    std::vector<OpDef> ops = {
        scatterNd(),
        tensorScatter<ScatterOp::Update>("tensor_scatter_update", "replaced by", "x.__setitem__(i, a[2])"),
        tensorScatter<ScatterOp::Add>("tensor_scatter_add", "added", "np.add.at(x, i, a[2])"),
        tensorScatter<ScatterOp::Sub>("tensor_scatter_sub", "subtracted", "np.subtract.at(x, i, a[2])"),
        tensorScatter<ScatterOp::Mul>("tensor_scatter_mul", "multiplied by", "np.multiply.at(x, i, a[2])"),
        tensorScatter<ScatterOp::Div>("tensor_scatter_div", "divided by", "np.divide.at(x, i, a[2])"),
        tensorScatter<ScatterOp::Max>("tensor_scatter_max", "at least", "np.maximum.at(x, i, a[2])"),
        tensorScatter<ScatterOp::Min>("tensor_scatter_min", "at most", "np.minimum.at(x, i, a[2])"),
        rowScatter<ScatterOp::Update>("replaced by", "x.__setitem__(i, a[2])"),
        rowScatter<ScatterOp::Add>("added", "np.add.at(x, i, a[2])"),
        rowScatter<ScatterOp::Sub>("subtracted", "np.subtract.at(x, i, a[2])"),
        rowScatter<ScatterOp::Mul>("multiplied by", "np.multiply.at(x, i, a[2])"),
        rowScatter<ScatterOp::Div>("divided by", "np.divide.at(x, i, a[2])"),
        rowScatter<ScatterOp::Max>("at least", "np.maximum.at(x, i, a[2])"),
        rowScatter<ScatterOp::Min>("at most", "np.minimum.at(x, i, a[2])"),
        scatterElements(),
        indexAdd(),
        indexFill(),
        segment<ScatterOp::Add>(),
        segment<ScatterOp::Mul>(),
        segment<ScatterOp::Max>(),
        segment<ScatterOp::Min>(),
    };
    for (OpDef &op : scatterInPlaceOps())
        ops.push_back(std::move(op));
    return withUses(std::move(ops), uses,
                    {"ScatterNd", "TensorScatterUpdate", "TensorScatterAdd", "TensorScatterElements",
                     "InplaceScatterElements", "ScatterNdUpdate", "ScatterUpdate", "ScatterNdAdd", "ScatterAdd",
                     "RowsUpdate", "RowsAdd", "IndexAdd", "InplaceIndexAdd"});
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Elements taken by indices: rows of one axis, single elements, coordinates; and bools at indices (OneHot).
#include "engine/ops/families.h"
#include "engine/ops/kernels/places.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

// --- Gather ----------------------------------------------------------------------------------------------------------

/** What Gather takes, and the shape of its result. */
struct GatherPlan {
    int axis = 0;
    int batch = 0;
    Dims shape;
};

GatherPlan gatherPlan(const char *op, const Dims &x, const Dims &indices, int64_t axis, int64_t batchDims) {
    if (x.empty()) diagnose(format("For '%s', a tensor of rank 0 has no axis to take from.", op));
    GatherPlan plan;
    plan.axis = checkedAxis(op, axis, x.rank());
    const int64_t batch = batchDims < 0 ? batchDims + indices.rank() : batchDims;
    if (batch < 0 || batch > std::min(plan.axis, indices.rank()))
        diagnose(format("For '%s', batch_dims must be less than or equal to axis and the rank of the indices, but got "
                        "%lld.",
                        op, (long long)batchDims));
    plan.batch = int(batch);
    for (int i = 0; i < plan.batch; ++i)
        if (x[i] != indices[i])
            diagnose(
                format("For '%s', the first %d dimensions of the input and the indices must be equal, but got %s and "
                       "%s.",
                       op, plan.batch, listText(x).c_str(), listText(indices).c_str()));
    if (x.rank() - 1 + indices.rank() - plan.batch > maxRank)
        diagnose(format("For '%s', a Tensor has at most %d dimensions.", op, maxRank));
    for (int i = 0; i < plan.axis; ++i)
        plan.shape.push(x[i]);
    for (int i = plan.batch; i < indices.rank(); ++i)
        plan.shape.push(indices[i]);
    for (int i = plan.axis + 1; i < x.rank(); ++i)
        plan.shape.push(x[i]);
    plan.shape = checkedShape(op, plan.shape);
    return plan;
}

Abstract gatherRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Gather", arguments, 0), &indices = tensorType("Gather", arguments, 1);
    checkIndexType("Gather", "input_indices", indices);
    const GatherPlan plan =
        gatherPlan("Gather", x.shape, indices.shape, intOf("Gather", arguments, 2), intOf("Gather", arguments, 3));
    return Abstract::tensor(x.dtype, plan.shape);
}

Value gatherEval(ValueSpan arguments) {
    const Abstract result = inferred(gatherRule, arguments);
    const Tensor &x = *arguments[0].asTensor(), &given = *arguments[1].asTensor();
    const GatherPlan plan =
        gatherPlan("Gather", x.shape(), given.shape(), *arguments[2].asInt(), *arguments[3].asInt());
    const Tensor indices = checkedIndices("Gather", "input_indices", given, x.shape()[plan.axis]);
    return gathered(x, axisPlaces(x.shape(), plan.axis, indices, plan.batch), result.shape);
}

std::vector<Term> gatherGradient(Gradient &g) {
    return {g.call("GatherGrad", {g.in(1), g.dout(), g.shape(0), g.constant(2), g.constant(3)})};
}

Samples gatherSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1), batches = sampleValues({2, 3, 2}, -1, 1);
    return {{x, integers({2}, {2, 0}), 0, 0},
            {x, integers({2, 2}, {1, -1, 3, 1}), 1, 0},
            {x, integers({}, {1}), -1, 0},
            {batches, integers({2, 2}, {0, 2, 1, 1}), 1, 1},
            {x, integers({0}, {}), 0, 0}};
}

OpDef gather() {
    OpDef def = movement("Gather", "gather", {"gather"},
                         "The slices of input_params at input_indices of one axis; with batch_dims each of the leading "
                         "slices has indices of its own; any dtype.",
                         "np.take(a[0], a[1], a[2]) if a[3] == 0 else "
                         "np.stack([np.take(x, i, a[2] - 1) for x, i in zip(a[0], a[1])])");
    def.params = {tensorParam("input_params", {"input", "x"}), tensorParam("input_indices", {"indices", "index"}),
                  optionalParam("axis", ParamKind::Int, 0, {"dim"}), optionalParam("batch_dims", ParamKind::Int, 0)};
    def.infer = inferBy<gatherRule>;
    def.eval = gatherEval;
    def.cost = copyCost;
    def.samples = gatherSamples;
    def.gradient = gatherGradient;
    return def;
}

Abstract gatherGradRule(TypeSpan arguments) {
    const Abstract &indices = tensorType("GatherGrad", arguments, 0), &dout = tensorType("GatherGrad", arguments, 1);
    checkIndexType("GatherGrad", "indices", indices);
    const Dims shape = checkedShape("GatherGrad", intsOf("GatherGrad", arguments, 2));
    const GatherPlan plan = gatherPlan("GatherGrad", shape, indices.shape, intOf("GatherGrad", arguments, 3),
                                       intOf("GatherGrad", arguments, 4));
    if (plan.shape != dout.shape)
        diagnose("For 'GatherGrad', the gathered shape is " + listText(plan.shape) + ", but dout has " +
                 listText(dout.shape) + ".");
    return Abstract::tensor(dout.dtype, shape);
}

Value gatherGradEval(ValueSpan arguments) {
    const Abstract result = inferred(gatherGradRule, arguments);
    const Tensor &given = *arguments[0].asTensor();
    const GatherPlan plan =
        gatherPlan("GatherGrad", result.shape, given.shape(), *arguments[3].asInt(), *arguments[4].asInt());
    const Tensor indices = checkedIndices("GatherGrad", "indices", given, result.shape[plan.axis]);
    Tensor whole = Tensor::zeros(result.shape, result.dtype);
    scatterInto(whole, axisPlaces(result.shape, plan.axis, indices, plan.batch), *arguments[1].asTensor(),
                ScatterOp::Add);
    return whole;
}

std::vector<Term> gatherGradGradient(Gradient &g) {
    return {Term(), g.call("Gather", {g.dout(), g.in(0), g.constant(3), g.constant(4)})};
}

Samples gatherGradSamples() {
    return {{integers({3}, {2, 0, 2}), sampleValues({3, 4}, -1, 1), Value::ints({3, 4}), 0, 0},
            {integers({2, 2}, {0, 2, 1, 1}), sampleValues({2, 2, 2}, -1, 1), Value::ints({2, 3, 2}), 1, 1}};
}

OpDef gatherGrad() {
    OpDef def = movement("GatherGrad", "", {},
                         "Zeros of shape with dout added at the indices that Gather takes: its gradient; any dtype.",
                         "(lambda x: ([np.add.at(x[k] if a[4] else x, i, d) for k, (i, d) in "
                         "enumerate(zip(a[0], a[1]) if a[4] else [(a[0], a[1])])], x)[1])(np.zeros(a[2]))");
    def.params = {tensorParam("indices"), tensorParam("dout"), param("shape", ParamKind::Ints),
                  param("axis", ParamKind::Int), optionalParam("batch_dims", ParamKind::Int, 0)};
    def.infer = inferBy<gatherGradRule>;
    def.eval = gatherGradEval;
    def.cost = copyCost;
    def.samples = gatherGradSamples;
    def.gradient = gatherGradGradient;
    return def;
}

// --- IndexSelect -----------------------------------------------------------------------------------------------------

Abstract indexSelectRule(TypeSpan arguments) {
    const Abstract &x = tensorType("IndexSelect", arguments, 0), &index = tensorType("IndexSelect", arguments, 2);
    checkIndexType("IndexSelect", "index", index);
    if (index.shape.rank() != 1)
        diagnose(format("For 'index_select', the dimension of `index` must be 1, but got %d", index.shape.rank()));
    return Abstract::tensor(
        x.dtype, gatherPlan("IndexSelect", x.shape, index.shape, intOf("IndexSelect", arguments, 1), 0).shape);
}

Value indexSelectEval(ValueSpan arguments) {
    const Abstract result = inferred(indexSelectRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const int axis = checkedAxis("IndexSelect", *arguments[1].asInt(), x.rank());
    const Tensor index = checkedIndices("IndexSelect", "index", *arguments[2].asTensor(), x.shape()[axis]);
    return gathered(x, axisPlaces(x.shape(), axis, index), result.shape);
}

std::vector<Term> indexSelectGradient(Gradient &g) {
    return {g.call("GatherGrad", {g.in(2), g.dout(), g.shape(0), g.constant(1)})};
}

Samples indexSelectSamples() {
    return {{sampleValues({3, 4}, -1, 1), 0, integers({3}, {2, 0, 2})},
            {sampleValues({3, 4}, -1, 1), -1, integers({1}, {-2})}};
}

OpDef indexSelect() {
    OpDef def =
        movement("IndexSelect", "index_select", {"index_select"},
                 "The slices of input at the indices (rank 1) of one axis; any dtype.", "np.take(a[0], a[2], a[1])");
    def.params = {tensorParam("input"), param("axis", ParamKind::Int, {"dim"}), tensorParam("index")};
    def.infer = inferBy<indexSelectRule>;
    def.eval = indexSelectEval;
    def.cost = copyCost;
    def.samples = indexSelectSamples;
    def.gradient = indexSelectGradient;
    return def;
}

// --- GatherD ---------------------------------------------------------------------------------------------------------

Abstract gatherDRule(TypeSpan arguments) {
    const Abstract &x = tensorType("GatherD", arguments, 0), &index = tensorType("GatherD", arguments, 2);
    checkIndexType("GatherD", "index", index);
    const int rank = x.shape.rank();
    if (rank != index.shape.rank())
        diagnose(
            format("For primitive[GatherD], the x_rank must be equal to %d, but got %d.", index.shape.rank(), rank));
    const int axis = checkedAxis("GatherD", intOf("GatherD", arguments, 1), rank);
    for (int i = 0; i < rank; ++i)
        if (i != axis && index.shape[i] > x.shape[i])
            diagnose(format("For 'GatherD', the size of 'index' must be less than or equal to that of the input in all "
                            "dimensions but %d, but got %s and %s.",
                            axis, listText(index.shape).c_str(), listText(x.shape).c_str()));
    return Abstract::tensor(x.dtype, index.shape);
}

Value gatherDEval(ValueSpan arguments) {
    const Abstract result = inferred(gatherDRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const int axis = checkedAxis("GatherD", *arguments[1].asInt(), x.rank());
    const int64_t size = x.rank() == 0 ? 1 : x.shape()[axis];
    const Tensor index = checkedIndices("GatherD", "index", *arguments[2].asTensor(), size);
    return gathered(x, elementPlaces(x.shape(), axis, index), result.shape);
}

std::vector<Term> gatherDGradient(Gradient &g) {
    const Term zeros = g.term(Tensor::zeros(g.shape(0), g.dout().dtype()));
    return {g.call("TensorScatterElements", {zeros, g.in(2), g.dout(), g.constant(1), "add"})};
}

Samples gatherDSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1);
    return {{x, 1, integers({3, 2}, {0, 3, 1, 1, -1, 2})},
            {x, 0, integers({2, 4}, {0, 1, 2, 0, 2, 2, 0, 1})},
            {x, -1, integers({2, 1}, {0, 3})},
            {sampleValues({}, -1, 1), 0, integers({}, {0})}};
}

OpDef gatherD() {
    OpDef def = movement("GatherD", "gather_d", {},
                         "For each place of index, the element of x with the coordinate along dim replaced by the "
                         "index; any dtype.",
                         "np.take_along_axis(a[0][tuple(slice(None) if k == a[1] % a[0].ndim else slice(n) for k, n in "
                         "enumerate(a[2].shape))], a[2].astype(int), a[1]) if a[0].ndim else a[0]");
    def.aliases = {"gather_elements"};
    def.methods = {"gather_elements"};
    def.params = {tensorParam("x", {"input"}), param("dim", ParamKind::Int, {"axis"}), tensorParam("index")};
    def.infer = inferBy<gatherDRule>;
    def.eval = gatherDEval;
    def.cost = copyCost;
    def.samples = gatherDSamples;
    def.gradient = gatherDGradient;
    return def;
}

// --- GatherNd --------------------------------------------------------------------------------------------------------

Abstract gatherNdRule(TypeSpan arguments) {
    const Abstract &x = tensorType("GatherNd", arguments, 0), &indices = tensorType("GatherNd", arguments, 1);
    checkIndexType("GatherNd", "indices", indices);
    return Abstract::tensor(x.dtype, checkedShape("GatherNd", coordinateShape("GatherNd", x.shape, indices.shape)));
}

Value gatherNdEval(ValueSpan arguments) {
    const Abstract result = inferred(gatherNdRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const Tensor indices = checkedCoordinates("GatherNd", *arguments[1].asTensor(), x.shape());
    return gathered(x, coordinatePlaces(x.shape(), indices), result.shape);
}

std::vector<Term> gatherNdGradient(Gradient &g) {
    return {g.call("ScatterNd", {g.in(1), g.dout(), g.shape(0)})};
}

Samples gatherNdSamples() {
    const Tensor x = sampleValues({3, 4, 2}, -1, 1);
    return {{x, integers({2, 3}, {0, 3, 1, 2, 0, 0})},
            {x, integers({2, 2, 1}, {0, 2, 1, 1})},
            {x, integers({2}, {1, 2})},
            {x, integers({0, 2}, {})}};
}

OpDef gatherNd() {
    OpDef def = movement("GatherNd", "gather_nd", {"gather_nd"},
                         "The slices of input_x at the coordinates in the last axis of indices; any dtype.",
                         "a[0][tuple(np.moveaxis(a[1], -1, 0))]");
    def.params = {tensorParam("input_x", {"input", "x"}), tensorParam("indices")};
    def.infer = inferBy<gatherNdRule>;
    def.eval = gatherNdEval;
    def.cost = copyCost;
    def.samples = gatherNdSamples;
    def.gradient = gatherNdGradient;
    return def;
}

// --- OneHot ----------------------------------------------------------------------------------------------------------

/** The dtype of on_value; a Python number counts as Int64 or Float32. */
DType valueType(const Abstract &value) {
    if (value.isTensor()) return value.dtype;
    return info(value.dtype).floating ? DType::Float32 : value.dtype;
}

Abstract oneHotRule(TypeSpan arguments) {
    const Abstract &indices = tensorType("OneHot", arguments, 0);
    if (info(indices.dtype).floating || indices.dtype == DType::Bool)
        throw TypeMistake(format("For primitive[OneHot], the input argument[indices] must be a type of {Tensor[Int32], "
                                 "Tensor[Int64]}, but got Tensor[%s].",
                                 std::string(info(indices.dtype).name).c_str()));
    const int64_t depth = intOf("OneHot", arguments, 1);
    if (depth < 0)
        diagnose(format("For primitive[OneHot], the depth value must be greater than or equal to 0, but got %lld.",
                        (long long)depth));
    for (const size_t value : {size_t(2), size_t(3)})
        if (arguments[value].isTensor() && arguments[value].count() != 1)
            diagnose("For 'OneHot', on_value and off_value must have one element.");
    if (indices.shape.rank() == maxRank) diagnose(format("For 'OneHot', a Tensor has at most %d dimensions.", maxRank));
    const int axis = checkedAxis("OneHot", intOf("OneHot", arguments, 4), indices.shape.rank() + 1);
    Dims shape;
    for (int i = 0; i <= indices.shape.rank(); ++i)
        shape.push(i == axis ? depth : indices.shape[i < axis ? i : i - 1]);
    return Abstract::tensor(valueType(arguments[2]), checkedShape("OneHot", shape));
}

Value oneHotEval(ValueSpan arguments) {
    const Abstract result = inferred(oneHotRule, arguments);
    const int axis = checkedAxis("OneHot", *arguments[4].asInt(), result.shape.rank());
    const auto single = [&](size_t i) { return operand(arguments[i], result.dtype).reshaped({}); };
    Tensor out = single(3).broadcastTo(result.shape).clone();
    const Tensor indices = arguments[0].asTensor()->cast(DType::Int64).contiguous();
    const int64_t depth = *arguments[1].asInt();
    int64_t inner = 1;
    for (int i = axis + 1; i < result.shape.rank(); ++i)
        inner *= result.shape[i];
    // An index that is out of range marks nothing.
    Places places;
    for (int64_t i = 0; i < indices.count(); ++i) {
        const int64_t index = indices.data<int64_t>()[i];
        if (index >= 0 && index < depth) places.starts.push_back((i / inner * depth + index) * inner + i % inner);
    }
    scatterInto(out, places, single(2).broadcastTo({int64_t(places.starts.size())}), ScatterOp::Update);
    return out;
}

Samples oneHotSamples() {
    const Tensor indices = integers({2, 3}, {0, 2, 1, 3, -1, 7});
    return {{indices, 4, 1, 0, -1},
            {indices, 4, 1.0, -1.0, 0},
            {indices, 3, sampleValues({}, 2, 3), sampleValues({}, -3, -2), 1},
            {indices, 0, 1, 0, -1}};
}

OpDef oneHot() {
    OpDef def = movement("OneHot", "one_hot", {},
                         "on_value where the place along the new axis of size depth is the index, off_value elsewhere; "
                         "the dtype of on_value.",
                         "np.where(np.expand_dims(a[0], a[4]) == np.arange(a[1]).reshape([-1 if k == a[4] % "
                         "(a[0].ndim + 1) else 1 for k in range(a[0].ndim + 1)]), a[2], a[3])");
    def.params = {tensorParam("indices", {"tensor"}), param("depth", ParamKind::Int, {"num_classes"}),
                  optionalParam("on_value", ParamKind::TensorOrScalar, 1),
                  optionalParam("off_value", ParamKind::TensorOrScalar, 0), optionalParam("axis", ParamKind::Int, -1)};
    def.infer = inferBy<oneHotRule>;
    def.eval = oneHotEval;
    def.samples = oneHotSamples;
    def.gradient = noGradient;
    return def;
}

} // namespace

std::vector<OpDef> gatherOps() {
    const std::vector<OpUseRow> uses = {
        {{"Gather", "GatherD", "GatherNd"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Gather, .operations = notByShapes}},
        {{"GatherGrad", "IndexSelect", "OneHot"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({gather(), gatherGrad(), indexSelect(), gatherD(), gatherNd(), oneHot()}, uses,
                    {"Gather", "GatherGrad", "IndexSelect", "GatherD", "GatherNd"});
}

} // namespace jitscope::inline ops

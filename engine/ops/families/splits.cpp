// SPDX-License-Identifier: Apache-2.0
// One tensor taken apart along an axis, into views: equal parts, parts of given sizes, single slices.
#include "engine/ops/families.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/stridedparts.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

/** Where each part ends; the last end is the size of the axis. */
struct SplitPlan {
    int axis = 0;
    std::vector<int64_t> ends;
};

using PlanRule = SplitPlan (*)(TypeSpan arguments);

int splitAxis(const char *op, TypeSpan arguments, size_t index) {
    const Abstract &x = tensorType(op, arguments, 0);
    if (x.shape.empty()) diagnose(format("For '%s', the input must have at least one dimension.", op));
    return checkedAxis(op, intOf(op, arguments, index), x.shape.rank());
}

template<PlanRule plan> Abstract splitRule(TypeSpan arguments) {
    const SplitPlan parts = plan(arguments);
    std::vector<Abstract> types;
    int64_t start = 0;
    for (const int64_t end : parts.ends) {
        Dims shape = arguments[0].shape;
        shape[parts.axis] = end - start;
        types.push_back(Abstract::tensor(arguments[0].dtype, shape));
        start = end;
    }
    return Abstract::tuple(std::move(types));
}

template<PlanRule plan> Value splitEval(ValueSpan arguments) {
    const SplitPlan parts = plan(typesOf(arguments));
    const Tensor &x = *arguments[0].asTensor();
    std::vector<Value> items;
    int64_t start = 0;
    for (const int64_t end : parts.ends) {
        items.emplace_back(viewOf(x, axisPart(x.shape(), parts.axis, start, end - start)));
        start = end;
    }
    return Value::tuple(std::move(items));
}

/** The gradients of the parts, joined again. */
template<size_t axisParameter> std::vector<Term> splitGradient(Gradient &g) {
    std::vector<Term> parts;
    for (size_t i = 0; i < g.resultType().items.size(); ++i)
        parts.push_back(g.dout(i));
    return {parts.empty() ? Term() : g.call("Concat", {g.tuple(parts), g.constant(axisParameter)})};
}

/** Parts of `size`, the last one smaller if it must. */
std::vector<int64_t> endsOfSize(int64_t whole, int64_t size) {
    std::vector<int64_t> ends;
    for (int64_t end = std::min(size, whole);; end = end > whole - size ? whole : end + size) {
        ends.push_back(end);
        if (end == whole) return ends;
    }
}

OpDef splitRecord(const char *name, const char *function, const char *doc, const char *numpy) {
    OpDef def = movement(name, function, {}, doc, numpy);
    def.cost = noCost;
    return def;
}

// --- SplitTensor, SplitWithSize --------------------------------------------------------------------------------------

SplitPlan splitTensorPlan(TypeSpan arguments) {
    const int64_t size = intOf("SplitTensor", arguments, 1);
    if (size <= 0)
        diagnose(format("For split, the value of 'split_size_or_sections' must be more than zero, but got %lld.",
                        (long long)size));
    const int axis = splitAxis("SplitTensor", arguments, 2);
    return {axis, endsOfSize(arguments[0].shape[axis], size)};
}

Samples splitTensorSamples() {
    return {
        {sampleValues({5, 2}, -1, 1), 2, 0}, {sampleValues({2, 4}, -1, 1), 2, -1}, {sampleValues({2, 3}, -1, 1), 7, 1}};
}

OpDef splitTensor() {
    OpDef def = splitRecord("SplitTensor", "", "Parts of split_size along an axis, the last one what is left; views.",
                            "tuple(np.split(a[0], range(a[1], a[0].shape[a[2]], a[1]), a[2]))");
    def.params = {tensorParam("input"), param("split_size", ParamKind::Int), optionalParam("axis", ParamKind::Int, 0)};
    def.infer = inferBy<splitRule<splitTensorPlan>>;
    def.eval = splitEval<splitTensorPlan>;
    def.samples = splitTensorSamples;
    def.gradient = splitGradient<2>;
    return def;
}

SplitPlan splitWithSizePlan(TypeSpan arguments) {
    const int axis = splitAxis("SplitWithSize", arguments, 2);
    const int64_t whole = arguments[0].shape[axis];
    SplitPlan plan{axis, {}};
    int64_t end = 0, sum = 0;
    for (const int64_t size : intListOf("SplitWithSize", arguments, 1)) {
        if (size < 0)
            diagnose(format("For split, the elements of 'split_size_or_sections' must be at least 0, but got %lld.",
                            (long long)size));
        sum = size > INT64_MAX - sum ? INT64_MAX : sum + size;
        end = std::min(sum, whole);
        plan.ends.push_back(end);
    }
    if (sum != whole)
        diagnose(format("The sum of 'split_size_or_sections' should be equal to %lld, but got %lld.", (long long)whole,
                        (long long)sum));
    return plan;
}

Samples splitWithSizeSamples() {
    return {{sampleValues({5, 2}, -1, 1), Value::ints({1, 3, 1}), 0},
            {sampleValues({2, 4}, -1, 1), Value::ints({4, 0}), -1}};
}

OpDef splitWithSize() {
    OpDef def = splitRecord("SplitWithSize", "", "Parts of the given sizes along an axis; views.",
                            "tuple(np.split(a[0], np.cumsum(a[1])[:-1], a[2]))");
    def.params = {tensorParam("input"), param("split_size", ParamKind::Ints), optionalParam("axis", ParamKind::Int, 0)};
    def.infer = inferBy<splitRule<splitWithSizePlan>>;
    def.eval = splitEval<splitWithSizePlan>;
    def.samples = splitWithSizeSamples;
    def.gradient = splitGradient<2>;
    return def;
}

// --- Split, Chunk ----------------------------------------------------------------------------------------------------

SplitPlan splitPlan(TypeSpan arguments) {
    const int axis = splitAxis("Split", arguments, 1);
    const int64_t parts = intOf("Split", arguments, 2), whole = arguments[0].shape[axis];
    if (parts <= 0)
        diagnose(
            format("For primitive[Split], the output_num must be greater than 0, but got %lld.", (long long)parts));
    if (whole == 0 || whole % parts != 0)
        diagnose(format("For 'Split', x_shape[%d] must be divisible by output_num = %lld, but got %lld.", axis,
                        (long long)parts, (long long)whole));
    return {axis, endsOfSize(whole, whole / parts)};
}

Samples splitSamples() {
    return {{sampleValues({4, 2}, -1, 1), 0, 2}, {sampleValues({2, 3}, -1, 1), -1, 3}};
}

OpDef split() {
    OpDef def =
        splitRecord("Split", "", "output_num equal parts along an axis; views.", "tuple(np.split(a[0], a[2], a[1]))");
    def.params = {tensorParam("input_x", {"x"}), optionalParam("axis", ParamKind::Int, 0),
                  optionalParam("output_num", ParamKind::Int, 1)};
    def.infer = inferBy<splitRule<splitPlan>>;
    def.eval = splitEval<splitPlan>;
    def.samples = splitSamples;
    def.gradient = splitGradient<1>;
    return def;
}

SplitPlan chunkPlan(TypeSpan arguments) {
    const int axis = splitAxis("Chunk", arguments, 2);
    const int64_t chunks = intOf("Chunk", arguments, 1), whole = arguments[0].shape[axis];
    if (chunks <= 0)
        diagnose(format("For ops.chunk parameter 'chunks' must be greater than 0, but got %lld", (long long)chunks));
    return {axis, endsOfSize(whole, std::max<int64_t>(1, whole / chunks + (whole % chunks != 0)))};
}

Samples chunkSamples() {
    return {{sampleValues({5, 2}, -1, 1), 2, 0}, {sampleValues({2, 3}, -1, 1), 9, -1}};
}

OpDef chunk() {
    OpDef def = splitRecord("Chunk", "chunk", "At most `chunks` parts of one size (the last may be smaller); views.",
                            "tuple(np.split(a[0], range(-(-a[0].shape[a[2]] // a[1]), a[0].shape[a[2]], "
                            "-(-a[0].shape[a[2]] // a[1])), a[2]))");
    def.methods = {"chunk"};
    def.params = {tensorParam("input"), param("chunks", ParamKind::Int),
                  optionalParam("axis", ParamKind::Int, 0, {"dim"})};
    def.infer = inferBy<splitRule<chunkPlan>>;
    def.eval = splitEval<chunkPlan>;
    def.samples = chunkSamples;
    def.gradient = splitGradient<2>;
    return def;
}

// --- Unstack ---------------------------------------------------------------------------------------------------------

int unstackAxis(TypeSpan arguments) {
    const Abstract &x = tensorType("Unstack", arguments, 0);
    const int64_t axis = intOf("Unstack", arguments, 1);
    const int rank = x.shape.rank();
    if (rank == 0 || axis < -rank || axis >= rank)
        diagnose(format("Dimension out of range (expected to be in range of [%d, %d), but got %lld)", -rank, rank,
                        (long long)axis));
    return *normalizedAxis(axis, rank);
}

Abstract unstackRule(TypeSpan arguments) {
    const int axis = unstackAxis(arguments);
    const Dims &whole = arguments[0].shape;
    constexpr int64_t most = 1 << 20; // results are a Python tuple
    if (whole[axis] > most)
        diagnose(format("For 'Unstack', the axis has %lld slices; at most %lld can be results.", (long long)whole[axis],
                        (long long)most));
    const Dims shape = indexPart(whole, axis, 0).shape;
    return Abstract::tuple(std::vector<Abstract>(size_t(whole[axis]), Abstract::tensor(arguments[0].dtype, shape)));
}

Value unstackEval(ValueSpan arguments) {
    const auto count = int64_t(inferred(unstackRule, arguments).items.size());
    const Tensor &x = *arguments[0].asTensor();
    const int axis = *normalizedAxis(*arguments[1].asInt(), x.rank());
    std::vector<Value> items;
    for (int64_t i = 0; i < count; ++i)
        items.emplace_back(viewOf(x, indexPart(x.shape(), axis, i)));
    return Value::tuple(std::move(items));
}

std::vector<Term> unstackGradient(Gradient &g) {
    std::vector<Term> slices;
    for (size_t i = 0; i < g.resultType().items.size(); ++i)
        slices.push_back(g.dout(i));
    return {slices.empty() ? Term() : g.call("Stack", {g.tuple(slices), *normalizedAxis(g.intOf(1), g.rank(0))})};
}

Samples unstackSamples() {
    return {{sampleValues({3, 2}, -1, 1), 0}, {sampleValues({2, 3, 2}, -1, 1), -2}, {sampleValues({3}, -1, 1), 0}};
}

OpDef unstack() {
    OpDef def = splitRecord("Unstack", "unstack", "The slices along an axis, which goes; views.",
                            "tuple(np.moveaxis(a[0], a[1], 0))");
    def.aliases = {"unbind"};
    def.methods = {"unbind"};
    def.params = {tensorParam("input_x", {"input"}), optionalParam("axis", ParamKind::Int, 0, {"dim"})};
    def.infer = inferBy<unstackRule>;
    def.eval = unstackEval;
    def.samples = unstackSamples;
    def.gradient = unstackGradient;
    return def;
}

} // namespace

std::vector<OpDef> splitOps() {
    const std::vector<OpUseRow> uses = {
        {{"SplitTensor", "SplitWithSize", "Chunk", "Unstack"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .givesView = true}},
        {{"Split"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Strided,
          .operations = notByShapes,
          .givesView = true}},
    };
    return withUses({splitTensor(), splitWithSize(), split(), chunk(), unstack()}, uses,
                    {"SplitTensor", "SplitWithSize", "Split", "Chunk", "Unstack"});
}

} // namespace jitscope::inline ops

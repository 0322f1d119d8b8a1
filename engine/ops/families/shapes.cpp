// SPDX-License-Identifier: Apache-2.0
// Operators that give the same elements another shape or order. They share the storage: only what strides cannot
// say (a Reshape of a permuted tensor) is copied.
#include "engine/ops/families.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

template<Rule rule> Value reshapeByRule(ValueSpan arguments) {
    return reshapedView(*arguments[0].asTensor(), inferred(rule, arguments).shape);
}

// --- Reshape ---------------------------------------------------------------------------------------------------------

/** The shape with -1 replaced by what is left of `count`. */
Dims resolvedShape(const Dims &wanted, int64_t count) {
    int unknown = -1;
    Dims shape = wanted;
    for (int i = 0; i < wanted.rank(); ++i) {
        if (wanted[i] >= 0) continue;
        if (wanted[i] != -1)
            diagnose(format("For 'Reshape', the sizes of the shape must be -1 or at least 0, but got %lld.",
                            (long long)wanted[i]));
        if (unknown >= 0)
            diagnose("For 'Reshape', only one dimension can be inferred (-1), but got " + listText(wanted) + ".");
        unknown = i;
        shape[i] = 1;
    }
    const std::optional<int64_t> known = checkedCount(shape.span());
    const bool divides = known && (unknown < 0 ? *known == count : *known > 0 && count % *known == 0);
    if (!divides)
        diagnose(format("For 'Reshape', proposed_shape '%s' is invalid for input of size %lld.",
                        listText(wanted).c_str(), (long long)count));
    if (unknown >= 0) shape[unknown] = count / *known;
    return shape;
}

Abstract reshapeRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Reshape", arguments, 0);
    return Abstract::tensor(x.dtype, resolvedShape(intsOf("Reshape", arguments, 1), x.count()));
}

Samples reshapeSamples() {
    return {{sampleValues({2, 6}, -1, 1), Value::ints({3, 4})},
            {sampleValues({2, 6}, -1, 1), Value::ints({-1, 2, 2})},
            {sampleValues({1}, -1, 1), Value::ints({})},
            {Tensor::zeros({0, 3}, DType::Float32), Value::ints({3, 0})}};
}

OpDef reshape() {
    OpDef def = movement("Reshape", "reshape", {"reshape", "view"},
                         "The same elements in another shape of the same count; one size may be -1; any dtype.",
                         "np.reshape(a[0], a[1])");
    def.params = {tensorParam("input", {"x"}), param("shape", ParamKind::Ints)};
    def.infer = inferBy<reshapeRule>;
    def.eval = reshapeByRule<reshapeRule>;
    def.cost = noCost;
    def.samples = reshapeSamples;
    def.gradient = reshapeGradient;
    return def;
}

// --- Flatten ---------------------------------------------------------------------------------------------------------

Abstract flattenRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Flatten", arguments, 0);
    const int64_t start = arguments.size() > 1 ? intOf("Flatten", arguments, 1) : 1;
    const int64_t end = arguments.size() > 2 ? intOf("Flatten", arguments, 2) : -1;
    const int rank = x.shape.rank();
    if (rank == 0) return Abstract::tensor(x.dtype, {1});
    // A vector has no axis 1, but flattening it leaves it as it is.
    const bool isWholeVector = rank == 1 && start == 1;
    const auto first = isWholeVector ? std::optional<int>(0) : normalizedAxis(start, rank);
    const auto last = normalizedAxis(end, rank);
    if (!first || !last)
        diagnose(
            format("For 'flatten', 'start_dim' or 'end_dim' out of range: must be in [-%d, %d), but got %lld and %lld.",
                   rank, rank, (long long)start, (long long)end));
    if (*first > *last) diagnose("For 'flatten', 'start_dim' cannot come after 'end_dim'.");
    Dims shape;
    int64_t merged = 1;
    for (int i = 0; i < rank; ++i) {
        const bool isMerged = i >= *first && i <= *last;
        if (isMerged) merged *= x.shape[i];
        if (!isMerged || i == *last) shape.push(isMerged ? merged : x.shape[i]);
    }
    return Abstract::tensor(x.dtype, shape);
}

Samples flattenSamples() {
    return {{sampleValues({2, 3, 4}, -1, 1), 1, -1},
            {sampleValues({2, 3, 4}, -1, 1), 0, 1},
            {sampleValues({2, 1, 2, 3}, -1, 1), -3, -2},
            {Tensor::zeros({2, 0, 3}, DType::Float32), 1, -1}};
}

OpDef flatten() {
    OpDef def =
        movement("Flatten", "flatten", {}, "The axes from start_dim to end_dim merged into one; any dtype.",
                 "(lambda x, s, e: x.reshape(x.shape[:s] + (int(np.prod(x.shape[s:e + 1])),) + x.shape[e + 1:]))"
                 "(a[0], a[1] % a[0].ndim, a[2] % a[0].ndim)");
    def.params = {tensorParam("input", {"x"}), optionalParam("start_dim", ParamKind::Int, 1),
                  optionalParam("end_dim", ParamKind::Int, -1)};
    def.infer = inferBy<flattenRule>;
    def.eval = reshapeByRule<flattenRule>;
    def.cost = noCost;
    def.samples = flattenSamples;
    def.gradient = reshapeGradient;
    return def;
}

// --- ExpandDims, Squeeze ---------------------------------------------------------------------------------------------

Abstract expandDimsRule(TypeSpan arguments) {
    const Abstract &x = tensorType("ExpandDims", arguments, 0);
    if (x.shape.rank() == maxRank) diagnose(format("For 'ExpandDims', a Tensor has at most %d dimensions.", maxRank));
    const int axis = checkedAxis("ExpandDims", intOf("ExpandDims", arguments, 1), x.shape.rank() + 1);
    Dims shape;
    for (int i = 0; i <= x.shape.rank(); ++i)
        shape.push(i == axis ? 1 : x.shape[i < axis ? i : i - 1]);
    return Abstract::tensor(x.dtype, shape);
}

Samples expandDimsSamples() {
    return {{sampleValues({2, 3}, -1, 1), 0},
            {sampleValues({2, 3}, -1, 1), -1},
            {sampleValues({}, -1, 1), 0},
            {sampleValues({2, 3}, -1, 1), 1}};
}

OpDef expandDims() {
    OpDef def =
        movement("ExpandDims", "expand_dims", {"expand_dims", "unsqueeze"},
                 "The same elements with an axis of size 1 put in at axis; any dtype.", "np.expand_dims(a[0], a[1])");
    def.aliases = {"unsqueeze"};
    def.params = {tensorParam("input_x", {"input", "x"}), param("axis", ParamKind::Int, {"dim"})};
    def.infer = inferBy<expandDimsRule>;
    def.eval = reshapeByRule<expandDimsRule>;
    def.cost = noCost;
    def.samples = expandDimsSamples;
    def.gradient = reshapeGradient;
    return def;
}

Abstract squeezeRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Squeeze", arguments, 0);
    const bool all = isNone(arguments[1]);
    bool chosen[maxRank] = {};
    if (!all)
        for (const int64_t axis : intsOf("Squeeze", arguments, 1)) {
            const int rank = std::max(x.shape.rank(), 1);
            if (axis < -rank || axis >= rank)
                diagnose(format("Dimension out of range (expected to be in range of [%d, %d), but got %lld)", -rank,
                                rank, (long long)axis));
            chosen[*normalizedAxis(axis, rank)] = true;
        }
    Dims shape;
    for (int i = 0; i < x.shape.rank(); ++i)
        if (x.shape[i] != 1 || !(all || chosen[i])) shape.push(x.shape[i]);
    return Abstract::tensor(x.dtype, shape);
}

Samples squeezeSamples() {
    return {{sampleValues({1, 3, 1}, -1, 1), Value()},
            {sampleValues({1, 3, 1}, -1, 1), Value::ints({0})},
            {sampleValues({1, 3, 1}, -1, 1), Value::ints({-1, 0})},
            {sampleValues({2, 3}, -1, 1), Value::ints({1})}};
}

OpDef squeeze() {
    OpDef def = movement("Squeeze", "squeeze", {"squeeze"},
                         "The same elements without the axes of size 1 (all, or those in axis); any dtype.",
                         "np.squeeze(a[0]) if a[1] is None else "
                         "np.squeeze(a[0], tuple(i for i in a[1] if a[0].shape[i] == 1))");
    def.params = {tensorParam("input", {"x"}), optionalParam("axis", ParamKind::IntsOrNone, Value(), {"dim"})};
    def.infer = inferBy<squeezeRule>;
    def.eval = reshapeByRule<squeezeRule>;
    def.cost = noCost;
    def.samples = squeezeSamples;
    def.gradient = reshapeGradient;
    return def;
}

// --- Transpose -------------------------------------------------------------------------------------------------------

Dims checkedPermutation(const Dims &wanted, int rank) {
    if (wanted.rank() != rank)
        diagnose(
            format("For 'Transpose', size of perm should equal to rank of x, but got %d and %d!", wanted.rank(), rank));
    Dims axes;
    bool seen[maxRank] = {};
    for (const int64_t axis : wanted) {
        const int normal = checkedAxis("Transpose", axis, rank);
        if (seen[normal])
            diagnose(format("For 'Transpose', perms should all be unique dim, but %d is not unique!", normal));
        seen[normal] = true;
        axes.push(normal);
    }
    return axes;
}

Abstract transposeRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Transpose", arguments, 0);
    Dims shape;
    for (const int64_t axis : checkedPermutation(intsOf("Transpose", arguments, 1), x.shape.rank()))
        shape.push(x.shape[int(axis)]);
    return Abstract::tensor(x.dtype, shape);
}

Value transposeEval(ValueSpan arguments) {
    inferred(transposeRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    return x.permuted(checkedPermutation(*arguments[1].dims(), x.rank()));
}

std::vector<Term> transposeGradient(Gradient &g) {
    const Dims axes = checkedPermutation(*g.intsOf(1), g.rank(0));
    Dims back = axes;
    for (int i = 0; i < axes.rank(); ++i)
        back[int(axes[i])] = i;
    return {g.transpose(g.dout(), back)};
}

Samples transposeSamples() {
    return {{sampleValues({2, 3}, -1, 1), Value::ints({1, 0})},
            {sampleValues({2, 3, 4}, -1, 1), Value::ints({2, 0, 1})},
            {sampleValues({2, 3, 4, 5}, -1, 1), Value::ints({0, 2, 1, -1})},
            {sampleValues({70, 45}, -1, 1), Value::ints({1, 0})},
            {Tensor::zeros({2, 0}, DType::Float32), Value::ints({1, 0})}};
}

OpDef transpose() {
    OpDef def = movement("Transpose", "transpose", {}, "The axes of input in the order of input_perm; any dtype.",
                         "np.transpose(a[0], a[1])");
    def.aliases = {"permute"};
    def.params = {tensorParam("input", {"x"}), param("input_perm", ParamKind::Ints, {"perm", "axis", "dims"})};
    def.infer = inferBy<transposeRule>;
    def.eval = transposeEval;
    def.cost = noCost;
    def.samples = transposeSamples;
    def.gradient = transposeGradient;
    return def;
}

// --- BroadcastTo -----------------------------------------------------------------------------------------------------

Abstract broadcastToRule(TypeSpan arguments) {
    const Abstract &x = tensorType("BroadcastTo", arguments, 0);
    const Dims wanted = intsOf("BroadcastTo", arguments, 1);
    const int added = wanted.rank() - x.shape.rank();
    Dims shape = wanted;
    bool fits = added >= 0;
    for (int i = 0; fits && i < wanted.rank(); ++i) {
        const int64_t own = i < added ? 1 : x.shape[i - added];
        if (wanted[i] == -1 && i >= added) shape[i] = own;
        fits = shape[i] >= 0 && (own == shape[i] || own == 1);
    }
    if (!fits)
        diagnose(
            "For 'BroadcastTo', in order to broadcast, each dimension pair must be equal or input dimension is 1 or "
            "target dimension is -1. But got x_shape: " +
            toString(x.shape) + ", target shape: " + toString(wanted) + ".");
    return Abstract::tensor(x.dtype, checkedShape("BroadcastTo", shape));
}

Value broadcastToEval(ValueSpan arguments) {
    const Abstract result = inferred(broadcastToRule, arguments);
    return arguments[0].asTensor()->broadcastTo(result.shape);
}

/** The caller sums what was broadcast. */
std::vector<Term> broadcastToGradient(Gradient &g) {
    return {g.dout()};
}

Samples broadcastToSamples() {
    return {{sampleValues({3}, -1, 1), Value::ints({2, 3})},
            {sampleValues({2, 1}, -1, 1), Value::ints({4, 2, 3})},
            {sampleValues({}, -1, 1), Value::ints({2, 2})},
            {sampleValues({1, 3}, -1, 1), Value::ints({0, 3})}};
}

OpDef broadcastTo() {
    OpDef def = movement("BroadcastTo", "broadcast_to", {"broadcast_to"},
                         "input broadcast to shape by NumPy's rule; -1 keeps a size; any dtype.",
                         "np.broadcast_to(a[0], a[1])");
    def.fusion = FusionClass::Broadcast;
    def.params = {tensorParam("input", {"x"}), param("shape", ParamKind::Ints, {"size"})};
    def.infer = inferBy<broadcastToRule>;
    def.eval = broadcastToEval;
    def.cost = noCost;
    def.samples = broadcastToSamples;
    def.gradient = broadcastToGradient;
    return def;
}

} // namespace

std::vector<OpDef> shapeOps() {
    const std::vector<OpUseRow> uses = {
        {{"Reshape", "Flatten", "ExpandDims", "Squeeze"},
         {.dependence = Dependence::SamePlace,
          .device = DeviceKernel::None,
          .operations = notByShapes,
          .givesView = true}},
        {{"Transpose"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Strided,
          .operations = notByShapes,
          .givesView = true}},
        {{"BroadcastTo"},
         {.dependence = Dependence::Movement,
          .device = DeviceKernel::Copy,
          .operations = notByShapes,
          .kernel = cheapInKernels,
          .givesView = true,
          .repeats = true}},
    };
    return withUses({reshape(), flatten(), expandDims(), squeeze(), transpose(), broadcastTo()}, uses,
                    {"Reshape", "Flatten", "ExpandDims", "Squeeze", "Transpose", "BroadcastTo"});
}

} // namespace jitscope::inline ops

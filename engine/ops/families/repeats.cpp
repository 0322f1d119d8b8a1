// SPDX-License-Identifier: Apache-2.0
// Elements repeated, turned round and surrounded: Tile, Roll, ReverseV2, PadV3.
#include "engine/ops/families.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/kernels/places.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/stridedparts.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

// --- Tile ------------------------------------------------------------------------------------------------------------

/** The shape and the repeats of each axis, as many of either. */
struct TilePlan {
    Dims shape, repeats;
};

TilePlan tilePlan(TypeSpan arguments) {
    const Abstract &x = tensorType("Tile", arguments, 0);
    const Dims given = intsOf("Tile", arguments, 1);
    for (int i = 0; i < given.rank(); ++i)
        if (given[i] < 0)
            diagnose(format("For 'Tile', 'dims' cannot contain negative integer numbers, but got %lld in %dth.",
                            (long long)given[i], i));
    TilePlan plan;
    const int rank = std::max(given.rank(), x.shape.rank());
    for (int i = 0; i < rank; ++i) {
        const int own = i - (rank - x.shape.rank()), repeat = i - (rank - given.rank());
        plan.shape.push(own < 0 ? 1 : x.shape[own]);
        plan.repeats.push(repeat < 0 ? 1 : given[repeat]);
    }
    return plan;
}

Dims tiledShape(const TilePlan &plan) {
    Dims shape;
    for (int i = 0; i < plan.shape.rank(); ++i) {
        int64_t size = 0;
        if (__builtin_mul_overflow(plan.shape[i], plan.repeats[i], &size))
            diagnose("For 'Tile', the result would be larger than memory can be addressed.");
        shape.push(size);
    }
    return checkedShape("Tile", shape);
}

Abstract tileRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, tiledShape(tilePlan(arguments)));
}

/** The tensor with one axis repeated. */
Tensor repeatedAlong(const Tensor &x, int axis, int64_t times) {
    if (times == 1) return x;
    Dims split, broadcast, shape = x.shape();
    int64_t before = 1, after = 1;
    for (int i = 0; i < x.rank(); ++i)
        (i < axis ? before : after) *= x.shape()[i];
    split = {before, 1, after};
    broadcast = {before, times, after};
    shape[axis] *= times;
    return x.reshaped(split).broadcastTo(broadcast).clone().reshaped(shape);
}

Value tileEval(ValueSpan arguments) {
    const std::vector<Abstract> types = typesOf(arguments);
    const TilePlan plan = tilePlan(types);
    const Dims shape = tiledShape(plan);
    const Tensor &x = *arguments[0].asTensor();
    if (shape.product() == 0) return Tensor(shape, x.dtype());
    Tensor tiled = x.reshaped(plan.shape);
    for (int i = plan.shape.rank() - 1; i >= 0; --i)
        tiled = repeatedAlong(tiled, i, plan.repeats[i]);
    return tiled.storage() == x.storage() ? tiled.clone() : tiled;
}

/** Each axis is summed over its repeats, through a shape that sets them apart. */
std::vector<Term> tileGradient(Gradient &g) {
    const Abstract types[] = {g.type(0), g.type(1)};
    const TilePlan plan = tilePlan(types);
    Term x = g.dout();
    for (int i = 0; i < plan.repeats.rank(); ++i) {
        if (plan.repeats[i] == 1) continue;
        int64_t before = 1, after = 1;
        Dims shape = x.shape();
        for (int k = 0; k < shape.rank(); ++k)
            if (k != i) (k < i ? before : after) *= shape[k];
        shape[i] = plan.shape[i];
        x = g.sum(g.reshape(x, {before, plan.repeats[i], plan.shape[i], after}), {1}, false);
        x = g.reshape(x, shape);
    }
    return {g.reshape(x, g.shape(0))};
}

Samples tileSamples() {
    return {{sampleValues({2, 3}, -1, 1), Value::ints({2, 1})},
            {sampleValues({2, 3}, -1, 1), Value::ints({3, 1, 2})},
            {sampleValues({2, 3}, -1, 1), Value::ints({2})},
            {sampleValues({2, 3}, -1, 1), Value::ints({0, 2})},
            {sampleValues({}, -1, 1), Value::ints({3})}};
}

OpDef tile() {
    OpDef def = movement("Tile", "tile", {"tile"}, "input repeated along each axis as often as dims says; any dtype.",
                         "np.tile(a[0], a[1])");
    def.params = {tensorParam("input", {"x"}), param("dims", ParamKind::Ints, {"multiples", "reps"})};
    def.infer = inferBy<tileRule>;
    def.eval = tileEval;
    def.cost = copyCost;
    def.samples = tileSamples;
    def.gradient = tileGradient;
    return def;
}

// --- Roll ------------------------------------------------------------------------------------------------------------

struct RollPlan {
    std::vector<int64_t> shifts;
    Dims axes; ///< none: all elements in their order
};

RollPlan rollPlan(TypeSpan arguments) {
    const Abstract &x = tensorType("Roll", arguments, 0);
    RollPlan plan{intListOf("Roll", arguments, 1), {}};
    const bool isFlat = isNone(arguments[2]) || intsOf("Roll", arguments, 2).empty();
    if (!isFlat)
        for (const int64_t axis : intsOf("Roll", arguments, 2))
            plan.axes.push(checkedAxis("Roll", axis, x.shape.rank()));
    if (plan.shifts.size() != (isFlat ? 1 : size_t(plan.axes.rank())))
        diagnose(format("For 'Roll', the number of shifts and dims must be the same, but got %zu and %d.",
                        plan.shifts.size(), isFlat ? 1 : plan.axes.rank()));
    return plan;
}

Abstract rollRule(TypeSpan arguments) {
    rollPlan(arguments);
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Tensor rolled(const Tensor &x, int axis, int64_t shift) {
    const int64_t size = x.shape()[axis];
    const int64_t moved = ((shift % size) + size) % size;
    Tensor out(x.shape(), x.dtype());
    const auto move = [&](int64_t from, int64_t to, int64_t length) {
        if (length > 0)
            overwrite(viewOf(out, axisPart(x.shape(), axis, to, length)),
                      viewOf(x, axisPart(x.shape(), axis, from, length)));
    };
    move(0, moved, size - moved);
    move(size - moved, 0, moved);
    return out;
}

Value rollEval(ValueSpan arguments) {
    const RollPlan plan = rollPlan(typesOf(arguments));
    Tensor x = arguments[0].asTensor()->clone();
    if (x.count() == 0) return x;
    if (plan.axes.empty()) return rolled(x.reshaped({x.count()}), 0, plan.shifts[0]).reshaped(x.shape());
    for (int i = 0; i < plan.axes.rank(); ++i)
        if (x.rank() > 0) x = rolled(x, int(plan.axes[i]), plan.shifts[size_t(i)]);
    return x;
}

std::vector<Term> rollGradient(Gradient &g) {
    const Abstract types[] = {g.type(0), g.type(1), g.type(2)};
    Dims back;
    for (const int64_t shift : rollPlan(types).shifts)
        back.push(shift == INT64_MIN ? 0 : -shift);
    return {g.call("Roll", {g.dout(), back, g.constant(2)})};
}

Samples rollSamples() {
    return {{sampleValues({2, 3}, -1, 1), Value::ints({1}), Value()},
            {sampleValues({2, 3}, -1, 1), Value::ints({-4}), Value::ints({1})},
            {sampleValues({2, 3}, -1, 1), Value::ints({1, 2}), Value::ints({0, -1})},
            {sampleValues({0, 3}, -1, 1), Value::ints({1}), Value::ints({0})}};
}

OpDef roll() {
    OpDef def = movement("Roll", "roll", {"roll"},
                         "input with its elements moved along dims (all of them in order for None), and those that "
                         "leave at the end come in at the start; any dtype.",
                         "np.roll(a[0], a[1] if a[2] is not None else a[1][0], a[2])");
    def.params = {tensorParam("input"), param("shifts", ParamKind::Ints),
                  optionalParam("dims", ParamKind::IntsOrNone, Value(), {"axis"})};
    def.infer = inferBy<rollRule>;
    def.eval = rollEval;
    def.cost = copyCost;
    def.samples = rollSamples;
    def.gradient = rollGradient;
    return def;
}

// --- ReverseV2 -------------------------------------------------------------------------------------------------------

Part reversedPart(TypeSpan arguments) {
    const Abstract &x = tensorType("ReverseV2", arguments, 0);
    bool turned[maxRank] = {};
    for (const int64_t axis : intsOf("ReverseV2", arguments, 1)) {
        const int normal = checkedAxis("ReverseV2", axis, x.shape.rank());
        if (turned[normal]) diagnose("For 'ReverseV2', 'axis' cannot contain the same dimension twice.");
        turned[normal] = true;
    }
    StridedArguments all;
    for (int i = 0; i < x.shape.rank(); ++i) {
        all.begin.push(0);
        all.end.push(0);
        all.strides.push(turned[i] ? -1 : 1);
        all.beginMask |= int64_t(1) << i;
    }
    all.endMask = all.beginMask;
    return stridedPart("ReverseV2", x.shape, all);
}

Abstract reverseRule(TypeSpan arguments) {
    reversedPart(arguments);
    return Abstract::tensor(arguments[0].dtype, arguments[0].shape);
}

Value reverseEval(ValueSpan arguments) {
    return viewOf(*arguments[0].asTensor(), reversedPart(typesOf(arguments))).clone();
}

std::vector<Term> reverseGradient(Gradient &g) {
    return {g.call("ReverseV2", {g.dout(), g.constant(1)})};
}

Samples reverseSamples() {
    return {{sampleValues({2, 3}, -1, 1), Value::ints({0})},
            {sampleValues({2, 3, 2}, -1, 1), Value::ints({1, -1})},
            {sampleValues({2, 3}, -1, 1), Value::ints({})}};
}

OpDef reverse() {
    OpDef def = movement("ReverseV2", "flip", {"flip"}, "The elements in reverse order along dims; any dtype.",
                         "np.flip(a[0], a[1])");
    def.aliases = {"reverse"};
    def.params = {tensorParam("input", {"x"}), param("dims", ParamKind::Ints, {"axis"})};
    def.infer = inferBy<reverseRule>;
    def.eval = reverseEval;
    def.cost = copyCost;
    def.samples = reverseSamples;
    def.gradient = reverseGradient;
    return def;
}

// --- PadV3 -----------------------------------------------------------------------------------------------------------

/** What is added before and after each axis; negative to cut off. */
struct PadPlan {
    std::string mode;
    Dims before, after, shape;
};

/** Pairs for the last axis, the last but one, ... */
PadPlan padPlan(const char *op, const Dims &whole, const std::vector<int64_t> &pairs, const std::string &mode) {
    const bool isKnown = mode == "constant" || mode == "reflect" || mode == "edge" || mode == "circular";
    if (!isKnown)
        diagnose(
            "For 'PadV3', the 'mode' must be str and must be in '['constant', 'reflect', 'edge', 'circular']', but "
            "got '" +
            mode + "'.");
    if (pairs.size() % 2 != 0)
        diagnose(format("For 'pad', the size of padding must be divisible by 2, but got %zu", pairs.size()));
    const int padded = int(std::min<size_t>(pairs.size() / 2, maxRank + 1));
    if (padded > whole.rank())
        diagnose(format("For '%s', the paddings name %d axes, but the input has %d.", op, padded, whole.rank()));
    PadPlan plan{mode, Dims::filled(whole.rank(), 0), Dims::filled(whole.rank(), 0), whole};
    for (int i = 0; i < padded; ++i) {
        const int axis = whole.rank() - 1 - i;
        const int64_t before = pairs[size_t(2 * i)], after = pairs[size_t(2 * i + 1)], size = whole[axis];
        constexpr int64_t most = int64_t(1) << 60;
        const int64_t sum = std::clamp(before, -most, most) + std::clamp(after, -most, most) + size;
        const bool isTooWide = (mode == "reflect" && (before >= size || after >= size)) ||
                               (mode == "circular" && (before > size || after > size)) ||
                               (mode == "edge" && size == 0 && (before > 0 || after > 0));
        if (isTooWide)
            diagnose(
                format("For 'PadV3' %s mode, Padding size must be less than the corresponding input dimension, but "
                       "got: padding (%lld,%lld) at dimension %d of input:[%lld]",
                       mode.c_str(), (long long)before, (long long)after, axis, (long long)size));
        if (mode != "constant" && (before < 0 || after < 0))
            diagnose(format("For 'PadV3' %s mode, negative paddings are not allowed, but got (%lld,%lld).",
                            mode.c_str(), (long long)before, (long long)after));
        if (sum < 0 || before < -size || after < -size)
            diagnose(format("For 'PadV3', the paddings (%lld,%lld) cut more off than dimension %d of size %lld has.",
                            (long long)before, (long long)after, axis, (long long)size));
        plan.before[axis] = before;
        plan.after[axis] = after;
        plan.shape[axis] = sum;
    }
    plan.shape = checkedShape("PadV3", plan.shape);
    return plan;
}

std::string modeOf(const Abstract &argument) {
    const std::string *mode = argument.value.asString();
    return mode ? *mode : toString(argument.value);
}

PadPlan padPlan(TypeSpan arguments) {
    const Abstract &x = tensorType("PadV3", arguments, 0);
    if (arguments[3].isTensor() && arguments[3].count() != 1)
        diagnose("For 'PadV3', the value to pad with must have one element.");
    return padPlan("PadV3", x.shape, intListOf("PadV3", arguments, 1), modeOf(arguments[2]));
}

Abstract padRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, padPlan(arguments).shape);
}

/** For each place along an axis of the result, the place of the input that is shown there. */
Tensor shownPlaces(const PadPlan &plan, int axis, int64_t size) {
    Tensor places({plan.shape[axis]}, DType::Int64);
    for (int64_t i = 0; i < places.count(); ++i) {
        int64_t from = i - plan.before[axis];
        if (plan.mode == "reflect") from = from < 0 ? -from : from >= size ? 2 * (size - 1) - from : from;
        if (plan.mode == "edge") from = std::clamp<int64_t>(from, 0, size - 1);
        if (plan.mode == "circular") from = (from + size) % size;
        places.mutableData<int64_t>()[i] = from;
    }
    return places;
}

Tensor paddedByConstant(const Tensor &x, const PadPlan &plan, const Tensor &value) {
    Tensor out = value.broadcastTo(plan.shape).clone();
    Part from{{}, {}, {}, {}}, to = from;
    for (int i = 0; i < x.rank(); ++i) {
        const int64_t cutBefore = std::max<int64_t>(0, -plan.before[i]),
                      cutAfter = std::max<int64_t>(0, -plan.after[i]);
        const int64_t length = std::max<int64_t>(0, x.shape()[i] - cutBefore - cutAfter);
        from.begin.push(cutBefore);
        to.begin.push(std::max<int64_t>(0, plan.before[i]));
        for (Part *part : {&from, &to}) {
            part->shape.push(length);
            part->axisOf.push(i);
            part->steps.push(1);
        }
    }
    if (from.shape.product() > 0) overwrite(viewOf(out, to), viewOf(x, from));
    return out;
}

Value padEval(ValueSpan arguments) {
    const PadPlan plan = padPlan(typesOf(arguments));
    Tensor x = *arguments[0].asTensor();
    if (plan.mode == "constant") return paddedByConstant(x, plan, operand(arguments[3], x.dtype()).reshaped({}));
    for (int i = 0; i < x.rank(); ++i) {
        if (plan.before[i] == 0 && plan.after[i] == 0) continue;
        Dims shape = x.shape();
        shape[i] = plan.shape[i];
        x = gathered(x, axisPlaces(x.shape(), i, shownPlaces(plan, i, x.shape()[i])), shape);
    }
    return x.storage() == arguments[0].asTensor()->storage() ? x.clone() : x;
}

/** A constant border is cut off again; what was shown more than once gets the sum. */
std::vector<Term> padGradient(Gradient &g) {
    const std::string mode = *g.constant(2).asString();
    if (mode != "constant") return {g.call("PadV3Grad", {g.dout(), g.shape(0), g.constant(1), g.constant(2)})};
    std::vector<Value> cut;
    for (const Value &amount : g.constant(1).asSequence()->items)
        cut.emplace_back(-*amount.asInt());
    const Term inner = g.call("PadV3", {g.dout(), Value::tuple(std::move(cut)), "constant", 0});
    if (!g.wants(3)) return {inner};
    // The constant stands wherever no element of the input does.
    const auto total = [&g](Term x) { return g.call("ReduceSum", {x}); };
    const Term border = g.reshape(total(g.dout()) - total(inner), g.shape(3));
    return {inner, Term(), Term(), border};
}

Samples padSamples() {
    const Tensor x = sampleValues({2, 3, 4}, -1, 1);
    return {{x, Value::ints({1, 2}), "constant", 0},
            {x, Value::ints({0, 1, 2, 0}), "constant", 1.5},
            {x, Value::ints({-1, 1, 1, -2}), "constant", sampleValues({}, 2, 3)},
            {x, Value::ints({3, 1, 0, 2}), "reflect", 0},
            {x, Value::ints({2, 5, 1, 1}), "edge", 0},
            {x, Value::ints({4, 1, 0, 3}), "circular", 0}};
}

constexpr const char *padPairs = "[(0, 0)] * (a[0].ndim - len(a[1]) // 2) + list(zip(a[1][::2], a[1][1::2]))[::-1]";

OpDef pad() {
    OpDef def =
        movement("PadV3", "", {},
                 "x with elements added before and after its last axes (pairs from the last axis on): a constant, "
                 "or the input mirrored, prolonged or repeated; negative amounts cut off; any dtype.",
                 std::string("(lambda x, p: np.pad(x[tuple(slice(max(0, -b), n + min(0, e)) for n, (b, e) in "
                             "zip(x.shape, p))], [(max(b, 0), max(e, 0)) for b, e in p], "
                             "{'circular': 'wrap'}.get(a[2], a[2]), **({'constant_values': a[3]} if a[2] == "
                             "'constant' else {})))(a[0], ") +
                     padPairs + ")");
    def.params = {tensorParam("x", {"input"}), param("paddings", ParamKind::Ints),
                  optionalParam("mode", ParamKind::Text, "constant"),
                  optionalParam("constant_values", ParamKind::TensorOrScalar, 0)};
    def.infer = inferBy<padRule>;
    def.eval = padEval;
    def.cost = copyCost;
    def.samples = padSamples;
    def.gradient = padGradient;
    return def;
}

PadPlan padGradPlan(TypeSpan arguments) {
    const Abstract &dout = tensorType("PadV3Grad", arguments, 0);
    const Dims shape = checkedShape("PadV3Grad", intsOf("PadV3Grad", arguments, 1));
    const PadPlan plan = padPlan("PadV3Grad", shape, intListOf("PadV3Grad", arguments, 2), modeOf(arguments[3]));
    if (plan.mode == "constant" || plan.shape != dout.shape)
        diagnose("For 'PadV3Grad', the padded shape is " + listText(plan.shape) + ", but dout has " +
                 listText(dout.shape) + ".");
    return plan;
}

Abstract padGradRule(TypeSpan arguments) {
    padGradPlan(arguments);
    return Abstract::tensor(arguments[0].dtype, intsOf("PadV3Grad", arguments, 1));
}

Value padGradEval(ValueSpan arguments) {
    const PadPlan plan = padGradPlan(typesOf(arguments));
    const Dims shape = *arguments[1].dims();
    Tensor x = *arguments[0].asTensor();
    for (int i = 0; i < x.rank(); ++i) {
        if (plan.before[i] == 0 && plan.after[i] == 0) continue;
        Dims reduced = x.shape();
        reduced[i] = shape[i];
        Tensor sum = Tensor::zeros(reduced, x.dtype());
        scatterInto(sum, axisPlaces(reduced, i, shownPlaces(plan, i, shape[i])), x, ScatterOp::Add);
        x = sum;
    }
    return x.storage() == arguments[0].asTensor()->storage() ? x.clone() : x;
}

std::vector<Term> padGradGradient(Gradient &g) {
    return {g.call("PadV3", {g.dout(), g.constant(2), g.constant(3), 0})};
}

Samples padGradSamples() {
    return {{sampleValues({3, 6}, -1, 1), Value::ints({3, 4}), Value::ints({1, 1}), "reflect"},
            {sampleValues({5, 4}, -1, 1), Value::ints({3, 4}), Value::ints({0, 0, 1, 1}), "edge"},
            {sampleValues({3, 7}, -1, 1), Value::ints({3, 4}), Value::ints({2, 1}), "circular"}};
}

OpDef padGrad() {
    OpDef def =
        movement("PadV3Grad", "", {},
                 "dout summed over the places of PadV3's result that show one element: the gradient of the modes "
                 "reflect, edge and circular.",
                 "(lambda i: np.bincount(i.ravel(), a[0].ravel(), int(np.prod(a[1]))).reshape(a[1]))"
                 "(np.pad(np.arange(np.prod(a[1])).reshape(a[1]), [(0, 0)] * (a[0].ndim - len(a[2]) // 2) + "
                 "list(zip(a[2][::2], a[2][1::2]))[::-1], {'circular': 'wrap'}.get(a[3], a[3])))");
    def.params = {tensorParam("dout"), param("shape", ParamKind::Ints), param("paddings", ParamKind::Ints),
                  param("mode", ParamKind::Text)};
    def.infer = inferBy<padGradRule>;
    def.eval = padGradEval;
    def.cost = copyCost;
    def.samples = padGradSamples;
    def.gradient = padGradGradient;
    return def;
}

} // namespace

std::vector<OpDef> repeatOps() {
    const std::vector<OpUseRow> uses = {
        {{"Tile", "PadV3"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Strided, .operations = notByShapes}},
        {{"Roll", "ReverseV2", "PadV3Grad"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({tile(), roll(), reverse(), pad(), padGrad()}, uses,
                    {"Tile", "Roll", "ReverseV2", "PadV3", "PadV3Grad"});
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Reductions of axes: sums, means, extremes and their places.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/reductionrules.h"
#include "engine/ops/rules/rules.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ops {

namespace {

enum class Reduction { Sum, Mean, Max, Min };

constexpr const char *nameOf(Reduction kind) {
    constexpr const char *names[] = {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin"};
    return names[size_t(kind)];
}

DType resultDType(Reduction kind, DType dtype) {
    return kind == Reduction::Sum ? countedIn(dtype) : dtype;
}

template<Reduction kind> Abstract reduceRule(TypeSpan arguments) {
    const char *op = nameOf(kind);
    const Abstract &x = tensorType(op, arguments, 0);
    const AxisSet axes = reducedAxes(op, arguments, 1, x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf(op, arguments, 2);
    if (kind == Reduction::Mean && x.dtype == DType::Bool)
        diagnoseType(
            "For primitive[ReduceMean], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool].");
    const bool isExtreme = kind == Reduction::Max || kind == Reduction::Min;
    if (isExtreme && reducedCount(x.shape, axes) == 0)
        diagnose(std::string("For primitive[") + op +
                 "], an axis of size 0 has no extreme element, but got the shape " + listText(x.shape) + ".");
    return Abstract::tensor(resultDType(kind, x.dtype), reducedShape(x.shape, axes, keepsAxes));
}

/** Means of integers are cut towards zero, as MindSpore's; of none, the mean is 0, as there is no integer for 0 / 0. */
Tensor cutQuotient(const Tensor &sum, int64_t count) {
    Tensor result = Tensor::zeros(sum.shape(), DType::Int64);
    if (count == 0) return result;
    const Tensor sums = sum.contiguous();
    const auto *from = sums.data<int64_t>();
    std::transform(from, from + sums.count(), result.mutableData<int64_t>(),
                   [count](int64_t each) { return each / count; });
    return result;
}

Tensor divided(const Tensor &sum, int64_t count) {
    if (sum.dtype() == DType::Int64) return cutQuotient(sum, count);
    return computeBinary(BinaryOp::Div, sum, Tensor::scalar(double(count), sum.dtype()), sum.shape());
}

/** The mean of 16-bit floats is divided before it is rounded: the sum may be too large for them. */
Tensor mean(const Tensor &x, const AxisSet &axes) {
    const DType dtype = x.dtype();
    const bool isWide = dtype == DType::Float64 || isComplex(dtype);
    const DType wide = isWide ? dtype : info(dtype).floating ? DType::Float32 : DType::Int64;
    return divided(computeReduction(ReductionOp::Sum, x.cast(wide), axes), reducedCount(x.shape(), axes)).cast(dtype);
}

Tensor extreme(ReductionOp op, const Tensor &x, const AxisSet &axes) {
    if (x.dtype() != DType::Bool) return computeReduction(op, x, axes);
    return computeReduction(op, x.cast(DType::UInt8), axes).cast(DType::Bool);
}

Tensor reduced(Reduction kind, const Tensor &x, const AxisSet &axes) {
    switch (kind) {
    case Reduction::Sum:
        return computeReduction(ReductionOp::Sum, x.cast(resultDType(kind, x.dtype())), axes);
    case Reduction::Mean:
        return mean(x, axes);
    case Reduction::Max:
        return extreme(ReductionOp::Max, x, axes);
    case Reduction::Min:
        break;
    }
    return extreme(ReductionOp::Min, x, axes);
}

template<Reduction kind> Value reduceEval(ValueSpan arguments) {
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.emplace_back(Abstract::of(argument));
    const Abstract result = reduceRule<kind>(types);
    const Tensor &x = *arguments[0].asTensor();
    return reduced(kind, x, reducedAxes(nameOf(kind), types, 1, x.rank())).reshaped(result.shape);
}

OpCost reduceCost(TypeSpan arguments, const Abstract &result) {
    return {double(arguments[0].count()), double(arguments[0].bytes() + result.bytes())};
}

template<Reduction kind> std::vector<Term> reduceGradient(Gradient &g) {
    if (kind == Reduction::Sum) return {broadcastBack(g, 1, 2, g.dout())};
    if (kind == Reduction::Mean) {
        const double reduced = double(g.type(0).count()) / double(std::max<int64_t>(g.resultType().count(), 1));
        return {broadcastBack(g, 1, 2, g.dout() / reduced)};
    }
    // Elements that are equally extreme share the gradient.
    const Term isExtreme = g.call("Equal", {g.in(0), broadcastBack(g, 1, 2, g.out())});
    const Term ties = g.cast(g.call("ReduceSum", {isExtreme, g.term(g.constant(1)), g.boolOf(2)}), g.dout().dtype());
    return {g.select(isExtreme, broadcastBack(g, 1, 2, g.dout() / ties), 0.0)};
}

template<Reduction kind> Samples reduceSamples() {
    Samples samples = {{sampleValues({2, 3}, -1, 3), Value(), false},
                       {sampleValues({2, 3}, -1, 3), Value::ints({0}), false},
                       {sampleValues({2, 3, 4}, -1, 3), Value::ints({-1}), true},
                       {sampleValues({2, 3, 4}, -1, 3), Value::ints({0, 2}), false},
                       {sampleValues({2, 3, 4}, -1, 3), Value::ints({1}), false},
                       {sampleValues({}, -1, 3), Value(), false},
                       {Tensor::zeros({0, 3}, DType::Float32), Value::ints({1}), false},
                       {sampleValues({3, 500}, -1, 3), Value(), true}};
    if (kind != Reduction::Mean)
        samples.push_back({sampleValues({2, 3}, -9, 9, DType::Int32), Value::ints({1}), false});
    if (kind == Reduction::Sum) samples.push_back({Tensor::zeros({2, 0}, DType::Float32), Value::ints({1}), false});
    return samples;
}

template<Reduction kind>
OpDef reduction(std::string function, std::vector<std::string> methods, std::string doc, const std::string &numpy) {
    OpDef def;
    def.name = nameOf(kind);
    def.function = std::move(function);
    def.methods = std::move(methods);
    def.doc = std::move(doc);
    def.category = OpCategory::Reduction;
    def.fusion = FusionClass::Reduce;
    def.params = {tensorParam("input", {"x"}), optionalParam("axis", ParamKind::IntsOrNone, Value(), {"dim"}),
                  optionalParam("keep_dims", ParamKind::Bool, false, {"keepdims", "keepdim"})};
    def.infer = inferBy<reduceRule<kind>>;
    def.eval = reduceEval<kind>;
    def.cost = reduceCost;
    def.samples = reduceSamples<kind>;
    def.gradient = reduceGradient<kind>;
    def.numpy = numpy + "(a[0], axis=a[1], keepdims=a[2])";
    return def;
}

// --- places of extremes ----------------------------------------------------------------------------------------------

constexpr const char *placeName(ReductionOp op) {
    return op == ReductionOp::Max ? "Argmax" : "Argmin";
}

template<ReductionOp op> Abstract placeRule(TypeSpan arguments) {
    const Abstract &x = tensorType(placeName(op), arguments, 0);
    const bool isFlat = arguments.size() < 2 || isNone(arguments[1]);
    const Dims flat = {x.count()};
    const Dims &searched = isFlat ? flat : x.shape;
    const int axis = isFlat ? 0 : checkedAxis(placeName(op), intOf(placeName(op), arguments, 1), x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf(placeName(op), arguments, 2);
    if (searched.rank() > axis && searched[axis] == 0)
        diagnose(std::string("For primitive[") + placeName(op) + "], an axis of size 0 has no extreme element.");
    Dims shape;
    for (int i = 0; i < x.shape.rank(); ++i) {
        const bool isReduced = isFlat || i == axis;
        if (!isReduced || keepsAxes) shape.push(isReduced ? 1 : x.shape[i]);
    }
    return Abstract::tensor(DType::Int64, shape);
}

template<ReductionOp op> Value placeEval(ValueSpan arguments) {
    const Abstract result = inferred(placeRule<op>, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const bool isFlat = arguments[1].isNone() || x.rank() == 0;
    const Tensor searched = isFlat ? x.reshaped({x.count()}) : x;
    const int axis = isFlat ? 0 : checkedAxis(placeName(op), *arguments[1].asInt(), x.rank());
    return computeExtremePlace(op, searched, axis).reshaped(result.shape);
}

Samples placeSamples() {
    return {{sampleValues({2, 3}, -1, 3), Value(), false},
            {sampleValues({2, 3, 4}, -1, 3), 1, false},
            {sampleValues({2, 3, 4}, -1, 3), -1, true},
            {sampleValues({7}, -9, 9, DType::Int32), 0, false}};
}

template<ReductionOp op> OpDef place(std::string function, const std::string &which) {
    OpDef def;
    def.name = placeName(op);
    def.function = function;
    def.methods = {function};
    def.doc = "The Int64 place of the first " + which + " element along axis, or in the flattened input without axis.";
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("input", {"x"}), optionalParam("axis", ParamKind::Any, Value(), {"dim"}),
                  optionalParam("keepdim", ParamKind::Bool, false, {"keepdims"})};
    def.infer = inferBy<placeRule<op>>;
    def.eval = placeEval<op>;
    def.cost = reduceCost;
    def.samples = placeSamples;
    def.numpy = "np." + function + "(a[0], axis=a[1], keepdims=a[2])";
    return def;
}

} // namespace

std::vector<OpDef> reductionOps() {
    const std::vector<OpUseRow> uses = {
        {{"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin"},
         {.dependence = Dependence::Reduced,
          .device = DeviceKernel::Reduction,
          .operations = notByShapes,
          .kernel = cheapInKernels}},
        {{"Argmax", "Argmin"},
         {.dependence = Dependence::Reduced, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    using R = Reduction;
    return withUses(
        {
            reduction<R::Sum>("sum", {"sum"}, "The sum over axis (all axes without it); integers and Bool give Int64.",
                              "np.sum"),
            reduction<R::Mean>("mean", {"mean"}, "The mean over axis (all axes without it); same dtype.", "np.mean"),
            reduction<R::Max>("amax", {"max", "amax"}, "The largest element over axis (all axes without it); NaN wins.",
                              "np.max"),
            reduction<R::Min>("amin", {"min", "amin"},
                              "The smallest element over axis (all axes without it); NaN wins.", "np.min"),
            place<ReductionOp::Max>("argmax", "largest"),
            place<ReductionOp::Min>("argmin", "smallest"),
        },
        uses, {"ReduceSum", "ReduceMean"});
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Reductions of axes beyond sums and extremes: products, bools, variances, norms, medians, extremes with their places.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"
#include "engine/ops/rules/reductionrules.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace jitscope::inline ops {

namespace {

OpDef reductionRecord(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
                      GradientRule gradient) {
    OpDef def = elementWiseRecord(std::move(name), std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.category = OpCategory::Reduction;
    def.fusion = FusionClass::Opaque;
    def.cost = reductionCost;
    return def;
}

ParamDef axisParam() {
    return optionalParam("axis", ParamKind::IntsOrNone, Value(), {"dim"});
}

ParamDef keepParam(std::string name = "keep_dims") {
    return optionalParam(std::move(name), ParamKind::Bool, false, {"keep_dims", "keepdims", "keepdim"});
}

Samples reductionSamples() {
    return {{sampleValues({2, 3}, 0.5, 3), Value(), false},
            {sampleValues({2, 3}, -1, 3), Value::ints({0}), false},
            {sampleValues({2, 3, 4}, -1, 3), Value::ints({-1}), true},
            {sampleValues({2, 3, 4}, -1, 3), Value::ints({0, 2}), false},
            {sampleValues({}, -1, 3), Value(), false},
            {Tensor::zeros({0, 3}, DType::Float32), Value::ints({1}), false}};
}

AxisSet axesOf(std::string_view op, ValueSpan arguments, size_t index) {
    const std::vector<Abstract> types = {arguments.size() > index ? Abstract::of(arguments[index]) : Abstract()};
    return reducedAxes(op, types, arguments.size() > index ? 0 : 1, arguments[0].asTensor()->rank());
}

// --- products --------------------------------------------------------------------------------------------------------

Abstract prodRule(TypeSpan arguments) {
    const Abstract &x = tensorType("ReduceProd", arguments, 0);
    const AxisSet axes = reducedAxes("ReduceProd", arguments, 1, x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf("ReduceProd", arguments, 2);
    return Abstract::tensor(countedIn(x.dtype), reducedShape(x.shape, axes, keepsAxes));
}

Tensor integerProduct(const Tensor &x, const AxisSet &axes) {
    const Tensor in = withReducedLast(x.cast(DType::Int64), axes);
    Tensor out(keptShape(x.shape(), axes), DType::Int64);
    const int64_t count = reducedCount(x.shape(), axes);
    const int64_t *from = in.data<int64_t>();
    for (int64_t i = 0; i < out.count(); ++i) {
        uint64_t product = 1; // wraps around as all integer arithmetic
        for (int64_t k = 0; k < count; ++k)
            product *= uint64_t(from[i * count + k]);
        out.mutableData<int64_t>()[i] = int64_t(product);
    }
    return out;
}

Value prodEval(ValueSpan arguments) {
    const Abstract result = inferred(prodRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const AxisSet axes = axesOf("ReduceProd", arguments, 1);
    if (isComplex(x.dtype())) return complexProduct(x, axes).reshaped(result.shape);
    if (!info(x.dtype()).floating) return integerProduct(x, axes).cast(result.dtype).reshaped(result.shape);
    return reduceFloats(x, axes,
                        [](const auto *row, int64_t count) {
                            double product = 1;
                            for (int64_t i = 0; i < count; ++i)
                                product *= double(row[i]);
                            return product;
                        })
        .reshaped(result.shape);
}

Terms prodGradient(Gradient &g) {
    const auto folded = [&g](const char *fold) {
        return [&g, fold](Term x) { return g.call(fold, {x, g.term(g.constant(1)), true}); };
    };
    const Term others = productOfOthers(g, g.in(0), folded("ReduceSum"), folded("ReduceProd"));
    return {broadcastBack(g, 1, 2, g.dout()) * g.conjugate(others)};
}

OpDef prod() {
    OpDef def = reductionRecord("ReduceProd", {"prod"},
                                "The product over axis (all axes without it); integers and Bool give Int64.",
                                "np.prod(a[0], axis=a[1], keepdims=a[2])", prodGradient);
    def.params = {tensorParam("input", {"x"}), axisParam(), keepParam()};
    def.infer = inferBy<prodRule>;
    def.eval = prodEval;
    def.samples = reductionSamples;
    return def;
}

// --- Bools ----------------------------------------------------------------------------------------------------------

enum class Quantor { All, Any };

template<Quantor quantor> constexpr const char *quantorName() {
    return quantor == Quantor::All ? "ReduceAll" : "ReduceAny";
}

template<Quantor quantor> Abstract quantorRule(TypeSpan arguments) {
    const char *op = quantorName<quantor>();
    const Abstract &x = tensorType(op, arguments, 0);
    const AxisSet axes = reducedAxes(op, arguments, 1, x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf(op, arguments, 2);
    return Abstract::tensor(DType::Bool, reducedShape(x.shape, axes, keepsAxes));
}

template<Quantor quantor> Value quantorEval(ValueSpan arguments) {
    const Abstract result = inferred(quantorRule<quantor>, arguments);
    const Tensor bools = arguments[0].asTensor()->cast(DType::Bool);
    const AxisSet axes = axesOf(quantorName<quantor>(), arguments, 1);
    const Tensor in = withReducedLast(bools, axes);
    const int64_t count = reducedCount(bools.shape(), axes);
    Tensor out(result.shape, DType::Bool);
    const bool *from = in.data<bool>();
    for (int64_t i = 0; i < out.count(); ++i) {
        const bool *row = from + i * count;
        out.mutableData<bool>()[i] = quantor == Quantor::All
                                         ? std::all_of(row, row + count, [](bool truth) { return truth; })
                                         : std::any_of(row, row + count, [](bool truth) { return truth; });
    }
    return out;
}

Samples quantorSamples() {
    const Tensor bools = Tensor::of({2, 3}, std::vector<float>{1, 0, 1, 1, 0, 0}).cast(DType::Bool);
    return {{bools, Value(), false},
            {bools, Value::ints({0}), false},
            {bools, Value::ints({-1}), true},
            {sampleValues({2, 3}, 0, 2, DType::Int32), Value::ints({0, 1}), false},
            {Tensor::zeros({0, 3}, DType::Bool), Value::ints({0}), false}};
}

template<Quantor quantor> OpDef quantified(std::string function, const std::string &meaning) {
    OpDef def =
        reductionRecord(quantorName<quantor>(), {function},
                        "True where " + meaning + " elements along axis (all axes without it) are true, as Bool.",
                        "np." + function + "(a[0], axis=a[1], keepdims=a[2])", nullptr);
    def.params = {tensorParam("input", {"x"}), axisParam(), keepParam()};
    def.infer = inferBy<quantorRule<quantor>>;
    def.eval = quantorEval<quantor>;
    def.samples = quantorSamples;
    return def;
}

// --- variance and deviation ------------------------------------------------------------------------------------------

enum class Spread { Variance, Deviation };

template<Spread spread> constexpr const char *spreadName() {
    return spread == Spread::Variance ? "Var" : "Std";
}

template<Spread kind> Abstract spreadRule(TypeSpan arguments) {
    const char *op = spreadName<kind>();
    const Abstract &x = tensorType(op, arguments, 0);
    const AxisSet axes = reducedAxes(op, arguments, 1, x.shape.rank());
    if (arguments.size() > 2) intOf(op, arguments, 2);
    const bool keepsAxes = arguments.size() > 3 && boolOf(op, arguments, 3);
    return Abstract::tensor(floatingOf(x.dtype), reducedShape(x.shape, axes, keepsAxes));
}

template<Spread kind> Value spreadEval(ValueSpan arguments) {
    const Abstract result = inferred(spreadRule<kind>, arguments);
    const Tensor x = arguments[0].asTensor()->cast(result.dtype);
    const double correction = double(*arguments[2].asInt());
    const Tensor reduced =
        reduceFloats(x, axesOf(spreadName<kind>(), arguments, 1), [=](const auto *row, int64_t count) {
            double mean = 0, squares = 0;
            for (int64_t i = 0; i < count; ++i)
                mean += double(row[i]);
            mean /= double(count);
            for (int64_t i = 0; i < count; ++i)
                squares += (double(row[i]) - mean) * (double(row[i]) - mean);
            const double variance = squares / std::max(double(count) - correction, 0.0);
            return kind == Spread::Variance ? variance : std::sqrt(variance);
        });
    return reduced.reshaped(result.shape);
}

template<Spread kind> Terms spreadGradient(Gradient &g) {
    const Term x = g.in(0), mean = g.call("ReduceMean", {x, g.term(g.constant(1)), true});
    const double reduced = double(g.type(0).count()) / double(std::max<int64_t>(g.resultType().count(), 1));
    const double freedom = std::max(reduced - g.numberOf(2), 0.0);
    const Term dout = kind == Spread::Variance ? g.dout() * 2.0 : g.dout() / g.out();
    return {broadcastBack(g, 1, 3, dout / freedom) * (x - mean)};
}

Samples spreadSamples() {
    return {{sampleValues({2, 3}, -1, 3), Value(), 0, false},
            {sampleValues({3, 4}, -1, 3), Value::ints({0}), 1, false},
            {sampleValues({2, 3, 4}, -1, 3), Value::ints({-1}), 1, true},
            {sampleValues({2, 3, 4}, -1, 3), Value::ints({0, 2}), 0, false},
            {Tensor::zeros({0, 3}, DType::Float32), Value::ints({1}), 0, false}};
}

/** For reductions that compute something of each element before they add it. */
template<int operations> OpCost computingCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost = reductionCost(arguments, result);
    cost.flops *= operations;
    return cost;
}

template<Spread kind> OpDef spreadOf(std::string function, const std::string &meaning) {
    OpDef def = reductionRecord(spreadName<kind>(), {function},
                                "The " + meaning +
                                    " over axis (all axes without it): squares of the distances from the "
                                    "mean, divided by their number less ddof.",
                                "np." + function + "(a[0], axis=a[1], ddof=a[2], keepdims=a[3])", spreadGradient<kind>);
    def.params = {tensorParam("input", {"x"}), axisParam(), optionalParam("ddof", ParamKind::Int, 0, {"correction"}),
                  keepParam("keepdims")};
    def.infer = inferBy<spreadRule<kind>>;
    def.cost = computingCost<4>; // the mean, then the difference, its square and the sum
    def.eval = spreadEval<kind>;
    def.samples = spreadSamples;
    return def;
}

// --- log(sum(exp(x))) ------------------------------------------------------------------------------------------------

Abstract logSumExpRule(TypeSpan arguments) {
    const Abstract &x = tensorType("LogSumExp", arguments, 0);
    const AxisSet axes = reducedAxes("LogSumExp", arguments, 1, x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf("LogSumExp", arguments, 2);
    return Abstract::tensor(floatingOf(x.dtype), reducedShape(x.shape, axes, keepsAxes));
}

/** NaN where an element is NaN; the largest element where it is infinite. */
double logSumExpOf(const double *row, int64_t count) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int64_t i = 0; i < count; ++i)
        largest = row[i] > largest || row[i] != row[i] ? row[i] : largest;
    if (std::isinf(largest)) return largest;
    for (int64_t i = 0; i < count; ++i)
        sum += std::exp(row[i] - largest);
    return largest + std::log(sum);
}

double logSumExpOf(const float *row, int64_t count) {
    if (count == 0) return -std::numeric_limits<double>::infinity();
    const Float32Kernels &kernels = float32Kernels();
    const float largest = float(kernels.reduceRow[size_t(ReductionOp::Max)](row, count));
    if (std::isinf(largest)) return largest;
    float shifted[blockSize], powers[blockSize];
    double sum = 0;
    for (int64_t start = 0; start < count; start += blockSize) {
        const int64_t size = std::min(blockSize, count - start);
        for (int64_t i = 0; i < size; ++i)
            shifted[i] = row[start + i] - largest;
        kernels.unary[size_t(UnaryOp::Exp)](shifted, powers, size);
        sum += kernels.reduceRow[size_t(ReductionOp::Sum)](powers, size);
    }
    return double(largest) + std::log(sum);
}

Value logSumExpEval(ValueSpan arguments) {
    const Abstract result = inferred(logSumExpRule, arguments);
    const Tensor x = arguments[0].asTensor()->cast(result.dtype);
    const Tensor reduced = reduceFloats(x, axesOf("LogSumExp", arguments, 1),
                                        [](const auto *row, int64_t count) { return logSumExpOf(row, count); });
    return reduced.reshaped(result.shape);
}

Terms logSumExpGradient(Gradient &g) {
    const Term share = g.call("Exp", {g.in(0) - broadcastBack(g, 1, 2, g.out())});
    return {broadcastBack(g, 1, 2, g.dout()) * share};
}

OpDef logSumExp() {
    OpDef def = reductionRecord("LogSumExp", {"logsumexp"}, "log(sum(exp(input))) over axis, without overflow.",
                                "np.log(np.sum(np.exp(a[0]), axis=a[1], keepdims=a[2]))", logSumExpGradient);
    def.params = {tensorParam("input", {"x"}), param("axis", ParamKind::IntsOrNone, {"dim"}), keepParam()};
    def.infer = inferBy<logSumExpRule>;
    def.cost = computingCost<15>; // the largest, the difference, the exponential function and the sum
    def.eval = logSumExpEval;
    def.samples = reductionSamples;
    return def;
}

// --- norms of vectors ------------------------------------------------------------------------------------------------

Abstract normRule(TypeSpan arguments) {
    const Abstract &x = tensorType("LpNormV2", arguments, 0);
    const AxisSet axes = reducedAxes("LpNormV2", arguments, 2, x.shape.rank());
    const bool keepsAxes = arguments.size() > 3 && boolOf("LpNormV2", arguments, 3);
    const bool isPower = arguments.size() < 2 || arguments[1].value.number().has_value();
    if (!isPower) diagnose("For 'LpNormV2', the order 'p' must be a number, but got " + brief(arguments[1]) + ".");
    return Abstract::tensor(floatingOf(x.dtype), reducedShape(x.shape, axes, keepsAxes));
}

double normOf(const auto *row, int64_t count, double p) {
    double sum = 0, largest = 0, smallest = std::numeric_limits<double>::infinity();
    for (int64_t i = 0; i < count; ++i) {
        const double size = std::abs(double(row[i]));
        largest = size > largest || size != size ? size : largest;
        smallest = size < smallest || size != size ? size : smallest;
        sum += p == 2 ? size * size : p == 1 ? size : p == 0 ? double(size != 0) : std::pow(size, p);
    }
    if (std::isinf(p)) return p > 0 ? largest : smallest;
    return p == 2 ? std::sqrt(sum) : p == 1 || p == 0 ? sum : std::pow(sum, 1 / p);
}

Value normEval(ValueSpan arguments) {
    const Abstract result = inferred(normRule, arguments);
    const double p = arguments[1].number().value_or(2);
    return reduceFloats(arguments[0].asTensor()->cast(result.dtype), axesOf("LpNormV2", arguments, 2),
                        [p](const auto *row, int64_t count) { return normOf(row, count, p); })
        .reshaped(result.shape);
}

/** sign(x) |x|^(p-1) / norm^(p-1); at norm 0 there is none. For infinite p the largest elements share it. */
Terms normGradient(Gradient &g) {
    const double p = g.numberOf(1);
    const Term x = g.in(0);
    if (p == 0) return {g.zerosLike(x)};
    if (p == 1) return {broadcastBack(g, 2, 3, g.dout()) * g.call("Sign", {x})};
    const Term norm = withAxes(g, 2, 3, g.out()), dout = withAxes(g, 2, 3, g.dout());
    if (std::isinf(p)) {
        const Term isReached = g.call("Equal", {g.call("Abs", {x}), norm});
        const Term ties = g.cast(g.call("ReduceSum", {isReached, g.term(g.constant(2)), true}), dout.dtype());
        return {g.select(isReached, dout / ties * g.call("Sign", {x}), 0.0)};
    }
    const Term isZero = g.call("Equal", {norm, 0.0});
    if (p == 2) return {g.select(isZero, 0.0, x * (dout / norm))};
    const Term ratio = g.call("Pow", {g.call("Abs", {x}) / norm, p - 1});
    return {g.select(isZero, 0.0, dout * ratio * g.call("Sign", {x}))};
}

Samples normSamples() {
    const double infinity = std::numeric_limits<double>::infinity();
    return {{sampleValues({2, 3}, -1, 3.1), 2, Value(), false},
            {sampleValues({2, 3}, -1, 3.1), 1, Value::ints({0}), false},
            {sampleValues({2, 3, 4}, -1, 3.1), 3.5, Value::ints({-1}), true},
            {sampleValues({2, 3, 4}, -1, 3.1), infinity, Value::ints({1}), false},
            {sampleValues({2, 3, 4}, -1, 3.1), -infinity, Value::ints({1}), false},
            {sampleValues({2, 3}, -1, 3.1), 0, Value::ints({1}), false},
            {sampleValues({2, 3, 4}, -1, 3.1), 2, Value::ints({0, 2}), false}};
}

OpDef norm() {
    OpDef def = reductionRecord(
        "LpNormV2", {}, "(sum of |input|^p)^(1/p) over dim (all axes without it); p may be 0, inf and -inf.",
        "np.max(np.abs(a[0]), axis=a[2], keepdims=a[3]) if a[1] == np.inf else np.min(np.abs(a[0]), axis=a[2], "
        "keepdims=a[3]) if a[1] == -np.inf else np.sum(a[0] != 0, axis=a[2], keepdims=a[3]) if a[1] == 0 else "
        "np.sum(np.abs(a[0]) ** a[1], axis=a[2], keepdims=a[3]) ** (1 / a[1])",
        normGradient);
    def.params = {tensorParam("input", {"x"}), optionalParam("p", ParamKind::Any, 2.0, {"ord"}),
                  optionalParam("dim", ParamKind::IntsOrNone, Value(), {"axis"}), keepParam("keepdim")};
    def.infer = inferBy<normRule>;
    def.cost = computingCost<2>; // the square, which is usual, and the sum
    def.eval = normEval;
    def.samples = normSamples;
    return def;
}

// --- one element of each row, and its place --------------------------------------------------------------------------

enum class Chosen { Largest, Smallest, Median, NanMedian };

template<Chosen chosen> constexpr const char *chosenName() {
    constexpr const char *names[] = {"ArgMaxWithValue", "ArgMinWithValue", "Median", "NanMedian"};
    return names[size_t(chosen)];
}

int axisOf(std::string_view op, TypeSpan arguments, int rank) {
    return checkedAxis(op, arguments.size() > 1 ? intOf(op, arguments, 1) : 0, rank);
}

template<Chosen chosen> Abstract chosenRule(TypeSpan arguments) {
    const char *op = chosenName<chosen>();
    const Abstract &x = tensorType(op, arguments, 0);
    const int axis = axisOf(op, arguments, x.shape.rank());
    const bool keepsAxes = arguments.size() > 2 && boolOf(op, arguments, 2);
    if (x.shape.rank() > 0 && x.shape[axis] == 0)
        diagnose("For primitive[" + std::string(op) +
                 "], an axis of size 0 has no element to choose, but got the shape " + listText(x.shape) + ".");
    AxisSet axes = {};
    axes[size_t(axis)] = true;
    const Dims shape = reducedShape(x.shape, axes, keepsAxes);
    return Abstract::tuple({Abstract::tensor(x.dtype, shape), Abstract::tensor(DType::Int64, shape)});
}

/** The place of the lower median: of an even number the smaller middle one. NaN makes the median NaN or is left out. */
template<class T> int64_t medianPlace(const T *row, int64_t count, Chosen chosen) {
    std::vector<int64_t> places(static_cast<size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    const auto isNan = [row](int64_t place) { return row[place] != row[place]; };
    const auto nan = std::ranges::find_if(places, isNan);
    if (nan != places.end() && chosen == Chosen::Median) return *nan;
    const int64_t first = places.front();
    std::erase_if(places, isNan);
    if (places.empty()) return first;
    const auto middle = places.begin() + (int64_t(places.size()) - 1) / 2;
    std::nth_element(places.begin(), middle, places.end(),
                     [row](int64_t a, int64_t b) { return row[a] < row[b] || (row[a] == row[b] && a < b); });
    return *middle;
}

template<Chosen chosen> Tensor placesOf(const Tensor &rows, int64_t count) {
    if (chosen == Chosen::Largest || chosen == Chosen::Smallest)
        return computeExtremePlace(chosen == Chosen::Largest ? ReductionOp::Max : ReductionOp::Min, rows,
                                   rows.rank() - 1);
    Tensor places({rows.count() / std::max<int64_t>(count, 1)}, DType::Int64);
    visitDType(rows.dtype(), [&]<class T>(TypeTag<T>) {
        const T *from = detail::elementsOf<T>(rows);
        if constexpr (isHalf<T>)
            assert(false && "computed in float");
        else
            for (int64_t i = 0; i < places.count(); ++i)
                places.mutableData<int64_t>()[i] = medianPlace(from + i * count, count, chosen);
    });
    return places;
}

/** The elements at `places` of rows of `count`. */
Tensor elementsAt(const Tensor &rows, const Tensor &places, int64_t count) {
    Tensor out({places.count()}, rows.dtype());
    const int64_t size = rows.itemBytes();
    for (int64_t i = 0; i < places.count(); ++i)
        std::copy_n(rows.rawData() + (i * count + places.data<int64_t>()[i]) * size, size,
                    out.mutableRawData() + i * size);
    return out;
}

template<Chosen chosen> Value chosenEval(ValueSpan arguments) {
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.push_back(Abstract::of(argument));
    const Dims shape = chosenRule<chosen>(types).items[0].shape;
    const Tensor &x = *arguments[0].asTensor();
    AxisSet axes = {};
    axes[size_t(axisOf(chosenName<chosen>(), types, x.rank()))] = true;
    const int64_t count = x.rank() == 0 ? 1 : reducedCount(x.shape(), axes);
    const Tensor rows = withReducedLast(x, axes).reshaped({x.count() / std::max<int64_t>(count, 1), count});
    const Tensor compared = detail::isHalfType(x.dtype()) ? rows.cast(DType::Float32) : rows;
    const Tensor places = placesOf<chosen>(compared, count);
    return Value::tuple({elementsAt(rows, places, count).reshaped(shape), places.reshaped(shape)});
}

/** Where the chosen element was. */
Terms chosenGradient(Gradient &g) {
    const Dims &shape = g.shape(0);
    if (shape.empty()) return {g.dout()};
    const int axis = int(g.intOf(1) < 0 ? g.intOf(1) + shape.rank() : g.intOf(1));
    Tensor places({shape[axis]}, DType::Int64);
    std::iota(places.mutableData<int64_t>(), places.mutableData<int64_t>() + shape[axis], 0);
    Dims along = shape, single = shape;
    for (int i = 0; i < shape.rank(); ++i)
        along[i] = i == axis ? shape[i] : 1;
    single[axis] = 1;
    const Term isChosen = g.call("Equal", {g.term(places.reshaped(along)), g.reshape(g.item(g.out(), 1), single)});
    return {g.select(isChosen, g.reshape(g.dout(), single), 0.0)};
}

Samples chosenSamples() {
    return {{sampleValues({2, 3}, -1, 3), 0, false},
            {sampleValues({2, 3, 4}, -1, 3), 1, false},
            {sampleValues({2, 3, 5}, -1, 3), -1, true},
            {sampleValues({}, -1, 3), 0, false},
            {sampleValues({7}, -9, 9, DType::Int32), 0, false}};
}

template<Chosen chosen> OpDef chosenRecord(const std::string &which, const std::string &numpy) {
    OpDef def = reductionRecord(
        chosenName<chosen>(), {}, "The " + which + " along axis and its first place (Int64): (values, indices).",
        "(lambda places, x: (np.take_along_axis(x, places, a[1]) if a[2] else np.squeeze("
        "np.take_along_axis(x, places, a[1]), a[1]), places if a[2] else np.squeeze(places, a[1])))" +
            numpy,
        chosenGradient);
    def.params = {tensorParam("input", {"x"}), optionalParam("axis", ParamKind::Int, 0, {"dim"}),
                  keepParam("keepdims")};
    def.infer = inferBy<chosenRule<chosen>>;
    def.eval = chosenEval<chosen>;
    def.samples = chosenSamples;
    return def;
}

/** Places of NumPy's function, with the axis kept; scalars are looked at as rows of one element. */
std::string placesExpression(const std::string &function) {
    return "(np.expand_dims(np." + function + "(np.atleast_1d(a[0]), a[1]), a[1]), np.atleast_1d(a[0]))";
}

constexpr const char *medianExpression =
    "(np.take(np.argsort(np.atleast_1d(a[0]), a[1], kind='stable'), [(np.atleast_1d(a[0]).shape[a[1]] - 1) // 2], "
    "a[1]), np.atleast_1d(a[0]))";

} // namespace

std::vector<OpDef> statisticOps() {
    const std::vector<OpUseRow> uses = {
        {{"ReduceProd", "ReduceAll", "ReduceAny", "Var", "Std", "LogSumExp", "LpNormV2", "ArgMaxWithValue",
          "ArgMinWithValue", "Median", "NanMedian"},
         {.dependence = Dependence::Reduced, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses(
        {
            prod(),
            quantified<Quantor::All>("all", "all"),
            quantified<Quantor::Any>("any", "some"),
            spreadOf<Spread::Variance>("var", "variance"),
            spreadOf<Spread::Deviation>("std", "standard deviation"),
            logSumExp(),
            norm(),
            chosenRecord<Chosen::Largest>("largest element", placesExpression("argmax")),
            chosenRecord<Chosen::Smallest>("smallest element", placesExpression("argmin")),
            chosenRecord<Chosen::Median>("lower median", medianExpression),
            chosenRecord<Chosen::NanMedian>("lower median of the elements that are not NaN", medianExpression),
        },
        uses, {"ReduceProd", "ReduceAll", "ReduceAny"});
}

} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// Running reductions along an axis: sums, products, extremes with their places, logarithms of sums of exponentials.
#include "engine/ops/families.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/ops/kernels/generic.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope::inline ops {

namespace {

/** A tensor as [outer, size, inner] around the scanned axis. */
struct Lines {
    int64_t outer = 1, size = 1, inner = 1;

    Lines(const Dims &shape, int axis) {
        for (int i = 0; i < shape.rank(); ++i)
            (i < axis ? outer : i > axis ? inner : size) *= shape[i];
    }
    int64_t count() const { return outer * inner; }
    /** Where a line starts; its elements lie `inner` apart. */
    int64_t start(int64_t line) const { return line / inner * size * inner + line % inner; }
};

/** Calls `body(start of the line)` for every line, on several threads. */
template<class Body> void forEachLine(const Lines &lines, Body body) {
    if (lines.size == 0) return;
    parallelFor(lines.count(), std::max<int64_t>(1, 16384 / lines.size), [&](int64_t begin, int64_t end) {
        for (int64_t line = begin; line < end; ++line)
            body(lines.start(line));
    });
}

// --- CumSum, CumProd, CumulativeLogsumexp ----------------------------------------------------------------------------

enum class ScanOp : uint8_t { Sum, Prod, LogSumExp };

const char *nameOf(ScanOp op) {
    constexpr const char *names[] = {"CumSum", "CumProd", "CumulativeLogsumexp"};
    return names[size_t(op)];
}

template<ScanOp op, class T> T reduced(T total, T value) {
    if constexpr (op == ScanOp::LogSumExp) {
        if (total != total || value != value) return total + value;
        const T high = std::max(total, value), low = std::min(total, value);
        // Infinities would make NaN of their difference.
        return std::isinf(high) ? high : T(high + std::log1p(std::exp(low - high)));
    } else if constexpr (std::is_floating_point_v<T> || isComplexElement<T>) {
        return op == ScanOp::Sum ? total + value : total * value;
    } else {
        return op == ScanOp::Sum ? generic::computed<BinaryOp::Add>(total, value)
                                 : generic::computed<BinaryOp::Mul>(total, value);
    }
}

template<ScanOp op, class T> T emptyReduction() {
    if constexpr (op == ScanOp::LogSumExp) return -std::numeric_limits<T>::infinity();
    return T(op == ScanOp::Prod ? 1 : 0);
}

template<ScanOp op, class T> void scanAs(const T *from, T *to, const Lines &lines, bool exclusive, bool reverse) {
    using C = ComputeType<T>;
    forEachLine(lines, [&](int64_t start) {
        C total = emptyReduction<op, C>();
        for (int64_t i = 0; i < lines.size; ++i) {
            const int64_t place = start + (reverse ? lines.size - 1 - i : i) * lines.inner;
            // MindSpore's kernel shows the lowest number where no element was met yet.
            const bool isEmpty = op == ScanOp::LogSumExp && i == 0;
            const C before = isEmpty ? std::numeric_limits<C>::lowest() : total;
            total = reduced<op, C>(total, C(from[place]));
            // MindSpore adds and multiplies Float16 in Float16.
            if constexpr (std::is_same_v<T, Float16> && op != ScanOp::LogSumExp) total = C(T(total));
            to[place] = T(exclusive ? before : total);
        }
    });
}

template<ScanOp op> Abstract scanRule(TypeSpan arguments) {
    const char *name = nameOf(op);
    const Abstract &x = tensorType(name, arguments, 0);
    const bool isFit = op == ScanOp::LogSumExp ? info(x.dtype).floating : x.dtype != DType::Bool;
    if (!isFit)
        throw TypeMistake(format("For primitive[%s], the input argument[x] must be a Tensor of %s, but got Tensor[%s].",
                                 name, op == ScanOp::LogSumExp ? "floating numbers" : "numbers",
                                 std::string(info(x.dtype).name).c_str()));
    checkedAxis(name, intOf(name, arguments, 1), x.shape.rank());
    boolOf(name, arguments, 2);
    boolOf(name, arguments, 3);
    return Abstract::tensor(x.dtype, x.shape);
}

template<ScanOp op> Value scanEval(ValueSpan arguments) {
    const Abstract result = inferred(scanRule<op>, arguments);
    const Tensor x = arguments[0].asTensor()->contiguous();
    Tensor out(result.shape, result.dtype);
    const Lines lines(result.shape, checkedAxis(nameOf(op), *arguments[1].asInt(), result.shape.rank()));
    visitAnyDType(result.dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (!std::is_same_v<T, bool> && (op != ScanOp::LogSumExp || isFloatElement<T>))
            scanAs<op>(reinterpret_cast<const T *>(x.rawData()), reinterpret_cast<T *>(out.mutableRawData()), lines,
                       *arguments[2].asBool(), *arguments[3].asBool());
    });
    return out;
}

template<ScanOp op> std::vector<Term> scanGradient(Gradient &g) {
    const auto back = [&g](Term x) { return g.call("CumSum", {x, g.constant(1), g.boolOf(2), !g.boolOf(3)}); };
    if constexpr (op == ScanOp::Sum) return {back(g.dout())};
    if constexpr (op == ScanOp::Prod) return {back(g.dout() * g.conjugate(g.out())) / g.conjugate(g.in(0))};
    return {g.call("Exp", {g.in(0)}) * back(g.dout() * g.call("Exp", {-g.out()}))};
}

Samples scanSamples() {
    return {{sampleValues({2, 3}, 1, 2), 1, false, false},
            {sampleValues({3, 2, 2}, 1, 2), 0, false, true},
            {sampleValues({4}, 1, 2), -1, false, false},
            {sampleValues({2, 0}, 1, 2), 1, false, false}};
}

Samples exclusiveScanSamples() {
    Samples samples = scanSamples();
    samples.push_back({sampleValues({2, 3}, 1, 2), 0, true, false});
    samples.push_back({sampleValues({2, 3}, 1, 2), 1, true, true});
    return samples;
}

/** Of each element an exponential function and a logarithm. */
OpCost runningLogSumCost(TypeSpan arguments, const Abstract &result) {
    return {25.0 * double(result.count()), double(arguments[0].bytes() + result.bytes())};
}

template<ScanOp op> OpDef scan(const char *doc, const char *reduction) {
    OpDef def = movement(nameOf(op), "", {}, doc, "");
    def.numpy = std::string("(lambda x: (lambda y: np.flip(y, a[1]) if a[3] else y)(") + reduction +
                "))(np.flip(a[0], a[1]) if a[3] else a[0])";
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("input", {"x"}), param("axis", ParamKind::Int, {"dim"}),
                  optionalParam("exclusive", ParamKind::Bool, false), optionalParam("reverse", ParamKind::Bool, false)};
    def.infer = inferBy<scanRule<op>>;
    if (op == ScanOp::LogSumExp) def.cost = runningLogSumCost;
    def.eval = scanEval<op>;
    def.samples = op == ScanOp::LogSumExp ? scanSamples : exclusiveScanSamples;
    def.gradient = scanGradient<op>;
    return def;
}

// --- Cummax, Cummin --------------------------------------------------------------------------------------------------

template<bool isMax> constexpr const char *extremeName = isMax ? "Cummax" : "Cummin";
template<bool isMax> constexpr DType placeType = isMax ? DType::Int64 : DType::Int32;

template<bool isMax> Abstract extremeRule(TypeSpan arguments) {
    const Abstract &x = tensorType(extremeName<isMax>, arguments, 0);
    checkedAxis(extremeName<isMax>, intOf(extremeName<isMax>, arguments, 1), x.shape.rank());
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), Abstract::tensor(placeType<isMax>, x.shape)});
}

/** Of equal elements the latest counts; once NaN came, it stays. */
template<bool isMax, class T> bool replaces(T best, T value) {
    if (value != value) return true;
    if (best != best) return false;
    return isMax ? value >= best : value <= best;
}

template<bool isMax> Value extremeEval(ValueSpan arguments) {
    const Dims shape = inferred(extremeRule<isMax>, arguments).items[0].shape;
    const Tensor x = arguments[0].asTensor()->contiguous();
    Tensor values(shape, x.dtype()), places(shape, DType::Int64);
    const Lines lines(shape, checkedAxis(extremeName<isMax>, *arguments[1].asInt(), shape.rank()));
    visitDType(x.dtype(), [&]<class T>(TypeTag<T>) {
        using C = ComputeType<T>;
        const T *from = reinterpret_cast<const T *>(x.rawData());
        T *to = reinterpret_cast<T *>(values.mutableRawData());
        auto *place = places.mutableData<int64_t>();
        forEachLine(lines, [&](int64_t start) {
            int64_t best = 0;
            for (int64_t i = 0; i < lines.size; ++i) {
                if (replaces<isMax, C>(C(from[start + best * lines.inner]), C(from[start + i * lines.inner]))) best = i;
                to[start + i * lines.inner] = from[start + best * lines.inner];
                place[start + i * lines.inner] = best;
            }
        });
    });
    return Value::tuple({values, places.cast(placeType<isMax>)});
}

std::vector<Term> extremeGradient(Gradient &g) {
    const Term zeros = g.term(Tensor::zeros(g.shape(0), g.dout().dtype()));
    return {g.call("TensorScatterElements", {zeros, g.item(g.out(), 1), g.dout(), g.constant(1), "add"})};
}

Samples extremeSamples() {
    return {{sampleValues({3, 4}, -1, 1), 1}, {sampleValues({5, 2}, -1, 1), -2}, {sampleValues({0}, -1, 1), 0}};
}

template<bool isMax> OpDef extreme(const char *function, const char *doc, const char *reduction) {
    OpDef def = movement(extremeName<isMax>, function, {function}, doc, "");
    def.numpy = std::string("(lambda v: (v, np.maximum.accumulate(np.where(v == a[0], np.arange(a[0].shape[a[1]])"
                            ".reshape([-1 if k == a[1] % a[0].ndim else 1 for k in range(a[0].ndim)]), 0), a[1])))(") +
                reduction + ".accumulate(a[0], a[1]))";
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("input", {"x"}), param("axis", ParamKind::Int, {"dim"})};
    def.infer = inferBy<extremeRule<isMax>>;
    def.eval = extremeEval<isMax>;
    def.samples = extremeSamples;
    def.gradient = extremeGradient;
    return def;
}

} // namespace

std::vector<OpDef> scanOps() {
    const std::vector<OpUseRow> uses = {
        {{"CumSum", "CumProd", "CumulativeLogsumexp", "Cummax", "Cummin"},
         {.dependence = Dependence::Prefix, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses(
        {
            scan<ScanOp::Sum>(
                "The running sums along an axis: of all before and at a place, or only before it (exclusive), "
                "from the start or from the end (reverse); numbers.",
                "np.cumsum(x, a[1]) - (x if a[2] else 0)"),
            scan<ScanOp::Prod>("The running products along an axis, as CumSum's sums; numbers.",
                               "np.cumprod(x, a[1]) / (x if a[2] else 1)"),
            scan<ScanOp::LogSumExp>(
                "The logarithms of the running sums of exponentials along an axis; floating numbers.",
                "np.logaddexp.accumulate(x, a[1]) if x.size else x"),
            extreme<true>("cummax", "The largest element so far along an axis, and its place (the latest); any dtype.",
                          "np.maximum"),
            extreme<false>("cummin",
                           "The smallest element so far along an axis, and its place (the latest); any dtype.",
                           "np.minimum"),
        },
        uses, {"CumSum", "CumProd"});
}

} // namespace jitscope::inline ops

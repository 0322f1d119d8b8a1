// SPDX-License-Identifier: Apache-2.0
// Fourier transforms: of complex numbers, from real numbers to half a spectrum, and from that to real numbers.
//
// Eighteen operators are one rule: what comes in and goes out, which way, and along how many axes. A transform is
// computed in Complex128 and rounded once, so that its error is that of its result's dtype (measured against NumPy:
// below 1e-7 of the largest element of Complex64, 1e-15 of Complex128).
#include "engine/ops/families.h"
#include "engine/ops/kernels/fourier.h"
#include "engine/ops/rules/elementwiserecord.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/tensor/complexparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitscope::inline ops {

namespace {

enum class Transform { Fft, Ifft, Rfft, Irfft, Hfft, Ihfft };
enum class Along { One, Two, Many };

struct TransformFacts {
    std::string_view name; ///< of MindSpore's primitive along one axis
    std::string_view function;
    std::string_view doc;
    FourierDirection direction;
    bool isReal;    ///< of real numbers; gives the first half of the spectrum
    bool givesReal; ///< takes the first half of a spectrum
    bool conjugates;
};

constexpr TransformFacts factsOf(Transform transform) {
    using D = FourierDirection;
    constexpr std::array<TransformFacts, 6> facts = {{
        {"FFT", "fft", "The Fourier transform", D::Forward, false, false, false},
        {"IFFT", "ifft", "The inverse Fourier transform", D::Inverse, false, false, false},
        {"RFFT", "rfft", "The first half of the Fourier transform of real numbers", D::Forward, true, false, false},
        {"IRFFT", "irfft", "The real numbers of which input is the first half of the Fourier transform", D::Inverse,
         false, true, false},
        {"HFFT", "hfft", "The Fourier transform, which is real, of numbers of which input is the first half",
         D::Forward, false, true, true},
        {"IHFFT", "ihfft", "The first half of the inverse Fourier transform of real numbers", D::Inverse, true, false,
         true},
    }};
    return facts[size_t(transform)];
}

constexpr std::string_view suffix(Along along) {
    return along == Along::One ? "" : along == Along::Two ? "2" : "N";
}

template<Transform transform, Along along> const std::string &nameOf() {
    static const std::string name = std::string(factsOf(transform).name) + std::string(suffix(along));
    return name;
}

/** A call as it is computed: the axes in the order of the argument, the last one of half a spectrum. */
struct Plan {
    std::vector<FourierAxis> axes;
    double factor = 1; ///< of the transform, by norm
    DType complex = DType::Complex64;
    Dims shape; ///< of the result
};

std::vector<int64_t> axesOf(const std::string &op, TypeSpan arguments, int rank) {
    if (!isNone(arguments[2])) {
        const Dims dims = intsOf(op, arguments, 2);
        return {dims.begin(), dims.end()};
    }
    const int count = isNone(arguments[1]) ? rank : intsOf(op, arguments, 1).rank();
    std::vector<int64_t> axes;
    for (int i = rank - count; i < rank; ++i)
        axes.push_back(i);
    return axes;
}

double factorOf(const std::string &op, const Abstract &norm, FourierDirection direction, double count) {
    const std::string *text = norm.isConstant ? norm.value.asString() : nullptr;
    const std::string word = text ? *text : "backward";
    if (word != "backward" && word != "forward" && word != "ortho")
        diagnose("For '" + op + "', the 'norm' must be one of 'backward', 'forward' and 'ortho', but got '" + word +
                 "'.");
    if (word == "ortho") return 1 / std::sqrt(count);
    return (word == "backward") == (direction == FourierDirection::Forward) ? 1 : 1 / count;
}

/** Float32 gives Complex64, Float64 Complex128; the others are computed as Float32. */
DType spectrumDType(const std::string &op, DType dtype, bool isReal) {
    const bool isFit = info(dtype).floating || (info(dtype).isSigned && dtype != DType::Int8);
    if (!isFit || (isReal && isComplex(dtype)))
        diagnoseType(format("For '%s', the input must be a Tensor of %s numbers, but got Tensor[%s].", op.c_str(),
                            isReal ? "real" : "real or complex", std::string(info(dtype).name).c_str()));
    if (isComplex(dtype)) return dtype;
    return dtype == DType::Float64 ? DType::Complex128 : DType::Complex64;
}

Plan planOf(Transform transform, const std::string &op, TypeSpan arguments) {
    const TransformFacts facts = factsOf(transform);
    const Abstract &x = tensorType(op, arguments, 0);
    if (x.shape.empty()) diagnose("For '" + op + "', the rank of the input must be at least 1, but got 0.");
    Plan plan;
    plan.complex = spectrumDType(op, x.dtype, facts.isReal);
    plan.shape = x.shape;
    const std::vector<int64_t> axes = axesOf(op, arguments, x.shape.rank());
    const Dims sizes = isNone(arguments[1]) ? Dims() : intsOf(op, arguments, 1);
    const bool haveSizes = !isNone(arguments[1]);
    if (axes.empty() || (haveSizes && size_t(sizes.rank()) != axes.size()))
        diagnose(format("For '%s', there must be one size for each axis, but got %d sizes and %zu axes.", op.c_str(),
                        sizes.rank(), axes.size()));
    double count = 1;
    for (size_t i = 0; i < axes.size(); ++i) {
        const int axis = checkedAxis(op, axes[i], x.shape.rank());
        const bool isTwice =
            std::ranges::any_of(plan.axes, [axis](const FourierAxis &other) { return other.axis == axis; });
        if (isTwice)
            diagnose("For '" + op + "', the axes must differ, but got " + listText(Dims(std::span(axes))) + ".");
        const bool isHalf = i + 1 == axes.size() && facts.givesReal;
        const int64_t own = isHalf ? 2 * (x.shape[axis] - 1) : x.shape[axis];
        const int64_t length = haveSizes && sizes[int(i)] != -1 ? sizes[int(i)] : own;
        if (length < 1)
            diagnose(format("For '%s', the number of points along axis %d must be at least 1, but got %lld.",
                            op.c_str(), axis, (long long)length));
        plan.axes.push_back({axis, length});
        plan.shape[axis] = length;
        count *= double(length);
    }
    if (facts.isReal) plan.shape[plan.axes.back().axis] = plan.axes.back().length / 2 + 1;
    checkedShape(op, plan.shape);
    plan.factor = factorOf(op, arguments[3], facts.direction, count);
    return plan;
}

template<Transform transform, Along along> Abstract transformRule(TypeSpan arguments) {
    const Plan plan = planOf(transform, nameOf<transform, along>(), arguments);
    return Abstract::tensor(factsOf(transform).givesReal ? partDType(plan.complex) : plan.complex, plan.shape);
}

Tensor conjugated(const Tensor &x) {
    Tensor result = x.clone();
    auto *elements = reinterpret_cast<std::complex<double> *>(result.mutableRawData());
    for (int64_t i = 0; i < result.count(); ++i)
        elements[i] = std::conj(elements[i]);
    return result;
}

/** To half a spectrum the axes are transformed as all are; from one, the last axis is made whole when the others are
    done, as only then its other half is the mirrored one. */
Tensor transformed(const TransformFacts &facts, const Plan &plan, const Tensor &x) {
    const FourierAxis last = plan.axes.back();
    if (facts.isReal) {
        // The inverse transform of real numbers is the conjugate of the transform.
        const Tensor whole = fourierTransform(x, plan.axes, facts.direction, plan.factor);
        return fittedAlong(whole, {last.axis, last.length / 2 + 1});
    }
    if (!facts.givesReal) return fourierTransform(x, plan.axes, facts.direction, plan.factor);
    const std::vector<FourierAxis> others(plan.axes.begin(), plan.axes.end() - 1);
    const Tensor half = fourierTransform(x, others, facts.direction, plan.factor);
    // hfft is the inverse transform of the conjugate; its other axes are transformed forward.
    const Tensor whole = wholeSpectrum(facts.conjugates ? conjugated(half) : half, last);
    return fourierTransform(whole, {last}, FourierDirection::Inverse, 1);
}

template<Transform transform, Along along> Value transformEval(ValueSpan arguments) {
    const std::vector<Abstract> types = typesOf(arguments.first(4));
    const Plan plan = planOf(transform, nameOf<transform, along>(), types);
    const Abstract result = transformRule<transform, along>(types);
    const Tensor &x = *arguments[0].asTensor();
    // What is no floating number is computed in Float32, as MindSpore has it.
    const Tensor wide = x.cast(plan.complex).cast(DType::Complex128);
    return castToReal(transformed(factsOf(transform), plan, wide), result.dtype);
}

// --- gradients -------------------------------------------------------------------------------------------------------
// A transform is linear: its gradient is the conjugate transposed one, which is the transform the other way with the
// factor of this one, so with the other norm.

const char *swappedNorm(const Abstract &norm) {
    const std::string *text = norm.isConstant ? norm.value.asString() : nullptr;
    if (text && *text == "ortho") return "ortho";
    return text && *text == "forward" ? "backward" : "forward";
}

/** Cut and filled up with zeros to the shape of the input, whose other elements were none of the transform's. */
Term fittedToInput(Gradient &g, Term x, const Plan &plan) {
    for (const FourierAxis &each : plan.axes) {
        const int64_t wanted = g.shape(0)[each.axis], size = x.shape()[each.axis];
        if (size > wanted) x = narrowed(x, each.axis, 0, wanted);
        if (size >= wanted) continue;
        Dims missing = x.shape();
        missing[each.axis] = wanted - size;
        const Term zeros = g.term(Tensor::zeros(missing, x.dtype()));
        x = g.call("Concat", {g.tuple({x, zeros}), each.axis});
    }
    return x;
}

/** 2 for each element of half a spectrum that stands for two of the whole, else 1. */
Tensor timesOfHalf(const FourierAxis &last, int rank, DType dtype) {
    Dims shape = Dims::filled(rank, 1);
    shape[last.axis] = last.length / 2 + 1;
    Tensor times = Tensor::full(shape, 2, DType::Float64);
    times.mutableData<double>()[0] = 1;
    if (last.length % 2 == 0) times.mutableData<double>()[last.length / 2] = 1;
    return times.cast(dtype);
}

template<Transform transform, Along along> Terms transformGradient(Gradient &g) {
    const TransformFacts facts = factsOf(transform);
    std::array<Abstract, 4> types;
    for (size_t i = 0; i < types.size(); ++i)
        types[i] = g.type(i);
    const Plan plan = planOf(transform, nameOf<transform, along>(), types);
    Dims axes, lengths;
    for (const FourierAxis &each : plan.axes) {
        axes.push(each.axis);
        lengths.push(each.length);
    }
    const auto back = [&](const char *op, Term x) {
        return g.call(op, {x, Value::ints(lengths), Value::ints(axes), swappedNorm(types[3])});
    };
    const bool isForward = facts.direction == FourierDirection::Forward;
    Term x;
    if (facts.givesReal) {
        // rfftn for irfftn; for hfftn, whose spectrum is the conjugate along its last axis, ihfftn's.
        x = back(isForward ? "IHFFTN" : "RFFTN", g.dout());
        x = x * g.term(timesOfHalf(plan.axes.back(), x.rank(), x.dtype()));
    } else {
        x = back(isForward ? "IFFTN" : "FFTN", g.dout());
    }
    if (facts.isReal || !isComplex(g.type(0).dtype)) x = isComplex(x.dtype()) ? g.call("Real", {x}) : x;
    return {fittedToInput(g, x, plan)};
}

// --- records ---------------------------------------------------------------------------------------------------------

OpCost transformCost(TypeSpan arguments, const Abstract &result) {
    const double count = double(std::max(arguments[0].count(), result.count()));
    return {5 * count * std::log2(std::max(count, 2.0)), double(arguments[0].bytes() + result.bytes())};
}

/** The axes that a call without them has: all for None. */
Value usualAxes(Along along) {
    if (along == Along::One) return Value::ints({-1});
    if (along == Along::Two) return Value::ints({-2, -1});
    return {};
}

/** One number where there is one axis. */
Value numbersFor(Along along, int64_t first, int64_t second) {
    return along == Along::One ? Value::ints({first}) : Value::ints({first, second});
}

template<Transform transform, Along along> Samples transformSamples() {
    const Value none, last = usualAxes(along), first = numbersFor(along, 0, 1);
    const Value longer = numbersFor(along, 7, 6), shorter = numbersFor(along, 3, 4);
    Samples samples = {{sampleValues({4, 6}, -2, 2), none, last, none},
                       {sampleValues({3, 5, 2}, -2, 2), longer, first, "ortho"},
                       {sampleValues({5, 6}, -2, 2), shorter, last, "forward"},
                       {sampleValues({2, 4}, -2, 2), none, last, "backward"}};
    if (!factsOf(transform).isReal) {
        const std::array<Value, 2> parts = {sampleValues({3, 5}, -2, 2), sampleValues({3, 5}, -1, 3)};
        samples.push_back({findOp("Complex")->eval(parts), none, last, none});
    }
    return samples;
}

template<Transform transform, Along along> std::string numpyOf() {
    const std::string function(factsOf(transform).function);
    const auto text = [&](const char *name, const char *arguments) {
        return "np.fft." + function + name + "(a[0], " + arguments + ", norm=a[3])";
    };
    if (along == Along::One) return text("", "n=a[1][0] if a[1] else None, axis=a[2][0] if a[2] else -1");
    // NumPy has no hfftn and ihfftn.
    if (transform == Transform::Hfft || transform == Transform::Ihfft) return "";
    return text("n", "s=a[1], axes=a[2]");
}

template<Transform transform, Along along> OpDef transformOp() {
    constexpr TransformFacts facts = factsOf(transform);
    const std::string doc = std::string(facts.doc) +
                            (along == Along::One   ? " along one axis"
                             : along == Along::Two ? " along two axes"
                                                   : " along several axes") +
                            ", in the given sizes, with a factor by norm.";
    OpDef def = movement(nameOf<transform, along>(), "", {}, doc, numpyOf<transform, along>());
    def.category = OpCategory::Other;
    def.params = {tensorParam("input"), optionalParam("s", ParamKind::IntsOrNone, Value(), {"n"}),
                  optionalParam("dim", ParamKind::IntsOrNone, usualAxes(along)),
                  optionalParam("norm", ParamKind::Any, Value())};
    def.infer = inferBy<transformRule<transform, along>>;
    def.eval = transformEval<transform, along>;
    def.cost = transformCost;
    def.samples = transformSamples<transform, along>;
    def.gradient = transformGradient<transform, along>;
    def.use = {.dependence = Dependence::Everything, .device = DeviceKernel::AiCpu, .operations = notByShapes};
    def.computesComplex = !facts.isReal;
    return def;
}

template<Transform transform> void addTransforms(std::vector<OpDef> &ops) {
    ops.push_back(transformOp<transform, Along::One>());
    ops.push_back(transformOp<transform, Along::Two>());
    ops.push_back(transformOp<transform, Along::Many>());
}

} // namespace

std::vector<OpDef> fourierOps() {
    std::vector<OpDef> ops;
    addTransforms<Transform::Fft>(ops);
    addTransforms<Transform::Ifft>(ops);
    addTransforms<Transform::Rfft>(ops);
    addTransforms<Transform::Irfft>(ops);
    addTransforms<Transform::Hfft>(ops);
    addTransforms<Transform::Ihfft>(ops);
    return ops;
}

} // namespace jitscope::inline ops

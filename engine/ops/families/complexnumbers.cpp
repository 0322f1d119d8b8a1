// SPDX-License-Identifier: Apache-2.0
// Complex numbers of two parts, and their parts: real, imaginary, magnitude, angle, conjugate.
#include "engine/ops/families.h"
#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/rules/elementwiserecord.h"

#include "engine/base/text.h"

#include <cmath>

namespace jitscope::inline ops {

namespace {

DType complexOf(DType part) {
    return part == DType::Float64 ? DType::Complex128 : DType::Complex64;
}

OpDef record(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
             GradientRule gradient) {
    OpDef def = elementWiseRecord(std::move(name), std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.fusion = FusionClass::Opaque; // kernels compute with real numbers
    return def;
}

// --- of two parts ----------------------------------------------------------------------------------------------------

Abstract complexRule(TypeSpan arguments) {
    const Abstract &real = tensorType("Complex", arguments, 0), &imaginary = tensorType("Complex", arguments, 1);
    const bool areParts = real.dtype == imaginary.dtype &&
                          complexOf(real.dtype) == promoted(real.dtype, DType::Complex64) &&
                          (real.dtype == DType::Float32 || real.dtype == DType::Float64);
    if (!areParts)
        diagnoseType(format("For 'Complex', the real and the imaginary part must both be Tensor[Float32] or both be "
                            "Tensor[Float64], but got Tensor[%s] and Tensor[%s].",
                            std::string(info(real.dtype).name).c_str(),
                            std::string(info(imaginary.dtype).name).c_str()));
    return Abstract::tensor(complexOf(real.dtype), matched("Complex", real, imaginary).shape);
}

Value complexEval(ValueSpan arguments) {
    const Abstract result = inferred(complexRule, arguments.first(2));
    const auto part = [&](size_t i) { return arguments[i].asTensor()->broadcastTo(result.shape).contiguous(); };
    const Tensor real = part(0), imaginary = part(1);
    Tensor out(result.shape, result.dtype);
    visitParts(result.dtype, [&]<class T>(TypeTag<T>) {
        auto *to = reinterpret_cast<std::complex<T> *>(out.mutableRawData());
        for (int64_t i = 0; i < out.count(); ++i)
            to[i] = {real.data<T>()[i], imaginary.data<T>()[i]};
    });
    return out;
}

Terms complexGradient(Gradient &g) {
    return {g.wants(0) ? g.call("Real", {g.dout()}) : Term(), g.wants(1) ? g.call("Imag", {g.dout()}) : Term()};
}

Samples complexSamples() {
    return {{sampleValues({2, 3}, -2, 2), sampleValues({2, 3}, -1, 3)},
            {sampleValues({4, 1}, -2, 2, DType::Float64), sampleValues({3}, -1, 3, DType::Float64)},
            {sampleValues({}, -2, 2), sampleValues({}, -1, 3)},
            {Tensor::zeros({0, 2}, DType::Float32), Tensor::zeros({2}, DType::Float32)}};
}

OpDef complexOp() {
    OpDef def = record("Complex", {}, "The complex numbers of a real and an imaginary part; Complex64 or Complex128.",
                       "a[0] + np.complex64(1j) * a[1]", complexGradient);
    def.params = {tensorParam("real"), tensorParam("imag")};
    def.infer = inferBy<complexRule>;
    def.eval = complexEval;
    def.samples = complexSamples;
    return def;
}

// --- parts -----------------------------------------------------------------------------------------------------------

enum class Part { Real, Imag, Angle, Magnitude };

constexpr const char *nameOf(Part part) {
    constexpr const char *names[] = {"Real", "Imag", "Angle", "ComplexAbs"};
    return names[size_t(part)];
}

constexpr bool needsComplex(Part part) {
    return part == Part::Magnitude;
}

/** Of real numbers the real part is themselves and the imaginary one 0; an angle is floating. */
template<Part part> Abstract partRule(TypeSpan arguments) {
    const Abstract &x = tensorType(nameOf(part), arguments, 0);
    if (needsComplex(part) && !isComplex(x.dtype))
        diagnoseType(format("For primitive[%s], the input argument[x] must be a type of {Tensor[Complex128], "
                            "Tensor[Complex64]}, but got Tensor[%s].",
                            nameOf(part), std::string(info(x.dtype).name).c_str()));
    const DType dtype = part == Part::Angle && !isComplex(x.dtype) ? floatingOf(x.dtype) : partDType(x.dtype);
    return Abstract::tensor(dtype, x.shape);
}

template<Part part, class T> T partOf(std::complex<T> z) {
    if constexpr (part == Part::Real) return z.real();
    if constexpr (part == Part::Imag) return z.imag();
    if constexpr (part == Part::Angle) return std::arg(z);
    if constexpr (part == Part::Magnitude) return std::abs(z);
}

template<Part part> Value partEval(ValueSpan arguments) {
    const Abstract result = inferred(partRule<part>, arguments.first(1));
    const Tensor &x = *arguments[0].asTensor();
    if (part == Part::Real && !isComplex(x.dtype())) return x.clone();
    if (part == Part::Imag && !isComplex(x.dtype())) return Tensor::zeros(result.shape, result.dtype);
    if (!isComplex(x.dtype()))
        return mapFloats(x.cast(result.dtype), lightGrain, [](auto v) { return v < 0 ? decltype(v)(M_PI) : v - v; });
    const Tensor in = x.contiguous();
    Tensor out(result.shape, result.dtype);
    visitParts(x.dtype(), [&]<class T>(TypeTag<T>) {
        const auto *from = reinterpret_cast<const std::complex<T> *>(in.rawData());
        for (int64_t i = 0; i < out.count(); ++i)
            out.mutableData<T>()[i] = partOf<part>(from[i]);
    });
    return out;
}

Term asComplex(Term real, Term imaginary) {
    return real.gradient().call("Complex", {real, imaginary});
}

template<Part part> Terms partGradient(Gradient &g) {
    const Term x = g.in(0), dout = g.dout();
    if (!isComplex(x.dtype())) return {part == Part::Real ? dout : g.zerosLike(x)};
    if (part == Part::Real) return {asComplex(dout, g.zerosLike(dout))};
    if (part == Part::Imag) return {asComplex(g.zerosLike(dout), dout)};
    const Term real = g.call("Real", {x}), imaginary = g.call("Imag", {x});
    if (part == Part::Angle) {
        const Term slope = dout / (g.call("Square", {real}) + g.call("Square", {imaginary}));
        return {asComplex(-(imaginary * slope), real * slope)};
    }
    const Term isZero = g.call("Equal", {g.out(), 0.0});
    const Term slope = g.select(isZero, 0.0, dout / g.select(isZero, 1.0, g.out()));
    return {asComplex(real * slope, imaginary * slope)};
}

/** A half ring of numbers none of which is 0. */
Tensor complexSample(const Dims &shape, DType dtype = DType::Complex64) {
    const DType part = partDType(dtype);
    const std::array<Value, 2> parts = {sampleValues(shape, -2, 2, part), sampleValues(shape, 0.5, 3, part)};
    return *complexEval(parts).asTensor();
}

template<Part part> Samples partSamples() {
    Samples samples = {{complexSample({2, 3})},
                       {complexSample({4, 2}, DType::Complex128)},
                       {complexSample({})},
                       {Tensor::zeros({0, 2}, DType::Complex64)}};
    if (!needsComplex(part)) samples.push_back({sampleValues({2, 3}, -2, 2)});
    return samples;
}

template<Part part> OpDef partOp(std::vector<std::string> functions, std::string doc, std::string numpy) {
    OpDef def = record(nameOf(part), std::move(functions), std::move(doc), std::move(numpy), partGradient<part>);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<partRule<part>>;
    def.eval = partEval<part>;
    def.samples = partSamples<part>;
    return def;
}

// --- conjugate -------------------------------------------------------------------------------------------------------

Abstract conjRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Conj", arguments, 0);
    return Abstract::tensor(x.dtype, x.shape);
}

Value conjEval(ValueSpan arguments) {
    inferred(conjRule, arguments.first(1));
    const Tensor &x = *arguments[0].asTensor();
    return isComplex(x.dtype()) ? mapComplex(x, [](std::complex<double> z) { return std::conj(z); }) : x.clone();
}

Terms conjGradient(Gradient &g) {
    return {g.conjugate(g.dout())};
}

OpDef conj() {
    OpDef def = record("Conj", {"conj"}, "The complex conjugate of each element; real numbers are their own.",
                       "np.conj(a[0])", conjGradient);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<conjRule>;
    def.eval = conjEval;
    def.samples = partSamples<Part::Real>;
    return def;
}

} // namespace

std::vector<OpDef> complexOps() {
    const std::vector<OpUseRow> uses = {
        {{"Complex", "Real", "Imag", "Conj"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = perElement(1)}},
        {{"Angle", "ComplexAbs"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Trigonometric, .operations = notByShapes}},
    };
    return withUses(
        {complexOp(),
         partOp<Part::Real>({"real"}, "The real part of each element; of real numbers themselves.",
                            "np.real(a[0]).copy()"),
         partOp<Part::Imag>({"imag"}, "The imaginary part of each element; 0 of real numbers.", "np.imag(a[0]).copy()"),
         partOp<Part::Angle>({"angle"}, "The angle of each element in the complex plane; integers give Float32.",
                             "np.angle(a[0])"),
         partOp<Part::Magnitude>({}, "The magnitude of each complex number, in the dtype of its parts.",
                                 "np.abs(a[0])"),
         conj()},
        uses, {"Complex", "Real", "Imag", "Angle", "ComplexAbs", "Conj"});
}

} // namespace jitscope::inline ops

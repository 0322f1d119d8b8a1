// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kernels/complexmath.h"

#include "engine/ops/kernels/rows.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace jitscope::inline ops {

namespace {

using Number = std::complex<double>;

/** By its parts: near 0, exp(z) - 1 would lose the digits that it is asked for. */
Number expMinusOneOf(Number z) {
    const double half = std::sin(z.imag() / 2);
    return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half, std::exp(z.real()) * std::sin(z.imag())};
}

Number logOnePlusOf(Number z) {
    const double x = z.real(), y = z.imag();
    if (!(std::abs(x) < 0.5 && std::abs(y) < 0.5)) return std::log(1.0 + z);
    return {0.5 * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x)};
}

Number signOf(Number z) {
    return z == 0.0 ? Number() : z / std::abs(z);
}

struct NamedFunction {
    std::string_view primitive;
    ComplexFunction function;
};

constexpr NamedFunction functions[] = {
    {"Neg", [](Number z) { return -z; }},
    {"Abs", [](Number z) { return Number(std::abs(z)); }}, // of the dtype of z, as MindSpore has it
    {"Sign", signOf},
    {"Square", [](Number z) { return z * z; }},
    {"Reciprocal", [](Number z) { return 1.0 / z; }},
    {"Exp", [](Number z) { return std::exp(z); }},
    {"Log", [](Number z) { return std::log(z); }},
    {"Sqrt", [](Number z) { return std::sqrt(z); }},
    {"Rsqrt", [](Number z) { return 1.0 / std::sqrt(z); }},
    {"Tanh", [](Number z) { return std::tanh(z); }},
    {"Sigmoid", [](Number z) { return 1.0 / (1.0 + std::exp(-z)); }},
    {"Sin", [](Number z) { return std::sin(z); }},
    {"Cos", [](Number z) { return std::cos(z); }},
    {"Tan", [](Number z) { return std::tan(z); }},
    {"Asin", [](Number z) { return std::asin(z); }},
    {"ACos", [](Number z) { return std::acos(z); }},
    {"Atan", [](Number z) { return std::atan(z); }},
    {"Sinh", [](Number z) { return std::sinh(z); }},
    {"Cosh", [](Number z) { return std::cosh(z); }},
    {"Asinh", [](Number z) { return std::asinh(z); }},
    {"Acosh", [](Number z) { return std::acosh(z); }},
    {"Atanh", [](Number z) { return std::atanh(z); }},
    {"Expm1", expMinusOneOf},
    {"Log1p", logOnePlusOf},
    {"Log2", [](Number z) { return std::log(z) / std::numbers::ln2; }},
    {"Log10", [](Number z) { return std::log(z) / std::numbers::ln10; }},
    {"Exp2", [](Number z) { return std::exp(z * std::numbers::ln2); }},
};

/** By squaring, exact as far as products are. */
Number wholePower(Number base, int exponent) {
    Number result = 1.0;
    for (int rest = std::abs(exponent); rest > 0; rest /= 2) {
        if (rest % 2) result *= base;
        base *= base;
    }
    return exponent < 0 ? 1.0 / result : result;
}

/** As NumPy has it: z^0 is 1, 0 to the power of what has no positive real part is NaN. */
Number power(Number base, Number exponent) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (exponent == 0.0) return 1.0;
    if (base == 0.0) return exponent.real() > 0 ? Number() : Number(nan, nan);
    const bool isSmallWhole =
        exponent.imag() == 0 && std::abs(exponent.real()) < 100 && exponent.real() == std::nearbyint(exponent.real());
    return isSmallWhole ? wholePower(base, int(exponent.real())) : std::pow(base, exponent);
}

template<class T> const std::complex<T> *numbers(const Tensor &x) {
    return reinterpret_cast<const std::complex<T> *>(x.rawData());
}
template<class T> std::complex<T> *numbers(Tensor &x) {
    return reinterpret_cast<std::complex<T> *>(x.mutableRawData());
}

/** `function(a, b)` of each pair, into a tensor of `Out`. */
template<class T, class Out, class Function>
void pairs(const Tensor &a, const Tensor &b, Tensor &y, int64_t grain, Function function) {
    const std::complex<T> *left = numbers<T>(a), *right = numbers<T>(b);
    Out *out = reinterpret_cast<Out *>(y.mutableRawData());
    parallelFor(y.count(), grain, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            out[i] = function(left[i], right[i]);
    });
}

template<class T> std::complex<T> computed(BinaryOp op, std::complex<T> a, std::complex<T> b) {
    switch (op) {
    case BinaryOp::Add:
        return a + b;
    case BinaryOp::Sub:
        return a - b;
    case BinaryOp::Mul:
        return a * b;
    case BinaryOp::Div:
        return std::complex<T>(Number(a) / Number(b));
    case BinaryOp::Pow:
        return std::complex<T>(power(Number(a), Number(b)));
    default:
        refuseComplex(); // there is no order of complex numbers, and no whole quotient
    }
}

/** `combine(result so far, element)` over the axes, in Complex128. */
template<class Combine> Tensor reducedBy(const Tensor &x, const AxisSet &axes, Number start, Combine combine) {
    const Tensor in = withReducedLast(x, axes);
    Tensor out(keptShape(x.shape(), axes), x.dtype());
    const int64_t count = reducedCount(x.shape(), axes);
    visitParts(x.dtype(), [&]<class T>(TypeTag<T>) {
        const std::complex<T> *from = numbers<T>(in);
        std::complex<T> *to = numbers<T>(out);
        for (int64_t i = 0; i < out.count(); ++i) {
            Number result = start;
            for (int64_t k = 0; k < count; ++k)
                result = combine(result, Number(from[i * count + k]));
            to[i] = std::complex<T>(result);
        }
    });
    return out;
}

/** The rows of one matrix product, added up in Complex128. */
template<class T>
void multiplyMatrices(const Tensor &a, const Tensor &b, int64_t placeA, int64_t placeB, std::complex<T> *to,
                      int64_t rows, int64_t columns) {
    const int64_t depth = a.shape().back();
    const std::complex<T> *left = numbers<T>(a) + placeA * rows * depth,
                          *right = numbers<T>(b) + placeB * depth * columns;
    parallelFor(rows, std::max<int64_t>(1, 50000 / std::max<int64_t>(depth * columns, 1)),
                [=](int64_t begin, int64_t end) {
                    std::vector<double> sums;
                    for (int64_t i = begin; i < end; ++i) {
                        sums.assign(size_t(2 * columns), 0.0);
                        for (int64_t k = 0; k < depth; ++k) {
                            const double re = left[i * depth + k].real(), im = left[i * depth + k].imag();
                            const std::complex<T> *row = right + k * columns;
                            for (int64_t j = 0; j < columns; ++j) {
                                sums[size_t(2 * j)] += re * row[j].real() - im * row[j].imag();
                                sums[size_t(2 * j + 1)] += re * row[j].imag() + im * row[j].real();
                            }
                        }
                        for (int64_t j = 0; j < columns; ++j)
                            to[i * columns + j] = {T(sums[size_t(2 * j)]), T(sums[size_t(2 * j + 1)])};
                    }
                });
}

Tensor lastAxesSwapped(const Tensor &x) {
    Dims axes;
    for (int i = 0; i < x.rank(); ++i)
        axes.push(i);
    axes[x.rank() - 1] = x.rank() - 2;
    axes[x.rank() - 2] = x.rank() - 1;
    return x.permuted(axes);
}

/** With the batch of the product, packed. */
Tensor inBatch(const Tensor &x, bool isTransposed, const Dims &product) {
    const Tensor matrix = isTransposed ? lastAxesSwapped(x) : x;
    Dims shape = product;
    shape[shape.rank() - 2] = matrix.shape()[matrix.rank() - 2];
    shape[shape.rank() - 1] = matrix.shape().back();
    return matrix.broadcastTo(shape).contiguous();
}

} // namespace

ComplexFunction complexFunction(std::string_view primitive) {
    for (const NamedFunction &each : functions)
        if (each.primitive == primitive) return each.function;
    return nullptr;
}

Tensor mapComplex(const Tensor &x, ComplexFunction function) {
    const Tensor in = x.contiguous();
    Tensor out(in.shape(), in.dtype());
    visitParts(in.dtype(), [&]<class T>(TypeTag<T>) {
        const std::complex<T> *from = numbers<T>(in);
        std::complex<T> *to = numbers<T>(out);
        parallelFor(in.count(), heavyGrain / 4, [=](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                to[i] = std::complex<T>(function(Number(from[i])));
        });
    });
    return out;
}

Tensor computeComplexBinary(BinaryOp op, const Tensor &a, const Tensor &b, const Dims &shape) {
    const Tensor left = a.broadcastTo(shape).contiguous(), right = b.broadcastTo(shape).contiguous();
    Tensor out(shape, a.dtype());
    visitParts(a.dtype(), [&]<class T>(TypeTag<T>) {
        using C = std::complex<T>;
        pairs<T, C>(left, right, out, lightGrain / 4, [op](C x, C y) { return computed(op, x, y); });
    });
    return out;
}

Tensor computeComplexCompare(CompareOp op, const Tensor &a, const Tensor &b, const Dims &shape) {
    if (op != CompareOp::Equal && op != CompareOp::NotEqual) refuseComplex();
    const Tensor left = a.broadcastTo(shape).contiguous(), right = b.broadcastTo(shape).contiguous();
    Tensor out(shape, DType::Bool);
    visitParts(a.dtype(), [&]<class T>(TypeTag<T>) {
        using C = std::complex<T>;
        const bool isEqual = op == CompareOp::Equal;
        pairs<T, bool>(left, right, out, lightGrain, [isEqual](C x, C y) { return (x == y) == isEqual; });
    });
    return out;
}

Tensor complexSum(const Tensor &x, const AxisSet &axes) {
    return reducedBy(x, axes, 0.0, [](Number a, Number b) { return a + b; });
}

Tensor complexProduct(const Tensor &x, const AxisSet &axes) {
    return reducedBy(x, axes, 1.0, [](Number a, Number b) { return a * b; });
}

Tensor complexMatmul(const MatmulPlan &plan, const Tensor &a, const Tensor &b) {
    if (plan.function) refuseComplex();
    const Tensor left = inBatch(a, plan.transposedA, plan.shape), right = inBatch(b, plan.transposedB, plan.shape);
    Tensor out(plan.shape, a.dtype());
    const int64_t rows = plan.shape[plan.shape.rank() - 2], columns = plan.shape.back();
    const int64_t entries = out.count() / std::max<int64_t>(rows * columns, 1);
    visitParts(a.dtype(), [&]<class T>(TypeTag<T>) {
        for (int64_t i = 0; i < entries; ++i)
            multiplyMatrices<T>(left, right, i, i, numbers<T>(out) + i * rows * columns, rows, columns);
    });
    return out;
}

} // namespace jitscope::inline ops

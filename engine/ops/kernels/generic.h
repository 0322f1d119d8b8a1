// SPDX-License-Identifier: Apache-2.0
// Scalar functions of double and the integers, for the loops of dtypes other than float32.
#pragma once

#include "engine/ops/kernels/float32kernels.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace jitscope::inline ops::generic {

/** Integer arithmetic wraps around, as in NumPy; in C++ only unsigned numbers may. */
template<class T> using Wrapping = std::make_unsigned_t<std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>>;

/** Whether `op` of an integer is an integer (else the caller converts to float first). */
constexpr bool isIntegral(UnaryOp op) {
    return op == UnaryOp::Neg || op == UnaryOp::Abs || op == UnaryOp::Sign || op == UnaryOp::Square ||
           op == UnaryOp::ReLU || op == UnaryOp::Floor || op == UnaryOp::Ceil || op == UnaryOp::Round;
}

template<UnaryOp op> double computed(double x) {
    constexpr double halfRoot = 0.70710678118654752440;
    if constexpr (op == UnaryOp::Neg) return -x;
    if constexpr (op == UnaryOp::Abs) return std::abs(x);
    if constexpr (op == UnaryOp::Sign) return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; // of NaN, too, as in MindSpore
    if constexpr (op == UnaryOp::Square) return x * x;
    if constexpr (op == UnaryOp::Reciprocal) return 1 / x;
    if constexpr (op == UnaryOp::Floor) return std::floor(x);
    if constexpr (op == UnaryOp::Ceil) return std::ceil(x);
    if constexpr (op == UnaryOp::Round) return std::nearbyint(x);
    if constexpr (op == UnaryOp::Exp) return std::exp(x);
    if constexpr (op == UnaryOp::Log) return std::log(x);
    if constexpr (op == UnaryOp::Sqrt) return std::sqrt(x);
    if constexpr (op == UnaryOp::Rsqrt) return 1 / std::sqrt(x);
    if constexpr (op == UnaryOp::Tanh) return std::tanh(x);
    if constexpr (op == UnaryOp::Sigmoid) return 1 / (1 + std::exp(-x));
    if constexpr (op == UnaryOp::ReLU) return x < 0 ? 0.0 : x;
    if constexpr (op == UnaryOp::GeLU) return std::isinf(x) && x < 0 ? 0.0 : 0.5 * x * std::erfc(-x * halfRoot);
    if constexpr (op == UnaryOp::GeLUTanh) {
        const double twice = 1.5957691216057308 * (x + 0.044715 * x * x * x);
        return std::isinf(x) && x < 0 ? 0.0 : x / (1 + std::exp(-twice));
    }
    if constexpr (op == UnaryOp::SiLU) return std::isinf(x) && x < 0 ? 0.0 : x / (1 + std::exp(-x));
    if constexpr (op == UnaryOp::Sin) return std::sin(x);
    if constexpr (op == UnaryOp::Cos) return std::cos(x);
    if constexpr (op == UnaryOp::Erf) return std::erf(x);
}

template<UnaryOp op, class T>
requires std::is_integral_v<T> T computed(T x) {
    using U = Wrapping<T>;
    if constexpr (op == UnaryOp::Neg) return T(U(0) - U(x));
    if constexpr (op == UnaryOp::Abs) return x < T(0) ? T(U(0) - U(x)) : x;
    if constexpr (op == UnaryOp::Sign) return T((x > T(0)) - (x < T(0)));
    if constexpr (op == UnaryOp::Square) return T(uint64_t(x) * uint64_t(x));
    if constexpr (op == UnaryOp::ReLU) return x < T(0) ? T(0) : x;
    return x; // the roundings
}

inline double floorRemainder(double a, double b) {
    const double r = std::fmod(a, b);
    if (r == 0) return std::copysign(0.0, b);
    return (r < 0) != (b < 0) ? r + b : r;
}

inline double floorQuotient(double a, double b) {
    if (b == 0 || std::isinf(b)) return a / b; // as MindSpore: a zero with its sign, not Python's -1
    const double quotient = (a - floorRemainder(a, b)) / b;
    const double whole = std::floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

template<BinaryOp op> double computed(double a, double b) {
    if constexpr (op == BinaryOp::Add) return a + b;
    if constexpr (op == BinaryOp::Sub) return a - b;
    if constexpr (op == BinaryOp::Mul) return a * b;
    if constexpr (op == BinaryOp::Div) return a / b;
    if constexpr (op == BinaryOp::FloorDiv) return floorQuotient(a, b);
    if constexpr (op == BinaryOp::FloorMod) return floorRemainder(a, b);
    if constexpr (op == BinaryOp::Maximum) return a > b || a != a ? a : b;
    if constexpr (op == BinaryOp::Minimum) return a < b || a != a ? a : b;
    if constexpr (op == BinaryOp::Pow) return std::pow(a, b);
}

/** Division by zero gives the largest number, as MindSpore's kernel does, and the remainder 0. */
template<class T> T floorQuotient(T a, T b) {
    if (b == 0) return std::numeric_limits<T>::max();
    if constexpr (std::is_signed_v<T>) {
        if (b == -1) return T(Wrapping<T>(0) - Wrapping<T>(a)); // the smallest number has no negative
        return T(a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0));
    } else {
        return T(a / b);
    }
}

template<class T> T floorRemainder(T a, T b) {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
        const T r = T(a % b);
        return r != 0 && (r < 0) != (b < 0) ? T(r + b) : r;
    } else {
        return T(a % b);
    }
}

/** By squaring. A negative exponent gives 0, but for the bases 1 and -1, as the true value rounded towards zero. */
template<class T> T power(T base, T exponent) {
    if constexpr (std::is_signed_v<T>)
        if (exponent < 0) {
            if (base == 1) return 1;
            return base == -1 ? (exponent % 2 ? T(-1) : T(1)) : T(0);
        }
    uint64_t result = 1, factor = uint64_t(base);
    for (auto rest = Wrapping<T>(exponent); rest != 0; rest = Wrapping<T>(rest >> 1)) {
        if (rest & 1) result *= factor;
        factor *= factor;
    }
    return T(result);
}

template<BinaryOp op, class T>
requires std::is_integral_v<T> T computed(T a, T b) {
    if constexpr (op == BinaryOp::Maximum) return a > b ? a : b;
    if constexpr (op == BinaryOp::Minimum) return a < b ? a : b;
    if constexpr (op == BinaryOp::Mul) return T(uint64_t(a) * uint64_t(b));
    if constexpr (op == BinaryOp::Add) return T(uint64_t(a) + uint64_t(b));
    if constexpr (op == BinaryOp::Sub) return T(uint64_t(a) - uint64_t(b));
    if constexpr (!std::is_same_v<T, bool>) {
        if constexpr (op == BinaryOp::FloorDiv) return floorQuotient(a, b);
        if constexpr (op == BinaryOp::FloorMod) return floorRemainder(a, b);
        if constexpr (op == BinaryOp::Pow) return power(a, b);
    }
    return T(0); // Div of integers is computed in float32 and no rule lets the others come here
}

template<CompareOp op, class T> bool computed(T a, T b) {
    if constexpr (op == CompareOp::Equal) return a == b;
    if constexpr (op == CompareOp::NotEqual) return a != b;
    if constexpr (op == CompareOp::Less) return a < b;
    if constexpr (op == CompareOp::LessEqual) return a <= b;
    if constexpr (op == CompareOp::Greater) return a > b;
    if constexpr (op == CompareOp::GreaterEqual) return a >= b;
}

} // namespace jitscope::inline ops::generic

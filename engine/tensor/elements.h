// SPDX-License-Identifier: Apache-2.0
// From a dtype known at run time to the C++ type of its elements, and conversions between all of them.
#pragma once

#include "engine/tensor/dtype.h"
#include "engine/tensor/half.h"

#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

namespace jitscope::inline tensor {

template<class T> struct TypeTag { using Type = T; };

/** Calls `visitor(TypeTag<T>{})` with the element type of `dtype` (Float16 and BFloat16 for the 16-bit floats). Refuses
    complex numbers by a TypeMistake: most code compares elements or takes them for doubles. */
template<class Visitor> decltype(auto) visitDType(DType dtype, Visitor &&visitor) {
    switch (dtype) {
    case DType::Bool:
        return visitor(TypeTag<bool>{});
    case DType::Int8:
        return visitor(TypeTag<int8_t>{});
    case DType::Int16:
        return visitor(TypeTag<int16_t>{});
    case DType::Int32:
        return visitor(TypeTag<int32_t>{});
    case DType::Int64:
        return visitor(TypeTag<int64_t>{});
    case DType::UInt8:
        return visitor(TypeTag<uint8_t>{});
    case DType::UInt16:
        return visitor(TypeTag<uint16_t>{});
    case DType::UInt32:
        return visitor(TypeTag<uint32_t>{});
    case DType::UInt64:
        return visitor(TypeTag<uint64_t>{});
    case DType::Float16:
        return visitor(TypeTag<Float16>{});
    case DType::BFloat16:
        return visitor(TypeTag<BFloat16>{});
    case DType::Float32:
        return visitor(TypeTag<float>{});
    case DType::Float64:
        break;
    case DType::Complex64:
    case DType::Complex128:
        refuseComplex();
    }
    return visitor(TypeTag<double>{});
}

/** The same with std::complex<float> and std::complex<double> for the complex dtypes. */
template<class Visitor> decltype(auto) visitAnyDType(DType dtype, Visitor &&visitor) {
    if (dtype == DType::Complex64) return visitor(TypeTag<std::complex<float>>{});
    if (dtype == DType::Complex128) return visitor(TypeTag<std::complex<double>>{});
    return visitDType(dtype, visitor);
}

template<class T> constexpr bool isComplexElement = false;
template<class T> constexpr bool isComplexElement<std::complex<T>> = true;

template<class T> constexpr bool isHalf = std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;
template<class T> constexpr bool isFloatElement = std::is_floating_point_v<T> || isHalf<T>;

/** The type in which elements of T are computed: float for the 16-bit floats, else T itself. */
template<class T> using ComputeType = std::conditional_t<isHalf<T>, float, T>;

/** Truncates towards zero; what does not fit (or is NaN) becomes what an x86 conversion gives, never undefined. */
template<class To> To integerFrom(double value) {
    constexpr double limit = 9223372036854775808.0;
    if constexpr (std::is_same_v<To, uint64_t>)
        if (value >= limit && value < 2 * limit) return uint64_t(value);
    const bool fits = value >= -limit && value < limit;
    const int64_t wide = fits ? int64_t(value) : std::numeric_limits<int64_t>::min();
    if constexpr (std::is_same_v<To, int32_t>)
        if (wide < std::numeric_limits<int32_t>::min() || wide > std::numeric_limits<int32_t>::max())
            return std::numeric_limits<int32_t>::min();
    return To(wide);
}

/** `value` as an element of another type, as a C++ cast converts it (bool: is it not zero). Of complex numbers real
   ones get the real part, as NumPy and MindSpore have it. */
template<class To, class From> To convertElement(From value) {
    if constexpr (std::is_same_v<To, From>) {
        return value;
    } else if constexpr (isComplexElement<To> && isComplexElement<From>) {
        return To(value);
    } else if constexpr (isComplexElement<To>) {
        return To(convertElement<typename To::value_type>(value));
    } else if constexpr (isComplexElement<From> && std::is_same_v<To, bool>) {
        return value != From(0);
    } else if constexpr (isComplexElement<From>) {
        return convertElement<To>(value.real());
    } else if constexpr (isHalf<From>) {
        return convertElement<To>(float(value));
    } else if constexpr (std::is_same_v<To, bool>) {
        return value != From(0);
    } else if constexpr (isHalf<To>) {
        return To(float(value));
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        return integerFrom<To>(double(value));
    } else {
        return To(value);
    }
}

} // namespace jitscope::inline tensor

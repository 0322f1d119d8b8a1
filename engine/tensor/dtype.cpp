// SPDX-License-Identifier: Apache-2.0
// The table of element types and MindSpore's rule for mixing them.
#include "engine/tensor/dtype.h"

#include <array>

namespace jitscope::inline tensor {

namespace {

constexpr std::array<DTypeInfo, dtypeCount> dtypes = {{
    {DType::Bool, "Bool", "bool_", "bool", 1, false, false, 30},
    {DType::Int8, "Int8", "int8", "i8", 1, false, true, 32},
    {DType::Int16, "Int16", "int16", "i16", 2, false, true, 33},
    {DType::Int32, "Int32", "int32", "i32", 4, false, true, 34},
    {DType::Int64, "Int64", "int64", "i64", 8, false, true, 35},
    {DType::UInt8, "UInt8", "uint8", "u8", 1, false, false, 37},
    {DType::UInt16, "UInt16", "uint16", "u16", 2, false, false, 38},
    {DType::UInt32, "UInt32", "uint32", "u32", 4, false, false, 39},
    {DType::UInt64, "UInt64", "uint64", "u64", 8, false, false, 40},
    {DType::Float16, "Float16", "float16", "f16", 2, true, true, 42},
    {DType::BFloat16, "BFloat16", "bfloat16", "bf16", 2, true, true, 45},
    {DType::Float32, "Float32", "float32", "f32", 4, true, true, 43},
    {DType::Float64, "Float64", "float64", "f64", 8, true, true, 44},
    {DType::Complex64, "Complex64", "complex64", "c64", 8, false, true, 48},
    {DType::Complex128, "Complex128", "complex128", "c128", 16, false, true, 49},
}};

bool isWideUnsigned(DType dtype) {
    return !info(dtype).isSigned && dtype != DType::Bool && dtype != DType::UInt8;
}

DType signedOfBytes(int bytes) {
    return bytes == 1 ? DType::Int8 : bytes == 2 ? DType::Int16 : bytes == 4 ? DType::Int32 : DType::Int64;
}

/** One of both is complex: the parts are as wide as the wider floating numbers. */
DType promotedComplex(DType a, DType b) {
    const bool isWide = partDType(a) == DType::Float64 || partDType(b) == DType::Float64;
    return isWide ? DType::Complex128 : DType::Complex64;
}

DType promotedFloats(DType a, DType b) {
    if (info(a).bytes != info(b).bytes) return info(a).bytes > info(b).bytes ? a : b;
    return DType::Float32; // Float16 with BFloat16: neither holds the other
}

DType promotedIntegers(DType a, DType b) {
    const DTypeInfo &wide = info(a).bytes >= info(b).bytes ? info(a) : info(b);
    if (info(a).isSigned == info(b).isSigned || (wide.isSigned && info(a).bytes != info(b).bytes)) return wide.dtype;
    return wide.bytes == 8 ? DType::Float64 : signedOfBytes(2 * wide.bytes);
}

} // namespace

void refuseComplex() {
    throw TypeMistake("Complex numbers are not taken here; take their real and imaginary parts (ops.real, ops.imag).");
}

const DTypeInfo &info(DType dtype) {
    return dtypes[size_t(dtype)];
}

std::optional<DType> dtypeNamed(std::string_view name) {
    if (name == "bool") return DType::Bool;
    for (const DTypeInfo &entry : dtypes)
        if (name == entry.name || name == entry.python) return entry.dtype;
    return std::nullopt;
}

std::optional<DType> dtypeWithTypeId(int64_t typeId) {
    for (const DTypeInfo &entry : dtypes)
        if (entry.typeId == typeId) return entry.dtype;
    return std::nullopt;
}

DType promoted(DType a, DType b) {
    if (a == b || b == DType::Bool) return a;
    if (a == DType::Bool) return b;
    if (isComplex(a) || isComplex(b)) return promotedComplex(a, b);
    if (info(a).floating && info(b).floating) return promotedFloats(a, b);
    if (info(a).floating) return a;
    if (info(b).floating) return b;
    return promotedIntegers(a, b);
}

bool convertsImplicitly(DType a, DType b) {
    return a == b || a == DType::Bool || b == DType::Bool || (!isWideUnsigned(a) && !isWideUnsigned(b));
}

} // namespace jitscope::inline tensor

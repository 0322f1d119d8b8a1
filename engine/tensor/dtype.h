// SPDX-License-Identifier: Apache-2.0
// The element types of tensors, as facts in one table.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace jitscope::inline tensor {

/** An argument is of a type that does not fit; what MindSpore raises as TypeError, where other mistakes are
 * ValueErrors. */
class TypeMistake : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

enum class DType : uint8_t {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
};
constexpr int dtypeCount = 15;

/** What one dtype is called and how large it is. */
struct DTypeInfo {
    DType dtype;
    std::string_view name;   ///< as MindSpore prints it: "Float32"
    std::string_view python; ///< as users write it: "float32", "bool_"
    std::string_view brief;  ///< as node cards show it: "f32"
    int bytes;
    bool floating; ///< not of complex numbers, whose two parts are floating
    bool isSigned;
    int typeId; ///< MindSpore's TypeId number, printed for dtype arguments: Bool 30, Float32 43
};

const DTypeInfo &info(DType dtype);

constexpr bool isComplex(DType dtype) {
    return dtype == DType::Complex64 || dtype == DType::Complex128;
}

/** The dtype of the real and the imaginary part; itself for what is not complex. */
constexpr DType partDType(DType dtype) {
    return dtype == DType::Complex64 ? DType::Float32 : dtype == DType::Complex128 ? DType::Float64 : dtype;
}

/** Of what computes with real numbers alone: throws a TypeMistake that says so. */
[[noreturn]] void refuseComplex();

/** The dtype with that MindSpore or Python name ("Float32", "float32", "bool", "bool_"), or nothing. */
std::optional<DType> dtypeNamed(std::string_view name);

/** The dtype whose MindSpore TypeId is `typeId`, or nothing. */
std::optional<DType> dtypeWithTypeId(int64_t typeId);

/** The dtype of an operation on two tensors, by MindSpore's implicit promotion (NumPy's where MindSpore refuses). */
DType promoted(DType a, DType b);

/** False for the pairs that MindSpore refuses to mix: UInt16, UInt32 or UInt64 with any other dtype but Bool. */
bool convertsImplicitly(DType a, DType b);

} // namespace jitscope::inline tensor

// SPDX-License-Identifier: Apache-2.0
// The float32 loops, built for several instruction sets and chosen when the program first computes.
//
// The same source (float32loops.h) is compiled once for each instruction set into a table of functions. Code that is
// not in the table never uses more than the baseline, so that one program runs on every x86-64 machine.
#pragma once

#include <array>
#include <cstdint>

namespace jitscope::inline ops {

/** Functions of one number. */
enum class UnaryOp : uint8_t {
    Neg,
    Abs,
    Sign,
    Square,
    Reciprocal,
    Floor,
    Ceil,
    Round, ///< halves to even
    Exp,
    Log,
    Sqrt,
    Rsqrt,
    Tanh,
    Sigmoid,
    ReLU,
    GeLU,     ///< x * Phi(x)
    GeLUTanh, ///< its approximation by tanh
    SiLU,
    Sin,
    Cos,
    Erf,
};
constexpr int unaryOpCount = 21;

/** Functions of two numbers that give a number. */
enum class BinaryOp : uint8_t { Add, Sub, Mul, Div, FloorDiv, FloorMod, Maximum, Minimum, Pow };
constexpr int binaryOpCount = 9;

enum class CompareOp : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
constexpr int compareOpCount = 6;

enum class ReductionOp : uint8_t { Sum, Max, Min };
constexpr int reductionOpCount = 3;

/** How the two operands of a row are read. */
enum class RowKind : uint8_t { VectorVector, VectorScalar, ScalarVector };
constexpr int rowKindCount = 3;

struct Float32Kernels {
    using Unary = void (*)(const float *x, float *y, int64_t count);
    using InPlace = void (*)(float *c, int64_t stride, int64_t rows, int64_t columns);
    using Binary = void (*)(const float *a, const float *b, float *y, int64_t count);
    using Compare = void (*)(const float *a, const float *b, bool *y, int64_t count);
    using ReductionRow = double (*)(const float *x, int64_t count);
    using ReductionInto = void (*)(float *into, const float *row, int64_t count);

    const char *name; ///< "AVX-512"
    std::array<Unary, unaryOpCount> unary;
    /** The same for finished pieces of results, so that a tile costs one call and no copy. Null for functions that no
        fused operator ends with. */
    std::array<InPlace, unaryOpCount> inPlace;
    std::array<std::array<Binary, rowKindCount>, binaryOpCount> binary;
    std::array<std::array<Compare, rowKindCount>, compareOpCount> compare;
    std::array<ReductionRow, reductionOpCount> reduceRow;   ///< all of a row to one number; the row is not empty
    std::array<ReductionInto, reductionOpCount> reduceInto; ///< a row into a row of results
};

/** The table for this processor. JITSCOPE_ISA=baseline|avx2|avx512 asks for a lower one. */
const Float32Kernels &float32Kernels();

/** The tables that this processor can run, null for the others, the slowest first; for tests and benchmarks. */
std::array<const Float32Kernels *, 3> runnableFloat32Kernels();

// One for each instruction set; defined by float32_baseline.cpp, float32_avx2.cpp, float32_avx512.cpp.
const Float32Kernels &float32KernelsBaseline();
const Float32Kernels &float32KernelsAvx2();
const Float32Kernels &float32KernelsAvx512();

} // namespace jitscope::inline ops

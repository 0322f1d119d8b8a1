// SPDX-License-Identifier: Apache-2.0
// The loops of float32kernels.h. Included once by each float32_<instruction set>.cpp; see float32math.h for why nothing
// here may be a function that the linker can merge.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/float32math.h"
#include "engine/ops/kernels/float32vector.h"

namespace jitscope::inline ops {
namespace {

// --- one operand -----------------------------------------------------------------------------------------------------

constexpr bool isElementary(UnaryOp op) {
    return op == UnaryOp::Exp || op == UnaryOp::Log || op == UnaryOp::Tanh || op == UnaryOp::Sigmoid ||
           op == UnaryOp::Erf || op == UnaryOp::GeLU || op == UnaryOp::GeLUTanh || op == UnaryOp::SiLU;
}

/** The elementary functions and what is made of them, of one float or a vector of floats. */
template<UnaryOp op, class X> inline X elementary(X x) {
    if constexpr (op == UnaryOp::Exp) return formulas::exponentialOf(x);
    if constexpr (op == UnaryOp::Log) return formulas::logarithmOf(x);
    if constexpr (op == UnaryOp::Tanh) return formulas::hyperbolicTangentOf(x);
    if constexpr (op == UnaryOp::Sigmoid) return formulas::sigmoidOf(x);
    if constexpr (op == UnaryOp::Erf) return formulas::errorFunctionOf(x);
    if constexpr (op == UnaryOp::GeLU) return formulas::geluOf(x);
    if constexpr (op == UnaryOp::GeLUTanh) return formulas::geluByTanhOf(x);
    if constexpr (op == UnaryOp::SiLU) return formulas::siluOf(x);
}

template<UnaryOp op> inline float computed(float x) {
    if constexpr (isElementary(op)) return elementary<op>(Float32Lane{x}).value;
    if constexpr (op == UnaryOp::Neg) return -x;
    if constexpr (op == UnaryOp::Abs) return magnitude(x);
    if constexpr (op == UnaryOp::Sign) return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f;
    if constexpr (op == UnaryOp::Square) return x * x;
    if constexpr (op == UnaryOp::Reciprocal) return 1.0f / x;
    if constexpr (op == UnaryOp::Floor) return roundedDown(x);
    if constexpr (op == UnaryOp::Ceil) return roundedUp(x);
    if constexpr (op == UnaryOp::Round) return roundedEven(x);
    if constexpr (op == UnaryOp::Sqrt) return __builtin_sqrtf(x);
    if constexpr (op == UnaryOp::Rsqrt) return 1.0f / __builtin_sqrtf(x);
    if constexpr (op == UnaryOp::ReLU) return x < 0.0f ? 0.0f : x;
    if constexpr (op == UnaryOp::Sin) return sineOfQuarter(x, 0);
    if constexpr (op == UnaryOp::Cos) return sineOfQuarter(x, 1);
}

template<UnaryOp op> void unaryLoop(const float *__restrict x, float *__restrict y, int64_t count) {
#if defined(JITSCOPE_HAS_FLOAT32_VECTOR)
    if constexpr (isElementary(op)) return forEachVector(x, y, count, [](auto lane) { return elementary<op>(lane); });
#endif
    for (int64_t i = 0; i < count; ++i)
        y[i] = computed<op>(x[i]);
}

/** The reduced argument of a huge angle would have no digits left: those few go to the C library. */
template<UnaryOp op> void trigonometricLoop(const float *__restrict x, float *__restrict y, int64_t count) {
    unaryLoop<op>(x, y, count);
    for (int64_t i = 0; i < count; ++i)
        if (!(magnitude(x[i]) <= trigonometricLimit))
            y[i] = op == UnaryOp::Sin ? __builtin_sinf(x[i]) : __builtin_cosf(x[i]);
}

template<UnaryOp op> void rowFunction(float *row, int64_t count) {
#if defined(JITSCOPE_HAS_FLOAT32_VECTOR)
    if constexpr (isElementary(op))
        return forEachVector(row, row, count, [](auto lane) { return elementary<op>(lane); });
#endif
    for (int64_t i = 0; i < count; ++i)
        row[i] = computed<op>(row[i]);
}

/** Short rows are brought together: every loop begins with loading some twenty constants. */
template<UnaryOp op> void pieceFunction(float *c, int64_t stride, int64_t rows, int64_t columns) {
    constexpr int64_t room = 384; // a tile of tilekernels.h
    if (rows == 1 || columns > room / 4) {
        for (int64_t i = 0; i < rows; ++i)
            rowFunction<op>(c + i * stride, columns);
        return;
    }
    alignas(64) float together[room];
    const int64_t step = room / columns;
    for (int64_t first = 0; first < rows; first += step) {
        const int64_t count = step < rows - first ? step : rows - first;
        for (int64_t i = 0; i < count; ++i)
            for (int64_t j = 0; j < columns; ++j)
                together[i * columns + j] = c[(first + i) * stride + j];
        rowFunction<op>(together, count * columns);
        for (int64_t i = 0; i < count; ++i)
            for (int64_t j = 0; j < columns; ++j)
                c[(first + i) * stride + j] = together[i * columns + j];
    }
}

// --- two operands ----------------------------------------------------------------------------------------------------

inline float floorRemainder(float a, float b) {
    const float r = __builtin_fmodf(a, b);
    return r != 0.0f && (r < 0.0f) != (b < 0.0f) ? r + b : withSignOf(magnitude(r), r == 0.0f ? b : r);
}

/** As NumPy: from the exact remainder, so that no quotient is rounded up to the next whole number. */
inline float floorQuotient(float a, float b) {
    if (b == 0.0f || b - b != 0.0f) return a / b; // by infinity, as MindSpore, a zero with its sign
    const float quotient = (a - floorRemainder(a, b)) / b;
    const float whole = roundedDown(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
}

template<BinaryOp op> inline float computed(float a, float b) {
    if constexpr (op == BinaryOp::Add) return a + b;
    if constexpr (op == BinaryOp::Sub) return a - b;
    if constexpr (op == BinaryOp::Mul) return a * b;
    if constexpr (op == BinaryOp::Div) return a / b;
    if constexpr (op == BinaryOp::FloorDiv) return floorQuotient(a, b);
    if constexpr (op == BinaryOp::FloorMod) return floorRemainder(a, b);
    // NaN of either operand wins.
    if constexpr (op == BinaryOp::Maximum) return a > b || a != a ? a : b;
    if constexpr (op == BinaryOp::Minimum) return a < b || a != a ? a : b;
    if constexpr (op == BinaryOp::Pow) return __builtin_powf(a, b);
}

template<CompareOp op> inline bool computed(float a, float b) {
    if constexpr (op == CompareOp::Equal) return a == b;
    if constexpr (op == CompareOp::NotEqual) return a != b;
    if constexpr (op == CompareOp::Less) return a < b;
    if constexpr (op == CompareOp::LessEqual) return a <= b;
    if constexpr (op == CompareOp::Greater) return a > b;
    if constexpr (op == CompareOp::GreaterEqual) return a >= b;
}

template<auto op, RowKind kind, class Out>
void pairLoop(const float *__restrict a, const float *__restrict b, Out *__restrict y, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
        y[i] = computed<op>(a[kind == RowKind::ScalarVector ? 0 : i], b[kind == RowKind::VectorScalar ? 0 : i]);
}

/** Small whole powers are products: exact where powf is, and vector code. */
void powByScalar(const float *__restrict a, const float *__restrict b, float *__restrict y, int64_t count) {
    const float exponent = *b;
    if (exponent == 2.0f) return unaryLoop<UnaryOp::Square>(a, y, count);
    if (exponent == 0.5f) {
        for (int64_t i = 0; i < count; ++i)
            y[i] = a[i] == -__builtin_inff() ? __builtin_inff() : __builtin_sqrtf(a[i] + 0.0f);
        return;
    }
    if (exponent == 3.0f) {
        for (int64_t i = 0; i < count; ++i)
            y[i] = a[i] * a[i] * a[i];
        return;
    }
    pairLoop<BinaryOp::Pow, RowKind::VectorScalar>(a, b, y, count);
}

// --- reductions
// -----------------------------------------------------------------------------------------------------------

template<ReductionOp op> inline float reduced(float a, float b) {
    if constexpr (op == ReductionOp::Sum) return a + b;
    if constexpr (op == ReductionOp::Max) return computed<BinaryOp::Maximum>(a, b);
    if constexpr (op == ReductionOp::Min) return computed<BinaryOp::Minimum>(a, b);
}

constexpr int lanes = 64;

/** Reduces a block in `lanes` independent columns, so that additions do not wait for each other, and then the columns
    pairwise. Sums of blocks are added in double precision: the error does not grow with the length of the row. */
template<ReductionOp op> double reduceRowLoop(const float *x, int64_t count) {
    constexpr int64_t block = 4096;
    double total = op == ReductionOp::Sum ? 0.0 : double(x[0]);
    for (int64_t start = 0; start < count; start += block) {
        const int64_t end = start + block < count ? start + block : count;
        float columns[lanes];
        for (int lane = 0; lane < lanes; ++lane)
            columns[lane] = op == ReductionOp::Sum ? 0.0f : x[start];
        int64_t i = start;
        for (; i + lanes <= end; i += lanes)
            for (int lane = 0; lane < lanes; ++lane)
                columns[lane] = reduced<op>(columns[lane], x[i + lane]);
        for (int lane = 0; i < end; ++i, ++lane)
            columns[lane] = reduced<op>(columns[lane], x[i]);
        for (int width = lanes / 2; width > 0; width /= 2)
            for (int lane = 0; lane < width; ++lane)
                columns[lane] = reduced<op>(columns[lane], columns[lane + width]);
        if (op == ReductionOp::Sum)
            total += double(columns[0]);
        else
            total = double(reduced<op>(float(total), columns[0]));
    }
    return total;
}

template<ReductionOp op> void reduceIntoLoop(float *__restrict into, const float *__restrict row, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
        into[i] = reduced<op>(into[i], row[i]);
}

// --- the table -------------------------------------------------------------------------------------------------------

#define JITSCOPE_ROWS(op, out)                                                                                         \
    {                                                                                                                  \
        pairLoop<op, RowKind::VectorVector, out>, pairLoop<op, RowKind::VectorScalar, out>,                            \
            pairLoop<op, RowKind::ScalarVector, out>                                                                   \
    }

constexpr Float32Kernels tableNamed(const char *name) {
    Float32Kernels table = {};
    table.name = name;
    table.unary = {unaryLoop<UnaryOp::Neg>,         unaryLoop<UnaryOp::Abs>,         unaryLoop<UnaryOp::Sign>,
                   unaryLoop<UnaryOp::Square>,      unaryLoop<UnaryOp::Reciprocal>,  unaryLoop<UnaryOp::Floor>,
                   unaryLoop<UnaryOp::Ceil>,        unaryLoop<UnaryOp::Round>,       unaryLoop<UnaryOp::Exp>,
                   unaryLoop<UnaryOp::Log>,         unaryLoop<UnaryOp::Sqrt>,        unaryLoop<UnaryOp::Rsqrt>,
                   unaryLoop<UnaryOp::Tanh>,        unaryLoop<UnaryOp::Sigmoid>,     unaryLoop<UnaryOp::ReLU>,
                   unaryLoop<UnaryOp::GeLU>,        unaryLoop<UnaryOp::GeLUTanh>,    unaryLoop<UnaryOp::SiLU>,
                   trigonometricLoop<UnaryOp::Sin>, trigonometricLoop<UnaryOp::Cos>, unaryLoop<UnaryOp::Erf>};
    for (const auto &[op, function] : std::initializer_list<std::pair<UnaryOp, Float32Kernels::InPlace>>{
             {UnaryOp::ReLU, pieceFunction<UnaryOp::ReLU>},
             {UnaryOp::GeLU, pieceFunction<UnaryOp::GeLU>},
             {UnaryOp::GeLUTanh, pieceFunction<UnaryOp::GeLUTanh>},
             {UnaryOp::Tanh, pieceFunction<UnaryOp::Tanh>},
             {UnaryOp::Sigmoid, pieceFunction<UnaryOp::Sigmoid>},
             {UnaryOp::SiLU, pieceFunction<UnaryOp::SiLU>}})
        table.inPlace[size_t(op)] = function;
    table.binary = {{JITSCOPE_ROWS(BinaryOp::Add, float),
                     JITSCOPE_ROWS(BinaryOp::Sub, float),
                     JITSCOPE_ROWS(BinaryOp::Mul, float),
                     JITSCOPE_ROWS(BinaryOp::Div, float),
                     JITSCOPE_ROWS(BinaryOp::FloorDiv, float),
                     JITSCOPE_ROWS(BinaryOp::FloorMod, float),
                     JITSCOPE_ROWS(BinaryOp::Maximum, float),
                     JITSCOPE_ROWS(BinaryOp::Minimum, float),
                     {pairLoop<BinaryOp::Pow, RowKind::VectorVector, float>, powByScalar,
                      pairLoop<BinaryOp::Pow, RowKind::ScalarVector, float>}}};
    table.compare = {{JITSCOPE_ROWS(CompareOp::Equal, bool), JITSCOPE_ROWS(CompareOp::NotEqual, bool),
                      JITSCOPE_ROWS(CompareOp::Less, bool), JITSCOPE_ROWS(CompareOp::LessEqual, bool),
                      JITSCOPE_ROWS(CompareOp::Greater, bool), JITSCOPE_ROWS(CompareOp::GreaterEqual, bool)}};
    table.reduceRow = {reduceRowLoop<ReductionOp::Sum>, reduceRowLoop<ReductionOp::Max>,
                       reduceRowLoop<ReductionOp::Min>};
    table.reduceInto = {reduceIntoLoop<ReductionOp::Sum>, reduceIntoLoop<ReductionOp::Max>,
                        reduceIntoLoop<ReductionOp::Min>};
    return table;
}

#undef JITSCOPE_ROWS

} // namespace
} // namespace jitscope::inline ops

// SPDX-License-Identifier: Apache-2.0
// What is done to a finished piece of a result while it is still in the cache: terms of its lines, then a function.
#pragma once

#include "engine/ops/kernels/float32kernels.h"

#include <cstdint>
#include <optional>

namespace jitscope::inline ops {

/** One number for each row, or each column, of a result: x becomes (x + bias - centre) * scale + shift. What is null is
    left out; centre, scale and shift are there together. */
template<class T> struct LineTerms {
    const T *bias = nullptr;
    const T *centre = nullptr, *scale = nullptr, *shift = nullptr;
};

template<class T> bool isEmpty(const LineTerms<T> &terms) {
    return !terms.bias && !terms.scale;
}

/** The terms of the lines from `line` on. */
template<class T> LineTerms<T> from(const LineTerms<T> &terms, int64_t line) {
    const auto moved = [line](const T *numbers) { return numbers ? numbers + line : nullptr; };
    return {moved(terms.bias), moved(terms.centre), moved(terms.scale), moved(terms.shift)};
}

/** All of it: the rows' terms, the columns', the function. */
template<class T> struct Epilogue {
    LineTerms<T> rows, columns;
    std::optional<UnaryOp> function;
};

/** `function` of each element of a piece, in place, by the loops of the operator itself: the same numbers to the last
    bit. Integers take the functions that give integers. */
template<class T> void applyFunction(UnaryOp function, T *c, int64_t stride, int64_t rows, int64_t columns);

/** All of it on rows x columns elements. For float and double. */
template<class T> void applyEpilogue(const Epilogue<T> &epilogue, T *c, int64_t stride, int64_t rows, int64_t columns);

} // namespace jitscope::inline ops

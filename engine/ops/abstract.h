// SPDX-License-Identifier: Apache-2.0
// What is known of a value before it is computed: its type, shape and dtype.
#pragma once

#include "engine/tensor/value.h"

#include <string>
#include <vector>

namespace jitscope::inline ops {

/** What is known of a value before it is computed. */
struct Abstract {
    enum class Kind : uint8_t { Unknown, Tensor, Scalar, Tuple, Function, None, Monad };

    Kind kind = Kind::Unknown;
    DType dtype = DType::Float32; ///< of tensors and scalars
    Dims shape;                   ///< of tensors
    std::vector<Abstract> items;  ///< of tuples
    Value value;                  ///< the constant, where it is one (scalars, strings, dtypes, tuples of those)
    bool isConstant = false;      ///< `value` holds
    std::string referenceKey;     ///< parameters (weights): their name, printed as Ref[...], ref_key=
    std::string text;             ///< the type as an imported dump spells it, where it says more than we model

    static Abstract tensor(DType dtype, const Dims &shape);
    static Abstract tuple(std::vector<Abstract> items);
    static Abstract function();
    /** Of a constant (its dtype, shape, items follow from it) or of a tensor value (not constant then). */
    static Abstract of(const Value &value);
    /** Of a constant tensor: as of(), and marked constant. */
    static Abstract constant(const Value &value);

    bool isTensor() const { return kind == Kind::Tensor; }
    int64_t count() const { return shape.product(); }
    int64_t bytes() const; ///< of all tensors in it
};

/** Equal kind, dtype, shape, items (not: constant values). */
bool sameType(const Abstract &a, const Abstract &b);

/** The short form of cards and messages: "f32[2,3]", "i64", "(f32[2], f32[2])". */
std::string brief(const Abstract &abstract);

} // namespace jitscope::inline ops

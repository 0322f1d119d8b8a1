// SPDX-License-Identifier: Apache-2.0
// Attention without the matrix of weights: softmax(q k^T * scale + mask) v, a few queries and keys at a time.
#pragma once

#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Shapes (batch, heads, rows, columns) of any strides. Neighbouring heads share a head of keys and values where those
    have fewer. */
struct AttentionOperands {
    Tensor query; ///< (batch, heads, queries, depth)
    Tensor key;   ///< (batch, key heads, keys, depth)
    Tensor value; ///< (batch, key heads, keys, value depth)
    Tensor mask;  ///< added to the scores: broadcasts to (batch, heads, queries, keys); or not defined
    double scale = 1;
};

/** (batch, heads, queries, value depth) of the dtype of `query`; one floating dtype. A query whose scores are all minus
    infinity gives NaN, as softmax does. */
Tensor computeAttention(const AttentionOperands &operands);

} // namespace jitscope::inline ops

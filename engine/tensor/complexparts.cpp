// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/complexparts.h"

namespace jitscope::inline tensor {

Tensor realParts(const Tensor &tensor) {
    if (!isComplex(tensor.dtype())) return tensor;
    Dims strides = tensor.strides();
    for (int axis = 0; axis < strides.rank(); ++axis)
        strides[axis] *= 2;
    return Tensor(tensor.storage(), tensor.shape(), strides, 2 * tensor.offset(), partDType(tensor.dtype()));
}

Tensor castToReal(const Tensor &tensor, DType dtype) {
    const bool losesHalf = isComplex(tensor.dtype()) && !isComplex(dtype) && dtype != DType::Bool;
    return (losesHalf ? realParts(tensor) : tensor).cast(dtype);
}

} // namespace jitscope::inline tensor

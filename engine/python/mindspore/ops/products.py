# SPDX-License-Identifier: Apache-2.0
"""Products of vectors, matrices and batches of them. They run as they stand, eagerly and in graphs: symbols turn each
operator that they call into a node, so that both modes compute the same."""
import math

import _jitscope
from mindspore.ops.primitive import primitive_call as call

__all__ = ["matmul", "bmm", "mm", "dense", "bidense"]


def _check_tensors(a, b):
    for tensor in (a, b):
        if not isinstance(tensor, _jitscope.Tensor):
            raise TypeError(f"For 'MatMul', both operands must be Tensors, but got '{type(a).__name__}' and "
                            f"'{type(b).__name__}'.")


def _check_shapes(a, b):
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("For 'MatMul', inputs must be all tensors and rank >= 1")
    inner, outer = a.shape[-1], b.shape[-2] if b.ndim > 1 else b.shape[0]
    if inner != outer:
        raise ValueError(f"For 'MatMul' the input dimensions must be equal, but got 'x1_col': {inner} and 'x2_row': {outer}, "
                         f"input.shape = {list(a.shape)} and other.shape = {list(b.shape)}.")


def _broadcast_shape(a, b):
    length = max(len(a), len(b))
    pairs = zip((1,) * (length - len(a)) + a, (1,) * (length - len(b)) + b)
    shape = []
    for x, y in pairs:
        if x != y and 1 not in (x, y):
            raise ValueError(f"For 'MatMul', the batch axes {list(a)} and {list(b)} need to broadcast.")
        shape.append(y if x == 1 else x)
    return tuple(shape)


def matmul(input, other):
    """The matrix product by NumPy's rules: vectors are rows or columns, leading axes are batches that broadcast."""
    _check_tensors(input, other)
    if input.ndim == 2 and other.ndim == 2:
        # The operator's own rule checks the sizes: who looks at none here can be one graph for all (dynamic=1).
        return call("MatMul", input, other, False, False)
    _check_shapes(input, other)
    a = call("Reshape", input, (1, *input.shape)) if input.ndim == 1 else input
    b = call("Reshape", other, (*other.shape, 1)) if other.ndim == 1 else other
    product = _batched(a, b)
    shape = list(product.shape)
    if other.ndim == 1:
        shape.pop()
    if input.ndim == 1:
        shape.pop(-1 if other.ndim == 1 else -2)
    return product if len(shape) == product.ndim else call("Reshape", product, tuple(shape))


def _batched(a, b):
    if a.ndim == 2 and b.ndim == 2:
        return call("MatMul", a, b, False, False)
    if b.ndim == 2:
        # Batches of rows against one matrix are one large product.
        rows = call("Reshape", a, (math.prod(a.shape[:-1]), a.shape[-1]))
        product = call("MatMul", rows, b, False, False)
        return call("Reshape", product, (*a.shape[:-1], b.shape[-1]))
    batch = _broadcast_shape(a.shape[:-2], b.shape[:-2])
    if a.shape[:-2] != batch:
        a = call("BroadcastTo", a, (*batch, *a.shape[-2:]))
    if b.shape[:-2] != batch:
        b = call("BroadcastTo", b, (*batch, *b.shape[-2:]))
    return call("BatchMatMul", a, b, False, False)


def mm(input, mat2):
    """The product of two matrices."""
    return matmul(input, mat2)


def bmm(input_x, mat2):
    """The products of two batches of matrices."""
    return matmul(input_x, mat2)


def dense(input, weight, bias=None):
    """input @ weight.T + bias; input (..., in), weight (out, in) or (in,), bias (out,)."""
    result = matmul(input, weight if weight.ndim == 1 else weight.swapaxes(0, 1))
    return result if bias is None else result + bias


def bidense(input1, input2, weight, bias=None):
    """input1 @ weight[o] @ input2 + bias[o] for each output o. Inputs (..., in1) and (..., in2), weight (out, in1,
    in2), result (..., out)."""
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(f"For 'bidense', the leading axes of the inputs must be the same, but got {input1.shape} and "
                         f"{input2.shape}.")
    out, in1, in2 = weight.shape
    # (n, in1) @ (in1, out * in2), then the products with input2 summed up.
    mixed = matmul(input1.reshape((-1, in1)), weight.transpose((1, 0, 2)).reshape((in1, out * in2)))
    result = (mixed.reshape((-1, out, in2)) * input2.reshape((-1, 1, in2))).sum(-1)
    result = result if bias is None else result + bias
    return result.reshape((*input1.shape[:-1], out))

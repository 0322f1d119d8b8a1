# SPDX-License-Identifier: Apache-2.0
"""Functions that are several operators. They run as they stand, eagerly and in graphs: symbols turn each operator that
they call into a node, so that both modes compute the same."""
import math

import _jitscope
from mindspore.common.dtype import Type
from mindspore.ops.primitive import primitive_call as call

__all__ = ["matmul", "bmm", "mm", "softmax", "flatten", "swapaxes", "swapdims", "unsqueeze", "cast",
           "transpose", "permute", "square"]


def _check_matmul(a, b):
    for tensor in (a, b):
        if not isinstance(tensor, _jitscope.Tensor):
            raise TypeError(f"For 'MatMul', both operands must be Tensors, but got '{type(a).__name__}' and "
                            f"'{type(b).__name__}'.")
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
    _check_matmul(input, other)
    if input.ndim == 2 and other.ndim == 2:
        return call("MatMul", input, other, False, False)
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


def softmax(input, axis=-1, *, dtype=None):
    """exp(input) / sum(exp(input)) along axis; converted to dtype before."""
    if dtype is not None:
        input = cast(input, dtype)
    return call("Softmax", input, axis)


def cast(input, dtype):
    """Each element of input converted to dtype."""
    if not isinstance(dtype, Type):
        raise TypeError(f"For 'Cast', the input 'dtype' should be mindspore dtype, but got {dtype}.")
    return call("Cast", input, dtype)


def flatten(input, order="C", *, start_dim=1, end_dim=-1):
    """The axes from start_dim to end_dim merged into one."""
    if order not in ("C", "F"):
        raise ValueError(f"For 'flatten', the 'order' must be 'C' or 'F', but got '{order}'.")
    if order == "F":
        input = transpose(input, tuple(reversed(range(input.ndim))))
    return call("Flatten", input, start_dim, end_dim)


def transpose(input, input_perm):
    """The axes of input in the order of input_perm."""
    return call("Transpose", input, tuple(input_perm))


def permute(input, axis):
    """The axes of input in the order of axis."""
    return call("Transpose", input, (axis,) if isinstance(axis, int) else tuple(axis))


def swapaxes(input, axis0, axis1):
    """Two axes of input swapped."""
    for name, axis in (("axis0", axis0), ("axis1", axis1)):
        if not isinstance(axis, int):
            raise TypeError(f"For 'swapaxes', '{name}' must be an integer, but got '{type(axis).__name__}'.")
        if not -input.ndim <= axis < input.ndim:
            raise ValueError(f"For 'swapaxes', the axis value must be in [{-input.ndim},{input.ndim}), but got {axis}.")
    order = list(range(input.ndim))
    order[axis0], order[axis1] = order[axis1], order[axis0]
    return call("Transpose", input, tuple(order))


def swapdims(input, dim0, dim1):
    """Two axes of input swapped."""
    return swapaxes(input, dim0, dim1)


def unsqueeze(input, dim):
    """input with an axis of size 1 put in at dim."""
    return call("ExpandDims", input, dim)


def square(input):
    """input * input."""
    return input * input

# SPDX-License-Identifier: Apache-2.0
"""Activations that are several operators."""
from mindspore.common.dtype import float32, int8, int32
from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.elementwise import cast
from mindspore.ops.primitive import primitive_call as call

__all__ = ["glu", "hardtanh", "prelu", "rrelu", "selu", "soft_shrink", "softmax", "softmin", "swiglu", "tanhshrink"]


def _halves(x, axis):
    axis = from_front(axis, x.ndim)
    size = x.shape[axis]
    if size % 2 != 0:
        raise ValueError(f"For 'Split', x_shape[{axis}] must be divisible by output_num = 2, but got {size}")
    lead = (slice(None),) * axis
    return x[(*lead, slice(0, size // 2))], x[(*lead, slice(size // 2, size))]


def glu(x, axis=-1):
    """a * sigmoid(b) with a and b the two halves of x along an axis of even size."""
    if x.ndim == 0:
        raise ValueError("For 'glu', the dimension of 'x' must be at least 1, but got 0.")
    a, b = _halves(x, axis)
    return a * call("Sigmoid", b)


def hardtanh(input, min_val=-1.0, max_val=1.0):
    """input brought between min_val and max_val, which integers take without what stands behind the point."""
    if not isinstance(input, Tensor) or input.is_floating_point() or input.is_complex():
        return call("Hardtanh", input, min_val, max_val)
    low, high = (Tensor(int(bound)).astype(input.dtype) for bound in (min_val, max_val))
    return call("Minimum", call("Maximum", input, low), high)


def selu(input_x):
    """scale * x where x is positive, scale * alpha * (exp(x) - 1) elsewhere. Of Int8 and Int32, whose results are cut, with
    a scale of 1, as MindSpore's CPU has it."""
    if isinstance(input_x, Tensor) and input_x.dtype in (int8, int32):
        below = call("Cast", call("Expm1", call("Cast", input_x, float32)), input_x.dtype)
        return call("Select", call("Greater", input_x, 0), input_x, below)
    return call("SeLU", input_x)


def swiglu(input, dim=-1):
    """silu(a) * b with a and b the two halves of input along an axis of even size."""
    a, b = _halves(input, dim)
    return call("SiLU", a) * b


def prelu(input, weight):
    """input where it is positive, weight * input elsewhere; weight has one element, or one for each channel (axis
    1)."""
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim != 1 or weight.shape[0] not in (1, channels):
        raise ValueError(f"For 'Prelu', the length of 'weight' must be equal to number of channels: {channels}, but "
                         f"got {weight.shape}.")
    if input.ndim == 0:
        weight = weight.reshape(())
    if weight.size > 1:
        weight = weight.reshape((channels, *(1,) * (input.ndim - 2)))
    return call("Select", input > 0, input, weight * input)


def rrelu(input, lower=1 / 8, upper=1 / 3):
    """input where it is positive, elsewhere input times a random number between lower and upper; its slope at 0 is 0."""
    slope = call("UniformReal", input.shape, input.dtype) * (upper - lower) + lower
    factor = call("Select", input < 0, slope, call("Cast", input > 0, input.dtype))
    return factor * input


def softmin(x, axis=-1, *, dtype=None):
    """exp(-x) / sum(exp(-x)) along an axis."""
    return softmax(-x, axis, dtype=dtype)


def soft_shrink(input, lambd=0.5):
    """The same as softshrink."""
    return call("SoftShrink", input, lambd)


def tanhshrink(input):
    """input - tanh(input)"""
    return input - call("Tanh", input)


def softmax(input, axis=-1, *, dtype=None):
    """exp(input) / sum(exp(input)) along axis; converted to dtype before."""
    if dtype is not None:
        input = cast(input, dtype)
    return call("Softmax", input, axis)

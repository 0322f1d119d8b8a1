# SPDX-License-Identifier: Apache-2.0
"""mint's element-wise functions whose signatures differ from those of mindspore.ops."""
from mindspore import ops
from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["add", "sub", "mul", "div", "divide", "fmod", "lerp", "addcdiv", "clamp", "eq", "ne", "gt", "greater", "lt",
           "less", "le", "less_equal", "greater_equal", "not_equal", "floor_divide", "remainder", "bitwise_not",
           "isnan", "where", "xlogy", "arcsin", "frac", "sqrt", "clone", "baddbmm", "vdot", "mv", "float_power",
           "isneginf", "addcmul", "addr_", "equal", "fix", "ge", "trunc", "bmm", "cdist", "item"]


def item(input):
    """The only element, as a number of Python's."""
    return input.item()


def _scaled(other, alpha):
    return other if alpha == 1 else other * alpha


def _summand(input, other, alpha):
    """alpha * other; bools beside a tensor count in its dtype."""
    if alpha != 1 and isinstance(input, Tensor) and isinstance(other, Tensor) and other.dtype == mstype.bool_:
        other = other.astype(input.dtype)
    return _scaled(other, alpha)


def add(input, other, *, alpha=1):
    """input + alpha * other."""
    return call("Add", input, _summand(input, other, alpha))


def sub(input, other, *, alpha=1):
    """input - alpha * other."""
    return call("Sub", input, _summand(input, other, alpha))


def mul(input, other):
    """input * other."""
    return call("Mul", input, other)


def div(input, other, *, rounding_mode=None):
    """input / other; rounding_mode "floor" or "trunc" rounds the quotient."""
    if rounding_mode is None:
        return call("Div", input, other)
    if rounding_mode == "floor":
        return call("FloorDiv", input, other)
    if rounding_mode == "trunc":
        return ops.div(input, other, rounding_mode="trunc")
    raise ValueError("For ops.div, rounding_mode value should be None, 'floor' or 'trunc', but got "
                     f"{rounding_mode}.")


def divide(input, other, *, rounding_mode=None):
    """As div."""
    return div(input, other, rounding_mode=rounding_mode)


def floor_divide(input, other):
    """The quotient rounded down."""
    return call("FloorDiv", input, other)


def remainder(input, other):
    """What floor_divide leaves over; of the sign of other."""
    return call("FloorMod", input, other)


def fmod(input, other):
    """What division rounded towards zero leaves over; of the sign of input."""
    return ops.fmod(input, other)


def lerp(input, end, weight):
    """input + weight * (end - input)."""
    return ops.lerp(input, end, weight)


def addcdiv(input, tensor1, tensor2, *, value=1):
    """input + value * tensor1 / tensor2."""
    return ops.addcdiv(input, tensor1, tensor2, value)


def addcmul(input, tensor1, tensor2, *, value=1):
    """input + value * tensor1 * tensor2."""
    return ops.addcmul(input, tensor1, tensor2, value)


def addr_(input, vec1, vec2, beta=1, alpha=1):
    """beta * input + alpha * the outer product of two vectors, in place."""
    product = call("Mul", call("ExpandDims", vec1, 1), vec2)
    return call("InplaceCopy", input, _scaled(input, beta) + _scaled(product, alpha))


def trunc(input):
    """Rounded towards zero."""
    return ops.trunc(input)


fix = trunc


def clamp(input, min=None, max=None):
    """input, but not below min and not above max (numbers or tensors)."""
    return ops.clamp(input, min, max)


def eq(input, other):
    """Where they are equal."""
    return call("Equal", input, other)


def ne(input, other):
    """Where they differ."""
    return call("NotEqual", input, other)


def gt(input, other):
    """Where input is greater."""
    return call("Greater", input, other)


def lt(input, other):
    """Where input is less."""
    return call("Less", input, other)


def le(input, other):
    """Where input is less or equal."""
    return call("LessEqual", input, other)


def greater_equal(input, other):
    """Where input is greater or equal."""
    return call("GreaterEqual", input, other)


greater, less, less_equal, not_equal, ge = gt, lt, le, ne, greater_equal


def equal(input, other):
    """Whether shapes and all elements are equal; a Python bool."""
    if not isinstance(other, Tensor):
        raise TypeError(f"For 'equal', the 'other' must be a Tensor, but got {type(other).__name__}.")
    return input.shape == other.shape and bool(call("ReduceAll", call("Equal", input, other)).item())


def bitwise_not(input):
    """Each bit turned over; the negation of bools."""
    return ops.bitwise_not(input)


def isnan(tensor):
    """Where it is not a number."""
    return ops.isnan(tensor)


def isneginf(input):
    """Where it is minus infinity."""
    return call("Equal", input, float("-inf"))


def where(condition, input=None, other=None):
    """input where the condition holds, else other; where(condition) gives the places that hold, one tensor an axis."""
    if input is None and other is None:
        return ops.nonzero(condition, as_tuple=True)
    return ops.where(condition, input, other)


def xlogy(input, other):
    """input * log(other), 0 where input is 0."""
    return ops.xlogy(input, other)


def arcsin(x):
    """The inverse of the sine."""
    return ops.asin(x)


def frac(input):
    """input without its whole part."""
    return input - ops.trunc(input)


def sqrt(input):
    """The square root."""
    return call("Sqrt", input)


def float_power(input, exponent):
    """input to the power of exponent, computed in Float64."""
    return ops.float_power(input, exponent)


def clone(input):
    """A copy with elements of its own; the gradient passes through it."""
    return input.clone() if hasattr(input, "clone") else input.copy()


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * (batch1 @ batch2)."""
    return _scaled(input, beta) + _scaled(call("BatchMatMul", batch1, batch2), alpha)


def bmm(input, mat2):
    """The products of two batches of matrices."""
    return call("BatchMatMul", input, mat2)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distances of order p of each row of x1 from each of x2; compute_mode changes no result here."""
    return ops.cdist(x1, x2, p)


def vdot(input, other):
    """The sum of the products of two tensors of rank 1."""
    return call("ReduceSum", input * other)


def mv(input, vec):
    """A matrix times a vector."""
    return ops.matmul(input, vec)

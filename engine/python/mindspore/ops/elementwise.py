# SPDX-License-Identifier: Apache-2.0
"""Element-wise functions that are several operators, or whose arguments differ from those of the operator."""
import math

import _jitscope
from mindspore.common.dtype import Type, bfloat16, float16, float32, float64, int32, int64, uint8
from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.primitive import primitive_call as call

__all__ = ["accumulate_n", "addn", "approximate_equal", "cast", "clamp", "clip", "clip_by_value",
           "deg2rad", "diff", "div", "divide", "eps", "float_power", "fmax", "fmin", "frac", "inv",
           "is_complex", "is_nonzero", "isneginf", "isposinf", "isreal", "ldexp", "logit", "mvlgamma",
           "polygamma", "population_count", "subtract", "positive", "rad2deg", "polar", "round", "sgn",
           "signbit", "square", "trapz", "true_divide", "type_as", "view_as_real", "where"]

_cat = _jitscope.functions["cat"]
_narrow = _jitscope.functions["narrow"]

_FLOATING = (float16, bfloat16, float32, float64)


# --- rounding and quotients -------------------------------------------------------------------------------------------

def div(input, other, *, rounding_mode=None):
    """input / other element by element; integers give Float32. rounding_mode "floor" rounds the quotient down, "trunc"
    towards zero (both keep the dtype of integers). Shapes broadcast."""
    if rounding_mode not in (None, "floor", "trunc"):
        raise ValueError("For ops.div, rounding_mode value should be None, 'floor' or 'trunc'.")
    if rounding_mode == "floor":
        return call("FloorDiv", input, other)
    return call("TruncateDiv" if rounding_mode == "trunc" else "Div", input, other)


def divide(input, other, *, rounding_mode=None):
    """As div."""
    return div(input, other, rounding_mode=rounding_mode)


def true_divide(dividend, divisor):
    """dividend / divisor element by element; integers give Float32."""
    return call("Div", dividend, divisor)


def frac(x):
    """The part of each element behind the point, with its sign."""
    return x - call("Trunc", x)


def round(input, *, decimals=0):
    """Each element rounded to `decimals` places, halves to even; same shape and dtype. Negative decimals round before
    the point."""
    if not isinstance(decimals, int) or isinstance(decimals, bool):
        raise TypeError(f"For 'round', the type of 'decimals' must be int, but got {type(decimals).__name__}.")
    if decimals == 0:
        return call("Round", input)
    scale = 10.0 ** abs(decimals)
    if decimals > 0:
        return call("Div", call("Round", call("Mul", input, scale)), scale)
    return call("Mul", call("Round", call("Div", input, scale)), scale)


def inv(x):
    """1 / x element by element, in the dtype of x: without its fraction for integers, and the smallest one for 1 / 0."""
    if x.dtype not in (int32, int64):
        return call("Reciprocal", x)
    # Only 1 and -1 have an inverse that is not 0.
    unit = call("LessEqual", call("Abs", x), 1)
    lowest = call("Full", x.shape, -2 ** 31 if x.dtype == int32 else -2 ** 63, x.dtype)
    return call("Select", call("Equal", x, 0), lowest, call("Select", unit, x, call("ZerosLike", x)))


def float_power(input, exponent):
    """input raised to exponent, computed in Float64; shapes broadcast."""
    if not isinstance(input, _jitscope.Tensor) and not isinstance(exponent, _jitscope.Tensor):
        raise TypeError("For 'float_power', at least one of the inputs must be a Tensor.")
    base, power = (call("Cast", value, float64) if isinstance(value, _jitscope.Tensor) else float(value)
                   for value in (input, exponent))
    return call("Pow", base, power)


def ldexp(x, other):
    """x * 2^other element by element; shapes broadcast."""
    return call("Mul", x, call("Pow", 2.0, other))


def deg2rad(x):
    """Degrees as radians."""
    return call("Mul", x, math.pi / 180)


def rad2deg(x):
    """Radians as degrees."""
    return call("Mul", x, 180 / math.pi)


# --- bounds -----------------------------------------------------------------------------------------------------------

def clamp(input, min=None, max=None):
    """Each element of input brought between min and max: both numbers, or both tensors that broadcast with it. None
    leaves a side open; where min is greater than max, the result is max. ValueError when both are None, TypeError for a
    number and a tensor."""
    if min is None and max is None:
        raise ValueError("For Clamp, at least one of 'min' or 'max' must not be None.")
    for bound in (min, max):
        if not (bound is None or isinstance(bound, (_jitscope.Tensor, int, float))):
            raise TypeError(f"Failed calling clamp with \"clamp(input=Tensor, min={type(min).__name__}, "
                            f"max={type(max).__name__})\": the bounds must be numbers or Tensors.")
    bounds = [bound for bound in (min, max) if bound is not None]
    are_tensors = {isinstance(bound, _jitscope.Tensor) for bound in bounds}
    if len(are_tensors) > 1:
        raise TypeError(f"Failed calling clamp with \"clamp(input=Tensor, min={type(min).__name__}, "
                        f"max={type(max).__name__})\": the bounds must both be numbers or both be Tensors.")
    if any(isinstance(bound, bool) for bound in bounds):
        raise ValueError("For Clamp, the dtype of 'input', 'min' and 'max' must not be bool.")
    if True in are_tensors:
        return call("ClampTensor", input, min, max)
    return call("ClampScalar", input, min, max)


def clip(input, min=None, max=None):
    """As clamp."""
    return clamp(input, min, max)


def _clipped(x, low, high):
    """By a maximum and a minimum, whose gradients are shared on the bounds."""
    x = x if low is None else call("Maximum", x, low)
    return x if high is None else call("Minimum", x, high)


def clip_by_value(x, clip_value_min=None, clip_value_max=None):
    """x, or a tuple of each tensor of a tuple or list x, brought between the bounds; one of them may be None."""
    if clip_value_min is None and clip_value_max is None:
        raise ValueError("For 'clip_by_value', at least one of 'clip_value_min' or 'clip_value_max' must not be None.")
    if isinstance(x, (tuple, list)):
        return tuple(_clipped(item, clip_value_min, clip_value_max) for item in x)
    return _clipped(x, clip_value_min, clip_value_max)


def _without_nan(wins, a, b):
    """a where it wins or b is NaN, also where they are equal: there it gets the whole gradient."""
    return call("Select", call("LogicalOr", call(wins, a, b), call("IsNan", b)), a, b)


def fmax(input, other):
    """The larger of input and other element by element; a number wins over NaN."""
    return _without_nan("GreaterEqual", input, other)


def fmin(input, other):
    """The smaller of input and other element by element; a number wins over NaN."""
    return _without_nan("LessEqual", input, other)


def where(condition, input, other):
    """input where the Bool condition holds, else other; shapes broadcast, dtypes are promoted. Numbers may stand for
    input and other."""
    if not isinstance(input, _jitscope.Tensor) and not isinstance(other, _jitscope.Tensor):
        both_whole = isinstance(input, int) and isinstance(other, int)
        input = _jitscope.Tensor(input, int64 if both_whole else float32)
    return call("Select", condition, input, other)


# --- questions --------------------------------------------------------------------------------------------------------

def sgn(input):
    """-1, 0 or 1 by the sign of each element."""
    return call("Sign", input)


def signbit(input):
    """True where the element is negative (or -0.0), as Bool."""
    negative = call("Less", input, 0)
    if input.dtype not in _FLOATING:
        return negative
    # Only the reciprocal tells -0 from 0.
    zero = call("LogicalAnd", call("Equal", input, 0), call("Less", call("Reciprocal", input), 0))
    return call("LogicalOr", negative, zero)


def isposinf(input):
    """True where the element is inf, as Bool."""
    return call("Equal", input, math.inf)


def isneginf(input):
    """True where the element is -inf, as Bool."""
    return call("Equal", input, -math.inf)


def isreal(input):
    """True where the imaginary part is 0, as Bool."""
    if input.dtype.is_complex:
        return call("Equal", call("Imag", input), 0)
    return call("LogicalOr", call("Equal", input, input), True)


def is_complex(input):
    """Whether the dtype is complex."""
    return input.dtype.is_complex


def eps(x):
    """The distance from 1 to the next number of x's dtype, in the shape of x."""
    steps = {float16: 2.0 ** -10, bfloat16: 2.0 ** -7, float64: 2.0 ** -52}
    return call("ZerosLike", x) + steps.get(x.dtype, 2.0 ** -23)


def approximate_equal(x, y, tolerance=1e-5):
    """True where |x - y| < tolerance, as Bool. Raises TypeError for a tolerance that is no float, RuntimeError for tensors
    of different shapes."""
    if not isinstance(tolerance, float):
        raise TypeError(f"For 'ApproximateEqual', the type of 'tolerance' should be 'float', but got type "
                        f"'{type(tolerance).__name__}'.")
    if x.shape != y.shape:
        raise RuntimeError("For 'ApproximateEqual', arg 'x1' must have the same shape as 'x2'. But got 'x1' shape: "
                           f"{x.shape}, 'x2' shape: {y.shape}.")
    return call("Less", call("Abs", call("Sub", x, y)), tolerance)


# --- complex numbers --------------------------------------------------------------------------------------------------

def polar(abs, angle):
    """The complex numbers of a magnitude and an angle, both Float32 or both Float64."""
    return call("Complex", call("Mul", abs, call("Cos", angle)), call("Mul", abs, call("Sin", angle)))


def view_as_real(input):
    """The real and the imaginary parts of complex numbers along one more axis at the end; a copy. TypeError for others."""
    if not input.dtype.is_complex:
        raise TypeError(f"For 'view_as_real', the input must be a Tensor of complex numbers, but got Tensor[{input.dtype}].")
    return call("Stack", (call("Real", input), call("Imag", input)), -1)


def positive(input):
    """input itself."""
    return input


# --- special functions ------------------------------------------------------------------------------------------------

def logit(input, eps=None):
    """log(input / (1 - input)), of input brought between eps and 1 - eps if eps is given; integers give Float32."""
    value = input if eps is None else call("ClampScalar", input, eps, 1 - eps)
    return call("Log", call("Div", value, call("Sub", 1.0, value)))


def polygamma(n, input):
    """The n-th derivative of digamma at each element; n is an int or a tensor of one."""
    order = n if isinstance(n, int) else int(n.item())
    return call("Polygamma", order, input)


def subtract(input, other, *, alpha=1):
    """input - alpha * other."""
    return call("Sub", input, other if alpha == 1 else call("Mul", other, alpha))


def population_count(input_x):
    """How many bits of each integer are set; UInt8."""
    total = call("ZerosLike", input_x)
    for bit in range(8 * input_x.itemsize):
        total = total + call("BitwiseAnd", call("RightShift", input_x, Tensor(bit, input_x.dtype)),
                             Tensor(1, input_x.dtype))
    return call("Cast", total, uint8)


def mvlgamma(input, p):
    """The logarithm of the multivariate gamma function of dimension p at each element, which must exceed (p - 1) /
    2."""
    total = call("Lgamma", input)
    for i in range(1, p):
        total = total + call("Lgamma", input - i / 2)
    return total + p * (p - 1) / 4 * math.log(math.pi)


# --- sums of tensors and along axes -----------------------------------------------------------------------------------

def _listed(shape):
    return f"({', '.join(map(str, shape))})"


def addn(x):
    """The sum of a tuple or list of tensors of one shape and dtype."""
    tensors = [x] if isinstance(x, _jitscope.Tensor) else list(x)
    if not tensors:
        raise ValueError("For primitive[AddN], the input num must be greater than or equal to 1, but got 0.")
    for place, tensor in enumerate(tensors):
        if not isinstance(tensor, _jitscope.Tensor):
            raise TypeError(f"For 'AddN', the inputs must be a tuple or list of Tensors, but got "
                            f"{type(tensor).__name__} in it.")
        if tensor.shape != tensors[0].shape:
            raise ValueError(f"For 'AddN', input shape must be same, but got shape of input[{place}]: "
                             f"{_listed(tensor.shape)}, shape of input[0]: {_listed(tensors[0].shape)}.")
    total = tensors[0]
    for tensor in tensors[1:]:
        total = call("Add", total, tensor)
    return total


def accumulate_n(x):
    """As addn."""
    return addn(x)


def diff(x, n=1, axis=-1, prepend=None, append=None):
    """The differences of neighbours along axis, n times; prepend and append are joined to x before."""
    parts = [part for part in (prepend, x, append) if part is not None]
    x = parts[0] if len(parts) == 1 else _cat(tuple(parts), axis)
    axis = from_front(axis, x.ndim, IndexError)
    for _ in range(n):
        size = x.shape[axis]
        if size <= 1:
            return _narrow(x, axis, 0, 0)
        later, earlier = _narrow(x, axis, 1, size - 1), _narrow(x, axis, 0, size - 1)
        x = call("NotEqual" if str(x.dtype) == "Bool" else "Sub", later, earlier)
    return x


def trapz(y, x=None, *, dx=1.0, dim=-1):
    """The integral of y along dim by trapezia, at places x or dx apart."""
    axis, size = dim % y.ndim, y.shape[dim]
    if size < 2:
        return call("ReduceSum", call("Mul", y, 0.0), axis)
    halves = (_narrow(y, axis, 1, size - 1) + _narrow(y, axis, 0, size - 1)) * 0.5
    if x is None:
        return call("ReduceSum", halves, axis) * dx
    steps = diff(x, axis=-1 if x.ndim == 1 else axis)
    if x.ndim == 1:
        steps = call("Reshape", steps, (size - 1,) + (1,) * (y.ndim - 1 - axis))
    return call("ReduceSum", halves * steps, axis)


# --- conversions, and whether a number is 0 ---------------------------------------------------------------------------

def cast(input, dtype):
    """Each element of input, a tensor or a number, converted to dtype."""
    if not isinstance(dtype, Type):
        raise TypeError(f"For 'Cast', the input 'dtype' should be mindspore dtype, but got {dtype}.")
    if isinstance(input, (int, float)):
        return Tensor(input, dtype)
    return call("Cast", input, dtype)


def type_as(input, other):
    """input converted to the dtype of other."""
    return call("Cast", input, other.dtype)


def square(input):
    """input * input."""
    return input * input


def is_nonzero(input):
    """Whether the only element is not 0. Raises ValueError if there are more."""
    if input.size != 1:
        raise ValueError("For 'is_nonzero', the numel of 'input' must be 1, but got "
                         f"{input.size}.")
    return bool(input.item())

# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy that compute element by element: tables of the operators they are."""
import math

import _jitscope
from mindspore.common.dtype import bool_, float16, float32
from mindspore.numpy._arguments import as_tensor, call, cast, floating, operands, ops

# name -> the record, or the function of mindspore.ops
_UNARY = {"abs": "Abs", "absolute": "Abs", "fabs": "Abs", "reciprocal": "Reciprocal",
          "square": "Square",
          "sqrt": "Sqrt", "exp": "Exp", "exp2": "Exp2", "expm1": "Expm1", "log": "Log", "log10": "Log10",
          "log1p": "Log1p",
          "log2": "Log2", "sin": "Sin", "cos": "Cos", "tan": "Tan", "arcsin": "Asin", "arccos": "ACos",
          "arctan": "Atan",
          "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "arcsinh": "Asinh", "arccosh": "Acosh", "arctanh": "Atanh",
          "floor": "Floor", "ceil": "Ceil", "rint": "Round", "trunc": "Trunc", "isnan": "IsNan",
          "isinf": "IsInf",
          "isfinite": "IsFinite", "invert": "BitwiseNot", "bitwise_not": "BitwiseNot"}
_FLOATING = {"reciprocal", "sqrt", "exp2", "sinh", "cosh", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "rint",
             "trunc"}
_BINARY = {"add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "true_divide": "Div", "power": "Pow",
           "float_power": "Pow", "floor_divide": "FloorDiv", "mod": "FloorMod", "remainder": "FloorMod", "fmod": "fmod",
           "maximum": "Maximum", "minimum": "Minimum", "arctan2": "Atan2", "hypot": "Hypot", "logaddexp": "LogAddExp",
           "logaddexp2": "LogAddExp2", "copysign": "CopySign", "gcd": "Gcd", "lcm": "Lcm",
           "equal": "Equal", "not_equal": "NotEqual", "less": "Less", "less_equal": "LessEqual", "greater": "Greater",
           "greater_equal": "GreaterEqual", "logical_and": "LogicalAnd", "logical_or": "LogicalOr",
           "logical_xor": "LogicalXor",
           "bitwise_and": "BitwiseAnd", "bitwise_or": "BitwiseOr", "bitwise_xor": "BitwiseXor"}
_FLOATING_PAIRS = {"float_power", "arctan2", "hypot", "logaddexp", "logaddexp2", "copysign"}


def _run(operator, *values):
    if operator in _jitscope.primitives or operator[0].isupper():
        return call(operator, *values)
    return getattr(ops(), operator)(*values)


def _unary(name, operator):
    def function(x, dtype=None):
        value = floating(x) if name in _FLOATING else as_tensor(x)
        return cast(_run(operator, value), dtype)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"NumPy's {name} of each element: the operator {operator}, converted to dtype."
    return function


def _binary(name, operator):
    def function(x1, x2, dtype=None):
        values = operands(x1, x2)
        if name in _FLOATING_PAIRS:
            values = tuple(floating(value) for value in values)
        return cast(_run(operator, *values), dtype)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"NumPy's {name} of two operands that broadcast: the operator {operator}, converted to dtype."
    return function


globals().update({name: _unary(name, operator) for name, operator in _UNARY.items()})
globals().update({name: _binary(name, operator) for name, operator in _BINARY.items()})


def sign(x, dtype=None):
    """-1, 0 or 1 by the sign of each element; floating."""
    x = as_tensor(x)
    if x.dtype == bool_:
        raise TypeError("sign does not accept dtype bool.")
    return cast(call("Sign", floating(x)), dtype)


def heaviside(x1, x2, dtype=None):
    """0 where x1 is negative, 1 where it is positive, x2 where it is 0; both broadcast. In the dtype of the operands."""
    x1, x2 = operands(x1, x2)
    return cast(call("Select", call("Equal", x1, 0), x2, call("Cast", call("Greater", x1, 0), x1.dtype)), dtype)


def negative(a, dtype=None):
    """The elements with the other sign."""
    return cast(call("Neg", as_tensor(a)), dtype)


def arccos(input, dtype=None):
    """The inverse of the cosine."""
    return cast(call("ACos", as_tensor(input)), dtype)


def logical_not(a, dtype=None):
    """The negation of each element, which is true unless 0."""
    return cast(call("LogicalNot", cast(as_tensor(a), bool_)), dtype)


def positive(a, dtype=None):
    """The elements as they are."""
    return cast(as_tensor(a), dtype)


def cbrt(x, dtype=None):
    """The cube root; Float32 of Float16."""
    value = floating(x)
    value = call("Cast", value, float32) if value.dtype == float16 else value
    root = call("Pow", call("Abs", value), 1 / 3)
    return cast(call("Sign", value) * root, dtype)


def fix(x):
    """Rounded towards zero; floating."""
    return _run("Trunc", floating(x))


def deg2rad(x, dtype=None):
    """Degrees as radians."""
    return cast(floating(x) * (math.pi / 180), dtype)


radians = deg2rad


def rad2deg(x, dtype=None):
    """Radians as degrees."""
    return cast(floating(x) * (180 / math.pi), dtype)


def signbit(x, dtype=None):
    """Whether it is less than 0."""
    return cast(call("Less", as_tensor(x), 0), dtype)


def isneginf(x):
    """Where it is minus infinity."""
    return call("Equal", floating(x), -math.inf)


def isposinf(x):
    """Where it is infinity."""
    return call("Equal", floating(x), math.inf)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where two are equal within atol + rtol * |b|."""
    a, b = as_tensor(a), as_tensor(b)
    return call("IsClose", a, cast(b, a.dtype), rtol, atol, equal_nan)


def divmod(x1, x2, dtype=None):
    """(quotient rounded down, what is left over)."""
    values = operands(x1, x2)
    return cast(call("FloorDiv", *values), dtype), cast(call("FloorMod", *values), dtype)


def clip(x, xmin, xmax, dtype=None):
    """Not below xmin, not above xmax; one of both may be None."""
    if xmin is None and xmax is None:
        raise ValueError("One of max or min must be given.")
    value = as_tensor(x)
    if xmin is not None:
        value = call("Maximum", *operands(value, xmin))
    if xmax is not None:
        value = call("Minimum", *operands(value, xmax))
    return cast(value, dtype)


def where(condition, x=None, y=None):
    """x where the condition holds, else y; where(condition) gives the places that hold, one tensor for each axis."""
    condition = cast(as_tensor(condition), bool_)
    if x is None and y is None:
        return ops().nonzero(condition, as_tuple=True)
    x, y = as_tensor(x), as_tensor(y)
    dtype = call("Add", call("Zeros", (), x.dtype), call("Zeros", (), y.dtype)).dtype if x.dtype != y.dtype else x.dtype
    return call("Select", condition, cast(x, dtype), cast(y, dtype))


def array_equal(a1, a2, equal_nan=False):
    """Whether shapes and elements are equal; a tensor of one Bool."""
    a1, a2 = as_tensor(a1), as_tensor(a2)
    if a1.shape != a2.shape:
        return as_tensor(False)
    same = call("Equal", a1, a2)
    if equal_nan:
        same = call("LogicalOr", same, call("LogicalAnd", call("IsNan", a1), call("IsNan", a2)))
    return call("ReduceAll", same)


def array_equiv(a1, a2):
    """Whether the elements are equal after broadcasting; a tensor of one Bool."""
    a1, a2 = as_tensor(a1), as_tensor(a2)
    try:
        same = call("Equal", a1, a2)
    except ValueError:
        return as_tensor(False)
    return call("ReduceAll", same)


__all__ = sorted([*_UNARY, *_BINARY, "sign", "heaviside", "negative", "arccos", "logical_not", "positive", "cbrt", "fix", "deg2rad",
                  "radians", "rad2deg", "signbit", "isneginf",
                  "isposinf",
                  "isclose", "divmod", "clip", "where", "array_equal", "array_equiv"])

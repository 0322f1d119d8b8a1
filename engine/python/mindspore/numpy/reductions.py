# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy that fold axes, run along them, or multiply matrices."""
import math

from mindspore.common.dtype import bool_, float16, float32, int8, int16, int32, int64, uint8, uint16
from mindspore.numpy._arguments import as_tensor, axis_of, call, cast, floating, ops
from mindspore.numpy.creation import arange

__all__ = ["sum", "mean", "max", "amax", "min", "amin", "ptp", "std", "var", "average", "argmax", "argmin",
           "count_nonzero", "sometrue", "all", "any", "prod", "median", "nansum", "nanmean", "nanvar", "nanstd",
           "nanmax", "nanmin", "cumsum", "cumprod", "nancumsum", "diff", "ediff1d", "gradient", "trapz", "dot",
           "inner", "outer", "matmul", "tensordot", "kron", "cross", "multi_dot", "norm", "cov", "corrcoef",
           "convolve", "correlate", "polyadd", "polysub", "polymul", "polyval", "polyder", "polyint"]


_SMALL = (uint8, int8, uint16, int16)


def _summable(a, dtype=None):
    """Bools as Int32, the rest as it is, or converted to dtype."""
    a = as_tensor(a)
    if dtype is not None:
        return cast(a, dtype)
    return call("Cast", a, int32) if a.dtype == bool_ else a


def sum(a, axis=None, dtype=None, keepdims=False, initial=None):
    """The sum along axes, plus initial."""
    result = call("ReduceSum", _summable(a, dtype), axis, keepdims)
    return result if initial is None else result + initial


def prod(a, axis=None, dtype=None, keepdims=False, initial=None):
    """The product along axes, times initial."""
    result = call("ReduceProd", _summable(a, dtype), axis, keepdims)
    return result if initial is None else result * initial


def mean(a, axis=None, keepdims=False, dtype=None):
    """The mean along axes; whole numbers give whole numbers."""
    a = _summable(a, dtype)
    if a.dtype.is_floating_point:
        return call("ReduceMean", a, axis, keepdims)
    return call("Cast", call("ReduceMean", call("Cast", a, float32), axis, keepdims), a.dtype)


def _chosen(a, where, otherwise):
    """a where the mask holds, else `otherwise`."""
    if where is True or where is None:
        return as_tensor(a)
    a = as_tensor(a)
    return call("Select", as_tensor(where), a, call("Full", a.shape, otherwise, a.dtype))


def max(a, axis=None, keepdims=False, initial=None, where=True):
    """The largest element along axes, where a mask holds, and initial."""
    if where is not True and initial is None:
        raise ValueError("initial value must be provided for where masks")
    result = call("ReduceMax", _chosen(a, where, initial), axis, keepdims)
    return result if initial is None else call("Maximum", result, initial)


def min(a, axis=None, keepdims=False, initial=None, where=True):
    """The smallest element along axes, where a mask holds, and initial."""
    if where is not True and initial is None:
        raise ValueError("initial value must be provided for where masks")
    result = call("ReduceMin", _chosen(a, where, initial), axis, keepdims)
    return result if initial is None else call("Minimum", result, initial)


amax, amin = max, min


def ptp(x, axis=None, keepdims=False):
    """The largest less the smallest element along axes."""
    return max(x, axis, keepdims) - min(x, axis, keepdims)


def _count(a, axis):
    if axis is None:
        return a.size
    return math.prod(a.shape[i] for i in ((axis,) if isinstance(axis, int) else axis))


def var(x, axis=None, ddof=0, keepdims=False):
    """The mean of the squared distances from the mean, over count - ddof."""
    x = floating(x)
    distance = x - call("ReduceMean", x, axis, True)
    divisor = _count(x, axis) - ddof
    return call("ReduceSum", distance * distance, axis, keepdims) / (divisor if divisor > 0 else 0.0)


def std(x, axis=None, ddof=0, keepdims=False):
    """The square root of var."""
    return call("Sqrt", var(x, axis, ddof, keepdims))


def average(x, axis=None, weights=None, returned=False):
    """The mean weighed by weights; (mean, sum of weights) when returned."""
    x = floating(x)
    if weights is None:
        result = call("ReduceMean", x, axis)
        total = call("Full", result.shape, float(_count(x, axis)), result.dtype)
        return (result, total) if returned else result
    weights = floating(weights)
    if weights.shape != x.shape:
        place = axis_of(axis, x.ndim)
        weights = weights.reshape((1,) * place + (weights.size,) + (1,) * (x.ndim - place - 1)) + call("ZerosLike", x)
    total = call("ReduceSum", weights, axis)
    result = call("ReduceSum", x * weights, axis) / total
    return (result, total) if returned else result


def _place(record, a, axis):
    a = as_tensor(a)
    if axis is None:
        a, axis = a.reshape((-1,)), 0
    return call("Cast", call(record, a, axis_of(axis, a.ndim)), int64)


def argmax(a, axis=None):
    """The place of the largest element along an axis, or of all."""
    return _place("Argmax", a, axis)


def argmin(a, axis=None):
    """The place of the smallest element along an axis, or of all."""
    return _place("Argmin", a, axis)


def count_nonzero(x, axis=None, keepdims=False):
    """How many elements along axes are not 0."""
    return call("ReduceSum", call("Cast", call("NotEqual", as_tensor(x), 0), int32), axis, keepdims)


def any(a, axis=None, keepdims=False):
    """Whether one of the elements along axes is true."""
    return call("ReduceAny", call("Cast", as_tensor(a), bool_), axis, keepdims)


def all(a, axis=None, keepdims=False):
    """Whether all elements along axes are true."""
    return call("ReduceAll", call("Cast", as_tensor(a), bool_), axis, keepdims)


sometrue = any


def median(a, axis=None, keepdims=False):
    """The middle element along an axis; the mean of two for even counts."""
    a = floating(a)
    flat, place = (a.reshape((-1,)), 0) if axis is None else (a, axis_of(axis, a.ndim))
    ordered = ops().sort(flat, place)[0]
    count = flat.shape[place]
    middle = (slice(None),) * place
    result = (ordered[(*middle, (count - 1) // 2)] + ordered[(*middle, count // 2)]) / 2
    if not keepdims:
        return result
    return result.reshape((1,) * a.ndim) if axis is None else call("ExpandDims", result, place)


_WHOLE = (int8, int16, int32, int64, uint8, uint16)


# --- without NaN ------------------------------------------------------------------------------------------------------

def _without_nan(a, otherwise):
    """(a with `otherwise` in place of NaN, where it is a number); whole numbers are as they are."""
    a = as_tensor(a)
    a = a if a.dtype in _WHOLE else floating(a)
    is_nan = call("IsNan", a)
    if a.dtype in _WHOLE:
        return a, call("LogicalNot", is_nan)
    return call("Select", is_nan, call("Full", a.shape, otherwise, a.dtype), a), call("LogicalNot", is_nan)


def _averaged(a, dtype):
    """a, or of that dtype, as means are computed of it: Float16 as Float32."""
    a = floating(cast(as_tensor(a), dtype))
    return call("Cast", a, float32) if a.dtype == float16 else a


def nansum(a, axis=None, dtype=None, keepdims=False):
    """The sum, NaN counting as 0."""
    values, _ = _without_nan(cast(as_tensor(a), dtype), 0.0)
    total = call("ReduceSum", values, axis, keepdims)
    return call("Cast", total, values.dtype) if values.dtype in _WHOLE else total


def nanmean(a, axis=None, dtype=None, keepdims=False):
    """The mean of the elements that are not NaN."""
    values, there = _without_nan(_averaged(a, dtype), 0.0)
    counts = call("ReduceSum", call("Cast", there, values.dtype), axis, keepdims)
    return call("ReduceSum", values, axis, keepdims) / counts


def nanvar(a, axis=None, dtype=None, ddof=0, keepdims=False):
    """The variance of the elements that are not NaN."""
    values, there = _without_nan(_averaged(a, dtype), 0.0)
    counted = call("Cast", there, values.dtype)
    centre = call("ReduceSum", values, axis, True) / call("ReduceSum", counted, axis, True)
    distance = (values - centre) * counted
    return call("ReduceSum", distance * distance, axis, keepdims) / (call("ReduceSum", counted, axis, keepdims) - ddof)


def nanstd(a, axis=None, dtype=None, ddof=0, keepdims=False):
    """The square root of nanvar."""
    return call("Sqrt", nanvar(a, axis, dtype, ddof, keepdims))


def nanmax(a, axis=None, dtype=None, keepdims=False):
    """The largest of the elements that are not NaN."""
    return cast(call("ReduceMax", _without_nan(a, -math.inf)[0], axis, keepdims), dtype)


def nanmin(a, axis=None, dtype=None, keepdims=False):
    """The smallest of the elements that are not NaN."""
    return cast(call("ReduceMin", _without_nan(a, math.inf)[0], axis, keepdims), dtype)


# --- along an axis ----------------------------------------------------------------------------------------------------

def _running(function, a, axis, dtype):
    """Integers of less than 32 bits count as such of 32: their sums and products overflow soon."""
    a = _summable(a, dtype)
    if dtype is None and a.dtype in _SMALL:
        a = cast(a, int32)
    if axis is None:
        a, axis = a.reshape((-1,)), 0
    return cast(getattr(ops(), function)(a, axis, a.dtype), dtype)


def cumsum(a, axis=None, dtype=None):
    """Sums of all elements up to each."""
    return _running("cumsum", a, axis, dtype)


def cumprod(a, axis=None, dtype=None):
    """Products of all elements up to each."""
    return _running("cumprod", a, axis, dtype)


def nancumsum(a, axis=None, dtype=None):
    """Sums of all elements up to each, NaN counting as 0."""
    return cumsum(_without_nan(a, 0.0)[0], axis, dtype)


def _cut(a, axis, begin, end):
    return a[(*(slice(None),) * axis, slice(begin, end))]


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """The differences of neighbours along an axis, n times."""
    a = as_tensor(a)
    place = axis_of(axis, a.ndim)
    parts = [as_tensor(part) for part in (prepend, a, append) if part is not None]
    parts = [call("BroadcastTo", part,
                  (*a.shape[:place], 1, *a.shape[place + 1:])) if part.ndim == 0 else part for part in parts]
    a = call("Concat", tuple(parts), place) if len(parts) > 1 else a
    for _ in range(n):
        a = _cut(a, place, 1, None) - _cut(a, place, 0, -1)
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    """The differences of neighbours of all elements, between to_begin and to_end, which take their dtype."""
    ary = as_tensor(ary).reshape((-1,))
    parts = [to_begin, diff(ary), to_end]
    parts = [cast(as_tensor(part).reshape((-1,)), ary.dtype) for part in parts if part is not None]
    return call("Concat", tuple(parts), 0) if len(parts) > 1 else parts[0]


def _slope(f, axis, step):
    """Central differences, one-sided ones at the ends."""
    inner = (_cut(f, axis, 2, None) - _cut(f, axis, 0, -2)) / (2 * step)
    first = (_cut(f, axis, 1, 2) - _cut(f, axis, 0, 1)) / step
    last = (_cut(f, axis, -1, None) - _cut(f, axis, -2, -1)) / step
    return call("Concat", (first, inner, last), axis)


def gradient(f, *varargs, axis=None, edge_order=1):
    """The slope along each axis, from neighbours; varargs are the distances (numbers)."""
    if edge_order != 1:
        raise ValueError("edge_order must be 1")
    f = floating(f)
    axes = list(range(f.ndim)) if axis is None else [axis_of(axis, f.ndim)] if isinstance(axis, int) else list(axis)
    steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1] * len(axes)
    if len(steps) != len(axes):
        raise ValueError("invalid number of arguments")
    slopes = [_slope(f, place, step) for place, step in zip(axes, steps)]
    return slopes[0] if len(slopes) == 1 else slopes


def trapz(y, x=None, dx=1.0, axis=-1):
    """The area below y by trapezoids, over the places x or of width dx."""
    y = floating(y)
    place = axis_of(axis, y.ndim)
    width = dx
    if x is not None:
        width = diff(as_tensor(x))
        width = width.reshape((width.size,) + (1,) * (y.ndim - place - 1)) if width.ndim == 1 else width
    return call("ReduceSum", (_cut(y, place, 1, None) + _cut(y, place, 0, -1)) * width / 2, place)


# --- products ---------------------------------------------------------------------------------------------------------

def matmul(x1, x2, dtype=None):
    """The matrix product."""
    a, b = _floats(x1, x2)
    return cast(ops().matmul(a, b), dtype)


def _floats(*values):
    """As tensors of one dtype."""
    tensors = [as_tensor(value) for value in values]
    common = result_of(tensors)
    return [call("Cast", tensor, common) if tensor.dtype != common else tensor for tensor in tensors]


def result_of(tensors):
    """The dtype that an operator of all of them has."""
    total = call("Zeros", (), tensors[0].dtype)
    for tensor in tensors[1:]:
        total = call("Add", total, call("Zeros", (), tensor.dtype))
    return total.dtype


def dot(a, b):
    """The product: of vectors, of matrices, else over the last axis of a and the second last of b."""
    a, b = _floats(a, b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.ndim <= 2 and b.ndim <= 2:
        return ops().matmul(a, b)
    return tensordot(a, b, ((a.ndim - 1,), (b.ndim - 1 if b.ndim == 1 else b.ndim - 2,)))


def inner(a, b):
    """The product over the last axis of both."""
    a, b = _floats(a, b)
    return a * b if a.ndim == 0 or b.ndim == 0 else tensordot(a, b, ((a.ndim - 1,), (b.ndim - 1,)))


def outer(a, b):
    """Each element of a times each of b."""
    a, b = as_tensor(a), as_tensor(b)
    return call("Mul", a.reshape((-1, 1)), b.reshape((1, -1)))


def tensordot(a, b, axes=2):
    """The product over some axes of both: a number of last and first ones, or two tuples."""
    a, b = _floats(a, b)
    if isinstance(axes, int):
        first, second = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        first, second = ([side] if isinstance(side, int) else list(side) for side in axes)
    first, second = [axis % a.ndim for axis in first], [axis % b.ndim for axis in second]
    if [a.shape[i] for i in first] != [b.shape[i] for i in second]:
        raise ValueError("shape mismatch for sum")
    rows = [i for i in range(a.ndim) if i not in first]
    columns = [i for i in range(b.ndim) if i not in second]
    folded = math.prod(a.shape[i] for i in first)
    left = call("Transpose", a, (*rows, *first)).reshape((math.prod(a.shape[i] for i in rows), folded))
    right = call("Transpose", b, (*second, *columns)).reshape((folded, math.prod(b.shape[i] for i in columns)))
    return call("MatMul", left, right).reshape((*(a.shape[i] for i in rows), *(b.shape[i] for i in columns)))


def kron(a, b):
    """Each element of a times all of b, in blocks."""
    a, b = as_tensor(a), as_tensor(b)
    rank = a.ndim if a.ndim > b.ndim else b.ndim
    one, two = (1,) * (rank - a.ndim) + a.shape, (1,) * (rank - b.ndim) + b.shape
    left = a.reshape(tuple(size for pair in zip(one, (1,) * rank) for size in pair))
    right = b.reshape(tuple(size for pair in zip((1,) * rank, two) for size in pair))
    return call("Mul", left, right).reshape(tuple(x * y for x, y in zip(one, two)))


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """The vector product of vectors of two or three elements."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = (ops().moveaxis(as_tensor(value), place, -1) for value, place in ((a, axisa), (b, axisb)))
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("Incompatible dimensions for cross product (dimension must be 2 or 3).")

    def part(value, i):
        return value[..., i] if i < value.shape[-1] else call("ZerosLike", value[..., 0])
    x, y = [part(a, i) for i in range(3)], [part(b, i) for i in range(3)]
    last = x[0] * y[1] - x[1] * y[0]
    if a.shape[-1] == 2 and b.shape[-1] == 2:
        return last
    parts = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], last)
    return ops().moveaxis(call("Stack", parts, -1), -1, axisc)


def multi_dot(arrays):
    """The product of several matrices."""
    product = as_tensor(arrays[0])
    for array in arrays[1:]:
        product = dot(product, array)
    return product


def norm(x, ord=None, axis=None, keepdims=False):
    """The norm of order `ord` along axes (of all elements: the root of the sum of squares)."""
    x = floating(x)
    magnitude = call("Abs", x)
    if axis is None and ord is None:
        axis = tuple(range(x.ndim))
    if axis is None:
        axis = tuple(range(x.ndim)) if x.ndim > 1 else 0
    if isinstance(axis, tuple) and len(axis) == 2 and ord in (1, -1, math.inf, -math.inf):
        rows, columns = axis if abs(ord) == 1 else axis[::-1]
        sums = call("ReduceSum", magnitude, rows, True)
        found = call("ReduceMax" if ord > 0 else "ReduceMin", sums, columns, True)
        return found if keepdims else call("Squeeze", found, axis)
    if ord in (None, "fro", 2):
        return call("Sqrt", call("ReduceSum", x * x, axis, keepdims))
    if ord in (math.inf, -math.inf):
        return call("ReduceMax" if ord > 0 else "ReduceMin", magnitude, axis, keepdims)
    if ord == 0:
        return call("ReduceSum", call("Cast", call("NotEqual", x, 0), x.dtype), axis, keepdims)
    return call("Pow", call("ReduceSum", call("Pow", magnitude, ord), axis, keepdims), 1 / ord)


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
    """The covariances of variables: rows of m (and y), or columns unless rowvar."""
    m = floating(m)
    m = m.reshape((1, -1)) if m.ndim == 1 else m if rowvar else call("Transpose", m, (1, 0))
    if y is not None:
        y = floating(y)
        y = y.reshape((1, -1)) if y.ndim == 1 else y if rowvar else call("Transpose", y, (1, 0))
        m = call("Concat", (m, y), 0)
    weights = [floating(part) for part in (fweights, aweights) if part is not None]
    weight = call("Ones", (m.shape[1],), m.dtype)
    for part in weights:
        weight = weight * part
    total = call("ReduceSum", weight)
    correction = (0 if bias else 1) if ddof is None else ddof
    centred = m - call("ReduceSum", m * weight, 1, True) / total
    divisor = total - correction
    if aweights is not None:
        divisor = total - correction * call("ReduceSum", weight * floating(aweights)) / total
    result = call("MatMul", centred * weight, centred, False, True) / divisor
    return cast(call("Squeeze", result), dtype)


def corrcoef(x, y=None, rowvar=True, dtype=None):
    """The correlations of variables: Float32, whatever those are, unless another dtype is asked for."""
    c, dtype = cov(x, y, rowvar), dtype or float32
    if c.ndim == 0:
        return cast(c / c, dtype)
    deviation = call("Sqrt", call("Diagonal", c, 0, 0, 1))
    return cast(c / deviation.reshape((-1, 1)) / deviation.reshape((1, -1)), dtype)


def _slid(a, v):
    """The full convolution: each element of v times a, moved by its place."""
    size = a.size + v.size - 1
    total = call("Zeros", (size,), a.dtype)
    for i in range(v.size):
        parts = [call("Zeros", (i,), a.dtype), a * v[i], call("Zeros", (v.size - 1 - i,), a.dtype)]
        total = total + call("Concat", tuple(part for part in parts if part.size), 0)
    return total


def convolve(a, v, mode="full"):
    """The sums of products of a and v, turned round and moved along: "full", "same" or "valid"."""
    a, v = _floats(a, v)
    if a.ndim != 1 or v.ndim != 1 or a.size == 0 or v.size == 0:
        raise ValueError("a and v must be vectors of at least one element")
    if v.size > a.size:
        a, v = v, a
    full = _slid(a, v)
    if mode == "full":
        return full
    if mode == "same":
        begin = (v.size - 1) // 2
        return full[begin:begin + a.size]
    if mode == "valid":
        return full[v.size - 1:a.size]
    raise ValueError("mode must be one of ['full', 'same', 'valid']")


def correlate(a, v, mode="valid"):
    """The sums of products of a and v moved along."""
    a, v = _floats(a, v)
    turned = ops().flip(v, (0,))
    if a.size >= v.size:
        return convolve(a, turned, mode)
    return ops().flip(convolve(ops().flip(a, (0,)), v, mode), (0,))


# --- polynomials: coefficients from the highest power down ------------------------------------------------------------

def _aligned(a1, a2):
    a1, a2 = as_tensor(a1).reshape((-1,)), as_tensor(a2).reshape((-1,))
    size = a1.size if a1.size > a2.size else a2.size
    return [call("Concat", (call("Zeros", (size - a.size,), a.dtype), a), 0) if a.size < size else a for a in (a1, a2)]


def polyadd(a1, a2):
    """The sum of two polynomials."""
    return call("Add", *_aligned(a1, a2))


def polysub(a1, a2):
    """The difference of two polynomials."""
    return call("Sub", *_aligned(a1, a2))


def polymul(a1, a2):
    """The product of two polynomials."""
    return convolve(as_tensor(a1).reshape((-1,)), as_tensor(a2).reshape((-1,)))


def polyval(p, x):
    """A polynomial at the places x."""
    p, x = as_tensor(p), as_tensor(x)
    total = call("ZerosLike", x * p[0])
    for i in range(p.size):
        total = total * x + p[i]
    return total


def polyder(p, m=1):
    """The m-th derivative of a polynomial."""
    p = as_tensor(p)
    for _ in range(m):
        p = p[:-1] * arange(p.size - 1, 0, -1, dtype=p.dtype)
    return p


def polyint(p, m=1, k=None):
    """The m-th integral of a polynomial with the constants k."""
    p = floating(p)
    constants = [0.0] * m if k is None else [k] * m if isinstance(k, (int, float)) else list(k)
    for constant in constants:
        p = call("Concat", (p / arange(p.size, 0, -1, dtype=p.dtype), call("Full", (1,), float(constant), p.dtype)), 0)
    return p

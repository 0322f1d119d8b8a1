# SPDX-License-Identifier: Apache-2.0
"""Reductions that are several operators, or whose arguments differ from those of the operator."""
import math

import _jitscope
from mindspore.common.dtype import bfloat16, bool_, complex64, complex128, float16, float32, float64, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.rearranging import movedim

__all__ = ["all", "amax", "amin", "aminmax", "any", "argmax", "argmin", "cdist", "cosine_similarity", "count_nonzero",
           "cov", "dist", "max", "mean", "median", "min", "nanmean", "nanmedian", "nanquantile", "nansum", "pdist",
           "prod", "quantile", "reduce_all", "reduce_any", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod",
           "reduce_sum", "renorm", "std", "std_mean", "sum", "var", "var_mean"]

_sort = _jitscope.functions["sort"]
_broadcast_to = _jitscope.functions["broadcast_to"]
_gather_elements = _jitscope.functions["gather_elements"]
_gather = _jitscope.functions["gather"]

_FLOATING = (float16, bfloat16, float32, float64, complex64, complex128)  # no integers


def _check_tensor(name, input):
    if not isinstance(input, _jitscope.Tensor):
        raise TypeError(f"For '{name}', the input must be a Tensor, but got '{type(input).__name__}'.")


def _axes(axis):
    """One int, a tuple of ints or None; () means all axes as None does."""
    return None if axis is None or axis == () or axis == [] else axis


def _as_float(input):
    return input if input.dtype in _FLOATING else call("Cast", input, float32)


# --- sums and products ------------------------------------------------------------------------------------------------

def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum over dim (an int, a tuple, or all axes for None). Integers and Bool are counted in Int64, unless dtype
    says otherwise."""
    _check_tensor("sum", input)
    if dtype is not None:
        input = call("Cast", input, dtype)
    total = call("ReduceSum", input, _axes(dim), keepdim)
    return total if dtype is None or total.dtype == dtype else call("Cast", total, dtype)


def prod(input, axis=None, keep_dims=False, dtype=None):
    """The product over axis (all axes for None). Integers and Bool are counted in Int64, unless dtype says
    otherwise."""
    _check_tensor("prod", input)
    if dtype is not None:
        input = call("Cast", input, dtype)
    total = call("ReduceProd", input, _axes(axis), keep_dims)
    return total if dtype is None or total.dtype == dtype else call("Cast", total, dtype)


def mean(x, axis=None, keep_dims=False):
    """The mean over axis (an int, a tuple, or all axes for None); same dtype."""
    return call("ReduceMean", x, _axes(axis), keep_dims)


def all(input, axis=None, keep_dims=False):
    """True where all elements along axis (all axes for None) are true, as Bool."""
    return call("ReduceAll", input, _axes(axis), keep_dims)


def any(input, axis=None, keep_dims=False):
    """True where some element along axis (all axes for None) is true, as Bool."""
    return call("ReduceAny", input, _axes(axis), keep_dims)


def count_nonzero(x, axis=(), keep_dims=False, dtype=int32):
    """How many elements along axis (all axes for ()) are not zero."""
    return call("Cast", call("ReduceSum", call("NotEqual", x, 0), _axes(axis), keep_dims), dtype)


def nansum(input, axis=None, keepdims=False, *, dtype=None):
    """The sum over axis, in which NaN counts as 0; integers keep their dtype, bools give Int64."""
    if input.dtype in _FLOATING:
        input = call("Select", call("IsNan", input), 0.0, input)
    dtype = dtype or (int64 if input.dtype == bool_ else input.dtype)
    return call("Cast", call("ReduceSum", input, _axes(axis), keepdims), dtype)


def nanmean(input, axis=None, keepdims=False, *, dtype=None):
    """The mean over axis of the elements that are not NaN; floating dtypes."""
    if not input.is_floating_point() and not input.is_complex():
        raise TypeError(f"For 'nanmean', the input must be a Tensor of a floating dtype, but got {input.dtype}.")
    if dtype is not None:
        input = call("Cast", input, dtype)
    count = call("ReduceSum", call("LogicalNot", call("IsNan", input)), _axes(axis), keepdims)
    return call("Div", nansum(input, axis, keepdims), call("Cast", count, input.dtype))


# --- extremes ---------------------------------------------------------------------------------------------------------

def _masked(input, where, initial, name):
    """input with `initial` where the mask `where` does not hold."""
    if where is None or where is True:
        return input
    if initial is None:
        raise ValueError(f"For '{name}', 'initial' must not be None when 'where' is given.")
    return call("Select", where, input, initial)


def amax(input, axis=None, keepdims=False, *, initial=None, where=None):
    """The largest element over axis (an int, a tuple, or all axes for None); NaN wins. `where` (a Bool tensor) says
    which elements count, `initial` is the least result."""
    _check_tensor("amax", input)
    largest = call("ReduceMax", _masked(input, where, initial, "amax"), _axes(axis), keepdims)
    return largest if initial is None else call("Maximum", largest, initial)


def amin(input, axis=None, keepdims=False, *, initial=None, where=None):
    """The smallest element over axis (an int, a tuple, or all axes for None); NaN wins. `where` (a Bool tensor) says
    which elements count, `initial` is the greatest result."""
    _check_tensor("amin", input)
    smallest = call("ReduceMin", _masked(input, where, initial, "amin"), _axes(axis), keepdims)
    return smallest if initial is None else call("Minimum", smallest, initial)


def _with_place(record, fold, input, axis, keepdims, initial, where):
    """(values, Int64 places) along one axis; of all elements their extreme and the place 0, as MindSpore tells it."""
    _check_tensor(fold.__name__[1:], input)
    if axis is None:
        return fold(input, None, keepdims, initial=initial, where=where), _jitscope.Tensor(0, int64)
    if isinstance(axis, (tuple, list)):
        raise TypeError(f"For '{fold.__name__[1:]}', 'axis' must be an int or None, but got {axis}.")
    values = _masked(input, where, initial, fold.__name__[1:])
    if initial is not None:
        values = call("Maximum" if fold is amax else "Minimum", values, initial)
    return call(record, values, axis, keepdims)


def max(input, axis=None, keepdims=False, *, initial=None, where=None):
    """(the largest elements along axis, their first places as Int64). Without axis: of all elements, with the place
    0."""
    return _with_place("ArgMaxWithValue", amax, input, axis, keepdims, initial, where)


def min(input, axis=None, keepdims=False, *, initial=None, where=None):
    """(the smallest elements along axis, their first places as Int64). Without axis: of all elements, with the place
    0."""
    return _with_place("ArgMinWithValue", amin, input, axis, keepdims, initial, where)


def argmax(input, dim=None, keepdim=False):
    """The Int64 place of the first largest element along dim, or in the flattened input without dim."""
    return call("Argmax", input, dim, keepdim)


def argmin(input, axis=None, keepdims=False):
    """The Int32 place of the first smallest element along axis, or in the flattened input without axis."""
    return call("Cast", call("Argmin", input, axis, keepdims), int32)


def aminmax(input, *, axis=0, keepdims=False):
    """(the smallest, the largest elements along axis; of all elements for None). Along an axis, the gradient of equal ones
    is that of the first."""
    if axis is None:
        return amin(input, axis, keepdims), amax(input, axis, keepdims)
    return min(input, axis, keepdims)[0], max(input, axis, keepdims)[0]


def _check_kind(name, argument, value, kind):
    if not isinstance(value, kind):
        raise TypeError(f"For '{name}', the type of '{argument}' should be '{kind.__name__}', but got type "
                        f"'{type(value).__name__}'.")


def median(input, axis=-1, keepdims=False):
    """(the lower medians along axis, their places as Int64); NaN wins."""
    _check_kind("Median", "axis", axis, int)
    _check_kind("Median", "keep_dims", keepdims, bool)
    return call("Median", input, axis, keepdims)


def nanmedian(input, axis=-1, keepdims=False):
    """(the lower medians along axis of the elements that are not NaN, their places as Int64)."""
    return call("NanMedian", input, axis, keepdims)


def _quantile(input, q, axis, keepdims):
    levels = q if isinstance(q, _jitscope.Tensor) else _jitscope.Tensor(q, input.dtype)
    flat = axis is None
    values = call("Reshape", input, (-1,)) if flat else input
    along = 0 if flat else from_front(axis, input.ndim)
    ordered = _sort(movedim(values, along, -1))[0] if values.ndim > 1 else _sort(values)[0]
    counted = call("ReduceSum", call("LogicalNot", call("IsNan", ordered)), -1, True)
    place = call("Mul", call("Reshape", levels, (-1,) + (1,) * ordered.ndim), call("Cast", counted - 1, input.dtype))
    low = call("ClampScalar", call("Floor", place), 0, None)
    weight = place - low
    lower = call("Cast", low, int64)
    upper = call("ClampScalar", lower + 1, None, ordered.shape[-1] - 1)
    wide = _broadcast_to(call("ExpandDims", ordered, 0), (lower.shape[0],) + ordered.shape)
    picked = [_gather_elements(wide, wide.ndim - 1, _broadcast_to(index, wide.shape[:-1] + (1,)))
              for index in (lower, upper)]
    result = call("Lerp", picked[0], call("Select", call("Equal", weight, 0.0), picked[0], picked[1]), weight)
    result = call("Reshape", result, result.shape[:-1])
    if keepdims:
        shape = (1,) * input.ndim if flat else input.shape[:along] + (1,) + input.shape[along + 1:]
        result = call("Reshape", result, result.shape[:1] + shape)
    return result if levels.ndim else call("Reshape", result, result.shape[1:])


def quantile(input, q, axis=None, keepdims=False):
    """The values below which the shares q of the elements along axis lie, between neighbours by their distance; NaN
    wins. q is a number or a 1-D tensor, whose axis comes first in the result."""
    is_nan = call("ReduceAny", call("IsNan", input), _axes(axis), keepdims)
    return call("Select", is_nan, math.nan, _quantile(input, q, axis, keepdims))


def nanquantile(input, q, axis=None, keepdims=False):
    """As quantile, of the elements that are not NaN."""
    return _quantile(input, q, axis, keepdims)


# --- variance and distance --------------------------------------------------------------------------------------------

def _check_ddof(name, ddof):
    if not isinstance(ddof, int):
        raise TypeError(f"For '{name}', the type of 'ddof' should be one of '['int', 'bool']', but got type "
                        f"'{type(ddof).__name__}'.")
    return int(ddof)


def var(input, axis=None, ddof=0, keepdims=False):
    """The variance over axis (all axes for None): squares of the distances from the mean, divided by count - ddof."""
    return call("Var", input, _axes(axis), _check_ddof("var", ddof), keepdims)


def std(input, axis=None, ddof=0, keepdims=False):
    """The square root of var."""
    return call("Std", input, _axes(axis), _check_ddof("std", ddof), keepdims)


def var_mean(input, axis=None, ddof=0, keepdims=False):
    """(var, mean) over axis."""
    return var(input, axis, ddof, keepdims), mean(_as_float(input), axis, keepdims)


def std_mean(input, axis=None, ddof=0, keepdims=False):
    """(std, mean) over axis."""
    return std(input, axis, ddof, keepdims), mean(_as_float(input), axis, keepdims)


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables in rows and observations in columns, (n, n); weights are 1-D."""
    values = _as_float(input)
    values = call("Reshape", values, (1, -1)) if values.ndim < 2 else values
    weights = None
    for given in (fweights, aweights):
        if given is not None:
            weights = given if weights is None else weights * given
    if weights is None:
        total = float(values.shape[1])
        average = call("ReduceMean", values, 1, True)
        norm = total - correction
    else:
        weights = call("Cast", weights, values.dtype)
        total = call("ReduceSum", weights)
        average = call("ReduceSum", values * weights, 1, True) / total
        spread = 1.0 if aweights is None else call("ReduceSum", weights * aweights) / total
        norm = total - correction * spread
    apart = values - average
    right = apart if weights is None else apart * weights
    result = call("MatMul", apart, right, False, True) / norm
    return call("Reshape", result, ()) if input.ndim < 2 else result


def dist(input, other, p=2):
    """The p-norm of input - other, which broadcast: one number."""
    return call("LpNormV2", call("Sub", input, other), float(p))


def cdist(x1, x2, p=2.0):
    """The p-norms of the differences of all rows of x1 (..., P, M) and x2 (..., R, M): (..., P, R)."""
    apart = call("Sub", call("ExpandDims", x1, -2), call("ExpandDims", x2, -3))
    return call("LpNormV2", apart, float(p), -1)


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """The cosine of the angle between x1 and x2 along dim; lengths below eps count as eps."""
    product = call("ReduceSum", call("Mul", x1, x2), dim)
    lengths = [call("ClampScalar", call("LpNormV2", x, 2.0, dim), eps, None) for x in (x1, x2)]
    return product / (lengths[0] * lengths[1])


# --- under their graph names: integers keep their dtype ---------------------------------------------------------------

def _kept(record, x, axis, keep_dims):
    result = call(record, x, _axes(axis), keep_dims)
    return result if result.dtype == x.dtype else call("Cast", result, x.dtype)


def reduce_sum(x, axis=(), keep_dims=False):
    """The sum over axis (all axes for ()); same dtype."""
    return _kept("ReduceSum", x, axis, keep_dims)


def reduce_prod(x, axis=(), keep_dims=False):
    """The product over axis (all axes for ()); same dtype."""
    return _kept("ReduceProd", x, axis, keep_dims)


def reduce_mean(x, axis=(), keep_dims=False):
    """The mean over axis (all axes for ()); same dtype."""
    return mean(x, axis, keep_dims)


def reduce_max(x, axis=(), keep_dims=False):
    """The largest element over axis (all axes for ())."""
    return call("ReduceMax", x, _axes(axis), keep_dims)


def reduce_min(x, axis=(), keep_dims=False):
    """The smallest element over axis (all axes for ())."""
    return call("ReduceMin", x, _axes(axis), keep_dims)


def reduce_all(input, axis=None, keep_dims=False):
    """True where all elements along axis are true, as Bool."""
    return all(input, axis, keep_dims)


def reduce_any(x, axis=None, keep_dims=False):
    """True where some element along axis is true, as Bool."""
    return any(x, axis, keep_dims)


# --- distances and norms ----------------------------------------------------------------------------------------------

def pdist(input, p=2.0):
    """The distances of order p of each pair of rows: row 0 to 1, 2, ..., row 1 to 2, ..."""
    count = input.shape[-2]
    first = [i for i in range(count) for _ in range(i + 1, count)]
    second = [j for i in range(count) for j in range(i + 1, count)]
    gap = call("Abs", call("Gather", input, Tensor(first, int32), -2) - call("Gather", input, Tensor(second, int32),
                                                                             -2))
    if p == 0:
        return call("ReduceSum", call("Cast", call("NotEqual", gap, 0), input.dtype), -1)
    if p == float("inf"):
        return call("ReduceMax", gap, -1)
    return call("Pow", call("ReduceSum", call("Pow", gap, float(p)), -1), 1 / p)


def renorm(input, p, axis, maxnorm):
    """Each slice along axis scaled down to a norm of order p of at most maxnorm."""
    axis = from_front(axis, input.ndim, RuntimeError)
    others = tuple(i for i in range(input.ndim) if i != axis)
    norm = call("Pow", call("ReduceSum", call("Pow", call("Abs", input), float(p)), others, True), 1 / p)
    scale = call("Select", call("Greater", norm, maxnorm), maxnorm / (norm + 1e-7), call("OnesLike", norm))
    return input * scale

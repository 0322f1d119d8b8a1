# SPDX-License-Identifier: Apache-2.0
"""mint's reductions, with `dim` and `keepdim`."""
from mindspore import ops
from mindspore.common.dtype import Type
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.common.dtype import int64

__all__ = ["all", "any", "sum", "mean", "prod", "amax", "amin", "max", "min", "argmax", "argmin", "median",
           "logsumexp", "var", "std", "var_mean", "std_mean", "cumsum", "cumprod", "cummax", "cummin", "count_nonzero",
           "nansum", "norm", "allclose", "softmax"]


def _as(input, dtype):
    """input converted to a dtype, if one is given."""
    if dtype is None:
        return input
    if not isinstance(dtype, Type):
        raise TypeError(f"The 'dtype' must be a mindspore dtype, but got {dtype!r}.")
    return call("Cast", input, dtype)


def all(input, dim=None, keepdim=False):
    """Whether all elements along dim (all axes without it) are true."""
    return call("ReduceAll", input, dim, keepdim)


def any(input, dim=None, keepdim=False):
    """Whether one of the elements along dim (all axes without it) is true."""
    return call("ReduceAny", input, dim, keepdim)


def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum along dim (all axes without it), of input converted to dtype."""
    return ops.sum(_as(input, dtype), dim, keepdim)


def mean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean along dim (all axes without it), of input converted to dtype."""
    return call("ReduceMean", _as(input, dtype), dim, keepdim)


def prod(input, dim=None, keepdim=False, *, dtype=None):
    """The product along dim (all axes without it), of input converted to dtype."""
    return ops.prod(_as(input, dtype), dim, keepdim)


def amax(input, dim=(), keepdim=False):
    """The largest element along dim (all axes for ())."""
    return call("ReduceMax", input, dim, keepdim)


def amin(input, dim=(), keepdim=False):
    """The smallest element along dim (all axes for ())."""
    return call("ReduceMin", input, dim, keepdim)


def max(input, *args, dim=None, other=None, keepdim=False):
    """max(input): the largest element; max(input, dim, keepdim): (values, places); max(input, other): element by
    element."""
    return _extreme("ReduceMax", "argmax", "Maximum", input, args, dim, other, keepdim)


def min(input, *args, dim=None, other=None, keepdim=False):
    """min(input): the smallest element; min(input, dim, keepdim): (values, places); min(input, other): element by
    element."""
    return _extreme("ReduceMin", "argmin", "Minimum", input, args, dim, other, keepdim)


def _extreme(fold, places, pairwise, input, args, dim, other, keepdim):
    if args and isinstance(args[0], Tensor):
        other, args = args[0], args[1:]
    if other is not None:
        return call(pairwise, input, other)
    if args:
        dim, keepdim = args[0], args[1] if len(args) > 1 else keepdim
    if dim is None:
        return call(fold, input)
    return call(fold, input, dim, keepdim), (argmax if places == "argmax" else argmin)(input, dim, keepdim)


def argmax(input, dim=None, keepdim=False):
    """The place of the largest element along dim, or in all elements; Int64."""
    return _place("Argmax", input, dim, keepdim)


def argmin(input, dim=None, keepdim=False):
    """The place of the smallest element along dim, or in all elements; Int64."""
    return _place("Argmin", input, dim, keepdim)


def _place(record, input, dim, keepdim):
    if dim is None:
        return call("Cast", call(record, call("Reshape", input, (-1,)), 0), int64)
    found = call("Cast", call(record, input, dim), int64)
    return call("ExpandDims", found, dim) if keepdim and found.ndim < input.ndim else found


def median(input, dim=None, keepdim=False):
    """The middle element (the lower one of two); with dim (values, places)."""
    if dim is None:
        flat, _ = ops.sort(call("Reshape", input, (-1,)))
        return flat[(flat.size - 1) // 2]
    return ops.median(input, dim, keepdim)


def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(input))) along dim."""
    return ops.logsumexp(input, dim, keepdim)


def var(input, dim=None, *, correction=1, keepdim=False):
    """The variance along dim: squares of the distances from the mean over count - correction."""
    return ops.var(input, dim, correction, keepdim)


def std(input, dim=None, *, correction=1, keepdim=False):
    """The square root of var."""
    return ops.std(input, dim, correction, keepdim)


def var_mean(input, dim=None, *, correction=1, keepdim=False):
    """(var, mean)."""
    return var(input, dim, correction=correction, keepdim=keepdim), mean(input, dim, keepdim)


def std_mean(input, dim=None, *, correction=1, keepdim=False):
    """(std, mean)."""
    return std(input, dim, correction=correction, keepdim=keepdim), mean(input, dim, keepdim)


def cumsum(input, dim, dtype=None):
    """Sums of all elements up to each along dim."""
    return ops.cumsum(_as(input, dtype), dim)


def cumprod(input, dim, dtype=None):
    """Products of all elements up to each along dim."""
    return ops.cumprod(_as(input, dtype), dim)


def cummax(input, dim):
    """(the largest of all elements up to each along dim, its place)."""
    return ops.cummax(input, dim)


def cummin(input, dim):
    """(the smallest of all elements up to each along dim, its place)."""
    return ops.cummin(input, dim)


def count_nonzero(input, dim=None):
    """How many elements along dim (all axes without it) are not 0; Int64."""
    return call("ReduceSum", call("Cast", call("NotEqual", input, 0), int64), dim)


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum along dim, counting NaN as 0; integers keep their dtype, bools give Int64."""
    return ops.nansum(input, dim, keepdim, dtype=dtype)


def softmax(input, dim, *, dtype=None):
    """exp(input) / sum(exp(input)) along dim, of input converted to dtype."""
    return call("Softmax", _as(input, dtype), dim)


def norm(input, p="fro", dim=None, keepdim=False, *, dtype=None):
    """The norm of order p along dim ("fro": the root of the sum of squares)."""
    return ops.norm(_as(input, dtype), None if p == "fro" else p, dim, keepdim)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are equal within atol + rtol * |other|; a Python bool."""
    return bool(call("ReduceAll", call("IsClose", input, other, rtol, atol, equal_nan)).item())

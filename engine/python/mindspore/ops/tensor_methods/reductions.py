# SPDX-License-Identifier: Apache-2.0
"""Tensor methods that fold along axes, search, sort and count."""
import _jitscope
from mindspore.ops import catalogue as ops
from mindspore.common import dtype as dtypes

__all__ = ["max", "min", "argmax", "argmin", "sum", "nansum", "mean", "prod", "std", "var", "all", "any", "median",
           "cumsum", "ptp", "sort", "argsort", "topk", "top_k", "count_nonzero", "argmax_with_value",
           "argmin_with_value", "norm", "aminmax", "nonzero", "trace", "allclose", "softmax", "unique"]


def _first(*given):
    """The first that is not None."""
    return next((value for value in given if value is not None), None)


_SMALL = (dtypes.bool_, dtypes.uint8, dtypes.int8, dtypes.uint16, dtypes.int16)  # they overflow soon
_FOLD_OPTIONS = ("keepdims", "initial", "where", "return_indices")


def _extremum(self, values, both, arguments, named):
    """max and min: (axis, keepdims, ...) gives values, (dim, keepdim) values and their places."""
    starts_with_int = bool(arguments) and isinstance(arguments[0], int)
    if "dim" in named or (starts_with_int and not {"axis", *_FOLD_OPTIONS} & named.keys()):
        def pair(dim, keepdim=False):
            return both(self, dim, keepdim)
        return pair(*arguments, **named)

    def fold(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False):
        if return_indices and axis is not None:
            return both(self, axis, keepdims)
        options = {} if initial is None and where is True else {"initial": initial, "where": where}
        return values(self, axis, keepdims, **options)
    return fold(*arguments, **named)


def max(self, *arguments, **named):
    """max(): the largest element. max(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False):
    the largest along axes. max(dim, keepdim=False): the largest along one axis and their places, as a tuple."""
    return _extremum(self, ops.amax, ops.max, arguments, named)


def min(self, *arguments, **named):
    """min(): the smallest element. min(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False):
    the smallest along axes. min(dim, keepdim=False): the smallest along one axis and their places, as a tuple."""
    return _extremum(self, ops.amin, ops.min, arguments, named)


def _along(axis, keepdims):
    """The axis, and whether it stays: without one, nothing does."""
    return axis, keepdims and axis is not None


def argmax(self, axis=None, keepdims=False, *, dim=None, keepdim=False):
    """The place of the largest element: of all (a scalar), or along an axis."""
    return ops.argmax(self, *_along(_first(dim, axis), keepdims or keepdim))


def argmin(self, axis=None, keepdims=False, *, dim=None, keepdim=False):
    """The place of the smallest element: of all (a scalar), or along an axis."""
    return ops.argmin(self, *_along(_first(dim, axis), keepdims or keepdim))


def sum(self, axis=None, dtype=None, keepdims=False, initial=None, *, dim=None, keepdim=False):
    """sum(axis=None, dtype=None, keepdims=False, initial=None) or sum(dim=None, keepdim=False, *, dtype=None): the sum
    along axes, of initial and the elements."""
    if isinstance(dtype, bool):
        dtype, keepdims = None, dtype
    total = ops.sum(self, _first(dim, axis), keepdims or keepdim, dtype=dtype)
    return total if initial is None else total + initial


def nansum(self, axis=None, keepdims=False, *, dim=None, keepdim=False, dtype=None):
    """The sum along axes, in which NaN counts as 0."""
    return ops.nansum(self, _first(dim, axis), keepdims or keepdim, dtype=dtype)


def mean(self, axis=None, keep_dims=False, *, dim=None, keepdim=False, dtype=None):
    """mean(axis=None, keep_dims=False) or mean(dim=None, keepdim=False, *, dtype=None): the mean along axes."""
    values = self if dtype is None else ops.cast(self, dtype)
    return ops.mean(values, _first(dim, axis), keep_dims or keepdim)


def prod(self, axis=None, keep_dims=False, dtype=None, *, dim=None, keepdim=False):
    """The product along an axis, or of all elements."""
    return ops.prod(self, _first(dim, axis), keep_dims or keepdim, dtype)


def _spread(self, function, axis, ddof, keepdims, dim, correction, keepdim):
    if dim is not None or correction is not None or keepdim:
        return function(self, _first(dim, axis), 1 if correction is None else correction, keepdim)
    return function(self, axis, ddof, keepdims)


def std(self, axis=None, ddof=0, keepdims=False, *, dim=None, correction=None, keepdim=False):
    """std(axis=None, ddof=0, keepdims=False) or std(dim=None, *, correction=1, keepdim=False): the standard
    deviation."""
    return _spread(self, ops.std, axis, ddof, keepdims, dim, correction, keepdim)


def var(self, axis=None, ddof=0, keepdims=False, *, dim=None, correction=None, keepdim=False):
    """var(axis=None, ddof=0, keepdims=False) or var(dim=None, *, correction=1, keepdim=False): the variance."""
    return _spread(self, ops.var, axis, ddof, keepdims, dim, correction, keepdim)


def all(self, axis=None, keep_dims=False, *, dim=None, keepdim=False):
    """Whether all elements along axes are true."""
    return ops.all(self, _first(dim, axis), keep_dims or keepdim)


def any(self, axis=None, keep_dims=False, *, dim=None, keepdim=False):
    """Whether an element along axes is true."""
    return ops.any(self, _first(dim, axis), keep_dims or keepdim)


def median(self, axis=-1, keepdims=False, *, dim=None, keepdim=False):
    """The medians along an axis and their places, as a tuple."""
    return ops.median(self, axis if dim is None else dim, keepdims or keepdim)


def cumsum(self, axis=None, dtype=None, *, dim=None):
    """The sums of the elements up to each one along an axis; of all of them in row-major order without an axis. Bools
    and integers of less than 32 bits count as Int32."""
    along = _first(dim, axis)
    values = self.reshape(-1) if along is None else self
    if values.dtype in _SMALL:
        values = ops.cast(values, dtypes.int32)
    total = ops.cumsum(values, 0 if along is None else along)
    return total if dtype is None else ops.cast(total, dtype)


def ptp(self, axis=None, keepdims=False):
    """The largest minus the smallest along axes."""
    return ops.amax(self, axis, keepdims) - ops.amin(self, axis, keepdims)


def sort(self, axis=-1, descending=False, *, dim=None, stable=False):
    """The sorted elements along an axis and where they were, as a tuple."""
    return ops.sort(self, axis if dim is None else dim, descending)


def argsort(self, axis=-1, descending=False, *, dim=None, stable=False):
    """Where the sorted elements along an axis are."""
    return ops.argsort(self, axis if dim is None else dim, descending)


def topk(self, k, dim=None, largest=True, sorted=True):
    """The k largest (or smallest) elements along an axis, and where they are, as a tuple."""
    return ops.topk(self, k, dim, largest, sorted)


def top_k(self, k, sorted=True):
    """The k largest elements along the last axis, and where they are, as a tuple."""
    return ops.topk(self, k, None, True, sorted)


def count_nonzero(self, axis=(), keep_dims=False, dtype=None, *, dim=None):
    """How many elements along axes are not zero."""
    along = axis if dim is None else dim
    count = ops.sum(ops.cast(self != 0, dtypes.int64), None if along == () else along, keep_dims)
    return ops.cast(count, dtypes.int32 if dtype is None and dim is None else dtype or dtypes.int64)


def argmax_with_value(self, axis=0, keep_dims=False):
    """The largest elements along an axis and where they are, as a tuple."""
    return ops.max(self, axis, keep_dims and axis is not None)


def argmin_with_value(self, axis=0, keep_dims=False):
    """The smallest elements along an axis and where they are, as a tuple."""
    return ops.min(self, axis, keep_dims and axis is not None)


def norm(self, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a matrix or vector."""
    return ops.norm(self, ord, dim, keepdim, dtype=dtype)


def aminmax(self, *, axis=0, keepdims=False):
    """The smallest and the largest elements along an axis, as a tuple."""
    return ops.aminmax(self, axis=axis, keepdims=keepdims)


def nonzero(self, *, as_tuple=False):
    """Where the elements are not zero: a row of indices for each, or with as_tuple a tensor for each axis."""
    places = ops.nonzero(self)
    return tuple(ops.unstack(places, 1)) if as_tuple else places


def trace(self, offset=0, axis1=0, axis2=1, dtype=None):
    """The sum along a diagonal."""
    diagonal = ops.diagonal(self, offset, axis1, axis2)
    total = ops.sum(diagonal, -1)
    return total if dtype is None else ops.cast(total, dtype)


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are equal within |self - other| <= atol + rtol * |other|."""
    result = ops.all(ops.isclose(self, other, rtol, atol, equal_nan))
    return result if _jitscope.is_capturing() else result.item()


def softmax(self, axis=-1, dtype=None):
    """exp(x) / sum(exp(x)) along an axis."""
    return ops.softmax(self, axis, dtype=dtype)


def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements in ascending order; with return_inverse also where each element stands among them, with
    return_counts also how often each occurs, as a tuple."""
    if dim is not None:
        raise NotImplementedError("Tensor.unique along an axis (dim) is not yet part of JitScope's engine.")
    ordered, places = ops.sort(self.reshape(-1), 0)
    values, inverse, counts = ops.unique_consecutive(ordered, True, True)
    result = [values]
    if return_inverse:
        ranks = ops.scatter(ops.zeros_like(inverse), 0, places, inverse)
        result.append(ranks.reshape(self.shape))
    if return_counts:
        result.append(counts)
    return result[0] if len(result) == 1 else tuple(result)

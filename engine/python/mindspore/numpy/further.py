# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy on sets, histograms, functions and dtypes. Those whose result's shape depends on the
elements compute with NumPy on the elements themselves; they cannot be part of a graph."""
import math

import numpy as np

import _jitscope
from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, axis_of, call, cast, dtype_of, floating
from mindspore.numpy.reductions import result_of
from mindspore.numpy.shaping import expand_dims, moveaxis, searchsorted, stack, take
from mindspore._capture.errors import not_captured
from mindspore.numpy.reductions import cumsum, diff

__all__ = ["unique", "intersect1d", "setdiff1d", "histogram", "histogram_bin_edges", "histogram2d", "histogramdd",
           "interp", "unwrap", "piecewise", "apply_along_axis", "apply_over_axes", "ravel_multi_index",
           "unravel_index", "result_type", "promote_types", "isscalar", "array_str"]


def _elements(value, name):
    """The elements as a NumPy array; refused while a graph is captured."""
    if _jitscope.is_capturing():
        raise not_captured(f"mindspore.numpy.{name} inside of a graph")
    return as_tensor(value).asnumpy()


# --- sets -------------------------------------------------------------------------------------------------------------

def unique(x, return_inverse=False):
    """The elements once each, in order; (elements, the place of each element of x) with return_inverse."""
    found = np.unique(_elements(x, "unique"), return_inverse=return_inverse)
    if not return_inverse:
        return Tensor(found)
    return Tensor(found[0]), Tensor(found[1].reshape(as_tensor(x).shape).astype(np.int32))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """The elements that are in both, in order; with return_indices their places, too."""
    found = np.intersect1d(_elements(ar1, "intersect1d"), _elements(ar2, "intersect1d"), assume_unique, return_indices)
    return tuple(Tensor(np.asarray(part)) for part in found) if return_indices else Tensor(found)


def setdiff1d(ar1, ar2, assume_unique=False):
    """The elements of ar1 that are not in ar2."""
    return Tensor(np.setdiff1d(_elements(ar1, "setdiff1d"), _elements(ar2, "setdiff1d"), assume_unique))


# --- histograms -------------------------------------------------------------------------------------------------------

def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The bounds of the bins: a number of them between the smallest and the largest element (or in range), or as
    given."""
    edges = bins if isinstance(bins, (int, str)) else _elements(bins, "histogram_bin_edges")
    return Tensor(np.histogram_bin_edges(_elements(a, "histogram_bin_edges"), edges, range).astype(np.float32))


def _plain(value, name):
    return None if value is None else _elements(value, name)


def histogram(a, bins=10, range=None, weights=None, density=False):
    """(how many elements lie in each bin or the sum of their weights, the bounds of the bins); Float32."""
    edges = histogram_bin_edges(a, bins, range)
    counts, _ = np.histogram(_elements(a, "histogram"), edges.asnumpy(), weights=_plain(weights, "histogram"),
                             density=density)
    return Tensor(counts.astype(np.float32)), edges


def histogramdd(sample, bins=10, range=None, weights=None, density=False):
    """(counts in the boxes of a grid, the bounds along each axis); sample is (points, axes) or a tuple of axes."""
    points = stack(sample, 1) if isinstance(sample, (tuple, list)) else sample
    edges = bins
    if not isinstance(bins, int):
        edges = [part if isinstance(part, int) else _elements(part, "histogramdd") for part in bins]
    counts, bounds = np.histogramdd(_elements(points, "histogramdd"), edges, range, density,
                                    _plain(weights, "histogramdd"))
    return Tensor(counts.astype(np.float32)), [Tensor(bound.astype(np.float32)) for bound in bounds]


def histogram2d(x, y, bins=10, range=None, weights=None, density=False):
    """(counts in a grid of x and y, the bounds along x, the bounds along y)."""
    counts, (first, second) = histogramdd((as_tensor(x), as_tensor(y)), bins, range, weights, density)
    return counts, first, second


# --- functions --------------------------------------------------------------------------------------------------------

def interp(x, xp, fp, left=None, right=None):
    """The line through the points (xp, fp), xp rising, at the places x; beyond them left and right, or the last fp."""
    x, xp, fp = floating(x), floating(xp), floating(fp)
    after = searchsorted(xp, x, "right")
    after = call("Minimum", call("Maximum", after, 1), xp.size - 1) if xp.size > 1 else after * 0
    before = call("Maximum", after - 1, 0)
    x0, x1, y0, y1 = take(xp, before), take(xp, after), take(fp, before), take(fp, after)
    gap = call("Select", call("Equal", x1, x0), call("OnesLike", x0), x1 - x0)
    result = y0 + (y1 - y0) * (x - x0) / gap
    low = fp[0] if left is None else call("Full", (), float(left), fp.dtype)
    high = fp[-1] if right is None else call("Full", (), float(right), fp.dtype)
    result = call("Select", call("Less", x, xp[0]), low + result * 0, result)
    return call("Select", call("Greater", x, xp[-1]), high + result * 0, result)


def unwrap(p, discont=3.141592653589793, axis=-1):
    """Angles without jumps of more than discont: whole turns are added along the axis."""
    p = floating(p)
    axis = axis_of(axis, p.ndim)
    step = diff(p, axis=axis)
    rest = call("FloorMod", step + math.pi, 2 * math.pi) - math.pi
    is_half = call("LogicalAnd", call("Equal", rest, -math.pi), call("Greater", step, 0))
    rest = call("Select", is_half, -rest, rest)
    turn = call("Select", call("Less", call("Abs", step), discont), call("ZerosLike", step), rest - step)
    before = (slice(None),) * axis
    first = p[(*before, slice(0, 1))]
    return call("Concat", (first, p[(*before, slice(1, None))] + cumsum(turn, axis)), axis)


def piecewise(x, condlist, funclist, *args, **kw):
    """For each element the function (or number) of the condition that holds there; one function more is for the
    rest."""
    x = as_tensor(x)
    conditions = [as_tensor(condition) for condition in (condlist if isinstance(condlist,
                                                                                (list, tuple)) else [condlist])]
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        raise ValueError("the number of functions must be that of the conditions, or one more")
    values = [function(x, *args, **kw) if callable(function) else call("Full", x.shape, function,
                                                                       x.dtype) for function in funclist]
    result = values[len(conditions)] if len(values) > len(conditions) else call("ZerosLike", x)
    for condition, value in zip(conditions, values):
        result = call("Select", condition, cast(as_tensor(value), x.dtype), cast(result, x.dtype))
    return result


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of vectors on each vector along an axis; its results stand in place of them."""
    arr = as_tensor(arr)
    axis = axis_of(axis, arr.ndim)
    rows = moveaxis(arr, axis, -1)
    outer = rows.shape[:-1]
    flat = rows.reshape((-1, rows.shape[-1]))
    results = [as_tensor(func1d(flat[i], *args, **kwargs)) for i in range(flat.shape[0])]
    joined = stack(results)
    joined = joined.reshape((*outer, *results[0].shape))
    for i in range(results[0].ndim):
        joined = moveaxis(joined, len(outer) + i, axis + i)
    return joined


def apply_over_axes(func, a, axes):
    """A function of a tensor and an axis, for one axis after the other; axes that it reductions are kept with size 1."""
    a = as_tensor(a)
    for axis in (axes,) if isinstance(axes, int) else axes:
        result = func(a, axis)
        a = expand_dims(result, axis) if result.ndim < a.ndim else result
    return a


# --- places -----------------------------------------------------------------------------------------------------------

def ravel_multi_index(multi_index, dims, mode="clip", order="C"):
    """The places in all elements of a shape, of places along its axes."""
    places = [as_tensor(part) for part in multi_index]
    limits = dims if order == "C" else tuple(reversed(dims))
    total = None
    for part, limit in zip(places if order == "C" else reversed(places), limits):
        part = call("FloorMod", part, limit) if mode == "wrap" else call("Minimum", call("Maximum", part, 0), limit - 1)
        total = part if total is None else total * limit + part
    return total


def unravel_index(indices, shape, order="C"):
    """The places along the axes of a shape, of places in all its elements."""
    rest = as_tensor(indices)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    size = math.prod(shape)
    rest = call("Minimum", call("Maximum", rest, -size), size - 1)
    rest = call("Select", call("Less", rest, 0), rest + size, rest)
    places = []
    for limit in reversed(shape) if order == "C" else shape:
        places.append(call("FloorMod", rest, limit))
        rest = call("FloorDiv", rest, limit)
    return tuple(reversed(places)) if order == "C" else tuple(places)


# --- dtypes and text --------------------------------------------------------------------------------------------------

def promote_types(type1, type2):
    """The dtype of an operation on two."""
    return result_of([call("Zeros", (), dtype_of(type1)), call("Zeros", (), dtype_of(type2))])


def result_type(*arrays_and_dtypes):
    """The dtype of an operation on all of them."""
    tensors = []
    for item in arrays_and_dtypes:
        is_value = isinstance(item, (Tensor, int, float, list, tuple, np.ndarray)) and not isinstance(item, type)
        tensors.append(as_tensor(item) if is_value else call("Zeros", (), dtype_of(item)))
    return result_of(tensors)


def isscalar(element):
    """Whether it is a number or a text, not a tensor."""
    return isinstance(element, (bool, int, float, complex, str)) or (not isinstance(element,
                                                                                    Tensor) and np.isscalar(element))


def array_str(a):
    """The elements as a text."""
    return str(as_tensor(a))

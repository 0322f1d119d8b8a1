# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy that move, join, cut, choose and repeat elements."""
import numpy as np

from mindspore.common.dtype import bool_, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, axis_of, call, cast, ops, sizes_of
from mindspore.numpy.reductions import result_of

__all__ = ["reshape", "ravel", "transpose", "swapaxes", "moveaxis", "rollaxis", "expand_dims", "squeeze",
           "broadcast_to", "broadcast_arrays", "atleast_1d", "atleast_2d", "atleast_3d", "concatenate", "append",
           "stack", "hstack", "vstack", "dstack", "column_stack", "split", "array_split", "hsplit", "vsplit", "dsplit",
           "tile", "repeat", "flip", "flipud", "fliplr", "rot90", "roll", "pad", "take", "take_along_axis", "select",
           "choose", "size", "shape", "ndim", "argwhere", "nonzero", "searchsorted", "digitize", "bincount", "isin",
           "in1d"]


def shape(a):
    """The sizes of the axes."""
    return as_tensor(a).shape


def ndim(a):
    """The number of axes."""
    return as_tensor(a).ndim


def size(a, axis=None):
    """The number of elements, of all or along an axis."""
    a = as_tensor(a)
    return a.size if axis is None else a.shape[axis_of(axis, a.ndim)]


# --- axes -------------------------------------------------------------------------------------------------------------

def reshape(x, new_shape):
    """The same elements in another shape; one size may be -1."""
    return call("Reshape", as_tensor(x), sizes_of(new_shape))


def ravel(x):
    """All elements along one axis."""
    return call("Reshape", as_tensor(x), (-1,))


def transpose(a, axes=None):
    """The axes in another order, or reversed."""
    a = as_tensor(a)
    return call("Transpose", a, tuple(reversed(range(a.ndim))) if axes is None else tuple(axes))


def swapaxes(x, axis1, axis2):
    """Two axes swapped."""
    return ops().swapaxes(as_tensor(x), axis1, axis2)


def moveaxis(a, source, destination):
    """Axes moved to other places; the others keep their order."""
    a = as_tensor(a)
    source = [axis_of(axis, a.ndim) for axis in ((source,) if isinstance(source, int) else source)]
    destination = [axis_of(axis, a.ndim) for axis in ((destination,) if isinstance(destination, int) else destination)]
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [axis for axis in range(a.ndim) if axis not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return call("Transpose", a, tuple(order))


def rollaxis(x, axis, start=0):
    """An axis moved before another."""
    x = as_tensor(x)
    axis = axis_of(axis, x.ndim)
    start = start if start >= 0 else start + x.ndim
    order = [i for i in range(x.ndim) if i != axis]
    order.insert(start - 1 if start > axis else start, axis)
    return call("Transpose", x, tuple(order))


def expand_dims(a, axis):
    """With axes of size 1 put in."""
    a = as_tensor(a)
    axes = (axis,) if isinstance(axis, int) else axis
    rank = a.ndim + len(axes)
    for place in sorted(axis_of(one, rank) for one in axes):
        a = call("ExpandDims", a, place)
    return a


def squeeze(a, axis=None):
    """Without axes of size 1: all, or those of axis."""
    return call("Squeeze", as_tensor(a), axis)


def broadcast_to(array, shape):
    """Stretched to a shape."""
    return call("BroadcastTo", as_tensor(array), sizes_of(shape))


def broadcast_arrays(*args):
    """All stretched to their common shape."""
    tensors = [as_tensor(arg) for arg in args]
    rank = max(tensor.ndim for tensor in tensors)
    padded = [(1,) * (rank - tensor.ndim) + tensor.shape for tensor in tensors]
    common = tuple(next((size for size in sizes if size != 1), 1) for sizes in zip(*padded))
    return [broadcast_to(tensor, common) for tensor in tensors]


def _each(function, arys):
    results = [function(as_tensor(ary)) for ary in arys]
    return results[0] if len(results) == 1 else results


def atleast_1d(*arys):
    """With at least one axis."""
    return _each(lambda a: a if a.ndim else a.reshape((1,)), arys)


def atleast_2d(*arys):
    """With at least two axes, new ones first."""
    return _each(lambda a: a if a.ndim > 1 else a.reshape((1, -1)), arys)


def atleast_3d(*arys):
    """With at least three axes: (1, N, 1) of a vector, (M, N, 1) of a matrix."""
    return _each(lambda a: a if a.ndim > 2 else a.reshape((*a.shape, 1)) if a.ndim == 2 else a.reshape((1, -1, 1)),
                 arys)


# --- joined and cut ---------------------------------------------------------------------------------------------------

def concatenate(arrays, axis=0):
    """Joined along an axis; all elements one after the other without it."""
    tensors = [as_tensor(array) for array in arrays] if not isinstance(arrays, Tensor) else list(arrays)
    if axis is None:
        tensors, axis = [ravel(tensor) for tensor in tensors], 0
    dtype = result_of(tensors)
    if len(tensors) == 1:
        return tensors[0]
    return call("Concat", tuple(cast(tensor, dtype) for tensor in tensors), axis_of(axis, tensors[0].ndim))


def append(arr, values, axis=None):
    """values after arr along an axis."""
    return concatenate((arr, values), axis)


def stack(arrays, axis=0):
    """Joined along a new axis."""
    tensors = [as_tensor(array) for array in arrays]
    dtype = result_of(tensors)
    return call("Stack", tuple(cast(tensor, dtype) for tensor in tensors), axis)


def _listed(tup):
    return list(tup) if isinstance(tup, (tuple, list)) else [tup[i] for i in range(tup.shape[0])]


def hstack(tup):
    """Joined along the second axis, vectors along the first."""
    tensors = [atleast_1d(part) for part in _listed(tup)]
    return concatenate(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tup):
    """Joined along the first axis, vectors as rows."""
    return concatenate([atleast_2d(part) for part in _listed(tup)], 0)


def dstack(tup):
    """Joined along the third axis."""
    return concatenate([atleast_3d(part) for part in _listed(tup)], 2)


def column_stack(tup):
    """Joined along the second axis, vectors as columns."""
    tensors = [as_tensor(part) for part in _listed(tup)]
    return concatenate([tensor if tensor.ndim > 1 else tensor.reshape((-1, 1)) for tensor in tensors], 1)


def _pieces(x, bounds, axis):
    before = (slice(None),) * axis
    return tuple(x[(*before, slice(begin, end))] for begin, end in zip(bounds[:-1], bounds[1:]))


def array_split(x, indices_or_sections, axis=0):
    """A number of pieces of nearly equal size, or pieces that begin at places."""
    x = as_tensor(x)
    axis = axis_of(axis, x.ndim)
    length = x.shape[axis]
    if not isinstance(indices_or_sections, int):
        bounds = [0, *(min(max(place if place >= 0 else place + length, 0), length) for place in indices_or_sections),
                  length]
        return _pieces(x, [bounds[0], *(max(a, b) for a, b in zip(bounds, bounds[1:]))], axis)
    if indices_or_sections <= 0:
        raise ValueError("number sections must be larger than 0.")
    small, larger = divmod(length, indices_or_sections)
    bounds = [0]
    for i in range(indices_or_sections):
        bounds.append(bounds[-1] + small + (i < larger))
    return _pieces(x, bounds, axis)


def split(x, indices_or_sections, axis=0):
    """A number of pieces of equal size, or pieces that begin at places."""
    x = as_tensor(x)
    axis = axis_of(axis, x.ndim)
    if isinstance(indices_or_sections, int) and (indices_or_sections <= 0 or x.shape[axis] % indices_or_sections):
        raise ValueError(f"array split does not result in an equal division: {x.shape[axis]} by {indices_or_sections}.")
    return array_split(x, indices_or_sections, axis)


def hsplit(x, indices_or_sections):
    """split along the second axis, of vectors along the first."""
    return split(x, indices_or_sections, 0 if as_tensor(x).ndim == 1 else 1)


def vsplit(x, indices_or_sections):
    """split along the first axis."""
    return split(x, indices_or_sections, 0)


def dsplit(x, indices_or_sections):
    """split along the third axis."""
    return split(x, indices_or_sections, 2)


# --- repeated and moved -----------------------------------------------------------------------------------------------

def tile(a, reps):
    """a repeated along each axis."""
    a = as_tensor(a)
    reps = sizes_of(reps)
    rank = max(a.ndim, len(reps))
    return ops().tile(a.reshape((1,) * (rank - a.ndim) + a.shape), (1,) * (rank - len(reps)) + reps)


def repeat(a, repeats, axis=None):
    """Each element several times; repeats is a number, or one for each element along the axis."""
    a = as_tensor(a)
    if axis is None:
        a, axis = ravel(a), 0
    axis = axis_of(axis, a.ndim)
    counts = [repeats] * a.shape[axis] if isinstance(repeats, int) else [int(count) for count in sizes_of(repeats)]
    counts = counts * a.shape[axis] if len(counts) == 1 else counts
    if len(counts) != a.shape[axis]:
        raise ValueError("operands could not be broadcast together: repeats must have one number for each element")
    places = [place for place, count in enumerate(counts) for _ in range(count)]
    return call("Gather", a, Tensor(places, int64), axis)


def flip(m, axis=None):
    """The elements in reverse order along axes (all without it)."""
    m = as_tensor(m)
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    return ops().flip(m, tuple(axis_of(one, m.ndim) for one in axes))


def flipud(m):
    """The rows in reverse order."""
    return flip(m, 0)


def fliplr(m):
    """The columns in reverse order."""
    return flip(m, 1)


def rot90(a, k=1, axes=(0, 1)):
    """Turned k times by a right angle, from the first of two axes towards the second."""
    a = as_tensor(a)
    one, two = (axis_of(axis, a.ndim) for axis in axes)
    if k % 4 == 0:
        return a
    if k % 4 == 2:
        return flip(a, (one, two))
    return swapaxes(flip(a, two), one, two) if k % 4 == 1 else flip(swapaxes(a, one, two), two)


def roll(a, shift, axis=None):
    """The elements moved on, those at the end to the front."""
    a = as_tensor(a)
    if axis is None:
        return roll(ravel(a), shift if isinstance(shift, int) else sum(shift), 0).reshape(a.shape)
    shifts = (shift,) if isinstance(shift, int) else tuple(shift)
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    shifts = shifts * len(axes) if len(shifts) == 1 else shifts
    for step, place in zip(shifts, axes):
        place = axis_of(place, a.ndim)
        length = a.shape[place]
        if length and step % length:
            before, cut = (slice(None),) * place, length - step % length
            a = call("Concat", (a[(*before, slice(cut, None))], a[(*before, slice(0, cut))]), place)
    return a


def _pad_widths(pad_width, rank):
    """((before, after), ...) for each axis."""
    if isinstance(pad_width, int):
        return [(pad_width, pad_width)] * rank
    if len(pad_width) == 1 and isinstance(pad_width[0], int):
        return [(pad_width[0], pad_width[0])] * rank
    if all(isinstance(width, int) for width in pad_width):
        return [tuple(pad_width)] * rank
    return list(map(tuple, pad_width)) * (rank if len(pad_width) == 1 else 1)


def _places(mode, length, before, after):
    """Which element stands at each place of a padded axis."""
    if mode == "edge":
        return [min(max(i, 0), length - 1) for i in range(-before, length + after)]
    if mode == "wrap":
        return [i % length for i in range(-before, length + after)]
    period = 2 * length - (2 if mode == "reflect" else 0)
    if period <= 0:
        return [0] * (before + length + after)
    places = [i % period for i in range(-before, length + after)]
    return [i if i < length else (2 * length - 2 - i if mode == "reflect" else 2 * length - 1 - i) for i in places]


def _ramped(arr, widths, ends):
    """Between the elements at the edges and the values at the ends, in equal steps; whole dtypes cut them."""
    for axis, ((before, after), (first, last)) in enumerate(zip(widths, ends)):
        parts = [_ramp(arr, axis, 0, np.arange(before, 0, -1), first), arr,
                 _ramp(arr, axis, arr.shape[axis] - 1, np.arange(1, after + 1), last)]
        arr = call("Concat", tuple(part for part in parts if part is not None), axis)
    return arr


def _ramp(arr, axis, edge, steps, end):
    """Slices so many steps on the way from the one at `edge` to `end`; None for no slices."""
    count = len(steps)
    if not count:
        return None
    shape = tuple(count if i == axis else 1 for i in range(arr.ndim))
    share = call("Reshape", Tensor((steps / count).astype(np.float32)), shape)
    border = call("Gather", arr, Tensor([edge], int64), axis)
    return call("Cast", border + (end - border) * share, arr.dtype)


def pad(arr, pad_width, mode="constant", stat_length=None, constant_values=0, end_values=0, reflect_type="even",
        **kwargs):
    """With elements before and after along each axis: constant, or from arr ("edge", "reflect", "symmetric",
    "wrap")."""
    arr = as_tensor(arr)
    widths = _pad_widths(pad_width, arr.ndim)
    if mode == "constant":
        values = _pad_widths(constant_values, arr.ndim) if not isinstance(constant_values, float) \
            else [(constant_values, constant_values)] * arr.ndim
        for axis, ((before, after), (first, last)) in enumerate(zip(widths, values)):
            parts = [call("Full", (*arr.shape[:axis], count, *arr.shape[axis + 1:]), value,
                          arr.dtype) if count else None
                     for count, value in ((before, first), (after, last))]
            joined = tuple(part for part in (parts[0], arr, parts[1]) if part is not None)
            arr = call("Concat", joined, axis) if len(joined) > 1 else arr
        return arr
    if mode == "linear_ramp":
        return _ramped(arr, widths, _pad_widths(end_values, arr.ndim))
    if mode not in ("edge", "reflect", "symmetric", "wrap") or reflect_type != "even":
        raise ValueError(f"mode '{mode}' with reflect_type '{reflect_type}' is not supported")
    for axis, (before, after) in enumerate(widths):
        if before or after:
            arr = call("Gather", arr, Tensor(_places(mode, arr.shape[axis], before, after), int64), axis)
    return arr


# --- chosen -----------------------------------------------------------------------------------------------------------

def _kept(places, length, mode):
    """Places within an axis: cut off ("clip"), counted round ("wrap"), or from the end when negative ("raise")."""
    if mode == "wrap":
        return call("FloorMod", places, length)
    if mode == "clip":
        return call("Minimum", call("Maximum", places, 0), length - 1)
    return call("Select", call("Less", places, 0), places + length, places)


def take(a, indices, axis=None, mode="clip"):
    """The slices at places along an axis; of all elements without it."""
    a, places = as_tensor(a), as_tensor(indices)
    if axis is None:
        a, axis = ravel(a), 0
    axis = axis_of(axis, a.ndim)
    return call("Gather", a, _kept(places, a.shape[axis], mode), axis)


def take_along_axis(arr, indices, axis):
    """Elements at places along an axis, the other places being their own; the other axes broadcast."""
    arr, places = as_tensor(arr), as_tensor(indices)
    if axis is None:
        arr, axis = ravel(arr), 0
    if arr.ndim != places.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = axis_of(axis, arr.ndim)

    def stretched(tensor, other):
        sizes = zip(tensor.shape, other.shape)
        return broadcast_to(tensor, tuple(own if i == axis else max(own, its) for i, (own, its) in enumerate(sizes)))
    return ops().gather_elements(stretched(arr, places), axis, stretched(places, arr))


def select(condlist, choicelist, default=0):
    """The first choice whose condition holds, else the default."""
    conditions, choices = [as_tensor(c) for c in condlist], [as_tensor(c) for c in choicelist]
    result = call("Full", broadcast_arrays(conditions[0], choices[0])[0].shape, default, result_of(choices))
    for condition, choice in reversed(list(zip(conditions, choices))):
        result = call("Select", cast(condition, bool_), cast(choice, result.dtype), result)
    return result


def choose(a, choices, mode="clip"):
    """At each place the element of the choice that a names; a and the choices broadcast."""
    a = as_tensor(a)
    if a.dtype.is_floating_point:
        raise ValueError("`a` should be an int array")
    if a.ndim == 0:
        raise ValueError("input cannot be scalars")
    if mode == "raise":
        raise NotImplementedError('"raise" mode is not implemented: places are cut off ("clip") or counted round ("wrap").')
    shape = np.broadcast_shapes(a.shape, *(as_tensor(choice).shape for choice in choices))
    stacked = stack([broadcast_to(as_tensor(choice), shape) for choice in choices])
    which = broadcast_to(_kept(a, stacked.shape[0], mode), shape)
    result = stacked[0]
    for i in range(1, stacked.shape[0]):
        result = call("Select", call("Equal", which, i), stacked[i], result)
    return result


def argwhere(a):
    """The places of the elements that are not 0; (count, rank)."""
    return ops().nonzero(as_tensor(a))


def nonzero(a):
    """The places of the elements that are not 0; one tensor for each axis."""
    return ops().nonzero(as_tensor(a), as_tuple=True)


def searchsorted(a, v, side="left", sorter=None):
    """Where each v would be put into the ordered a."""
    if side not in ("left", "right"):
        raise ValueError(f"{side} is an invalid value for keyword 'side'")
    a, v = as_tensor(a), as_tensor(v)
    if sorter is not None:
        a = take(a, sorter)
    before = call("LessEqual" if side == "right" else "Less", a, expand_dims(v, -1))
    return call("Cast", call("ReduceSum", call("Cast", before, int32), -1), int32)


def digitize(x, bins, right=False):
    """The bin of each x: how many of the ordered bounds are below it (with `right` bounds belong to the bin before)."""
    x, bins = as_tensor(x), as_tensor(bins)
    is_falling = bins.size > 1 and bool((bins[0] > bins[-1]).item())
    if is_falling:
        return bins.size - searchsorted(flip(bins), x, "right" if right else "left")
    return searchsorted(bins, x, "left" if right else "right")


def bincount(x, weights=None, minlength=0, length=None):
    """How often each whole number occurs, or the sum of its weights."""
    x = as_tensor(x).reshape((-1,))
    count = length or max(minlength, int(call("ReduceMax", x).item()) + 1 if x.size else 0)
    hits = call("Equal", call("ExpandDims", x, 0), call("Range", 0, count, 1, x.dtype).reshape((count, 1)))
    if weights is None:
        return call("ReduceSum", call("Cast", hits, int32), 1)
    weights = as_tensor(weights)
    return call("ReduceSum", call("Cast", hits, weights.dtype) * weights, 1)


def in1d(ar1, ar2, invert=False):
    """For each element of ar1 whether it is in ar2."""
    return isin(ravel(ar1), ar2, invert)


def isin(element, test_elements, invert=False):
    """For each element whether it is among others."""
    element, others = as_tensor(element), ravel(test_elements)
    if others.size == 0:
        found = call("NotEqual", element, element)
    else:
        found = call("ReduceAny", call("Equal", call("ExpandDims", element, -1), others), -1)
    return call("LogicalNot", found) if invert else found

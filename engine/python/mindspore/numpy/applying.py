# SPDX-License-Identifier: Apache-2.0
"""A function of the user's applied to the parts of a tensor."""
from mindspore.numpy._arguments import as_tensor, axis_of, call, cast
from mindspore.numpy.shaping import expand_dims, moveaxis, stack

__all__ = ["apply_along_axis", "apply_over_axes", "piecewise"]


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
    """A function of a tensor and an axis, for one axis after the other; axes that it reduces are kept with size 1."""
    a = as_tensor(a)
    for axis in (axes,) if isinstance(axes, int) else axes:
        result = func(a, axis)
        a = expand_dims(result, axis) if result.ndim < a.ndim else result
    return a

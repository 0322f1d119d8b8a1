# SPDX-License-Identifier: Apache-2.0
"""Primitives that MindSpore has kernels but no classes for: a primitive of the user's own that has their name runs them with
its attributes."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.operations._rows import attrs, operator
from mindspore.ops.primitive import primitive_call as call


def _shift(prim, x, fill_value):
    """x moved by `periods` elements along an axis; the places that become free take fill_value."""
    axis, periods, size = from_front(prim.axis, x.ndim), prim.periods, x.shape[prim.axis]
    if periods == 0:
        return x
    free = call("Full", (*x.shape[:axis], min(abs(periods), size), *x.shape[axis + 1:]), fill_value, x.dtype)
    kept = np.arange(max(size - abs(periods), 0)) + max(-periods, 0)
    kept = call("Gather", x, Tensor(kept.astype(np.int64)), axis)
    return call("Concat", (free, kept) if periods > 0 else (kept, free), axis)


def _bounds(prim, size):
    """(beginning, end) of the window of each element."""
    end = np.arange(1, size + 1) + ((prim.window - 1) // 2 if prim.center else 0)
    start = end - prim.window - (prim.closed in ("left", "both"))
    end = end - (prim.closed in ("left", "neither"))
    return np.clip(start, 0, size), np.clip(end, 0, size)


def _moments(values, inside, counts):
    """(the sums, the sums of squares around the mean) of the elements of each window."""
    sums = call("ReduceSum", values * inside, -1)
    apart = (values - (sums / counts).expand_dims(-1)) * inside
    return sums, call("ReduceSum", apart * apart, -1)


def _rolling(prim, x):
    """
    A number of the window of each element along an axis: `method` is max, min, mean, sum, std or var.

    Windows have `window` elements and end with the element, or lie around it (center); `closed` says which of their ends
    belong to them. Where one has fewer than min_periods elements, the result is NaN, of integers 0.
    """
    if prim.method not in ("max", "min", "mean", "sum", "std", "var"):
        raise ValueError(f"For 'Rolling', the 'method' must be max, min, mean, sum, std or var, but got {prim.method}.")
    is_floating = x.dtype.is_floating_point
    start, end = _bounds(prim, x.shape[prim.axis])
    places = start[:, None] + np.arange(max(int((end - start).max(initial=1)), 1))
    inside = places < end[:, None]
    along = call("Gather", x.swapaxes(prim.axis, -1), Tensor(np.where(inside, places, 0).astype(np.int64)), x.ndim - 1)
    counts = np.maximum(end - start, 1)
    if prim.method in ("max", "min"):
        # The first element of a window stands for the places that are none.
        filled = call("Select", Tensor(np.broadcast_to(inside, along.shape)), along, along[..., :1])
        found = call("ReduceMax" if prim.method == "max" else "ReduceMin", filled, -1)
    else:
        wide = along if is_floating else along.astype("float64")
        sums, squares = _moments(wide, Tensor(inside.astype(np.float64), wide.dtype), Tensor(counts, wide.dtype))
        spread = squares / Tensor(np.maximum(counts - 1, 1), wide.dtype)
        found = {"sum": sums, "mean": sums / Tensor(counts, wide.dtype), "var": spread}.get(prim.method)
        found = call("Sqrt", spread) if found is None else found
    empty = call("Full", found.shape, float("nan") if is_floating else 0, found.dtype)
    enough = Tensor(np.broadcast_to(end - start >= prim.min_periods, found.shape))
    return call("Select", enough, found, empty).astype(x.dtype).swapaxes(prim.axis, -1)


def _qr(prim, x):
    """(Q, R): as wide as the smaller size for mode "economic", else whole."""
    return call("Qr", x, prim.mode != "economic")


Shift = operator("Shift", attrs(periods=1, axis=-1), run=_shift)
Rolling = operator("Rolling", attrs("window", "min_periods", "center", "axis", "closed", "method"), run=_rolling)
QR = operator("QR", attrs(mode="full"), run=_qr)

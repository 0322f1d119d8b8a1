# SPDX-License-Identifier: Apache-2.0
"""Places along the axes of a shape, and places in all its elements."""
import math

from mindspore.common.dtype import float32
from mindspore.numpy._arguments import as_tensor, call

__all__ = ["ravel_multi_index", "unravel_index"]


def ravel_multi_index(multi_index, dims, mode="clip", order="C"):
    """The places in all elements of a shape, of places along its axes: Float32, as in MindSpore."""
    places = [as_tensor(part) for part in multi_index]
    limits = dims if order == "C" else tuple(reversed(dims))
    total = None
    for part, limit in zip(places if order == "C" else reversed(places), limits):
        part = call("FloorMod", part, limit) if mode == "wrap" else call("Minimum", call("Maximum", part, 0), limit - 1)
        total = part if total is None else total * limit + part
    return total.astype(float32)


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

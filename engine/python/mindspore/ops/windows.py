# SPDX-License-Identifier: Apache-2.0
"""The largest elements of windows with their places, and back: elements put to places; windows of random bounds; norms of
windows; columns summed to images."""
import sys

import numpy as np

from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["max_unpool1d", "max_unpool2d", "max_unpool3d", "fractional_max_pool2d", "fractional_max_pool3d", "lp_pool1d",
           "lp_pool2d", "col2im"]


def sized(value, axes):
    """An int or a tuple as one number for each axis."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * axes


# --- largest elements and their places --------------------------------------------------------------------------------

def _table(starts, sizes, reach, gaps):
    """(windows, elements of one): flat places of the elements of each window; those outside are one past the end."""
    per_axis = []
    for start, size, length, gap in zip(starts, sizes, reach, gaps):
        place = np.asarray(start)[:, None] + np.arange(length) * gap
        per_axis.append(np.where((place >= 0) & (place < size), place, -1))
    grid = np.zeros((1, 1), np.int64)
    outside = np.zeros((1, 1), bool)
    for place, size in zip(per_axis, sizes):
        windows, elements = grid.shape
        count, length = place.shape
        grid = (grid[:, None, :, None] * size + np.maximum(place, 0)[None, :, None, :])
        outside = outside[:, None, :, None] | (place < 0)[None, :, None, :]
        grid, outside = grid.reshape(windows * count, elements * length), outside.reshape(windows * count, -1)
    return np.where(outside, int(np.prod(sizes)), grid)


def largest_of(x, starts, reach, gaps=None, dtype=int64):
    """(the largest elements of windows, their flat places): x (N, C, *sizes), along each axis windows begin at `starts` and
    have `reach` elements, `gaps` apart."""
    sizes = x.shape[2:]
    table = _table(starts, sizes, reach, gaps or (1,) * len(sizes))
    flat = x.reshape((*x.shape[:2], -1))
    lowest = call("Full", (*x.shape[:2], 1), float("-inf") if x.dtype.is_floating_point else np.iinfo(np.int32).min, x.dtype)
    windows = call("Gather", call("Concat", (flat, lowest), 2), Tensor(table), 2)
    best = call("Argmax", windows, -1).astype(int64)
    rows = Tensor((np.arange(len(table)) * table.shape[1]).astype(np.int64))
    places = call("Gather", Tensor(table.reshape(-1)), best + rows, 0)
    shape = (*x.shape[:2], *map(len, starts))
    return _at(windows, best).reshape(shape), places.reshape(shape).astype(dtype)


def _at(windows, places):
    """The element of each window at a place, which has all of its gradient."""
    return call("GatherD", windows, -1, call("ExpandDims", places, -1))


def regular_starts(name, sizes, kernel, stride, padding, dilation, ceil_mode):
    """Where windows begin along each axis, as those of poolings do."""
    starts = []
    for size, window, step, pad, gap in zip(sizes, kernel, stride, padding, dilation):
        span = size + 2 * pad - (window - 1) * gap - 1
        count = span // step + 1
        if ceil_mode and span % step and count * step < size + pad:
            count += 1
        if count < 1:
            raise ValueError(f"For '{name}', a window of {window} is larger than the padded size {size + 2 * pad}.")
        starts.append(np.arange(count) * step - pad)
    return starts


def starts_of(sizes, kernel, stride, pad_mode):
    """Where windows begin along each axis: with as much padding before as behind, the odd one behind, for "same"; without
    any for "valid"."""
    starts = []
    for size, window, step in zip(sizes, kernel, stride):
        if pad_mode.lower() == "same":
            count = -(-size // step)
            before = max((count - 1) * step + window - size, 0) // 2
        else:
            count, before = (size - window) // step + 1, 0
        starts.append(np.arange(count) * step - before)
    return starts


def pooled_with_places(name, x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, dtype=int64):
    """(the largest elements of windows, their flat places) of x (N, C, *sizes) or (C, *sizes)."""
    axes = len(kernel_size) if isinstance(kernel_size, (tuple, list)) else 3 if "3" in name else 2
    batched = x if x.ndim == axes + 2 else call("ExpandDims", x, 0)
    kernel = sized(kernel_size, axes)
    starts = regular_starts(name, batched.shape[2:], kernel, kernel if stride is None else sized(stride, axes),
                            sized(padding, axes), sized(dilation, axes), ceil_mode)
    values, places = largest_of(batched, starts, kernel, sized(dilation, axes), dtype)
    return (values, places) if x.ndim == axes + 2 else (values[0], places[0])


def adaptive_with_places(x, output_size, dtype=int64):
    """The same of windows of nearly equal size."""
    axes = len(output_size)
    batched = x if x.ndim == axes + 2 else call("ExpandDims", x, 0)
    bounds = [[(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]
              for size, count in zip(batched.shape[2:], output_size)]
    reach = [max(end - start for start, end in part) for part in bounds]
    # A shorter window takes what stands behind it as well, from which it is cut by going over it again.
    sizes, tables = batched.shape[2:], []
    for part, length in zip(bounds, reach):
        tables.append([[min(start + i, end - 1) for i in range(length)] for start, end in part])
    grid = np.zeros((1, 1), np.int64)
    for place, size in zip(map(np.asarray, tables), sizes):
        grid = (grid[:, None, :, None] * size + place[None, :, None, :]).reshape(len(grid) * len(place), -1)
    flat = batched.reshape((*batched.shape[:2], -1))
    windows = call("Gather", flat, Tensor(grid), 2)
    best = call("Argmax", windows, -1).astype(int64)
    rows = Tensor((np.arange(len(grid)) * grid.shape[1]).astype(np.int64))
    places = call("Gather", Tensor(grid.reshape(-1)), best + rows, 0)
    shape = (*batched.shape[:2], *output_size)
    values, places = _at(windows, best).reshape(shape), places.reshape(shape).astype(dtype)
    return (values, places) if x.ndim == axes + 2 else (values[0], places[0])


def patches_of(x, kernel, stride, rate, pad_mode):
    """
    The windows of x (N, C, *sizes) as channels: (N, kernel elements * C, *counts), all channels of an element together.

    Args:
        kernel, stride, rate (tuple[int]): elements along each axis, steps between windows, steps between their elements.
        pad_mode (str): "valid" for whole windows only, "same" for windows that reach into zeros.
    """
    reach = tuple((length - 1) * gap + 1 for length, gap in zip(kernel, rate))
    starts = starts_of(x.shape[2:], reach, stride, pad_mode)
    table = _table(starts, x.shape[2:], kernel, rate)
    flat = x.reshape((*x.shape[:2], -1))
    flat = call("Concat", (flat, call("Zeros", (*x.shape[:2], 1), x.dtype)), 2)
    found = call("Gather", flat, Tensor(table), 2).transpose((0, 3, 1, 2))
    return found.reshape((x.shape[0], -1, *map(len, starts)))


# --- elements put to places -------------------------------------------------------------------------------------------

def unpooled(name, x, indices, kernel_size, stride, padding, output_size, axes):
    """Zeros with the elements of x at flat places; x (N, C, *sizes) or (C, *sizes)."""
    if x.shape != indices.shape:
        raise ValueError(f"For '{name}', 'x' and 'indices' must have one shape, but got {x.shape} and {indices.shape}.")
    if x.ndim not in (axes + 1, axes + 2):
        raise ValueError(f"For '{name}', the dimension of 'x' must be {axes + 1} or {axes + 2}, but got {x.ndim}.")
    kernel = sized(kernel_size, axes)
    steps = tuple(step or window for step, window in zip(sized(0 if stride is None else stride, axes), kernel))
    sizes = tuple((size - 1) * step - 2 * pad + window
                  for size, step, pad, window in zip(x.shape[-axes:], steps, sized(padding, axes), kernel))
    if output_size:
        sizes = tuple(int(size) for size in output_size)[-axes:]
    lead, count = x.shape[:-axes], int(np.prod(sizes))
    planes = int(np.prod(lead))
    places = indices.reshape((planes, -1)).astype(int64) + Tensor((np.arange(planes) * count).reshape(-1, 1).astype(np.int64))
    flat = call("TensorScatterUpdate", call("Zeros", (planes * count,), x.dtype), places.reshape((-1, 1)), x.reshape((-1,)))
    return flat.reshape((*lead, *sizes))


def max_unpool1d(x, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros (N, C, L) with the elements of x at the places that max_pool1d told; the size is the pooled one's unless
    given."""
    return unpooled("max_unpool1d", x, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(x, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of images (N, C, H, W)."""
    return unpooled("max_unpool2d", x, indices, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(x, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The same of volumes (N, C, D, H, W)."""
    return unpooled("max_unpool3d", x, indices, kernel_size, stride, padding, output_size, 3)


# --- windows of random bounds -----------------------------------------------------------------------------------------

def _random_starts(size, count, window, sample):
    """Where `count` windows begin, nearly evenly; the sample from 0 to 1 decides how they are rounded."""
    if count == 1:
        return np.array([size - window])
    step = (size - window) / (count - 1)
    starts = [int((i + sample) * step) - int(sample * step) for i in range(count - 1)]
    return np.array([*starts, size - window])


def fractional(name, x, kernel_size, output_size, output_ratio, samples, axes, order):
    """(largest elements, flat places) for windows whose bounds random samples (N, C, axes) decide; each image and channel
    has its own. `order`: which sample is of which axis."""
    batched = x if x.ndim == axes + 2 else call("ExpandDims", x, 0)
    sizes, kernel = batched.shape[2:], sized(kernel_size, axes)
    if (output_size is None) == (output_ratio is None):
        raise ValueError(f"For '{name}', give either 'output_size' or 'output_ratio'.")
    counts = sized(output_size, axes) if output_size is not None else tuple(
        int(size * ratio) for size, ratio in zip(sizes, sized(output_ratio, axes)))
    if samples is None:
        samples = sys.modules["mindspore.ops"].rand(*batched.shape[:2], axes)
    given, parts = samples.asnumpy().reshape(batched.shape[0], batched.shape[1], axes), []
    for image in range(batched.shape[0]):
        rows = []
        for channel in range(batched.shape[1]):
            starts = [_random_starts(size, count, window, given[image, channel, order[axis]])
                      for axis, (size, count, window) in enumerate(zip(sizes, counts, kernel))]
            rows.append(largest_of(batched[image:image + 1, channel:channel + 1], starts, kernel))
        parts.append([call("Concat", tuple(row[i] for row in rows), 1) for i in (0, 1)])
    values, places = (call("Concat", tuple(part[i] for part in parts), 0) for i in (0, 1))
    return (values, places) if x.ndim == axes + 2 else (values[0], places[0])


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    """The largest elements of windows whose bounds are random: output_size of them, or the size times output_ratio; images
    (N, C, H, W)."""
    found = fractional("fractional_max_pool2d", input, kernel_size, output_size, output_ratio, _random_samples, 2, (1, 0))
    return found if return_indices else found[0]


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):
    """The same of volumes (N, C, D, H, W)."""
    found = fractional("fractional_max_pool3d", input, kernel_size, output_size, output_ratio, _random_samples, 3, (0, 1, 2))
    return found if return_indices else found[0]


# --- norms and columns ------------------------------------------------------------------------------------------------

def _lp_pooled(images, norm_type, kernel, stride, ceil_mode):
    means = sys.modules["mindspore.ops"].avg_pool2d(call("Pow", images, norm_type), kernel, stride, ceil_mode=ceil_mode)
    sums = means * float(kernel[0] * kernel[1])
    return call("Pow", call("Sign", sums) * call("ReLU", call("Abs", sums)), 1.0 / norm_type)


def lp_pool1d(x, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum of x^p)^(1/p) of each window, p = norm_type; x (N, C, L) or (C, L)."""
    images = call("ExpandDims", x if x.ndim == 3 else call("ExpandDims", x, 0), 2)
    step = kernel_size if stride is None else stride
    found = _lp_pooled(images, float(norm_type), (1, kernel_size), (1, step), ceil_mode).squeeze(2)
    return found if x.ndim == 3 else found[0]


def lp_pool2d(x, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The same of images (N, C, H, W)."""
    kernel = sized(kernel_size, 2)
    return _lp_pooled(x, float(norm_type), kernel, kernel if stride is None else sized(stride, 2), ceil_mode)


def col2im(input_x, output_size, kernel_size, dilation, padding_value, stride):
    """Columns (N, C, kernel elements, windows) summed to images (N, C, *output_size) where their windows stand."""
    if input_x.ndim != 4:
        raise ValueError(f"For 'col2im', the dimension of 'input_x' must be 4, but got {input_x.ndim}.")
    n, c, elements, windows = input_x.shape
    return sys.modules["mindspore.ops"].fold(input_x.reshape((n, c * elements, windows)), output_size, kernel_size, dilation,
                                             padding_value, stride)

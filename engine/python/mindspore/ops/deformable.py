# SPDX-License-Identifier: Apache-2.0
"""Convolutions whose windows are bent: each point of a window is read beside its place, and weighed."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.sampling import grid_sample

__all__ = ["deformable_conv2d", "deformed"]


def _check(name, values, count, what):
    if not isinstance(values, tuple) or not all(isinstance(value, int) for value in values):
        raise TypeError(f"For '{name}', the '{what}' must be a tuple of int, but got {values!r}.")
    if len(values) != count:
        raise ValueError(f"For '{name}', the '{what}' must have {count} numbers, but got {len(values)}.")
    if what in ("strides", "dilations") and values[:2] != (1, 1):
        raise ValueError(f"For '{name}', the first two numbers of the '{what}' must be 1, but got {values}.")


def _places(size, kernel, stride, dilation, before, after, count=None):
    """Where the points of each window lie, (kernel, windows); padding lies outside of the input. Without a count there are
    as many windows as fit."""
    if count is None:
        count = (size + before + after - (kernel - 1) * dilation - 1) // stride + 1
    return np.arange(kernel)[:, None] * dilation + np.arange(count)[None, :] * stride - before


def deformed(x, offsets, strides, padding, kernel_size, dilations, deformable_groups, name="DeformableOffsets",
             counts=(None, None)):
    """
    The values that bent windows see, window beside window: (N, C, H_out * kernel, W_out * kernel).

    Args:
        x (Tensor): (N, C, H, W).
        offsets (Tensor): (N, 3 * deformable_groups * kernel points, H_out, W_out): how far each point is moved along x,
            then along y, then its weight.
        strides, dilations (tuple[int]): (1, 1, along y, along x).
        padding (tuple[int]): top, bottom, left, right.
        counts (tuple[int]): how many windows there are along y and x; None for as many as fit.

    Raises TypeError and ValueError for arguments that do not fit.
    """
    for what, values, count in (("strides", strides, 4), ("padding", padding, 4), ("kernel_size", kernel_size, 2),
                                ("dilations", dilations, 4)):
        _check(name, values, count, what)
    n, c, height, width = x.shape
    kernel_height, kernel_width = kernel_size
    points = kernel_height * kernel_width
    rows = _places(height, kernel_height, strides[2], dilations[2], padding[0], padding[1], counts[0])
    columns = _places(width, kernel_width, strides[3], dilations[3], padding[2], padding[3], counts[1])
    down, across = rows.shape[1], columns.shape[1]
    if c % deformable_groups or offsets.shape != (n, 3 * deformable_groups * points, down, across):
        raise ValueError(f"For '{name}', the 'offsets' must have the shape "
                         f"{(n, 3 * deformable_groups * points, down, across)}, but got {offsets.shape}.")
    moved = call("Reshape", offsets, (n, 3, deformable_groups, points * down, across))
    across_at = np.broadcast_to(columns[None, :, None, :], (kernel_height, kernel_width, down, across))
    down_at = np.broadcast_to(rows[:, None, :, None], (kernel_height, kernel_width, down, across))
    shape = (1, points * down, across)
    # One row and column of zeros more, so that there are two of each to measure by.
    wide = _with_margin(x)
    parts, each = [], c // deformable_groups
    for group in range(deformable_groups):
        at_x = moved[:, 0, group] + Tensor(across_at.reshape(shape).astype(np.float32), x.dtype)
        at_y = moved[:, 1, group] + Tensor(down_at.reshape(shape).astype(np.float32), x.dtype)
        grid = call("Stack", (at_x * (2.0 / width) - 1.0, at_y * (2.0 / height) - 1.0), -1)
        seen = grid_sample(wide[:, group * each:(group + 1) * each], grid, "bilinear", "zeros", True)
        parts.append(seen * moved[:, 2, group].expand_dims(1))
    whole = parts[0] if deformable_groups == 1 else call("Concat", tuple(parts), 1)
    whole = call("Transpose", call("Reshape", whole, (n, c, kernel_height, kernel_width, down, across)), (0, 1, 4, 2, 5, 3))
    return call("Reshape", whole, (n, c, down * kernel_height, across * kernel_width))


def _with_margin(x):
    n, c, height, width = x.shape
    x = call("Concat", (x, call("Zeros", (n, c, height, 1), x.dtype)), 3)
    return call("Concat", (x, call("Zeros", (n, c, 1, width + 1), x.dtype)), 2)


def deformable_conv2d(x, weight, offsets, kernel_size, strides, padding, bias=None, dilations=(1, 1, 1, 1), groups=1,
                      deformable_groups=1, modulated=True):
    """The convolution of x (N, C, H, W) with weight over windows that are bent by offsets: see deformed. ValueError
    unless modulated."""
    if not isinstance(modulated, bool):
        raise TypeError(f"For 'deformable_conv2d', the 'modulated' must be a bool, but got {type(modulated).__name__}.")
    if not modulated:
        raise ValueError("For 'deformable_conv2d', the 'modulated' must be True.")
    seen = deformed(x, offsets, strides, padding, kernel_size, dilations, deformable_groups, "deformable_conv2d")
    found = call("Conv2D", seen, weight, None, kernel_size, "valid", 0, 1, groups)
    return found if bias is None else found + call("Reshape", bias, (1, -1, 1, 1))

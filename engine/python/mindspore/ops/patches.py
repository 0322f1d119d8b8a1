# SPDX-License-Identifier: Apache-2.0
"""Sliding windows of images as columns, and columns summed back to images."""
from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["unfold", "fold"]


def _pair(name, argument, value, least):
    pair = (value, value) if isinstance(value, int) else tuple(value)
    pair = pair * 2 if len(pair) == 1 else pair
    if len(pair) != 2 or any(isinstance(part, bool) or not isinstance(part, int) or part < least for part in pair):
        raise ValueError(f"For '{name}', '{argument}' must be an int or two ints that are at least {least}, but got "
                         f"{value}.")
    return pair


class _Windows:
    """Where the windows of an image stand, along both axes."""

    def __init__(self, name, size, kernel_size, dilation, padding, stride):
        self.kernel = _pair(name, "kernel_size", kernel_size, 1)
        self.padding = _pair(name, "padding", padding, 0)
        dilation, stride = _pair(name, "dilation", dilation, 1), _pair(name, "stride", stride, 1)
        self.padded = tuple(length + 2 * pad for length, pad in zip(size, self.padding))
        self.counts = tuple((length - step * (window - 1) - 1) // move + 1
                            for length, window, step, move in zip(self.padded, self.kernel, dilation, stride))
        if min(self.counts) <= 0:
            raise ValueError(f"For '{name}', no window of size {self.kernel} fits into the padded image of size "
                             f"{self.padded}.")
        self.places = tuple(Tensor([[k * step + w * move for w in range(count)] for k in range(window)], int64)
                            for window, step, move, count in zip(self.kernel, dilation, stride, self.counts))


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """The windows of images (N, C, H, W) as columns: (N, C * kernel elements, windows)."""
    if input.ndim != 4:
        raise ValueError(f"For 'unfold', the dimension of the input must be 4, but got {input.ndim}.")
    n, c, *size = input.shape
    windows = _Windows("unfold", size, kernel_size, dilation, padding, stride)
    down, right = windows.padding
    x = call("PadV3", input, (right, right, down, down), "constant", 0)
    x = call("Gather", call("Gather", x, windows.places[0], 2), windows.places[1], 4)
    columns = call("Transpose", x, (0, 1, 2, 4, 3, 5))
    (kh, kw), (oh, ow) = windows.kernel, windows.counts
    return call("Reshape", columns, (n, c * kh * kw, oh * ow))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns (N, C * kernel elements, windows) summed to images (N, C, *output_size) where their windows stand."""
    if input.ndim != 3:
        raise ValueError(f"For 'fold', the dimension of the input must be 3, but got {input.ndim}.")
    size = output_size.tolist() if isinstance(output_size, Tensor) else output_size
    if min(size if isinstance(size, (tuple, list)) else (size,)) < 0:
        raise ValueError(f"For 'fold', the value of 'output_size' must not be negative, but got {size}.")
    size = _pair("fold", "output_size", size, 1)
    windows = _Windows("fold", size, kernel_size, dilation, padding, stride)
    (kh, kw), (oh, ow) = windows.kernel, windows.counts
    n, rows, columns = input.shape
    if rows % (kh * kw) or columns != oh * ow:
        raise ValueError(f"For 'fold', the input must have a multiple of {kh * kw} rows and {oh * ow} columns, but got "
                         f"{rows} and {columns}.")
    c, (height, width) = rows // (kh * kw), windows.padded
    x = call("Transpose", call("Reshape", input, (n, c, kh, kw, oh, ow)), (0, 1, 2, 4, 3, 5))
    x = call("GatherGrad", windows.places[1], x, (n, c, kh, oh, width), 4)
    x = call("GatherGrad", windows.places[0], x, (n, c, height, width), 2)
    down, right = windows.padding
    return call("PadV3", x, (-right, -right, -down, -down), "constant", 0)

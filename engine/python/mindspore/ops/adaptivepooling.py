# SPDX-License-Identifier: Apache-2.0
"""Pooling into a given number of windows of nearly equal size."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_max_pool1d", "adaptive_max_pool2d"]


def _windows(size, count):
    """`count` windows (start, end) of nearly equal length that cover `size`."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def _mean_matrix(size, count, dtype):
    """(size, count): a product with it takes the means of the windows."""
    matrix = np.zeros((size, count), np.float32)
    for place, (start, end) in enumerate(_windows(size, count)):
        matrix[start:end, place] = 1 / (end - start)
    return Tensor(matrix, dtype)


def _sizes_of(name, output_size, shape):
    """(height, width) of an int or of a tuple in which None keeps the size."""
    if isinstance(output_size, (tuple, list)):
        if len(output_size) != 2:
            raise ValueError(f"For '{name}', the 'length of output_size' must be int and must = 2, but got "
                             f"'{len(output_size)}' with type 'int'.")
        sizes = output_size
    else:
        sizes = (output_size, output_size)
    result = tuple(shape[-2 + i] if size is None else size for i, size in enumerate(sizes))
    if not all(isinstance(size, int) and not isinstance(size, bool) and size > 0 for size in result):
        raise ValueError(f"For '{name}', the 'output_size' must be positive, but got {output_size}.")
    return result


def _check_images(name, input):
    if input.ndim not in (3, 4):
        raise ValueError(f"For '{name}', the dimension of the input must be 3 or 4, but got {input.ndim}.")


def adaptive_avg_pool2d(input, output_size):
    """Means of windows of nearly equal size, output_size (an int or (h, w), None keeps a size) of them; input
    (N, C, H, W) or (C, H, W)."""
    _check_images("AdaptiveAvgPool2D", input)
    h, w = _sizes_of("AdaptiveAvgPool2D", output_size, input.shape)
    if (h, w) == (1, 1):
        return input.mean((-2, -1), keep_dims=True)
    by_columns = matmul(input, _mean_matrix(input.shape[-1], w, input.dtype))
    by_rows = matmul(by_columns.swapaxes(-2, -1), _mean_matrix(input.shape[-2], h, input.dtype))
    return by_rows.swapaxes(-2, -1)


def _check_line(name, input, output_size):
    if input.ndim not in (2, 3):
        raise ValueError(f"For {name} input must have 2 or 3 dims, but got {input.ndim}.")
    if not isinstance(output_size, int) or isinstance(output_size, bool):
        raise TypeError(f"For '{name}', the type of 'output_size' must be int, but got {type(output_size).__name__}.")
    if output_size <= 0:
        raise ValueError(f"For '{name}', the 'output_size' must be positive, but got {output_size}.")
    length = input.shape[-1]
    if length < output_size:
        raise ValueError(f"For {name} input's last dimension must be greater or equal to output size {output_size}, "
                         f"but got {length}.")
    if length % output_size != 0:
        raise ValueError(f"For {name} input's last dimension must be divisible by output size {output_size}, but got "
                         f"{length}.")


def _line_windows(input, output_size):
    """(..., L) as (..., output_size, L / output_size)."""
    return input.reshape((*input.shape[:-1], output_size, input.shape[-1] // output_size))


def adaptive_avg_pool1d(input, output_size):
    """Means of output_size windows that cover L; input (N, C, L) or (C, L)."""
    _check_line("adaptive_avg_pool1d", input, output_size)
    return _line_windows(input, output_size).mean(-1)


def adaptive_max_pool1d(input, output_size):
    """The largest elements of output_size windows that cover L; input (N, C, L) or (C, L)."""
    _check_line("adaptive_max_pool1d", input, output_size)
    windows = _line_windows(input, output_size)
    # By their places, so that the gradient of equal elements is that of the first.
    places = call("ExpandDims", call("Argmax", windows, -1), -1)
    return call("GatherD", windows, -1, places).reshape((*input.shape[:-1], output_size))


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest elements of windows of nearly equal size; see adaptive_avg_pool2d. With return_indices also their
    places in H * W."""
    _check_images("adaptive_max_pool2d", input)
    h, w = _sizes_of("adaptive_max_pool2d", output_size, input.shape)
    places = _largest_places(input, _windows(input.shape[-2], h), _windows(input.shape[-1], w))
    # By their places, so that the gradient of equal elements is that of the first.
    flat = input.reshape((*input.shape[:-2], input.shape[-2] * input.shape[-1]))
    values = call("GatherD", flat, -1, places.reshape((*places.shape[:-2], h * w))).reshape(places.shape)
    return (values, places) if return_indices else values


def _largest_places(input, rows, columns):
    width = input.shape[-1]
    places = []
    for top, bottom in rows:
        for left, right in columns:
            window = input[..., top:bottom, left:right].reshape((*input.shape[:-2], (bottom - top) * (right - left)))
            found = call("Argmax", window, -1)
            place = np.arange(top, bottom)[:, None] * width + np.arange(left, right)
            places.append(call("Gather", Tensor(place.reshape(-1).astype(np.int64)), found, 0))
    return call("Stack", tuple(places), -1).reshape((*input.shape[:-2], len(rows), len(columns)))

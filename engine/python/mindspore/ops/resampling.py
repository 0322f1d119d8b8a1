# SPDX-License-Identifier: Apache-2.0
"""Resampling of images to other sizes: along one axis after the other, by products with constant matrices or by picking
places, so that gradients and graphs follow from the operators."""
import numpy as np

from mindspore.common.dtype import float16, float32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["interpolate", "upsample"]


def _sources(size, count, aligns_corners):
    """Where the `count` points of the result lie among the `size` points of the input."""
    points = np.arange(count, dtype=np.float64)
    if aligns_corners:
        return points * ((size - 1) / (count - 1) if count > 1 else 0)
    return (points + 0.5) * (size / count) - 0.5


def _linear_matrix(size, count, aligns_corners):
    """(size, count): each column mixes two neighbours."""
    matrix = np.zeros((size, count))
    for column, source in enumerate(np.clip(_sources(size, count, aligns_corners), 0, size - 1)):
        left = min(int(source), size - 1)
        matrix[left, column] += 1 - (source - left)
        matrix[min(left + 1, size - 1), column] += source - left
    return matrix


_STEPS = 1024  # in so many steps between two points MindSpore knows the curve of "bicubic"


def cubic_matrix(sources, size, is_half_pixel):
    """(size, number of sources): each column mixes the four neighbours of a source. With half pixels, those outside do not
    count; else the edges stand for them."""
    a, matrix = (-0.5 if is_half_pixel else -0.75), np.zeros((size, len(sources)))

    def weight(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1 if d <= 1 else ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    for column, source in enumerate(sources):
        left = int(np.floor(source))
        part = np.rint((source - left) * _STEPS) / _STEPS
        near = [(left + offset, weight(abs(part - offset))) for offset in range(-1, 3)]
        near = [(at, share) for at, share in near if not is_half_pixel or 0 <= at < size]
        whole = sum(share for _, share in near)
        for at, share in near:
            matrix[min(max(at, 0), size - 1), column] += share / whole
    return matrix


def _bicubic_matrix(size, count, aligns_corners):
    return cubic_matrix(_sources(size, count, aligns_corners), size, not aligns_corners)


def _area_matrix(size, count, _):
    """(size, count): each column is the mean of a window."""
    matrix = np.zeros((size, count))
    for column in range(count):
        start, end = column * size // count, -(-(column + 1) * size // count)
        matrix[start:end, column] = 1 / (end - start)
    return matrix


def _nearest(size, count):
    return np.minimum(np.arange(count) * size // count, size - 1)


def _nearest_exact(size, count):
    return np.minimum((2 * np.arange(count) + 1) * size // (2 * count), size - 1)


# mode -> (ranks it takes, ranks whose sizes a scale may give without recompute_scale_factor)
_MODES = {"nearest": ((3, 4, 5), (5,)), "linear": ((3,), ()), "bilinear": ((4,), ()), "bicubic": ((4,), ()),
          "area": ((3, 4, 5), (3, 4, 5)), "nearest-exact": ((3, 4), ()), "trilinear": ((5,), (5,))}
_MATRICES = {"linear": _linear_matrix, "bilinear": _linear_matrix, "trilinear": _linear_matrix,
             "bicubic": _bicubic_matrix, "area": _area_matrix}
_PICKS = {"nearest": _nearest, "nearest-exact": _nearest_exact}


def _check_mode(x, mode, scale_factor, align_corners, recompute_scale_factor):
    if mode not in _MODES:
        raise ValueError(f"For 'interpolate', 'mode' must be in '{list(_MODES)}', but got {mode}")
    ranks, scalable = _MODES[mode]
    if x.ndim not in ranks:
        raise ValueError(f"For 'interpolate', {mode} only support '{list(ranks)}'D, but got {x.ndim}D")
    if scale_factor is not None and not recompute_scale_factor and x.ndim not in scalable:
        raise ValueError("For 'interpolate', 'scale_factor' option cannot currently be set with the mode = "
                         f"{mode} and dim = {x.ndim}D.")
    if align_corners is not None and mode in ("nearest", "nearest-exact", "area"):
        raise ValueError("For 'interpolate', 'align_corners' option cannot currently be set with the mode = "
                         f"{mode}, and dim = {x.ndim}D")


def _wanted_sizes(x, size, scale_factor):
    axes = x.ndim - 2
    if size is None and scale_factor is None:
        raise ValueError("For 'interpolate', 'size' and 'scale_factor' cannot be both empty")
    if size is not None and scale_factor is not None:
        raise ValueError("For 'interpolate', 'size' and 'scale_factor' cannot be set simultaneously")
    given = size if size is not None else scale_factor
    given = tuple(given) if isinstance(given, (tuple, list)) else (given,) * axes
    if len(given) != axes:
        name = "size" if size is not None else "scale_factor"
        raise ValueError(f"For 'interpolate', '{name}' must have {axes} elements for an input of {x.ndim} dimensions, "
                         f"but got {given}.")
    sizes = given if size is not None else tuple(int(np.floor(n * factor)) for n, factor in zip(x.shape[2:], given))
    if not all(isinstance(n, int) and n > 0 for n in sizes):
        raise ValueError(f"For 'interpolate', the sizes of the result must be positive ints, but got {sizes}.")
    return sizes


def _mixed(x, axis, matrix):
    """The product of x with a matrix (size, count) along an axis."""
    matrix = Tensor(matrix.astype(np.float32), float32 if x.dtype == float16 else x.dtype)
    values = x.astype(matrix.dtype)
    if axis == x.ndim - 1:
        return matmul(values, matrix).astype(x.dtype)
    return matmul(values.swapaxes(axis, -1), matrix).swapaxes(axis, -1).astype(x.dtype)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
    """input (N, C, ...) with its last axes resampled to `size`, or to their sizes times scale_factor.

    Modes: "nearest", "nearest-exact", "area" (means), "linear" (3 dimensions), "bilinear" and "bicubic" (4),
    "trilinear" (5). Points lie in the middle of what they stand for; with align_corners the outermost points keep their
    places.
    """
    _check_mode(input, mode, scale_factor, align_corners, recompute_scale_factor)
    for index, count in enumerate(_wanted_sizes(input, size, scale_factor)):
        axis = index + 2
        length = input.shape[axis]
        if count == length:
            continue
        if mode in _PICKS:
            input = call("Gather", input, Tensor(_PICKS[mode](length, count).astype(np.int64)), axis)
        else:
            input = _mixed(input, axis, _MATRICES[mode](length, count, bool(align_corners)))
    return input


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
    """The same as interpolate."""
    return interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor)

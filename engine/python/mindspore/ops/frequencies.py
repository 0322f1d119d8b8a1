# SPDX-License-Identifier: Apache-2.0
"""The frequencies of Fourier transforms, their order, and the transforms of real spectra to real numbers."""
import math

import numpy as np

from mindspore.common.dtype import float32, float64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["fftfreq", "rfftfreq", "fftshift", "ifftshift", "irfft", "irfft2", "irfftn", "hfft", "hfft2", "hfftn"]


def _axes(input, dim):
    given = range(input.ndim) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    return [axis % input.ndim for axis in given]


def fftfreq(n, d=1.0, *, dtype=None):
    """The n frequencies of a transform of n points, d apart: 0 and the positive ones, then the negative ones; Float32."""
    return Tensor(np.fft.fftfreq(n, d)).astype(float32 if dtype is None else dtype)


def rfftfreq(n, d=1.0, *, dtype=None):
    """The n // 2 + 1 frequencies of a transform of n real points."""
    return Tensor(np.fft.rfftfreq(n, d)).astype(float32 if dtype is None else dtype)


def fftshift(input, dim=None):
    """The frequency 0 moved to the middle along the axes (all without dim)."""
    axes = _axes(input, dim)
    return call("Roll", input, tuple(input.shape[axis] // 2 for axis in axes), tuple(axes))


def ifftshift(input, dim=None):
    """fftshift undone."""
    axes = _axes(input, dim)
    return call("Roll", input, tuple(-(input.shape[axis] // 2) for axis in axes), tuple(axes))


# --- from half of a spectrum ------------------------------------------------------------------------------------------
# A spectrum of real numbers has an imaginary part of 0, so that two real products with sines and cosines do.

def _fitted(x, axis, count):
    """The first elements along an axis, and zeros behind them where there are too few."""
    size = x.shape[axis]
    if size >= count:
        return x if size == count else call("Narrow", x, axis, 0, count)
    shape = list(x.shape)
    shape[axis] = count - size
    return call("Concat", (x, call("Zeros", tuple(shape), x.dtype)), axis)


def _turned(x, axis, matrix):
    """The product with a matrix (size, count) along an axis."""
    return matmul(x.swapaxes(axis, -1), Tensor(matrix, x.dtype)).swapaxes(axis, -1)


def _angles(size, count):
    return np.arange(size)[:, None] * np.arange(count)[None, :] * (2 * np.pi / count)


def _whole(real, imaginary, axis, count):
    """The inverse transform along an axis, without its factor: (real part, imaginary part)."""
    real, angles = _fitted(real, axis, count), _angles(count, count)
    cosines, sines = np.cos(angles), np.sin(angles)
    if imaginary is None:
        return _turned(real, axis, cosines), _turned(real, axis, sines)
    imaginary = _fitted(imaginary, axis, count)
    return (_turned(real, axis, cosines) - _turned(imaginary, axis, sines),
            _turned(real, axis, sines) + _turned(imaginary, axis, cosines))


def _half(real, imaginary, axis, count):
    """The real numbers of which this is the first half of the spectrum, without their factor."""
    kept = count // 2 + 1
    weights = np.full((kept, 1), 2.0)
    weights[0] = 1
    if count % 2 == 0:
        weights[-1] = 1
    angles = _angles(kept, count)
    found = _turned(_fitted(real, axis, kept), axis, weights * np.cos(angles))
    if imaginary is None:
        return found
    return found - _turned(_fitted(imaginary, axis, kept), axis, weights * np.sin(angles))


_FACTORS = {"backward": lambda count: 1 / count, "forward": lambda count: 1.0, "ortho": lambda count: 1 / math.sqrt(count)}
_OPPOSITE = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def _norm_of(name, norm):
    norm = "backward" if norm is None else norm
    if norm not in _FACTORS:
        raise ValueError(f"For '{name}', the 'norm' must be one of 'backward', 'forward' and 'ortho', but got {norm}.")
    return norm


def _sizes(name, x, s, dim):
    """(axes, the count of each): the last axis of them is the one of which there is half a spectrum."""
    if dim is None:
        dim = tuple(range(x.ndim)) if s is None else tuple(range(x.ndim - len(s), x.ndim))
    axes = [axis % x.ndim for axis in ((dim,) if isinstance(dim, int) else dim)]
    if not axes:
        raise ValueError(f"For '{name}', there must be at least one axis.")
    if s is None:
        s = [x.shape[axis] for axis in axes[:-1]] + [2 * (x.shape[axes[-1]] - 1)]
    if len(s) != len(axes) or any(count < 1 for count in s):
        raise ValueError(f"For '{name}', the sizes {tuple(s)} do not fit the axes {tuple(axes)}.")
    return axes, list(s)


def _real_numbers(name, x, s, dim, norm):
    axes, counts = _sizes(name, x, s, dim)
    x = x if x.dtype in (float32, float64) else x.astype(float32)
    real, imaginary = x, None
    for axis, count in zip(axes[:-1], counts[:-1]):
        real, imaginary = _whole(real, imaginary, axis, count)
    return _half(real, imaginary, axes[-1], counts[-1]) * _FACTORS[norm](math.prod(counts))


def _one(n):
    return None if n is None else (n,)


def irfft(input, n=None, dim=-1, norm=None):
    """
    The n real numbers (default 2 * (size - 1)) of which this is the first half of the spectrum, along an axis. The
    spectrum is real: there are no complex tensors.

    norm: "backward" (a factor of 1 / n), "forward" (none) or "ortho" (1 / sqrt(n)). ValueError for another.
    """
    return _real_numbers("irfft", input, _one(n), dim, _norm_of("irfft", norm))


def irfft2(input, s=None, dim=(-2, -1), norm=None):
    """irfft along the last axis and the whole inverse transform along the one before."""
    return _real_numbers("irfft2", input, s, dim, _norm_of("irfft2", norm))


def irfftn(input, s=None, dim=None, norm=None):
    """irfft along the last of the axes (all without dim) and the whole inverse transform along the others."""
    return _real_numbers("irfftn", input, s, dim, _norm_of("irfftn", norm))


def hfft(input, n=None, dim=-1, norm=None):
    """The spectrum, which is real, of n numbers of which these are the first half and the others mirror them. Its
    factors are those of irfft the other way round."""
    return _real_numbers("hfft", input, _one(n), dim, _OPPOSITE[_norm_of("hfft", norm)])


def hfft2(input, s=None, dim=(-2, -1), norm=None):
    """hfft along the last axis and the whole transform along the one before."""
    return _real_numbers("hfft2", input, s, dim, _OPPOSITE[_norm_of("hfft2", norm)])


def hfftn(input, s=None, dim=None, norm=None):
    """hfft along the last of the axes (all without dim) and the whole transform along the others."""
    return _real_numbers("hfftn", input, s, dim, _OPPOSITE[_norm_of("hfftn", norm)])

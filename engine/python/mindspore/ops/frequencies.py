# SPDX-License-Identifier: Apache-2.0
"""The frequencies of Fourier transforms, their order, the transforms of real spectra to real numbers, and those of pieces of a
signal, of which the real and the imaginary part are two numbers."""
import math

import numpy as np

from mindspore.common.dtype import float32, float64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["fftfreq", "rfftfreq", "fftshift", "ifftshift", "irfft", "irfft2", "irfftn", "hfft", "hfft2", "hfftn", "stft"]


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


# --- pieces of a signal -----------------------------------------------------------------------------------------------

def _check_pieces(x, n_fft, hop_length, win_length, window):
    for name, value in (("x", x), ("window", window)):
        if not isinstance(value, Tensor) or value.dtype not in (float32, float64):
            told = f"Tensor[{value.dtype}]" if isinstance(value, Tensor) else type(value).__name__
            raise TypeError(f"For primitive[STFT], the input argument[{name}] must be a type of {{Tensor[Float32], "
                            f"Tensor[Float64]}}, but got {told}.")
    if x.ndim not in (1, 2):
        raise ValueError(f"For primitive[STFT], the x_rank must be in [1,2], but got {x.ndim}.")
    if window.ndim != 1:
        raise ValueError(f"For primitive[STFT], the window_rank must be equal to 1, but got {window.ndim}.")
    if not 0 < n_fft <= x.shape[-1]:
        raise ValueError(f"For primitive[STFT], the n_fft must be in (0,{x.shape[-1]}], but got {n_fft}.")
    if hop_length <= 0:
        raise ValueError(f"For primitive[STFT], the hop_length must be greater than 0, but got {hop_length}.")
    if not 0 < win_length <= n_fft:
        raise ValueError(f"For primitive[STFT], the win_length must be in (0,{n_fft}], but got {win_length}.")
    if window.shape[0] != win_length:
        raise ValueError(f"For primitive[STFT], the window_shape must be equal to {win_length}, but got {window.shape[0]}.")


def _turns(n_fft, kept):
    """The cosine and the negative sine of each turn: two matrices (n_fft, kept), exact at quarters of a turn."""
    steps = np.arange(n_fft)[:, None] * np.arange(kept)[None, :] % n_fft
    found = np.cos(2 * np.pi * steps / n_fft), -np.sin(2 * np.pi * steps / n_fft)
    return [np.where(steps * 4 % n_fft == 0, np.round(part), part) for part in found]


def pieces_transformed(x, window, n_fft, hop_length, win_length, is_normalized, is_onesided, is_complex):
    """
    The Fourier transform of each piece of a signal: STFT.

    Args:
        x (Tensor): (length) or (batch, length). window (Tensor): (win_length). Both Float32 or Float64.
        n_fft (int): the length of a piece, in whose middle the window stands, with zeros around it. hop_length (int): how far
            pieces are apart. is_normalized (bool): whether to divide by the root of n_fft. is_onesided (bool): whether to
            leave out the frequencies that repeat others.

    Returns (..., frequencies, pieces, 2), Float64 if one of both is. Raises TypeError or ValueError for other arguments,
    NotImplementedError for is_complex.
    """
    _check_pieces(x, n_fft, hop_length, win_length, window)
    if is_complex:
        raise NotImplementedError("For 'STFT', there are no complex tensors. Instead, take the real and the imaginary part "
                                  "with return_complex=False.")
    dtype = float64 if float64 in (x.dtype, window.dtype) else float32
    before = (n_fft - win_length) // 2
    window = call("PadV3", window, (before, n_fft - win_length - before), "constant", 0) if win_length < n_fft else window
    count = 1 + (x.shape[-1] - n_fft) // hop_length
    places = np.arange(count)[:, None] * hop_length + np.arange(n_fft)[None, :]
    # MindSpore adds them up in Float64, too.
    pieces = call("Gather", x.astype(float64), Tensor(places), x.ndim - 1) * window.astype(float64)
    factor = 1 / math.sqrt(n_fft) if is_normalized else 1.0
    parts = [matmul(pieces, Tensor(matrix * factor, float64)).swapaxes(-1, -2).astype(dtype)
             for matrix in _turns(n_fft, n_fft // 2 + 1 if is_onesided else n_fft)]
    return call("Stack", tuple(parts), -1)


def stft(x, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="REFLECT", normalized=False,
         onesided=None, return_complex=None):
    """
    The Fourier transform of each piece of a signal, the short-time Fourier transform.

    Args:
        x (Tensor): (length) or (batch, length), Float32 or Float64.
        n_fft (int): the length of a piece. hop_length (int): how far pieces are apart, n_fft // 4 without it.
        win_length (int): the length of the window, n_fft without it. window (Tensor): (win_length), ones without it.
        center (bool): whether x goes on for n_fft // 2 elements on both sides, by pad_mode: "REFLECT", "SYMMETRIC" or
            "CONSTANT".
        normalized (bool): whether to divide by the root of n_fft. onesided (bool): whether to leave out the frequencies that
            repeat others, True without it. return_complex (bool): False, or nothing; there are no complex tensors.

    Returns the real and the imaginary part, (..., n_fft // 2 + 1 or n_fft, pieces, 2). Raises TypeError or ValueError for
    other arguments, NotImplementedError with return_complex.
    """
    if not isinstance(center, bool):
        raise TypeError(f"For 'stft', the type of 'center' should be 'bool', but got type '{type(center).__name__}'.")
    if not isinstance(x, Tensor):
        raise TypeError("For Primitive[Dtype], the input argument[input_x] must be a Tensor, CSRTensor or COOTensor, but got "
                        f"{type(x)}.")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    window = call("Ones", (win_length,), float32) if window is None else window
    if center:
        if x.ndim not in (1, 2):
            raise ValueError(f"Expected a 1-D tensor or a 2-D tensor, but got {x.ndim}")
        x = _continued(x, n_fft // 2, pad_mode)
    return pieces_transformed(x, window, n_fft, hop_length, win_length, normalized, True if onesided is None else onesided,
                              bool(return_complex))


def _continued(x, count, mode):
    """The last axis with `count` more elements on both sides."""
    if mode not in ("CONSTANT", "REFLECT", "SYMMETRIC"):
        raise ValueError("For 'Pad', the 'mode' must be str and must be in '['CONSTANT', 'REFLECT', 'SYMMETRIC']', but got "
                         f"'{mode}'.")
    if mode == "CONSTANT":
        return call("PadV3", x, (count, count), "constant", 0)
    size, edge = x.shape[-1], 1 if mode == "REFLECT" else 0
    if count > size - edge:
        raise ValueError(f"For 'MirrorPad', paddings must be no greater than the dimension size: [{count}], [{count}] not less "
                         f"than [{size}]")
    places = np.pad(np.arange(size), count, "reflect" if edge else "symmetric")
    return call("Gather", x, Tensor(places), x.ndim - 1)

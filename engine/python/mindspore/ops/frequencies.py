# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms, their frequencies and the order of those, and the transforms of pieces of a signal."""
import numpy as np

from mindspore.common.dtype import complex64, complex128, float32, float64
from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.elementwise import view_as_real
from mindspore.ops.primitive import primitive_call as call

__all__ = ["fft", "fft2", "fftn", "ifft", "ifft2", "ifftn", "rfft", "rfft2", "rfftn", "irfft", "irfft2", "irfftn", "hfft",
           "hfft2", "hfftn", "ihfft", "ihfft2", "ihfftn", "fftfreq", "rfftfreq", "fftshift", "ifftshift", "stft"]


def _axes(input, dim):
    given = range(input.ndim) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    return [from_front(axis, input.ndim) for axis in given]


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


# --- transforms -------------------------------------------------------------------------------------------------------
# n or s: in how many points, the input cut or filled up with zeros. norm: which direction divides by their number:
# "backward" (None) the inverse one, "forward" the other, "ortho" each by its root. Another is a ValueError.

def fft(input, n=None, dim=-1, norm=None):
    """The Fourier transform, along an axis."""
    return call("FFT", input, n, dim, norm)


def fft2(input, s=None, dim=(-2, -1), norm=None):
    """fft along two axes."""
    return call("FFT2", input, s, dim, norm)


def fftn(input, s=None, dim=None, norm=None):
    """fft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("FFTN", input, s, dim, norm)


def ifft(input, n=None, dim=-1, norm=None):
    """The inverse Fourier transform, along an axis."""
    return call("IFFT", input, n, dim, norm)


def ifft2(input, s=None, dim=(-2, -1), norm=None):
    """ifft along two axes."""
    return call("IFFT2", input, s, dim, norm)


def ifftn(input, s=None, dim=None, norm=None):
    """ifft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("IFFTN", input, s, dim, norm)


def rfft(input, n=None, dim=-1, norm=None):
    """The first half of the Fourier transform of real numbers, along an axis."""
    return call("RFFT", input, n, dim, norm)


def rfft2(input, s=None, dim=(-2, -1), norm=None):
    """rfft along two axes."""
    return call("RFFT2", input, s, dim, norm)


def rfftn(input, s=None, dim=None, norm=None):
    """rfft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("RFFTN", input, s, dim, norm)


def irfft(input, n=None, dim=-1, norm=None):
    """The real numbers of which input is the first half of the Fourier transform, along an axis."""
    return call("IRFFT", input, n, dim, norm)


def irfft2(input, s=None, dim=(-2, -1), norm=None):
    """irfft along two axes."""
    return call("IRFFT2", input, s, dim, norm)


def irfftn(input, s=None, dim=None, norm=None):
    """irfft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("IRFFTN", input, s, dim, norm)


def hfft(input, n=None, dim=-1, norm=None):
    """The Fourier transform, which is real, of numbers of which input is the first half, along an axis."""
    return call("HFFT", input, n, dim, norm)


def hfft2(input, s=None, dim=(-2, -1), norm=None):
    """hfft along two axes."""
    return call("HFFT2", input, s, dim, norm)


def hfftn(input, s=None, dim=None, norm=None):
    """hfft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("HFFTN", input, s, dim, norm)


def ihfft(input, n=None, dim=-1, norm=None):
    """The first half of the inverse Fourier transform of real numbers, along an axis."""
    return call("IHFFT", input, n, dim, norm)


def ihfft2(input, s=None, dim=(-2, -1), norm=None):
    """ihfft along two axes."""
    return call("IHFFT2", input, s, dim, norm)


def ihfftn(input, s=None, dim=None, norm=None):
    """ihfft along several axes: all without dim, or the last ones, as many as there are sizes in s."""
    return call("IHFFTN", input, s, dim, norm)


# --- pieces of a signal -----------------------------------------------------------------------------------------------

def _check_pieces(x, n_fft, hop_length, win_length, window):
    for name, value in (("x", x), ("window", window)):
        if not isinstance(value, Tensor) or value.dtype not in (float32, float64, complex64, complex128):
            told = f"Tensor[{value.dtype}]" if isinstance(value, Tensor) else type(value).__name__
            raise TypeError(f"For primitive[STFT], the input argument[{name}] must be a type of {{Tensor[Complex128], "
                            f"Tensor[Complex64], Tensor[Float32], Tensor[Float64]}}, but got {told}.")
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


def pieces_transformed(x, window, n_fft, hop_length, win_length, is_normalized, is_onesided, is_complex):
    """
    The Fourier transform of each piece of a signal: STFT.

    Args:
        x (Tensor): (length) or (batch, length). window (Tensor): (win_length). Both floating with 32 or 64 bits, or complex.
        n_fft (int): the length of a piece, in whose middle the window stands, with zeros around it. hop_length (int): how far
            pieces are apart. is_normalized (bool): whether to divide by the root of n_fft. is_onesided (bool): whether to
            leave out the frequencies that repeat others, which complex signals do not. is_complex (bool): what is given.

    Returns (..., frequencies, pieces) of complex numbers, else (..., frequencies, pieces, 2) of their parts, of 64 bits if
    one of both is. Raises TypeError or ValueError for other arguments.
    """
    _check_pieces(x, n_fft, hop_length, win_length, window)
    is_wide = any(dtype in (float64, complex128) for dtype in (x.dtype, window.dtype))
    is_of_complex = x.dtype.is_complex or window.dtype.is_complex
    if is_onesided and is_of_complex:
        raise ValueError("For onesided should be false if input is complex,but got 1")
    before = (n_fft - win_length) // 2
    window = call("PadV3", window, (before, n_fft - win_length - before), "constant", 0) if win_length < n_fft else window
    count = 1 + (x.shape[-1] - n_fft) // hop_length
    places = np.arange(count)[:, None] * hop_length + np.arange(n_fft)[None, :]
    wide = complex128 if is_of_complex else float64
    # MindSpore adds them up with 64 bits, too.
    pieces = call("Gather", x.astype(wide), Tensor(places), x.ndim - 1) * window.astype(wide)
    found = call("RFFT" if is_onesided else "FFT", pieces, None, -1, "ortho" if is_normalized else None)
    found = found.swapaxes(-1, -2).astype(complex128 if is_wide else complex64)
    return found if is_complex else view_as_real(found)


def stft(x, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="REFLECT", normalized=False,
         onesided=None, return_complex=None):
    """
    The Fourier transform of each piece of a signal, the short-time Fourier transform.

    Args:
        x (Tensor): (length) or (batch, length), floating with 32 or 64 bits, or complex.
        n_fft (int): the length of a piece. hop_length (int): how far pieces are apart, n_fft // 4 without it.
        win_length (int): the length of the window, n_fft without it. window (Tensor): (win_length), ones without it.
        center (bool): whether x goes on for n_fft // 2 elements on both sides, by pad_mode: "REFLECT", "SYMMETRIC" or
            "CONSTANT".
        normalized (bool): whether to divide by the root of n_fft. onesided (bool): whether to leave out the frequencies that
            repeat others; without it they are, unless x or the window is complex. return_complex (bool): whether the result
            is complex; without it, whether x or the window is.

    Returns (..., n_fft // 2 + 1 or n_fft, pieces), or its real and imaginary parts, (..., 2). Raises TypeError or ValueError
    for other arguments.
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
    is_complex = x.dtype.is_complex or window.dtype.is_complex
    return pieces_transformed(x, window, n_fft, hop_length, win_length, normalized,
                              not is_complex if onesided is None else onesided,
                              is_complex if return_complex is None else return_complex)


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

# SPDX-License-Identifier: Apache-2.0
"""mindspore.numpy.fft: Fourier transforms, their frequencies and the order of those."""
from mindspore import ops
from mindspore._missing import missing_names
from mindspore.numpy._arguments import as_tensor

__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift",
           "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]


def fftfreq(n, d=1.0):
    """The n frequencies of a transform of n points, d apart: 0 and the positive ones, then the negative ones; Float32."""
    return ops.fftfreq(n, d)


def rfftfreq(n, d=1.0):
    """The n // 2 + 1 frequencies of a transform of n real points; Float32."""
    return ops.rfftfreq(n, d)


def fftshift(x, axes=None):
    """The frequency 0 moved to the middle along the axes (all without them)."""
    return ops.fftshift(as_tensor(x), axes)


def ifftshift(x, axes=None):
    """fftshift undone."""
    return ops.ifftshift(as_tensor(x), axes)


def irfft(a, n=None, axis=-1, norm=None):
    """ops.irfft along an axis."""
    return ops.irfft(as_tensor(a), n, axis, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.irfft2 along two axes."""
    return ops.irfft2(as_tensor(a), s, axes, norm)


def irfftn(a, s=None, axes=None, norm=None):
    """ops.irfftn along the axes (all without them)."""
    return ops.irfftn(as_tensor(a), s, axes, norm)


def hfft(a, n=None, axis=-1, norm=None):
    """ops.hfft along an axis."""
    return ops.hfft(as_tensor(a), n, axis, norm)


def hfft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.hfft2 along two axes."""
    return ops.hfft2(as_tensor(a), s, axes, norm)


def hfftn(a, s=None, axes=None, norm=None):
    """ops.hfftn along the axes (all without them)."""
    return ops.hfftn(as_tensor(a), s, axes, norm)


def fft(a, n=None, axis=-1, norm=None):
    """ops.fft along an axis."""
    return ops.fft(as_tensor(a), n, axis, norm)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.fft2 along two axes."""
    return ops.fft2(as_tensor(a), s, axes, norm)


def fftn(a, s=None, axes=None, norm=None):
    """ops.fftn along the axes (all without them)."""
    return ops.fftn(as_tensor(a), s, axes, norm)


def ifft(a, n=None, axis=-1, norm=None):
    """ops.ifft along an axis."""
    return ops.ifft(as_tensor(a), n, axis, norm)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.ifft2 along two axes."""
    return ops.ifft2(as_tensor(a), s, axes, norm)


def ifftn(a, s=None, axes=None, norm=None):
    """ops.ifftn along the axes (all without them)."""
    return ops.ifftn(as_tensor(a), s, axes, norm)


def rfft(a, n=None, axis=-1, norm=None):
    """ops.rfft along an axis."""
    return ops.rfft(as_tensor(a), n, axis, norm)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.rfft2 along two axes."""
    return ops.rfft2(as_tensor(a), s, axes, norm)


def rfftn(a, s=None, axes=None, norm=None):
    """ops.rfftn along the axes (all without them)."""
    return ops.rfftn(as_tensor(a), s, axes, norm)


def ihfft(a, n=None, axis=-1, norm=None):
    """ops.ihfft along an axis."""
    return ops.ihfft(as_tensor(a), n, axis, norm)


def ihfft2(a, s=None, axes=(-2, -1), norm=None):
    """ops.ihfft2 along two axes."""
    return ops.ihfft2(as_tensor(a), s, axes, norm)


def ihfftn(a, s=None, axes=None, norm=None):
    """ops.ihfftn along the axes (all without them)."""
    return ops.ihfftn(as_tensor(a), s, axes, norm)


__getattr__ = missing_names("mindspore.numpy.fft")

# SPDX-License-Identifier: Apache-2.0
"""mindspore.numpy.fft: the frequencies of Fourier transforms, their order, and the transforms of real spectra to real
numbers; others need complex ones."""
from mindspore import ops
from mindspore._missing import missing_names
from mindspore.numpy._arguments import as_tensor

__all__ = ["fftfreq", "fftshift", "hfft", "hfft2", "hfftn", "ifftshift", "irfft", "irfft2", "irfftn", "rfftfreq"]


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


__getattr__ = missing_names("mindspore.numpy.fft")

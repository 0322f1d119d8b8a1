# SPDX-License-Identifier: Apache-2.0
"""mindspore.numpy.fft: the frequencies of Fourier transforms, and their order. Transforms need complex numbers."""
from mindspore import ops
from mindspore._missing import missing_names
from mindspore.numpy._arguments import as_tensor

__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]


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


__getattr__ = missing_names("mindspore.numpy.fft")

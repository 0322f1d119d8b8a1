# SPDX-License-Identifier: Apache-2.0
"""The frequencies of Fourier transforms, and their order."""
import numpy as np

from mindspore.common.dtype import float32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["fftfreq", "rfftfreq", "fftshift", "ifftshift"]


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

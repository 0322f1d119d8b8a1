# SPDX-License-Identifier: Apache-2.0
"""Shapes and axes as MindSpore's own modules ask for them."""
import numpy as np

from mindspore.numpy._arguments import axis_of
from mindspore.ops.constants import constexpr


@constexpr
def _infer_out_shape(*shapes):
    """The shape that tensors of these shapes are broadcast to; ValueError for those that do not fit."""
    return np.broadcast_shapes(*shapes)


@constexpr
def _canonicalize_axis(axis, ndim):
    """An axis, or a tuple of them, counted from the first one; ValueError for one that is not there or stands twice."""
    if not isinstance(axis, (tuple, list)):
        return axis_of(axis, ndim)
    axes = tuple(axis_of(one, ndim) for one in axis)
    if len(set(axes)) != len(axes):
        raise ValueError(f"For 'axis', each axis may stand once only, but got {axis}.")
    return axes

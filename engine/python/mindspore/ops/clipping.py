# SPDX-License-Identifier: Apache-2.0
"""Gradients cut to a norm: clip_by_norm and clip_by_global_norm."""
import math

import _jitscope
from mindspore.ops.primitive import primitive_call as call

__all__ = ["clip_by_norm", "clip_by_global_norm"]


_cat = _jitscope.functions["cat"]


def _global_norm(tensors, norm_type):
    norms = [call("Reshape", call("LpNormV2", tensor, norm_type), (1,)) for tensor in tensors]
    return call("LpNormV2", _cat(tuple(norms)), norm_type)


def clip_by_norm(x, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """The tensor x, or a tuple of all tensors of a tuple or list, scaled by one factor so that the norm of all elements is
    at most max_norm."""
    tensors = [x] if isinstance(x, _jitscope.Tensor) else list(x)
    total = _global_norm(tensors, float(norm_type))
    if error_if_nonfinite and not math.isfinite(float(total.item())):
        raise RuntimeError(f"For clip_by_norm, the total norm of order {norm_type} is not finite.")
    factor = call("Minimum", call("Div", max_norm, total + 1e-6), 1.0)
    scaled = [call("Mul", tensor, call("Cast", factor, tensor.dtype)) for tensor in tensors]
    return scaled[0] if isinstance(x, _jitscope.Tensor) else tuple(scaled)


def clip_by_global_norm(x, clip_norm=1.0, use_norm=None):
    """A tuple of the tensors of a tuple or list scaled by clip_norm / max(norm of all elements, clip_norm)."""
    if use_norm is not None:
        raise ValueError(f"For 'clip_by_global_norm', 'use_norm' must be None, but got {use_norm}.")
    factor = call("Div", clip_norm, call("Maximum", _global_norm(x, 2.0), clip_norm))
    return tuple(call("Mul", tensor, call("Cast", factor, tensor.dtype)) for tensor in x)

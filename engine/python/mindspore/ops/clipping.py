# SPDX-License-Identifier: Apache-2.0
"""Gradients cut to a norm: clip_by_norm and clip_by_global_norm."""
from mindspore.common.dtype import float32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["clip_by_norm", "clip_by_global_norm"]


def _check(name, x):
    """The tensors of x, which is one or a tuple or list of them."""
    tensors = [x] if isinstance(x, Tensor) else x
    if not isinstance(tensors, (tuple, list)) or not all(isinstance(tensor, Tensor) for tensor in tensors):
        raise TypeError(f"For '{name}', the argument 'x' must be a Tensor or a tuple or list of Tensors, but got "
                        f"{type(x)}")
    return tensors


def _like(x, tensors):
    """One tensor for one, a tuple or list for such."""
    return tensors[0] if isinstance(x, Tensor) else type(x)(tensors)


def _joint_norm(tensors, norm_type):
    """The norm of all elements of all tensors."""
    if norm_type == float("inf"):
        largest = [call("Cast", call("ReduceMax", call("Abs", tensor)), float32) for tensor in tensors]
        return call("ReduceMax", call("Stack", tuple(largest), 0))
    powers = [call("ReduceSum", call("Pow", call("Abs", call("Cast", tensor, float32)),
                                     norm_type)) for tensor in tensors]
    return call("Pow", call("ReduceSum", call("Stack", tuple(powers), 0)), 1 / norm_type)


def clip_by_norm(x, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """x (a tensor, or a tuple or list of them) scaled down so that the norm of all elements is at most max_norm.

    Raises RuntimeError for a norm that is not finite, if error_if_nonfinite."""
    tensors = _check("clip_by_norm", x)
    if not tensors:
        return x
    norm = _joint_norm(tensors, float(norm_type))
    if error_if_nonfinite and not bool(call("IsFinite", norm).item()):
        raise RuntimeError(f"For clip_by_norm, the total norm of order {norm_type} from input is non-finite.")
    scale = call("Minimum", max_norm / (norm + 1e-6), 1.0)
    return _like(x, [call("Cast", tensor * scale, tensor.dtype) for tensor in tensors])


def clip_by_global_norm(x, clip_norm=1.0, use_norm=None):
    """The tensors of a tuple or list scaled down so that their joint norm is at most clip_norm; use_norm must be
    None."""
    if use_norm is not None:
        raise ValueError("For 'clip_by_global_norm', the 'use_norm' must be None.")
    tensors = _check("clip_by_global_norm", x)
    norm = _joint_norm(tensors, 2.0)
    divisor = call("Maximum", norm, clip_norm)
    return tuple(call("Cast", tensor * clip_norm / divisor, tensor.dtype) for tensor in tensors)

# SPDX-License-Identifier: Apache-2.0
"""Normalisation of layers that is several operators."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["batch_norm", "layer_norm", "lrn"]


def batch_norm(input_x, running_mean, running_var, weight, bias, training=False, momentum=0.1, eps=1e-5):
    """(input_x - mean) / sqrt(variance + eps) * weight + bias for each channel (axis 1).

    In training by the moments of the batch, of which running_mean and running_var (Parameters) take the part momentum;
    otherwise by these.
    """
    result = call("BatchNorm", input_x, weight, bias, running_mean, running_var, training, eps, momentum)
    if training:
        update_moments(running_mean, running_var, result, momentum)
    return result[0]


def update_moments(running_mean, running_var, result, momentum):
    """Gives the Parameters the part momentum of the moments in what BatchNorm gave in training."""
    for running, batch in ((running_mean, result[1]), (running_var, result[2])):
        new = call("StopGradient", batch).astype(running.dtype)
        call("Assign", running, running * (1.0 - momentum) + new * momentum)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """(input - mean) / sqrt(variance + eps) * weight + bias over the last axes, which have the shape
    normalized_shape."""
    axis = input.ndim - len(normalized_shape)
    if axis < 0 or tuple(input.shape[axis:]) != tuple(normalized_shape):
        raise ValueError(f"For 'layer_norm', the last axes of the input must be {tuple(normalized_shape)}, but got "
                         f"{input.shape}.")
    weight = call("Ones", tuple(normalized_shape), input.dtype) if weight is None else weight
    bias = call("Zeros", tuple(normalized_shape), input.dtype) if bias is None else bias
    return call("LayerNorm", input, weight, bias, axis, axis, eps)[0]


def lrn(x, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"):
    """x / (bias + alpha * the sum of squares of up to depth_radius channels on both sides) ** beta; x (N, C, H, W)."""
    if norm_region != "ACROSS_CHANNELS":
        raise ValueError(f"For 'LRN', the 'norm_region' must be str and must be in '['ACROSS_CHANNELS']', but got "
                         f"'{norm_region}'.")
    if x.ndim != 4:
        raise ValueError(f"For 'LRN', the dimension of 'x' must be 4, but got {x.ndim}.")
    n, channels, h, w = x.shape
    places = np.arange(channels)
    near = Tensor((abs(places[:, None] - places) <= depth_radius).astype(np.float32), x.dtype)
    sums = matmul(near, (x * x).reshape((n, channels, h * w))).reshape(x.shape)
    return x / (bias + alpha * sums) ** beta

# SPDX-License-Identifier: Apache-2.0
"""Layers of several layers: a convolution or dense layer with normalization and activation, a bilinear form, and a
layer that is repeated over time."""
import math

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_positive_int
from mindspore.nn.layer.activation import LeakyReLU, activation_of
from mindspore.nn.layer.basic import Dense
from mindspore.nn.layer.conv import Conv2d
from mindspore.nn.layer.normalization import BatchNorm1d, BatchNorm2d

__all__ = ["Conv2dBnAct", "DenseBnAct", "BiDense", "TimeDistributed"]


def _activation(layer, activation, alpha):
    return LeakyReLU(alpha) if activation == "leakyrelu" else activation_of(layer, activation)


class Conv2dBnAct(Cell):
    """A Conv2d, then BatchNorm2d if has_bn, then an activation."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, has_bias=False, weight_init="normal", bias_init="zeros", has_bn=False, momentum=0.997,
                 eps=1e-5, activation=None, alpha=0.2, after_fake=True):
        super().__init__()
        self.conv = Conv2d(in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
                           weight_init, bias_init)
        self.has_bn, self.has_act = check_bool(self.cls_name, "has_bn", has_bn), activation is not None
        self.after_fake = check_bool(self.cls_name, "after_fake", after_fake)
        if has_bn:
            self.batchnorm = BatchNorm2d(out_channels, eps, momentum)
        if self.has_act:
            self.activation = _activation(self.cls_name, activation, alpha)

    def construct(self, x):
        x = self.conv(x)
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class DenseBnAct(Cell):
    """A Dense, then BatchNorm1d if has_bn, then an activation."""

    def __init__(self, in_channels, out_channels, weight_init="normal", bias_init="zeros", has_bias=True, has_bn=False,
                 momentum=0.9, eps=1e-5, activation=None, alpha=0.2, after_fake=True):
        super().__init__()
        self.dense = Dense(in_channels, out_channels, weight_init, bias_init, has_bias)
        self.has_bn, self.has_act = check_bool(self.cls_name, "has_bn", has_bn), activation is not None
        self.after_fake = check_bool(self.cls_name, "after_fake", after_fake)
        if has_bn:
            self.batchnorm = BatchNorm1d(out_channels, eps, momentum)
        if self.has_act:
            self.activation = _activation(self.cls_name, activation, alpha)

    def construct(self, x):
        x = self.dense(x)
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class BiDense(Cell):
    """input1 @ weight[o] @ input2 + bias[o] for each output o. Inputs (..., in1_channels) and (..., in2_channels),
    result (..., out_channels)."""

    def __init__(self, in1_channels, in2_channels, out_channels, weight_init=None, bias_init=None, has_bias=True,
                 dtype=float32):
        super().__init__()
        self.in1_channels = check_positive_int(self.cls_name, "in1_channels", in1_channels)
        self.in2_channels = check_positive_int(self.cls_name, "in2_channels", in2_channels)
        self.out_channels = check_positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check_bool(self.cls_name, "has_bias", has_bias)
        bound = 1 / math.sqrt(in1_channels)
        shape = (out_channels, in1_channels, in2_channels)
        self.weight = Parameter(initializer(
            Uniform(bound) if weight_init is None else weight_init, shape, dtype), "weight")
        self.bias = None
        if has_bias:
            self.bias = Parameter(initializer(Uniform(bound) if bias_init is None else bias_init, (out_channels,),
                                              dtype),
                                  name="bias")

    def construct(self, input1, input2):
        return ops.bidense(input1, input2, self.weight, self.bias)

    def extend_repr(self):
        text = (f"in1_channels={self.in1_channels}, in2_channels={self.in2_channels}, "
                f"output_channels={self.out_channels}")
        return text + ", has_bias=True" if self.has_bias else text


class TimeDistributed(Cell):
    """A layer for each slice of time_axis; with reshape_with_axis that axis and time are one for a single call."""

    def __init__(self, layer, time_axis, reshape_with_axis=None):
        super().__init__()
        if not callable(layer):
            raise TypeError(f"For '{self.cls_name}', the 'layer' must be Cell or Primitive instance, but got type: "
                            f"{type(layer).__name__}.")
        self.layer, self.time_axis, self.reshape_with_axis = layer, time_axis, reshape_with_axis

    def construct(self, inputs):
        time = self.time_axis % inputs.ndim
        if self.reshape_with_axis is None:
            slices = [self.layer(inputs[(slice(None),) * time + (step,)]) for step in range(inputs.shape[time])]
            return ops.stack(slices, time)
        other = self.reshape_with_axis % inputs.ndim
        first, second = sorted((time, other))
        if second != first + 1:
            raise ValueError("For 'TimeDistributed', the 'time_axis' and 'reshape_with_axis' must be next to each "
                             f"other, but got {self.time_axis} and {self.reshape_with_axis}.")
        shape = inputs.shape
        result = self.layer(inputs.reshape((*shape[:first], shape[first] * shape[second], *shape[second + 1:])))
        return result.reshape((*result.shape[:first], shape[first], shape[second], *result.shape[first + 1:]))

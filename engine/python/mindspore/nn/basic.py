# SPDX-License-Identifier: Apache-2.0
"""Dense, Flatten, Identity."""
import math

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import HeUniform, Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.activation import get_activation
from mindspore.nn.cell import Cell


def _check_channels(name, value):
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"For 'Dense', the '{name}' must be int, but got '{type(value).__name__}'")
    if value <= 0:
        raise ValueError(f"For 'Dense', the '{name}' must be int and must > 0, but got '{value}' with type "
                         f"'{type(value).__name__}'.")
    return value


class Dense(Cell):
    """x @ weight.T + bias, then an activation."""

    def __init__(self, in_channels, out_channels, weight_init=None, bias_init=None, has_bias=True, activation=None,
                 dtype=float32):
        super().__init__()
        self.in_channels = _check_channels("in_channels", in_channels)
        self.out_channels = _check_channels("out_channels", out_channels)
        if not isinstance(has_bias, bool):
            raise TypeError(f"For 'Dense', the 'has_bias' must be a bool, but got {type(has_bias).__name__}.")
        self.has_bias = has_bias
        shape = (out_channels, in_channels)
        if isinstance(weight_init, Tensor) and weight_init.shape != shape:
            raise ValueError("For 'Dense', weight init shape error. The ndim of 'weight_init' must be equal to 2, and the "
                             f"shape must be {shape}, but got {weight_init.shape}.")
        self.weight = Parameter(initializer(weight_init or HeUniform(math.sqrt(5)), shape, dtype), name="weight")
        self.bias = None
        if has_bias:
            bound = 1 / math.sqrt(in_channels)
            self.bias = Parameter(initializer(bias_init if bias_init is not None else Uniform(bound), [out_channels], dtype),
                                  name="bias")
        self.activation = get_activation(activation)

    def construct(self, x):
        shape = x.shape
        if len(shape) != 2:
            x = x.reshape((-1, shape[-1]))
        x = ops.primitive_call("MatMul", x, self.weight, False, True)
        if self.has_bias:
            x = ops.primitive_call("BiasAdd", x, self.bias)
        if len(shape) != 2:
            x = x.reshape((*shape[:-1], self.out_channels))
        return x if self.activation is None else self.activation(x)

    def extend_repr(self):
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        if self.has_bias:
            text += ", has_bias=True"
        if self.activation is not None:
            text += f", activation={self.activation}"
        return text


class Flatten(Cell):
    """All axes from start_dim to end_dim as one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        for name, value in (("start_dim", start_dim), ("end_dim", end_dim)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(f"For 'Flatten', the '{name}' must be int, but got '{type(value).__name__}'")
        self.start_dim, self.end_dim = start_dim, end_dim

    def construct(self, x):
        return ops.flatten(x, start_dim=self.start_dim, end_dim=self.end_dim)


class Identity(Cell):
    """Its input."""

    def construct(self, x):
        return x

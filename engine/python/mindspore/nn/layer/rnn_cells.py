# SPDX-License-Identifier: Apache-2.0
"""One step of recurrent networks. Gates are stacked along the first axis of the weights: (gates * hidden, ...)."""
import math

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_positive_int
from mindspore.ops.primitive import primitive

__all__ = ["LSTMCell", "GRUCell", "RNNCell"]


_matmul = primitive("MatMul")


def parts(x, count):
    """x (n, count * size) as `count` tensors (n, size)."""
    size = x.shape[-1] // count
    return [x[:, i * size:(i + 1) * size] for i in range(count)]


def linear(x, weight, bias):
    """x @ weight.T + bias; bias may be None."""
    product = _matmul(x, weight, False, True)
    return product if bias is None else product + bias


def rnn_step(activation, inputs, state, w_hh, b_hh):
    """The next state of a plain network; inputs: x @ w_ih.T + b_ih."""
    return activation(inputs + linear(state, w_hh, b_hh))


def lstm_step(inputs, state, w_hh, b_hh):
    """The next (h, c); gates: input, forget, cell, output."""
    h, c = state
    enter, forget, cell, leave = parts(inputs + linear(h, w_hh, b_hh), 4)
    c = ops.sigmoid(forget) * c + ops.sigmoid(enter) * ops.tanh(cell)
    return ops.sigmoid(leave) * ops.tanh(c), c


def gru_step(inputs, state, w_hh, b_hh):
    """The next state; gates: reset, update, new."""
    reset_x, update_x, new_x = parts(inputs, 3)
    reset_h, update_h, new_h = parts(linear(state, w_hh, b_hh), 3)
    update = ops.sigmoid(update_x + update_h)
    new = ops.tanh(new_x + ops.sigmoid(reset_x + reset_h) * new_h)
    return new + update * (state - new)


class _StepCell(Cell):
    """The weights of one step."""

    gates = 1

    def __init__(self, input_size, hidden_size, has_bias=True, dtype=float32):
        super().__init__()
        self.input_size = check_positive_int(self.cls_name, "input_size", input_size)
        self.hidden_size = check_positive_int(self.cls_name, "hidden_size", hidden_size)
        self.has_bias = check_bool(self.cls_name, "has_bias", has_bias)
        rows, init = self.gates * hidden_size, Uniform(1 / math.sqrt(hidden_size))
        # MindSpore draws as many normal numbers before; without them, seeded weights would be others.
        np.random.randn(rows * (input_size + hidden_size + 2 * has_bias))
        self.weight_ih = Parameter(initializer(init, (rows, input_size), dtype))
        self.weight_hh = Parameter(initializer(init, (rows, hidden_size), dtype))
        self.bias_ih = self.bias_hh = None
        if has_bias:
            self.bias_ih = Parameter(initializer(init, (rows,), dtype))
            self.bias_hh = Parameter(initializer(init, (rows,), dtype))

    def _inputs(self, x, *states):
        for name, tensor, size in (("x", x, self.input_size), *(("hx", state, self.hidden_size) for state in states)):
            if not isinstance(tensor, Tensor):
                raise TypeError(
                    f"For '{self.cls_name}', the '{name}' must be a Tensor, but got '{type(tensor).__name__}'")
            if tensor.ndim != 2 or tensor.shape[1] != size:
                raise ValueError(f"For '{self.cls_name}', the '{name}' must have the shape (batch, {size}), but got "
                                 f"{tensor.shape}.")
        return linear(x, self.weight_ih, self.bias_ih)


class RNNCell(_StepCell):
    """tanh (or relu) of x @ weight_ih.T + bias_ih + h @ weight_hh.T + bias_hh. x: (batch, input_size), h and the
    result: (batch, hidden_size)."""

    def __init__(self, input_size, hidden_size, has_bias=True, nonlinearity="tanh", dtype=float32):
        super().__init__(input_size, hidden_size, has_bias, dtype)
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"For '{self.cls_name}', the 'nonlinearity' must be in ['tanh', 'relu'], but got {nonlinearity}.")
        self.nonlinearity = nonlinearity

    def construct(self, x, hx):
        activation = ops.tanh if self.nonlinearity == "tanh" else ops.relu
        return rnn_step(activation, self._inputs(x, hx), hx, self.weight_hh, self.bias_hh)


class LSTMCell(_StepCell):
    """One step of an LSTM. x: (batch, input_size), hx: (h, c), each (batch, hidden_size); result: the next (h, c)."""

    gates = 4

    def construct(self, x, hx):
        if not isinstance(hx, tuple) or len(hx) != 2:
            raise TypeError(f"For 'LSTMCell', the 'hx' must be a tuple of two Tensors, but got '{type(hx).__name__}'")
        return lstm_step(self._inputs(x, *hx), hx, self.weight_hh, self.bias_hh)


class GRUCell(_StepCell):
    """One step of a GRU. x: (batch, input_size), hx and the result: (batch, hidden_size)."""

    gates = 3

    def construct(self, x, hx):
        return gru_step(self._inputs(x, hx), hx, self.weight_hh, self.bias_hh)

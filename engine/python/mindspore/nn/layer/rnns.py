# SPDX-License-Identifier: Apache-2.0
"""Recurrent networks: layers of steps over a sequence, in one direction or both."""
import math

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_positive_int
from mindspore.nn.layer.basic import Dropout
from mindspore.nn.layer.rnn_cells import gru_step, linear, lstm_step, rnn_step

__all__ = ["LSTM", "GRU", "RNN"]

_KINDS = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
_LISTS = ("w_ih_list", "w_hh_list", "b_ih_list", "b_hh_list")  # the attributes with those of all layers, in order


class _Direction(Cell):
    """All steps of one layer in one direction."""

    def step(self, inputs, state, w_hh, b_hh):
        """The next state from the step's inputs (batch, gates * hidden)."""
        raise NotImplementedError

    def construct(self, x, state, seq_length, is_reversed, w_ih, w_hh, b_ih, b_hh):
        """x (steps, batch, size) to (outputs (steps, batch, hidden), last state). From seq_length on a sample's state
        stays and its outputs are 0."""
        steps, batch, size = x.shape
        inputs = linear(x.reshape((steps * batch, size)), w_ih, b_ih).reshape((steps, batch, w_ih.shape[0]))
        outputs = [None] * steps
        for place in reversed(range(steps)) if is_reversed else range(steps):
            following = self.step(inputs[place], state, w_hh, b_hh)
            if seq_length is not None:
                runs = (seq_length > place).astype(x.dtype).expand_dims(-1)
                following = _mixed(runs, following, state)
                outputs[place] = _output(following) * runs
            else:
                outputs[place] = _output(following)
            state = following
        return ops.stack(outputs, 0), state


def _output(state):
    return state[0] if isinstance(state, tuple) else state


def _mixed(runs, following, state):
    """The following state where the sample still runs, the old one elsewhere."""
    if isinstance(state, tuple):
        return tuple(_mixed(runs, *pair) for pair in zip(following, state))
    return state + runs * (following - state)


class _DynamicRNNTanh(_Direction):
    def step(self, inputs, state, w_hh, b_hh):
        return rnn_step(ops.tanh, inputs, state, w_hh, b_hh)


class _DynamicRNNRelu(_Direction):
    def step(self, inputs, state, w_hh, b_hh):
        return rnn_step(ops.relu, inputs, state, w_hh, b_hh)


class _DynamicGRUCPUGPU(_Direction):
    def step(self, inputs, state, w_hh, b_hh):
        return gru_step(inputs, state, w_hh, b_hh)


class _DynamicLSTMCPUGPU(_Direction):
    def step(self, inputs, state, w_hh, b_hh):
        return lstm_step(inputs, state, w_hh, b_hh)


class _Recurrent(Cell):
    """Several layers, each in one direction or both."""

    gates = 1
    has_cell_state = False

    def __init__(self, rnn, input_size, hidden_size, num_layers=1, has_bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, dtype=float32):
        super().__init__()
        layer = self.cls_name
        self.input_size = check_positive_int(layer, "input_size", input_size)
        self.hidden_size = check_positive_int(layer, "hidden_size", hidden_size)
        self.num_layers = check_positive_int(layer, "num_layers", num_layers)
        for name, value in (("has_bias", has_bias), ("batch_first", batch_first), ("bidirectional", bidirectional)):
            if not isinstance(value, bool):
                raise TypeError(f"For '{layer}', the type of '{name}' should be 'bool', but got type "
                                f"'{type(value).__name__}'.")
        if not isinstance(dropout, float):
            raise TypeError(f"For '{layer}', the type of 'dropout' should be 'float', but got type "
                            f"'{type(dropout).__name__}'.")
        if not 0 <= dropout < 1:
            raise ValueError(f"For '{layer}', the 'dropout' must be a number in range [0, 1) representing the "
                             f"probability of an element being zeroed, but got {dropout}.")
        self.has_bias, self.batch_first, self.bidirectional = has_bias, batch_first, bidirectional
        self.dropout = dropout
        self.rnn = rnn
        self.dropout_op = Dropout(p=float(dropout))
        self._make_weights(dtype)

    def _directions(self):
        return ("", "_reverse") if self.bidirectional else ("",)

    def _make_weights(self, dtype):
        rows, inner = self.gates * self.hidden_size, self.hidden_size * len(self._directions())
        drawn = {}
        for layer in range(self.num_layers):  # numpy.random gives the numbers layer by layer, as in MindSpore
            for direction in self._directions():
                columns = [self.input_size if layer == 0 else inner, self.hidden_size]
                shapes = [(rows, columns[0]), (rows, columns[1]), *((rows,), (rows,)) * self.has_bias]
                for kind, shape in zip(_KINDS, shapes):
                    drawn[kind, layer, direction] = self._drawn(shape)
        for kind, attribute in zip(_KINDS, _LISTS):
            weights = [Parameter(Tensor(values, dtype), name=f"{key[0]}_l{key[1]}{key[2]}")
                       for key, values in drawn.items() if key[0] == kind]
            setattr(self, attribute, ParameterTuple(weights))

    def _drawn(self, shape):
        bound = 1 / math.sqrt(self.hidden_size)
        return np.random.uniform(-bound, bound, shape).astype(np.float32)

    def _weights(self, place):
        """Of a layer in one direction, counted as the states are."""
        w_ih, w_hh = self.w_ih_list[place], self.w_hh_list[place]
        return (w_ih, w_hh, self.b_ih_list[place], self.b_hh_list[place]) if self.has_bias else (w_ih, w_hh, None, None)

    def _initial(self, x, hx):
        """The given state, or zeros (directions * layers, batch, hidden)."""
        shape = (self.num_layers * len(self._directions()), x.shape[1], self.hidden_size)
        if hx is not None:
            self._check_states(hx, shape)
            return hx
        zeros = ops.zeros(shape, x.dtype)
        return (zeros, zeros) if self.has_cell_state else zeros

    def _check_states(self, hx, shape):
        if self.has_cell_state and not (isinstance(hx, tuple) and len(hx) == 2):
            raise TypeError(f"For '{self.cls_name}', the 'hx' must be a tuple of two Tensors, but got "
                            f"'{type(hx).__name__}'.")
        for state in hx if self.has_cell_state else (hx,):
            if state.shape != shape:
                raise ValueError(f"For '{self.cls_name}', the 'hx' must have the shape {shape}, but got {state.shape}.")

    def construct(self, x, hx=None, seq_length=None):
        """(outputs, last states); x is (steps, batch, size), or (batch, steps, size) with batch_first."""
        if x.ndim != 3:
            raise ValueError(f"For '{self.cls_name}', the 'x' must have 3 dimensions, but got {x.ndim}.")
        if x.shape[-1] != self.input_size:
            raise ValueError(f"For '{self.cls_name}', the last dimension of 'x' must be equal to 'input_size', but got "
                             f"{x.shape[-1]} and {self.input_size}.")
        if self.batch_first:
            x = x.swapaxes(0, 1)
        if x.shape[0] == 0:
            raise ValueError(f"For '{self.cls_name}', the sequence must have at least one step, but got {x.shape}.")
        state = self._initial(x, hx)
        last = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in self._directions():
                place = len(last)
                first = tuple(part[place] for part in state) if self.has_cell_state else state[place]
                output, end = self.rnn(x, first, seq_length, bool(direction), *self._weights(place))
                outputs.append(output)
                last.append(end)
            x = outputs[0] if len(outputs) == 1 else ops.concat(outputs, -1)
            if self.dropout and layer + 1 < self.num_layers:
                x = self.dropout_op(x)
        if self.batch_first:
            x = x.swapaxes(0, 1)
        if self.has_cell_state:
            return x, tuple(ops.stack(list(part), 0) for part in zip(*last))
        return x, ops.stack(last, 0)


class RNN(_Recurrent):
    """A network of RNNCell steps. x: (steps, batch, input_size); gives (outputs (steps, batch, directions *
    hidden_size), last states (directions * num_layers, batch, hidden_size)). dropout acts between layers in
    training."""

    def __init__(self, *args, **kwargs):
        nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"For 'RNN', the 'nonlinearity' must be in ['tanh', 'relu'], but got {nonlinearity}.")
        super().__init__(_DynamicRNNTanh() if nonlinearity == "tanh" else _DynamicRNNRelu(), *args, **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(_Recurrent):
    """A network of LSTMCell steps; states are (h, c), otherwise as RNN."""

    gates = 4
    has_cell_state = True

    def __init__(self, *args, **kwargs):
        super().__init__(_DynamicLSTMCPUGPU(), *args, **kwargs)


class GRU(_Recurrent):
    """A network of GRUCell steps; as RNN."""

    gates = 3

    def __init__(self, *args, **kwargs):
        super().__init__(_DynamicGRUCPUGPU(), *args, **kwargs)

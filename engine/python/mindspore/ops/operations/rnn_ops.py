# SPDX-License-Identifier: Apache-2.0
"""LSTM as a primitive: layers whose weights stand one after the other in one tensor."""
import sys

from mindspore.ops.operations._rows import module_getattr
from mindspore.ops.primitive import Primitive, primitive_call as call

__all__ = ["LSTM"]


def _sizes(prim):
    """(rows, columns) of the weights of inputs by layer and direction."""
    inner = prim.hidden_size * prim.num_directions
    return [(4 * prim.hidden_size, prim.input_size if layer == 0 else inner)
            for layer in range(prim.num_layers) for _ in range(prim.num_directions)]


def _parted(prim, weights):
    """[(weights of inputs, weights of states, biases or None)] by layer and direction."""
    flat, place = weights.reshape((-1,)), 0

    def taken(shape):
        nonlocal place
        count = shape[0] * (shape[1] if len(shape) == 2 else 1)
        place += count
        return flat[place - count:place].reshape(shape)
    shapes, rows = _sizes(prim), 4 * prim.hidden_size
    inputs = [taken(shape) for shape in shapes]
    states = [taken((rows, prim.hidden_size)) for _ in shapes]
    biases = [taken((rows,)) for _ in shapes] if prim.has_bias else [None] * len(shapes)
    return list(zip(inputs, states, biases))


def _direction(x, h, c, parts, is_reversed):
    """The outputs (T, N, H) of a layer in one direction, and its last states."""
    w, u, bias = parts
    ops = sys.modules["mindspore.ops"]
    outputs = []
    for step in reversed(range(x.shape[0])) if is_reversed else range(x.shape[0]):
        gates = ops.matmul(x[step], w.T) + ops.matmul(h, u.T)
        i, f, g, o = ops.split(gates if bias is None else gates + bias, h.shape[1], axis=1)
        c = call("Sigmoid", f) * c + call("Sigmoid", i) * call("Tanh", g)
        h = call("Sigmoid", o) * call("Tanh", c)
        outputs.append(h)
    return ops.stack(outputs[::-1] if is_reversed else outputs), h, c


class LSTM(Primitive):
    """
    LSTM(input_size, hidden_size, num_layers, has_bias, bidirectional, dropout)(x, h, c, w).

    Inputs: x (T, N, input_size); h and c (layers * directions, N, hidden_size); w (all elements, 1, 1): by layer and
    direction first the weights of inputs, then those of states, then the biases, then as many elements that are not read
    (on the CPU, MindSpore adds one bias only).

    Outputs: (T, N, hidden_size * directions), the last h and c, and two tensors (1, 1) of zeros, where MindSpore has what its
    own gradient keeps.

    Raises TypeError for other types of attributes, ValueError for sizes below 1, a dropout outside 0 to 1 and a w of
    another size; a dropout other than 0 raises NotImplementedError.
    """

    def __init__(self, input_size, hidden_size, num_layers, has_bias, bidirectional, dropout):
        super().__init__("LSTM")
        for name, value in (("input_size", input_size), ("hidden_size", hidden_size), ("num_layers", num_layers)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"For 'LSTM', the '{name}' must be int, but got '{type(value).__name__}'.")
            if value < 1:
                raise ValueError(f"For 'LSTM', the '{name}' must be greater than 0, but got {value}.")
        for name, value in (("has_bias", has_bias), ("bidirectional", bidirectional)):
            if not isinstance(value, bool):
                raise TypeError(f"For 'LSTM', the '{name}' must be bool, but got '{type(value).__name__}'.")
        if not isinstance(dropout, float):
            raise TypeError(f"For 'LSTM', the 'dropout' must be float, but got '{type(dropout).__name__}'.")
        if not 0 <= dropout <= 1:
            raise ValueError(f"For 'LSTM', the 'dropout' must be in range of [0, 1], but got {dropout}.")
        if dropout:
            raise NotImplementedError("The operator LSTM with dropout is not part of JitScope's engine. Instead, use "
                                      "mindspore.nn.LSTM, which drops between its layers.")
        for name, value in (("input_size", input_size), ("hidden_size", hidden_size), ("num_layers", num_layers),
                            ("has_bias", has_bias), ("bidirectional", bidirectional), ("dropout", dropout),
                            ("num_directions", 2 if bidirectional else 1)):
            self.add_prim_attr(name, value)

    def __call__(self, x, h, c, w):
        rows, states = 4 * self.hidden_size, self.hidden_size + 2 * self.has_bias
        count = sum(rows * (columns + states) for _, columns in _sizes(self))
        if w.size != count:
            raise ValueError(f"For 'LSTM', 'w' must have {count} elements, but got {w.size}.")
        ops, parts = sys.modules["mindspore.ops"], _parted(self, w)
        last_h, last_c = [], []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(self.num_directions):
                place = layer * self.num_directions + direction
                found = _direction(x, h[place], c[place], parts[place], direction == 1)
                outputs.append(found[0])
                last_h.append(found[1])
                last_c.append(found[2])
            x = outputs[0] if len(outputs) == 1 else ops.concat(tuple(outputs), 2)
        nothing = ops.zeros((1, 1), x.dtype)
        return x, ops.stack(last_h), ops.stack(last_c), nothing, nothing


__getattr__ = module_getattr("mindspore.ops.operations.rnn_ops")

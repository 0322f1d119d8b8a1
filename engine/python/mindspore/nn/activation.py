# SPDX-License-Identifier: Apache-2.0
"""Activation layers, and the names under which Dense takes them."""
from mindspore import ops
from mindspore.nn.cell import Cell


class ReLU(Cell):
    """max(x, 0)"""

    def construct(self, x):
        return ops.relu(x)


class Tanh(Cell):
    """The hyperbolic tangent."""

    def construct(self, x):
        return ops.tanh(x)


class Sigmoid(Cell):
    """1 / (1 + exp(-x))"""

    def construct(self, x):
        return ops.sigmoid(x)


class GELU(Cell):
    """x times the normal distribution function, by tanh when approximate."""

    def __init__(self, approximate=True):
        super().__init__()
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x):
        return ops.gelu(x, approximate=self.approximate)


class Softmax(Cell):
    """exp(x) / sum(exp(x)) along an axis."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

    def construct(self, x):
        return ops.softmax(x, self.axis)


_BY_NAME = {"relu": ReLU, "tanh": Tanh, "sigmoid": Sigmoid, "gelu": GELU, "softmax": Softmax}


def get_activation(activation):
    """The layer for a name, a class's object, or None."""
    if activation is None or isinstance(activation, Cell):
        return activation
    if not isinstance(activation, str):
        if callable(activation):
            return activation
        raise TypeError(f"The activation must be str or Cell, but got {type(activation).__name__}.")
    if activation not in _BY_NAME:
        raise KeyError(f"For 'get_activation', the activation '{activation}' is not yet part of JitScope's engine; there "
                       f"are {', '.join(_BY_NAME)}.")
    return _BY_NAME[activation]()

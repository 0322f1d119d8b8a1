# SPDX-License-Identifier: Apache-2.0
"""Derivatives of networks as cells: older scripts make them once and call them with arguments and a direction."""
from mindspore.nn.cell import Cell
from mindspore.ops.gradient import jvp, vjp
from mindspore._missing import missing_names

__all__ = ["Jvp", "Vjp"]


class Jvp(Cell):
    """
    The Jacobian of fn times a vector: called with the inputs of fn and at last v, it gives (fn(*inputs), the product).

    Args:
        fn (Cell or function): of tensors to tensors.

    v has the shape of the one input, or is a tuple of such. Raises ValueError if it does not fit.
    """

    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def construct(self, *args):
        return jvp(self.fn, args[:-1], args[-1])


class Vjp(Cell):
    """
    A vector times the Jacobian of fn: called with the inputs of fn and at last v, it gives (fn(*inputs), the gradient of
    the one input, or the tuple of those of all).

    Args:
        fn (Cell or function): of tensors to tensors.

    v has the shape of the result, or is a tuple of such.
    """

    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def construct(self, *args):
        output, back = vjp(self.fn, *args[:-1])
        gradients = back(*args[-1]) if isinstance(args[-1], tuple) else back(args[-1])
        return output, gradients[0] if len(gradients) == 1 else gradients


__getattr__ = missing_names("mindspore.nn.grad")

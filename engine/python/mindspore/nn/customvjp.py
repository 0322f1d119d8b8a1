# SPDX-License-Identifier: Apache-2.0
"""custom_vjp: a function whose gradient its author writes."""
from mindspore.nn.cell import Cell

__all__ = ["custom_vjp"]


class custom_vjp(Cell):  # noqa: N801
    """
    Decorates a function of tensors; `defbwd(bprop)` then says its gradient: bprop(*inputs, out, dout) gives one for each
    input. Without it the gradient is that of the function.

    Raises TypeError for what is no function.
    """

    def __init__(self, fn):
        super().__init__()
        if not callable(fn):
            raise TypeError(f"For 'custom_vjp', 'fn' must be a function, but got {type(fn).__name__}.")
        self.fn = fn

    def construct(self, *args):
        return self.fn(*args)

    def defbwd(self, bprop):
        """Sets the function of the gradient."""
        self.bprop = bprop
        self._note_manner()

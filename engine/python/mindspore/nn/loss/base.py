# SPDX-License-Identifier: Apache-2.0
"""The base of losses."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell

_REDUCTIONS = ("mean", "sum", "none")


class LossBase(Cell):
    """A loss. A subclass computes it for each element in construct and gives it to get_loss, which puts it together as
    `reduction` says: "mean", "sum" or "none"."""

    def __init__(self, reduction="mean"):
        super().__init__()
        if reduction is None:
            reduction = "none"
        if reduction not in _REDUCTIONS:
            raise ValueError(
                f"For '{self.cls_name}', the 'reduction' must be in {list(_REDUCTIONS)}, but got {reduction}.")
        self.reduction = reduction
        self.average, self.reduce = reduction == "mean", reduction != "none"
        self.reduce_mean, self.reduce_sum, self.mul, self.cast = ops.ReduceMean(), ops.ReduceSum(), ops.Mul(), ops.Cast()

    def get_axis(self, x):
        """All axes of x."""
        return tuple(range(x.ndim))

    def get_loss(self, x, weights=1.0):
        """The elements' losses x times weights, reduced; in the dtype of x."""
        dtype = x.dtype
        x = ops.mul(weights, x.astype(float32))
        if self.reduction == "mean":
            x = x.mean(self.get_axis(x))
        elif self.reduction == "sum":
            x = x.sum(self.get_axis(x))
        return x.astype(dtype)

    def construct(self, logits, labels):
        raise NotImplementedError


def check_tensors(layer, **named):
    """TypeError, with the argument's name, for what is not a tensor."""
    for name, value in named.items():
        if not isinstance(value, Tensor):
            raise TypeError(f"For '{layer}', the '{name}' must be '<class 'mindspore.common.tensor.Tensor'>', but got "
                            f"'{type(value).__name__}'")


def check_same_shape(layer, first_name, first, second_name, second):
    """ValueError unless both tensors have one shape."""
    if first.shape != second.shape:
        raise ValueError(f"For '{layer}', the shape of '{first_name}' should be same as the shape of '{second_name}', "
                         f"but got {list(first.shape)} and {list(second.shape)}.")

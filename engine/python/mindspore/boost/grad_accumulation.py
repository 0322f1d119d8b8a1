# SPDX-License-Identifier: Apache-2.0
"""GradientAccumulation: an optimizer that takes the mean of the gradients of several steps."""
from mindspore import nn, ops
from mindspore._capture.places import walked
from mindspore.common.dtype import int32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor

__all__ = ["GradientAccumulation", "gradient_accumulation_op", "gradient_clear_op"]

gradient_accumulation_op = ops.MultitypeFuncGraph("gradient_accumulation_op")
gradient_clear_op = ops.MultitypeFuncGraph("gradient_clear_op")


@gradient_accumulation_op.register("Int64", "Tensor", "Tensor")
def _add_share(steps, total, grad):
    """total (a Parameter) += grad / steps, in place; the result is total."""
    return ops.depend(total, ops.assign_add(total, grad / steps))


@gradient_clear_op.register("Tensor")
def _clear(total):
    """total (a Parameter) = 0, in place; the result is total."""
    return ops.assign(total, ops.zeros_like(total))


class GradientAccumulation(nn.Cell):
    """
    Adds up gradients, and gives the optimizer their mean each max_accumulation_step-th time.

    Args:
        max_accumulation_step (int): how many calls' gradients become one step.
        optimizer (Optimizer): takes that step.

    Inputs: the loss, and a tuple of gradients in the order of optimizer.parameters. Outputs: the loss.
    """

    def __init__(self, max_accumulation_step, optimizer):
        super().__init__()
        self._max_accumulation_step = max_accumulation_step
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self.hyper_map = ops.HyperMap()
        self._grad_accumulation = self.weights.clone(prefix="grad_accumulation", init="zeros")
        self._accumulation_step = Parameter(Tensor(0, int32), name="accumulation_step")

    @walked
    def construct(self, loss, grads):
        add = ops.partial(gradient_accumulation_op, self._max_accumulation_step)
        loss = ops.depend(loss, self.hyper_map(add, self._grad_accumulation, grads))
        self._accumulation_step += 1
        if self._accumulation_step >= self._max_accumulation_step:
            loss = ops.depend(loss, self.optimizer(self._grad_accumulation))
            loss = ops.depend(loss, self.hyper_map(gradient_clear_op, self._grad_accumulation))
            ops.assign(self._accumulation_step, 0)
        return loss

# SPDX-License-Identifier: Apache-2.0
"""BoostTrainOneStepCell: a step of a training, with an optimizer of its own for each step where there is a FreezeOpt."""
from mindspore import nn, ops
from mindspore.boost.grad_freeze import FreezeOpt, freeze_cell

__all__ = ["BoostTrainOneStepCell"]


class BoostTrainOneStepCell(nn.TrainOneStepCell):
    """
    nn.TrainOneStepCell, which with a FreezeOpt takes the part that its strategy has for each step, in turn.

    Args:
        network (Cell): gives the loss. optimizer (Optimizer, FreezeOpt). sens (float): what gradients are multiplied by.

    Inputs: those of the network. Outputs: the loss.
    """

    def __init__(self, network, optimizer, sens=None):
        is_frozen = isinstance(optimizer, FreezeOpt)
        super().__init__(network, optimizer.single_opt if is_frozen else optimizer, sens)
        self.freeze, self.step = is_frozen, 0
        self.freeze_nets, self.strategy = (), None
        if is_frozen:
            grad = ops.GradOperation(get_by_list=True, sens_param=True)
            self.freeze_nets = freeze_cell(False, network, optimizer, self.sens, grad, False)
            given = optimizer.train_strategy
            self.strategy = list(range(len(self.freeze_nets))) if given is None else given.tolist()

    def construct(self, *inputs):
        return super().construct(*inputs)

    def __call__(self, *inputs, **kwargs):
        if not self.freeze:
            return super().__call__(*inputs, **kwargs)
        step, self.step = self.step, (self.step + 1) % len(self.strategy)
        return self.freeze_nets[self.strategy[step]](*inputs, **kwargs)

# SPDX-License-Identifier: Apache-2.0
"""Training in which the first layers stand still for some steps: an optimizer for each part of the parameters."""
import numpy as np

from mindspore import nn, ops
from mindspore.boost.base import ParameterProcess, renewed
from mindspore.common.dtype import int32
from mindspore.common.tensor import Tensor

__all__ = ["FreezeOpt", "GradientFreeze", "freeze_cell"]

_CONTINUOUS, _INTERVAL = 0, 1
_LEAST_IN_PART = 3


class FreezeOpt(nn.Cell):
    """
    An optimizer for each group of parameters, of the kind and options of one.

    Args:
        opt (Optimizer): the one.
        train_parameter_groups (tuple, list): lists of parameters or of their groups; all of opt's in one without it.
        train_strategy (tuple, list, Tensor): which of them each step uses, Int32; in turn without it.

    Raises TypeError for other types, ValueError for a strategy without groups or of what is no int.
    """

    def __init__(self, opt, train_parameter_groups=None, train_strategy=None):
        super().__init__()
        if not isinstance(opt, nn.Optimizer):
            raise TypeError(f"The first arg 'opt' must be an Optimizer instance, but got {type(opt)}")
        if train_strategy is not None and train_parameter_groups is None:
            raise ValueError("When the 'train_strategy' is specified, the value of 'train_parameter_groups' must also be "
                             "specified")
        self.single_opt, self.is_lars = opt, isinstance(opt, nn.LARS)
        self.parameters = (opt.opt if self.is_lars else opt).parameters
        groups = [tuple(opt.parameters)] if train_parameter_groups is None else train_parameter_groups
        if not isinstance(groups, (tuple, list)):
            raise TypeError("The specified 'train_parameter_groups' should be tuple or list")
        self.train_strategy = self._strategy(train_strategy)
        self.opts = []
        for place, group in enumerate(groups):
            if not isinstance(group, (tuple, list)):
                raise TypeError("The each element of 'train_parameter_groups' should be tuple or list to store the Parameter")
            self.opts.append(self._renewed(place, group))

    @staticmethod
    def _strategy(given):
        if given is None:
            return None
        if isinstance(given, Tensor):
            if given.ndim != 1 or given.dtype != int32:
                raise ValueError("When train_strategy is a Tensor, the dimension should be 1 and the dtype should be int32")
            return given
        if not isinstance(given, (tuple, list)):
            raise TypeError("The specified 'train_strategy' should be None, tuple, list or Tensor")
        if not all(isinstance(value, int) for value in given):
            raise ValueError("The element in train_strategy should be int number")
        return Tensor(list(given), int32)

    def _renewed(self, place, group):
        """One of them; of a list of rates it gets those of its own steps."""
        inner = self.single_opt.opt if self.is_lars else self.single_opt
        rates = inner.init_learning_rate
        if isinstance(rates, list) and self.train_strategy is not None:
            steps = self.train_strategy.asnumpy()
            if len(rates) <= len(steps):
                rates = [rate for rate, step in zip(rates, steps) if step == place] or rates
        new = renewed(self.single_opt, list(group), rates)
        for optimizer in (new.opt, new) if self.is_lars else (new,):
            for parameter in optimizer.get_parameters():
                if all(parameter is not value for value in self.parameters):
                    parameter.name = f"boost_{place}.{parameter.name}"
        return new


class _PartCell(nn.Cell):
    """A step of one part: the gradients of its parameters alone are computed."""

    def __init__(self, net, sens, grad, grad_reducer, optimizer):
        super().__init__(auto_prefix=False)
        self.net, self.grad, self.grad_reducer = net, grad, grad_reducer
        self.opt, self.parameters, self.sens = optimizer, optimizer.parameters, sens

    def construct(self, *inputs):
        loss = self.net(*inputs)
        sens = ops.ones_like(loss) * self.sens
        self.opt(self.grad_reducer(self.grad(self.net, self.parameters)(*inputs, sens)))
        return loss


def freeze_cell(reducer_flag, network, optimizer, sens, grad, use_grad_accumulation, mean=None, degree=None,
                max_accumulation_step=1):
    """
    A layer for each optimizer of a FreezeOpt; a call of it is a step, and gives the loss.

    Args:
        reducer_flag (bool): whether gradients are reduced over devices; of the one here they are as they are.
        network (Cell): gives the loss. optimizer (FreezeOpt). sens (float): what gradients are multiplied by.
        grad (GradOperation): with get_by_list and sens_param.
        use_grad_accumulation (bool): True raises NotImplementedError.
        mean, degree, max_accumulation_step: accepted.

    Returns a tuple of Cells.
    """
    if use_grad_accumulation:
        raise NotImplementedError("Gradients are not accumulated over steps by freeze_cell. Instead, add them up in the script.")
    return tuple(_PartCell(network, sens, grad, nn.Identity(), part) for part in optimizer.opts)


class GradientFreeze:
    """
    Lets the first layers of a network stand still in some steps.

    Args:
        param_groups (int): the number of parts, each without more of the first layers than the one before.
        freeze_type (int): 0 goes through the parts after some whole steps, 1 mixes them in by chance.
        freeze_p (float): the share of whole steps. total_steps (int): how many steps there are.
    """

    def __init__(self, param_groups, freeze_type, freeze_p, total_steps):
        self._parts, self._kind, self._share, self._steps = param_groups, freeze_type, freeze_p, total_steps

    def split_parameters_groups(self, net, freeze_para_groups_number):
        """The trained parameters of each part, as lists."""
        layers, layer = [], []
        for parameter in net.trainable_params():
            begins = "bn" not in parameter.name and "bias" not in parameter.name and len(layer) >= _LEAST_IN_PART
            if begins:
                layers.append(layer)
                layer = []
            layer = [*layer, parameter]
        layers += [layer] if layer else []
        stride = len(layers) // freeze_para_groups_number
        return [sum(layers[part * stride:], []) for part in range(freeze_para_groups_number)]

    def generate_freeze_index_sequence(self, parameter_groups_number, freeze_strategy, freeze_p, total_steps):
        """The part of each step, a list that is a little longer than the steps; 0 is the whole. ValueError for a strategy
        other than 0 and 1."""
        count = int(total_steps * 1.01)
        if parameter_groups_number <= 1:
            return [0] * count
        if freeze_strategy == _CONTINUOUS:
            whole = int(freeze_p * (parameter_groups_number - 1) // (1 - freeze_p) + 0.5)
            once = [0] * whole + list(range(1, parameter_groups_number))
            return once * -(-count // len(once))
        if freeze_strategy == _INTERVAL:
            return self._mixed(parameter_groups_number, freeze_p, count)
        raise ValueError(f"Unsupported freezing training strategy '{freeze_strategy}'")

    @staticmethod
    def _mixed(parts, share, count):
        places = list(range(1, parts))
        chances = [place / sum(places) for place in places]
        found, whole = [0], 1
        while len(found) < count:
            if (len(found) - whole) / len(found) < 1 - share:
                found.append(int(np.random.choice(places[::-1], p=chances)))
            else:
                found.append(0)
                whole += 1
        return found

    def freeze_generate(self, network, optimizer):
        """(the network, a FreezeOpt of the optimizer)"""
        groups = [ParameterProcess.generate_group_params(group, optimizer.init_params["params"])
                  for group in self.split_parameters_groups(network, self._parts)]
        steps = self.generate_freeze_index_sequence(self._parts, self._kind, self._share, self._steps)
        return network, FreezeOpt(optimizer, groups, steps)

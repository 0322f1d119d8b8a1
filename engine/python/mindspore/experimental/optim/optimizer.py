# SPDX-License-Identifier: Apache-2.0
"""The base of these optimizers: groups of parameters with settings of their own."""
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from mindspore import ops
from mindspore._missing import missing_names
from mindspore.common.dtype import float32, int32
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell

__all__ = ["Optimizer"]


class Optimizer(Cell):
    """Optimizer(params, defaults): params are Parameters, or dicts with 'params' and settings of that group; defaults are
    the settings of groups that do not say otherwise.

    param_groups: the groups, dicts; the 'lr' of each is a Parameter that a scheduler changes. group_start_id: where the
    parameters of each group begin in `parameters`. A subclass's construct gets a tuple of gradients in the order of
    `parameters` and writes the parameters in place. TypeError and ValueError for parameters that are none, or twice
    there."""

    decouples = False  # whether construct makes the parameters smaller by itself

    def __init__(self, params, defaults):
        super().__init__(auto_prefix=False)
        if isinstance(params, (Parameter, str)) or not isinstance(params, Iterable):
            raise TypeError(f"For 'Optimizer', the 'params' must be Parameters or dicts, but got {type(params).__name__}.")
        self.defaults = dict(defaults)
        self.state = defaultdict(dict)
        self.param_groups, self.group_start_id, self.lrs = [], [0], []
        self.parameters = ParameterTuple(())
        given = list(params)
        if not given:
            raise ValueError("For 'Optimizer', the 'params' must not be empty.")
        for group in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(dict(group))

    def add_param_group(self, param_group):
        """Adds a group: a dict with 'params' and settings."""
        if not isinstance(param_group, dict):
            raise TypeError(f"For 'add_param_group', the group must be a dict, but got {type(param_group).__name__}.")
        parameters = param_group["params"]
        parameters = [parameters] if isinstance(parameters, Parameter) else list(parameters)
        known = {id(parameter) for parameter in self.parameters}
        for place, parameter in enumerate(parameters):
            if not isinstance(parameter, Parameter):
                raise TypeError(f"For 'Optimizer', the parameters must be Parameters, but got {type(parameter).__name__}.")
            if id(parameter) in known:
                raise ValueError(f"The parameter {parameter.name} is in more than one group.")
            known.add(id(parameter))
            if parameter.name == "Parameter":
                parameter.name = f"parameter_{len(self.param_groups)}_{place}"
        self._settle({**self.defaults, **param_group, "params": parameters})

    def _settle(self, group):
        number, first = len(self.param_groups), self.group_start_id[-1]
        if "lr" in group:
            group["lr"] = self._rate(group["lr"], f"learning_rate_group_{number}")
            self.lrs.append(group["lr"])
        self.param_groups.append(group)
        self.group_start_id.append(first + len(group["params"]))
        self.parameters = ParameterTuple((*self.parameters, *group["params"]))

    @staticmethod
    def _rate(value, name):
        if isinstance(value, Parameter):
            return value
        if isinstance(value, bool) or not isinstance(value, (int, float, Tensor)):
            raise TypeError(f"For 'Optimizer', the 'lr' must be a number or a Tensor, but got {type(value).__name__}.")
        if not isinstance(value, Tensor) and value < 0:
            raise ValueError(f"For 'Optimizer', the 'lr' must be >= 0, but got {value}.")
        return Parameter(Tensor(float(value), float32), name=name)

    def zeros(self, name):
        """Parameters of zeros, one for each of `parameters`."""
        return self.parameters.clone(prefix=name, init="zeros")

    def counter(self, name="state_step"):
        """A Parameter that counts steps."""
        return Parameter(Tensor(0, int32), name=name)

    @staticmethod
    def counted(counter):
        """Counts one more step; how many there were, as a floating-point tensor of rank 0."""
        ops.assign_add(counter, ops.ones_like(counter))
        return ops.reshape(ops.cast(counter, float32), ())

    def group_of(self, place):
        """The number of the group that the parameter at a place of `parameters` is in."""
        return bisect_right(self.group_start_id, place) - 1

    def each(self, gradients):
        """(place, group, parameter, its gradient with maximize and weight_decay carried out) of all parameters."""
        for number, group in enumerate(self.param_groups):
            first = self.group_start_id[number]
            for place, parameter in enumerate(group["params"], first):
                gradient = gradients[place]
                if group.get("maximize"):
                    gradient = -gradient
                if group.get("weight_decay") and not self.decouples:
                    gradient = gradient + parameter * group["weight_decay"]
                yield place, group, parameter, gradient

    def construct(self, *hyper_params):
        """What a step does."""
        raise NotImplementedError

    def __repr__(self):
        lines = []
        for number, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {number}")
            lines += [f"    {key}: {_told(group[key])}" for key in sorted(group) if key != "params"]
        return f"{type(self).__name__} (\n" + "\n".join(lines) + "\n)"


def _told(setting):
    return setting.value() if isinstance(setting, Parameter) else setting


def checked(cls, low=0.0, high=None, **values):
    """The values; ValueError for one that is below `low` or not below `high`."""
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, (int, float, Tensor)):
            raise TypeError(f"For '{cls}', the '{name}' must be a number, but got {type(value).__name__}.")
        if value < low or (high is not None and value >= high):
            bounds = f">= {low}" if high is None else f"in [{low}, {high})"
            raise ValueError(f"For '{cls}', the '{name}' must be {bounds}, but got {value}.")
    return values


def mixed(state, value, share):
    """state = state * share + value * (1 - share), written; gives the new one."""
    ops.assign(state, state * share + value * (1 - share))
    return state


__getattr__ = missing_names("mindspore.experimental.optim.optimizer")

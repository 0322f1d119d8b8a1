# SPDX-License-Identifier: Apache-2.0
"""The base of optimizers: parameters in groups, learning rates by step, decay of weights, scale of losses."""
import functools
import inspect
from collections.abc import Iterable

import numpy

from mindspore import context, ops
from mindspore.common.dtype import float32, int32
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.learning_rate_schedule import LearningRateSchedule

_GROUP_KEYS = ("params", "lr", "weight_decay", "grad_centralization", "order_params")


def check_number(name, cls, value, low, high=None, includes_low=True):
    """Raises TypeError or ValueError in MindSpore's words for what is no number, or not between low and high."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"For '{cls}', the type of '{name}' must be one of [float, int], but got '{value}' with type "
                        f"'{type(value).__name__}'.")
    if value < low or (value == low and not includes_low) or (high is not None and value >= high):
        bounds = f"in range of {'[' if includes_low else '('}{low}, {high})" if high is not None else \
            f"{'>=' if includes_low else '>'} {low}"
        raise ValueError(f"For '{cls}', the '{name}' must be {bounds}, but got {value} with type "
                         f"'{type(value).__name__}'.")


class _Rate:
    """A learning rate: one number, one for each step, or a schedule."""

    def __init__(self, value, name, cls):
        self.schedule = None
        self.steps = None
        self.parameter = None
        if isinstance(value, LearningRateSchedule):
            self.schedule = value
            return
        if isinstance(value, Tensor) and value.ndim == 1:
            value = value.asnumpy()
        if isinstance(value, Tensor):
            if value.ndim > 1:
                raise ValueError(f"For '{cls}', the dim of 'learning_rate' must be 0 or 1, but got {value.ndim}.")
            self.parameter = Parameter(value.astype(float32), name)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            check_number("learning_rate", cls, float(value), 0.0)
            self.parameter = Parameter(Tensor(float(value), float32), name)
        elif isinstance(value, (Iterable, numpy.ndarray)) and not isinstance(value, (str, Cell)):
            steps = numpy.array(list(value), numpy.float32)
            if steps.ndim != 1 or steps.size == 0:
                raise ValueError(f"For '{cls}', the 'learning_rate' must hold one number for each step.")
            self.steps = steps
            self.parameter = Parameter(Tensor(steps), name)
        else:
            raise TypeError(f"For '{cls}', the argument 'learning_rate' must be float, int, Tensor, Iterable or "
                            f"LearningRateSchedule, but got {type(value).__name__}.")

    def at(self, step):
        """The rate of the step with that number (a Tensor of shape (1,))."""
        if self.schedule is not None:
            return self.schedule(step).reshape(())
        if self.steps is None:
            return self.parameter
        place = ops.minimum(step, len(self.steps) - 1)
        return ops.gather(self.parameter, place, 0).reshape(())


class _Group:
    """Parameters that share a learning rate and a decay."""

    def __init__(self, parameters, rate, decay, centralizes):
        self.parameters = parameters
        self.rate = rate
        self.decay = decay  # a number or a Cell of the step
        self.centralizes = centralizes


def _given(init, optimizer, args, kwargs):
    """Name -> argument of an __init__; None for arguments that it does not take, which it says itself."""
    try:
        bound = inspect.signature(init).bind(optimizer, *args, **kwargs)
    except TypeError:
        return None
    bound.apply_defaults()
    given = dict(list(bound.arguments.items())[1:])
    given.update(given.pop("kwargs", {}))
    given.pop("optimizer", None)
    return given


def opt_init_args_register(init):
    """
    An optimizer's __init__ that keeps its arguments: init_params, init_learning_rate and, of the others, init_args. Each
    subclass of Optimizer has such a one, also without this decorator.
    """
    @functools.wraps(init)
    def made(self, *args, **kwargs):
        if "init_args" not in self.__dict__ and (given := _given(init, self, args, kwargs)) is not None:
            parameters = given.pop("params", None)
            if isinstance(parameters, Iterable) and not isinstance(parameters, (list, tuple)):  # read once, by both
                parameters = list(parameters)
                args, kwargs = ((), {**kwargs, "params": parameters}) if not args else ((parameters, *args[1:]), kwargs)
            self.__dict__.update(init_params={"params": parameters}, init_learning_rate=given.pop("learning_rate", None),
                                 init_args=given)
        init(self, *args, **kwargs)
    return made


class Optimizer(Cell):
    """Optimizer(learning_rate, parameters, weight_decay=0.0, loss_scale=1.0)

    parameters: Parameters, or dicts with 'params' and optionally 'lr', 'weight_decay', 'grad_centralization', and one dict
    with 'order_params'. A subclass's construct gets a tuple of gradients in the order of `parameters` and writes the
    parameters in place."""

    def __init_subclass__(cls, **kwargs):
        """Lets an optimizer remember what it was made with, so that another of its kind can be."""
        super().__init_subclass__(**kwargs)
        if "__init__" in vars(cls):
            cls.__init__ = opt_init_args_register(cls.__init__)

    def __init__(self, learning_rate, parameters, weight_decay=0.0, loss_scale=1.0):
        super().__init__(auto_prefix=False)
        self._unique = True
        cls = type(self).__name__
        parameters = self._listed(parameters)
        self._check_scale(loss_scale)
        self.loss_scale = loss_scale
        self.reciprocal_scale = 1.0 / loss_scale
        self._check_decay(weight_decay)
        self.is_group = isinstance(parameters[0], dict)
        self.is_group_lr = self.is_group and any("lr" in group for group in parameters)
        self.global_step = Parameter(Tensor(numpy.zeros(1), int32), "global_step")
        self.dynamic_decay_flags = False
        default = _Rate(learning_rate, "learning_rate", cls)
        groups = self._grouped(parameters, default, weight_decay) if self.is_group else \
            [_Group([parameter], default, weight_decay if self._decays(parameter) else 0.0, False) for parameter in parameters]
        self._settle(groups, default, parameters)
        self.param_length = len(self.parameters)
        self.exec_weight_decay = any(isinstance(decay, Cell) or decay > 0 for decay in self._decays_of)
        self.weight_decay = weight_decay
        self.need_scale = loss_scale != 1.0
        self._offer_operators()

    def _offer_operators(self):
        """What a subclass that has a construct of its own works with, as MindSpore's pages do."""
        self.hyper_map, self.map_, self.assignadd = ops.HyperMap(), ops.Map(), ops.AssignAdd()
        self.global_step_increase_tensor = Tensor(numpy.ones(1), int32)
        self.decay_flags = tuple(self._decays(parameter) for parameter in self.parameters)
        self.grad_centralization, self.use_parallel = any(self._centralizes), False

    # -- what was given ----------------------------------------------------------------------------------------------

    @staticmethod
    def _listed(parameters):
        if not isinstance(parameters, Iterable):
            raise TypeError("For 'Optimizer', the argument 'parameters' must be Iterable type, but got "
                            f"{type(parameters)}.")
        parameters = list(parameters)
        if not parameters:
            raise ValueError("For 'Optimizer', the argument parameters must not be empty.")
        is_dict = isinstance(parameters[0], dict)
        for parameter in parameters:
            if isinstance(parameter, dict) != is_dict or not isinstance(parameter, (dict, Parameter)):
                raise TypeError("For 'Optimizer', all elements of the argument 'parameters' must be 'Parameter' or 'dict', "
                                f"but got {type(parameter).__name__}.")
        return parameters

    @staticmethod
    def _check_scale(loss_scale):
        if isinstance(loss_scale, bool) or not isinstance(loss_scale, (int, float)):
            raise TypeError(f"For 'Optimizer', the 'loss_scale' must be float, but got {type(loss_scale).__name__}.")
        if loss_scale <= 0:
            raise ValueError(f"For 'Optimizer', the 'loss_scale' must be greater than 0, but got {loss_scale}.")

    @staticmethod
    def _check_decay(decay):
        if isinstance(decay, Cell):
            return
        if isinstance(decay, bool) or not isinstance(decay, (int, float)):
            raise TypeError(f"For 'Optimizer', the argument 'Weight_decay' must be int, float or Cell, but got "
                            f"{type(decay)}.")
        if decay < 0:
            raise ValueError(f"For 'Optimizer', the argument 'weight_decay' must be >= 0, but got {decay}.")

    @staticmethod
    def _decays(parameter):
        """Without groups, scales and shifts of normalisations are left alone."""
        return "beta" not in parameter.name and "gamma" not in parameter.name

    def _grouped(self, dicts, default, weight_decay):
        groups, seen = [], set()
        for index, given in enumerate(dicts):
            for key in given:
                if key not in _GROUP_KEYS:
                    raise KeyError(f"For 'Optimizer', the key in group params must be one of in {list(_GROUP_KEYS)}, but got "
                                   f"{key}.")
            if "order_params" in given:
                continue
            if not given.get("params"):
                raise ValueError("For 'Optimizer', the group params must have a non-empty 'params'.")
            rate = _Rate(given["lr"], f"learning_rate_group_{index}", type(self).__name__) if "lr" in given else default
            decay = given.get("weight_decay", weight_decay)
            self._check_decay(decay)
            members = list(given["params"])
            for parameter in members:
                if id(parameter) in seen:
                    raise RuntimeError(f"{parameter.name} parameter already exists, it does not support repeated setting. "
                                       "Please check whether the optimizer parameters are set repeatedly.")
                seen.add(id(parameter))
                groups.append(_Group([parameter], rate, decay, given.get("grad_centralization", False)))
        return groups

    def _settle(self, groups, default, given):
        """Lays groups out by parameter, in the order asked for."""
        order = next((list(item["order_params"]) for item in given if isinstance(item, dict) and "order_params" in item), None)
        if order is not None:
            places = {id(parameter): place for place, parameter in enumerate(order)}
            groups.sort(key=lambda group: places.get(id(group.parameters[0]), len(order)))
        members = [group.parameters[0] for group in groups]
        rates = []
        for group in groups:
            if group.rate.parameter is not None and all(group.rate is not rate for rate in rates):
                rates.append(group.rate)
        for rate in rates:
            self.insert_param_to_cell(rate.parameter.name, rate.parameter)
        if not self.is_group and default.parameter is not None and not rates:
            self.insert_param_to_cell("learning_rate", default.parameter)
        self.parameters = ParameterTuple(members)
        self._parameters = self.parameters
        self._rates = [group.rate for group in groups]
        self._decays_of = [group.decay for group in groups]
        self._centralizes = [group.centralizes for group in groups]
        self.dynamic_lr = any(rate.steps is not None or rate.schedule is not None for rate in self._rates)

    # -- for subclasses ----------------------------------------------------------------------------------------------

    def clone_moments(self, prefix, init="zeros"):
        """A ParameterTuple of the parameters' shapes, named with a prefix."""
        return self.parameters.clone(prefix, init)

    def decay_weight(self, gradients):
        """Gradients with weight_decay * parameter added, where a parameter decays; before the loss scale is taken off, so
        the decay is scaled as the gradients are."""
        if not self.exec_weight_decay:
            return gradients
        decayed = []
        for gradient, parameter, decay in zip(gradients, self.parameters, self._decay_values()):
            decayed.append(gradient if isinstance(decay, (int, float)) and decay == 0 else
                           gradient + parameter * (decay * self.loss_scale if self.need_scale else decay))
        return tuple(decayed)

    def _decay_values(self):
        return [decay(self.global_step) if isinstance(decay, Cell) else decay for decay in self._decays_of]

    def scale_grad(self, gradients):
        """Gradients divided by the loss scale."""
        if not self.need_scale:
            return gradients
        return tuple(gradient * self.reciprocal_scale for gradient in gradients)

    def gradients_centralization(self, gradients):
        """Gradients of more than one axis with their mean over all but the first axis taken off, where asked for. As in
        MindSpore, those whose second axis is no multiple of 16 stay as they are."""
        return tuple(gradient - gradient.mean(tuple(range(1, gradient.ndim)), True)
                     if wanted and gradient.ndim > 1 and gradient.shape[1] % 16 == 0 else gradient
                     for gradient, wanted in zip(gradients, self._centralizes))

    def flatten_gradients(self, gradients):
        """The gradients as they are; memory is not made contiguous here."""
        return gradients

    def prepared(self, gradients):
        """Gradients after decay, centralization and scale; checks that there is one for each parameter."""
        if isinstance(gradients, Tensor):
            gradients = (gradients,)
        if len(gradients) != self.param_length:
            raise ValueError(f"For '{type(self).__name__}', there are {self.param_length} parameters, but {len(gradients)} "
                             "gradients were given.")
        return self.scale_grad(self.gradients_centralization(self.decay_weight(tuple(gradients))))

    def rates(self):
        """The learning rate of each parameter in this step; counts the step."""
        found = self._rates_now()
        ops.assign_add(self.global_step, 1)
        return found

    def done(self):
        """What a step gives: True for each parameter."""
        return (True,) * len(self.parameters)

    def _rates_now(self):
        known = {}
        for rate in self._rates:
            if id(rate) not in known:
                known[id(rate)] = rate.at(self.global_step)
        return [known[id(rate)] for rate in self._rates]

    def get_lr(self):
        """The learning rate of this step: one, or a tuple with groups. The step is counted by who writes an optimizer:
        `self.assignadd(self.global_step, self.global_step_increase_tensor)`."""
        found = self._rates_now()
        return tuple(found) if self.is_group_lr else found[0]

    def get_lr_parameter(self, param):
        """The learning rate that a parameter (or each of a list) has, as a Parameter or schedule."""
        if isinstance(param, (list, tuple)):
            return [self.get_lr_parameter(item) for item in param]
        for parameter, rate in zip(self.parameters, self._rates):
            if parameter is param:
                return rate.schedule if rate.schedule is not None else rate.parameter
        raise TypeError(f"The parameter {param} is not in the optimizer.")

    def get_weight_decay(self):
        """The decay of this step: one, or a tuple with groups."""
        values = tuple(Tensor(value, float32) if isinstance(value, (int, float)) else value for value in self._decay_values())
        return values if self.is_group else values[0]

    @property
    def target(self):
        """"CPU" or "Ascend": where steps are computed."""
        return context.get_context("device_target")

    @target.setter
    def target(self, value):
        raise NotImplementedError("For 'Optimizer', the 'target' is the device of the context and cannot be set.")

    @property
    def unique(self):
        """Whether sparse gradients would be made unique; they do not occur."""
        return self._unique

    @unique.setter
    def unique(self, value):
        if not isinstance(value, bool):
            raise TypeError("For 'Optimizer', the property 'unique' must be bool, but got type "
                            f"'{type(value).__name__}'.")
        self._unique = value

    def construct(self, *hyper_params):
        """One step; each optimizer's own."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a step is: it needs a construct.")

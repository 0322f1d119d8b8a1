# SPDX-License-Identifier: Apache-2.0
"""Groups of parameters for optimizers, and optimizers made anew with them."""
from mindspore import _log, nn
from mindspore.boost.less_batch_normalization import CommonHeadLastFN
from mindspore.common.parameter import Parameter

__all__ = ["OptimizerProcess", "ParameterProcess"]


def _listed(parameters):
    """The parameters, or groups of them, as a list; ValueError for none, TypeError for others."""
    found = [] if parameters is None else list(parameters)
    if not found:
        raise ValueError("Optimizer got an empty parameter list.")
    if not isinstance(found[0], (dict, Parameter)):
        raise TypeError("Only a list of Parameter or dict can be supported.")
    return found


def renewed(optimizer, parameters, learning_rate=None):
    """An optimizer of the same kind and options for other parameters."""
    if isinstance(optimizer, nn.LARS):
        return nn.LARS(renewed(optimizer.opt, parameters, learning_rate), **optimizer.init_args)
    rate = optimizer.init_learning_rate if learning_rate is None else learning_rate
    return type(optimizer)(parameters, **({} if rate is None else {"learning_rate": rate}), **optimizer.init_args)


class OptimizerProcess:
    """
    Makes an optimizer anew, with the gradients of some groups centralized.

    Args:
        opt (Optimizer): the optimizer.
    """

    def __init__(self, opt):
        self._optimizer = opt
        inner = opt.opt if isinstance(opt, nn.LARS) else opt
        self.origin_params = inner.init_params["params"]

    @staticmethod
    def build_params_dict(network):
        """id of a parameter -> the layer that it stands in."""
        return {id(value): cell for _, cell in network.cells_and_names() for value in cell.get_parameters(expand=False)}

    @staticmethod
    def build_gc_params_group(params_dict, parameters):
        """
        The groups, each in two: weights, whose gradients are centralized, and before the rest of what a group has: scales,
        shifts and biases, and weights of convolutions in groups.

        Args:
            params_dict (dict): of build_params_dict.
            parameters (list): groups as dicts.
        """
        found = []
        for group in parameters:
            if "order_params" in group:
                found.append(group)
                continue
            weights = [value for value in group["params"] if OptimizerProcess._is_centralized(value, params_dict)]
            others = [value for value in group["params"] if all(value is not weight for weight in weights)]
            found += [{**group, "params": weights, "grad_centralization": True}] if weights else []
            found += [{**group, "params": others}] if others else []
        return found

    @staticmethod
    def _is_centralized(parameter, params_dict):
        if any(part in parameter.name for part in ("beta", "gamma", "bias")):
            return False
        cell = params_dict[id(parameter)]
        return not (isinstance(cell, nn.Conv2d) and cell.group > 1 or isinstance(cell, CommonHeadLastFN))

    def add_grad_centralization(self, network):
        """Centralizes gradients of weights of a network from now on, where the optimizer has groups of parameters; says so
        where it has none. Raises ValueError for an optimizer without parameters."""
        parameters = _listed(self.origin_params)
        if isinstance(parameters[0], Parameter):
            _log.warning("Only group parameters support gradient centralization.")
            return
        self.origin_params = self.build_gc_params_group(self.build_params_dict(network), parameters)

    def generate_new_optimizer(self):
        """The optimizer made anew."""
        return renewed(self._optimizer, self.origin_params)


class ParameterProcess:
    """Groups of parameters made of others."""

    def __init__(self):
        self._number = 1

    @staticmethod
    def generate_group_params(parameters, origin_params):
        """
        Groups for some of an optimizer's parameters.

        Args:
            parameters (list): the parameters.
            origin_params (list): what the optimizer was given: parameters, or groups, whose options the new groups have.

        Returns a list of dicts. Raises ValueError for no origin_params, TypeError where they are of another type.
        """
        origin = _listed(origin_params)
        if isinstance(origin[0], Parameter):
            return [{"params": parameters}]
        by_name, found, left = {value.name: value for value in parameters}, [], [value.name for value in parameters]
        for group in origin:
            if "order_params" in group:
                found.append({**group, "order_params": parameters})
                continue
            members = [by_name[value.name] for value in group["params"] if value.name in by_name]
            left = [name for name in left if all(name != value.name for value in members)]
            found.append({**group, "params": members})
        if left:
            fullest = max((group for group in origin if "order_params" not in group), key=len, default={})
            found.append({**fullest, "params": [by_name[name] for name in left]})
        return found

    def assign_parameter_group(self, parameters, split_point=None):
        """Numbers parameters by the group that they would be sent in together, as `comm_fusion`: a new one at each place
        of split_point, or in their middle. Gives them."""
        if not isinstance(parameters, (list, tuple)) or not parameters:
            return parameters
        points = split_point or [len(parameters) // 2]
        for place, parameter in enumerate(parameters):
            self._number += place in points
            parameter.comm_fusion = self._number
        return parameters

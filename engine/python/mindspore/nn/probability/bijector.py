# SPDX-License-Identifier: Apache-2.0
"""Functions that can be turned round, with the logarithms of the derivatives of both directions."""
import math

import numpy as np

from mindspore import ops
from mindspore._missing import missing_names
from mindspore.common.dtype import Type
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell

__all__ = ["Bijector", "Exp", "GumbelCDF", "Invert", "PowerTransform", "ScalarAffine", "Softplus"]

_DIRECTIONS = ("forward", "inverse", "forward_log_jacobian", "inverse_log_jacobian")


class Bijector(Cell):
    """
    The base: a subclass defines _forward, _inverse, _forward_log_jacobian and _inverse_log_jacobian of a tensor of a
    floating dtype. Its parameters broadcast against that tensor, in the tensor's dtype.

    Args:
        is_constant_jacobian (bool): the derivative is the same everywhere.
        is_injective (bool): no two values have the same image.
        name (str): the name.
        dtype (mindspore.dtype): the floating dtype of values; None for any.
        param (dict): the arguments of the subclass, its numbers under "param_dict".
    """

    def __init__(self, is_constant_jacobian=False, is_injective=True, name=None, dtype=None, param=None):
        super().__init__()
        for what, value, kind in (("name", name, str), ("is_constant_jacobian", is_constant_jacobian, bool),
                                  ("is_injective", is_injective, bool)):
            if not isinstance(value, kind):
                raise TypeError(f"For '{type(self).__name__}', the type of '{what}' should be '{kind.__name__}', but got "
                                f"'{type(value).__name__}'.")
        if dtype is not None and not (isinstance(dtype, Type) and dtype.is_floating_point):
            raise TypeError(f"For '{type(self).__name__}', the 'dtype' must be a floating dtype, but got {dtype}.")
        self.name, self.dtype, self.parameters = name, dtype, dict(param or {})
        self.is_constant_jacobian, self.is_injective = is_constant_jacobian, is_injective
        numbers = self.parameters.get("param_dict")
        shapes = [np.shape(value.asnumpy() if isinstance(value, Tensor) else value) for value in (numbers or {}).values()]
        self.batch_shape = None if numbers is None else np.broadcast_shapes(*shapes)
        self.is_scalar_batch = numbers is not None and all(isinstance(value, (int, float)) for value in numbers.values())
        self.common_dtype = None

    def _add_parameter(self, value, name):
        """The tensor of a parameter; TypeError unless all have one floating dtype."""
        if isinstance(value, bool) or value is None:
            raise TypeError(f"{name} cannot be type {type(value)}")
        tensor = Tensor(value)
        wanted = self.dtype or self.common_dtype or tensor.dtype
        if tensor.dtype != wanted:
            raise TypeError(f"{name} should have the same dtype as {'the' if self.dtype else 'other'} "
                            f"{'bijector' if self.dtype else 'arguments'}.")
        if not tensor.dtype.is_floating_point:
            raise TypeError(f"For '{type(self).__name__}', the dtype of {name} must be a floating dtype, but got "
                            f"{tensor.dtype}.")
        self.common_dtype = wanted
        return tensor

    def cast_param_by_value(self, value, para):
        """A parameter in the dtype of a value."""
        return para.astype(value.dtype)

    def _value(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"For '{self.name}', the value must be a Tensor, but got {type(value).__name__}.")
        if not value.dtype.is_floating_point or self.dtype not in (None, value.dtype):
            raise TypeError(f"For '{self.name}', the value must have {self.dtype or 'a floating dtype'}, but got "
                            f"{value.dtype}.")
        return value

    def forward(self, value, *args, **kwargs):
        """The image of a value."""
        return self._forward(self._value(value), *args, **kwargs)

    def inverse(self, value, *args, **kwargs):
        """What a value is the image of."""
        return self._inverse(self._value(value), *args, **kwargs)

    def forward_log_jacobian(self, value, *args, **kwargs):
        """log |derivative of forward| at a value."""
        return self._forward_log_jacobian(self._value(value), *args, **kwargs)

    def inverse_log_jacobian(self, value, *args, **kwargs):
        """log |derivative of inverse| at a value."""
        return self._inverse_log_jacobian(self._value(value), *args, **kwargs)

    def construct(self, name, *args, **kwargs):
        """The method of that name, one of the four, with the other arguments."""
        if name not in _DIRECTIONS:
            raise ValueError(f"For '{self.name}', the name must be one of {_DIRECTIONS}, but got {name}.")
        return getattr(self, name)(*args, **kwargs)

    def _described(self):
        return ""

    def extend_repr(self):
        return self._described() if self.is_scalar_batch else f"batch_shape = {self.batch_shape}"


def _check_from(name, tensor, is_allowed, words):
    if not is_allowed(tensor.asnumpy()).all():
        raise ValueError(f"{name} must be {words} zero.")


class PowerTransform(Bijector):
    """(1 + x * power) ** (1 / power); exp(x) for the power 0."""

    def __init__(self, power=0.0, name="PowerTransform"):
        super().__init__(name=name, param={"name": name, "param_dict": {"power": power}})
        self.power = self._add_parameter(power, "power")
        _check_from("Power", self.power, lambda values: values >= 0, "greater than or equal to")

    def _powers(self, value):
        """(the power at each element, where it is 0, the same with 1 there)."""
        power = self.cast_param_by_value(value, self.power) * ops.ones_like(value)
        is_zero = power == 0
        return power, is_zero, ops.select(is_zero, ops.ones_like(power), power)

    def _forward(self, x):
        power, is_zero, safe = self._powers(x)
        x = x * ops.ones_like(power)
        return ops.select(is_zero, ops.exp(x), ops.exp(ops.log1p(x * safe) / safe))

    def _inverse(self, y):
        power, is_zero, safe = self._powers(y)
        y = y * ops.ones_like(power)
        return ops.select(is_zero, ops.log(y), ops.expm1(ops.log(y) * safe) / safe)

    def _forward_log_jacobian(self, x):
        power, is_zero, safe = self._powers(x)
        return ops.select(is_zero, x * ops.ones_like(power), (1 / safe - 1) * ops.log1p(x * safe))

    def _inverse_log_jacobian(self, y):
        return (self.cast_param_by_value(y, self.power) - 1) * ops.log(y)

    def _described(self):
        return f"power = {self.power}"


class Exp(PowerTransform):
    """exp(x)"""

    def __init__(self, name="Exp"):
        super().__init__(name=name)

    def _described(self):
        return "exp"


class ScalarAffine(Bijector):
    """scale * x + shift"""

    def __init__(self, scale=1.0, shift=0.0, name="ScalarAffine"):
        super().__init__(True, True, name, None, {"name": name, "param_dict": {"scale": scale, "shift": shift}})
        self.scale, self.shift = self._add_parameter(scale, "scale"), self._add_parameter(shift, "shift")

    def _forward(self, x):
        return self.cast_param_by_value(x, self.scale) * x + self.cast_param_by_value(x, self.shift)

    def _inverse(self, y):
        return (y - self.cast_param_by_value(y, self.shift)) / self.cast_param_by_value(y, self.scale)

    def _forward_log_jacobian(self, x):
        return ops.log(ops.abs(self.cast_param_by_value(x, self.scale)))

    def _inverse_log_jacobian(self, y):
        return -self._forward_log_jacobian(y)

    def _described(self):
        return f"scale = {self.scale}, shift = {self.shift}"


class GumbelCDF(Bijector):
    """exp(-exp(-(x - loc) / scale))"""

    def __init__(self, loc=0.0, scale=1.0, name="GumbelCDF"):
        super().__init__(name=name, param={"name": name, "param_dict": {"loc": loc, "scale": scale}})
        self.loc, self.scale = self._add_parameter(loc, "loc"), self._add_parameter(scale, "scale")
        _check_from("scale", self.scale, lambda values: values > 0, "greater than")

    def _standard(self, x):
        return (x - self.cast_param_by_value(x, self.loc)) / self.cast_param_by_value(x, self.scale)

    def _forward(self, x):
        return ops.exp(-ops.exp(-self._standard(x)))

    def _inverse(self, y):
        return self.cast_param_by_value(y, self.loc) - self.cast_param_by_value(y, self.scale) * ops.log(-ops.log(y))

    def _forward_log_jacobian(self, x):
        z = self._standard(x)
        return -z - ops.exp(-z) - ops.log(self.cast_param_by_value(x, self.scale))

    def _inverse_log_jacobian(self, y):
        return ops.log(self.cast_param_by_value(y, self.scale) / (-y * ops.log(y)))

    def _described(self):
        return f"loc = {self.loc}, scale = {self.scale}"


_FLAT = math.log(np.finfo(np.float32).eps) + 1  # below it, exp(x) and log(1 + exp(x)) are the same in Float32


def _softplus(x):
    is_small, is_large = x < _FLAT, x > -_FLAT
    middle = ops.select(ops.logical_or(is_small, is_large), ops.ones_like(x), x)
    return ops.select(is_small, ops.exp(x), ops.select(is_large, x, ops.log(ops.exp(middle) + 1)))


def _softplus_inverse(y):
    is_small, is_large = y < math.exp(_FLAT), y > -_FLAT
    middle = ops.select(ops.logical_or(is_small, is_large), ops.ones_like(y), y)
    return ops.select(is_small, ops.log(y),
                      ops.select(is_large, y, middle + ops.log(ops.abs(ops.expm1(-middle)))))


class Softplus(Bijector):
    """log(1 + exp(sharpness * x)) / sharpness"""

    def __init__(self, sharpness=1.0, name="Softplus"):
        super().__init__(name=name, param={"name": name, "param_dict": {"sharpness": sharpness}})
        self.sharpness = self._add_parameter(sharpness, "sharpness")

    def _forward(self, x):
        sharpness = self.cast_param_by_value(x, self.sharpness)
        return _softplus(sharpness * x) / sharpness

    def _inverse(self, y):
        sharpness = self.cast_param_by_value(y, self.sharpness)
        return _softplus_inverse(sharpness * y) / sharpness

    def _forward_log_jacobian(self, x):
        return ops.logsigmoid(self.cast_param_by_value(x, self.sharpness) * x)

    def _inverse_log_jacobian(self, y):
        scaled = self.cast_param_by_value(y, self.sharpness) * y
        return scaled - _softplus_inverse(scaled)

    def _described(self):
        return f"sharpness = {self.sharpness}"


class Invert(Bijector):
    """Another bijector in the other direction."""

    def __init__(self, bijector, name=""):
        if not isinstance(bijector, Bijector):
            raise TypeError(f"For 'Invert', the 'bijector' must be a Bijector, but got {type(bijector).__name__}.")
        name = name or "Invert" + bijector.name
        super().__init__(bijector.is_constant_jacobian, bijector.is_injective, name, bijector.dtype,
                         {"bijector": bijector, "name": name})
        self.bijector = bijector
        self.batch_shape, self.is_scalar_batch = bijector.batch_shape, bijector.is_scalar_batch

    def forward(self, x):
        return self.bijector.inverse(x)

    def inverse(self, y):
        return self.bijector.forward(y)

    def forward_log_jacobian(self, x):
        return self.bijector.inverse_log_jacobian(x)

    def inverse_log_jacobian(self, y):
        return self.bijector.forward_log_jacobian(y)


__getattr__ = missing_names("mindspore.nn.probability.bijector")

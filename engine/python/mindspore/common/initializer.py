# SPDX-License-Identifier: Apache-2.0
"""Initial values of parameters."""
import math

import numpy as np

from mindspore.common.dtype import as_dtype, dtype_to_nptype, float32
from mindspore.common.seed import generator
from mindspore.common.tensor import Tensor
from mindspore._missing import missing_names


class Initializer:
    """Fills an array; a subclass says with what."""

    def __init__(self, **settings):
        self._settings = settings

    def fill(self, shape):
        """A float64 array of that shape."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it fills with.")

    def __repr__(self):
        inner = ", ".join(f"{name}={value}" for name, value in self._settings.items())
        return f"{type(self).__name__}({inner})"


class Zero(Initializer):
    def fill(self, shape):
        return np.zeros(shape)


class One(Initializer):
    def fill(self, shape):
        return np.ones(shape)


class Constant(Initializer):
    def __init__(self, value):
        super().__init__(value=value)
        self.value = value

    def fill(self, shape):
        return np.full(shape, self.value, np.float64)


class Uniform(Initializer):
    """Between -scale and scale."""

    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def fill(self, shape):
        return generator().uniform(-self.scale, self.scale, shape)


class Normal(Initializer):
    def __init__(self, sigma=0.01, mean=0.0):
        super().__init__(sigma=sigma, mean=mean)
        self.sigma, self.mean = sigma, mean

    def fill(self, shape):
        return generator().normal(self.mean, self.sigma, shape)


class TruncatedNormal(Initializer):
    """A normal distribution cut off at `a` and `b` (in standard deviations from 0)."""

    def __init__(self, sigma=0.01, mean=0.0, a=-2.0, b=2.0):
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma, self.mean, self.a, self.b = sigma, mean, a, b

    def fill(self, shape):
        values = generator().normal(self.mean, self.sigma, shape)
        low, high = self.mean + self.a * self.sigma, self.mean + self.b * self.sigma
        while True:
            outside = (values < low) | (values > high)
            if not outside.any():
                return values
            values[outside] = generator().normal(self.mean, self.sigma, int(outside.sum()))


def fans(shape):
    """How many inputs and outputs one unit has: (fan_in, fan_out)."""
    if len(shape) < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions.")
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def _gain(nonlinearity, slope):
    if nonlinearity in ("sigmoid", "linear"):
        return 1.0
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + slope * slope))
    raise ValueError(f"The argument 'nonlinearity' should be one of ['sigmoid', 'tanh', 'relu', 'leaky_relu' or "
                     f"'linear'], but got {nonlinearity}.")


class _He(Initializer):
    def __init__(self, negative_slope=0, mode="fan_in", nonlinearity="leaky_relu"):
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        self._slope, self._mode, self._nonlinearity = negative_slope, mode, nonlinearity

    def deviation(self, shape):
        fan_in, fan_out = fans(shape)
        return _gain(self._nonlinearity, self._slope) / math.sqrt(fan_in if self._mode == "fan_in" else fan_out)


class HeUniform(_He):
    def fill(self, shape):
        bound = math.sqrt(3.0) * self.deviation(shape)
        return generator().uniform(-bound, bound, shape)


class HeNormal(_He):
    def fill(self, shape):
        return generator().normal(0, self.deviation(shape), shape)


class XavierUniform(Initializer):
    def __init__(self, gain=1):
        super().__init__(gain=gain)
        self.gain = gain

    def fill(self, shape):
        bound = self.gain * math.sqrt(6.0 / sum(fans(shape)))
        return generator().uniform(-bound, bound, shape)


class XavierNormal(Initializer):
    def __init__(self, gain=1):
        super().__init__(gain=gain)
        self.gain = gain

    def fill(self, shape):
        return generator().normal(0, self.gain * math.sqrt(2.0 / sum(fans(shape))), shape)


_BY_NAME = {"zeros": Zero, "zero": Zero, "ones": One, "one": One, "uniform": Uniform, "normal": Normal,
            "truncatednormal": TruncatedNormal, "heuniform": HeUniform, "he_uniform": HeUniform, "henormal": HeNormal,
            "he_normal": HeNormal, "xavieruniform": XavierUniform, "xavier_uniform": XavierUniform,
            "xaviernormal": XavierNormal, "xavier_normal": XavierNormal}


def _initializer_for(init):
    if isinstance(init, Initializer):
        return init
    if isinstance(init, str):
        if init.lower() not in _BY_NAME:
            raise ValueError(f"For 'initializer', the class corresponding to '{init}' was not found.")
        return _BY_NAME[init.lower()]()
    if isinstance(init, (int, float)) and not isinstance(init, bool):
        return Constant(init)
    raise TypeError("For 'initializer', the type of the 'init' argument should be 'Tensor', 'number', 'string' or "
                    f"'initializer', but got {type(init)}.")


def make_array(init, shape, dtype):
    """The filled NumPy array; also what Tensor(shape=, dtype=, init=) uses."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape or ())
    return _initializer_for(init).fill(shape).astype(dtype_to_nptype(as_dtype(dtype) or float32))


def initializer(init, shape=None, dtype=float32):
    """A tensor filled as `init` says: an Initializer, its name, a number, or a tensor that is taken as it is."""
    if isinstance(init, Tensor):
        if shape is not None and tuple(shape) != init.shape:
            raise ValueError("For 'initializer', the shape of the 'init' argument should be same as the argument 'shape', "
                             f"but got the 'init' shape {list(init.shape)} and the 'shape' {list(shape)}.")
        return init
    return Tensor(make_array(init, shape, dtype))


__getattr__ = missing_names("mindspore.common.initializer")

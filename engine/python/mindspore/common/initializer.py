# SPDX-License-Identifier: Apache-2.0
"""Initial values of parameters."""
import math

import numpy as np

from mindspore.common.dtype import as_dtype, bfloat16, dtype_to_nptype, float32
from mindspore.common.philox import normal, truncated_normal, uniform
from mindspore.common.tensor import Tensor
from mindspore._missing import missing_names

_MODES = ("fan_in", "fan_out")
_TRUNCATION = 0.87962566103423978  # the deviation of a standard normal distribution that is cut off at -2 and 2


class Initializer:
    """Fills an array. A subclass says with what: in fill(shape), or in _initialize(arr), which writes into the
    array."""

    def __init__(self, **settings):
        self._settings = settings

    def fill(self, shape):
        """The values for that shape, as a NumPy array."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it fills with.")

    def _initialize(self, arr):
        arr[...] = self.fill(arr.shape)

    def __call__(self, arr):
        """Writes the values into a NumPy array."""
        return self._initialize(arr)


class Zero(Initializer):
    """0 everywhere."""

    def fill(self, shape):
        return np.zeros(shape)


class One(Initializer):
    """1 everywhere."""

    def fill(self, shape):
        return np.ones(shape)


class Constant(Initializer):
    """The same number everywhere."""

    def __init__(self, value):
        super().__init__(value=value)
        self.value = value

    def fill(self, shape):
        return np.full(shape, self.value, np.float64)


class Identity(Initializer):
    """1 on the diagonal of a matrix, 0 elsewhere."""

    def fill(self, shape):
        if len(shape) != 2:
            raise ValueError("For Identity initializer, the dimension of the initialized tensor should be 2, but got "
                             f"{len(shape)}.")
        return np.eye(*shape)


class Uniform(Initializer):
    """Uniform between -scale and scale."""

    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def fill(self, shape):
        return uniform(-self.scale, self.scale, shape)


class Normal(Initializer):
    """A normal distribution with mean and standard deviation sigma."""

    def __init__(self, sigma=0.01, mean=0.0):
        super().__init__(sigma=sigma, mean=mean)
        self.sigma, self.mean = sigma, mean

    def fill(self, shape):
        return normal(self.mean, self.sigma, shape)


class TruncatedNormal(Initializer):
    """A normal distribution of which only what lies between a and b is taken."""

    def __init__(self, sigma=0.01, mean=0.0, a=-2.0, b=2.0):
        super().__init__(sigma=sigma, mean=mean, a=a, b=b)
        self.sigma, self.mean, self.a, self.b = sigma, mean, a, b

    def fill(self, shape):
        return truncated_normal(self.mean, self.sigma, self.a, self.b, shape)


def fans(shape):
    """How many inputs and outputs one unit has: (fan_in, fan_out)."""
    if len(shape) < 2:
        raise ValueError("'fan_in' and 'fan_out' can not be computed for arr with fewer than 2 dimensions, but got "
                         f"dimensions {len(shape)}.")
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def _fan(mode, shape):
    if mode not in _MODES:
        raise ValueError(f"'mode' {mode} not supported, please use one of {list(_MODES)}")
    return fans(shape)[_MODES.index(mode)]


def _gain(nonlinearity, slope):
    if nonlinearity in ("sigmoid", "linear"):
        return 1.0
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + slope * slope))
    raise ValueError("The argument 'nonlinearity' should be one of ['sigmoid', 'tanh', 'relu', 'leaky_relu' or "
                     f"'linear'], but got {nonlinearity}.")


class _He(Initializer):
    def __init__(self, negative_slope=0, mode="fan_in", nonlinearity="leaky_relu"):
        super().__init__(negative_slope=negative_slope, mode=mode, nonlinearity=nonlinearity)
        self.negative_slope, self.mode, self.nonlinearity = negative_slope, mode, nonlinearity

    def deviation(self, shape):
        """The standard deviation that keeps that of the activations."""
        return _gain(self.nonlinearity, self.negative_slope) / math.sqrt(_fan(self.mode, shape))


class HeUniform(_He):
    """He's initialization by a uniform distribution."""

    def fill(self, shape):
        bound = math.sqrt(3.0) * self.deviation(shape)
        return uniform(-bound, bound, shape)


class HeNormal(_He):
    """He's initialization by a normal distribution."""

    def fill(self, shape):
        return normal(0, self.deviation(shape), shape)


class XavierUniform(Initializer):
    """Glorot's initialization by a uniform distribution."""

    def __init__(self, gain=1):
        super().__init__(gain=gain)
        self.gain = gain

    def fill(self, shape):
        bound = self.gain * math.sqrt(6.0 / sum(fans(shape)))
        return uniform(-bound, bound, shape)


class XavierNormal(Initializer):
    """Glorot's initialization by a normal distribution."""

    def __init__(self, gain=1):
        super().__init__(gain=gain)
        self.gain = gain

    def fill(self, shape):
        return normal(0, self.gain * math.sqrt(2.0 / sum(fans(shape))), shape)


class VarianceScaling(Initializer):
    """Values of the variance scale / n; n is the number of inputs, of outputs, or their mean."""

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal"):
        super().__init__(scale=scale, mode=mode, distribution=distribution)
        if scale <= 0:
            raise ValueError("For VarianceScaling initializer, the argument 'scale' must be greater than 0, but got "
                             f"{scale}.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError("For VarianceScaling initializer, the argument 'mode' must be fan_in, fan_out or fan_avg, "
                             f"but got {mode}.")
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError("For VarianceScaling initializer, the argument 'distribution' must be uniform, "
                             f"truncated_norm or untruncated_norm, but got {distribution}.")
        self.scale, self.mode, self.distribution = scale, mode, distribution

    def fill(self, shape):
        fan_in, fan_out = fans(shape)
        count = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(count, 1)
        if self.distribution == "uniform":
            bound = math.sqrt(3.0 * variance)
            return uniform(-bound, bound, shape)
        if self.distribution == "untruncated_normal":
            return normal(0, math.sqrt(variance), shape)
        sigma = math.sqrt(variance) / _TRUNCATION
        return truncated_normal(0, sigma, -2 * sigma, 2 * sigma, shape)


class Orthogonal(Initializer):
    """A matrix with orthogonal rows or columns, times gain; axes after the first count as one."""

    def __init__(self, gain=1.0):
        super().__init__(gain=gain)
        self.gain = gain

    def fill(self, shape):
        if len(shape) < 2:
            raise ValueError("For Orthogonal initializer, the dimension of the initialized tensor should be no less "
                             f"than 2, but got {len(shape)}.")
        rows, columns = shape[0], math.prod(shape[1:])
        values = normal(0, 1, (rows, columns))
        q, r = np.linalg.qr(values if rows >= columns else values.T)
        q = q * np.sign(np.diag(r))  # makes the distribution uniform over all such matrices
        return self.gain * (q if rows >= columns else q.T).reshape(shape)


class Sparse(Initializer):
    """A normal distribution in a matrix in which a part of each column, `sparsity`, is 0."""

    def __init__(self, sparsity, sigma=0.01):
        super().__init__(sparsity=sparsity, sigma=sigma)
        self.sparsity, self.sigma = sparsity, sigma

    def fill(self, shape):
        if len(shape) != 2:
            raise ValueError("For Sparse initializer, the dimension of the initialized tensor should be 2, but got "
                             f"{len(shape)}.")
        rows, columns = shape
        values = normal(0, self.sigma, shape)
        for column in range(columns):
            values[np.random.permutation(rows)[:math.ceil(self.sparsity * rows)], column] = 0
        return values


class Dirac(Initializer):
    """Convolution weights that pass as many channels on as they are, in each of `groups` groups."""

    def __init__(self, groups=1):
        super().__init__(groups=groups)
        self.groups = groups

    def fill(self, shape):
        if len(shape) not in (3, 4, 5):
            raise ValueError("For Dirac initializer, only support to initialize tensor with dimension of 3, 4 or 5, "
                             f"but got {len(shape)}.")
        if shape[0] % self.groups != 0:
            raise ValueError("For Dirac initializer, the first dimension of the initialized tensor must be divisible "
                             f"by 'groups', but got first dimension: {shape[0]}, 'groups': {self.groups}.")
        values = np.zeros(shape)
        middle = tuple(size // 2 for size in shape[2:])
        per_group = shape[0] // self.groups
        for group in range(self.groups):
            for channel in range(min(per_group, shape[1])):
                values[(group * per_group + channel, channel, *middle)] = 1
        return values


_BY_NAME = {"zeros": Zero, "zero": Zero, "ones": One, "one": One, "uniform": Uniform, "normal": Normal,
            "truncatednormal": TruncatedNormal, "identity": Identity, "heuniform": HeUniform, "he_uniform": HeUniform,
            "henormal": HeNormal, "he_normal": HeNormal, "xavieruniform": XavierUniform,
            "xavier_uniform": XavierUniform, "xaviernormal": XavierNormal, "xavier_normal": XavierNormal,
            "variancescaling": VarianceScaling, "orthogonal": Orthogonal, "sparse": Sparse, "dirac": Dirac}


def _initializer_for(init):
    if isinstance(init, Initializer):
        return init
    if isinstance(init, type) and issubclass(init, Initializer):
        return init()
    if isinstance(init, str):
        if init.lower() not in _BY_NAME:
            raise ValueError(f"For 'initializer', the class corresponding to '{init}' was not found.")
        return _BY_NAME[init.lower()]()
    if isinstance(init, (int, float, np.number)):
        return Constant(init)
    raise TypeError("For 'initializer', the type of the 'init' argument should be 'Tensor', 'number', 'string' or "
                    f"'initializer', but got {type(init)}.")


def _shape_of(shape):
    if isinstance(shape, int) and not isinstance(shape, bool):
        return (shape,)
    if shape is None:
        return ()
    if not isinstance(shape, (tuple, list)):
        raise ValueError("For 'initializer', the argument 'shape' is invalid, the value of 'shape' must be positive "
                         f"integer, but got {shape}")
    return tuple(shape)


def make_array(init, shape, dtype):
    """The filled NumPy array; also what Tensor(shape=, dtype=, init=) uses. bfloat16 comes as float32."""
    dtype = as_dtype(dtype) or float32
    array = np.zeros(_shape_of(shape), np.float32 if dtype == bfloat16 else dtype_to_nptype(dtype))
    _initializer_for(init)(array)
    return array


def initializer(init, shape=None, dtype=float32):
    """A tensor filled as `init` says: an Initializer, its name, a number, or a tensor that is taken as it is."""
    if isinstance(init, Tensor):
        if shape is not None and _shape_of(shape) != init.shape:
            raise ValueError("For 'initializer', the shape of the 'init' argument should be same as the argument "
                             f"'shape', but got the 'init' shape {list(init.shape)} and the 'shape' {list(shape)}.")
        return init
    chosen = _initializer_for(init)
    sizes = _shape_of(shape)
    if any(isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size <= 0 for size in sizes):
        raise ValueError("For 'initializer', the argument 'shape' is invalid, the value of 'shape' must be positive "
                         f"integer, but got {sizes}")
    return Tensor(make_array(chosen, sizes, dtype), as_dtype(dtype))


__getattr__ = missing_names("mindspore.common.initializer")

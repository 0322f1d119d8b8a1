# SPDX-License-Identifier: Apache-2.0
"""What all distributions share: parameters that calls may replace, and quantities that follow from others."""
import numpy as np

from mindspore import ops
from mindspore.common.dtype import Type, float32, float64
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell


# --- quantities that follow from others -------------------------------------------------------------------------------

def _prob_by_log(self, value, *args, **kwargs):
    return ops.exp(self._log_prob(value, *args, **kwargs))


def _log_prob_by_prob(self, value, *args, **kwargs):
    return ops.log(self._prob(value, *args, **kwargs))


def _sd_by_var(self, *args, **kwargs):
    return ops.sqrt(self._var(*args, **kwargs))


def _var_by_sd(self, *args, **kwargs):
    return ops.square(self._sd(*args, **kwargs))


def _cdf_by_log(self, value, *args, **kwargs):
    return ops.exp(self._log_cdf(value, *args, **kwargs))


def _cdf_by_survival(self, value, *args, **kwargs):
    return 1.0 - self._survival_function(value, *args, **kwargs)


def _cdf_by_log_survival(self, value, *args, **kwargs):
    return 1.0 - ops.exp(self._log_survival(value, *args, **kwargs))


def _survival_by_log(self, value, *args, **kwargs):
    return ops.exp(self._log_survival(value, *args, **kwargs))


def _survival_by_cdf(self, value, *args, **kwargs):
    return 1.0 - self._cdf(value, *args, **kwargs)


def _log_cdf_by_cdf(self, value, *args, **kwargs):
    return ops.log(self._cdf(value, *args, **kwargs))


def _log_survival_by_survival(self, value, *args, **kwargs):
    return ops.log(self._survival_function(value, *args, **kwargs))


def _cross_entropy_by_divergence(self, dist, *args, **kwargs):
    count = len(self.parameter_names)
    own = {name.removesuffix("_a"): value for name, value in kwargs.items() if not name.endswith("_b")}
    return self._entropy(*args[count:], **own) + self._kl_loss(dist, *args, **kwargs)


# In this order: a row may rest on what a row above it has found. (quantity, ((what it rests on, how), ...))
_WAYS = (
    ("prob", (("log_prob", _prob_by_log),)),
    ("log_prob", (("prob", _log_prob_by_prob),)),
    ("sd", (("var", _sd_by_var),)),
    ("var", (("sd", _var_by_sd),)),
    ("cdf", (("log_cdf", _cdf_by_log), ("survival_function", _cdf_by_survival), ("log_survival", _cdf_by_log_survival))),
    ("survival_function", (("log_survival", _survival_by_log), ("cdf", _survival_by_cdf), ("log_cdf", _survival_by_cdf))),
    ("log_cdf", (("cdf", _log_cdf_by_cdf), ("survival_function", _log_cdf_by_cdf), ("log_survival", _log_cdf_by_cdf))),
    ("log_survival", (("survival_function", _log_survival_by_survival), ("cdf", _log_survival_by_survival),
                      ("log_cdf", _log_survival_by_survival))),
    ("cross_entropy", (("kl_loss", _cross_entropy_by_divergence),)),
    *((name, ()) for name in ("kl_loss", "mean", "mode", "entropy", "sample")),
)


def _refusal(what):
    def refused(self, *args, **kwargs):
        raise NotImplementedError(f"{what} is not implemented for {self.name} distribution.")
    return refused


def _is_written(owner, quantity):
    """Whether a class, or one that it is made of, writes the quantity itself."""
    found = next((vars(each)["_" + quantity] for each in owner.__mro__ if "_" + quantity in vars(each)), None)
    return found is not None and found not in owner.derived


# --- parameters -------------------------------------------------------------------------------------------------------

def _dtype_of_parameters(values, wanted):
    """The dtype that tensors among the values have; the wanted one, or Float32, where there are none."""
    dtypes = {name: Tensor(value).dtype for name, value in values.items() if hasattr(value, "dtype")}
    common = next(iter(dtypes.values()), None)
    for name, dtype in dtypes.items():
        if dtype != common:
            raise TypeError(f"{name} should have the same dtype as other arguments.")
    if common is None:
        return wanted if wanted is not None and wanted.is_floating_point else float32
    return common if common.is_floating_point and common != float64 else float32


def _tensor_of(value, dtype):
    if isinstance(value, Parameter):
        return value
    if isinstance(value, bool):
        raise TypeError("Input cannot be Type Bool")
    if not isinstance(value, (Tensor, np.ndarray, list, int, float)):
        raise TypeError(f"Unable to convert input of type {type(value)} to a Tensor of type {dtype}")
    return Tensor(value, dtype)


def _numbers_of(value):
    return np.asarray(value.asnumpy() if isinstance(value, Tensor) else value)


class Distribution(Cell):
    """
    The base: a subclass writes some of _log_prob, _prob, _cdf, _log_cdf, _survival_function, _log_survival, _mean,
    _mode, _sd, _var, _entropy, _kl_loss, _cross_entropy and _sample. Of those that follow from others (prob from
    log_prob, sd from var, ...) one is enough. What is not there raises NotImplementedError.

    Each takes the parameters of the distribution as its last arguments; those that are None are what the distribution
    was made with, TypeError where that is None, too. Parameters broadcast against each other and the value.

    Args:
        seed (int): seed of samples, 0 for None.
        dtype (mindspore.dtype): the dtype of samples.
        name (str): the name.
        param (dict): the arguments of the subclass, its numbers under "param_dict".
    """

    derived = frozenset()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        for quantity, ways in _WAYS:
            if not _is_written(cls, quantity):
                found = next((how for source, how in ways if _is_written(cls, source)), None) or _refusal(quantity)
                setattr(cls, "_" + quantity, found)
                cls.derived = cls.derived | {found}

    def __init__(self, seed, dtype, name, param):
        super().__init__()
        if not isinstance(name, str):
            raise TypeError(f"For '{type(self).__name__}', the type of 'name' should be 'str', but got "
                            f"'{type(name).__name__}'.")
        seed = 0 if seed is None else seed
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise ValueError(f"For '{name}', the 'seed' must be a non-negative int, but got {seed}.")
        self.name, self.seed, self.dtype = name, seed, dtype
        self.parameters = {key: value for key, value in param.items() if key != "self" and key[0] != "_"}
        self._forget_parameters()
        if "distribution" not in self.parameters:
            self._describe(self.parameters.get("param_dict", {}))

    def _describe(self, numbers):
        """Keeps dtype and shape of the parameters."""
        self.parameter_type = _dtype_of_parameters(numbers, self.dtype)
        is_known = all(value is not None for value in numbers.values())
        shapes = [_numbers_of(value).shape for value in numbers.values() if value is not None]
        self.batch_shape = np.broadcast_shapes(*shapes) if is_known else None
        self.broadcast_shape = self.batch_shape
        self.is_scalar_batch = all(value is None or isinstance(value, (int, float)) for value in numbers.values())

    def _forget_parameters(self):
        self.default_parameters, self.parameter_names = [], []

    def _add_parameter(self, value, name):
        """The tensor of a parameter, which calls may leave out; None for one that they must give."""
        value = None if value is None else _tensor_of(value, self.parameter_type)
        self.default_parameters.append(value)
        self.parameter_names.append(name)
        return value

    def _given_or_own(self, given, place):
        if given is None:
            given = self.default_parameters[place]
        if given is None:
            raise TypeError(f"the type {self.parameter_names[place]} must be subclass of Tensor. It can not be None since "
                            "it is not specified during initialization.")
        return self._check_value(given, self.parameter_names[place]).astype(self.parameter_type)

    def _all_parameters(self, *given):
        """The parameters of a call in one shape and dtype."""
        found = [self._given_or_own(value, place) for place, value in enumerate(given)]
        if len(found) == 1:
            return found
        whole = found[0]
        for value in found[1:]:
            whole = whole + value
        return [value.broadcast_to(whole.shape) for value in found]

    def _check_param_type(self, *given):
        """The same; one tensor alone for one parameter."""
        found = self._all_parameters(*given)
        return found[0] if len(found) == 1 else tuple(found)

    def _check_value(self, value, name):
        if not isinstance(value, Tensor):
            raise TypeError(f"For {name}, input type must be a Tensor or Parameter.")
        return value

    def _of_values(self, value):
        """A value in the dtype of samples."""
        return self._check_value(value, "value").astype(self.dtype)

    def _of_parameters(self, value):
        """A value, or a parameter of another distribution, in the dtype of the parameters."""
        return self._check_value(value, "value").astype(self.parameter_type)

    def _check_dist(self, dist):
        if dist is None:
            raise ValueError("Input dist must be a constant which is not None.")
        if dist != self.get_dist_type():
            raise ValueError(f"Expected dist input is {self.get_dist_type()}, but got {dist}.")

    def _shape_of_samples(self, shape, batch_shape):
        if not isinstance(shape, tuple):
            raise TypeError("For shape, input type must be a tuple.")
        return shape + tuple(batch_shape)

    def _check_positive(self, value, words):
        if value is not None and not (_numbers_of(value) > 0).all():
            raise ValueError(f"{words} must be greater than zero.")

    def _check_probabilities(self, value):
        if value is not None and not (_numbers_of(value) > 0).all():
            raise ValueError("Probabilities must be greater than zero")
        if value is not None and not (_numbers_of(value) < 1).all():
            raise ValueError("Probabilities must be less than one")

    def get_dist_args(self, *args, **kwargs):
        """The parameters, those of the call where it gives some."""
        given = dict(zip(self.parameter_names, args), **kwargs)
        own = dict(zip(self.parameter_names, self.default_parameters))
        return tuple(own[name] if given.get(name) is None else self._check_value(given[name], name) for name in own)

    def get_dist_type(self):
        """The name of the distribution's kind."""
        return type(self).__name__

    def prob(self, value, *args, **kwargs):
        """The density or the probability of a value."""
        return self._prob(value, *args, **kwargs)

    def log_prob(self, value, *args, **kwargs):
        """log(prob)"""
        return self._log_prob(value, *args, **kwargs)

    def cdf(self, value, *args, **kwargs):
        """The probability of no more than a value."""
        return self._cdf(value, *args, **kwargs)

    def log_cdf(self, value, *args, **kwargs):
        """log(cdf)"""
        return self._log_cdf(value, *args, **kwargs)

    def survival_function(self, value, *args, **kwargs):
        """1 - cdf"""
        return self._survival_function(value, *args, **kwargs)

    def log_survival(self, value, *args, **kwargs):
        """log(1 - cdf)"""
        return self._log_survival(value, *args, **kwargs)

    def mean(self, *args, **kwargs):
        """The mean."""
        return self._mean(*args, **kwargs)

    def mode(self, *args, **kwargs):
        """The value of the largest probability."""
        return self._mode(*args, **kwargs)

    def sd(self, *args, **kwargs):
        """The standard deviation."""
        return self._sd(*args, **kwargs)

    def var(self, *args, **kwargs):
        """The variance."""
        return self._var(*args, **kwargs)

    def entropy(self, *args, **kwargs):
        """The entropy."""
        return self._entropy(*args, **kwargs)

    def kl_loss(self, dist, *args, **kwargs):
        """The Kullback-Leibler divergence from a distribution of the same kind: its name, its parameters, and then this
        distribution's where they are others."""
        return self._kl_loss(dist, *args, **kwargs)

    def cross_entropy(self, dist, *args, **kwargs):
        """entropy + kl_loss"""
        return self._cross_entropy(dist, *args, **kwargs)

    def sample(self, *args, **kwargs):
        """Random values, of the shape given and that of the parameters."""
        return self._sample(*args, **kwargs)

    def construct(self, name, *args, **kwargs):
        """The method of that name with the other arguments."""
        if name not in _METHODS:
            raise NotImplementedError(f"{name} is not implemented for {self.name} distribution.")
        return getattr(self, name)(*args, **kwargs)

    def extend_repr(self):
        if not self.is_scalar_batch:
            return f"batch_shape = {self.broadcast_shape}"
        return ", ".join(f"{name} = {value}" for name, value in zip(self.parameter_names, self.default_parameters))


_METHODS = ("get_dist_args", "get_dist_type", *(name for name, _ in _WAYS))


def checked_dtype(dtype, is_fitting, owner):
    """The dtype; TypeError for one that does not fit."""
    if not isinstance(dtype, Type) or not is_fitting(dtype):
        raise TypeError(f"For '{owner}', the 'dtype' cannot be {dtype}.")
    return dtype


def floating(dtype, owner):
    """A floating dtype, else TypeError."""
    return checked_dtype(dtype, lambda found: found.is_floating_point, owner)


def numeric(dtype, owner):
    """The dtype of a number, else TypeError."""
    return checked_dtype(dtype, lambda found: found.is_floating_point or "Int" in str(found), owner)

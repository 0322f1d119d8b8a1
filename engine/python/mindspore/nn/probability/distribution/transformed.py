# SPDX-License-Identifier: Apache-2.0
"""Distributions of the images of other random numbers."""
import math

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.nn.probability import bijector as bijectors
from mindspore.nn.probability.distribution.continuous import Normal, Uniform
from mindspore.nn.probability.distribution.distribution import Distribution, floating


class TransformedDistribution(Distribution):
    """
    The distribution of `bijector.forward` of what another distribution gives.

    Args:
        bijector (Bijector): the function.
        distribution (Distribution): of a floating dtype.
        seed (int): kept for subclasses; samples are drawn with the other distribution's.
        name (str): the name.
    """

    def __init__(self, bijector, distribution, seed=None, name="transformed_distribution"):
        for what, value, kind in (("bijector", bijector, bijectors.Bijector),
                                  ("distribution", distribution, Distribution)):
            if not isinstance(value, kind):
                raise TypeError(f"For '{type(self).__name__}', the '{what}' must be a {kind.__name__}, but got "
                                f"{type(value).__name__}.")
        floating(distribution.dtype, type(self).__name__)
        super().__init__(seed, distribution.dtype, name, {"bijector": bijector, "distribution": distribution})
        self.bijector, self.distribution = bijector, distribution
        self.is_linear_transformation = bijector.is_constant_jacobian
        self.is_scalar_batch = distribution.is_scalar_batch and bijector.is_scalar_batch
        self.batch_shape, self.parameter_type = distribution.batch_shape, distribution.parameter_type
        self.default_parameters, self.parameter_names = distribution.default_parameters, distribution.parameter_names
        shapes = (distribution.batch_shape, bijector.batch_shape)
        self.broadcast_shape = None if None in shapes else np.broadcast_shapes(*shapes)

    def get_dist_args(self, *args, **kwargs):
        raise NotImplementedError(f"get_dist_args is not implemented for {self.name} distribution.")

    def get_dist_type(self):
        raise NotImplementedError(f"get_dist_type is not implemented for {self.name} distribution.")

    def _cdf(self, value, *args, **kwargs):
        return self.distribution.cdf(self.bijector.inverse(value), *args, **kwargs)

    def _log_prob(self, value, *args, **kwargs):
        found = self.distribution.log_prob(self.bijector.inverse(value), *args, **kwargs)
        return ops.select(found == -math.inf, found, found + self.bijector.inverse_log_jacobian(value))

    def _sample(self, *args, **kwargs):
        return self.bijector.forward(self.distribution.sample(*args, **kwargs))

    def _mean(self, *args, **kwargs):
        if not self.is_linear_transformation:
            raise ValueError("mean function must be implemented for non-linear transformation")
        return self.bijector.forward(self.distribution.mean(*args, **kwargs))


class Gumbel(TransformedDistribution):
    """The distribution of the largest of many numbers; its cdf is exp(-exp(-(value - loc) / scale))."""

    def __init__(self, loc, scale, seed=0, dtype=float32, name="Gumbel"):
        floating(dtype, "Gumbel")
        cumulative = bijectors.GumbelCDF(loc, scale)
        super().__init__(bijectors.Invert(cumulative), Uniform(0.0, 1.0, dtype=dtype), seed, name)
        self._forget_parameters()
        self.loc, self.scale = self._add_parameter(loc, "loc"), self._add_parameter(scale, "scale")
        self._cumulative = cumulative

    def _whole(self, value):
        return value * ops.ones(self.broadcast_shape, self.parameter_type)

    def get_dist_args(self, *args, **kwargs):
        return Distribution.get_dist_args(self, *args, **kwargs)

    def get_dist_type(self):
        return "Gumbel"

    def _mean(self):
        return self.loc + self.scale * np.euler_gamma

    def _mode(self):
        return self.loc * ops.ones_like(self.scale)

    def _sd(self):
        return self._whole(self.scale) * (math.pi / math.sqrt(6.0))

    def _entropy(self):
        return 1.0 + ops.log(self._whole(self.scale)) + np.euler_gamma

    def _log_prob(self, value):
        z = (self._of_values(value) - self.loc) / self.scale
        return -(z + ops.exp(-z)) - ops.log(self.scale)

    def _cdf(self, value):
        return self._cumulative.forward(self._of_values(value))

    def _kl_loss(self, dist, loc_b, scale_b):
        self._check_dist(dist)
        loc_b, scale_b = self._of_parameters(loc_b), self._of_parameters(scale_b)
        ratio, moved = self.scale / scale_b, (loc_b - self.loc) / scale_b
        return -ops.log(ratio) + np.euler_gamma * (ratio - 1.0) - moved + ops.expm1(moved + ops.lgamma(ratio + 1.0))

    def _sample(self, shape=()):
        drawn = self.distribution.sample(self._shape_of_samples(shape, self.broadcast_shape))
        return self.bijector.forward(drawn.astype(self.dtype))


class LogNormal(TransformedDistribution):
    """exp of a normal distribution of mean `loc` and standard deviation `scale`."""

    def __init__(self, loc=None, scale=None, seed=0, dtype=float32, name="LogNormal"):
        super().__init__(bijectors.Exp(), Normal(loc, scale, dtype=dtype), seed, name)
        self._forget_parameters()
        self.loc, self.scale = self._add_parameter(loc, "loc"), self._add_parameter(scale, "scale")

    def get_dist_args(self, *args, **kwargs):
        return Distribution.get_dist_args(self, *args, **kwargs)

    def get_dist_type(self):
        return "LogNormal"

    def _mean(self, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        return ops.exp(loc + 0.5 * ops.square(scale))

    def _mode(self, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        return ops.exp(loc - ops.square(scale))

    def _var(self, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        return ops.expm1(ops.square(scale)) * ops.exp(2.0 * loc + ops.square(scale))

    def _entropy(self, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        return loc + 0.5 + ops.log(scale) + 0.5 * math.log(2 * math.pi)

    def _cdf(self, value, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        found = self.distribution.cdf(self.bijector.inverse(value), loc, scale)
        return ops.select(value > ops.zeros_like(found), found, ops.zeros_like(found))

    def _log_prob(self, value, loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        found = self.distribution.log_prob(self.bijector.inverse(value), loc, scale)
        return found + self.bijector.inverse_log_jacobian(value)

    def _kl_loss(self, dist, loc_b, scale_b, loc_a=None, scale_a=None):
        self._check_dist(dist)
        return self.distribution.kl_loss("Normal", loc_b, scale_b, loc_a, scale_a)

    def _sample(self, shape=(), loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        return self.bijector.forward(self.distribution.sample(shape, loc, scale).astype(self.dtype))

# SPDX-License-Identifier: Apache-2.0
"""Distributions of floating numbers."""
import math

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.nn.probability.distribution.distribution import Distribution, floating

_HALF_LOG_TAU = 0.5 * math.log(2 * math.pi)
_TINY = float(np.finfo(np.float32).tiny)


def _refuse_numbers(**given):
    for name, value in given.items():
        if isinstance(value, (int, float)):
            raise TypeError(f"Input {name} can't be scalar")


def _uniform(shape, low, seed):
    """Random numbers from low to 1."""
    return ops.uniform(shape, ops.scalar_to_tensor(low, float32), ops.scalar_to_tensor(1.0, float32), seed)


class _LocationScale(Distribution):
    """Two parameters, of which the second is positive."""

    def __init__(self, names, values, seed, dtype, name, words):
        super().__init__(seed, floating(dtype, type(self).__name__), name, {"param_dict": dict(zip(names, values))})
        self._first, self._second = (self._add_parameter(value, key) for key, value in zip(names, values))
        self._check_positive(self._second, words)

    def _standard(self, value, location, scale):
        """(the value as one of location 0 and scale 1, the scale)."""
        location, scale = self._all_parameters(location, scale)
        return (self._of_values(value) - location) / scale, scale


class Normal(_LocationScale):
    """The normal distribution of `mean` and standard deviation `sd`."""

    def __init__(self, mean=None, sd=None, seed=None, dtype=float32, name="Normal"):
        super().__init__(("mean", "sd"), (mean, sd), seed, dtype, name, "Standard deviation")

    def _mean(self, mean=None, sd=None):
        return self._all_parameters(mean, sd)[0]

    def _mode(self, mean=None, sd=None):
        return self._all_parameters(mean, sd)[0]

    def _sd(self, mean=None, sd=None):
        return self._all_parameters(mean, sd)[1]

    def _entropy(self, mean=None, sd=None):
        return 0.5 + _HALF_LOG_TAU + ops.log(self._all_parameters(mean, sd)[1])

    def _log_prob(self, value, mean=None, sd=None):
        z, sd = self._standard(value, mean, sd)
        return -0.5 * ops.square(z) - (_HALF_LOG_TAU + ops.log(sd))

    def _cdf(self, value, mean=None, sd=None):
        z, _ = self._standard(value, mean, sd)
        return 0.5 * (1.0 + ops.erf(z / math.sqrt(2.0)))

    def _kl_loss(self, dist, mean_b, sd_b, mean=None, sd=None):
        self._check_dist(dist)
        mean_b, sd_b = self._of_parameters(mean_b), self._of_parameters(sd_b)
        mean, sd = self._all_parameters(mean, sd)
        ratio = ops.log(sd) - ops.log(sd_b)
        return 0.5 * ops.square((mean - mean_b) / sd_b) + 0.5 * ops.expm1(2 * ratio) - ratio

    def _sample(self, shape=(), mean=None, sd=None):
        mean, sd = self._all_parameters(mean, sd)
        shape = self._shape_of_samples(shape, mean.shape)
        return (ops.standard_normal(shape, self.seed) * sd + mean).astype(self.dtype)


class HalfNormal(_LocationScale):
    """The normal distribution of `mean` and `sd` on the numbers from 0, at twice its density."""

    def __init__(self, mean=None, sd=None, seed=None, dtype=float32, name="HalfNormal"):
        super().__init__(("mean", "sd"), (mean, sd), seed, dtype, name, "Standard deviation")

    def _prob(self, value, mean=None, sd=None):
        z, sd = self._standard(value, mean, sd)
        density = math.sqrt(2.0 / math.pi) / sd * ops.exp(-0.5 * ops.square(z))
        return density * (value >= 0).astype(self.dtype)


class Laplace(_LocationScale):
    """exp(-|value - mean| / sd) / (2 sd)"""

    def __init__(self, mean=None, sd=None, seed=None, dtype=float32, name="Laplace"):
        super().__init__(("mean", "sd"), (mean, sd), seed, dtype, name, "Standard deviation")

    def _log_prob(self, value, mean=None, sd=None):
        z, sd = self._standard(value, mean, sd)
        return -ops.abs(z) - ops.log(2.0 * sd)


class StudentT(Distribution):
    """Student's t-distribution of `df` degrees of freedom, moved by `mean` and widened by `sd`."""

    def __init__(self, df=None, mean=None, sd=None, seed=None, dtype=float32, name="StudentT"):
        super().__init__(seed, floating(dtype, "StudentT"), name, {"param_dict": {"df": df, "mean": mean, "sd": sd}})
        df, _, sd = (self._add_parameter(value, key) for key, value in (("df", df), ("mean", mean), ("sd", sd)))
        self._check_positive(sd, "Standard deviation")
        self._check_positive(df, "Degrees of freedom")

    def _log_prob(self, value, df=None, mean=None, sd=None):
        value = self._of_values(value)
        df, mean, sd = self._all_parameters(df, mean, sd)
        z = (value - mean) / sd
        norm = (ops.log(sd) + 0.5 * ops.log(df) + 0.5 * math.log(math.pi) + ops.lgamma(0.5 * df)
                - ops.lgamma(0.5 * (df + 1.0)))
        return -0.5 * (df + 1.0) * ops.log1p(ops.square(z) / df) - norm


class Cauchy(_LocationScale):
    """1 / (pi scale (1 + ((value - loc) / scale)**2)); it has neither mean nor variance."""

    def __init__(self, loc=None, scale=None, seed=None, dtype=float32, name="Cauchy"):
        super().__init__(("loc", "scale"), (loc, scale), seed, dtype, name, "scale")
        self.loc, self.scale = self._first, self._second

    def _undefined(self, what):
        raise ValueError(f"{what} is undefined for Cauchy distribution.")

    def _mean(self, *args, **kwargs):
        return self._undefined("mean")

    def _sd(self, *args, **kwargs):
        return self._undefined("standard deviation")

    def _var(self, *args, **kwargs):
        return self._undefined("variance")

    def _mode(self, loc=None, scale=None):
        return self._all_parameters(loc, scale)[0]

    def _entropy(self, loc=None, scale=None):
        return ops.log(self._all_parameters(loc, scale)[1]) + math.log(4 * math.pi)

    def _log_prob(self, value, loc=None, scale=None):
        z, scale = self._standard(value, loc, scale)
        return -ops.log1p(ops.square(z)) - ops.log(math.pi * scale)

    def _cdf(self, value, loc=None, scale=None):
        return ops.atan(self._standard(value, loc, scale)[0]) / math.pi + 0.5

    def _log_cdf(self, value, loc=None, scale=None):
        return ops.log1p(2.0 * ops.atan(self._standard(value, loc, scale)[0]) / math.pi) - math.log(2.0)

    def _kl_loss(self, dist, loc_b, scale_b, loc_a=None, scale_a=None):
        self._check_dist(dist)
        loc_b, scale_b = self._of_parameters(loc_b), self._of_parameters(scale_b)
        loc, scale = self._all_parameters(loc_a, scale_a)
        whole = ops.square(scale + scale_b) + ops.square(loc - loc_b)
        return ops.log(whole) - math.log(4.0) - ops.log(scale) - ops.log(scale_b)

    def _sample(self, shape=(), loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        shape = self._shape_of_samples(shape, loc.shape)
        return (loc + scale * ops.tan(math.pi * (_uniform(shape, 0.0, self.seed) - 0.5))).astype(self.dtype)


class Exponential(Distribution):
    """rate exp(-rate value)"""

    def __init__(self, rate=None, seed=None, dtype=float32, name="Exponential"):
        super().__init__(seed, floating(dtype, "Exponential"), name, {"param_dict": {"rate": rate}})
        self.rate = self._add_parameter(rate, "rate")
        self._check_positive(self.rate, "rate")

    def _mean(self, rate=None):
        return 1.0 / self._all_parameters(rate)[0]

    def _sd(self, rate=None):
        return self._mean(rate)

    def _mode(self, rate=None):
        return ops.zeros_like(self._all_parameters(rate)[0]).astype(self.dtype)

    def _entropy(self, rate=None):
        return 1.0 - ops.log(self._all_parameters(rate)[0])

    def _from_zero(self, value, rate, at_and_above, below):
        """What a function of value and rate gives, another number below 0."""
        value = self._of_values(value)
        found = at_and_above(value, self._all_parameters(rate)[0])
        return ops.select((value < 0).broadcast_to(found.shape), ops.full_like(found, below), found)

    def _log_prob(self, value, rate=None):
        return self._from_zero(value, rate, lambda x, k: ops.log(k) - k * x, -math.inf)

    def _cdf(self, value, rate=None):
        return self._from_zero(value, rate, lambda x, k: 1.0 - ops.exp(-k * x), 0.0)

    def _log_survival(self, value, rate=None):
        return self._from_zero(value, rate, lambda x, k: -k * x, 0.0)

    def _kl_loss(self, dist, rate_b, rate=None):
        self._check_dist(dist)
        rate_b, rate = self._of_parameters(rate_b), self._all_parameters(rate)[0]
        return ops.log(rate) - ops.log(rate_b) + rate_b / rate - 1.0

    def _sample(self, shape=(), rate=None):
        rate = self._all_parameters(rate)[0]
        shape = self._shape_of_samples(shape, rate.shape)
        return (-ops.log(_uniform(shape, _TINY, self.seed)) / rate).astype(self.dtype)


class Gamma(Distribution):
    """value**(concentration - 1) exp(-rate value), normed; the parameters are tensors."""

    def __init__(self, concentration=None, rate=None, seed=None, dtype=float32, name="Gamma"):
        floating(dtype, "Gamma")
        _refuse_numbers(concentration=concentration, rate=rate)
        super().__init__(seed, dtype, name, {"param_dict": {"concentration": concentration, "rate": rate}})
        self.concentration = self._add_parameter(concentration, "concentration")
        self.rate = self._add_parameter(rate, "rate")
        self._check_positive(self.concentration, "concentration")
        self._check_positive(self.rate, "rate")

    def _mean(self, concentration=None, rate=None):
        concentration, rate = self._all_parameters(concentration, rate)
        return concentration / rate

    def _var(self, concentration=None, rate=None):
        concentration, rate = self._all_parameters(concentration, rate)
        return concentration / ops.square(rate)

    def _mode(self, concentration=None, rate=None):
        concentration, rate = self._all_parameters(concentration, rate)
        return ops.select(concentration > 1.0, (concentration - 1.0) / rate, ops.full_like(rate, math.nan))

    def _entropy(self, concentration=None, rate=None):
        concentration, rate = self._all_parameters(concentration, rate)
        return (concentration - ops.log(rate) + ops.lgamma(concentration)
                + (1.0 - concentration) * ops.digamma(concentration))

    def _log_prob(self, value, concentration=None, rate=None):
        value = self._of_values(value)
        concentration, rate = self._all_parameters(concentration, rate)
        norm = ops.lgamma(concentration) - concentration * ops.log(rate)
        return (concentration - 1.0) * ops.log(value) - rate * value - norm

    def _cdf(self, value, concentration=None, rate=None):
        value = self._of_values(value)
        concentration, rate = self._all_parameters(concentration, rate)
        return ops.igamma(concentration, rate * value)

    def _kl_loss(self, dist, concentration_b, rate_b, concentration_a=None, rate_a=None):
        self._check_dist(dist)
        other, rate_b = self._of_parameters(concentration_b), self._of_parameters(rate_b)
        own, rate = self._all_parameters(concentration_a, rate_a)
        return ((own - other) * ops.digamma(own) + ops.lgamma(other) - ops.lgamma(own)
                + other * (ops.log(rate) - ops.log(rate_b)) + own * (rate_b / rate - 1.0))

    def _sample(self, shape=(), concentration=None, rate=None):
        concentration, rate = self._all_parameters(concentration, rate)
        shape = self._shape_of_samples(shape, rate.shape)
        return ops.gamma(shape, concentration, rate, self.seed).astype(self.dtype)


def _log_beta(a, b):
    return ops.lgamma(a) + ops.lgamma(b) - ops.lgamma(a + b)


class Beta(Distribution):
    """value**(concentration1 - 1) (1 - value)**(concentration0 - 1), normed; the parameters are tensors."""

    def __init__(self, concentration1=None, concentration0=None, seed=None, dtype=float32, name="Beta"):
        floating(dtype, "Beta")
        _refuse_numbers(concentration0=concentration0, concentration1=concentration1)
        param = {"param_dict": {"concentration1": concentration1, "concentration0": concentration0}}
        super().__init__(seed, dtype, name, param)
        self.concentration1 = self._add_parameter(concentration1, "concentration1")
        self.concentration0 = self._add_parameter(concentration0, "concentration0")
        self._check_positive(self.concentration1, "concentration1")
        self._check_positive(self.concentration0, "concentration0")

    def _mean(self, concentration1=None, concentration0=None):
        a, b = self._all_parameters(concentration1, concentration0)
        return a / (a + b)

    def _var(self, concentration1=None, concentration0=None):
        a, b = self._all_parameters(concentration1, concentration0)
        return a * b / (ops.square(a + b) * (a + b + 1.0))

    def _mode(self, concentration1=None, concentration0=None):
        a, b = self._all_parameters(concentration1, concentration0)
        is_one_peak = ops.logical_and(a > 1.0, b > 1.0)
        return ops.select(is_one_peak, (a - 1.0) / (a + b - 2.0), ops.full_like(a, math.nan))

    def _entropy(self, concentration1=None, concentration0=None):
        a, b = self._all_parameters(concentration1, concentration0)
        return (_log_beta(a, b) - (a - 1.0) * ops.digamma(a) - (b - 1.0) * ops.digamma(b)
                + (a + b - 2.0) * ops.digamma(a + b))

    def _log_prob(self, value, concentration1=None, concentration0=None):
        value = self._of_values(value)
        a, b = self._all_parameters(concentration1, concentration0)
        return (a - 1.0) * ops.log(value) + (b - 1.0) * ops.log1p(-value) - _log_beta(a, b)

    def _kl_loss(self, dist, concentration1_b, concentration0_b, concentration1_a=None, concentration0_a=None):
        self._check_dist(dist)
        a_b, b_b = self._of_parameters(concentration1_b), self._of_parameters(concentration0_b)
        a, b = self._all_parameters(concentration1_a, concentration0_a)
        return (_log_beta(a_b, b_b) - _log_beta(a, b) - ops.digamma(a) * (a_b - a) - ops.digamma(b) * (b_b - b)
                + ops.digamma(a + b) * (a_b + b_b - a - b))

    def _sample(self, shape=(), concentration1=None, concentration0=None):
        a, b = self._all_parameters(concentration1, concentration0)
        shape, ones = self._shape_of_samples(shape, a.shape), ops.ones_like(a)
        first, second = ops.gamma(shape, a, ones, self.seed), ops.gamma(shape, b, ones, self.seed + 1)
        return (first / (first + second)).astype(self.dtype)


class Logistic(_LocationScale):
    """The distribution whose cdf is sigmoid((value - loc) / scale)."""

    def __init__(self, loc=None, scale=None, seed=None, dtype=float32, name="Logistic"):
        super().__init__(("loc", "scale"), (loc, scale), seed, dtype, name, "scale")
        self.loc, self.scale = self._first, self._second

    def _mean(self, loc=None, scale=None):
        return self._all_parameters(loc, scale)[0]

    def _mode(self, loc=None, scale=None):
        return self._all_parameters(loc, scale)[0]

    def _sd(self, loc=None, scale=None):
        return self._all_parameters(loc, scale)[1] * (math.pi / math.sqrt(3.0))

    def _entropy(self, loc=None, scale=None):
        return ops.log(self._all_parameters(loc, scale)[1]) + 2.0

    def _log_prob(self, value, loc=None, scale=None):
        z, scale = self._standard(value, loc, scale)
        return -z + 2.0 * ops.logsigmoid(z) - ops.log(scale)

    def _cdf(self, value, loc=None, scale=None):
        return ops.sigmoid(self._standard(value, loc, scale)[0])

    def _log_cdf(self, value, loc=None, scale=None):
        return ops.logsigmoid(self._standard(value, loc, scale)[0])

    def _survival_function(self, value, loc=None, scale=None):
        return ops.sigmoid(-self._standard(value, loc, scale)[0])

    def _log_survival(self, value, loc=None, scale=None):
        return ops.logsigmoid(-self._standard(value, loc, scale)[0])

    def _sample(self, shape=(), loc=None, scale=None):
        loc, scale = self._all_parameters(loc, scale)
        drawn = _uniform(self._shape_of_samples(shape, loc.shape), _TINY, self.seed)
        return ((ops.log(drawn) - ops.log1p(-drawn)) * scale + loc).astype(self.dtype)


class Uniform(Distribution):
    """The same density for all numbers from `low` to `high`."""

    def __init__(self, low=None, high=None, seed=None, dtype=float32, name="Uniform"):
        super().__init__(seed, floating(dtype, "Uniform"), name, {"param_dict": {"low": low, "high": high}})
        self.low, self.high = self._add_parameter(low, "low"), self._add_parameter(high, "high")
        if low is not None and high is not None and not (self.low.asnumpy() < self.high.asnumpy()).all():
            raise ValueError("low must be less than high")

    def _mean(self, low=None, high=None):
        low, high = self._all_parameters(low, high)
        return (low + high) / 2.0

    def _var(self, low=None, high=None):
        low, high = self._all_parameters(low, high)
        return ops.square(high - low) / 12.0

    def _entropy(self, low=None, high=None):
        low, high = self._all_parameters(low, high)
        return ops.log(high - low)

    def _prob(self, value, low=None, high=None):
        value = self._of_values(value)
        low, high = self._all_parameters(low, high)
        found = ops.ones_like(value) / (high - low)
        is_inside = ops.logical_and(value >= low, value <= high)
        return ops.select(is_inside, found, ops.zeros_like(found))

    def _cdf(self, value, low=None, high=None):
        value = self._of_values(value)
        low, high = self._all_parameters(low, high)
        share = (value - low) / (high - low)
        at_least = ops.select(share < 0.0, ops.zeros_like(share), share)
        return ops.select(share < 1.0, at_least, ops.ones_like(share))

    def _kl_loss(self, dist, low_b, high_b, low=None, high=None):
        self._check_dist(dist)
        low_b, high_b = self._of_parameters(low_b), self._of_parameters(high_b)
        low, high = self._all_parameters(low, high)
        found = ops.log(high_b - low_b) - ops.log(high - low)
        is_inside = ops.logical_and(low_b <= low, high <= high_b)
        return ops.select(is_inside, found, ops.full_like(found, math.inf))

    def _sample(self, shape=(), low=None, high=None):
        low, high = self._all_parameters(low, high)
        shape = self._shape_of_samples(shape, low.shape)
        return ((high - low) * _uniform(shape, 0.0, self.seed) + low).astype(self.dtype)

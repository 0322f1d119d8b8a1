# SPDX-License-Identifier: Apache-2.0
"""Distributions of whole numbers."""
import math

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32, int32
from mindspore.common.tensor import Tensor
from mindspore.nn.probability.distribution.distribution import Distribution, numeric


def _uniform(shape, seed):
    tiny = float(np.finfo(np.float32).tiny)
    return ops.uniform(shape, ops.scalar_to_tensor(tiny, float32), ops.scalar_to_tensor(1.0, float32), seed)


class _OneProbability(Distribution):
    """One parameter, the probability of a success."""

    def __init__(self, probs, seed, dtype, name):
        super().__init__(seed, numeric(dtype, type(self).__name__), name, {"param_dict": {"probs": probs}})
        self.probs = self._add_parameter(probs, "probs")
        self._check_probabilities(self.probs)


class Bernoulli(_OneProbability):
    """1 with the probability `probs`, else 0."""

    def __init__(self, probs=None, seed=None, dtype=int32, name="Bernoulli"):
        super().__init__(probs, seed, dtype, name)

    def _mean(self, probs1=None):
        return self._all_parameters(probs1)[0]

    def _mode(self, probs1=None):
        return (self._all_parameters(probs1)[0] > 0.5).astype(self.dtype)

    def _var(self, probs1=None):
        success = self._all_parameters(probs1)[0]
        return success * (1.0 - success)

    def _entropy(self, probs1=None):
        success = self._all_parameters(probs1)[0]
        failure = 1.0 - success
        return -failure * ops.log(failure) - success * ops.log(success)

    def _log_prob(self, value, probs1=None):
        value, success = self._of_parameters(value), self._all_parameters(probs1)[0]
        least = float(np.finfo(np.float16 if "16" in str(success.dtype) else np.float32).eps)
        success = ops.clamp(success, least, 1 - least)
        return ops.log(success) * value + ops.log(1.0 - success) * (1.0 - value)

    def _cdf(self, value, probs1=None):
        value, success = ops.floor(self._of_parameters(value)), self._all_parameters(probs1)[0]
        failure = (1.0 - success) + ops.zeros_like(value)
        found = ops.select(value < 1.0 + ops.zeros_like(failure), failure, ops.ones_like(failure))
        return ops.select(value < ops.zeros_like(failure), ops.zeros_like(failure), found)

    def _kl_loss(self, dist, probs1_b, probs1=None):
        self._check_dist(dist)
        other, own = self._of_parameters(probs1_b), self._all_parameters(probs1)[0]
        return own * ops.log(own / other) + (1.0 - own) * ops.log((1.0 - own) / (1.0 - other))

    def _sample(self, shape=(), probs1=None):
        success = self._all_parameters(probs1)[0]
        return (_uniform(self._shape_of_samples(shape, success.shape), self.seed) < success).astype(self.dtype)


class Geometric(_OneProbability):
    """The number of failures before the first success of probability `probs`."""

    def __init__(self, probs=None, seed=None, dtype=int32, name="Geometric"):
        super().__init__(probs, seed, dtype, name)

    def _mean(self, probs1=None):
        success = self._all_parameters(probs1)[0]
        return (1.0 - success) / success

    def _mode(self, probs1=None):
        return ops.zeros_like(self._all_parameters(probs1)[0]).astype(self.dtype)

    def _var(self, probs1=None):
        success = self._all_parameters(probs1)[0]
        return (1.0 - success) / ops.square(success)

    def _entropy(self, probs1=None):
        success = self._all_parameters(probs1)[0]
        failure = 1.0 - success
        return (-failure * ops.log(failure) - success * ops.log(success)) / success

    def _prob(self, value, probs1=None):
        value, success = ops.floor(self._of_parameters(value)), self._all_parameters(probs1)[0]
        found = ops.exp(ops.log(1.0 - success) * value + ops.log(success))
        return ops.select(value < ops.zeros_like(found), ops.zeros_like(found), found)

    def _cdf(self, value, probs1=None):
        value, success = ops.floor(self._of_parameters(value)), self._all_parameters(probs1)[0]
        found = 1.0 - ops.pow(1.0 - success, value + 1.0)
        return ops.select(value < ops.zeros_like(found), ops.zeros_like(found), found)

    def _kl_loss(self, dist, probs1_b, probs1=None):
        self._check_dist(dist)
        other, own = self._of_parameters(probs1_b), self._all_parameters(probs1)[0]
        return ops.log(own / other) + (1.0 - own) / own * ops.log((1.0 - own) / (1.0 - other))

    def _sample(self, shape=(), probs1=None):
        success = self._all_parameters(probs1)[0]
        drawn = _uniform(self._shape_of_samples(shape, success.shape), self.seed)
        return ops.floor(ops.log(drawn) / ops.log(1.0 - success)).astype(self.dtype)


class Poisson(Distribution):
    """rate**value exp(-rate) / value!; the rate is a tensor."""

    def __init__(self, rate=None, seed=None, dtype=float32, name="Poisson"):
        numeric(dtype, "Poisson")
        if isinstance(rate, (int, float)):
            raise TypeError("Input rate can't be scalar")
        super().__init__(seed, dtype, name, {"param_dict": {"rate": rate}})
        self.rate = self._add_parameter(rate, "rate")
        self._check_positive(self.rate, "rate")

    def _mean(self, rate=None):
        return self._all_parameters(rate)[0]

    def _var(self, rate=None):
        return self._all_parameters(rate)[0]

    def _mode(self, rate=None):
        return ops.floor(self._all_parameters(rate)[0])

    def _log_prob(self, value, rate=None):
        value, rate = self._of_values(value), self._all_parameters(rate)[0]
        safe = ops.select(value < 0, ops.zeros_like(value), value)
        found = ops.log(rate) * safe - ops.lgamma(safe + 1.0)
        is_below = value < ops.zeros_like(found)
        return ops.select(is_below, ops.full_like(found, -math.inf), found) - rate

    def _cdf(self, value, rate=None):
        value, rate = self._of_values(value), self._all_parameters(rate)[0]
        safe = ops.select(value < 0, ops.zeros_like(value), value)
        found = 1.0 - ops.igamma(1.0 + safe, rate)
        return ops.select(value < ops.zeros_like(found), ops.zeros_like(found), found)

    def _sample(self, shape=(), rate=None):
        rate = self._all_parameters(rate)[0].astype(float32)
        sizes = Tensor(self._shape_of_samples(shape, ()), int32)
        return ops.random_poisson(sizes, rate, self.seed).astype(self.dtype)


class Categorical(Distribution):
    """The number of one of several classes; the last axis of `probs` has the probability of each."""

    def __init__(self, probs=None, seed=None, dtype=int32, name="Categorical"):
        super().__init__(seed, numeric(dtype, "Categorical"), name, {"param_dict": {"probs": probs}})
        self.probs = self._add_parameter(probs, "probs")
        if self.probs is not None:
            self._check_classes(self.probs)
            self.is_scalar_batch = self.is_scalar_batch or self.probs.ndim == 1
            self.broadcast_shape = tuple(self.broadcast_shape[:-1])

    def _check_classes(self, probs):
        if probs.ndim == 0:
            raise ValueError("probs for Categorical distribution must have rank >= 1.")
        self._check_probabilities(probs)
        least = np.finfo(probs.asnumpy().dtype).eps
        if not np.allclose(probs.asnumpy().sum(-1), 1.0, rtol=least * 10, atol=least):
            raise ValueError("Probabilities for each category should sum to one for Categorical distribution.")

    def _classes(self, probs):
        """(the probabilities, the numbers of the classes)."""
        probs = self._all_parameters(probs)[0]
        return probs, ops.arange(probs.shape[-1]).astype(probs.dtype)

    def _mean(self, probs=None):
        probs, classes = self._classes(probs)
        return (classes * probs).sum(axis=-1, keepdims=True)

    def _var(self, probs=None):
        probs, classes = self._classes(probs)
        mean = (classes * probs).sum(axis=-1, keepdims=True)
        return (ops.square(classes) * probs).sum(axis=-1, keepdims=True) - ops.square(mean)

    def _mode(self, probs=None):
        return ops.argmax(self._all_parameters(probs)[0], -1).astype(self.dtype)

    def _entropy(self, probs=None):
        probs = self._all_parameters(probs)[0]
        return -(ops.log(probs) * probs).sum(axis=-1)

    def _kl_loss(self, dist, probs_b, probs=None):
        self._check_dist(dist)
        other, own = ops.log(self._of_parameters(probs_b)), ops.log(self._all_parameters(probs)[0])
        difference = ops.log_softmax(own, -1) - ops.log_softmax(other, -1)
        return (ops.softmax(own, -1) * difference).sum(axis=-1)

    def _chosen(self, value, table):
        """(the entry of each value's class in the table, the value's class before it was made one of the table's)."""
        value = ops.trunc(self._check_value(value, "value").astype(table.dtype))
        value = ops.select(value < 0, ops.floor(value), value)
        whole = table + value.expand_dims(-1)
        table, value = table.broadcast_to(whole.shape), value.broadcast_to(whole.shape[:-1])
        place = ops.clamp(value, 0, whole.shape[-1] - 1).astype(int32)
        return ops.gather_elements(table, table.ndim - 1, place.expand_dims(-1)).squeeze(-1), value

    def _log_prob(self, value, probs=None):
        probs = self._all_parameters(probs)[0]
        found, value = self._chosen(value, ops.log(probs))
        is_outside = ops.logical_or(value < 0, value > probs.shape[-1] - 1)
        return ops.select(is_outside, ops.full_like(found, math.nan), found)

    def _cdf(self, value, probs=None):
        found, value = self._chosen(value, ops.cumsum(self._all_parameters(probs)[0], -1))
        return ops.select(value < 0, ops.zeros_like(found), found)

    def _sample(self, shape=(), probs=None):
        probs = self._all_parameters(probs)[0]
        whole = self._shape_of_samples(shape, probs.shape[:-1])
        drawn = _uniform((*whole, 1), self.seed)
        below = (ops.cumsum(probs, -1) < drawn).astype(int32).sum(axis=-1)
        return ops.stop_gradient(ops.clamp(below, 0, probs.shape[-1] - 1).astype(self.dtype))

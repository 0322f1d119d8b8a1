# SPDX-License-Identifier: Apache-2.0
"""Probability distributions: densities, moments, entropies and random samples."""
from mindspore.nn.probability.distribution.continuous import (Beta, Cauchy, Exponential, Gamma, HalfNormal, Laplace,
                                                              Logistic, Normal, StudentT, Uniform)
from mindspore.nn.probability.distribution.discrete import Bernoulli, Categorical, Geometric, Poisson
from mindspore.nn.probability.distribution.distribution import Distribution
from mindspore.nn.probability.distribution.transformed import Gumbel, LogNormal, TransformedDistribution
from mindspore._missing import missing_names

__all__ = ["Bernoulli", "Beta", "Categorical", "Cauchy", "Distribution", "Exponential", "Gamma", "Geometric", "Gumbel",
           "HalfNormal", "Laplace", "LogNormal", "Logistic", "Normal", "Poisson", "StudentT", "TransformedDistribution",
           "Uniform"]
__getattr__ = missing_names("mindspore.nn.probability.distribution")

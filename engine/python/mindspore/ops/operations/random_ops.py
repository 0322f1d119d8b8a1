# SPDX-License-Identifier: Apache-2.0
"""Primitives that draw random numbers. Seeds of 0 draw from the numbers of the process; equal seeds give each primitive the
same numbers, which go on from call to call. In graphs, whose nodes keep nothing, primitives of one seed share its numbers."""
import math
import sys

from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.ops import candidates, random
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import Primitive, primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _stream(prim):
    return random.own_draw(prim, abs(prim.seed or prim.seed2))


def _shape(shape):
    return tuple(shape.tolist()) if isinstance(shape, Tensor) else shape


def _number(value):
    return value.item() if isinstance(value, Tensor) else value


def _law(record):
    def run(prim, shape):
        return call(record, _shape(shape), getattr(prim, "dtype", mstype.float32), *_stream(prim))
    return run


def _uniform_int(prim, shape, minval, maxval):
    return call("UniformInt", _shape(shape), _number(minval), _number(maxval), mstype.int32, *_stream(prim))


def _uniform(prim, x):
    """Even numbers from minval up to maxval, of the shape and dtype of x. TypeError for integers."""
    if not x.dtype.is_floating_point:
        raise TypeError(f"For 'Uniform', the 'x' must be of floating-point numbers, but got {x.dtype}.")
    even = call("UniformReal", x.shape, mstype.float32, *random.own_draw(prim, prim.seed or prim.offset))
    return (even * (prim.maxval - prim.minval) + prim.minval).astype(x.dtype)


def _multinomial(prim, x, num_samples):
    return call("Multinomial", x, _number(num_samples), True, prim.dtype, *_stream(prim))


def _multinomial_with_replacement(prim, x, seed, offset):
    return _ops().multinomial_with_replacement(x, _number(seed), _number(offset), prim.numsamples)


def _randperm(prim, n):
    """0 to n - 1 in a random order, then `pad` up to max_length."""
    count = _number(n)
    if count > prim.max_length:
        raise ValueError(f"For 'Randperm', 'n' must not be greater than 'max_length' {prim.max_length}, but got "
                         f"{count}.")
    order = call("RandpermV2", count, prim.dtype)
    rest = prim.max_length - count
    return order if rest == 0 else call("Concat", (order, call("Full", (rest,), prim.pad, prim.dtype)), 0)


def _log_normal_reverse(prim, x):
    """Numbers of the shape of x whose logarithms are normal, of `mean` and `std`."""
    return _ops().exp(call("StandardNormal", x.shape, mstype.float32, None) * prim.std + prim.mean).astype(x.dtype)


def _bernoulli(prim, x, p=0.5):
    return call("Bernoulli", x, p, None if prim.seed == -1 else prim.seed, None if prim.seed == -1 else prim.offset)


def _cauchy(prim):
    even = call("UniformReal", prim.size)
    return call("Tan", (even - 0.5) * math.pi) * prim.sigma + prim.median


_SEEDS = attrs(seed=0, seed2=0)

StandardNormal = operator("StandardNormal", _SEEDS, run=_law("StandardNormal"))
StandardLaplace = operator("StandardLaplace", _SEEDS, run=_law("StandardLaplace"))
UniformReal = operator("UniformReal", _SEEDS, run=_law("UniformReal"))
UniformInt = operator("UniformInt", _SEEDS, run=_uniform_int)
TruncatedNormal = operator("TruncatedNormal", attrs(dtype=mstype.float32, seed=0, seed2=0), run=_law("TruncatedNormal"))
Uniform = operator("Uniform", attrs(minval=0.0, maxval=1.0, seed=0, offset=0), run=_uniform)
RandpermV2 = operator("RandpermV2", attrs(seed=0, offset=0, dtype=mstype.int64),
                      run=lambda prim, n: _ops().randperm(n, prim.seed, prim.offset, prim.dtype))
Randperm = operator("Randperm", attrs(max_length=1, pad=-1, dtype=mstype.int32), run=_randperm)
RandomShuffle = operator("RandomShuffle", _SEEDS, run=lambda prim, x: random.shuffled(x, *_stream(prim)))
RandomCategorical = operator("RandomCategorical", attrs(dtype=mstype.int64), run=lambda prim, logits, num_sample,
                             seed=0:
                             call("RandomCategorical", logits, _number(num_sample), prim.dtype, *random.own_draw(prim, _number(seed))))
RandomChoiceWithMask = operator("RandomChoiceWithMask", attrs(count=256, seed=0, seed2=0),
                                run=lambda prim, x: random.chosen_with_mask(x, prim.count, *_stream(prim)))
RandomGamma = operator("RandomGamma", _SEEDS, run=lambda prim, shape, alpha: call("RandomGamma", _shape(shape), alpha,
                                                                                  *_stream(prim)))
Gamma = operator("Gamma", _SEEDS, run=lambda prim, shape, alpha, beta: random.gamma_drawn(shape, alpha, beta, *_stream(prim)))
RandomPoisson = operator("RandomPoisson", attrs(seed=0, seed2=0, dtype=mstype.int64), run=lambda prim, shape, rate:
                         random.rates_drawn(shape, rate, prim.dtype, *_stream(prim)))
Poisson = operator("Poisson", _SEEDS, run=lambda prim, shape, mean: random.poisson_drawn(shape, mean, *_stream(prim)))
Multinomial = operator("Multinomial", attrs(seed=0, seed2=0, dtype=mstype.int32), run=_multinomial)
MultinomialWithReplacement = operator("MultinomialWithReplacement", attrs("numsamples", replacement=False),
                                      run=_multinomial_with_replacement)
Bernoulli = operator("Bernoulli", attrs(seed=-1, offset=0), run=_bernoulli)
Cauchy = operator("Cauchy", attrs("size", median=0.0, sigma=1.0), run=_cauchy)



class LogUniformCandidateSampler(Primitive):
    """LogUniformCandidateSampler(num_true, num_sampled, unique, range_max, seed)(true_classes), as the function of that
    name; the numbers go on from call to call."""

    def __init__(self, num_true=1, num_sampled=5, unique=True, range_max=5, seed=0):
        super().__init__("LogUniformCandidateSampler")
        for name, value in (("num_true", num_true), ("num_sampled", num_sampled), ("unique", unique),
                            ("range_max", range_max), ("seed", seed)):
            self.add_prim_attr(name, value)
        self._doubles = candidates.Doubles(seed)

    def __call__(self, true_classes):
        return candidates.log_uniform_drawn(self._doubles, true_classes, **self.attrs)


UniformCandidateSampler = operator("UniformCandidateSampler", attrs("num_true", "num_sampled", "unique", "range_max", seed=0,
                                                                    remove_accidental_hits=False),
                                   function="uniform_candidate_sampler")
LogNormalReverse = operator("LogNormalReverse", attrs(mean=1.0, std=2.0), run=_log_normal_reverse)

__getattr__ = module_getattr("mindspore.ops.operations.random_ops")

# SPDX-License-Identifier: Apache-2.0
"""Candidates drawn among classes, with how often each class is to be expected among them, for losses over few of many
classes."""
import numpy as np

from mindspore.common.dtype import float32, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["log_uniform_candidate_sampler", "uniform_candidate_sampler"]


# --- random numbers of MindSpore's kernel -----------------------------------------------------------------------------

_FIXED_SEED = 87654321


def _philox(counter, key):
    """The four 32-bit numbers of Philox 4x32 with ten rounds, at a counter of four words and a key of two."""
    a, b, c, d = counter
    k, l = key
    for _ in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = second >> 32 ^ b ^ k, second & 0xFFFFFFFF, first >> 32 ^ d ^ l, first & 0xFFFFFFFF
        k, l = k + 0x9E3779B9 & 0xFFFFFFFF, l + 0xBB67AE85 & 0xFFFFFFFF
    return a, b, c, d


class Doubles:
    """Numbers from 0 to 1 that begin with a seed; those of one call lie `step` blocks behind those of the last."""

    def __init__(self, seed):
        self._seed, self._block = seed, 0

    def take(self, step):
        block, self._block = self._block, self._block + step
        seed = self._seed & 0xFFFFFFFF, self._seed >> 32 & 0xFFFFFFFF
        while True:
            words = _philox((block & 0xFFFFFFFF, block >> 32, *seed), (_FIXED_SEED, 0))
            for high, low in (words[:2], words[2:]):
                yield ((high & 0xFFFFF) << 32 | low) / 2 ** 52
            block += 1


# --- drawing ----------------------------------------------------------------------------------------------------------

def _drawn(numbers, count, unique, taken=()):
    """(the first `count` of the numbers, how many were looked at): with `unique` without what came before."""
    found, seen, tries = [], set(taken), 0
    while len(found) < count:
        tries += 1
        number = next(numbers)
        if unique and number in seen:
            continue
        seen.add(number)
        found.append(number)
    return np.array(found, np.int64), tries


def _expected(chance, count, tries):
    """How often something of a chance is among `count` numbers that took `tries` of them to draw."""
    chance = np.asarray(chance, np.float64)
    return (chance * count if tries == count else -np.expm1(tries * np.log1p(-chance))).astype(np.float32)


def _check(name, true_classes, num_true, num_sampled, unique, range_max, seed):
    for what, value, kind in (("num_true", num_true, int), ("num_sampled", num_sampled, int), ("unique", unique, bool),
                              ("range_max", range_max, int), ("seed", seed, int)):
        if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
            raise TypeError(f"For '{name}', the type of '{what}' should be '{kind.__name__}', but got type "
                            f"'{type(value).__name__}'.")
    for what, value in (("num_true", num_true), ("num_sampled", num_sampled), ("range_max", range_max)):
        if value < 1:
            raise ValueError(f"For '{name}', the '{what}' must be greater than or equal to 1, but got {value}.")
    if unique and num_sampled > range_max:
        raise ValueError(f"For '{name}', 'num_sampled' must be less than or equal to 'range_max' when 'unique' is True, "
                         f"but got {num_sampled} and {range_max}.")
    if not isinstance(true_classes, Tensor) or true_classes.dtype not in (int32, int64):
        raise TypeError(f"For '{name}', 'true_classes' must be a Tensor of Int32 or Int64.")
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError(f"For '{name}', 'true_classes' must have the shape (batch, num_true), but got "
                         f"{true_classes.shape} for {num_true}.")


def log_uniform_drawn(doubles, true_classes, num_true, num_sampled, unique, range_max, seed):
    """log_uniform_candidate_sampler with numbers that go on from call to call."""
    _check("LogUniformCandidateSampler", true_classes, num_true, num_sampled, unique, range_max, seed)
    span = np.log1p(range_max)
    numbers = ((int(np.exp(number * span)) - 1) % range_max for number in doubles.take(512 * num_sampled))
    sampled, tries = _drawn(numbers, num_sampled, unique)

    def expected(classes):
        return Tensor(_expected(np.log((classes + 2.0) / (classes + 1.0)) / span, num_sampled, tries), float32)
    return Tensor(sampled, true_classes.dtype), expected(true_classes.asnumpy()), expected(sampled)


def log_uniform_candidate_sampler(true_classes, num_true=1, num_sampled=5, unique=True, range_max=5, seed=0):
    """
    Classes drawn with the chance log((k + 2) / (k + 1)) / log(range_max + 1) of class k, so small ones more often.

    Args:
        true_classes (Tensor): the classes of the samples, (batch, num_true), Int32 or Int64.
        num_sampled (int): how many are drawn; with `unique` each once.
        range_max (int): the number of classes.
        seed (int): where the numbers begin; the same ones give the same classes.

    Returns the classes drawn (num_sampled,) in the dtype of true_classes, and how often each true class (batch,
    num_true) and each drawn one (num_sampled,) is to be expected, Float32.

    Raises TypeError for other types, ValueError for numbers below 1, more unique classes than there are, or another shape.
    """
    return log_uniform_drawn(Doubles(seed), true_classes, num_true, num_sampled, unique, range_max, seed)


def _even(range_max, seed):
    """Classes drawn with equal chances."""
    while True:
        yield from call("UniformInt", (64,), 0, range_max, int32, seed or None).tolist()
        seed = seed + 1 if seed else seed


def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=0, remove_accidental_hits=False):
    """
    Classes drawn with equal chances.

    Args:
        true_classes (Tensor): the classes of the samples, (batch, num_true), Int32 or Int64.
        num_sampled (int): how many are drawn; with `unique` each once.
        range_max (int): the number of classes.
        seed (int): where the numbers begin; 0 draws from those of the process.
        remove_accidental_hits (bool): with `unique`, true classes are not drawn, where enough others are left.

    Returns what log_uniform_candidate_sampler gives; raises as it does.
    """
    _check("UniformCandidateSampler", true_classes, num_true, num_sampled, unique, range_max, seed)
    taken = set(true_classes.asnumpy().reshape(-1).tolist()) if remove_accidental_hits else set()
    taken = set() if len(taken) + num_sampled > range_max else taken
    sampled, tries = _drawn(_even(range_max, seed), num_sampled, unique, taken)
    count = _expected(1 / range_max, num_sampled, tries)
    return (Tensor(sampled, true_classes.dtype), Tensor(np.full(true_classes.shape, count), float32),
            Tensor(np.full(num_sampled, count), float32))

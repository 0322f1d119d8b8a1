# SPDX-License-Identifier: Apache-2.0
"""The random numbers of initializers: Philox 4x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2,
3"), as MindSpore uses it, so that equal seeds give equal weights there and here."""
import math

import numpy as np

_ROUNDS = 10
_FACTORS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_STEPS = (0x9E3779B9, 0xBB67AE85)
_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)
_BLOCKS = 1 << 14  # so many counters at once stay in the processor's cache
_LARGEST_SEED = 1 << 63
# Quotients of polynomials for the normal distribution's quantiles (Wichura, "Algorithm AS 241", PPND16), highest power
# first: near the middle, at the sides, far out.
_CENTRE = ((
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665), (
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1.0))
_SIDE = ((
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835), (
    1.0507500716444169e-09, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1.0))
_TAIL = ((
    2.0103343992922881e-07, 2.7115555687434876e-05, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103), (
    2.0442631033899397e-15, 1.421511758316446e-07, 1.8463183175100548e-05, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0))


def _mixed(words, key):
    """Four words for each counter; the words of the counters come as UInt64 below 2 ** 32."""
    first, second, third, fourth = words
    for _ in range(_ROUNDS):
        low, high = first * _FACTORS[0], third * _FACTORS[1]
        first, second = (high >> _SHIFT) ^ second ^ np.uint64(key[0]), high & _LOW
        third, fourth = (low >> _SHIFT) ^ fourth ^ np.uint64(key[1]), low & _LOW
        key = [(part + step) & 0xFFFFFFFF for part, step in zip(key, _STEPS)]
    return first, second, third, fourth


def _filled(shape, made):
    """A Float32 array of that shape of what `made` makes of words of 32 random bits (a UInt64 array, in fours), piece by
    piece. The seed comes from numpy.random: numpy.random.seed and mindspore.set_seed begin anew with both."""
    seed = int(np.random.randint(1, _LARGEST_SEED, dtype=np.int64))
    key = [seed & 0xFFFFFFFF, seed >> 32]
    count = math.prod(shape)
    blocks = -(-count // 4)
    values = np.empty((blocks, 4), np.float32)
    for start in range(0, blocks, _BLOCKS):
        counters = np.arange(start, min(start + _BLOCKS, blocks), dtype=np.uint64)
        constant = (np.full_like(counters, part) for part in key)
        words = np.stack(_mixed((counters & _LOW, counters >> _SHIFT, *constant), key), 1)
        values[start:start + _BLOCKS] = made(words)
    return values.reshape(-1)[:count].reshape(shape)


def uniform(low, high, shape):
    """An array of that shape of numbers in [low, high)."""
    return _filled(shape, lambda words: low + (high - low) * (words / 2.0 ** 32))


def normal(mean, sigma, shape):
    """An array of that shape of the normal distribution, by the method of Box and Muller: two words give two numbers."""
    if sigma < 0:
        raise ValueError(f"For a normal distribution, the deviation must not be negative, but got {sigma}.")

    def made(words):
        fractions = (words & np.uint64(0x7FFFFF)) / 2.0 ** 23
        distance = np.sqrt(-2.0 * np.log(np.maximum(fractions[:, ::2], 1e-7)))
        angle = 2.0 * math.pi * fractions[:, 1::2]
        values = np.stack((distance * np.cos(angle), distance * np.sin(angle)), 2).reshape(words.shape)
        return mean + sigma * values
    return _filled(shape, made)


def _probability(x):
    """Of a standard normal number below x."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def _quotient(parts, x):
    return np.polyval(parts[0], x) / np.polyval(parts[1], x)


def _quantiles(probabilities):
    """Below which numbers a standard normal one is with these probabilities."""
    away = probabilities - 0.5
    values = away * _quotient(_CENTRE, 0.180625 - away * away)
    outside = np.abs(away) > 0.425
    tail = np.sqrt(-np.log(np.maximum(np.minimum(probabilities, 1.0 - probabilities)[outside], 1e-300)))
    far = np.where(tail <= 5.0, _quotient(_SIDE, tail - 1.6), _quotient(_TAIL, tail - 5.0))
    values[outside] = np.copysign(far, away[outside])
    return values


def truncated_normal(mean, sigma, low, high, shape):
    """An array of that shape of the normal distribution, of which only what lies between low and high is taken: the
    quantiles of uniform numbers."""
    if low > high:
        raise ValueError(f"For TruncatedNormal initializer, 'a' must not be greater than 'b', but got {low} and {high}.")
    least, most = _probability((low - mean) / sigma), _probability((high - mean) / sigma)
    return _filled(shape, lambda words: np.clip(mean + sigma * _quantiles(least + (most - least) * (words / 2.0 ** 32)), low,
                                                high))

# SPDX-License-Identifier: Apache-2.0
"""
Random orders as MindSpore's own pipeline gives them: equal seeds give equal orders in both.

That pipeline is C++ and draws from std::mt19937 and std::mt19937_64 through libstdc++'s std::shuffle and distributions,
whose arithmetic is followed here number for number. NumPy's generators would give good orders, but other ones.
"""
import random

import numpy as np

_CHUNK = 1024
_MASK_64 = 2**64 - 1


class Mersenne32:
    """std::mt19937: 32-bit numbers, drawn a chunk at a time from NumPy's generator of the same algorithm."""

    largest = 2**32 - 1

    def __init__(self, seed):
        self._source = np.random.RandomState(seed)
        self._waiting = []

    def draw(self):
        """The next number from 0 to 2**32 - 1."""
        if not self._waiting:
            self._waiting = np.frombuffer(self._source.bytes(4 * _CHUNK), "<u4")[::-1].tolist()
        return self._waiting.pop()

    def below(self, count):
        """A number from 0 to count - 1, as std::uniform_int_distribution scales it."""
        scale = (2**32 - 1) // count
        while True:
            number = self.draw() // scale
            if number < count:
                return number

    def fraction(self):
        """A float64 from 0 to 1, as std::generate_canonical makes it of two numbers."""
        low, high = self.draw(), self.draw()
        return min((low + high * 2.0**32) / 2.0**64, np.nextafter(1.0, 0.0))

    def chance(self, probability):
        """Whether an event of that probability happens, as std::bernoulli_distribution says."""
        return self.fraction() < probability

    def uniform(self, low, high):
        """A float32 from low to high, as std::uniform_real_distribution<float> gives it."""
        part = min(np.float32(self.draw()) / np.float32(2**32), np.nextafter(np.float32(1), np.float32(0)))
        return float(part * (np.float32(high) - np.float32(low)) + np.float32(low))

    def integer(self, low, high):
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)


class MinimalStandard:
    """std::minstd_rand0, the default_random_engine of libstdc++: 31-bit numbers."""

    largest = 2**31 - 3

    def __init__(self, seed):
        self._state = seed % (2**31 - 1) or 1

    def draw(self):
        """The next number from 0 to 2**31 - 3."""
        self._state = self._state * 16807 % (2**31 - 1)
        return self._state - 1

    def below(self, count):
        """A number from 0 to count - 1, as std::uniform_int_distribution scales it."""
        scale = self.largest // count
        while True:
            number = self.draw() // scale
            if number < count:
                return number


class OfPython:
    """Python's own generator, which transforms draw from that get images of Pillow; mindspore.set_seed sets its seed."""

    @staticmethod
    def draw():
        """A number from 0 to 2**32 - 1."""
        return random.getrandbits(32)

    @staticmethod
    def below(count):
        """A number from 0 to count - 1."""
        return random.randrange(count)

    @staticmethod
    def fraction():
        """A float64 from 0 to 1."""
        return random.random()

    @staticmethod
    def chance(probability):
        """Whether an event of that probability happens."""
        return random.random() < probability

    @staticmethod
    def uniform(low, high):
        """A float64 from low to high."""
        return random.uniform(low, high)

    @staticmethod
    def integer(low, high):
        """A whole number from low to high, both included."""
        return random.randint(low, high)

    @staticmethod
    def shuffle(items):
        """Reorders a list in place."""
        random.shuffle(items)


class Mersenne64:
    """std::mt19937_64, which NumPy does not have."""

    def __init__(self, seed):
        state = [seed & _MASK_64]
        for i in range(1, 312):
            state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & _MASK_64)
        self._state = state
        self._next = 312

    def draw(self):
        """The next number from 0 to 2**64 - 1."""
        if self._next == 312:
            self._twist()
        x = self._state[self._next]
        self._next += 1
        x ^= (x >> 29) & 0x5555555555555555
        x ^= (x << 17) & 0x71D67FFFEDA60000
        x ^= (x << 37) & 0xFFF7EEE000000000
        return x ^ (x >> 43)

    def _twist(self):
        state = self._state
        for k in range(312):
            mixed = (state[k] & 0xFFFFFFFF80000000) | (state[(k + 1) % 312] & 0x7FFFFFFF)
            state[k] = state[(k + 156) % 312] ^ (mixed >> 1) ^ (0xB5026F5AA96619E9 if mixed & 1 else 0)
        self._next = 0


def shuffle(items, source):
    """Reorders a list in place as std::shuffle does with a Mersenne32 or a MinimalStandard."""
    count = len(items)
    if count < 2:
        return
    if source.largest // count < count:
        for i in range(1, count):
            _swap(items, i, source.below(i + 1))
        return
    # One draw serves two swaps as long as both positions fit into its bits.
    start = 1
    if count % 2 == 0:
        _swap(items, 1, source.below(2))
        start = 2
    for i in range(start, count, 2):
        first, second = divmod(source.below((i + 1) * (i + 2)), i + 2)
        _swap(items, i, first)
        _swap(items, i + 1, second)


def _swap(items, i, j):
    items[i], items[j] = items[j], items[i]

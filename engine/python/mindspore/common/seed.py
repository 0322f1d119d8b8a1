# SPDX-License-Identifier: Apache-2.0
"""The seed of everything random: operators, initializers and NumPy."""
import os
import random

import numpy as np

import _jitscope

_seed = None
_begins = 0  # how often what is random began anew


def set_seed(seed):
    """Makes what is random afterwards the same in every run: the operators, the initializers, `numpy.random` and Python's
    `random`.

    Raises TypeError for what is not an int, ValueError for negative ones.
    """
    global _seed, _begins
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"The argument 'seed' must be type of int, but got {type(seed)}.")
    if seed < 0:
        raise ValueError("For 'global_seed', the 'seed' must be int and must >= 0, but got "
                         f"'{seed}' with type 'int'.")
    _seed, _begins = seed, _begins + 1
    random.seed(seed)
    np.random.seed(seed % 2**32)
    _jitscope.set_random_state(seed % 2**64, 0)


def forget_seed():
    """As before any set_seed: other numbers in every run; at the begin of a run."""
    global _seed, _begins
    _seed, _begins = None, _begins + 1
    random.seed()
    np.random.seed()
    _jitscope.set_random_state(int.from_bytes(os.urandom(8), "little"), 0)


def get_seed():
    """The number given to set_seed, or None."""
    return _seed


class OwnDraws:
    """How often an object has drawn under its own seed: equal seeds of two objects give each the same numbers."""

    def __init__(self):
        self._begun, self._count = _begins, 0

    def next(self):
        """The number of this draw; from 0 again after set_seed."""
        if self._begun != _begins:
            self._begun, self._count = _begins, 0
        self._count += 1
        return self._count - 1

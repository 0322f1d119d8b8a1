# SPDX-License-Identifier: Apache-2.0
"""The seed of everything random: operators, initializers and NumPy."""
import os
import random

import numpy as np

import _jitscope

_seed = None


def set_seed(seed):
    """Makes what is random afterwards the same in every run: the operators, the initializers, `numpy.random` and Python's
    `random`.

    Raises TypeError for what is not an int, ValueError for negative ones.
    """
    global _seed
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"The argument 'seed' must be type of int, but got {type(seed)}.")
    if seed < 0:
        raise ValueError("For 'global_seed', the 'seed' must be int and must >= 0, but got "
                         f"'{seed}' with type 'int'.")
    _seed = seed
    random.seed(seed)
    np.random.seed(seed % 2**32)
    _jitscope.set_random_state(seed % 2**64, 0)


def forget_seed():
    """As before any set_seed: other numbers in every run; at the begin of a run."""
    global _seed
    _seed = None
    random.seed()
    np.random.seed()
    _jitscope.set_random_state(int.from_bytes(os.urandom(8), "little"), 0)


def get_seed():
    """The number given to set_seed, or None."""
    return _seed

# SPDX-License-Identifier: Apache-2.0
"""The random state of initializers and random functions."""
import numpy as np

_seed = None
_generator = np.random.default_rng()


def set_seed(seed):
    """Makes what is random afterwards the same in every run."""
    global _seed, _generator
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"The argument 'seed' must be type of int, but got {type(seed)}.")
    if seed < 0:
        raise ValueError("The argument 'seed' must be greater or equal to 0.")
    _seed = seed
    _generator = np.random.default_rng(seed)
    np.random.seed(seed % 2**32)


def get_seed():
    return _seed


def generator():
    return _generator

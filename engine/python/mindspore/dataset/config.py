# SPDX-License-Identifier: Apache-2.0
"""
Settings of data pipelines. The seed decides what random operations give; the others concern worker threads and
processes, which these pipelines do not need: they are kept, checked and given back.
"""
import os
import random

import numpy as np

from mindspore.common.seed import get_seed as _get_common_seed
from mindspore.dataset.checks import INT32_MAX, UINT32_MAX

_seed = None
_common_seed = None  # what mindspore.set_seed had set when _seed was: the later of the two holds
_UNSET_SEED = 5489


def set_seed(seed):
    """Makes random orders and transforms the same in every run, and seeds Python's generator and NumPy's; TypeError or
    ValueError unless 0 <= seed < 2**32."""
    global _seed, _common_seed
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError("seed isn't of type int.")
    if not 0 <= seed <= UINT32_MAX:
        raise ValueError(f"seed given is not within the required range [0, UINT32_MAX({UINT32_MAX})].")
    _seed = seed
    _common_seed = _get_common_seed()
    random.seed(seed)
    np.random.seed(seed)


def get_seed():
    """The seed of set_seed or mindspore.set_seed, whichever came last; 5489 when neither was called."""
    latest = _get_common_seed()
    if latest != _common_seed and latest is not None:
        return latest % 2**32
    return _UNSET_SEED if _seed is None else _seed


def new_seed():
    """The seed for one random operation: the one that was set, else another one each time."""
    seed = get_seed()
    return random.SystemRandom().randrange(2**32) if seed == _UNSET_SEED else seed


def forget_seed():
    """As before any set_seed; at the begin of a run."""
    global _seed, _common_seed
    _seed = _common_seed = None


class _Number:
    """A setting that is a whole number in a range."""

    def __init__(self, default, low, high):
        self.value, self.low, self.high = default, low, high

    def check(self, value, name):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name} isn't of type int.")
        if not self.low <= value <= self.high:
            raise ValueError(f"{name} given is not within the required range [{self.low}, {self.high}].")


class _Switch:
    """A setting that is on or off."""

    def __init__(self, default):
        self.value = default

    def check(self, value, name):
        if not isinstance(value, bool):
            raise TypeError(f"{name} isn't of type bool.")


_settings = {
    "num_parallel_workers": _Number(os.cpu_count() or 1, 1, INT32_MAX),
    "prefetch_size": _Number(16, 1, INT32_MAX),
    "monitor_sampling_interval": _Number(1000, 1, INT32_MAX),
    "callback_timeout": _Number(60, 1, INT32_MAX),
    "autotune_interval": _Number(0, 0, INT32_MAX),
    "multiprocessing_timeout_interval": _Number(300, 1, INT32_MAX),
    "auto_num_workers": _Switch(False),
    "numa_enable": _Switch(False),
    "enable_shared_mem": _Switch(True),
    "enable_autotune": _Switch(False),
    "enable_watchdog": _Switch(True),
    "dynamic_shape": _Switch(False),
    "fast_recovery": _Switch(True),
    "auto_offload": _Switch(False),
    "debug_mode": _Switch(False),
}


def _set(name, value):
    _settings[name].check(value, name)
    _settings[name].value = value


def __getattr__(name):
    verb, _, setting = name.partition("_")
    if setting in _settings and verb == "set":
        return lambda value, *_: _set(setting, value)
    if setting in _settings and verb == "get":
        return lambda: _settings[setting].value
    raise AttributeError(f"module 'mindspore.dataset.config' has no attribute '{name}'")


def __dir__():
    return sorted(["set_seed", "get_seed", *(f"{verb}_{name}" for name in _settings for verb in ("get", "set"))])

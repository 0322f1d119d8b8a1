# SPDX-License-Identifier: Apache-2.0
"""
Settings of data pipelines. The seed decides what random operations give. set_num_parallel_workers lets operations that
were given no number of workers have so many, and prefetch_size is how many rows each worker makes ahead; in debug_mode
nobody has workers. The others are kept, checked and given back.
"""
import os
import random

import numpy as np

from mindspore.common.seed import get_seed as _get_common_seed
from mindspore._missing import not_yet
from mindspore.dataset.checks import INT32_MAX, UINT32_MAX, check_type

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


def has_seed():
    """Whether a seed was set, here or by mindspore.set_seed."""
    return get_seed() != _UNSET_SEED


def new_seed():
    """The seed for one random operation: the one that was set, else another one each time."""
    return get_seed() if has_seed() else random.SystemRandom().randrange(2**32)


def forget():
    """Seed and settings are as before anybody set them; at the begin of a run."""
    global _seed, _common_seed
    _seed = _common_seed = None
    for setting in _settings.values():
        setting.value, setting.is_set = setting.default, False


class _Number:
    """A setting that is a whole number in a range."""

    def __init__(self, default, low, high):
        self.value = self.default = default
        self.low, self.high, self.is_set = low, high, False

    def check(self, value, name):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name} isn't of type int.")
        if not self.low <= value <= self.high:
            raise ValueError(f"{name} given is not within the required range [{self.low}, {self.high}].")


class _Switch:
    """A setting that is on or off."""

    def __init__(self, default):
        self.value = self.default = default
        self.is_set = False

    def check(self, value, name):
        if not isinstance(value, bool):
            raise TypeError(f"{name} isn't of type bool.")


class _StartMethod:
    """How worker processes begin. They are forked here: a spawned one would have to be given the whole program anew."""

    value = default = "fork"
    is_set = False

    @staticmethod
    def check(value, _):
        check_type(value, [str], "start_method")
        if value not in ("fork", "spawn"):
            raise ValueError("Input start_method is not within the valid set of ['fork', 'spawn'].")
        if value == "spawn":
            raise not_yet("mindspore.dataset.config.set_multiprocessing_start_method('spawn')")


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
    "multiprocessing_start_method": _StartMethod(),
}


def _set(name, value):
    _settings[name].check(value, name)
    _settings[name].value, _settings[name].is_set = value, True


def asks_for_workers():
    """Whether a script has set how many workers operations have; what holds before is this machine's number of cores."""
    return _settings["num_parallel_workers"].is_set


def __getattr__(name):
    verb, _, setting = name.partition("_")
    if setting in _settings and verb == "set":
        return lambda value, *_: _set(setting, value)
    if setting in _settings and verb == "get":
        return lambda: _settings[setting].value
    raise AttributeError(f"module 'mindspore.dataset.config' has no attribute '{name}'")


def __dir__():
    return sorted(["set_seed", "get_seed", *(f"{verb}_{name}" for name in _settings for verb in ("get", "set"))])

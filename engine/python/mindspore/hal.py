# SPDX-License-Identifier: Apache-2.0
"""mindspore.hal: which devices there are. The CPU is real; Ascend computes on it, and its timeline is simulated."""
from mindspore import context
from mindspore.runtime import empty_cache, synchronize
from mindspore import _streams
from mindspore._missing import missing_names
from mindspore._streams import *  # noqa: F403

__all__ = ["device_count", "get_device_name", "is_available", "is_initialized", "empty_cache", "synchronize",
           "get_arch_list", "get_device_capability", "get_device_properties", *_streams.__all__]

_NAMES = {"CPU": "CPU", "Ascend": "Ascend910B (simulated)"}


def _target(device_target):
    return context.get_context("device_target") if device_target is None else device_target


def device_count(device_target=None):
    """How many devices of that kind there are: one. Raises ValueError for other kinds."""
    _name_of(device_target)
    return 1


def get_device_name(device_id, device_target=None):
    """The name of a device."""
    if device_id != 0:
        raise ValueError(f"For 'get_device_name', there is one device, number 0, but got {device_id}.")
    return _name_of(device_target)


def is_available(device_target):
    """Whether scripts can use that kind of device."""
    return device_target in _NAMES


def is_initialized(device_target):
    """Whether that kind of device is in use."""
    return _name_of(device_target) is not None and device_target == _target(None)


def get_arch_list(device_target=None):
    """What a GPU's kernels were built for; None: there is none."""
    _name_of(device_target)


def get_device_capability(device_id, device_target=None):
    """The version of a GPU; None: there is none."""
    _name_of(device_target)


def get_device_properties(device_id, device_target=None):
    """Figures of a GPU; None: there is none."""
    _name_of(device_target)


def _name_of(device_target):
    target = _target(device_target)
    if target not in _NAMES:
        raise ValueError(f"{target} backend is not available for this MindSpore package.You can call hal.is_available "
                         "to check the reason.")
    return _NAMES[target]

__getattr__ = missing_names("mindspore.hal")

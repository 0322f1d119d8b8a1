# SPDX-License-Identifier: Apache-2.0
"""Settings of the search for a strategy of many devices. There is one device, so they are kept and change nothing."""
import numpy as np

__all__ = ["get_algo_parameters", "reset_algo_parameters", "set_algo_parameters"]


def _as_float32(value):
    return float(np.float32(value))


_DEFAULTS = {"fully_use_devices": False, "elementwise_op_strategy_follow": False, "enable_algo_approxi": False,
             "algo_approxi_epsilon": _as_float32(0.1), "tensor_slice_align_enable": False, "tensor_slice_align_size": 16}
_MOST_ALIGNED = 1024
_settings = dict(_DEFAULTS)


def _check(name, value):
    kind = type(_DEFAULTS[name])
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise TypeError(f"The parameter '{name}' must be {kind}, but got {type(value)}")
    if name == "tensor_slice_align_size" and not 1 <= value <= _MOST_ALIGNED:
        raise ValueError(f"Align_size must be in [1, {_MOST_ALIGNED}], but got {value}")
    if name == "algo_approxi_epsilon" and not 0 < value <= 1:
        raise RuntimeError("'epsilon' must be in (0, 1]")


def set_algo_parameters(**kwargs):
    """
    Sets what a search for a strategy would go by.

    Args:
        fully_use_devices, elementwise_op_strategy_follow, enable_algo_approxi, tensor_slice_align_enable (bool).
        algo_approxi_epsilon (float): above 0, up to 1. tensor_slice_align_size (int): from 1 to 1024.

    Raises ValueError for another name or size, TypeError for another type, RuntimeError for another epsilon.
    """
    for name, value in kwargs.items():
        if name not in _DEFAULTS:
            raise ValueError(f"Set context keyword {name} is not recognized!")
        _check(name, value)
        _settings[name] = _as_float32(value) if name == "algo_approxi_epsilon" else value


def get_algo_parameters(attr_key):
    """The setting of that name. Raises ValueError for another name."""
    if attr_key not in _settings:
        raise ValueError(f"Get context keyword {attr_key} is not recognized!")
    return _settings[attr_key]


def reset_algo_parameters():
    """The defaults again."""
    _settings.update(_DEFAULTS)

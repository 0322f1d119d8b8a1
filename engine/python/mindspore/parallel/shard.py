# SPDX-License-Identifier: Apache-2.0
"""How a tensor lies over many devices, as a description; here each tensor is whole."""
import copy
import math

from mindspore._missing import missing_names

__all__ = ["Layout", "shard"]

_WHOLE = "None"  # the alias of an axis that is not divided
_INTERLEAVED = "interleaved_parallel"


def _check_each(name, values, kind, type_name):
    if not isinstance(values, tuple):
        raise TypeError(f"{name} must be tuple type, but got:{type(values)}")
    for value in values:
        if not isinstance(value, kind):
            raise TypeError(f"The element of {name} must be {type_name} type, but got:{type(value)}")


class Layout:
    """
    Devices as a grid with a name for each axis; called with the name for each axis of a tensor, it says how that lies over
    them.

    Args:
        device_matrix (tuple of int): the devices along each axis of the grid.
        alias_name (tuple of str): the name of each axis, all different; neither empty nor "None".
        rank_list (list of int): the rank of each device, 0, 1, ... without it.

    Layout(...)(*names): a copy, in which each axis of a tensor has the name, or a tuple of names, of the axes that divide it,
    or "None". Raises TypeError for other types, ValueError for other names, for one that divides twice, and for lengths that
    do not fit.
    """

    def __init__(self, device_matrix, alias_name, rank_list=None):
        _check_each("device_matrix", device_matrix, int, "int")
        _check_each("alias_name", alias_name, str, "str")
        if len(device_matrix) != len(alias_name):
            raise ValueError("device_matrix length should be equal to alias_name length")
        if "" in alias_name:
            raise ValueError("The element of alias_name can not be empty.")
        if _WHOLE in alias_name:
            raise ValueError("The element of alias_name can not set 'None', because 'None' means no sharding.")
        if len(set(alias_name)) != len(alias_name):
            raise ValueError(f"Each element of alias_name {alias_name} should be different")
        if _INTERLEAVED in alias_name[:-1]:
            raise ValueError(f"When alias_name {alias_name} contains keyword '{_INTERLEAVED}', it should be at the last "
                             "dim of alias_name, which means the virtual sharding.")
        self._device_shape, self._alias_name = device_matrix, alias_name
        self._tensor_map = None
        self._rank_list = self._ranks(rank_list)

    def _ranks(self, given):
        count = math.prod(self._device_shape)
        if given is None:
            return list(range(count))
        if not isinstance(given, list):
            raise TypeError(f"The rank_list should be a list, but got {type(given).__name__}.")
        for rank in given:
            if not isinstance(rank, int):
                raise TypeError(f"The element of rank_list should be int, but got {type(rank).__name__}.")
        if len(set(given)) != len(given):
            raise ValueError(f"Each element of rank_list {given} should be different.")
        if len(given) != count:
            raise ValueError("The length of rank_list should be equal to the product of device_matrix, "
                             f"but got {len(given)} and {count}.")
        return given

    def __call__(self, *tensor_map):
        dividing = set()

        def place(name):
            if isinstance(name, tuple):
                return tuple(map(place, name))
            if name == _WHOLE:
                return -1
            if name not in self._alias_name:
                raise ValueError(f"The axis {name} is not found in {self._alias_name}")
            if name in dividing:
                raise ValueError(f"The axis {name} has been set more than one in {self._alias_name}")
            dividing.add(name)
            return len(self._alias_name) - 1 - self._alias_name.index(name)
        found = copy.copy(self)
        # MindSpore's Layout remembers, too, what it was called with last.
        found._tensor_map = self._tensor_map = tuple(map(place, tensor_map))
        return found

    def to_dict(self):
        """{"device_matrix", "tensor_map": the axis of the grid for each of the tensor's, counted from the last, -1 for none,
        "interleaved_parallel", "alias_name", "rank_list"}. Raises ValueError for one that was not called."""
        if self._tensor_map is None:
            raise ValueError("The tensor_map of layout is None")
        return {"device_matrix": self._device_shape, "tensor_map": self._tensor_map,
                "interleaved_parallel": _INTERLEAVED in self._alias_name, "alias_name": self._alias_name,
                "rank_list": self._rank_list}


def shard(fn, in_strategy, out_strategy=None, parameter_plan=None):
    """The function or cell itself: on one device it works on whole tensors, as MindSpore's does on the CPU. The strategies are
    not looked at."""
    return fn


__getattr__ = missing_names("mindspore.parallel.shard")

# SPDX-License-Identifier: Apache-2.0
"""mindspore.mutable: arguments of a graph that count by type and shape and not by value."""
from mindspore._capture.current import current_frontend
from mindspore.common.tensor import Tensor

__all__ = ["mutable"]


class _Mutable:
    """What all of them know: `__ms_mutable__` tells them from constants."""

    __ms_mutable__ = True
    __ms_dynamic_len__ = False


class _Bool(_Mutable, int):
    """bool itself can not be subclassed; this one passes as a bool."""

    __class__ = property(lambda self: bool)

    def __repr__(self):
        return repr(self != 0)

    __str__ = __repr__

    def __reduce__(self):
        return _Bool, (int(self),)


class _Int(_Mutable, int):
    """An int whose value a graph does not depend on."""


class _Float(_Mutable, float):
    """A float whose value a graph does not depend on."""


class _Tuple(_Mutable, tuple):
    """A tuple whose elements' values a graph does not depend on."""


class _List(_Mutable, list):
    """A list whose elements' values a graph does not depend on."""


class _Dict(_Mutable, dict):
    """A dict whose values' values a graph does not depend on."""


_KINDS = {bool: _Bool, int: _Int, float: _Float, tuple: _Tuple, list: _List, dict: _Dict}


def can_be_mutable(value, outer=()):
    """Whether `value` is of the types that can be variables of a graph, down to its innermost elements."""
    if isinstance(value, (bool, int, float, Tensor)):
        return True
    if any(value is container for container in outer):
        return False
    if isinstance(value, dict):
        value, outer = list(value.values()), (*outer, value)
    if isinstance(value, (tuple, list)):
        return all(can_be_mutable(item, (*outer, value)) for item in value)
    return False


def _kind_of(value):
    return next(kind for base, kind in _KINDS.items() if isinstance(value, base))


def mutable(input_data, dynamic_len=False):
    """`input_data` as a variable of graphs: calls with other values of the same types do not compile anew.

    input_data: bool, int, float, Tensor, or tuples, lists and dicts of them; dynamic_len: also the length of the tuple
    or list may differ from call to call. The result is equal to input_data and of a subclass of its type (a Tensor is
    returned itself: tensors are variables anyway). Raises TypeError for anything else."""
    if not can_be_mutable(input_data):
        raise TypeError("For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, list, "
                        "dict) or their nested structures with no self-reference, but got "
                        f"{type(input_data).__name__}: {input_data}.")
    if not isinstance(dynamic_len, bool):
        raise TypeError(f"For 'mutable', the second input should be bool, but got: {type(input_data).__name__}")
    if dynamic_len and not isinstance(input_data, (tuple, list)):
        raise TypeError("For 'mutable', when the variable_len is True, the first input should be list or tuple, but "
                        f"got: {type(input_data).__name__}")
    frontend = current_frontend()
    if frontend is not None:
        input_data = frontend.as_variables(input_data)
    if isinstance(input_data, Tensor):
        return input_data
    result = _kind_of(input_data)(input_data)
    result.__ms_dynamic_len__ = dynamic_len
    return result

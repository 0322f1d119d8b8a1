# SPDX-License-Identifier: Apache-2.0
"""Which objects captured code may work on: values that nothing but themselves decides about, containers of such."""
import collections
import types

import numpy as np

from _jitscope import Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.values import Iteration
from mindspore.common.dtype import Type

# Values that are equal are the same: compared by type and value.
PRIMITIVES = (type(None), bool, int, float, complex, str, bytes, Type, np.generic, np.dtype, range, type(Ellipsis),
              type(NotImplemented))
CONTAINERS = (list, tuple, dict, set, frozenset)
_PLAIN = (*PRIMITIVES, *CONTAINERS, Tensor, slice, Iteration, type, types.FunctionType, types.BuiltinFunctionType,
          types.MethodType, types.ModuleType, type({}.keys()), type({}.values()), type({}.items()))
# What is read from these modules is taken as it is: nobody assigns to their names.
_LIBRARIES = frozenset(("mindspore", "numpy", "math", "operator", "builtins", "functools", "itertools", "collections",
                        "_operator", "_jitscope", "typing", "copy", "random", "time", "os", "sys"))


def mirrored_as(value):
    """The class of a copy of a container that captured code may work on; None for what is no such container."""
    kind = type(value)
    if kind in CONTAINERS or kind is collections.OrderedDict or isinstance(value, tuple) and hasattr(kind, "_fields"):
        return kind
    if hasattr(kind, "__ms_mutable__"):
        return next((plain for plain in CONTAINERS if isinstance(value, plain)), None)
    return None


def check_plain(value):
    """Breaks for an operand whose operators are functions of the user, which may do anything."""
    kind = type(value)
    if not isinstance(value, _PLAIN):
        raise Break(breaks.UNKNOWN, f"An operator of a {kind.__name__}")
    derives = isinstance(value, (list, dict, set, int, str, tuple)) and not hasattr(kind, "_fields")
    if derives and not is_library_name(kind.__module__):
        raise Break(breaks.UNKNOWN, f"An operator of a {kind.__name__}")


def is_library_name(module):
    """Whether it is this package or one of those that only give functions."""
    return (module or "").partition(".")[0] in _LIBRARIES


def static_attribute(kind, name):
    """What a class or one of its bases defines under a name, as it stands there; None for nothing."""
    for base in kind.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None

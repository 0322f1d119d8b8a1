# SPDX-License-Identifier: Apache-2.0
"""Which weights a function can use: those of cells, and those that its code names outside of itself."""
import functools
import types

from mindspore.common.cellbase import CellBase
from mindspore.common.parameter import Parameter

__all__ = []


def reached_parameters(function):
    """The Parameters that a function, a cell or what holds such can use, each once: of variables around it, of globals that its
    code names, of the object of a method, of default values and of functions that it names. In the order in which they
    are met."""
    found, seen = {}, set()
    pending = [function]
    while pending:
        value = pending.pop(0)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Parameter):
            found[id(value)] = value
        elif isinstance(value, CellBase):
            found.update((id(parameter), parameter) for parameter in value.get_parameters())
        else:
            pending.extend(_named_by(value))
    return tuple(found.values())


def _named_by(value):
    """The values that one leads to."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, types.MethodType):
        return [value.__self__, value.__func__]
    wrapped = getattr(value, "__wrapped__", None)
    if wrapped is not None:
        return [wrapped]
    return _of_function(value) if isinstance(value, types.FunctionType) else []


def _of_function(function):
    around = []
    for cell in function.__closure__ or ():
        try:
            around.append(cell.cell_contents)
        except ValueError:
            continue  # not bound yet
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    held = [function.__globals__[name] for name in sorted(names) if name in function.__globals__]
    kept = [value for value in held if isinstance(value, (Parameter, CellBase, types.FunctionType, list, tuple, dict))]
    return [*around, *(function.__defaults__ or ()), *kept]


def _codes(code):
    """The code of a function and of those written in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)

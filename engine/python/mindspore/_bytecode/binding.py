# SPDX-License-Identifier: Apache-2.0
"""The slots of a function's frame for the arguments of a call."""
import functools
import inspect

from mindspore._bytecode.instructions import slot_names
from mindspore._bytecode.values import UNBOUND, Outer


class Mismatch(Exception):
    """The arguments do not fit the function: Python itself says why."""


def frame_slots(function, values):
    """Slots with `values` (name -> value) and the cells of the function's closure."""
    code = function.__code__
    names = slot_names(code)
    slots = [values.get(name, UNBOUND) for name in names]
    if code.co_freevars:
        slots[len(names) - len(code.co_freevars):] = function.__closure__
    return slots


def bound_values(function, args, keywords):
    """Name -> value for a call, defaults left out, and the names without a value."""
    code = function.__code__
    names = code.co_varnames[:code.co_argcount]
    values = dict(zip(names, args))
    extra = args[code.co_argcount:]
    at = code.co_argcount + code.co_kwonlyargcount
    if code.co_flags & inspect.CO_VARARGS:
        values[code.co_varnames[at]] = tuple(extra)
        at += 1
    elif extra:
        raise Mismatch
    takes = set(code.co_varnames[code.co_posonlyargcount:code.co_argcount + code.co_kwonlyargcount])
    others = {}
    for name, value in keywords.items():
        if name in values and name in takes:
            raise Mismatch
        (values if name in takes else others)[name] = value
    if code.co_flags & inspect.CO_VARKEYWORDS:
        values[code.co_varnames[at]] = others
    elif others:
        raise Mismatch
    return values


def _with_defaults(function, values, default):
    """Adds defaults: default(step, key, value) for each that is needed."""
    code = function.__code__
    positional = code.co_varnames[:code.co_argcount]
    given = function.__defaults__ or ()
    for index, value in enumerate(given):
        name = positional[len(positional) - len(given) + index]
        if name not in values:
            values[name] = default("__defaults__", index, value)
    for name, value in (function.__kwdefaults__ or {}).items():
        if name not in values:
            values[name] = default("__kwdefaults__", name, value)
    for name in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]:
        if name not in values:
            raise Mismatch
    return values


@functools.lru_cache(maxsize=1024)
def _padding(code):
    """The slots between the arguments and the free variables; None for functions that take more than by position."""
    if code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return None
    return (UNBOUND,) * (len(slot_names(code)) - code.co_argcount - len(code.co_freevars))


def call_slots(function, args, keywords):
    """Of a real call."""
    padding = None if keywords else _padding(function.__code__)
    if padding is not None and len(args) == function.__code__.co_argcount:
        return [*args, *padding, *(function.__closure__ or ())]
    values = bound_values(function, args, keywords)
    return frame_slots(function, _with_defaults(function, values, lambda step, key, value: value))


def bound_slots(machine, function, args, keywords):
    """Of a call in captured code: what comes from outside the segment stays Outer."""
    code = function.__code__
    variable = code.co_argcount + code.co_kwonlyargcount
    values = bound_values(function, args, keywords)
    for name in code.co_varnames[variable:variable + 2]:
        if isinstance(values.get(name), tuple):
            values[name] = tuple(map(machine.seen, values[name]))
        elif isinstance(values.get(name), dict) and name not in code.co_varnames[:variable]:
            values[name] = {key: machine.seen(value) for key, value in values[name].items()}

    is_copied = id(function) in machine.mirrors
    whole = machine.mirrors[id(function)][1] if is_copied else Outer((function,), function, code.co_name)

    def default(step, key, value):
        if id(function) in machine.made:
            return value
        return whole.attribute(step, None).item(key, value)
    values = _with_defaults(function, values, default)
    slots = frame_slots(function, values)
    if id(function) not in machine.made:
        first = len(slots) - len(code.co_freevars)
        for index, name in enumerate(code.co_freevars, first):
            cell = slots[index]
            kept = whole.attribute("__closure__", None).item(index - first, cell)
            slots[index] = kept if is_copied else Outer((cell,), cell, name)
    return slots

# SPDX-License-Identifier: Apache-2.0
"""What a compilation holds for, told so that any two of them can be compared: (kind, name, text) each."""
import itertools
import weakref

import _jitscope
from mindspore._capture.structure import brief, describe

ARGUMENT, VALUE, LENGTH, TYPE, OBJECT, TRAINING = range(6)  # as CompileFact::Kind
_PLAIN = (_jitscope.Tensor, bool, int, float, str, tuple, list, dict)
_numbers = {}  # id -> (what gives the object, its number)
_states = {}   # of what a dictionary held -> its number
_next_number = itertools.count(1)


def of_call(cache, args, kwargs, modes=()):
    """Arguments and closure of a call of a function, and the layers that were entered."""
    facts = [(OBJECT, "the function", f"{cache.name(args)} #{cache.number}")]
    for name, value in cache.signature.bind(*args, **kwargs).arguments.items():
        facts.append(_fact(ARGUMENT, name, value))
    return [*facts, *_closure(cache.function), *_modes(modes)]


def of_guards(guards):
    """Of guards as _jitscope.GraphEntry takes them."""
    return [_guarded(*guard) for guard in guards]


def of_shapes(looks_at_shapes):
    """Told of a capture that looked at shapes, which therefore can be no graph for all of them."""
    return [(VALUE, "the shapes of what is computed", "looked at")] if looks_at_shapes else []  # recompilations.cpp


def _closure(function):
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None)
    for name, cell in zip(code.co_freevars if code is not None else (), cells or ()):
        try:
            yield _fact(VALUE, f"closure {name}", cell.cell_contents)
        except ValueError:
            continue  # not bound yet


def _modes(modes):
    for layer, is_training in modes:
        yield TRAINING, _label(layer), "in training" if is_training else "not in training"


def _guarded(kind, source, expected, text):
    if kind == "tensor":
        return _kind_of(source), text, brief(expected)
    if kind == "equals":
        return _fact(_kind_of(source), text, expected)
    if kind == "len":
        return LENGTH, text, str(expected)
    if kind == "type":
        return TYPE, text, expected.__name__
    if kind == "dict":
        return OBJECT, text, f"state #{_state_number(expected)}"
    return _fact(OBJECT, text, expected)


def _kind_of(source):
    is_argument = type(source[0]) is int and all(step[0] == "item" for step in source[1:])
    return ARGUMENT if is_argument else VALUE


def _fact(kind, name, value):
    return (kind, name, _described(value)) if value is None or isinstance(value, _PLAIN) else (
        OBJECT, name, _label(value))


def _described(value, is_variable=False):
    """As messages show it, but for numbers that count by their type alone."""
    is_variable = is_variable or hasattr(value, "__ms_mutable__")
    if is_variable and isinstance(value, (bool, int, float)):
        return f"mutable {_number_type(value)}"
    if isinstance(value, (tuple, list)):
        inner = ", ".join(_described(item, is_variable) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name!r}: {_described(item, is_variable)}" for name, item in value.items()) + "}"
    return describe(value)


def _number_type(value):
    return next(each.__name__ for each in (bool, float, int) if isinstance(value, each))


def _label(value):
    return f"{type(value).__name__} #{_number(value)}"


def _number(value):
    """The same for the same object as long as it lives."""
    known = _numbers.get(id(value))
    if known is not None and known[0]() is value:
        return known[1]
    try:
        found = weakref.ref(value)
    except TypeError:
        found = lambda: value  # noqa: E731  it lives from now on
    _numbers[id(value)] = found, next(_next_number)
    return _numbers[id(value)][1]


def _state_number(items):
    key = tuple((name, _number(value)) for name, value in items.items())
    return _states.setdefault(key, len(_states) + 1)

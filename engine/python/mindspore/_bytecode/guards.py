# SPDX-License-Identifier: Apache-2.0
"""What a captured segment relies on, checked before it runs again.

A guard is (kind, source, expected, text), as _jitscope.GraphEntry takes them; a tensor's type is given by its symbol.
To say which one failed, they become Python functions.
"""
from _jitscope import Tensor

from mindspore._capture.structure import brief, describe

_EVERY_FAILURE = "(AttributeError, KeyError, IndexError, TypeError, ValueError)"


def _hooks_of(tensor):
    return list(tensor.__dict__.get("_hooks", ()))


def _has_same_items(now, expected):
    return now.keys() == expected.keys() and all(now[name] is value for name, value in expected.items())


class Names:
    """Objects that generated code speaks of."""

    def __init__(self):
        self.values = {"Tensor": Tensor}
        self._known = {}

    def of(self, value):
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"k{len(self._known)}"
            self.values[name] = value
        return name


def source_code(source, names):
    """The Python expression that follows a source in the list `state`."""
    root = source[0]
    text = f"state[{root}]" if type(root) is int else names.of(root)
    for step in source[1:]:
        if step[0] == "attr":
            text += f".{step[1]}" if step[1].isidentifier() else f".__dict__[{step[1]!r}]"
        elif step[0] == "item":
            text += f"[{step[1]!r}]" if type(step[1]) in (int, str) else f"[{names.of(step[1])}]"
        else:
            text += ".cell_contents"
    return text


def _check_code(guard, names):
    kind, source, expected, _ = guard
    value = source_code(source, names)
    if kind == "is":
        return f"{value} is {names.of(expected)}"
    if kind == "equals":
        return f"(type(v := {value}) is {names.of(type(expected))} and v == {names.of(expected)})"
    if kind == "type":
        return f"type({value}) is {names.of(expected)}"
    if kind == "tensor":
        dtype = names.of(expected.dtype)
        return (f"(type(v := {value}) is Tensor and v.dtype == {dtype} and v.shape == {expected.shape!r} "
                f"and list(v.__dict__.get('_hooks', ())) == {names.of(_hooks_of(expected))})")
    if kind == "len":
        return f"len({value}) == {expected}"
    if kind == "dict":
        return f"{names.of(_has_same_items)}({value}, {names.of(expected)})"
    return f"{names.of(expected)}({value})"


def compiled(guards):
    """A function that says of a state (a list) whether all guards hold."""
    names = Names()
    return _checking(" and ".join(_check_code(guard, names) for guard in guards) or "True", names)


def identities(same, apart):
    """A function that says of a state whether the pairs of sources are one object, or are not; None for no pairs."""
    if not same and not apart:
        return None
    names = Names()
    checks = [f"{source_code(a, names)} is {source_code(b, names)}" for a, b in same]
    checks += [f"{source_code(a, names)} is not {source_code(b, names)}" for a, b in apart]
    return _checking(" and ".join(checks), names)


def _checking(checks, names):
    text = f"def holds(state):\n    try:\n        return {checks}\n    except {_EVERY_FAILURE}:\n        return False\n"
    exec(text, names.values)
    return names.values["holds"]


def failing_guards(guards, state):
    """A sentence about each guard that does not hold."""
    return [_sentence(guard, state) for guard in guards if not compiled((guard,))(state)]


def _sentence(guard, state):
    kind, source, expected, text = guard
    names = Names()
    try:
        now = eval(source_code(source, names), names.values, {"state": state})
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        return f"{text} is gone"
    if kind == "tensor":
        return f"{text}: {describe(now)} instead of {brief(expected)}"
    if kind == "equals":
        return f"{text}: {describe(now)} instead of {describe(expected)}"
    if kind == "len":
        return f"{text}: {len(now) if hasattr(now, '__len__') else 'no'} items instead of {expected}"
    if kind == "type":
        return f"{text}: {type(now).__name__} instead of {expected.__name__}"
    return f"{text} is another object"

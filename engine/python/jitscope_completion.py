# SPDX-License-Identifier: Apache-2.0
"""What could follow what is typed, and what a name is: its signature and the beginning of its documentation."""
import builtins
import inspect
import keyword

import jitscope_commands
import jitscope_frames

_MOST = 500
_LONGEST_TEXT = 1500
_MISSING = object()


def value_of(space, name):
    """The value of "a.b.c" with names of a dictionary, or _MISSING."""
    first, *attributes = name.split(".")
    value = space.get(first, vars(builtins).get(first, _MISSING))
    for attribute in attributes:
        if value is _MISSING:
            break
        try:
            value = getattr(value, attribute)
        except Exception:  # whatever a property of the user's raises
            return _MISSING
    return value


def _order(name):
    return name.startswith("_"), name.lower(), name


def completions(space, prefix):
    """Names that could follow `prefix`, private ones last and only when asked for; commands behind a %."""
    if prefix.startswith("%"):
        return [f"%{name}" for name in jitscope_commands.names() if name.startswith(prefix[1:])]
    outer, dot, begin = prefix.rpartition(".")
    if dot:
        value = value_of(space, outer)
        try:
            names = set() if value is _MISSING else set(dir(value))
        except Exception:
            names = set()
    else:
        names = {*space, *vars(builtins), *keyword.kwlist}
    found = [name for name in names if isinstance(name, str) and name.startswith(begin)
             and name.isidentifier() and (begin.startswith("_") or not name.startswith("_"))]
    return [outer + dot + name for name in sorted(found, key=_order)[:_MOST]]


def _signature(name, value):
    short = name.rpartition(".")[2]
    try:
        return short + str(inspect.signature(value))
    except (TypeError, ValueError):
        first = (inspect.getdoc(value) or "").partition("\n")[0]
        return first if first.startswith(short + "(") else short + "(…)"


def describe(space, name):
    """(kind, signature or value, documentation), each "" when there is none."""
    if name.startswith("%"):
        if name[1:] not in jitscope_commands.names():
            return "", "", ""
        usage, words = jitscope_commands.describe(name[1:])
        return "command", usage, words
    if keyword.iskeyword(name):
        return "keyword", "", ""
    value = value_of(space, name)
    if value is _MISSING:
        return "", "", ""
    try:
        if inspect.ismodule(value):
            return "module", value.__name__, _documentation(value)
        if isinstance(value, type):
            return "class", _signature(name, value), _documentation(value)
        if callable(value) and not _is_plain_value(value):
            return "function", _signature(name, value), _documentation(value)
    except Exception:
        return type(value).__name__, "", ""
    return type(value).__name__, jitscope_frames._text_of(value), ""


def _is_plain_value(value):
    """Layers can be called too, but what they are says more."""
    return jitscope_frames._is_a(value, "mindspore.nn.cell", "Cell")


def _documentation(value):
    text = inspect.getdoc(value) or ""
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT - 1] + "…"

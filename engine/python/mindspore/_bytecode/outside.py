# SPDX-License-Identifier: Apache-2.0
"""Values from outside of a segment: what captured code sees of them, and the guards that make it hold.

Tensors become parameters of the graph, numbers and texts constants, containers mirrors: copies whose items are guarded,
which captured code may change; the program's own container takes the changes over when the graph has run.
"""
import functools
import types

import _jitscope
from _jitscope import Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.kinds import CONTAINERS, PRIMITIVES, mirrored_as
from mindspore._bytecode.values import UNBOUND, Outer, cell_contents
from mindspore._capture.places import is_package_file
from mindspore.common.parameter import Parameter, ParameterTuple

_MOST_ITEMS = 256  # of a container whose items are all guarded


class Outside:
    """The part of the interpreter that looks at the program's own values."""

    def __init__(self):
        self.capture = _jitscope.Capture()
        self.guards = {}        # key of source and kind -> guard
        self.inputs = []        # (source, symbol) of each parameter of the graph
        self.input_sources = {}  # id of an input's symbol -> its Outer
        self.known = {}         # id -> object of the program that is the same at every run
        self.mirrors = {}       # id -> (mirror, the Outer it stands for)
        self.mirror_of = {}     # id of the program's container, function or cell -> its last mirror
        self.same = []          # pairs of sources that are one object, as they are now
        self.changed = {}       # ids of mirrors that were changed, in order
        self.appended = set()   # ids of the program's lists that were appended to unseen
        self.in_generator = 0   # above 0, what is walked runs ahead of its caller
        self._resolved = {}

    def guard(self, kind, outer, expected):
        self.guards.setdefault((kind, _key(outer.source)), (kind, outer.source, expected, outer.text))

    def seen(self, value):
        return self.resolve(value) if type(value) is Outer else value

    def resolve(self, outer):
        """The value as captured code sees it, with the guard that makes it hold."""
        key = _key(outer.source)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(outer)
        return self._resolved[key]

    def _resolve(self, outer):
        value = outer.value
        kind = type(value)
        if kind is Tensor:
            return self._input(outer)
        if kind in PRIMITIVES or isinstance(value, PRIMITIVES):
            self._guard_primitive(outer, value)
            return value
        if mirrored_as(value) is not None:
            return self._mirror(outer)
        if kind in (slice, functools.partial):
            return self._copied_object(outer)
        if kind is types.CellType:
            return self.cell_mirror(outer)
        if isinstance(value, types.MethodType):
            self.guard("type", outer, types.MethodType)
            return types.MethodType(self.seen(outer.attribute("__func__", value.__func__)),
                                    self.seen(outer.attribute("__self__", value.__self__)))
        if kind is types.BuiltinMethodType and not isinstance(value.__self__, (types.ModuleType, type(None))):
            return self._builtin_method(outer)
        if kind is types.FunctionType and type(outer.source[0]) is int:
            if not is_package_file(value.__code__.co_filename):
                return self._function(outer)
        if kind.__module__ == "numpy" or isinstance(value, (types.GeneratorType, types.TracebackType)):
            raise Break(breaks.DATA_TYPE, f"Unsupported type: {kind.__name__}")
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            raise Break(breaks.DATA_TYPE, f"Unsupported type: {kind.__name__}")
        if isinstance(value, CONTAINERS) and not isinstance(value, ParameterTuple):
            raise Break(breaks.DATA_TYPE, f"Unsupported type: {kind.__name__}")
        self.guard("is", outer, value)
        return self.learn(value)

    def _copied_object(self, outer):
        """A slice or partial: made of parts that are guarded one by one."""
        value, kind = outer.value, type(outer.value)
        self.guard("type", outer, kind)
        names = ("start", "stop", "step") if kind is slice else ("func", "args", "keywords")
        parts = [self.seen(outer.attribute(name, getattr(value, name))) for name in names]
        copy = slice(*parts) if kind is slice else functools.partial(parts[0], *parts[1], **parts[2])
        return self._as_mirror(copy, outer)

    def _guard_primitive(self, outer, value):
        if _is_zero(value):
            self.guard("true", outer, _SameZero(value))  # 0.0 == -0.0
        else:
            self.guard("is" if value is None or type(value) is bool else "equals", outer, value)

    def learn(self, value):
        """Remembers an object that is the same whenever the guards hold."""
        self.known[id(value)] = value
        return value

    def _input(self, outer):
        name = "".join(c if c.isalnum() else "_" for c in outer.text).strip("_") or "x"
        symbol = self.capture.add_parameter(name, outer.value)
        self.guard("tensor", outer, symbol)
        self.inputs.append((outer.source, symbol))
        self.input_sources[id(symbol)] = outer
        return symbol

    def _builtin_method(self, outer):
        """A method of a container or tensor: of the one that captured code works on."""
        step = outer.source[-1]
        if len(outer.source) < 2 or step[0] != "attr":
            raise Break(breaks.FUNCTION, f"The method {outer.value.__name__} of an object")
        owner = Outer(outer.source[:-1], outer.value.__self__, outer.text)
        return self.attribute(self.seen(owner), step[1])

    def _function(self, outer):
        """A function that may be another one of the same code at the next call: a closure."""
        function = outer.value
        self.guard("is", outer.attribute("__code__", None), function.__code__)
        self.guard("is", outer.attribute("__globals__", None), function.__globals__)
        return self._as_mirror(function, outer)

    def _mirror(self, outer):
        """A copy of a list, tuple, dict or set of the program, all of whose items are guarded."""
        value = outer.value
        known = self.mirror_of.get(id(value))
        if known is not None and id(known) in self.changed:
            raise Break(breaks.UNKNOWN, "A list that was changed before")
        if id(value) in self.appended:
            raise Break(breaks.UNKNOWN, "A list that was changed before")
        if len(value) > _MOST_ITEMS:
            raise Break(breaks.DATA_TYPE, f"A {type(value).__name__} of {len(value)} items")
        self.guard("type", outer, type(value))
        return self._as_mirror(self._copied(outer, value), outer)

    def _as_mirror(self, mirror, outer):
        known = self.mirror_of.get(id(outer.value))
        if known is not None:
            self.same.append((self.mirrors[id(known)][1].source, outer.source))
        self.mirror_of[id(outer.value)] = mirror
        self.mirrors[id(mirror)] = (mirror, outer)
        return mirror

    def _copied(self, outer, value):
        if isinstance(value, (set, frozenset)):
            for item in value:
                if not isinstance(item, PRIMITIVES):
                    raise Break(breaks.DATA_TYPE, f"Unsupported type: {type(value).__name__}")
            self.guard("equals", outer, type(value)(value))
            return type(value)(value)
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, PRIMITIVES):
                    raise Break(breaks.DATA_TYPE, "A dict with keys that are objects")
            keys = list(value)
            guard = ("true", outer.source, lambda now: list(now) == keys, outer.text)
            self.guards[("keys", _key(outer.source))] = guard
            return mirrored_as(value)((key, self.seen(outer.item(key, item))) for key, item in value.items())
        self.guard("len", outer, len(value))
        items = [self.seen(outer.item(index, item)) for index, item in enumerate(value)]
        kind = mirrored_as(value)
        return kind(*items) if hasattr(kind, "_fields") else kind(items)

    def cell_mirror(self, outer):
        """A cell of the program as captured code works on it; the program's is written when the graph has run."""
        known = self.mirror_of.get(id(outer.value))
        if known is not None:
            self.same.append((self.mirrors[id(known)][1].source, outer.source))
            return known
        contents = cell_contents(outer.value)
        mirror = types.CellType() if contents is UNBOUND else types.CellType(outer.contents(contents))
        return self._as_mirror(mirror, outer)

    def touch(self, container):
        """The container is about to be changed."""
        if self.in_generator:
            raise Break(breaks.FUNCTION, "A generator that changes something")  # it would run ahead of its caller
        if id(container) in self.mirrors:
            outer = self.mirrors[id(container)][1]
            if any(other.value is outer.value and mirror is not container for mirror, other in self.mirrors.values()):
                raise Break(breaks.UNKNOWN, "A change of what has two names")
            self.changed[id(container)] = True
        elif id(container) in self.known:
            raise Break(breaks.UNKNOWN, "A change of an object of the program")


class _SameZero:
    """Whether a float is zero of the same sign."""

    def __init__(self, zero):
        self._zero = zero

    def __call__(self, value):
        return type(value) is type(self._zero) and str(value) == str(self._zero)


def _is_zero(value):
    return type(value) is float and value == 0.0


def _key(source):
    root = source[0]
    return (root if type(root) is int else ("#", id(root)), *source[1:])

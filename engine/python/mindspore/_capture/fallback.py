# SPDX-License-Identifier: Apache-2.0
"""The fallback to Python: what is no operator becomes a PyExecute node, which Python computes when the graph runs."""
import ast
import operator
import os

import numpy as np

import _jitscope
from _jitscope import Symbol, Tensor
from mindspore import context
from mindspore._capture.errors import holds_symbol, not_captured
from mindspore._capture.external import attribute_of, listed
from mindspore._capture.functions import CapturedFunction
from mindspore._capture.places import is_package_file

STRICT_HINT = ("You can use os.environ['MS_DEV_JIT_SYNTAX_LEVEL'] = '2' to enable the JIT lax mode to support the "
               "current syntax.")


def syntax_level(asked=None):
    """"STRICT", "COMPATIBLE" or "LAX": the environment decides, then the function or cell, then the context."""
    given = os.environ.get("MS_DEV_JIT_SYNTAX_LEVEL")
    if given is not None:
        return {"0": "STRICT", "1": "COMPATIBLE"}.get(given, "LAX")
    return asked or ("STRICT" if context.get_context("jit_syntax_level") == 0 else "LAX")


class _Call:
    """What a PyExecute node calls: a function with the structure of its arguments, filled in when the graph runs."""

    __slots__ = ("function", "args", "kwargs")

    def __init__(self, function, args, kwargs):
        self.function, self.args, self.kwargs = function, args, kwargs

    def __call__(self, *values):
        return self.function(*_filled(self.args, values), **_filled(self.kwargs, values))

    def direct(self):
        """What does the same: the function itself, where it takes the values of the graph as they come."""
        is_plain = all(isinstance(item, _Slot) and item.index == place for place, item in enumerate(self.args))
        return self.function if is_plain and not self.kwargs else self


class _Arithmetic:
    """An operator of Python's that takes NumPy's arrays behind tensors, as graphs do."""

    __slots__ = ("function",)

    def __init__(self, function):
        self.function = function

    def __call__(self, a, b):
        return self.function(a, Tensor(b) if isinstance(a, Tensor) and isinstance(b, np.ndarray) else b)


class _Slot:
    """The place of a value of the graph in the arguments of a call."""

    __slots__ = ("index",)

    def __init__(self, index):
        self.index = index


def _filled(template, values):
    if isinstance(template, _Slot):
        return values[template.index]
    if isinstance(template, _Group):
        return template.filled(values)
    if type(template) is tuple:
        return tuple(_filled(item, values) for item in template)
    if type(template) is dict:
        return {key: _filled(item, values) for key, item in template.items()}
    return template


class _Group:
    """A container that is made anew each time, since it holds values of the graph or was made by captured code."""

    __slots__ = ("make", "items")

    def __init__(self, make, items):
        self.make, self.items = make, items

    def filled(self, values):
        return self.make(_filled(item, values) for item in self.items)


def _pairs(items):
    items = list(items)
    return dict(zip(items[::2], items[1::2]))


def _named(kind):
    return lambda items: kind(*items)


class _Template:
    """Takes arguments apart: the values of the graph in them, and the structure that holds them."""

    def __init__(self, is_own):
        self.values = []
        self._is_own = is_own

    def of(self, value):
        if isinstance(value, (Symbol, _jitscope.External, _jitscope.Scalar)):
            self.values.append(value)
            return _Slot(len(self.values) - 1)
        if isinstance(value, slice):
            return _Group(_named(slice), [self.of(part) for part in (value.start, value.stop, value.step)])
        if isinstance(value, (tuple, list, dict, set)) and (holds_symbol(value) or self._is_own(value)):
            return self._group(value)
        return value

    def _group(self, value):
        if isinstance(value, dict):
            return _Group(_pairs, [self.of(part) for pair in value.items() for part in pair])
        make = _named(type(value)) if hasattr(value, "_fields") else type(value)
        return _Group(make, [self.of(item) for item in value])


class Fallback:
    """Adds the nodes of what Python computes to the graph that is being captured."""

    def __init__(self, frontend, level):
        self._frontend = frontend
        self.is_strict = level != "LAX"
        self.gives_dictionaries = level != "STRICT"
        self._dumps = os.environ.get("MS_DEV_FALLBACK_DUMP_NODE") == "1"

    def execute(self, function, args, kwargs=None, *, reason, text=None):
        """A value for function(*args, **kwargs), called each time when the graph runs; an error under STRICT."""
        if self.is_strict:
            raise self._refused(function, args, text or self._frontend.source_text() or name_of(function))
        return self.compute(function, args, kwargs, reason=reason, text=text)

    def compute(self, function, args, kwargs=None, *, reason, text=None):
        """The same for what MindSpore has as an operator, which STRICT takes too."""
        kwargs = kwargs or {}
        text = text or self._frontend.source_text() or name_of(function)
        if getattr(function, "__module__", "") == "_operator" and len(args) == 2:
            function = _Arithmetic(function)
        owner = getattr(function, "__self__", None)
        if isinstance(owner, (Symbol, _jitscope.External, tuple, list, dict, set)):
            function, args = _method, (owner, function.__name__, *args)
        self._check_functions((args, kwargs), text)
        template = _Template(self._frontend.outside.is_own)
        call = _Call(function, tuple(map(template.of, args)), {key: template.of(item) for key, item in kwargs.items()})
        if self._dumps:
            print(f"PyExecute: {text} ({reason}){self._frontend.place_text()}")
        return self._frontend.capture.add_host_call(call.direct(), tuple(template.values), text, reason)

    def _refused(self, function, args, text):
        """MindSpore's error for what STRICT does not take."""
        owner, name = getattr(function, "__self__", None), name_of(function).rpartition(".")[2]
        if function in (str, repr) and isinstance(args[0], Tensor):
            owner, name = args[0], f"__{function.__name__}__"
        if isinstance(owner, Tensor):
            return AttributeError(f"In JIT strict mode, cannot get attributes {name} or the Tensor[{owner.dtype}] "
                                  f"object has no attribute: '{name}'. {STRICT_HINT}")
        variable = first_variable_name(self._frontend.node())
        return ValueError(f"When handling script '{text} in graph mode', the inputs should be constant, but found "
                          f"variable '{variable}' to be nonconstant. Try to set jit_syntax_level to LAX.")

    def _check_functions(self, value, text):
        """A function that is walked into the graph has no code of its own that Python could run later."""
        if isinstance(value, CapturedFunction):
            raise not_captured(f"Handing the function '{value.__name__}', which is defined inside of the graph, to "
                               f"Python code ('{text}')")
        if isinstance(value, dict):
            value = value.values()
        if isinstance(value, (tuple, list)) or type(value) is type({}.values()):
            for item in value:
                self._check_functions(item, text)

    def truth(self, value):
        """Whether a value of Python's counts as true: a bool when the graph runs."""
        return self.execute(bool, (value,), reason="asks Python whether it is true")

    def raising(self, failure):
        """A node that raises when it is reached."""
        kind, args = (failure, ()) if isinstance(failure, type) else (type(failure), failure.args)
        text = self._frontend.source_text()
        return self.execute(_raise, (kind, *args), reason="raises when it is reached", text=text)

    def attempt(self, function, args, kwargs=None):
        """The result of a call that may compute with values of the graph; where it needs their elements, Python's."""
        mark = _jitscope.mark_capture(self._frontend.capture)
        try:
            return function(*args, **(kwargs or {}))
        except _jitscope.ValueNeeded as needed:
            _jitscope.rollback_capture(self._frontend.capture, mark)  # what was captured of the call until then
            carry_out = self.compute if _is_operator(function) else self.execute
            return carry_out(function, args, kwargs, reason=str(needed).rstrip("."))

    def attribute(self, owner, name):
        """An attribute of a value of Python's."""
        return self.execute(attribute_of, (owner, name), reason="reads an attribute of a Python object",
                            text=f"{owner._source_text}.{name}")

    def unpacked(self, value, count):
        """The `count` items of a value of Python's."""
        reason = "unpacks a Python object"
        items = self.compute(_exactly, (value, count), reason=reason)
        return [self.compute(operator.getitem, (items, index), reason=reason) for index in range(count)]


def _method(owner, name, *args, **kwargs):
    return listed(getattr(owner, name)(*args, **kwargs))


def _raise(kind, *args):
    raise kind(*args)


def _exactly(value, count):
    items = tuple(value)
    if len(items) != count:
        few = "not enough" if len(items) < count else "too many"
        got = f", got {len(items)}" if len(items) < count else ""
        raise ValueError(f"{few} values to unpack (expected {count}{got})")
    return items


def _is_operator(function):
    """Functions of this package, and what Python's operators mean for tensors."""
    code = getattr(function, "__code__", None)
    if code is not None:
        return is_package_file(code.co_filename)
    return isinstance(function, type(_jitscope.primitives["Add"])) or getattr(function, "__module__", "") == "_operator"


def name_of(function):
    """"numpy.sin"; of a method its class and name."""
    owner = getattr(function, "__self__", None)
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or type(function).__name__
    module = getattr(function, "__module__", None)
    if module is None and owner is not None and not isinstance(owner, type(ast)):
        return name
    if module is None:  # NumPy's functions of elements are objects without a module of their own
        module = type(function).__module__
    return name if module in (None, "builtins", "_operator") else f"{module}.{name}"


def first_variable_name(node):
    """The first name in an expression's arguments, which its error speaks of."""
    names = [part.id for call in ast.walk(node) if isinstance(call, ast.Call) for argument in call.args
             for part in ast.walk(argument) if isinstance(part, ast.Name)]
    return names[0] if names else "__input_0__"


def reason_for(function):
    """Why a call of `function` is no node of an operator."""
    return f"calls {name_of(function)}, which is no operator"

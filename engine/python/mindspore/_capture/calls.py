# SPDX-License-Identifier: Apache-2.0
"""Decides for every call in captured code how it is carried out.

The user's functions are walked, each as a graph of its own that the caller's graph calls. The functions of this package
simply run: given symbols, their operators become nodes. Everything else runs as Python now as long as it concerns
constants only; with values of the graph it becomes a node that Python computes.
"""
import functools
import inspect
import linecache
import sys
import sysconfig
import types

import _jitscope
from _jitscope import External, Scalar, Symbol, Tensor
from mindspore._capture import numbers
from mindspore._capture.errors import holds_external, holds_symbol, holds_variable, is_variable
from mindspore._capture.external import listed
from mindspore._capture.fallback import reason_for
from mindspore._capture.functions import CapturedFunction
from mindspore._capture.mistakes import check_gone_through, check_map, range_of
from mindspore._capture.places import is_package_function
from mindspore.common.cellbase import CellBase
from mindspore.common.parameter import Parameter

_OpFunction = type(_jitscope.primitives["Add"]) if "Add" in _jitscope.primitives else type(None)
_CONTAINERS = (list, dict, set)
_MUTATORS = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault",
                       "popitem", "add", "discard"))
_OF_VALUES = ("append", "clear")  # graphs make another list of a list
_READERS = frozenset("asnumpy numpy item tolist __array__ __len__".split())
# These only pass values on: what they make of tensors is captured by the tensors' own operators.
_TRANSPARENT = frozenset(("builtins", "functools", "_functools", "operator", "_operator", "itertools", "collections"))
_TEXT_MAKERS = (str, repr, ascii, format, hash, id)
_ON_NUMBERS = (divmod, bin, oct, hex, chr, complex)
_CONVERSIONS = (int, float, bool, complex, str)


class Calls:
    """The part of a capture that carries out calls."""

    def call(self, function, args, kwargs):
        """The result of a call in captured code."""
        for kinds, carry_out in _CALLS:
            if isinstance(function, kinds):
                return carry_out(self, function, args, kwargs)
        if is_cell(function):
            return self.call_cell(function, args, kwargs)
        if not callable(function):
            raise ValueError("The object is not callable. Please check code.")
        own_call = getattr(type(function), "__call__", None)
        if isinstance(own_call, types.FunctionType):
            return self.call(own_call, (function, *args), kwargs)
        return self._call_foreign(function, args, kwargs)

    def in_python(self, function, args, kwargs):
        """A node that makes the call when the graph runs."""
        return self.fallback.execute(function, args, kwargs, reason=reason_for(function))

    def _call_external(self, function, args, kwargs):
        return function(*args, **kwargs)

    def _call_captured(self, function, args, kwargs):
        return self._call_graph(function.__name__, args, kwargs, functools.partial(self._body_of, function))

    def _call_method(self, function, args, kwargs):
        if function.__func__ is Parameter.set_data:
            raise RuntimeError("Failed to compile in GRAPH_MODE because the 'Parameter' object's method 'set_data' is "
                               "not supported in 'construct' or function with @jit decorator. Try to use the "
                               "'Parameter.set_data' externally such as initialized in the method '__init__' before "
                               "assigning.")
        if isinstance(function.__self__, Tensor) and isinstance(function.__func__, _OpFunction):
            return self._call_operator(function.__func__, (function.__self__, *args), kwargs)
        return self.call(function.__func__, (function.__self__, *args), kwargs)

    def _call_partial(self, function, args, kwargs):
        return self.call(function.func, (*function.args, *args), {**function.keywords, **kwargs})

    def _call_function(self, function, args, kwargs):
        graphs = getattr(function, "__jitscope_graphs__", None)
        if graphs is not None:
            return self.call(graphs.function, args, kwargs)
        if is_package_function(function):
            return self._call_package(function, args, kwargs)
        if is_library_function(function):
            return self._call_foreign(function, args, kwargs)
        return self._call_graph(graph_name(function, args), args, kwargs, functools.partial(self._body_of, function))

    def _call_package(self, function, args, kwargs):
        if holds_external(args) or holds_external(kwargs):
            return self.in_python(function, args, kwargs)
        return self.outside.own_deeply(self.fallback.attempt(function, args, kwargs))

    def _call_operator(self, function, args, kwargs):
        return self._call_package(function, args, kwargs)

    def _call_class(self, cls, args, kwargs):
        if cls is type and len(args) == 1:
            return self._type_of(args[0])
        if issubclass(cls, Tensor) and args and isinstance(args[0], Scalar):
            return _jitscope.primitives["ScalarToTensor"](args[0], args[1] if len(args) > 1 else kwargs.get("dtype"))
        if issubclass(cls, Tensor) and args and numbers.are_some_variable(args[0]):
            return numbers.tensor_of(args[0], args[1] if len(args) > 1 else kwargs.get("dtype"))
        if issubclass(cls, Tensor) and args and isinstance(args[0], Symbol):
            dtype = args[1] if len(args) > 1 else kwargs.get("dtype")
            return args[0] if dtype is None else args[0].astype(dtype)
        if issubclass(cls, BaseException):
            return cls(*args, **kwargs)
        if cls.__module__ in _TRANSPARENT:
            return self._call_builtin(cls, args, kwargs)
        if getattr(cls, "__ms_class__", False):
            return self._make_object(cls, args, kwargs)
        if issubclass(cls, Tensor) and (holds_symbol(args) or holds_symbol(kwargs)):
            return self._call_package(cls, args, kwargs)
        if holds_variable(args) or holds_variable(kwargs):
            return self.in_python(cls, args, kwargs)
        return self._constant_object(cls, args, kwargs)

    def _type_of(self, value):
        if isinstance(value, External):
            return self.in_python(type, (value,), {})
        if isinstance(value, Scalar):
            return value.kind
        return Tensor if isinstance(value, Symbol) else type(value)

    def _make_object(self, cls, args, kwargs):
        """An object of a jit_class: it lives during capture, with values of the graph as attributes."""
        made = self.outside.own(cls.__new__(cls))
        if isinstance(cls.__init__, types.FunctionType):
            self.call_flat(cls.__init__, (made, *args), kwargs)
        return made

    def _call_builtin(self, function, args, kwargs):
        number = numbers.converted(function, args, kwargs)
        if number is not None:
            return number
        if function is zip or function is sum:
            check_gone_through(function, args[:1] if function is sum else args)
        special = _BUILTINS.get(function) if _is_hashable(function) else None
        if special is not None:
            return special(self, args, kwargs)
        owner = getattr(function, "__self__", None)
        if isinstance(owner, _CONTAINERS) and function.__name__ in _MUTATORS:
            self.outside.check_change(owner)
            if function.__name__ in _OF_VALUES:
                self.outside.set_apart(owner)
        elif self._needs_python(function, owner, args, kwargs):
            return self.in_python(function, args, kwargs)
        module = getattr(function, "__module__", None)  # slots have none
        if module not in _TRANSPARENT and not isinstance(owner, (Tensor, *_CONTAINERS, tuple, str)):
            return self._call_foreign(function, args, kwargs)
        if isinstance(owner, Tensor) and function.__name__ == "item" and is_variable(owner):
            return self.fallback.compute(function, args, kwargs, reason="reads the only element of a tensor")
        result = self.fallback.attempt(function, args, kwargs)
        result = listed(result)
        return self.outside.own(result) if isinstance(result, _CONTAINERS) else result

    def _needs_python(self, function, owner, args, kwargs):
        """Whether only Python can make the call when the graph runs, however little it looks at its arguments."""
        if isinstance(owner, Tensor) and function.__name__ in _READERS and is_variable(owner):
            return function.__name__ != "item"  # MindSpore has an operator for it, so that STRICT takes it
        if any(isinstance(value, External) for value in (*args, *kwargs.values())):
            return True
        if function in _CONVERSIONS and any(not isinstance(value, Symbol) and is_variable(value) for value in args):
            return True
        if function in _ON_NUMBERS and any(isinstance(value, Scalar) for value in args):
            return True
        makes_text = function in _TEXT_MAKERS or isinstance(owner, str)
        return makes_text and (holds_variable(args) or holds_variable(kwargs))

    def _call_foreign(self, function, args, kwargs):
        """A function of another package: computed now as far as it concerns constants."""
        if holds_variable(args) or holds_variable(kwargs) or is_variable(getattr(function, "__self__", None)):
            return self.in_python(function, args, kwargs)
        return self._constant_object(function, args, kwargs)

    def _constant_object(self, function, args, kwargs):
        """What a call gives that takes constants only."""
        if self.outside.is_made_anew(self.node()):
            return self.in_python(function, args, kwargs)
        return self.outside.made(self.call_outside(function, args, kwargs), self.node())

    def _print(self, args, kwargs):
        if kwargs or holds_external(args):
            self.has_printed = True
            self.fallback.execute(print, args, kwargs, reason="prints as Python does")
        # One item a line, as MindSpore's graphs print. Texts before the first tensor need no operator.
        elif self.has_printed or self.conditional or holds_symbol(args) or any(map(is_variable, args)):
            self.has_printed = True
            _jitscope.primitives["Print"](tuple(_printed(args)))
        else:
            self.printed.extend(str(item) for item in args)

    def _range(self, args, kwargs):
        if holds_variable(args):
            return self.fallback.attempt(range, args, kwargs)
        return range_of(*args)

    def _map(self, args, kwargs):
        if any(isinstance(value, External) for value in args):
            return self.in_python(map, args, kwargs)
        check_map(args[1:])
        return listed(self.fallback.attempt(map, args, kwargs))

    def _getattr(self, args, kwargs):
        owner, name, *default = args
        if isinstance(owner, External):
            return self.in_python(getattr, args, kwargs)
        if default and not self.outside.has_attribute(owner, name):
            return default[0]
        return self.outside.attribute(owner, name)

    def _hasattr(self, args, kwargs):
        if isinstance(args[0], External):
            return self.in_python(hasattr, args, kwargs)
        return self.outside.has_attribute(*args)

    def _isinstance(self, args, kwargs):
        value, classes = args
        if isinstance(value, External):
            return self.in_python(isinstance, args, kwargs)
        return numbers.is_instance(value, classes) if isinstance(value, Scalar) else isinstance(value, classes)

    def _setattr(self, args, _):
        self.outside.set_attribute(*args)

    def call_outside(self, function, args, kwargs):
        """Calls it as plain Python: operators compute, nothing is captured."""
        with self.paused():
            return _jitscope.outside_capture(function, *args, **kwargs)


_CALLS = (
    (External, Calls._call_external),
    (CapturedFunction, Calls._call_captured),
    (types.MethodType, Calls._call_method),
    (functools.partial, Calls._call_partial),
    ((types.FunctionType, _jitscope.JitFunction), Calls._call_function),
    (_OpFunction, Calls._call_operator),
    (type, Calls._call_class),
    ((types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType), Calls._call_builtin),
)
_BUILTINS = {range: Calls._range, map: Calls._map, print: Calls._print, getattr: Calls._getattr, hasattr: Calls._hasattr,
             setattr: Calls._setattr, isinstance: Calls._isinstance}


def _printed(items):
    """What Print takes: tensors, and the texts of all else; a sequence with tensors in it is printed item by item."""
    for item in items:
        if isinstance(item, (tuple, list, dict)) and holds_variable(item):
            yield from _printed(item.values() if isinstance(item, dict) else item)
        else:
            yield item if isinstance(item, (Tensor, Scalar)) else str(item)


def _is_hashable(function):
    """Methods of lists and the like hash their owners, which cannot be hashed."""
    return getattr(function, "__self__", None) is None or inspect.ismodule(function.__self__)


def is_cell(value):
    return isinstance(value, CellBase)


def graph_name(function, args):
    """The function's name; of a layer's construct with its class: "Network_construct"."""
    if args and is_cell(args[0]) and function.__name__ == "construct":
        return f"{type(args[0]).__name__}_construct"
    return "lambda" if function.__name__ == "<lambda>" else function.__name__


def is_library_function(function):
    """Some packages make functions of no file; their modules tell whose they are."""
    filename = function.__code__.co_filename
    if filename.startswith("<") and filename not in linecache.cache:
        filename = getattr(sys.modules.get(function.__module__), "__file__", None) or filename
    return is_library_file(filename)


@functools.lru_cache(maxsize=None)
def is_library_file(filename):
    """Whether it belongs to Python or to an installed package: such code is not walked."""
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.update(path for path in sys.path if path.endswith("-packages"))
    return any(filename.startswith(folder + "/") for folder in folders) or filename.startswith("<frozen")

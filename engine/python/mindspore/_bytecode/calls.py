# SPDX-License-Identifier: Apache-2.0
"""Decides for every call in captured code how it is carried out.

The user's functions are walked, those of this package run (given symbols, their operators become nodes), functions
without effects run on constants. All else breaks the graph.
"""
import functools
import inspect
import os
import types

import _jitscope
import numpy as np
from mindspore._bytecode import breaks
from mindspore._bytecode.binding import bound_slots
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.builtincalls import BuiltinCalls, check_read
from mindspore._bytecode.instructions import decoded
from mindspore._bytecode.kinds import is_library_name, static_attribute
from mindspore._bytecode.machine import Frame
from mindspore._bytecode.values import Iteration, Outer, cell_contents
from mindspore._capture.calls import is_library_file
from mindspore._capture.places import is_package_file
from mindspore.common.cellbase import CellBase

_OpFunction = type(_jitscope.primitives["Add"])
_DEEPEST = 60
_NO_CODE = compile("", "", "exec")
_ENVIRONMENT_READERS = (os.getenv, type(os.environ).get, type(os.environ).__getitem__, type(os.environ).__contains__)
# Of a layer's methods in this package, those that only read.
_READERS = frozenset(("trainable_params", "untrainable_params", "get_parameters", "parameters_dict", "cells",
                      "name_cells", "keys", "values", "items"))
_PACKAGE_MODULES = ("mindspore.ops", "mindspore.mint", "mindspore.numpy", "mindspore.scipy", "mindspore.nn",
                    "mindspore.amp", "mindspore.common.tensor", "mindspore._bytecode")


class Calls(BuiltinCalls):
    """The part of the interpreter that calls."""

    def call(self, frame, function, args, keywords):
        if type(function) is Outer and self.is_blind_append(function.value):
            return self._append(function, args, keywords)
        function = self.seen(function)
        if function is super and not args:
            return self._super(frame)
        return self.call_value(function, args, keywords)

    def call_value(self, function, args, keywords):
        """The result of a call; arguments may be Outer still."""
        if isinstance(function, _jitscope.JitFunction):
            return self.call_value(function.__jitscope_graphs__.function, args, keywords)
        for kinds, carry_out in _CALLS:
            if isinstance(function, kinds):
                return carry_out(self, function, args, keywords)
        if _is_cell(function):
            return self.call_cell(function, args, keywords)
        return self._call_object(function, args, keywords)

    # -- Python functions --------------------------------------------------------------------------------------------

    def _call_function(self, function, args, keywords):
        target = getattr(function, "__bytecode_target__", None)
        if target is not None:
            return self.call_value(target, args, keywords)
        file = function.__code__.co_filename
        if is_package_file(file):
            return self._call_package(function, args, keywords)
        if (function.__module__ or "").partition(".")[0] == "numpy":
            keywords = {name: self.seen(value) for name, value in keywords.items()}
            return self._call_numpy(function, tuple(map(self.seen, args)), keywords)
        if function in _ENVIRONMENT_READERS:
            return self._read_environment(function, args, keywords)
        if is_library_file(file):
            raise Break(breaks.FUNCTION, f"Function of a library: {function.__module__}.{function.__qualname__}")
        return self.inline(function, args, keywords)

    def _read_environment(self, function, args, keywords):
        """What a variable of the environment is; it is looked up again before the graph serves another call."""
        args, keywords = tuple(map(self.seen, args)), {name: self.seen(value) for name, value in keywords.items()}
        if function is not os.getenv:
            owner, *args = args
            if owner is not os.environ:
                raise Break(breaks.FUNCTION, f"Function of a library: {function.__module__}.{function.__qualname__}")
            function = functools.partial(function, owner)
        key = args[0] if args else keywords.get("key")
        if not isinstance(key, str):
            raise Break(breaks.ARGUMENT, "The environment at what is no text")
        guard = "true", (os.environ,), _Setting(key, os.environ.get(key)), f"the environment variable {key}"
        self.guards["environment", key] = guard
        return function(*args, **keywords)

    def inline(self, function, args, keywords):
        """Walks a function of the user."""
        if len(self.places) > _DEEPEST:
            raise Break(breaks.CALL, "Calls are too deep")
        code = function.__code__
        if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            raise Break(breaks.FUNCTION, "A coroutine")
        frame = Frame(decoded(code), function.__globals__, bound_slots(self, function, args, keywords))
        if code.co_flags & inspect.CO_GENERATOR:
            return self._run_generator(frame)
        return self.run_inner(frame)

    def _run_generator(self, frame):
        """All that it yields at once."""
        frame.yields = []
        self.in_generator += 1
        try:
            self.run_inner(frame)
        finally:
            self.in_generator -= 1
        return Iteration(frame.yields, "generator")

    def _call_package(self, function, args, keywords):
        if not (function.__module__ or "").startswith(_PACKAGE_MODULES):
            raise Break(breaks.FUNCTION, f"{function.__module__}.{function.__qualname__}")
        if args and _is_cell(self.seen(args[0])) and "." in function.__qualname__ and function.__name__ not in _READERS:
            if function.__name__ not in ("construct", "__getitem__", "__len__", "__iter__", "__contains__"):
                raise Break(breaks.FUNCTION, f"The method {function.__qualname__} of a layer")
        if function.__name__ in _READERS and args and _is_cell(args[0]):
            self._rely_on_gradients_of(args[0])
        return self.run_native(function, args, keywords)

    def _rely_on_gradients_of(self, cell):
        for parameter in self.seen(cell).get_parameters():
            where = Outer((parameter, ("attr", "requires_grad")), None, f"{parameter.name}.requires_grad")
            self.guard("is", where, parameter.requires_grad)

    def run_native(self, function, args, keywords):
        """Calls it as it is; functions of the user among the arguments are walked when they are called."""
        args = tuple(self._given(value) for value in args)
        keywords = {name: self._given(value) for name, value in keywords.items()}
        result = function(*args, **keywords)
        check_read(args, result, function)
        return result

    def _given(self, value):
        value = self.seen(value)
        if any(id(value) == owner for owner, _ in self.shadow):
            raise Break(breaks.ARGUMENT, f"A {type(value).__name__} whose attributes were set")
        is_function = isinstance(value, types.FunctionType) and not is_package_file(value.__code__.co_filename)
        if is_function or isinstance(value, types.MethodType) and isinstance(value.__func__, types.FunctionType):
            return self._callback(value)
        return value

    def _callback(self, function):
        def callback(*args, **keywords):
            return self.call_value(function, args, keywords)
        callback = functools.wraps(function)(callback)
        callback.__bytecode_target__ = function
        return callback

    def _call_method(self, method, args, keywords):
        return self.call_value(method.__func__, (method.__self__, *args), keywords)

    def _call_partial(self, partial, args, keywords):
        return self.call_value(partial.func, (*partial.args, *args), {**partial.keywords, **keywords})

    def _call_operator(self, function, args, keywords):
        return function(*map(self.seen, args), **{name: self.seen(value) for name, value in keywords.items()})

    def _call_object(self, function, args, keywords):
        """An object that can be called."""
        own = static_attribute(type(function), "__call__")
        is_known = id(function) in self.known or is_library_name(type(function).__module__)
        if id(function) in self.known and is_package_file(getattr(own, "__code__", _NO_CODE).co_filename):
            self.layers.setdefault(id(function), (function, dict(vars(function))))  # an operator with its attributes
        if isinstance(own, types.FunctionType) and is_known:
            return self.call_value(own, (function, *args), keywords)
        if isinstance(function, np.ufunc):
            return self._call_numpy(function, args, keywords)
        raise Break(breaks.FUNCTION, f"Unsupported callable: {type(function).__name__}")

    # -- layers ------------------------------------------------------------------------------------------------------

    def call_cell(self, cell, args, keywords):
        """A layer's construct, within the layer's scope; hooks and casts of the layer stand around it."""
        if hasattr(cell, "bprop"):
            raise Break(breaks.FUNCTION, f"{type(cell).__name__} has a bprop of its own")
        construct = type(cell).construct
        construct = getattr(getattr(construct, "__jitscope_graphs__", None), "function", construct)
        was_set = any(id(cell) == owner for owner, _ in self.shadow)
        is_changed = was_set and is_package_file(construct.__code__.co_filename)
        if "construct" in cell.__dict__ or is_changed:
            raise Break(breaks.FUNCTION, f"{type(cell).__name__} was changed")
        if cell._has_hooks():
            raise Break(breaks.FUNCTION, f"{type(cell).__name__} has hooks")
        self.rely_on_layer(cell)
        part = cell._scope_part
        if part:
            self.capture.push_scope(part)
        try:
            args = tuple(self.seen(value) for value in args) if not cell._is_plain else args
            return cell._run(lambda *inner, **named: self.call_value(construct, (cell, *inner), named), args, keywords)
        finally:
            if part:
                self.capture.pop_scope()

    def rely_on_layer(self, cell):
        """Guards what a layer of this package reads of itself; of a user's layer the interpreter sees each read."""
        self.learn(cell)
        if is_package_file(type(cell).construct.__code__.co_filename):
            self.layers.setdefault(id(cell), (cell, dict(cell.__dict__)))
        else:
            self.guard("is", Outer((cell, ("attr", "training")), None, "training"), cell.training)

    def _super(self, frame):
        names = frame.code.names
        if "__class__" not in names or not frame.code.code.co_argcount:
            raise Break(breaks.FUNCTION, "super() outside of a method")
        own = self.seen(frame.slots[0])
        own = self.seen(cell_contents(own)) if isinstance(own, types.CellType) else own
        kind = self.seen(self.cell_value(frame.slots[names.index("__class__")]))
        return _Super(self, kind, own)


class _Setting:
    """Whether a variable of the environment is what it was."""

    def __init__(self, key, value):
        self._key, self._value = key, value

    def __call__(self, environment):
        return environment.get(self._key) == self._value


class _Super:
    """super() in captured code: the methods of the classes behind `kind`."""

    def __init__(self, machine, kind, own):
        self._machine, self._kind, self._own = machine, kind, own

    def __getattr__(self, name):
        order = type(self._own).__mro__
        for base in order[order.index(self._kind) + 1:]:
            if name in base.__dict__ and isinstance(base.__dict__[name], types.FunctionType):
                return types.MethodType(self._machine.learn(base.__dict__[name]), self._own)
        raise Break(breaks.DELETED_ATTRIBUTE)


_CALLS = (
    (types.FunctionType, Calls._call_function),
    (types.MethodType, Calls._call_method),
    (functools.partial, Calls._call_partial),
    (_OpFunction, Calls._call_operator),
    (type, Calls._call_class),
    ((types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType, types.WrapperDescriptorType),
     Calls._call_builtin),
)


def _is_cell(value):
    return isinstance(value, CellBase)

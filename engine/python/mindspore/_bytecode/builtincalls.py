# SPDX-License-Identifier: Apache-2.0
"""Calls of builtins and classes in captured code: those without effects run on what is known, others break."""
import functools
import types

import _jitscope
import numpy as np
from _jitscope import Symbol, Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.kinds import CONTAINERS, PRIMITIVES, check_plain, is_library_name, static_attribute
from mindspore._bytecode.values import Iteration, Outer
from mindspore._capture.errors import holds_symbol
from mindspore._capture.places import is_package_file
from mindspore.common.cellbase import CellBase
from mindspore.common.parameter import Parameter
from mindspore.ops.primitive import Primitive

_SHORT = 4  # lists up to this length are looked at when something is appended
_PURE = frozenset((abs, all, any, bin, callable, chr, divmod, format, getattr, hasattr, hex, isinstance, issubclass,
                   iter, len, max, min, next, oct, ord, pow, round, sorted, sum, repr, ascii))
_PURE_MODULES = frozenset(("math", "cmath", "_operator", "operator"))
_TEXT_MAKERS = (repr, ascii, format, str)
_MUTATORS = frozenset("append extend insert pop remove clear sort reverse update setdefault popitem add discard "
                      "__setitem__ __delitem__ __iadd__ __ior__".split())
_NUMBERS = (bool, int, float, complex, str, bytes, slice, range)
_COLLECTIONS = (list, tuple, dict, set, frozenset)
# Methods of tensors that give Python's numbers without looking at elements.
_SHAPES = frozenset(("dim", "ndimension", "numel", "nelement", "element_size", "is_contiguous", "storage_offset",
                     "is_complex", "is_floating_point", "is_signed", "rank", "size", "is_tensor", "isconstant",
                     "shape", "dtype"))


class BuiltinCalls:
    """The part of the interpreter that calls what is not written in Python."""

    def is_blind_append(self, value):
        """Whether it appends to a list of the program whose items need not be looked at."""
        is_method = isinstance(value, types.BuiltinMethodType)
        is_append = is_method and value.__name__ == "append" and type(value.__self__) is list
        # Short lists are looked at: what was appended is often read again.
        return is_append and len(value.__self__) > _SHORT and id(value.__self__) not in self.mirror_of

    def _append(self, outer, args, keywords):
        """To a list of the program that nothing has looked at: its items need no guards."""
        owner = outer.value.__self__
        if keywords or len(args) != 1:
            raise Break(breaks.ARGUMENT, "list.append")
        self.appended.add(id(owner))
        where = Outer(outer.source[:-1], owner, outer.text)
        self.guard("type", where, list)
        self.log.append(("append", where, args[0]))

    def _call_builtin(self, function, args, keywords):
        if function is print:
            raise Break(breaks.FUNCTION, "print() runs in Python")
        args, keywords = tuple(map(self.seen, args)), {name: self.seen(value) for name, value in keywords.items()}
        owner = getattr(function, "__self__", None)
        if isinstance(owner, types.ModuleType):
            return self._call_module_function(function, args, keywords)
        if owner is None and not isinstance(function, types.MethodDescriptorType):
            raise Break(breaks.FUNCTION, f"Unsupported builtin: {getattr(function, '__name__', function)}")
        if isinstance(function, types.MethodDescriptorType):
            owner = args[0] if args else None
        self._check_method(function, owner, args, keywords)
        result = function(*args, **keywords)
        check_read((owner,), result, function)
        return result

    def _check_method(self, function, owner, args, keywords):
        """Methods of builtin types: those of tensors add nodes, those of containers may change them."""
        if isinstance(owner, Tensor):
            return
        check_plain(owner)
        is_value = isinstance(owner, (*PRIMITIVES, *CONTAINERS, *_VIEWS, slice))
        if isinstance(owner, (type, types.ModuleType)) or not is_value:
            raise Break(breaks.FUNCTION, f"Unsupported builtin: {function.__name__}")
        if any(callable(value) and not isinstance(value, type) for value in (*args, *keywords.values())):
            raise Break(breaks.ARGUMENT, f"A function given to {function.__name__}")
        if isinstance(owner, str) and holds_symbol(args):
            raise Break(breaks.UNKNOWN, "The text of a tensor")
        if isinstance(owner, (list, dict, set)) and function.__name__ in _MUTATORS:
            if isinstance(owner, (dict, set)) and args:
                self._check_keys(owner, function.__name__, args)
            self.touch(owner)

    def _check_keys(self, owner, name, args):
        for key in args[:1] if name in ("setdefault", "pop", "add", "discard", "remove", "__setitem__") else ():
            self.check_key(key)
        if isinstance(owner, set) and name == "update":
            for key in args[0]:
                self.check_key(key)

    def _call_module_function(self, function, args, keywords):
        if function in (getattr, hasattr) and args and len(args) > 1:
            return self._reflect(function, args)
        if function in (next,) and args and not isinstance(args[0], Iteration):
            raise Break(breaks.FUNCTION, "next() of an iterator from outside")
        if function is iter and len(args) == 1:
            return self.iteration(args[0])
        if function is functools.reduce:
            return self._reduce(*args)
        if function not in _PURE and function.__module__ not in _PURE_MODULES:
            if is_library_name(function.__module__) and (function.__module__ or "").startswith("numpy"):
                return self._call_numpy(function, args, keywords)
            raise Break(breaks.FUNCTION, f"Unsupported builtin: {function.__name__}")
        if function in (sorted, max, min) and isinstance(keywords.get("key"), (types.FunctionType, types.MethodType)):
            return self._by_key(function, args, keywords)
        self._check_pure(function, args, keywords)
        if function is len and id(args[0]) in self.known and not isinstance(args[0], Tensor):
            return self._length(args[0])
        return function(*args, **keywords)

    def _by_key(self, function, args, keywords):
        """sorted, max and min with a function of the user: the values are found by the keys that it gives."""
        items = self.unpacked(args[0]) if len(args) == 1 else list(args)
        keys = [self.seen(self.call_value(keywords["key"], (item,), {})) for item in items]
        for key in keys:
            if not isinstance(key, PRIMITIVES) and not isinstance(key, tuple) or holds_symbol(key):
                raise Break(breaks.CONDITION, f"{function.__name__}() by keys that are {type(key).__name__}")
        found = function(range(len(items)), **{**keywords, "key": keys.__getitem__})
        return [items[index] for index in found] if function is sorted else items[found]

    def _check_pure(self, function, args, keywords):
        if function in _TEXT_MAKERS and (holds_symbol(args) or not isinstance(args[0], (*PRIMITIVES, *CONTAINERS))):
            raise Break(breaks.UNKNOWN, "The text of an object")
        if isinstance(args[0] if args else None, Iteration) and function in (isinstance, callable, len, repr, ascii):
            raise Break(breaks.UNKNOWN, "The class of an iterator")
        if function in (isinstance, issubclass, callable, len):
            return
        for value in (*args, *keywords.values()):
            if isinstance(value, (types.FunctionType, types.MethodType)):
                raise Break(breaks.ARGUMENT, f"A function given to {function.__name__}")
            check_plain(value)

    def _length(self, owner):
        if is_library_name(type(owner).__module__):
            self.guard("len", Outer((owner,), owner, type(owner).__name__), len(owner))
            return len(owner)
        length = static_attribute(type(owner), "__len__")
        if not isinstance(length, types.FunctionType):
            raise Break(breaks.FUNCTION, f"len() of a {type(owner).__name__}")
        return self.call_value(length, (owner,), {})

    def _reflect(self, function, args):
        """getattr and hasattr."""
        owner, name = args[:2]
        is_there = (id(owner), name) in self.shadow or self._has(owner, name)
        if id(owner) in self.known and not is_there and not isinstance(owner, types.ModuleType):
            self.guards[("lacks", id(owner), name)] = ("true", (owner,), _Lacks(name), f"{type(owner).__name__}.{name}")
        elif isinstance(owner, Symbol) and not is_there:
            raise Break(breaks.DELETED_ATTRIBUTE)
        if is_there:
            value = self.attribute(owner, name)
            return value if function is getattr else True
        if function is hasattr:
            return False
        if len(args) < 3:
            raise Break(breaks.DELETED_ATTRIBUTE)
        return args[2]

    def _has(self, owner, name):
        if isinstance(owner, Symbol):
            return hasattr(Tensor, name)
        if id(owner) not in self.known or isinstance(owner, (type, types.ModuleType)):
            return hasattr(owner, name)
        if name in getattr(owner, "__dict__", ()) or static_attribute(type(owner), name) is not None:
            return True
        finds = static_attribute(type(owner), "__getattr__")
        if finds is not None and not is_package_file(getattr(finds, "__code__", check_read.__code__).co_filename):
            raise Break(breaks.DELETED_ATTRIBUTE)
        return hasattr(owner, name)

    def _reduce(self, function, items, *first):
        values = [*first, *self.unpacked(items)]
        if not values:
            raise Break(breaks.ARGUMENT, "reduce() of nothing")
        return functools.reduce(lambda a, b: self.call_value(function, (a, b), {}), values)

    def _call_numpy(self, function, args, keywords):
        """A function of NumPy on numbers alone: a constant."""
        is_random = "random" in (getattr(function, "__module__", "") or "")
        plain = all(_is_number(value) for value in (*args, *keywords.values()))
        if is_random or not plain:
            raise Break(breaks.FUNCTION, f"numpy.{getattr(function, '__name__', function)}")
        result = function(*args, **keywords)
        if not isinstance(result, PRIMITIVES):
            raise Break(breaks.FUNCTION, f"numpy.{getattr(function, '__name__', function)} gives an array")
        return result

    # -- classes -----------------------------------------------------------------------------------------------------

    def _call_class(self, kind, args, keywords):
        args, keywords = tuple(map(self.seen, args)), {name: self.seen(value) for name, value in keywords.items()}
        lazily = _LAZY.get(kind)
        if lazily is not None and not keywords.keys() - {"start", "strict"}:
            return lazily(self, *args, **keywords)
        if kind is type and len(args) == 1 and isinstance(args[0], Iteration):
            raise Break(breaks.UNKNOWN, "The class of an iterator")
        if kind is type and len(args) == 1:
            return Tensor if isinstance(args[0], Symbol) else type(args[0])
        if kind is functools.partial:
            return functools.partial(*args, **keywords)
        if kind in _NUMBERS:
            return self._made_number(kind, args, keywords)
        if kind in _COLLECTIONS:
            items = [self.unpacked(args[0])] if args and kind is not dict else args
            result = kind(*items, **keywords)
            for key in result if isinstance(result, (set, frozenset, dict)) else ():
                self.check_key(key)
            return result
        if issubclass(kind, tuple) and hasattr(kind, "_fields") and "__new__" in kind.__dict__:
            return kind(*args, **keywords)
        return self._made_object(kind, args, keywords)

    def _made_number(self, kind, args, keywords):
        if kind is not slice and (holds_symbol(args) or any(isinstance(value, Tensor) for value in args)):
            raise Break(breaks.UNKNOWN, f"{kind.__name__}() of a tensor")
        for value in args:
            check_plain(value)
        if kind is bool and args:
            return self.truth(args[0])
        if kind is str and args and not isinstance(args[0], PRIMITIVES) and not isinstance(args[0], CONTAINERS):
            raise Break(breaks.UNKNOWN, "The text of an object")
        return kind(*args, **keywords)

    def _made_object(self, kind, args, keywords):
        if kind is Tensor:
            return self._made_tensor(args, keywords)
        if _is_cell_class(kind):
            raise Break(breaks.NEW_CELL)
        is_number = issubclass(kind, np.generic) and all(map(_is_number, args))
        is_ours = kind.__module__.startswith(("mindspore.ops", "mindspore.common.dtype"))
        is_operator = issubclass(kind, Primitive) or is_ours
        if is_number or is_operator and not holds_symbol(args) and not holds_symbol(keywords):
            return kind(*map(self._given, args), **keywords)
        raise Break(breaks.FUNCTION, f"Making an object of class '{kind.__name__}'")

    def _made_tensor(self, args, keywords):
        if args and isinstance(args[0], Symbol):
            dtype = args[1] if len(args) > 1 else keywords.get("dtype")
            return args[0] if dtype is None else args[0].astype(dtype)
        if holds_symbol(args):
            raise Break(breaks.DATA_TYPE, "A tensor of tensors")
        return _jitscope.outside_capture(Tensor, *args, **keywords)

    # -- iterators that builtins make --------------------------------------------------------------------------------

    def _range(self, *args):
        if not all(isinstance(value, int) for value in args):
            raise Break(breaks.ARGUMENT, "range() of other than integers")
        return range(*args)

    def _enumerate(self, items, start=0):
        return Iteration(list(enumerate(self.unpacked(items), start)), "enumerate")

    def _zip(self, *sequences, strict=False):
        return Iteration(list(zip(*map(self.unpacked, sequences), strict=strict)), "zip")

    def _map(self, function, *sequences):
        found = [self.call_value(function, items, {}) for items in zip(*map(self.unpacked, sequences))]
        return Iteration(found, "map")

    def _filter(self, function, items):
        wanted = (lambda item: item) if function is None else (lambda item: self.call_value(function, (item,), {}))
        return Iteration([item for item in self.unpacked(items) if self.truth(self.seen(wanted(item)))], "filter")

    def _reversed(self, items):
        return Iteration(list(reversed(self.unpacked(items))), "reversed")


class _Lacks:
    """Whether an object still has no such attribute."""

    def __init__(self, name):
        self._name = name

    def __call__(self, owner):
        return not hasattr(owner, self._name)


_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
_LAZY = {range: BuiltinCalls._range, enumerate: BuiltinCalls._enumerate, zip: BuiltinCalls._zip, map: BuiltinCalls._map,
         filter: BuiltinCalls._filter, reversed: BuiltinCalls._reversed}


def check_read(values, result, function):
    """Breaks where the elements of a parameter became Python's: they are others at the next call."""
    is_read = any(isinstance(value, Tensor) and not isinstance(value, Symbol) for value in values)
    is_python = isinstance(result, (int, float, complex, list, np.ndarray, np.generic, str))
    if is_read and is_python and not holds_symbol(result):
        if function.__name__ not in _SHAPES:
            raise Break(breaks.UNKNOWN, f"Reading a tensor's elements ({function.__name__})")


def _is_number(value):
    if isinstance(value, (tuple, list)):
        return all(map(_is_number, value))
    return isinstance(value, (bool, int, float, complex, str, type(None), np.generic, type, np.dtype))


def _is_cell_class(kind):
    return issubclass(kind, (CellBase, Parameter))

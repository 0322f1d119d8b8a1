# SPDX-License-Identifier: Apache-2.0
"""Names, attributes and items in captured code: where each was read is guarded, what is set is kept aside."""
import builtins
import types

from _jitscope import Symbol, Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.kinds import CONTAINERS, PRIMITIVES, check_plain, is_library_name, static_attribute
from mindspore._bytecode.values import Outer, cell_contents
from mindspore._capture.places import is_package_file
from mindspore.common.parameter import Parameter

_PARTS = ("_params", "_cells", "_param_tuples", "_buffers")  # of a layer, which takes care of setting them


class Access:
    """The part of the interpreter that reads and sets."""

    def __init__(self):
        self.log = []       # ("attr", owner, name, value), ("global", names, name, value), ("append", outer, value)
        self.shadow = {}    # (id of owner or globals, name) -> value set in this segment

    # -- names -------------------------------------------------------------------------------------------------------

    def global_value(self, frame, name):
        names = frame.names
        if (id(names), name) in self.shadow:
            return self.shadow[id(names), name]
        if name in names:
            value = names[name]
            if is_library_name(names.get("__name__", "")):
                return self.learn(value)
            return Outer((names, ("item", name)), value, name)
        known = names.get("__builtins__", builtins)
        known = known if isinstance(known, dict) else vars(known)
        if name not in known:
            raise Break(breaks.DELETED_GLOBAL)
        self.guards[("absent", id(names), name)] = ("true", (names,), _Absent(name), f"the name {name}")
        return self.learn(known[name])

    def set_global(self, frame, name, value):
        self.shadow[id(frame.names), name] = value
        self.log.append(("global", frame.names, name, value))

    def delete_global(self, frame, name):
        raise Break(breaks.BYTECODE, "ByteCode DELETE_GLOBAL is not supported")

    def cell_value(self, cell):
        return cell_contents(self.seen(cell))

    def set_cell(self, frame, slot, value):
        if frame.code.names[slot] in frame.code.free_names and type(frame.slots[slot]) is Outer:
            raise Break(breaks.FREE_VARIABLE)
        cell = self.seen(frame.slots[slot])
        self.touch(cell)
        cell.cell_contents = value

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, owner, name):
        if (id(owner), name) in self.shadow:
            return self.shadow[id(owner), name]
        if isinstance(owner, Symbol):
            return self._tensor_attribute(owner, name)
        if isinstance(owner, (types.ModuleType, type)):
            return self._public_attribute(owner, name)
        if isinstance(owner, Parameter):
            return self._parameter_attribute(owner, name)
        if isinstance(owner, types.FunctionType) and name in owner.__dict__:
            return Outer((owner, ("attr", name)), getattr(owner, name), f"{owner.__name__}.{name}")
        plain = (*PRIMITIVES, types.FunctionType, types.BuiltinFunctionType)
        if id(owner) in self.known and not isinstance(owner, plain):
            return self._object_attribute(owner, name)
        return getattr(owner, name)

    def method(self, owner, name):
        if type(owner) is Outer and name == "append" and self.is_blind_append(getattr(owner.value, name, None)):
            return owner.attribute(name, owner.value.append)
        return self.attribute(self.seen(owner), name)

    def _tensor_attribute(self, symbol, name):
        if name == "__class__":
            return Tensor
        value = getattr(symbol, name)
        if isinstance(value, types.MethodType) and value.__self__ is not symbol:
            raise Break(breaks.UNKNOWN, f"The attribute '{name}' of a tensor")
        return value

    def _public_attribute(self, owner, name):
        value = getattr(owner, name)
        module = owner.__name__ if isinstance(owner, types.ModuleType) else owner.__module__
        if is_library_name(module) or isinstance(value, types.MethodType):
            return self.learn(value)
        return Outer((owner, ("attr", name)), value, f"{owner.__name__}.{name}")

    def _parameter_attribute(self, parameter, name):
        value = getattr(parameter, name)
        if isinstance(value, (*PRIMITIVES, tuple)):
            self.guard("equals", Outer((parameter, ("attr", name)), value, f"{parameter.name}.{name}"), value)
        elif isinstance(value, Tensor):
            raise Break(breaks.DATA_TYPE, "The data of a parameter")
        return value

    def _object_attribute(self, owner, name):
        kind = type(owner)
        static = static_attribute(kind, name)
        kept = getattr(owner, "__dict__", {})
        where = Outer((owner, ("attr", name)), None, f"{kind.__name__}.{name}")
        if isinstance(static, property) and isinstance(static.fget, types.FunctionType):
            if not is_package_file(static.fget.__code__.co_filename):
                return self.call_value(static.fget, (owner,), {})
        elif static_attribute(kind, "__getattribute__") is not object.__getattribute__:
            raise Break(breaks.UNKNOWN, f"The attributes of a {kind.__name__}")
        elif name not in kept and isinstance(static, types.FunctionType):
            if not is_package_file(static.__code__.co_filename):
                self.guard("is", where.attribute("__func__", None), static)
            return types.MethodType(self.learn(static), owner)
        elif name not in kept and static is None and not _finds_by_package(kind):
            raise Break(breaks.DELETED_ATTRIBUTE)
        elif name not in kept and _computes(static):
            raise Break(breaks.UNKNOWN, f"The attribute '{name}' is computed")
        where.value = getattr(owner, name)
        if isinstance(where.value, (types.MethodType, types.BuiltinMethodType)):
            return where.value
        return where

    def set_attribute(self, owner, name, value):
        kind = type(owner)
        if id(owner) not in self.known or isinstance(owner, (type, types.ModuleType, types.FunctionType, Tensor)):
            raise Break(breaks.UNKNOWN, f"Setting the attribute '{name}' of a {kind.__name__}")
        sets = static_attribute(kind, "__setattr__")
        by_package = isinstance(sets, types.FunctionType) and is_package_file(sets.__code__.co_filename)
        if sets is not object.__setattr__ and not by_package:
            raise Break(breaks.UNKNOWN, f"Setting an attribute of a {kind.__name__}")
        if hasattr(type(static_attribute(kind, name)), "__set__"):
            raise Break(breaks.UNKNOWN, f"Setting the property '{name}'")
        inner = value.value if type(value) is Outer else value
        if by_package and (not isinstance(inner, (Symbol, *PRIMITIVES, *CONTAINERS)) and type(inner) is not Tensor
                           or any(name in getattr(owner, part, ()) for part in _PARTS)):
            raise Break(breaks.UNKNOWN, f"Setting a part of a {kind.__name__}")
        self.shadow[id(owner), name] = value
        self.log.append(("attr", owner, name, value))

    def delete_attribute(self, owner, name):
        raise Break(breaks.BYTECODE, "ByteCode DELETE_ATTR is not supported")

    # -- items -------------------------------------------------------------------------------------------------------

    def item(self, container, index):
        if type(container) is Outer and self._is_lazy(container, index):
            self.guard("type", container, type(container.value))
            return container.item(index, container.value[index])
        container = self.seen(container)
        if id(container) in self.known and not isinstance(container, (*PRIMITIVES, type, Tensor)):
            return self._object_item(container, index)
        check_plain(container)
        return container[index]

    def _is_lazy(self, container, index):
        value = container.value
        is_fresh = id(value) not in self.mirror_of and id(value) not in self.appended
        return is_fresh and type(value) in (list, tuple, dict) and type(index) in (int, str, bool, float)

    def _object_item(self, owner, index):
        """An item of a container object: one of the package's (CellList), or what the user's __getitem__ gives."""
        get = static_attribute(type(owner), "__getitem__")
        if not isinstance(get, types.FunctionType):
            raise Break(breaks.UNKNOWN, f"An item of a {type(owner).__name__}")
        if not is_package_file(get.__code__.co_filename):
            return self.call_value(get, (owner, index), {})
        if not isinstance(index, PRIMITIVES):
            raise Break(breaks.UNKNOWN, f"A slice of a {type(owner).__name__}")
        return Outer((owner, ("item", index)), owner[index], f"{type(owner).__name__}[{index!r}]")

    def set_item(self, container, index, value):
        if type(container) not in (list, dict):
            raise Break(breaks.UNKNOWN, f"Setting an item of a {type(container).__name__}")
        if type(container) is dict:
            self.check_key(index)
        self.touch(container)
        container[index] = self.seen(value)

    def delete_item(self, container, index):
        if type(container) not in (list, dict):
            raise Break(breaks.UNKNOWN, f"Deleting an item of a {type(container).__name__}")
        self.touch(container)
        del container[index]

    def check_key(self, key):
        if not isinstance(key, (*PRIMITIVES, types.FunctionType, type)) and not _is_plain_tuple(key):
            raise Break(breaks.DATA_TYPE, f"A {type(key).__name__} as a key")


class _Absent:
    """Whether a module still lacks a name, so that the builtin of that name is meant."""

    def __init__(self, name):
        self._name = name

    def __call__(self, names):
        return self._name not in names


def _is_plain_tuple(key):
    return type(key) is tuple and all(isinstance(item, PRIMITIVES) or _is_plain_tuple(item) for item in key)


def _computes(static):
    """Whether reading such a class attribute runs code of the user (cached_property and the like)."""
    kind = type(static)
    plain = (property, staticmethod, classmethod, types.MemberDescriptorType, types.GetSetDescriptorType,
             types.FunctionType)
    return hasattr(kind, "__get__") and not issubclass(kind, plain) and not is_library_name(kind.__module__)


def _finds_by_package(kind):
    found = static_attribute(kind, "__getattr__")
    return isinstance(found, types.FunctionType) and is_package_file(found.__code__.co_filename)

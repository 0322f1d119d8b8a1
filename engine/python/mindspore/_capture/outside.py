# SPDX-License-Identifier: Apache-2.0
"""What lives outside of the captured code: attributes and containers, constant unless captured code changes them."""
import _jitscope
from _jitscope import External, Symbol, Tensor
from mindspore._capture.errors import holds_symbol
from mindspore._capture.fallback import STRICT_HINT

_CONTAINERS = (list, dict, set)
_PLAIN = (bool, int, float, complex, str, bytes, range, tuple, frozenset)  # nobody can change such


class Restart(BaseException):
    """Captured code changes something that this capture took for constant: it must begin anew."""


class Changing:
    """What captured code changes outside of the graph; it is read anew whenever the graph runs."""

    def __init__(self):
        self._attributes = {}  # (id of the object, name) -> the object, which must stay alive
        self._containers = {}
        self._calls = set()  # pieces of source that make an object which must be a new one at every call

    def add_attribute(self, owner, name):
        self._attributes[id(owner), name] = owner

    def add_container(self, container):
        self._containers[id(container)] = container

    def add_call(self, node):
        self._calls.add(node)

    def has_call(self, node):
        return node in self._calls

    def has_attribute(self, owner, name):
        return (id(owner), name) in self._attributes

    def has_container(self, container):
        return id(container) in self._containers


class Outside:
    """Reads and changes objects around the graph for one capture."""

    def __init__(self, frontend, changing):
        self._frontend = frontend
        self._changing = changing
        self._made_at = {}  # id of an object that a constant call made -> that call
        self._own = {}   # containers and objects that captured code made, by id: those it may change at once
        self._read = {}  # (id, name) -> the object whose attribute was taken for constant
        self._outer = {}  # containers that were found outside, by id
        self._copies = {}  # of changing containers, under STRICT
        self._set = {}   # (id, name) -> the value that captured code gave it before

    # -- what captured code made -------------------------------------------------------------------------------------

    def own(self, thing):
        """Marks a container or object as made by captured code."""
        self._own[id(thing)] = thing
        return thing

    def is_made_anew(self, node):
        """Whether the object that the call `node` makes must be a new one whenever the graph runs."""
        return self._changing.has_call(node)

    def made(self, thing, node):
        """The same for an object of another package or a class, with the call that made it."""
        if thing is None or isinstance(thing, (Tensor, type, *_PLAIN)):
            return thing
        self._made_at[id(thing)] = node
        return self.own(thing)

    def check_made_anew(self, value):
        """What leaves the graph, or takes values of the graph in, cannot be one object for all calls."""
        if isinstance(value, (tuple, list, dict)):
            for item in value.values() if isinstance(value, dict) else value:
                self.check_made_anew(item)
        elif id(value) in self._made_at and self._own.get(id(value)) is value and not self._frontend.fallback.is_strict:
            self._changing.add_call(self._made_at[id(value)])
            raise Restart

    def check_returned(self, value):
        """A container from outside is handed back as the object that it is."""
        if isinstance(value, _CONTAINERS) and id(value) in self._outer and not self._frontend.fallback.is_strict:
            self._changing.add_container(value)
            raise Restart
        if isinstance(value, (tuple, list, dict)):
            for item in value.values() if isinstance(value, dict) else value:
                self.check_returned(item)

    def own_deeply(self, value):
        """The same for all lists and dictionaries in a structure."""
        if isinstance(value, _CONTAINERS):
            self.own(value)
        if isinstance(value, (tuple, list, dict)):
            for item in value.values() if isinstance(value, dict) else value:
                self.own_deeply(item)
        return value

    def all_own(self):
        """(id, container or object) of all that captured code made."""
        return self._own.items()

    def is_own(self, thing):
        return id(thing) in self._own

    # -- containers --------------------------------------------------------------------------------------------------

    def seen(self, value):
        """A value that was found outside; a container that captured code changes is asked for when the graph runs."""
        if not isinstance(value, (tuple, *_CONTAINERS)) or self.is_own(value):
            return value
        self._outer[id(value)] = value
        if not self._changing.has_container(value):
            return value
        if self._frontend.fallback.is_strict:
            return self._copy_of(value)
        return self._frontend.fallback.execute(_Given(value), (), reason="is a container that this code changes")

    def item_seen(self, container, value):
        """The same for an item of a container."""
        return self.seen(value) if self._outer.get(id(container)) is container else value

    def items_seen(self, container):
        """The items of a container, one by one."""
        if id(container) not in self._outer:
            return iter(container)
        return iter([self.item_seen(container, item) for item in container])

    def set_apart(self, container):
        """An argument of the function becomes a value of the graph's own, and not one that the caller sees change."""
        self._frontend.arguments.set_apart(container)

    def _copy_of(self, container):
        """Under STRICT the graph changes a copy of its own."""
        key = id(container)
        if key not in self._copies:
            self._copies[key] = self.own(type(container)(container))
        return self._copies[key]

    def check_change(self, container):
        """Changing what lives outside must happen at every call, not once at capture. What holds a value of the graph was
        made within it: the containers that a gradient gives to its function."""
        if not isinstance(container, _CONTAINERS) or id(container) in self._own or holds_symbol(container):
            return
        self._changing.add_container(container)
        raise Restart

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, owner, name):
        """owner.name as the captured code sees it at this point."""
        if isinstance(owner, External):
            return self._frontend.fallback.attribute(owner, name)
        if isinstance(owner, Tensor):
            return getattr(owner, name)
        key = (id(owner), name)
        if key in self._set:
            return self._set[key]
        if self._changing.has_attribute(owner, name):
            return self._frontend.fallback.execute(getattr, (owner, name), reason="reads what this code sets")
        if name == "has_key" and isinstance(owner, dict):
            return owner.__contains__  # MindSpore's graphs know the method that Python 2 had
        self._read[key] = owner
        return self.seen(_attribute(owner, name))

    def global_value(self, module, name, value):
        """What a name of a module means at this point; `value` is what it means outside."""
        key = (id(module), name)
        if key in self._set:
            return self._set[key]
        if self._changing.has_attribute(module, name):
            return self._frontend.fallback.execute(_item, (_Given(module), name), reason="reads what this code sets")
        self._read[key] = module
        return self.seen(value)

    def set_global(self, module, name, value):
        """A global name gets another value, each time when the graph runs."""
        self._note_set(module, name, value)
        self._frontend.fallback.execute(_set_item, (_Given(module), name, value), reason=f"sets the global '{name}'")

    def has_attribute(self, owner, name):
        return (id(owner), name) in self._set or hasattr(owner, name)

    def set_attribute(self, owner, name, value):
        """owner.name = value, each time when the graph runs."""
        if isinstance(owner, Symbol):
            raise AttributeError(f"'Tensor' object in a graph has no attribute '{name}' that could be set.")
        current = getattr(owner, name, None) if not isinstance(owner, External) else None
        if isinstance(current, Tensor) and hasattr(current, "requires_grad"):
            return self._assign_parameter(current, value)
        if id(owner) in self._own:
            if holds_symbol(value):
                self.check_made_anew(owner)
            return setattr(owner, name, value)
        fallback = self._frontend.fallback
        if fallback.is_strict:
            raise TypeError(f"In JIT strict mode, if need to modify a member attribute of a class with "
                            f"{self._frontend.source_text() or name}, the member attribute must be of the Parameter "
                            f"type. But got '{current}' with type '{type(current).__name__}'. {STRICT_HINT}")
        self.check_made_anew(value)
        if not isinstance(owner, External):
            self._note_set(owner, name, value)
        fallback.execute(setattr, (owner, name, value), reason=f"sets the attribute '{name}' of a Python object")

    def _assign_parameter(self, parameter, value):
        assign = _jitscope.functions["assign"]
        if isinstance(value, External):
            self._frontend.fallback.execute(assign, (parameter, value), reason="assigns a value of Python's")
        else:
            assign(parameter, value if isinstance(value, Tensor) else Tensor(value, parameter.dtype))

    def _note_set(self, owner, name, value):
        key = (id(owner), name)
        if self._changing.has_attribute(owner, name):
            return
        if key in self._read or self._frontend.conditional or isinstance(value, _CONTAINERS):
            # Read before it is set, set perhaps, or set to what may change: what it is then, only the run can tell.
            self._changing.add_attribute(owner, name)
            raise Restart
        self._set[key] = value


def _attribute(owner, name):
    try:
        return getattr(owner, name)
    except AttributeError as failure:
        if not hasattr(owner, "construct") or not _is_missing(failure):
            raise
        raise AttributeError(f"External object has no attribute {name}") from failure


def _is_missing(failure):
    """Whether the object itself lacks the attribute, rather than something that a property of it asks for."""
    trace = failure.__traceback__
    return trace.tb_next is None or trace.tb_next.tb_frame.f_code.co_name == "__getattr__"


def _item(given, name):
    return given()[name]


def _set_item(given, name, value):
    given()[name] = value


class _Given:
    """Gives an object back whenever it is called."""

    __slots__ = ("thing",)

    def __init__(self, thing):
        self.thing = thing

    def __call__(self):
        return self.thing


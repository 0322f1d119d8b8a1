# SPDX-License-Identifier: Apache-2.0
"""Carries out bytecode instructions on a frame; what a value is and what a call or a jump means is for subclasses.

As it stands it works on Python's own objects: the instructions at which a graph breaks run that way.
"""
import builtins
import types

from mindspore._bytecode.opcodes import INSTRUCTIONS, CannotRun
from mindspore._bytecode.values import cell_contents


class Frame:
    """A function's frame: slots (locals, cells, free variables as opcodes number them), stack, place."""

    __slots__ = ("code", "names", "slots", "stack", "index", "keywords", "result", "yields")

    def __init__(self, code, names, slots, stack=None, index=0):
        self.code, self.names, self.slots = code, names, slots
        self.stack = [] if stack is None else stack
        self.index = index
        self.keywords = ()
        self.result = None
        self.yields = None


class Machine:
    """Runs instructions on Python's own objects."""

    def step(self, frame):
        """Carries out the instruction at frame.index; RETURNED when it was the last one."""
        instruction = frame.code.instructions[frame.index]
        carry_out = INSTRUCTIONS.get(instruction.name)
        if carry_out is None:
            raise CannotRun(instruction.name)
        frame.index += 1
        return carry_out(self, frame, instruction)

    # -- what subclasses see differently -----------------------------------------------------------------------------

    def seen(self, value):
        """A value that is about to be looked at."""
        return value

    def binary(self, operation, a, b):
        return operation(a, b)

    def is_same(self, a, b):
        return a is b

    def truth(self, value):
        return bool(value)

    def is_none(self, value):
        return value is None

    def attribute(self, owner, name):
        return getattr(owner, name)

    def method(self, owner, name):
        return getattr(owner, name)

    def set_attribute(self, owner, name, value):
        setattr(owner, name, value)

    def delete_attribute(self, owner, name):
        delattr(owner, name)

    def item(self, container, index):
        return container[index]

    def set_item(self, container, index, value):
        container[index] = value

    def delete_item(self, container, index):
        del container[index]

    def global_value(self, frame, name):
        if name in frame.names:
            return frame.names[name]
        known = frame.names.get("__builtins__", builtins)
        known = known if isinstance(known, dict) else vars(known)
        if name not in known:
            raise NameError(f"name '{name}' is not defined")
        return known[name]

    def set_global(self, frame, name, value):
        frame.names[name] = value

    def delete_global(self, frame, name):
        del frame.names[name]

    def cell_value(self, cell):
        return cell_contents(cell)

    def set_cell(self, frame, slot, value):
        frame.slots[slot].cell_contents = value

    def iterator(self, value):
        return iter(value)

    def advance(self, iterator):
        """(whether there is a next item, the item)."""
        for item in iterator:
            return True, item
        return False, None

    def unpacked(self, value):
        return list(value)

    def call(self, frame, function, args, keywords):
        return function(*args, **keywords)

    def import_module(self, frame, name, items, level):
        return builtins.__import__(name, frame.names, None, items, level)

    def formatted(self, value, conversion, spec):
        return format(conversion(value) if conversion else value, spec)

    def made_function(self, code, names, name, defaults, closure):
        return types.FunctionType(code, names, name, defaults, closure)

    def yielded(self, frame, value):
        raise CannotRun("YIELD_VALUE")

    def check_key(self, key):
        """For keys of dictionaries and items of sets."""

    # -- the stack ---------------------------------------------------------------------------------------------------

    def take(self, frame):
        return self.seen(frame.stack.pop())

    def take_many(self, frame, count):
        """The topmost values, lowest first."""
        if count == 0:
            return []
        values = frame.stack[-count:]
        del frame.stack[-count:]
        return values

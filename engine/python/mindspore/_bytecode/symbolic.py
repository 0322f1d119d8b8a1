# SPDX-License-Identifier: Apache-2.0
"""Interprets bytecode with symbols of a graph for tensors; all else are Python's own objects, guarded once looked at.

Nothing outside is changed while this runs: containers of the program are worked on as copies (mirrors), attributes and
globals that are set are kept aside and written when the graph has run. So a walk can be thrown away and begun again.
"""
import linecache
import sys
import types

import _jitscope
from _jitscope import Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.access import Access
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.calls import Calls
from mindspore._bytecode.kinds import CONTAINERS, PRIMITIVES, check_plain, is_library_name, static_attribute
from mindspore._bytecode.machine import Machine
from mindspore._bytecode.opcodes import RETURNED, CannotRun
from mindspore._bytecode.outside import Outside
from mindspore._bytecode.values import Iteration, Outer
from mindspore._capture.errors import holds_symbol
from mindspore._capture.places import is_package_file

_MOST_STEPS = 200_000      # instructions of one segment: longer loops run in Python
_IN_PLACE = frozenset(("iadd", "iand", "ior", "isub", "ixor", "imul"))
_PLACED = ("BINARY", "UNARY", "COMPARE", "CALL", "LOAD_ATTR", "LOAD_METHOD", "GET_ITER", "FOR_ITER", "UNPACK",
           "STORE_SUBSCR", "CONTAINS_OP", "FORMAT_VALUE")
_EXCEPTION_OPCODES = frozenset(("RAISE_VARARGS", "BEFORE_WITH", "PUSH_EXC_INFO", "RERAISE", "POP_EXCEPT",
                                "CHECK_EXC_MATCH", "WITH_EXCEPT_START", "PREP_RERAISE_STAR",
                                "CHECK_EG_MATCH", "BEFORE_ASYNC_WITH"))


class Symbolic(Calls, Access, Outside, Machine):
    """One walk over a segment."""

    def __init__(self):
        Outside.__init__(self)
        Access.__init__(self)
        self.layers = {}        # id -> (layer or operator of the package, its attributes when it was called)
        self.made = {}          # id -> function made by MAKE_FUNCTION
        self.places = []        # of the frames being walked, outermost first
        self.steps = 0

    # -- running -----------------------------------------------------------------------------------------------------

    def at(self, code, instruction):
        """Nodes that follow belong to this instruction."""
        self.places[-1] = code.place(instruction)
        if instruction.name.startswith(_PLACED):
            self.capture.set_place(self.places[-1], instruction.variable)

    def enter(self, code):
        self.capture.push_frame(code.code.co_filename)
        record_source(code.code.co_filename)
        self.places.append(code.place(code.instructions[0]))

    def leave(self):
        self.places.pop()
        self.capture.pop_frame()

    def advance_frame(self, frame):
        """Carries out the next instruction; any failure is a Break, for it may not be one in Python."""
        code = frame.code
        instruction = code.instructions[frame.index]
        self.steps += 1
        self.at(code, instruction)
        try:
            if code.is_covered[frame.index]:
                raise Break(breaks.EXCEPTION)
            if self.steps > _MOST_STEPS:
                raise Break(breaks.LOOP, "Too many rounds")
            return self.step(frame)
        except Break as failure:
            failure.places.append(code.place(instruction))
            raise
        except CannotRun:
            failure = _unsupported(instruction)
        except _jitscope.ValueNeeded as reason:
            failure = Break(breaks.FUNCTION, str(reason).partition(chr(10))[0])
        except Exception as reason:
            failure = Break(breaks.UNKNOWN, f"{type(reason).__name__}: {str(reason).partition(chr(10))[0]}")
        failure.places.append(code.place(instruction))
        raise failure

    def run_inner(self, frame):
        """The result of a function that is walked within another."""
        self.enter(frame.code)
        try:
            while self.advance_frame(frame) is not RETURNED:
                pass
            return frame.result
        finally:
            self.leave()

    # -- operators ---------------------------------------------------------------------------------------------------

    def binary(self, operation, a, b):
        check_plain(a)
        check_plain(b)
        if isinstance(a, str) and holds_symbol(b):
            raise Break(breaks.UNKNOWN, "The text of a tensor")
        name = getattr(operation, "__name__", "")
        if name in _IN_PLACE and isinstance(a, (list, set, dict)):
            self.touch(a)
        return operation(a, b)

    def truth(self, value):
        if isinstance(value, (Tensor, _jitscope.Scalar, _jitscope.External)):
            raise Break(breaks.CONDITION)
        kind = type(value)
        if isinstance(value, (*PRIMITIVES, *CONTAINERS, types.FunctionType, types.ModuleType, type, types.MethodType)):
            return bool(value)
        if static_attribute(kind, "__bool__") is None and static_attribute(kind, "__len__") is None:
            return True
        if is_library_name(kind.__module__) and id(value) in self.known:
            self.guard("true", Outer((value,), value, kind.__name__), bool if value else _is_false)
            return bool(value)
        raise Break(breaks.CONDITION, f"The truth of a {kind.__name__}")

    def is_none(self, value):
        if type(value) is not Outer:
            return value is None
        self.guard("type", value, type(value.value))
        return value.value is None

    def is_same(self, a, b):
        if type(a) is Outer and (b is None or isinstance(b, bool)):
            self.guard("is" if a.value is b else "type", a, b if a.value is b else type(a.value))
            if a.value is not b and isinstance(b, bool):
                return self.seen(a) is b
            return a.value is b
        a, b = self.seen(a), self.seen(b)
        if a is b or not _may_be_same(a, b):
            return a is b
        raise Break(breaks.UNKNOWN, "Whether two values are one object")

    # -- iteration ---------------------------------------------------------------------------------------------------

    def iterator(self, value):
        iteration = self.iteration(value)
        iteration.is_of_loop = True
        return iteration

    def iteration(self, value):
        """What iter() gives."""
        if isinstance(value, Iteration):
            return value
        is_plain = isinstance(value, (list, tuple, range, str))
        return Iteration(self.sequence(value), "" if is_plain else type(value).__name__)

    def sequence(self, value):
        """The items that a loop over the value goes over; the same list for a list, as it may be changed on the way."""
        if isinstance(value, (list, tuple, range, str)):
            return value
        if isinstance(value, (dict, type({}.keys()), type({}.values()), type({}.items()), Iteration, bytes)):
            return list(value)
        if isinstance(value, Tensor):
            return list(value)
        if id(value) in self.known and is_library_name(type(value).__module__) and hasattr(value, "__getitem__"):
            items = list(value)
            if all(item is value[index] for index, item in enumerate(items)):
                self.guard("len", Outer((value,), value, type(value).__name__), len(items))
                return [Outer((value, ("item", index)), item, f"{type(value).__name__}[{index}]")
                        for index, item in enumerate(items)]
        raise Break(breaks.ITERABLE, f"Unsupported iterable type: {type(value).__name__}")

    def advance(self, iterator):
        if not isinstance(iterator, Iteration):
            kind = type(iterator.value if type(iterator) is Outer else iterator).__name__
            raise Break(breaks.ITERABLE, f"Unsupported iterable type: {kind}")
        for item in iterator:
            return True, item
        return False, None

    def unpacked(self, value):
        if isinstance(value, Iteration):
            return list(value)
        if isinstance(value, (set, frozenset)):
            raise Break(breaks.ITERABLE, f"Unsupported iterable type: {type(value).__name__}")
        return list(self.sequence(value))

    def yielded(self, frame, value):
        frame.yields.append(value)

    # -- text, imports, functions ------------------------------------------------------------------------------------

    def formatted(self, value, conversion, spec):
        if holds_symbol(value) or not isinstance(value, (*PRIMITIVES, *CONTAINERS)):
            raise Break(breaks.UNKNOWN, "The text of an object")
        return super().formatted(value, conversion, spec)

    def import_module(self, frame, name, items, level):
        if level or name not in sys.modules:
            raise Break(breaks.BYTECODE, "ByteCode IMPORT_NAME is not supported")
        return self.learn(super().import_module(frame, name, items, level))

    def made_function(self, code, names, name, defaults, closure):
        function = super().made_function(code, names, name, defaults, closure)
        self.made[id(function)] = function
        return function


def record_source(file):
    """Puts the text of a file into what is recorded, for places in it."""
    if _jitscope.is_recording() and not is_package_file(file):
        _jitscope.record_source(file, "".join(linecache.getlines(file)))


def _is_false(value):
    return not value


def _may_be_same(a, b):
    """Whether two different values of captured code could be one object in the program."""
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return True
    return type(a) is type(b) and isinstance(a, (list, dict, set, tuple))


def _unsupported(instruction):
    name = instruction.name
    if name in _EXCEPTION_OPCODES:
        return Break(breaks.EXCEPTION)
    if name in ("SEND", "GET_YIELD_FROM_ITER", "YIELD_VALUE"):
        return Break(breaks.YIELD)
    return Break(breaks.BYTECODE, f"ByteCode {name} is not supported",
                 "See https://docs.python.org/3/library/dis.html for bytecode semantics")

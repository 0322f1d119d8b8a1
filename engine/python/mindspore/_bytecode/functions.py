# SPDX-License-Identifier: Apache-2.0
"""Runs a function in segments: those that were captured before and whose guards hold, or new ones."""
import collections
import functools
import inspect
import types

import _jitscope
from mindspore import context
from mindspore._bytecode import switch
from mindspore._bytecode.binding import Mismatch, call_slots
from mindspore._bytecode.breaks import logs
from mindspore._bytecode.bridge import computing, is_deep
from mindspore._bytecode.concrete import Concrete, user_traceback
from mindspore._bytecode.instructions import decoded
from mindspore._bytecode.machine import Frame
from mindspore._bytecode.opcodes import RETURNED, CannotRun
from mindspore._bytecode.resume import run_rest
from mindspore._bytecode.segment import REST, RETURN, capture_segment
from mindspore._capture import stages
from mindspore._capture.calls import is_library_file
from mindspore._capture.places import is_package_file
from mindspore._jit import facts
from mindspore._jit.cache import compile_graph
from mindspore.common.cellbase import CellBase

_MOST_SEGMENTS = 24  # kept for one place of a function; the one that was not used longest gives way
_MOST_CAPTURES = 64  # at one place: what differs so often runs in Python
_NOT_CAPTURED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_units = {}


class Unit:
    """The segments of one function, for one jit level."""

    def __init__(self, function, level, fullgraph, options):
        began = _jitscope.now()
        self.code = decoded(function.__code__)
        stages.note("read the bytecode", began)
        self.level, self.fullgraph, self.options = level, fullgraph, options
        self.name = function.__qualname__.rpartition("<locals>.")[2]
        self.into_calls = Concrete(functools.partial(call_captured, level))
        self.segments = {}   # (index of the instruction, depth of the stack) -> segments, last used first
        self._captures = collections.Counter()  # by index of the instruction
        self.calls = 0
        self.entries = 0     # that native callables keep
        self.callable = None  # the last of these
        self.break_count = 0
        if logs("bytecode"):
            _print_bytecode(function)

    def segment_for(self, frame):
        """The segment that goes on at the frame's state; None where Python has to."""
        state = (*frame.slots, *frame.stack)
        known = self.segments.setdefault((frame.index, len(frame.stack)), [])
        for place, segment in enumerate(known):
            if segment.holds(state):
                if place:
                    known.insert(0, known.pop(place))
                return segment
        nearest = min(known, key=lambda each: len(each.differences(state)), default=None)
        reason = self._reason(known, nearest, state, frame)
        if logs("guard"):
            print(f"compiles {self.name}: {reason}")
        if reason.startswith("parameter "):
            known.remove(nearest)  # its weights are gone for good
        if self._captures[frame.index] >= _MOST_CAPTURES:
            return None
        self._captures[frame.index] += 1
        del known[_MOST_SEGMENTS - 1:]
        segment = self._captured(frame, reason)
        known.insert(0, segment)
        return segment

    def _reason(self, known, nearest, state, frame):
        if known:
            text = nearest.failing(state) or "called on another object"
            return f"{text} in the nearest graph, for {nearest.key}" if len(known) > 1 and nearest.key else text
        line = self.code.instructions[frame.index].line
        return f"goes on at line {line} behind a graph break" if frame.index else "first call"

    def _captured(self, frame, reason):
        start = stages.begin()

        def compiled(capture, key, graph_break, guards):
            if self.fullgraph and graph_break is not None:
                raise graph_break.error()
            why = reason if graph_break is None else f"{reason}; ends with a graph break: {graph_break.text()}"
            began = _jitscope.now()
            known = facts.of_guards(guards) if _jitscope.is_recording() else ()
            stages.note("describe the call", began)
            stages.tell(capture)
            return compile_graph(capture, self.name, key, self.level, why, start, "bytecode", False, self.options,
                                 known)
        segment = capture_segment(frame, self._graph_name(), compiled)
        if segment.graph_break is not None:
            self._note_break(segment.graph_break, frame)
        return segment

    def _note_break(self, graph_break, frame):
        if self.fullgraph:
            raise graph_break.error()
        if frame.index == 0:
            self.break_count += 1
        if _jitscope.is_recording():
            place = graph_break.places[-1]
            _jitscope.record_note("graph break", f"{self.name}: {graph_break.text()}", place[0], place[1])

    def _graph_name(self):
        return "lambda" if self.name.endswith("<lambda>") else self.name.replace(".", "_")


def _print_bytecode(function):
    import dis
    code = function.__code__
    print(f"*** Print bytecode of function [{code.co_name}] at [{code.co_filename}:{code.co_firstlineno}] ***")
    dis.dis(code)


def unit_of(function, level, fullgraph, options=""):
    """The Unit of a function; functions of the same code and module share it."""
    key = (id(function.__code__), id(function.__globals__), level, level.asked, fullgraph, options,
           context.get_context("device_target"))
    unit = _units.get(key)
    if unit is None:
        unit = _units[key] = Unit(function, level, fullgraph, options)
    return unit


def units_of(code):
    """The Units of a code object, in the order of their making."""
    return [unit for unit in _units.values() if unit.code.code is code]


def can_capture(function):
    """Whether a function's bytecode can be walked at all."""
    return isinstance(function, types.FunctionType) and not function.__code__.co_flags & _NOT_CAPTURED


def run_function(function, args, keywords, level, fullgraph):
    """The result of a call, in segments as far as it can be captured."""
    if not can_capture(function):
        return function(*args, **keywords)
    return run_unit(unit_of(function, level, fullgraph), function, args, keywords)


def run_unit(unit, function, args, keywords):
    """The same for a function whose Unit is known."""
    if not switch.is_on or _jitscope.is_tape_open() or is_deep():
        return function(*args, **keywords)
    try:
        frame = Frame(unit.code, function.__globals__, call_slots(function, args, keywords))
    except Mismatch:
        return function(*args, **keywords)
    unit.calls += 1
    try:
        with computing():
            return _run_frame(unit, frame)
    except Exception as failure:
        raise failure.with_traceback(user_traceback(failure.__traceback__))


def _run_frame(unit, frame):
    while True:
        segment = unit.segment_for(frame)
        if segment is None:
            return run_rest(frame)
        outcome = segment.run((*frame.slots, *frame.stack))
        if segment.kind == RETURN:
            return outcome
        (frame.slots, frame.stack), frame.index = outcome, segment.index
        if segment.kind == REST:
            return run_rest(frame)
        machine = unit.into_calls if segment.is_inner else _concrete
        try:
            if machine.run_instruction(frame) is RETURNED:
                return frame.result
        except CannotRun:
            return run_rest(frame)


_concrete = Concrete()


def call_captured(level, function, args, keywords):
    """A call of a function of the user in which a graph broke: it is run in segments of its own."""
    if isinstance(function, functools.partial):
        return call_captured(level, function.func, (*function.args, *args), {**function.keywords, **keywords})
    if isinstance(function, types.MethodType):
        return call_captured(level, function.__func__, (function.__self__, *args), keywords)
    if isinstance(function, CellBase) and can_capture(type(function).construct) and "construct" not in function.__dict__:
        construct = type(function).construct
        if _is_of_user(construct) and not context.is_graph_mode() and function._as_graph is None:
            def run(*inner, **named):
                return run_function(construct, (function, *inner), named, level, False)
            return function._run(run, args, keywords)
    if can_capture(function) and _is_of_user(function):
        return run_function(function, args, keywords, level, False)
    return function(*args, **keywords)


def _is_of_user(function):
    file = function.__code__.co_filename
    is_ours = hasattr(function, "__jitscope_graphs__")
    return not is_ours and not is_package_file(file) and not is_library_file(file)

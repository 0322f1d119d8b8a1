# SPDX-License-Identifier: Apache-2.0
"""What the functions of this package find as the capture under way; calls of the user's go to the interpreter."""
import sys
import threading

import _jitscope
from mindspore._capture import current
from mindspore._capture.errors import holds_symbol
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.values import Outer

_RECURSION_ROOM = 100_000
_MOST_CALLS = 30   # of captured functions within each other
_OWN_FRAMES = 16   # that the interpreter has for each of them, and more


class Bridge:
    """Stands where the ast capture has its Frontend."""

    flat = 1  # all is one graph
    conditional = 0  # and what depends on values breaks it

    def __init__(self, machine):
        self._machine = machine
        self.capture = machine.capture
        self.own_gradients = []  # as Frontend's; stays empty: a layer with a bprop of its own breaks the graph

    def call(self, function, args, kwargs):
        return self._machine.seen(self._machine.call_value(function, tuple(args), dict(kwargs)))

    call_flat = call

    def call_cell(self, cell, args, kwargs):
        return self._machine.seen(self._machine.call_cell(cell, args, kwargs))

    def outside(self, function, args, kwargs):
        if holds_symbol(args) or holds_symbol(kwargs):
            raise Break(breaks.FUNCTION, getattr(function, "__name__", str(function)))
        return _jitscope.outside_capture(function, *args, **kwargs)

    def rely_on(self, kind, source, expected, text):
        self._machine.guard(kind, Outer(source, expected, text), expected)

    @staticmethod
    def is_constant(tensor):
        """Nothing is told to be: what a gradient is asked for is an argument of the call."""
        return False

    @staticmethod
    def as_variables(value):
        """As it is: all tensors of what is walked are variables."""
        return value

    def note_outside(self, name, since):
        """Nothing: whatever is called here is called by an instruction, whose line has the time."""


def capturing(machine, function):
    """function(), while operators of this thread become nodes of the machine's graph."""
    return machine.capture.run(function, current.current_thread, Bridge(machine), _RECURSION_ROOM)


class _Depth(threading.local):
    calls = 0  # of captured functions within each other on this thread


_depth = _Depth()


def is_deep():
    """Whether so many captured functions call each other that Python had better run what follows."""
    return _depth.calls >= _MOST_CALLS


class computing:
    """Operators compute, whatever is captured around. The interpreter's own frames do not count as the program's."""

    def __enter__(self):
        thread = current._thread
        self._before, thread.frontend = thread.frontend, None
        _depth.calls += 1
        if _depth.calls > 1:
            self._limit = sys.getrecursionlimit()
            sys.setrecursionlimit(self._limit + _OWN_FRAMES)

    def __exit__(self, *failure):
        current._thread.frontend = self._before
        _depth.calls -= 1
        if _depth.calls:
            sys.setrecursionlimit(self._limit)

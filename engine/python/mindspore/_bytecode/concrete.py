# SPDX-License-Identifier: Apache-2.0
"""Runs the instruction at which a graph breaks; failures come out as if the function itself had raised them."""
import builtins
import inspect
import sys
import types

from mindspore._bytecode.machine import Machine
from mindspore._bytecode.opcodes import CannotRun
from mindspore._capture.places import PACKAGE

_OWN_FILES = PACKAGE + "_bytecode"
# They look at the frame they are called from.
_FRAME_READERS = (locals, globals, vars, dir, eval, exec, super, builtins.breakpoint, sys._getframe,
                  inspect.currentframe, inspect.stack)


class Concrete(Machine):
    """Python's own objects; `call_captured(function, args, keywords)` takes the calls in which a graph broke inside."""

    def __init__(self, call_captured=None):
        self._call_captured = call_captured

    def call(self, frame, function, args, keywords):
        if any(function is reader for reader in _FRAME_READERS):
            raise CannotRun("a function that reads the frame")
        if self._call_captured is not None:
            return self._call_captured(function, args, keywords)
        return function(*args, **keywords)

    def unpacked(self, value):
        return list(value)

    def run_instruction(self, frame):
        """Carries out the instruction and what prepares it; RETURNED at the end of the function. CannotRun leaves the
        frame as it was."""
        first, stack, slots = frame.index, list(frame.stack), list(frame.slots)
        instructions = frame.code.instructions
        try:
            while instructions[frame.index].name in ("KW_NAMES", "PRECALL"):
                self.step(frame)
            return self.step(frame)
        except CannotRun:
            frame.index, frame.stack, frame.slots, frame.keywords = first, stack, slots, ()
            raise
        except Exception as failure:
            raise _placed(failure, frame.code, instructions[frame.index - 1])


def _placed(failure, code, instruction):
    """The failure with the user's function and line in its call stack, without the interpreter's own frames."""
    inner = user_traceback(failure.__traceback__)
    line = max(instruction.line, 1)
    stub = compile("\n" * (line - 1) + "raise failure", code.code.co_filename, "exec")
    stub = stub.replace(co_name=code.code.co_name, co_qualname=code.code.co_qualname)
    cause, context = failure.__cause__, failure.__context__
    try:
        exec(stub, {"failure": failure})
    except Exception:
        here = failure.__traceback__
        while here.tb_frame.f_code is not stub:
            here = here.tb_next
    failure.__cause__, failure.__context__ = cause, context
    return failure.with_traceback(types.TracebackType(inner, here.tb_frame, here.tb_lasti, line))


def user_traceback(traceback):
    """A call stack without the frames of this package's interpreter, unless it is the interpreter that failed."""
    kept, whole = [], traceback
    while traceback is not None:
        if not traceback.tb_frame.f_code.co_filename.startswith(_OWN_FILES):
            kept.append(traceback)
        last, traceback = traceback, traceback.tb_next
    if not kept or kept[-1] is not last:
        return whole
    result = None
    for entry in reversed(kept):
        result = types.TracebackType(result, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return result

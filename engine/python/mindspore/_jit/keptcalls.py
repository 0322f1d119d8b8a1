# SPDX-License-Identifier: Apache-2.0
"""The calls that functions were compiled for, kept so that lock step and variants can repeat them."""
import collections
import contextlib
import inspect
import io
import weakref

import _jitscope
from mindspore._capture.structure import Outputs, replace_tensors
from mindspore.common.cellbase import CellBase
from mindspore.common.parameter import Parameter

_calls = {}     # number of a compilation -> the call that it was made for
_last_cells = collections.deque(maxlen=32)  # of the last calls: what a function made and left is at hand behind its end


def forget_calls():
    """A run begins: no call is kept yet."""
    _calls.clear()
    _last_cells.clear()


def _weakly(value):
    """A call that gives `value` for as long as somebody else holds it; for ever what knows no weak references."""
    try:
        return weakref.WeakMethod(value) if inspect.ismethod(value) else weakref.ref(value)
    except TypeError:
        return lambda: value


class KeptCall:
    """The first call of a compiled function, with its tensors as they were then. The function, its graph and cells
    among its arguments, but for those of the last calls, are the user's to let go of."""

    def __init__(self, entry, cache, args, kwargs):
        def frozen(tensor):
            is_plain = isinstance(tensor, _jitscope.Tensor) and not isinstance(tensor, Parameter)
            return _jitscope.frozen(tensor) if is_plain else tensor
        self._entry = _weakly(entry)
        self.name = cache.name(args)
        self._function = _weakly(cache.function)
        self._given = tuple(_weakly(arg) if isinstance(arg, CellBase) else replace_tensors(arg, frozen) for arg in args)
        self._kwargs = replace_tensors(kwargs, frozen)

    @property
    def entry(self):
        """The graph that was made for the call, for as long as the function has it."""
        if (entry := self._entry()) is None:
            raise RuntimeError(f"'{self.name}' is not there any more: the program let go of it.")
        return entry

    @property
    def _args(self):
        args = tuple(arg() if isinstance(arg, weakref.ref) else arg for arg in self._given)
        if self._function() is None or any(arg is None and isinstance(given, weakref.ref)
                                           for arg, given in zip(args, self._given)):
            raise RuntimeError(f"'{self.name}' is not there any more: the program let go of it.")
        return args

    def copies(self):
        """Arguments that may be written to."""
        known = {}

        def copy(tensor):
            if isinstance(tensor, Parameter) or not isinstance(tensor, _jitscope.Tensor):
                return tensor
            if id(tensor) not in known:
                known[id(tensor)] = _jitscope.cloned(tensor)
            return known[id(tensor)]
        return replace_tensors((self._args, self._kwargs), copy)

    def _arguments(self):
        """What the entry is called with; it must still hold for that."""
        arguments = (*self._args, self._kwargs) if self._kwargs else self._args
        if reason := self.entry.failing(arguments):
            raise RuntimeError(f"The graph of '{self.name}' does not hold any more: {reason}.")
        return arguments

    def lockstep(self):
        """Runs the call eagerly and as its graph; how the two differ, in words."""
        arguments = self._arguments()
        args, kwargs = self.copies()
        return _jitscope.lockstep(lambda: self._eager_result(args, kwargs), self.entry, arguments)

    def variant(self, options):
        """Its graph compiled anew with other decisions, pairs of an option and its value; both beside each other, as
        text."""
        return _jitscope.variant(self.entry, self._arguments(), options)

    def _eager_result(self, args, kwargs):
        with contextlib.redirect_stdout(io.StringIO()):
            tensors = tuple(Outputs(self._function()(*args, **kwargs)).tensors)
        return tensors[0] if len(tensors) == 1 else tensors


def keep_call(entry, cache, args, kwargs):
    """A function was compiled for this call, which lock step may want to repeat."""
    if not _jitscope.is_recording() or not entry.is_graph:
        return
    number = _jitscope.compilation_of(entry)
    if number >= 0:
        _calls[number] = KeptCall(entry, cache, args, kwargs)
        _last_cells.append([arg for arg in args if isinstance(arg, CellBase)])


def _kept(target, what):
    """The call that `target` names: a function's name, or "#3 name" for compilation 3 of it; `what` needs it."""
    number, _, name = target.partition(" ") if target.startswith("#") else ("", "", target)
    name = name.strip()
    found = [call for index, call in _calls.items()
             if (not number or f"#{index}" == number) and (call.name == name or call.name.endswith("." + name))]
    if not found:
        known = ", ".join(dict.fromkeys(call.name for call in _calls.values()))
        raise LookupError(f"There is no call of '{name}' to repeat: {what} needs a function that ran as one graph "
                          "in this run of the program. " + (f"There is {known}." if known else
                          "Decorate it with @jit, or call it by %graph in the console."))
    return found[-1]


def lockstep(target):
    """Repeats a kept call in lock step."""
    return _kept(target, "lock step").lockstep()


def variant(target, options):
    """Compiles the function of a kept call anew."""
    return _kept(target, "a variant").variant(options)

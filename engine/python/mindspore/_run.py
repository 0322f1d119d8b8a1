# SPDX-License-Identifier: Apache-2.0
"""One run of a script as the program sees it: what it forces, what the run is told about at its end."""
import contextlib
import functools
import inspect
import io
import os
import weakref

import _jitscope

_graph_mode_place = None
_compilations = 0
_noted = set()
_calls = {}     # number of a compilation -> the call that it was made for
_compiled = {}  # where a function stands -> the numbers of its objects that were compiled


def begin(path, text, mode, device, jit_level, tolerance=0.0):
    """A script is about to run; empty strings leave to it what it sets."""
    global _graph_mode_place, _compilations
    from mindspore import communication, context, dataset
    from mindspore.common import parameter
    from mindspore.common.seed import forget_seed
    _graph_mode_place, _compilations = None, 0
    _noted.clear()
    _compiled.clear()
    _calls.clear()
    parameter.forget_names()
    forget_seed()
    dataset.config.forget_seed()
    communication.management._reset()
    forced = {}
    if mode:
        forced["mode"] = context.GRAPH_MODE if mode == "graph" else context.PYNATIVE_MODE
    if device:
        forced["device_target"] = device
    if jit_level:
        forced["jit_level"] = jit_level
    _jitscope.set_bisecting(tolerance)
    _jitscope.record_info("script", path)
    _jitscope.record_info("device", "CPU")
    _jitscope.record_info("mode", "pynative")
    _jitscope.record_info("package", os.path.dirname(os.path.abspath(__file__)))
    _jitscope.record_source(path, text)
    context._reset(forced)


def graph_mode_was_set():
    """Remembers the line, for the note that nothing was compiled."""
    global _graph_mode_place
    from mindspore._capture.places import caller
    if _graph_mode_place is None:
        _graph_mode_place = caller()


def was_compiled():
    global _compilations
    _compilations += 1


def is_compiled_anew(place, number):
    """Whether a function at that place was compiled before as another object; `number` tells objects apart."""
    known = _compiled.setdefault(place, set())
    is_anew = bool(known) and number not in known
    known.add(number)
    return is_anew


def finish(path, is_good):
    """The run is over: says what its author may not expect."""
    if is_good and _graph_mode_place is not None and _compilations == 0:
        from mindspore._portability import NOTHING_COMPILED
        file, line = _graph_mode_place
        _jitscope.record_note("portability", NOTHING_COMPILED, file or path, line)


def as_graph(function):
    """`function` so that a call of it runs as a graph."""
    from mindspore.common.api import jit
    from mindspore.nn import Cell
    if isinstance(function, Cell):
        return function.compiled()
    if getattr(function, "__jitscope_graphs__", None) is not None:
        return function
    return _graph_version(function, jit)


@functools.lru_cache(maxsize=256)
def _graph_version(function, jit):
    return jit(function)


def as_python(function):
    """`function` as written, although it is decorated with jit."""
    from mindspore.nn import Cell
    if isinstance(function, Cell):
        return function._construct_eagerly
    return getattr(function, "__wrapped__", function)


def portability(kind, message):
    """What runs here and would not in real MindSpore; told once for each kind in a run."""
    from mindspore._capture.places import caller
    if kind in _noted:
        return
    _noted.add(kind)
    _jitscope.record_note("portability", message, *caller())


def _weakly(value):
    """A call that gives `value` for as long as somebody else holds it; for ever what knows no weak references."""
    try:
        return weakref.WeakMethod(value) if inspect.ismethod(value) else weakref.ref(value)
    except TypeError:
        return lambda: value


class KeptCall:
    """The first call of a compiled function, with its tensors as they were then. The function, its graph and cells
    among its arguments are the user's to let go of."""

    def __init__(self, entry, cache, args, kwargs):
        from mindspore._capture.structure import replace_tensors
        from mindspore.common.parameter import Parameter
        from mindspore.nn import Cell

        def frozen(tensor):
            is_plain = isinstance(tensor, _jitscope.Tensor) and not isinstance(tensor, Parameter)
            return _jitscope.frozen(tensor) if is_plain else tensor
        self._entry = _weakly(entry)
        self.name = cache.name(args)
        self._function = _weakly(cache.function)
        self._given = tuple(_weakly(arg) if isinstance(arg, Cell) else replace_tensors(arg, frozen) for arg in args)
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
        from mindspore._capture.structure import replace_tensors
        from mindspore.common.parameter import Parameter
        known = {}

        def copy(tensor):
            if isinstance(tensor, Parameter) or not isinstance(tensor, _jitscope.Tensor):
                return tensor
            if id(tensor) not in known:
                known[id(tensor)] = _jitscope.cloned(tensor)
            return known[id(tensor)]
        return replace_tensors((self._args, self._kwargs), copy)

    def lockstep(self):
        """Runs the call eagerly and as its graph; how the two differ, in words."""
        if reason := self.entry.failing((*self._args, self._kwargs) if self._kwargs else self._args):
            raise RuntimeError(f"The graph of '{self.name}' does not hold any more: {reason}.")
        args, kwargs = self.copies()
        return _jitscope.lockstep(lambda: self._eager_result(args, kwargs), self.entry,
                                  (*self._args, self._kwargs) if self._kwargs else self._args)

    def _eager_result(self, args, kwargs):
        from mindspore._capture.structure import Outputs
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


def lockstep(target):
    """Repeats a kept call in lock step: `target` is a function's name, or "#3 name" for compilation 3 of it."""
    number, _, name = target.partition(" ") if target.startswith("#") else ("", "", target)
    name = name.strip()
    found = [call for index, call in _calls.items()
             if (not number or f"#{index}" == number) and (call.name == name or call.name.endswith("." + name))]
    if not found:
        known = ", ".join(dict.fromkeys(call.name for call in _calls.values()))
        raise LookupError(f"There is no call of '{name}' to repeat: lock step needs a function that ran as one graph "
                          "in this run of the program. " + (f"There is {known}." if known else
                          "Decorate it with @jit, or call it by %graph in the console."))
    return found[-1].lockstep()

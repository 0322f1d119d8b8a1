# SPDX-License-Identifier: Apache-2.0
"""One run of a script as the program sees it: what it forces, what the run is told about at its end."""
import functools
import os

import _jitscope

_graph_mode_place = None
_compilations = 0
_noted = set()
_compiled = {}  # where a function stands -> the numbers of its objects that were compiled


def begin(path, text, mode, device, jit_level, tolerance=0.0):
    """A script is about to run; empty strings leave to it what it sets."""
    global _graph_mode_place, _compilations
    from mindspore import context, dataset
    from mindspore.common import parameter
    from mindspore.common.seed import forget_seed
    _graph_mode_place, _compilations = None, 0
    _noted.clear()
    _compiled.clear()
    parameter.forget_names()
    forget_seed()
    dataset.config.forget_seed()
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
        file, line = _graph_mode_place
        _jitscope.record_note(
            "portability", "GRAPH_MODE was set, but nothing was compiled: it concerns calls of nn.Cell only, a plain "
            "function stays eager in it. Put @mindspore.jit on the function to run it as a graph.", file or path, line)


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

# SPDX-License-Identifier: Apache-2.0
"""One run of a script as the program sees it: what it forces, what the run is told about at its end."""
import functools
import os

import _jitscope
from mindspore import _notes, communication, context, dataset
from mindspore._jit.keptcalls import _calls, forget_calls, lockstep, variant  # noqa: F401  (the program asks here)
from mindspore._jit.wrapping import jit
from mindspore._notes import portability  # noqa: F401  (the native module calls it here)
from mindspore._portability import NOTHING_COMPILED
from mindspore.common import parameter
from mindspore.common.cellbase import CellBase
from mindspore.common.seed import forget_seed


def begin(path, text, mode, device, jit_level, tolerance=0.0):
    """A script is about to run; empty strings leave to it what it sets."""
    _notes.forget()
    forget_calls()
    parameter.forget_names()
    forget_seed()
    dataset.config.forget()
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


def finish(path, is_good):
    """The run is over: says what its author may not expect."""
    if is_good and (place := _notes.graph_mode_in_vain()) is not None:
        file, line = place
        _jitscope.record_note("portability", NOTHING_COMPILED, file or path, line)


def as_graph(function):
    """`function` so that a call of it runs as a graph."""
    if isinstance(function, CellBase):
        return function.compiled()
    if getattr(function, "__jitscope_graphs__", None) is not None:
        return function
    return _graph_version(function)


@functools.lru_cache(maxsize=256)
def _graph_version(function):
    return jit(function)


def as_python(function):
    """`function` as written, although it is decorated with jit."""
    if isinstance(function, CellBase):
        return function._construct_eagerly
    return getattr(function, "__wrapped__", function)

# SPDX-License-Identifier: Apache-2.0
"""A stretch of eager code as a graph: _jit_begin(name, *inputs) ... _jit_end(*outputs)."""
import threading

import _jitscope
from mindspore import context
from mindspore._capture.places import caller, place_of_line
from mindspore._jit.cache import compile_graph
from mindspore._trace.tracing import Tracing, described


class _Blocks(threading.local):
    open = None  # (tracing, key, start) of the block under way; False for one that is compiled already


_blocks = _Blocks()
_compiled = set()


def _jit_begin(fn_name, *args):
    """The operators from here to _jit_end become a graph of that name with the tensors `args` as its parameters.

    The code between is Python and so runs whenever control comes by; the graph is compiled once for each set of types,
    to be looked at like that of a jit function."""
    if _blocks.open is not None:
        block, _blocks.open = _blocks.open, None
        if block:
            block[0].__exit__(None, None, None)
        raise RuntimeError(f"_jit_begin('{fn_name}'): the block before has not been ended by _jit_end.")
    key = (fn_name, described(args))
    if key in _compiled or _jitscope.is_capturing() or _jitscope.is_tracing():
        _blocks.open = False
        return
    tracing = Tracing(fn_name, fn_name, place_of_line(*caller()), None)
    for index, value in enumerate(args):
        if isinstance(value, _jitscope.Tensor):
            tracing.trace.adopt_parameter(f"x{index}", value)
    _blocks.open = (tracing, key, _jitscope.now())
    tracing.__enter__()


def _jit_end(*output_args):
    """Ends the block; gives its arguments: one as it is, several as a tuple."""
    if _blocks.open is None:
        raise RuntimeError("_jit_end: no block was begun by _jit_begin.")
    block, _blocks.open = _blocks.open, None
    if block:
        _finish(*block, output_args)
    return output_args[0] if len(output_args) == 1 else output_args


def _finish(tracing, key, start, outputs):
    is_whole = tracing.trace.close(tuple(value for value in outputs if isinstance(value, _jitscope.Tensor)))
    tracing.__exit__(None, None, None)
    if not is_whole:
        tracing.give_up()
        return
    compile_graph(tracing.trace, *key, context.jit_level(""), "first call", start, "trace")
    _compiled.add(key)

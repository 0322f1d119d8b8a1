# SPDX-License-Identifier: Apache-2.0
"""What mindspore.jit(capture_mode="bytecode") does with a call, and what is kept for later calls of the same kind."""
import inspect

from _jitscope import Tensor

from mindspore._bytecode.functions import can_capture, run_unit, unit_of
from mindspore._bytecode.segment import RETURN
from mindspore._jit.cache import Result

_MOST_ENTRIES = 64
_VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def capture(cache, args, kwargs, level, reason):
    """Runs the call, in graphs as far as it goes; the entry serves calls like it without asking again."""
    function = cache.function
    if not can_capture(function):
        return cache.entry(function, None, kwargs)
    unit = unit_of(function, level, cache.options.fullgraph, cache.options.described())
    value = run_unit(unit, function, args, kwargs)
    return Result(value, _entry(cache, unit, args, kwargs))


def _entry(cache, unit, args, kwargs):
    function = cache.function
    known = unit.segments.get((0, 0), ())
    unit.entries += 1
    unit.callable = cache.callable

    def run(*args, **kwargs):
        return run_unit(unit, function, args, kwargs)
    if not known or unit.entries > _MOST_ENTRIES:
        return cache.entry(run, None, kwargs)
    segment = known[0]
    if not _is_native(function, segment, args, kwargs):
        return cache.entry(run, args, kwargs)
    # The types of tensors among the arguments are in the entry's key already.
    guards = [(kind, source, *rest) for kind, source, *rest in segment.guards
              if kind != "tensor" or len(source) > 1 or type(source[0]) is not int]
    entry = cache.entry(segment.graph, args, kwargs, guards=tuple(guards), inputs=_inputs(segment, args),
                        rebuild=_rebuild(segment))
    segment.entries.append(entry)
    return entry


def _is_native(function, segment, args, kwargs):
    """Whether a call is one run of a graph: nothing of Python's is to be changed or read again."""
    code = function.__code__
    is_simple = not code.co_flags & _VARIADIC and not code.co_kwonlyargcount and not kwargs
    return (segment.kind == RETURN and segment.graph is not None and not segment.has_changes and not segment.has_reads
            and segment.pairs is None
            and is_simple and len(args) == code.co_argcount)


def _inputs(segment, args):
    """None where the graph takes the tensors of the arguments in their order."""
    plain = [(place,) for place, value in enumerate(args) if isinstance(value, Tensor)]
    is_flat = not any(isinstance(value, (list, tuple, dict)) or hasattr(value, "__ms_mutable__") for value in args)
    return None if is_flat and plain == segment.input_sources else tuple(segment.input_sources)


def _rebuild(segment):
    if segment.is_plain:
        return None
    rebuilt = segment.rebuilt
    if segment.output_count == 1:
        return lambda result: rebuilt(None, (result,))
    return lambda results: rebuilt(None, results)

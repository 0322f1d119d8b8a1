# SPDX-License-Identifier: Apache-2.0
"""The entry for jit(capture_mode="trace"): the first call runs operator by operator, later ones run the graph of it."""
import functools

from mindspore._capture import stages
from mindspore._capture.calls import graph_name
from mindspore._capture.places import is_package_file, place_of_line
from mindspore._capture.structure import Outputs, rebuild
from mindspore._jit import output
from mindspore._jit.cache import Result
from mindspore._trace.tracing import Tracing


def capture(cache, args, kwargs, level, reason):
    """Runs the function; its value, and the entry for later calls."""
    start = stages.begin()
    name = cache.name(args)
    output.progress(f"Start compiling '{name}'.")
    tracing = Tracing(name, graph_name(cache.function, args), _place(cache.function), _run.__code__)
    followed, followed_kwargs = _arguments(tracing, cache, args, kwargs)
    with tracing:
        value = _run(cache.function, followed, followed_kwargs)
        tracing.check_containers()
        outputs = Outputs(value)
        is_whole = tracing.trace.close(tuple(outputs.tensors))
    if not is_whole:
        tracing.give_up()
        return Result(value, cache.entry(cache.function, args, kwargs))
    if cache.wants_any_shape(args, kwargs):
        tracing.note_fixed_shapes()
    outputs.tensors = None
    graph = cache.compile(tracing.trace, args, kwargs, level, reason, "trace", start, modes=tracing.modes,
                          guards=tracing.guards)
    output.progress(f"End compiling '{name}'.")
    put_together = None if outputs.is_single else functools.partial(rebuild, outputs)
    # Where nothing but tensors varies, the graph's parameters are the tensors of the arguments in their order.
    inputs = tuple(tracing.inputs) if tracing.guards else None
    return Result(value, cache.entry(graph, args, kwargs, rebuild=put_together, inputs=inputs,
                                     guards=tuple(tracing.guards), modes=tracing.modes))


def _run(function, args, kwargs):
    return function(*args, **kwargs)


def _place(function):
    code = function.__code__
    return place_of_line("" if is_package_file(code.co_filename) else code.co_filename, code.co_firstlineno)


def _arguments(tracing, cache, args, kwargs):
    names = _names(cache.signature, len(args))
    followed = [tracing.followed(name, (i,), value) for i, (name, value) in enumerate(zip(names, args))]
    named = {name: tracing.followed(name, (len(args), ("item", name)), value) for name, value in kwargs.items()}
    return followed, named


def _names(signature, count):
    """A name for each positional argument; those of *args are numbered."""
    names = []
    for parameter in signature.parameters.values():
        if parameter.kind == parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}{i}" for i in range(count - len(names))]
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
    return names[:count]

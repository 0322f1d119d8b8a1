# SPDX-License-Identifier: Apache-2.0
"""Entries of functions that are captured by walking their source."""
import functools

import _jitscope
from mindspore import _log, _notes
from mindspore._capture import stages
from mindspore._capture.entrygradient import Followed, NoGradientGraph, rest_of_sentence
from mindspore._capture.errors import ArgumentWritten
from mindspore._capture.frontend import capture_function
from mindspore._capture.places import caller
from mindspore._capture.structure import rebuild, replace_tensors, returned
from mindspore._jit import output
from mindspore._jit.eager import expect_eager_result
from mindspore.common.parameter import Parameter


def capture(cache, args, kwargs, level, reason):
    """The entry for calls with arguments of these types."""
    start = stages.begin()
    name = cache.name(args)
    output.progress(f"Start compiling '{name}'.")
    output.progress("Start performing static analysis and type inference.")
    reads = _jitscope.shape_reads()
    is_followed = _jitscope.is_tape_open()
    try:
        captured = _captured(cache, name, args, kwargs, is_followed)
    except NoGradientGraph as reason:
        return _by_operators(cache, name, args, kwargs, str(reason))
    except NotImplementedError as failure:
        if is_followed:
            return _by_operators(cache, name, args, kwargs, rest_of_sentence(failure))
        if not isinstance(failure, ArgumentWritten):
            raise
        written = failure
        if cache.fullgraph:
            raise
        _log.warning(f"'{name}' runs eagerly: {str(written).splitlines()[0]}")
        return cache.entry(_with_own_results(cache.function), args, kwargs)
    looks_at_shapes = _jitscope.shape_reads() > reads
    any_shape = cache.wants_any_shape(args, kwargs) and _has_any_shape(name, looks_at_shapes)
    graph = cache.compile(captured.capture, args, kwargs, level, reason, "ast", start, any_shape,
                          captured.modes, looks_at_shapes=looks_at_shapes,
                          is_for_gradient=_has_backward(captured.gradient))
    output.progress(f"End compiling '{name}'.")
    if _jitscope.is_bisecting() and captured.gradient is None:
        expect_eager_result(graph, captured.outputs, cache.function, args, kwargs)
    put_together = None if captured.outputs.is_single else functools.partial(rebuild, captured.outputs)
    guards = (*_same_parameters((*args, kwargs) if kwargs else args), *captured.guards)
    return cache.entry(graph, args, kwargs, guards=guards, rebuild=put_together, lines=captured.printed,
                       modes=captured.modes, any_shape=any_shape, given=captured.given,
                       gradient=_gradient_of(cache, captured.gradient, args, kwargs, level))


def _gradient_of(cache, gradient, args, kwargs, level):
    """What is followed and how its gradient comes back, as _jitscope.GraphEntry takes it."""
    if gradient is None or not (gradient.arguments or gradient.weights):
        return None
    backward = gradient.backward
    if not _has_backward(gradient):
        return gradient.arguments, gradient.weights, None
    graph = cache.compile_backward(backward.capture, args, kwargs, level)
    return gradient.arguments, gradient.weights, (graph, backward.saved, backward.results, backward.gradients)


def _has_backward(gradient):
    return gradient is not None and gradient.backward is not None


def _by_operators(cache, name, args, kwargs, reason):
    """The entry for calls whose gradient goes through operators, which run one by one."""
    _notes.runs_in_gradient(name, reason)

    def run(*given, **named):
        return returned(cache.by_operators(given, named))
    return cache.entry(run, args, kwargs, gradient=(Followed(args).variables, (), None))


def _with_own_results(function):
    """The function run eagerly; as of a graph, its results are the caller's own, and sequences for iterators."""
    @functools.wraps(function)
    def run(*args, **kwargs):
        return replace_tensors(returned(function(*args, **kwargs)), lambda tensor: tensor.copy())
    return run


def _same_parameters(value, source=()):
    """Guards that a call is about these very Parameters: they are weights of the graph."""
    if isinstance(value, Parameter):
        yield "is", source, value, f"the Parameter '{value.name}'"
    elif isinstance(value, (tuple, list, dict)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _same_parameters(item, (*source, ("item", key)) if source else (key,))


def _has_any_shape(name, looks_at_shapes):
    """Whether what was captured is the same for all shapes: nobody looked at one. Says so if not."""
    if not looks_at_shapes:
        return True
    text = (f"'{name}' was given dynamic=1, but what it computes depends on the shapes of its arguments, which are "
            "looked at while it is captured. It is compiled for each shape.")
    _log.warning(text)
    _jitscope.record_note("dynamic", text, *caller())
    return False


def _captured(cache, name, args, kwargs, is_followed):
    return capture_function(cache.function, args, kwargs, name=name, level=cache.syntax_level or None,
                            with_gradient=is_followed)

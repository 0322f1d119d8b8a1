# SPDX-License-Identifier: Apache-2.0
"""jit(...): what it makes of functions, methods, layers, classes of layers and other callables."""
import functools
import inspect
import os
import types

import _jitscope
from mindspore import _log
from mindspore._jit.arguments import check_arguments, check_options
from mindspore._jit.cache import GraphCache, JitOptions
from mindspore.common.cellbase import CellBase


def jit(function=None, *, capture_mode="ast", jit_level="O0", dynamic=0, fullgraph=False, backend="", **options):
    """Compiles a function, a method or a Cell; used as a decorator or as a call.

    capture_mode: "ast" (the source is walked), "bytecode" (its bytecode, with Python between graphs where it must be)
    or "trace" (what the first call runs); jit_level: "O0", or "O1" with fused kernels; dynamic: 1 to compile once more
    for all shapes when a second shape comes; fullgraph: True to refuse what cannot be part of a graph; backend: "",
    "ms_backend" or "GE"."""
    check_arguments(capture_mode, jit_level, dynamic, fullgraph, backend)
    check_options(options)
    made_with = JitOptions(capture_mode, jit_level, bool(dynamic), fullgraph, backend)
    if function is None:
        return lambda given: _wrapped(given, made_with)
    return _wrapped(function, made_with)


jit.__jitscope_is_jit__ = True  # captured code knows it by this


def _wrapped(function, options):
    if isinstance(function, CellBase):
        function.run_as_graph(options)
        return function
    if isinstance(function, type) and issubclass(function, CellBase):
        function.construct = _wrapped(function.construct, options)
        return function
    if not callable(function):
        _log.warning(f"The func should be function, method or cell instance/class, but got {function}")
        return function
    if hasattr(function, "__jitscope_graphs__"):
        _log.warning(f"The func {function} should be wrapped by jit only once.")
        return function
    if os.environ.get("MS_JIT") == "0":
        return function
    if inspect.ismethod(function):
        return types.MethodType(_wrapped(function.__func__, options), function.__self__)
    if not inspect.isfunction(function):
        function = _as_function(function)
    return graph_function(function, options)


def graph_function(function, options, config=None):
    """The native callable that runs `function` as graphs; config() gives the JitConfig dictionary of its layer."""
    cache = GraphCache(function, options, config)
    follows_graphs = options.capture_mode == "ast"  # a gradient around the call goes through the graph
    cache.callable = functools.update_wrapper(_jitscope.JitFunction(function, cache, follows_graphs), function)
    return cache.callable


def _as_function(callee):
    """Operators and callable objects have no Python code of their own to walk: they are called as they are."""
    def call(*args, **kwargs):
        return callee(*args, **kwargs)
    call.__name__ = call.__qualname__ = getattr(callee, "__name__", type(callee).__name__)
    return call

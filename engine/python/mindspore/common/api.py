# SPDX-License-Identifier: Apache-2.0
"""mindspore.jit: a function that runs as a compiled graph, one for each set of argument types."""
import functools
import inspect
import os

import _jitscope
from mindspore import _log, _run, context
from mindspore._capture.frontend import capture_function, current_frontend
from mindspore._capture.modes import mode_changes
from mindspore._capture.structure import describe, flatten, rebuild
from mindspore._missing import not_yet
from mindspore.common.tensor import Tensor

_CAPTURE_MODES = ["ast", "bytecode", "trace"]
_JIT_LEVELS = ["O0", "O1"]
_BACKENDS = ["ms_backend", "GE"]
_OPTIONS = ("disable_format_transform", "exec_order", "ge_options", "infer_boost")
_DEPRECATED = {"mode": "capture_mode", "input_signature": "dynamic", "jit_config": "jit_level, fullgraph or options",
               "compile_once": None, "hash_args": None}


def _check_choice(name, value, choices):
    if value not in choices:
        raise ValueError(f"For 'jit', the '{name}' must be str and must be in '{choices}', but got '{value}'.")


def _check_arguments(capture_mode, jit_level, dynamic, fullgraph, backend):
    _check_choice("capture_mode", capture_mode, _CAPTURE_MODES)
    _check_choice("jit_level", jit_level, _JIT_LEVELS)
    if not isinstance(dynamic, int) or isinstance(dynamic, bool):
        raise TypeError(f"For 'jit', the 'dynamic' must be 'int',  but got '{type(dynamic).__name__}'.")
    if dynamic not in (0, 1):
        raise ValueError("For 'jit', the 'dynamic' must be in range of [0, 1], but got "
                         f"{dynamic} with type '{type(dynamic).__name__}'.")
    if not isinstance(fullgraph, bool):
        raise TypeError(f"For 'jit', the 'fullgraph' must be a bool, but got {type(fullgraph).__name__}.")
    if backend != "":
        _check_choice("backend", backend, _BACKENDS)


def _check_options(options):
    for name in options:
        if name in _DEPRECATED:
            instead = _DEPRECATED[name]
            hint = f" Please use the parameter '{instead}' instead." if instead else ""
            _log.warning(f"For 'jit', the parameter '{name}' has been deprecated.{hint}")
        elif name not in _OPTIONS:
            _log.warning(f"For 'jit(options)', the option argument '{name}' is not recognized, please check!")


def jit(function=None, *, capture_mode="ast", jit_level="O0", dynamic=0, fullgraph=False, backend="", **options):
    """Compiles a function, a method or a Cell; used as a decorator or as a call."""
    _check_arguments(capture_mode, jit_level, dynamic, fullgraph, backend)
    _check_options(options)
    if capture_mode != "ast":
        raise not_yet(f"mindspore.jit(capture_mode=\"{capture_mode}\")")
    if dynamic:
        raise not_yet("mindspore.jit(dynamic=1)")
    if function is None:
        return lambda given: _wrapped(given, jit_level, fullgraph)
    return _wrapped(function, jit_level, fullgraph)


def _wrapped(function, jit_level, fullgraph):
    from mindspore.nn import Cell
    if isinstance(function, Cell):
        function.run_as_graph(jit_level)
        return function
    if isinstance(function, type) and issubclass(function, Cell):
        function.construct = jit(function.construct, jit_level=jit_level, fullgraph=fullgraph)
        return function
    if not callable(function):
        _log.warning(f"The {function} should be function or Cell, but got {type(function).__name__}; it stays as it is.")
        return function
    if hasattr(function, "__jitscope_graphs__"):
        _log.warning(f"The func {function.__name__} should be wrapped by jit only once.")
        return function
    if os.environ.get("MS_JIT") == "0":
        return function
    if not inspect.isfunction(function) and not inspect.ismethod(function):
        function = _as_function(function)
    if inspect.ismethod(function):
        return functools.partial(_wrapped(function.__func__, jit_level, fullgraph), function.__self__)
    graphs = GraphCache(function, jit_level)

    @functools.wraps(function)
    def run(*args, **kwargs):
        return graphs(args, kwargs)
    run.__jitscope_graphs__ = graphs
    return run


def _as_function(callee):
    """Operators and callable objects have no Python code of their own to walk: they are called as they are."""
    def call(*args, **kwargs):
        return callee(*args, **kwargs)
    call.__name__ = call.__qualname__ = getattr(callee, "__name__", type(callee).__name__)
    return call


class GraphCache:
    """The graphs of one function, one for each set of argument types."""

    def __init__(self, function, jit_level=""):
        self.function = function
        self._jit_level = jit_level
        self._signature = inspect.signature(function)
        self._entries = {}
        self._last = None

    def __call__(self, args, kwargs):
        frontend = current_frontend()
        if frontend is not None:
            return frontend.call(self.function, args, kwargs)
        if _jitscope.is_tape_open():
            # A gradient goes through operators, so they run one by one; the numbers are the graph's.
            return self.function(*args, **kwargs)
        # A call by position alone is the common case and needs no binding: equal arguments give equal keys.
        if kwargs:
            args, kwargs = self._bound(args, kwargs)
        level = context.jit_level(self._jit_level)
        key = (level, _jitscope.argument_key((*args, kwargs) if kwargs else args))
        known = self._entries.get(key)
        # The last one is nearly always the right one.
        entry = known[0] if known and known[0].holds() else self._for_other_modes(key)
        if entry is None:
            entry = self._compile(key, args, kwargs, level, self._reason(args, kwargs, level))
        elif (weight := entry.graph.replaced_weight()) is not None:
            entry = self._compile(key, args, kwargs, level, f"parameter {weight} was given other data")
        return entry.run(args, kwargs)

    def _for_other_modes(self, key):
        """The graph for the modes that the layers are in now, if one was made before; it comes first from now on."""
        entries = self._entries.get(key, [])
        entries.sort(key=lambda entry: not entry.holds())
        return entries[0] if entries and entries[0].holds() else None

    def _bound(self, args, kwargs):
        self._check_count(args, kwargs)
        bound = self._signature.bind(*args, **kwargs)
        return bound.args, bound.kwargs

    def _check_count(self, args, kwargs):
        """Raises MindSpore's words for a wrong number of arguments, Python's for other mistakes."""
        positional = [p for p in self._signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        is_variadic = any(p.kind == p.VAR_POSITIONAL for p in self._signature.parameters.values())
        defaults = sum(p.default is not p.empty for p in positional)
        needed, given = len(positional) - defaults, len(args)
        missing = [p.name for p in positional[given:needed] if p.name not in kwargs]
        if not missing and (given <= len(positional) or is_variadic):
            return
        # A method's own object does not count for its caller.
        own = 1 if positional and positional[0].name == "self" else 0
        total = f" and {defaults} default argument, total {len(positional) - own}" if defaults else ""
        raise TypeError(f"Function {self.function.__name__} needs {needed - own} positional argument{total}, but got "
                        f"{given - own}.")

    def _compile(self, key, args, kwargs, level, reason):
        self._check_count(args, kwargs)
        start = _jitscope.now()
        captured = capture_function(self.function, args, kwargs)
        described = self._described(args, kwargs)
        text = ", ".join(described.values())
        graph = _jitscope.compile(captured.capture, _name_of(self.function, args), text, level,
                                  context.get_context("device_target"), reason, start, "ast")
        entry = _Entry(graph, captured, _objects_of(args, kwargs))
        # A graph holds for the training modes that its layers were in; one for other modes may stand beside it.
        self._entries[key] = [entry, *(known for known in self._entries.get(key, ()) if not known.holds())]
        self._last = (level, described)
        _run.was_compiled()
        _write_graphs(graph)
        return entry

    def _described(self, args, kwargs):
        """Name -> text of what the call is about, without a method's own object."""
        bound = self._signature.bind(*args, **kwargs).arguments
        return {name: describe(value) for name, value in bound.items() if name != "self"}

    def _reason(self, args, kwargs, level):
        if self._last is None:
            return "first call"
        self._check_count(args, kwargs)
        last_level, last = self._last
        if last_level != level:
            return f"jit_level {level} instead of {last_level}"
        for name, now in self._described(args, kwargs).items():
            if now != last.get(name, "nothing"):
                return f"argument {name}: {now} instead of {last.get(name, 'nothing')}"
        return "called on another object"


class _Entry:
    """A compiled graph with what Python must add: the structure of what it returns, what it prints."""

    def __init__(self, graph, captured, key_owner):
        self.graph = graph
        self._outputs = captured.outputs
        self._printed = captured.printed
        self._modes = captured.modes
        self._mode_changes = mode_changes()
        self._key_owner = key_owner  # objects that count by identity in the key must not be freed
        self._single = captured.outputs.is_single

    def holds(self):
        """Whether the layers inside are in the modes in which they were captured."""
        now = mode_changes()
        if self._mode_changes != now and all(cell.training == mode for cell, mode in self._modes):
            self._mode_changes = now
        return self._mode_changes == now

    def run(self, args, kwargs):
        for line in self._printed:
            print(line)
        result = self.graph(*flatten(args, kwargs))
        return result if self._single else rebuild(self._outputs, result)


def _objects_of(args, kwargs):
    """What counts by identity in a key and so must not be freed before it; tensors count by their type."""
    return [value for value in (*args, *kwargs.values()) if not isinstance(value, Tensor)]


def _name_of(function, args):
    """"Network.construct" with the class of the object at hand, or the function's own name."""
    name = function.__qualname__.rpartition("<locals>.")[2]
    if args and function.__name__ == "construct" and hasattr(args[0], "construct"):
        return f"{type(args[0]).__name__}.construct"
    return name


_dump_count = 0


def _write_graphs(graph):
    """One .ir file for each stage, as `save_graphs` asks; numbered through over all compilations."""
    global _dump_count
    folder = context.graph_folder()
    if folder is None:
        return
    os.makedirs(folder, exist_ok=True)
    for index, (stage, text) in enumerate(graph.dumps()):
        path = os.path.join(folder, f"{index:02d}_{stage}_{_dump_count:04d}.ir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        _dump_count += 1


class _EagerExecutor:
    """For scripts that wait for the device: an operator has finished when its call returns, there is nothing to do."""

    def sync(self):
        """Returns once everything has been computed."""


_pynative_executor = _EagerExecutor()

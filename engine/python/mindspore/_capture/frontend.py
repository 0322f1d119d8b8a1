# SPDX-License-Identifier: Apache-2.0
"""Captures a function into a graph: decides for every call how it is carried out.

The user's functions are walked statement by statement, each as a graph of its own that the caller's graph calls. The
functions of this package simply run: given symbols, their operators become nodes. Everything else runs as Python as
long as it concerns constants only.
"""
import builtins
import functools
import inspect
import sys
import sysconfig
import threading
import types

import _jitscope
from _jitscope import Symbol, Tensor
from mindspore import context
from mindspore._capture.errors import annotate, holds_symbol, is_variable, not_captured
from mindspore._capture.places import is_package_file, place_of
from mindspore._capture.scope import FunctionGlobals, Scope, bound_names
from mindspore._capture.sources import function_node
from mindspore._capture.structure import Outputs, replace_tensors


class _Thread(threading.local):
    frontend = None  # found on the class where a thread has none: every call of a layer asks


_thread = _Thread()
_OpFunction = type(_jitscope.primitives["Add"]) if "Add" in _jitscope.primitives else type(None)
_nowhere = ("", 0, 0, 0, 0, "")
_CONTAINERS = (list, dict, set)
_MUTATORS = frozenset("append extend insert pop remove clear sort reverse update setdefault popitem add discard".split())
# These only pass values on: what they make of tensors is captured by the tensors' own operators.
_TRANSPARENT = frozenset(("builtins", "functools", "_functools", "operator", "_operator", "itertools", "collections"))
_TEXT_MAKERS = (str, repr, ascii, format, hash, id)
_RECURSION_ROOM = 100_000  # frames of ours for the deepest chain of calls that max_call_depth allows


def current_frontend():
    """The capture that is under way on this thread, or None."""
    return _thread.frontend


class Captured:
    """A captured function: its graph, what it returns and what it prints."""

    def __init__(self, capture, outputs, printed, modes):
        self.capture = capture
        self.outputs = outputs
        self.printed = printed
        self.modes = modes


def capture_function(function, args, kwargs):
    """The graph of one call; tensors in the arguments become parameters, everything else is constant."""
    frontend = Frontend()
    _thread.frontend = frontend
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_ROOM))
    frontend.capture.begin()
    try:
        return frontend.capture_entry(function, args, kwargs)
    except Exception as failure:
        # The frames of the capture say nothing about the user's program; the call stack is part of the text.
        raise failure.with_traceback(None)
    finally:
        frontend.capture.end()
        sys.setrecursionlimit(limit)
        _thread.frontend = None


class CapturedFunction:
    """A function or lambda that was defined inside of captured code."""

    def __init__(self, frontend, node, scope, signature):
        self.node, self.scope, self.signature = node, scope, signature
        self.__name__ = self.__qualname__ = getattr(node, "name", "lambda")
        self._frontend = frontend

    def __call__(self, *args, **kwargs):
        return self._frontend.call(self, args, kwargs)


class Frontend:
    """One capture under way."""

    def __init__(self):
        self.capture = _jitscope.Capture()
        self.printed = []
        self._places = []  # of the user functions being walked, outermost first
        self._own = {}     # containers made by captured code, by id: those it may change
        self._recorded = set()
        self.flat = 0      # above 0, calls open no graphs: a gradient goes through one graph's nodes
        self.has_printed = False  # a Print node was added: what is printed from here on comes after it
        self.modes = []    # (layer, whether it was training) of each layer entered: the graph holds for those modes only

    # -- places ------------------------------------------------------------------------------------------------------

    def at(self, filename, node, variable=""):
        """The nodes that follow belong to this piece of source."""
        place = getattr(node, "_place", None)
        if place is None or place[0] != filename:
            place = node._place = place_of(filename, node)
        self._places[-1] = place
        self.capture.set_place(place, variable)

    def _enter(self, filename, node):
        self.capture.push_frame(filename)
        self._places.append(None)
        self.at(filename, node)
        if filename not in self._recorded and _jitscope.is_recording():
            self._recorded.add(filename)
            import linecache
            _jitscope.record_source(filename, "".join(linecache.getlines(filename)))

    def _leave(self):
        self._places.pop()
        self.capture.pop_frame()

    # -- containers --------------------------------------------------------------------------------------------------

    def own(self, container):
        """Marks a list, dictionary or set as made by captured code."""
        self._own[id(container)] = container
        return container

    def check_change(self, container, how):
        """Changing what lives outside would happen once, at capture, instead of at every call."""
        if isinstance(container, _CONTAINERS) and id(container) not in self._own:
            raise not_captured(f"{how} of a {type(container).__name__} from outside of the function")

    # -- entry -------------------------------------------------------------------------------------------------------

    def capture_entry(self, function, args, kwargs):
        names = _argument_names(function, args)
        filename = function.__code__.co_filename
        place = _nowhere if is_package_file(filename) else place_of(filename, function_node(function))
        self.capture.open_graph(_graph_name(function, args), place)
        args = tuple(self._as_parameters(name, value) for name, value in zip(names, args))
        kwargs = {name: self._as_parameters(name, value) for name, value in kwargs.items()}
        result = self._body_of(function, args, kwargs)
        if isinstance(result, CapturedFunction):
            raise not_captured("Returning a function from a graph")
        outputs = Outputs(result)
        self.capture.close_graph(tuple(outputs.tensors))
        outputs.tensors = None
        return Captured(self.capture, outputs, self.printed, self.modes)

    def _as_parameters(self, name, value):
        if isinstance(value, Tensor):
            return self.capture.add_parameter(name, value)
        if not isinstance(value, (tuple, list, dict)):
            return value
        counter = iter(range(1 << 30))
        return replace_tensors(value, lambda tensor: self.capture.add_parameter(f"{name}_{next(counter)}", tensor))

    # -- calls -------------------------------------------------------------------------------------------------------

    def call(self, function, args, kwargs):
        """The result of a call in captured code."""
        for kinds, carry_out in _CALLS:
            if isinstance(function, kinds):
                return carry_out(self, function, args, kwargs)
        if _is_cell(function):
            return self.call_cell(function, args, kwargs)
        if not callable(function):
            raise ValueError("The object is not callable. Please check code.")
        own_call = getattr(type(function), "__call__", None)
        if isinstance(own_call, types.FunctionType):
            return self.call(own_call, (function, *args), kwargs)
        return self._call_foreign(function, args, kwargs)

    def _call_captured(self, function, args, kwargs):
        return self._call_graph(function.__name__, args, kwargs, functools.partial(self._body_of, function))

    def _call_method(self, function, args, kwargs):
        return self.call(function.__func__, (function.__self__, *args), kwargs)

    def _call_partial(self, function, args, kwargs):
        return self.call(function.func, (*function.args, *args), {**function.keywords, **kwargs})

    def _call_function(self, function, args, kwargs):
        graphs = getattr(function, "__jitscope_graphs__", None)
        if graphs is not None:
            return self.call(graphs.function, args, kwargs)
        if is_package_file(function.__code__.co_filename):
            return function(*args, **kwargs)
        if _is_library_file(function.__code__.co_filename):
            return self._call_foreign(function, args, kwargs)
        return self._call_graph(_graph_name(function, args), args, kwargs, functools.partial(self._body_of, function))

    def _call_operator(self, function, args, kwargs):
        return function(*args, **kwargs)

    def _call_class(self, cls, args, kwargs):
        if cls is type and len(args) == 1:
            return Tensor if isinstance(args[0], Symbol) else type(args[0])
        if issubclass(cls, Tensor) and args and isinstance(args[0], Symbol):
            dtype = args[1] if len(args) > 1 else kwargs.get("dtype")
            return args[0] if dtype is None else args[0].astype(dtype)
        if cls.__module__ in _TRANSPARENT:
            return self._call_builtin(cls, args, kwargs)
        if holds_symbol(args) or holds_symbol(kwargs):
            raise not_captured(f"Making an object of class '{cls.__name__}' from tensors of the graph")
        return self.outside(cls, args, kwargs)

    def _call_builtin(self, function, args, kwargs):
        if function is print:
            return self._print(args, kwargs)
        if function in _TEXT_MAKERS and holds_symbol(args):
            raise not_captured(f"Calling '{function.__name__}' on a tensor of the graph")
        owner = getattr(function, "__self__", None)
        if isinstance(owner, _CONTAINERS) and function.__name__ in _MUTATORS:
            self.check_change(owner, f"Changing ('{function.__name__}')")
        is_ours = function.__module__ in _TRANSPARENT or isinstance(owner, (Tensor, *_CONTAINERS, tuple, str))
        if not is_ours and (holds_symbol(args) or holds_symbol(kwargs)):
            return self._call_foreign(function, args, kwargs)
        result = function(*args, **kwargs)
        return self.own(result) if isinstance(result, _CONTAINERS) else result

    def _call_foreign(self, function, args, kwargs):
        """A function of another package: part of the graph only as far as it computes constants."""
        if not holds_symbol(args) and not holds_symbol(kwargs):
            return self.outside(function, args, kwargs)
        name = f"{getattr(function, '__module__', None) or 'builtins'}.{getattr(function, '__name__', function)}"
        raise not_captured(f"Calling '{name}' on a tensor of the graph (real MindSpore runs such a call in Python)")

    def _print(self, args, kwargs):
        if kwargs:
            raise not_captured("print() with named arguments inside of a graph")
        # One item a line, as MindSpore's graphs print. Texts before the first tensor need no operator.
        if self.has_printed or holds_symbol(args) or any(map(is_variable, args)):
            self.has_printed = True
            _jitscope.primitives["Print"](tuple(item if isinstance(item, Tensor) else str(item) for item in args))
        else:
            self.printed.extend(str(item) for item in args)

    def outside(self, function, args, kwargs):
        """Calls it as plain Python: operators compute, nothing is captured."""
        _thread.frontend = None
        try:
            return _jitscope.outside_capture(function, *args, **kwargs)
        finally:
            _thread.frontend = self

    def call_cell(self, cell, args, kwargs):
        """A layer's construct, as a graph within the layer's scope."""
        if self.flat and hasattr(cell, "bprop"):
            raise not_captured(f"A gradient through {type(cell).__name__}, a layer with a bprop of its own, inside of a graph")
        construct = type(cell).construct
        self.modes.append((cell, cell.training))
        graphs = getattr(construct, "__jitscope_graphs__", None)
        if graphs is not None:
            construct = graphs.function
        part = cell._scope_part
        if part:
            self.capture.push_scope(part)
        try:
            name = f"{type(cell).__name__}_construct"
            body = functools.partial(self._body_of, construct)
            # Hooks and casts of the layer stand around its graph, as they stand around its eager call.
            return cell._run(lambda *inner, **named: self._call_graph(name, (cell, *inner), named, body), args, kwargs)
        finally:
            if part:
                self.capture.pop_scope()

    # -- graphs ------------------------------------------------------------------------------------------------------

    def call_flat(self, function, args, kwargs):
        """A call whose operators, however deep, become nodes of the graph that is open."""
        self.flat += 1
        try:
            return self.call(function, args, kwargs)
        finally:
            self.flat -= 1

    def _call_graph(self, name, args, kwargs, body):
        """Carries `body` out in a graph of its own and calls that graph."""
        if len(self._places) > context.get_context("max_call_depth"):
            raise RuntimeError(f"Exceed function call depth limit {context.get_context('max_call_depth')}")
        if self.flat:
            return body(args, kwargs)
        place = self._places[-1] if self._places else _nowhere
        self.capture.open_graph(name, place)
        counter = iter(range(1 << 30))

        def parameter(tensor):
            # Weights and constants need not be passed: a graph may use them from anywhere.
            return self.capture.add_parameter(f"x{next(counter)}", tensor) if isinstance(tensor, Symbol) else tensor
        args = tuple(replace_tensors(value, parameter) if holds_symbol(value) else value for value in args)
        kwargs = {key: replace_tensors(value, parameter) if holds_symbol(value) else value
                  for key, value in kwargs.items()}
        outputs = Outputs(body(args, kwargs))
        result = outputs.filled(self.capture.close_graph(tuple(outputs.tensors)))
        return self.own(result) if isinstance(result, _CONTAINERS) else result

    def _body_of(self, function, args, kwargs):
        """Walks the user's function; runs one of the package."""
        if isinstance(function, CapturedFunction):
            scope = function.scope.inner(bound_names(function.node))
            return self._walk(function.node, scope, function.signature, args, kwargs)
        if is_package_file(function.__code__.co_filename):
            return function(*args, **kwargs)
        node = function_node(function)
        scope = Scope(bound_names(node), FunctionGlobals(function), function.__code__.co_filename)
        return self._walk(node, scope, _signature(function), args, kwargs)

    def _walk(self, node, scope, signature, args, kwargs):
        from mindspore._capture.walker import Walker
        self._enter(scope.filename, node)
        try:
            scope.values.update(_bind(signature, args, kwargs))
            return Walker(self, scope).run(node)
        except Exception as failure:
            annotate(failure, self._places)
            raise
        finally:
            self._leave()


_CALLS = (
    (CapturedFunction, Frontend._call_captured),
    (types.MethodType, Frontend._call_method),
    (functools.partial, Frontend._call_partial),
    (types.FunctionType, Frontend._call_function),
    (_OpFunction, Frontend._call_operator),
    (type, Frontend._call_class),
    ((types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType), Frontend._call_builtin),
)


def _is_cell(value):
    from mindspore.nn.cell import Cell
    return isinstance(value, Cell)


@functools.lru_cache(maxsize=None)
def _is_library_file(filename):
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.update(path for path in sys.path if path.endswith("-packages"))
    return any(filename.startswith(folder + "/") for folder in folders) or filename.startswith("<frozen")


@functools.lru_cache(maxsize=1024)
def _signature(function):
    return inspect.signature(function, follow_wrapped=False)


def _bind(signature, args, kwargs):
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as failure:
        wanted, given = len(signature.parameters), len(args) + len(kwargs)
        if wanted == given:
            raise
        raise TypeError(f"The parameters number of the function is {wanted}, but the number of provided arguments is "
                        f"{given}.") from failure
    bound.apply_defaults()
    return bound.arguments


def _graph_name(function, args):
    """The function's name; of a layer's construct with its class: "Network_construct"."""
    if args and _is_cell(args[0]) and function.__name__ == "construct":
        return f"{type(args[0]).__name__}_construct"
    return "lambda" if function.__name__ == "<lambda>" else function.__name__


def _argument_names(function, args):
    """A name for each positional argument; those of *args are numbered."""
    names = []
    for parameter in inspect.signature(function, follow_wrapped=False).parameters.values():
        if parameter.kind == parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}{i}" for i in range(len(args) - len(names))]
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
    return names

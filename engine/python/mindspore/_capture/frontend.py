# SPDX-License-Identifier: Apache-2.0
"""Captures a function into a graph: the graphs of the functions that it calls, and where in the source it stands."""
import ast
import contextlib
import functools
import inspect
import linecache

import _jitscope
from _jitscope import External, Scalar, Symbol, Tensor
from mindspore import context
from mindspore._capture import stages
from mindspore._capture.arguments import ArgumentContainers
from mindspore._capture.calls import Calls, graph_name
from mindspore._capture.current import current_frontend, current_thread, set_current_frontend
from mindspore._capture.entrygradient import EntryGradient
from mindspore._capture.errors import annotate, holds_symbol, not_captured
from mindspore._capture.failures import write_failure
from mindspore._capture.fallback import Fallback, syntax_level
from mindspore._capture.functions import CapturedFunction
from mindspore._capture.numbers import VariableRange
from mindspore._capture.outside import Changing, Outside, Restart
from mindspore._capture.places import is_package_file, is_package_function, place_of
from mindspore._capture.recursion import Recursions, calls_itself
from mindspore._capture.scope import FunctionGlobals, Scope, bound_names
from mindspore._capture.sources import function_node
from mindspore._capture.structure import Outputs, flatten, plain_number, replace_tensors, replace_variables, returned
from mindspore._capture.walker import Walker
from mindspore.common.parameter import Parameter


_nowhere = ("", 0, 0, 0, 0, "")
_CONTAINERS = (list, dict, set)
_RECURSION_ROOM = 100_000  # frames of ours for the deepest chain of calls that max_call_depth allows
_LONGEST_TEXT = 200
_MOST_RESTARTS = 100


class Captured:
    """A captured function: its graph, what it returns and what it prints, what it holds for, and which of the caller's
    containers it gives back or changes."""

    def __init__(self, capture, outputs, printed, modes, guards, given, gradient=None):
        self.capture = capture
        self.outputs = outputs
        self.printed = printed
        self.modes = modes
        self.guards = guards
        self.given = given
        self.gradient = gradient  # EntryGradient, or None


def capture_function(function, args, kwargs, *, name=None, level=None, with_gradient=False):
    """The graph of one call; tensors in the arguments become parameters, everything else is constant. `name` is what
    the function is called in messages, `level` the syntax level, "STRICT" or "LAX", where the function or cell has one of
    its own. `with_gradient`: the capture is that of the forward half of the function with its gradient (see
    EntryGradient), of what open tapes follow."""
    changing = Changing()
    for _ in range(_MOST_RESTARTS):
        began = _jitscope.now()
        try:
            frontend = Frontend(changing, syntax_level(level), name)
            return _capture_once(frontend, function, args, kwargs, with_gradient)
        except Restart:
            # `changing` has grown by what turned out to be no constant.
            stages.note_instead("capture that began anew", began)
    raise not_captured(f"A function that changes more than {_MOST_RESTARTS} objects from outside")


def _capture_once(frontend, function, args, kwargs, with_gradient):
    gradient = EntryGradient(frontend, args) if with_gradient else None
    try:
        return frontend.capture.run(lambda: frontend.capture_entry(function, args, kwargs, gradient), current_thread,
                                    frontend, _RECURSION_ROOM)
    except Exception as failure:
        write_failure(frontend.capture, failure)
        # The frames of the capture say nothing about the user's program; the call stack is part of the text.
        raise failure.with_traceback(None)


class Frontend(Calls, Recursions):
    """One capture under way."""

    def __init__(self, changing, level, function_name=None):
        self.function_name = function_name
        self.capture = _jitscope.Capture()
        self.fallback = Fallback(self, level)
        self.outside = Outside(self, changing)
        self.arguments = ArgumentContainers()
        self.printed = []
        self._places = []  # of the user functions being walked, outermost first
        self._node = None  # of the source, whose nodes are being made
        self._recorded = set()
        self.last_return = None  # the place of the return that was walked last
        self.recursions = []  # the calls under way of functions that call themselves
        self.flat = 0         # above 0, a call opens no graph unless it calls itself: gradients are shorter so
        self.own_gradients = []  # for each gradient under way, the calls with a bprop: (arguments, results, backward)
        self.hooked = {}      # the variables that got a hook: (name, id of the symbol) -> the symbol
        self.mutables = []    # containers of tensors that are arguments by ms.mutable: they have gradients
        self._constants = {}  # id -> symbol of a tensor in an argument that is no mutable container: it has no gradient
        self.conditional = 0  # above 0, what is walked may run never, or many times
        self.has_printed = False  # a Print node was added: what is printed from here on comes after it
        self.modes = []    # (layer, whether it was training) of each layer entered: the graph holds for those modes only
        self.guards = []   # what else it holds for, as _jitscope.GraphEntry takes them

    # -- places ------------------------------------------------------------------------------------------------------

    def at(self, filename, node, variable=""):
        """The nodes that follow belong to this piece of source."""
        place = getattr(node, "_place", None)
        if place is None or place[0] != filename:
            place = node._place = place_of(filename, node)
        self._places[-1] = place
        self._node = node
        self.capture.set_place(place, variable)

    def place(self):
        """The place in the source of what is being walked."""
        return (self._places[-1] if self._places else None) or _nowhere

    def node(self):
        """The piece of source whose nodes are being made."""
        return self._node

    def source_text(self):
        """The expression that is being evaluated, on one line."""
        node = self._node
        if node is None or isinstance(node, (ast.FunctionDef, ast.If, ast.While, ast.For)):
            return ""
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)) and node.value is not None:
            node = node.value
        text = ast.unparse(node)
        return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT - 3] + "..."

    def place_text(self):
        """" at x.py:12", for people."""
        place = self._places[-1] if self._places else None
        return f" at {place[0]}:{place[1]}" if place else ""

    def _enter(self, filename, node):
        self.capture.push_frame(filename)
        self._places.append(None)
        self.at(filename, node)
        if filename not in self._recorded and _jitscope.is_recording():
            self._recorded.add(filename)
            _jitscope.record_source(filename, "".join(linecache.getlines(filename)))

    def _leave(self):
        self._places.pop()
        self.capture.pop_frame()

    # -- containers --------------------------------------------------------------------------------------------------

    def own(self, container):
        """Marks a list, dictionary or set as made by captured code."""
        return self.outside.own(container)

    def rely_on(self, *guard):
        """What is captured holds as long as this guard does."""
        if guard not in self.guards:
            self.guards.append(guard)

    def is_current(self):
        return current_frontend() is self

    @contextlib.contextmanager
    def paused(self):
        """No capture is under way meanwhile."""
        set_current_frontend(None)
        try:
            yield
        finally:
            set_current_frontend(self)

    # -- entry -------------------------------------------------------------------------------------------------------

    def capture_entry(self, function, args, kwargs, gradient=None):
        began = _jitscope.now()
        names = _argument_names(function, args)
        filename = function.__code__.co_filename
        place = _nowhere if is_package_file(filename) else place_of(filename, function_node(function))
        began = stages.note("read the source", began)
        self.capture.open_graph(graph_name(function, args), place)
        inside = tuple(self._as_parameters(name, value) for name, value in zip(names, args))
        named = {name: self._as_parameters(name, value) for name, value in kwargs.items()}
        if not self.fallback.is_strict:
            self._note_containers((*args, kwargs), (*inside, named))
        args, kwargs = inside, named
        stages.note("make parameters", began)
        if gradient is None:
            result = self._body_of(function, args, kwargs)
        else:
            gradient.entered(args)
            with gradient.opened(), self.flatly():
                result = self._body_of(function, args, kwargs)
        began = _jitscope.now()
        result = returned(self._without_ranges(result))
        if isinstance(result, CapturedFunction):
            raise RuntimeError("Function in output is not supported. Please check your code.")
        self.outside.check_made_anew(result)
        self.outside.check_returned(result)
        outputs = Outputs(result if self.fallback.gives_dictionaries else _without_dictionaries(result), self.arguments)
        if gradient is None:
            self.capture.close_graph(tuple(outputs.tensors))
        else:
            gradient.close(tuple(outputs.tensors))
        outputs.tensors = None
        stages.note("return results", began)
        return Captured(self.capture, outputs, self.printed, self.modes, tuple(self.guards), tuple(self.arguments.sources),
                        gradient)

    def _note_containers(self, given, inside):
        """Arguments by position, then those by name in one dictionary."""
        for place, value in enumerate(inside[:-1]):
            self.arguments.add(given[place], value, (place,))
        for name, value in inside[-1].items():
            self.arguments.add(given[-1][name], value, (len(inside) - 1, ("item", name)))

    def _without_ranges(self, value):
        """What is returned, with tuples that Python makes in the places of ranges of the graph's numbers."""
        if isinstance(value, VariableRange):
            return self.fallback.execute(_range_as_tuple, value.bounds(), reason="makes a tuple of a range")
        if type(value) is tuple and any(isinstance(item, (tuple, VariableRange)) for item in value):
            return tuple(map(self._without_ranges, value))
        return value

    def _as_parameters(self, name, value):
        if isinstance(value, Tensor):
            return self._as_parameter(name, value)
        plain = plain_number(value)
        if plain is not None:
            return self.capture.add_parameter(name, plain)
        if not isinstance(value, (tuple, list, dict)):
            return value
        counter = iter(range(1 << 30))
        inside = replace_variables(value, lambda item: self._as_parameter(f"{name}_{next(counter)}", item))
        inside = self.outside.own_deeply(inside)
        if hasattr(type(value), "__ms_mutable__"):
            self.mutables.append(inside)
        if not _holds_mutable(value):
            replace_variables(inside, self._hold_constant)
        return inside

    def _hold_constant(self, symbol):
        self._constants[id(symbol)] = symbol
        return symbol

    def is_constant(self, tensor):
        """Whether it is one that MindSpore takes for a constant of the graph: found outside, or in an argument that is no
        mutable container. What is computed of constants alone is not told."""
        if isinstance(tensor, Parameter):
            return False
        return not isinstance(tensor, Symbol) or id(tensor) in self._constants

    def as_variables(self, value):
        """What ms.mutable takes within the graph: constant tensors become values of it, which have gradients."""
        def variable(item):
            is_constant = isinstance(item, Tensor) and self.is_constant(item)
            return _jitscope.primitives["Identity"](item) if is_constant else item
        return replace_tensors(value, variable)

    def _as_parameter(self, name, value):
        """The value in the graph; a Parameter stays the weight that it is, so that code can write to it."""
        symbol = self.capture.add_parameter(name, value)
        return value if isinstance(value, Parameter) else symbol

    # -- layers ------------------------------------------------------------------------------------------------------

    def call_cell(self, cell, args, kwargs):
        """A layer's construct, as a graph within the layer's scope."""
        if self.flat and hasattr(cell, "bprop"):
            return self._call_with_bprop(cell, args, kwargs)
        return self._call_construct(cell, args, kwargs)

    def _call_with_bprop(self, cell, args, kwargs):
        """A layer with a bprop of its own inside of a gradient: what is followed ends at its results, and each gradient
        under way is told how it goes on from the arguments."""
        if self.conditional:
            raise not_captured(f"A gradient through {type(cell).__name__}, a layer with a bprop of its own, in a loop or "
                               "branch of a graph")
        cell._check_bprop(len(args) + len(kwargs))
        following, self.own_gradients = self.own_gradients, []
        try:
            outputs = Outputs(self._call_construct(cell, args, kwargs))
        finally:
            self.own_gradients = following
        results = _ended(outputs.tensors)
        output = outputs.filled(results)

        def backward(gradients):
            given = (*args, *kwargs.values(), output, outputs.filled(gradients))
            return cell._aligned_gradients(args, kwargs, returned(self.call_flat(cell.bprop, given, {})))
        for calls in following:
            calls.append((tuple(flatten(args, kwargs)), results, backward))
        return output

    def pass_gradients(self, tensors, change):
        """The tensors as values behind which gradients under way end; they go on from the tensors as
        change(*gradients)."""
        if self.conditional:
            raise not_captured("A layer with a hook for gradients in a loop or branch of a graph")
        results = _ended(tensors)
        for calls in self.own_gradients:
            calls.append((tensors, results, lambda gradients: change(*gradients)))
        return results

    def _call_construct(self, cell, args, kwargs):
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
        with self.flatly():
            return self.call(function, args, kwargs)

    @contextlib.contextmanager
    def flatly(self):
        """While it is open, a call opens no graph unless it calls itself."""
        self.flat += 1
        try:
            yield
        finally:
            self.flat -= 1

    def _call_graph(self, name, args, kwargs, body):
        """Carries `body` out in a graph of its own and calls that graph."""
        if len(self._places) > context.get_context("max_call_depth"):
            raise RuntimeError(f"Exceed function call depth limit {context.get_context('max_call_depth')}")
        if any(isinstance(value, _CONTAINERS) and self.outside.is_own(value) for value in args):
            return body(args, kwargs)  # what the function changes in a container is changed for its caller too
        plainly = functools.partial(self._call_plainly, name, args, kwargs, body)
        if self.flat:
            plainly = functools.partial(body, args, kwargs)
        function = getattr(body, "args", (None,))[0]
        if calls_itself(_node_of(function)):
            return self.call_recursive(function, name, args, kwargs, body, plainly)
        return plainly()

    def _call_plainly(self, name, args, kwargs, body):
        self.capture.open_graph(name, self.place())
        counter = iter(range(1 << 30))

        def parameter(tensor):
            # Weights and constants need not be passed: a graph may use them from anywhere.
            is_value = isinstance(tensor, (Symbol, External, Scalar))
            return self.capture.add_parameter(f"x{next(counter)}", tensor) if is_value else tensor
        args = tuple(replace_tensors(value, parameter) if holds_symbol(value) else value for value in args)
        kwargs = {key: replace_tensors(value, parameter) if holds_symbol(value) else value
                  for key, value in kwargs.items()}
        outputs = Outputs(returned(body(args, kwargs)))
        result = outputs.filled(self.capture.close_graph(tuple(outputs.tensors)))
        return self.own(result) if isinstance(result, _CONTAINERS) else result

    def _body_of(self, function, args, kwargs):
        """Walks the user's function; runs one of the package."""
        if isinstance(function, CapturedFunction):
            scope = function.scope.inner(bound_names(function.node))
            return self._walk(function.node, scope, function.signature, args, kwargs)
        if is_package_function(function):
            return self._call_package(function, args, kwargs)
        began = _jitscope.now()
        node = function_node(function)
        self.note_outside("read the source", began)
        scope = Scope(bound_names(node), FunctionGlobals(function), function.__code__.co_filename)
        return self._walk(node, scope, _signature(function), args, kwargs)

    def note_outside(self, name, since):
        """What took that time, unless it is that of a line that is being walked."""
        if not self._places:
            stages.note(name, since)

    def _walk(self, node, scope, signature, args, kwargs):
        self._enter(scope.filename, node)
        try:
            scope.values.update(_bind(signature, args, kwargs))
            walker = Walker(self, scope)
            if self.recursions and self.recursions[-1].walker is None:
                self.recursions[-1].walker = walker
            return walker.run(node)
        except Exception as failure:
            annotate(failure, self._places)
            raise
        finally:
            self._leave()


def _ended(tensors):
    return tuple(map(_jitscope.primitives["StopGradient"], tensors))


def _node_of(function):
    """The source of what is called: a function of captured code, of a file, or neither."""
    if isinstance(function, CapturedFunction):
        return function.node
    is_walked = function is not None and not is_package_function(function)
    return function_node(function) if is_walked else ast.Pass()


def _range_as_tuple(*bounds):
    return tuple(range(*map(int, bounds)))


def _holds_mutable(value):
    """Whether a container is one by ms.mutable, or holds one."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return hasattr(type(value), "__ms_mutable__") or any(map(_holds_mutable, items))


def _without_dictionaries(value):
    """Graphs of STRICT give the values of a dictionary as a tuple."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if type(value) not in (tuple, list):
        return value
    return type(value)(map(_without_dictionaries, value))


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


def _argument_names(function, args):
    """A name for each positional argument; those of *args are numbered."""
    names = []
    for parameter in inspect.signature(function, follow_wrapped=False).parameters.values():
        if parameter.kind == parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}{i}" for i in range(len(args) - len(names))]
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
    return names

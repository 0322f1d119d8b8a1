# SPDX-License-Identifier: Apache-2.0
"""The graphs of one function: what the native callable asks when no entry of its own serves a call."""
import functools
import inspect
import itertools
import re
from typing import NamedTuple

import _jitscope
from mindspore import _log, _notes, context
from mindspore._capture import stages
from mindspore._capture.current import compiled_function, current_frontend
from mindspore._capture.structure import describe, flatten, replace_tensors, returned
from mindspore._jit import facts, output
from mindspore._jit.arguments import check_count
from mindspore._jit.modes import capture_of
from mindspore._jit.keptcalls import keep_call
from mindspore.common.mutable import can_be_mutable


class JitOptions(NamedTuple):
    """What mindspore.jit was given."""

    capture_mode: str = "ast"
    jit_level: str = ""
    dynamic: bool = False
    fullgraph: bool = False
    backend: str = ""

    def described(self):
        """What stands beside mode and level in the record of a graph: "backend GE, fullgraph"."""
        parts = [f"backend {self.backend}"] if self.backend else []
        parts += [name for name in ("dynamic", "fullgraph") if getattr(self, name)]
        return ", ".join(parts)


class Result:
    """What a capture gives that has run the function already: the value of the call, and the entry (or None)."""

    def __init__(self, value, entry):
        self.value, self.entry = value, entry


_numbers = itertools.count()


class GraphCache:
    """Compiles a function for each set of argument types; `callable` is what users call."""

    callable = None

    def __init__(self, function, options=JitOptions(), config=None):
        self.function = function
        self.options = options
        self._config = config or dict  # gives a layer's dictionary of JitConfig
        self.number = next(_numbers)
        self._named = []       # entries of calls with arguments that only names reach
        self._compiled = set()  # of dynamic=1: what there are graphs for, without shapes
        self._made = {}        # what compilations were made for, the last one last: its text -> (settings, arguments)

    @functools.cached_property
    def signature(self):
        """Of the user's function."""
        return inspect.signature(self.function)

    @property
    def fullgraph(self):
        """Whether what cannot be captured is an error."""
        return self.options.fullgraph or self.syntax_level == "STRICT"

    @property
    def syntax_level(self):
        """"STRICT", "LAX", or "" for the context's."""
        if self.options.fullgraph:
            return "STRICT"
        return self._config().get("jit_syntax_level", "")

    # -- asked by the native callable --------------------------------------------------------------------------------

    def settings(self):
        """What a compilation depends on besides the arguments: (jit level, device, whether it is passed over)."""
        asked = self._config().get("jit_level") or self.options.jit_level
        is_ignored = self.options.capture_mode == "bytecode" and context.is_graph_mode()
        return context.jit_level(asked), context.get_context("device_target"), is_ignored

    def inside(self, args, kwargs):
        """A call within a capture, a trace or the taking down of a gradient."""
        frontend = current_frontend()
        if frontend is not None:
            return frontend.call(self.function, args, kwargs)
        # A gradient goes through operators, so they run one by one; the numbers are the graph's.
        is_ast = self.options.capture_mode == "ast"
        reason = ("gradients inside each other go through it, or an argument is a container of tensors" if is_ast else
                  f"with capture_mode='{self.options.capture_mode}' a gradient around it goes through its operators")
        _notes.runs_in_gradient(self.function.__qualname__, reason)
        result = self.by_operators(args, kwargs)
        return returned(result) if is_ast else result

    def by_operators(self, args, kwargs):
        """Containers are constants of graphs; those with a tensor that a gradient follows count as variables."""
        followed = [value for value in (*args, *kwargs.values()) if _holds_followed(value)]
        if not followed:
            return _jitscope.call_as_graph(self.function, args, kwargs)
        for value in followed:
            if self.options.capture_mode != "bytecode" and not can_be_mutable(value):
                raise RuntimeError(f'Input "{value}" contains tensor with gradient but can not mutable.')

        def on_tensors(*tensors):
            rest = iter(tensors)
            positional, named = replace_tensors((args, kwargs), lambda _: next(rest))
            return self.function(*positional, **named)
        return _jitscope.call_as_graph(on_tensors, tuple(flatten(args, kwargs)), {})

    def places(self, count, names):
        """The positions of parameters of these names, if with `count` arguments before them they fill all positions up
        to the last; else ()."""
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        parameters = [p for p in self.signature.parameters.values() if p.kind in kinds]
        positions = {p.name: i for i, p in enumerate(parameters) if p.kind == p.POSITIONAL_OR_KEYWORD}
        places = tuple(positions.get(name, -1) for name in names)
        return places if sorted(places) == list(range(count, count + len(names))) else ()

    def bound(self, args, kwargs):
        """The call by position: (positional arguments, what only names reach)."""
        check_count(self.function, self.signature, args, kwargs)
        bound = self.signature.bind(*args, **kwargs)
        return bound.args, bound.kwargs

    def named(self, args, kwargs):
        """A call with arguments that have no position."""
        call = (*args, kwargs)
        for entry in self._named:
            if entry.settings == self.settings() and entry.holds(call):
                return entry.run(call) if entry.is_graph else entry.callable(*args, **kwargs)
        return self.miss(args, kwargs)

    def miss(self, args, kwargs):
        """A call that no entry serves: compiles, and carries it out."""
        with stages.first_call():
            return self._missed(args, kwargs)

    def _missed(self, args, kwargs):
        if (compiled := compiled_function()) is not None:
            raise RuntimeError(f"Nested execution during JIT execution for '{self.name(args)}' is not supported when "
                               f"'{compiled}' compile and execute. For more details, please refer to "
                               "https://www.mindspore.cn/search?inputValue=Nested%20execution")
        check_count(self.function, self.signature, args, kwargs)
        settings = self.settings()
        if settings[2]:
            return self.function(*args, **kwargs)
        made = self._captured(args, kwargs, settings)
        if isinstance(made, Result):
            if made.entry is not None:
                self._keep(made.entry, args, kwargs)
            return made.value
        if made is None:
            return self.function(*args, **kwargs)
        self._keep(made, args, kwargs)
        if made.is_graph:
            return made.run((*args, kwargs) if kwargs else args)
        return made.callable(*args, **kwargs)

    def entry_for(self, args):
        """The entry that serves calls with these arguments, compiled where there is none yet; only a capture that works by
        running the function runs it. None where no graph is made."""
        settings = self.settings()
        for entry in self.callable.entries:
            if entry.settings == settings and entry.holds(args):
                return entry
        with stages.first_call():
            made = self._captured(args, {}, settings)
        entry = made.entry if isinstance(made, Result) else made
        if entry is not None:
            self._keep(entry, args, {})
        return entry

    # -- compilations ------------------------------------------------------------------------------------------------

    def _captured(self, args, kwargs, settings):
        reason = self._reason(args, kwargs, settings)
        self._warn_of_repetition(args, kwargs)
        self._note_made(_with_gradient(settings), self.described(args, kwargs))
        looked = stages.note("compare with earlier graphs", stages.begin())
        capture = capture_of(self.options.capture_mode)
        stages.note("load the front end", looked)
        if self.options.capture_mode == "bytecode" and self.wants_any_shape(args, kwargs):
            _log.warning(f"'{self.name(args)}' was given dynamic=1; a graph captured from bytecode has fixed shapes. "
                         "It is compiled for each shape.")
        return capture(self, args, kwargs, settings[0], reason)

    def _note_made(self, settings, described):
        key = settings, tuple(described.items())
        self._made.pop(key, None)
        self._made[key] = settings, described

    def _keep(self, entry, args, kwargs):
        keep_call(entry, self, args, kwargs)
        if self.options.dynamic:
            self._compiled.add(self._shapeless(args, kwargs))
        if kwargs:
            self._named = [entry, *(known for known in self._named if known.callable is not None)]
        else:
            self.callable.add(entry)

    def wants_any_shape(self, args, kwargs):
        """Whether the graph that is compiled now should serve all shapes: dynamic=1, and there is one for others."""
        return self.options.dynamic and self._shapeless(args, kwargs) in self._compiled

    def _shapeless(self, args, kwargs):
        return re.sub(r"\[[\d,]*\]", "[]", repr(self.described(args, kwargs)))

    def compile(self, captured, args, kwargs, level, reason, mode, start, any_shape=False, modes=(), guards=(),
                looks_at_shapes=False, is_for_gradient=False):
        """The compiled graph of a capture; reported and written as the user's settings ask. `modes` and `guards` are
        what else it holds for; `looks_at_shapes`: what was captured may be another for other shapes; `is_for_gradient`:
        it is the forward half of a function with its gradient."""
        began = _jitscope.now()
        name = self.name(args)
        key = ", ".join(self.described(args, kwargs).values())
        if any_shape:
            key = f"any shape, captured with {key}"
        known = ()
        if _jitscope.is_recording():
            known = (*facts.of_call(self, args, kwargs, modes), *facts.of_guards(guards),
                     *facts.of_shapes(looks_at_shapes))
        stages.note("describe the call", began)
        stages.tell(captured)
        parts = ("for a gradient" if is_for_gradient else "", self.options.described())
        return compile_graph(captured, name, key, level, reason, start, mode, any_shape, ", ".join(filter(None, parts)),
                             known)

    def compile_backward(self, captured, args, kwargs, level):
        """The compiled graph of the gradients of a function."""
        key = ", ".join(self.described(args, kwargs).values())
        return compile_graph(captured, f"{self.name(args)}.grad", key, level, "a gradient goes through the call",
                             _jitscope.now(), self.options.capture_mode, options=self.options.described())

    def entry(self, run, args, kwargs, **parts):
        """The entry for calls like this one."""
        key = None if args is None else (*args, kwargs) if kwargs else args
        return _jitscope.GraphEntry(run, key, settings=self.settings(), **parts)

    def name(self, args):
        """"Network.construct" with the class of the object at hand, or the function's own name."""
        name = self.function.__qualname__.rpartition("<locals>.")[2]
        if args and self.function.__name__ == "construct" and hasattr(args[0], "construct"):
            return f"{type(args[0]).__name__}.construct"
        return name

    def described(self, args, kwargs):
        """Name -> text of what the call is about, without a method's own object."""
        bound = self.signature.bind(*args, **kwargs).arguments
        return {name: describe(value) for name, value in bound.items() if name != "self"}

    def _reason(self, args, kwargs, settings):
        """Why there is no graph for this call yet, as a part of a sentence: what differs from the nearest one."""
        if not self._made:
            return "first call"
        described = self.described(args, kwargs)
        made = list(self._made.values())
        differences = [_differences(each, (_with_gradient(settings), described)) for each in made]
        nearest = min(range(len(self._made)), key=lambda place: (*_distance(differences[place]), -place))
        text = _listed(differences[nearest]) or self._failing_guards(args, kwargs, settings)
        if len(made) == 1 or not differences[nearest]:
            return text
        key = ", ".join(made[nearest][1].values())
        return f"{text} in the nearest graph, for {key}" if key else f"{text} in the nearest graph"

    def _failing_guards(self, args, kwargs, settings):
        """What differs where the arguments do not."""
        entries = self._named if kwargs else (self.callable.entries if self.callable is not None else [])
        call = (*args, kwargs) if kwargs else args
        failing = [found for entry in entries if entry.settings == settings and (found := entry.differences(call))]
        return _listed(min(failing, key=len)) if failing else "called on another object"

    def _warn_of_repetition(self, args, kwargs):
        code = getattr(self.function, "__code__", None)
        if code is None:
            return
        place = (self.function.__module__, self.function.__qualname__, code.co_filename, code.co_firstlineno)
        # Layers are made many times as a matter of course.
        is_layer = bool(args) and hasattr(args[0], "construct")
        if _notes.is_compiled_anew(place, self.number) and not is_layer:
            _log.warning(f'The function "{self.function.__name__}" at the file "{code.co_filename}", line '
                         f"{code.co_firstlineno} has been compiled again. Try to reuse the function object decorated "
                         "by @jit to reduce the compile time. For more details, get instructions about `jit` at "
                         "https://www.mindspore.cn/search?inputValue=jit. ")
        elif self._made:
            _warn_of_constants((*args, *kwargs.values()))


def _with_gradient(settings):
    """Of a compilation: level and device, and whether there is one for a gradient around the call."""
    return (*settings[:2], "around the call" if _jitscope.is_tape_open() else "none")


def _differences(made, now):
    """What a compilation was made for otherwise than this call, each as "argument k: 3 instead of 2"."""
    (settings, described), (settings_now, described_now) = made, now
    texts = [f"{name} {value} instead of {before}" for name, value, before
             in zip(("jit_level", "device_target", "gradient"), settings_now, settings) if value != before]
    for name in (*described_now, *(name for name in described if name not in described_now)):
        value, before = described_now.get(name, "nothing"), described.get(name, "nothing")
        if value != before:
            texts.append(f"argument {name}: {value} instead of {before}")
    return texts


def _distance(differences):
    """How far these differences go: how many there are, then how many words and numbers differ within them."""
    halves = [text.partition(": ")[2].split(" instead of ") for text in differences]
    words = [[re.findall(r"[\w.]+", half) for half in pair] for pair in halves if len(pair) == 2]
    apart = [sum(a != b for a, b in zip(now, before)) + abs(len(now) - len(before)) for now, before in words]
    return len(differences), sum(apart)


def _listed(texts, most=3):
    """A few of them, and how many more there are."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def _warn_of_constants(arguments):
    for argument in arguments:
        if isinstance(argument, (tuple, list)) and _holds_fixed_tensor(argument):
            _log.warning("Constant value tensor are detected in tuple or list, which might cause recompiling when "
                         "tensor value changes. You can use mutable(Tensor) or mutable(tuple(Tensor)) to set tensor's "
                         f"value as variable to to avoid recompiling. The tuple or list arg is: {argument} .")
            return


def _holds_followed(value):
    """Whether a gradient that is being taken down follows a tensor in this container."""
    return isinstance(value, (tuple, list, dict)) and _jitscope.is_followed(tuple(flatten((value,), {})))


def _holds_fixed_tensor(value):
    if hasattr(value, "__ms_mutable__"):
        return False
    if isinstance(value, (tuple, list)):
        return any(_holds_fixed_tensor(item) for item in value)
    return isinstance(value, _jitscope.Tensor)


def compile_graph(captured, name, key, level, reason, start, mode, any_shape=False, options="", known=()):
    """Compiles what was captured since `start`, and reports it and writes it to files as the settings ask. `known` are
    facts that it holds for."""
    graph = _jitscope.compile(captured, name, key, level, context.get_context("device_target"), reason, start, mode,
                              output.stage, any_shape, context.forced_aside(level), options, tuple(known))
    _notes.was_compiled()
    output.compiled(graph)
    return graph

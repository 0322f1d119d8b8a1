# SPDX-License-Identifier: Apache-2.0
"""Makes Python's state again from what a graph gave: writes the code that builds values and carries out kept changes.

What comes from outside is read from where it was found, tensors come from the graph, containers and functions that
captured code made are made anew at every run.
"""
import functools
import types

from _jitscope import Symbol, Tensor
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break
from mindspore._bytecode.guards import Names, source_code
from mindspore._bytecode.kinds import PRIMITIVES
from mindspore._bytecode.values import NULL, UNBOUND, Iteration, Outer, cell_contents, new_function, real_iterator
from mindspore.common.parameter import Parameter
from mindspore.ops.primitive import Primitive

_VIEWS = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}


class Rebuilding:
    """Collects the lines of one function."""

    def __init__(self, machine):
        self._machine = machine
        self._names = Names()
        self._reads = {}    # source -> variable: all are read before anything changes
        self._lines = []
        self._made = {}     # id -> variable
        self._kept = []     # so that ids stay theirs
        self._pending = set()
        self.outputs = []   # symbols that the graph gives, by place
        self._output_of = {}

    @property
    def has_reads(self):
        """Whether the state before is needed, besides as the graph's inputs."""
        return bool(self._reads)

    def function(self, result):
        """A function (state, results) -> what the expression `result` gives."""
        self._changes()
        reads = [f"{variable} = {text}" for text, variable in self._reads.items()]
        body = "\n    ".join([*reads, *self._lines, f"return {result}"])
        exec(f"def rebuilt(state, results):\n    {body}\n", self._names.values)
        return self._names.values["rebuilt"]

    # -- changes -----------------------------------------------------------------------------------------------------

    def _changes(self):
        machine = self._machine
        steps = [self._change_of(*machine.mirrors[key]) for key in list(machine.changed)]
        for step in machine.log:
            steps.append(self._logged(*step))
        self._lines += steps

    def _change_of(self, mirror, outer):
        target = self._read(outer)
        if isinstance(mirror, types.CellType):
            contents = cell_contents(mirror)
            if contents is UNBOUND:
                return f"del {target}.cell_contents"
            return f"{target}.cell_contents = {self.of(contents)}"
        copy = self._name(self._contents_code(mirror))
        if isinstance(mirror, list):
            return f"{target}[:] = {copy}"
        return f"{target}.clear(); {target}.update({copy})"

    def _logged(self, kind, owner, *what):
        if kind == "append":
            return f"{self._read(owner)}.append({self.of(what[0])})"
        name, value = what
        if kind == "global":
            return f"{self._names.of(owner)}[{name!r}] = {self.of(value)}"
        return f"setattr({self.of(owner)}, {name!r}, {self.of(value)})"

    # -- values ------------------------------------------------------------------------------------------------------

    def _read(self, outer):
        return self._reads.setdefault(source_code(outer.source, self._names), f"r{len(self._reads)}")

    def _name(self, text):
        variable = f"v{len(self._lines)}"
        self._lines.append(f"{variable} = {text}")
        return variable

    def of(self, value):
        """The expression that gives the value at each run."""
        if type(value) is Outer:
            return self._read(value)
        if isinstance(value, Symbol):
            return self._symbol(value)
        if value is NULL or value is UNBOUND or isinstance(value, PRIMITIVES) or id(value) in self._machine.known:
            return self._names.of(value)
        if id(value) in self._machine.mirrors:
            return self._read(self._machine.mirrors[id(value)][1])
        if id(value) in self._made:
            return self._made[id(value)]
        if id(value) in self._pending:
            raise Break(breaks.OUTPUT, "A value that holds itself")
        self._pending.add(id(value))
        self._kept.append(value)
        variable = self._made[id(value)] = self._name(self._code_of(value))
        return variable

    def _symbol(self, symbol):
        outer = self._machine.input_sources.get(id(symbol))
        if outer is not None:
            return self._read(outer)
        place = self._output_of.setdefault(id(symbol), len(self.outputs))
        if place == len(self.outputs):
            self.outputs.append(symbol)
        return f"results[{place}]"

    def _code_of(self, value):
        if isinstance(value, Tensor):
            return self._names.of(value) if isinstance(value, Parameter) else f"{self._names.of(value)}.copy()"
        if isinstance(value, (list, tuple, dict, set, frozenset)):
            return self._contents_code(value)
        for kind, code in _CODES.items():
            if isinstance(value, kind):
                return code(self, value)
        if isinstance(value, (type, types.ModuleType, types.BuiltinFunctionType, Primitive)) and \
                not isinstance(getattr(value, "__self__", None), (Symbol, list, dict, set)):
            return self._names.of(value)
        raise Break(breaks.OUTPUT, type(value).__name__)

    def _contents_code(self, value):
        kind = type(value)
        if isinstance(value, dict):
            inner = ", ".join(f"{self.of(key)}: {self.of(item)}" for key, item in value.items())
            return f"{{{inner}}}" if kind is dict else f"{self._names.of(kind)}({{{inner}}})"
        inner = "".join(f"{self.of(item)}, " for item in value)
        if kind is list:
            return f"[{inner}]"
        if kind is tuple:
            return f"({inner})"
        return f"{self._names.of(kind)}({inner})" if hasattr(kind, "_fields") else f"{self._names.of(kind)}([{inner}])"

    def _slice(self, value):
        return f"slice({self.of(value.start)}, {self.of(value.stop)}, {self.of(value.step)})"

    def on_stack(self, value):
        """The same for a value of the stack; an iterator there may be a loop's, which only asks for the next item."""
        if isinstance(value, Iteration) and value.is_of_loop and value.maker != "generator":
            return self._name(self._iterator_code(value))
        return self.of(value)

    def _iteration(self, value):
        if value.maker:
            raise Break(breaks.OUTPUT, value.maker)
        return self._iterator_code(value)

    def _iterator_code(self, value):
        return f"{self._names.of(real_iterator)}({self.of(value.items)}, {value.index})"

    def _method(self, value):
        return f"{self._names.of(types.MethodType)}({self.of(value.__func__)}, {self.of(value.__self__)})"

    def _builtin_method(self, value):
        if isinstance(value.__self__, types.ModuleType) or value.__self__ is None:
            return self._names.of(value)
        return f"{self.of(value.__self__)}.{value.__name__}"

    def _partial(self, value):
        args = "".join(f", {self.of(item)}" for item in value.args)
        keywords = f", **{self.of(dict(value.keywords))}" if value.keywords else ""
        return f"{self._names.of(functools.partial)}({self.of(value.func)}{args}{keywords})"

    def _view(self, value):
        raise Break(breaks.OUTPUT, f"dict_{_VIEWS[type(value)]}")

    def _cell(self, value):
        contents = cell_contents(value)
        make = self._names.of(types.CellType)
        return f"{make}()" if contents is UNBOUND else f"{make}({self.of(contents)})"

    def _function(self, value):
        """A function that captured code made, and what it closes over."""
        target = getattr(value, "__bytecode_target__", None)
        if target is not None:
            return self.of(target)
        names = self._names
        closure = [self.of(cell) for cell in value.__closure__ or ()]
        closing = f"({''.join(f'{cell}, ' for cell in closure)})" if closure else "None"
        defaults = self.of(value.__defaults__) if value.__defaults__ is not None else "None"
        made = self._name(f"{names.of(new_function)}({names.of(value.__code__)}, {names.of(value.__globals__)}, "
                          f"{value.__name__!r}, {defaults}, {closing})")
        self._lines.append(f"{made}.__qualname__ = {value.__qualname__!r}")
        if value.__kwdefaults__:
            self._lines.append(f"{made}.__kwdefaults__ = {self.of(value.__kwdefaults__)}")
        if value.__annotations__:
            self._lines.append(f"{made}.__annotations__ = {names.of(value.__annotations__)}")
        if value.__dict__:
            self._lines.append(f"{made}.__dict__.update({self.of(dict(value.__dict__))})")
        return made


_CODES = {slice: Rebuilding._slice, Iteration: Rebuilding._iteration, types.MethodType: Rebuilding._method,
          functools.partial: Rebuilding._partial, types.CellType: Rebuilding._cell,
          types.FunctionType: Rebuilding._function, tuple(_VIEWS): Rebuilding._view,
          types.BuiltinMethodType: Rebuilding._builtin_method}

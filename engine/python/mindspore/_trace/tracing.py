# SPDX-License-Identifier: Apache-2.0
"""One trace under way: its parameters, what it reports, and the graph that comes of it."""
import functools
import operator

import _jitscope
from mindspore import _log
from mindspore._capture.places import caller
from mindspore._capture.structure import describe
from mindspore._trace.layers import layers
from mindspore._trace.places import frames_until


def _report(text, file, line):
    _log.warning(f"{text} In file {file}:{line}." if file else text)
    _jitscope.record_note("trace", text, file, line)


def _note_read(name, what):
    _report(f"While '{name}' is traced, {what} gives Python the value of a tensor that the graph computes. What Python "
            "does with it (a branch, a loop, a number) stays as it is now in all later calls of the graph.", *caller())


def _items(container):
    return container if isinstance(container, list) else [part for pair in container.items() for part in pair]


class Tracing:
    """Open (`with tracing:`) while the function runs; `outermost` is the code of the frame that the trace began in."""

    def __init__(self, name, graph_name, place, outermost):
        self.name = name
        self.modes = []   # (layer, whether it was training)
        self.inputs = []  # where each parameter of the graph stands among the arguments
        self.guards = []  # what else of the arguments the graph depends on
        self._owners = []      # layers among the arguments
        self._containers = []  # (list or dictionary of the caller, what the function got for it, a copy of that)
        # Neither function refers to this object, which holds the trace.
        self.trace = _jitscope.Trace(graph_name, place, functools.partial(frames_until, outermost),
                                     functools.partial(_note_read, name))

    def __enter__(self):
        self._outer = layers.seen, layers.attribute_set
        layers.seen, layers.attribute_set = self.modes, self._attribute_set
        self.trace.__enter__()
        return self

    def __exit__(self, *failure):
        self.trace.__exit__(*failure)
        layers.seen, layers.attribute_set = self._outer

    def _attribute_set(self, layer, name):
        """Layers that are made while the trace is under way set theirs at will; others would only now."""
        if any(layer is known for known in self._owners) or any(layer is known for known, _ in self.modes):
            self.trace.fail(f"the attribute '{name}' of {type(layer).__name__} is set")

    def check_containers(self):
        """A function that changes its caller's lists or dictionaries does so at every call: no graph does."""
        for outer, inner, before in self._containers:
            if len(inner) == len(before) and all(map(operator.is_, _items(inner), _items(before))):
                continue
            if isinstance(outer, list):
                outer[:] = inner
            else:
                outer.clear()
                outer.update(inner)
            self.trace.fail(f"the function changes a {type(outer).__name__} of its caller")

    def note_fixed_shapes(self):
        """Says what dynamic=1 comes to."""
        _report(f"'{self.name}' was given dynamic=1; traces hold for the shapes that were traced. It is compiled for "
                "each shape.", *caller())

    def give_up(self):
        """Says why there is no graph."""
        _report(f"'{self.name}' cannot be traced into a graph: {self.trace.fault}. It runs operator by operator.",
                *caller())

    def followed(self, name, source, value, is_mutable=False):
        """The argument as the traced function gets it: tensors are parameters of the graph, all else is constant, also
        the numbers that mindspore.mutable marks (`is_mutable`: one around `value`)."""
        if isinstance(value, _jitscope.Tensor):
            return self._followed_tensor(name, source, value)
        if hasattr(value, "construct"):
            self._owners.append(value)
        is_mutable = is_mutable or hasattr(value, "__ms_mutable__")
        if isinstance(value, (tuple, list)):
            items = [self.followed(f"{name}_{i}", (*source, ("item", i)), item, is_mutable)
                     for i, item in enumerate(value)]
            if isinstance(value, list):
                self._containers.append((value, items, list(items)))
                return items
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if isinstance(value, dict):
            items = {key: self.followed(f"{name}_{key}", (*source, ("item", key)), item, is_mutable)
                     for key, item in value.items()}
            self._containers.append((value, items, dict(items)))
            return items
        if is_mutable and isinstance(value, (bool, int, float)):
            self.guards.append(("equals", source, value, f"the number {name}"))
        return value

    def _followed_tensor(self, name, source, value):
        if hasattr(value, "requires_grad") and hasattr(value, "param_info"):
            # A parameter of a model is a weight of the graph, and so the very object counts.
            self.guards.append(("is", source, value, f"the parameter {name}"))
            self.trace.add_weight(value)
            return value
        self.inputs.append(source)
        return self.trace.add_parameter(name, value)


def described(arguments):
    """The types of a block's arguments as one text."""
    return ", ".join(map(describe, arguments))

# SPDX-License-Identifier: Apache-2.0
"""Nested tuples, lists and dictionaries of tensors: taken apart for a graph, put together from what it gives."""
from _jitscope import External, Scalar, Tensor

_BRIEF = {"Float32": "f32", "Float64": "f64", "Float16": "f16", "BFloat16": "bf16", "Bool": "bool"}


def brief(tensor):
    """"f32[2,3]"."""
    name = str(tensor.dtype)
    short = _BRIEF.get(name) or name.replace("UInt", "u").replace("Int", "i")
    return f"{short}[{','.join(map(str, tensor.shape))}]"


def describe(value):
    """An argument as messages show it: the type of a tensor, the value of a constant, the class of another object."""
    if isinstance(value, Tensor):
        return brief(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, (tuple, list)):
        inner = ", ".join(describe(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {describe(item)}" for key, item in value.items()) + "}"
    return type(value).__name__


def holds(kinds, value):
    """Whether a value of these classes is in it."""
    if isinstance(value, kinds):
        return True
    if isinstance(value, (tuple, list, set, frozenset)):
        return any(holds(kinds, item) for item in value)
    if isinstance(value, dict):
        return any(holds(kinds, item) for item in value.values())
    return isinstance(value, slice) and any(holds(kinds, part) for part in (value.start, value.stop, value.step))


def flatten(args, kwargs):
    """All tensors of a call in order."""
    tensors = []
    for value in args:
        if isinstance(value, Tensor):
            tensors.append(value)
        elif isinstance(value, (tuple, list, dict)):
            _collect(value, tensors)
    if kwargs:
        _collect(kwargs, tensors)
    return tensors


def _collect(value, tensors):
    if isinstance(value, Tensor):
        tensors.append(value)
    elif isinstance(value, (tuple, list)):
        for item in value:
            _collect(item, tensors)
    elif isinstance(value, dict):
        for item in value.values():
            _collect(item, tensors)


def replace_tensors(value, replace):
    """The same structure with `replace(tensor)` in the place of each tensor or other value of the graph."""
    if isinstance(value, (Tensor, External, Scalar)):
        return replace(value)
    if isinstance(value, tuple):
        items = [replace_tensors(item, replace) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [replace_tensors(item, replace) for item in value]
    if isinstance(value, dict):
        return {key: replace_tensors(item, replace) for key, item in value.items()}
    return value


def plain_number(value, is_mutable=False):
    """The number in ms.mutable(number), or in a mutable container; None for anything else."""
    if not is_mutable and not hasattr(type(value), "__ms_mutable__"):
        return None
    kind = next((kind for kind in (bool, int, float) if isinstance(value, kind)), None)
    return None if kind is None else kind(value)


def replace_variables(value, replace, is_mutable=False):
    """The same structure with `replace(item)` in the place of each tensor, and of each number that is mutable."""
    is_mutable = is_mutable or hasattr(type(value), "__ms_mutable__")
    number = plain_number(value, is_mutable)
    if isinstance(value, Tensor) or number is not None:
        return replace(value if number is None else number)
    if isinstance(value, dict):
        return {key: replace_variables(item, replace, is_mutable) for key, item in value.items()}
    if not isinstance(value, (tuple, list)):
        return value
    items = [replace_variables(item, replace, is_mutable) for item in value]
    if isinstance(value, list):
        return items
    return type(value)(*items) if hasattr(value, "_fields") else tuple(items)


TUPLES = (range, zip, enumerate, type(iter(())), type({}.keys()), type({}.values()))
LISTS = (filter, type(iter([])), type({}.items()))
_REVERSALS = (reversed, type(reversed([])), type(reversed(range(1))))  # iterators in graphs, too


def returned(value):
    """What a graph gives for what its function returns: tuples and lists where Python has iterators and ranges."""
    if isinstance(value, map):
        source = value.__reduce__()[1][1]  # the iterator over its first argument
        value = list(value) if isinstance(source, type(iter([]))) else tuple(value)
    elif isinstance(value, TUPLES):
        value = tuple(value)
    elif isinstance(value, LISTS):
        value = list(value)
    if not isinstance(value, (tuple, list, dict)):
        return value
    before = list(value.values() if isinstance(value, dict) else value)
    after = list(map(returned, before))
    if all(a is b for a, b in zip(before, after)):
        return value
    if isinstance(value, tuple):
        return type(value)(*after) if hasattr(value, "_fields") else tuple(after)
    if isinstance(value, dict):
        value.update(zip(value, after))
    else:
        value[:] = after  # the list itself, which captured code may own
    return value


class Slot:
    """The place of a graph's output in a structure."""

    def __init__(self, index):
        self.index = index


class Iterator:
    """The place of an iterator over these items, a new one for each call."""

    def __init__(self, items):
        self.items = items


class Given:
    """The place of a container among those that the caller gave."""

    def __init__(self, place):
        self.place = place


class Outputs:
    """What a function returns: constants as they are, tensors by their place among the graph's outputs, containers of
    `arguments` as the caller's own."""

    def __init__(self, value, arguments=None):
        self.tensors = []
        self._arguments, self._returned = arguments, {}
        self._template = self._with_slots(value)
        self._changes = [(Given(arguments.place_of(container)), self._returned_items(container))
                         for container in (arguments.changed() if arguments else ())]
        self.is_single = isinstance(self._template, Slot) and not self._changes
        self.count = len(self.tensors)
        self._arguments = self._returned = None

    def _with_slots(self, value):
        place = self._arguments.place_of(value) if self._arguments else None
        if place is None:
            return self._items_with_slots(value)
        self._returned_items(value)  # outputs as of an eager call, which lock step compares with the graph's
        return Given(place)

    def _returned_items(self, container):
        if id(container) not in self._returned:
            self._returned[id(container)] = self._items_with_slots(container)
        return self._returned[id(container)]

    def _items_with_slots(self, value):
        if isinstance(value, (Tensor, External, Scalar)):
            self.tensors.append(value)
            return Slot(len(self.tensors) - 1)
        if isinstance(value, tuple):
            items = [self._with_slots(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if isinstance(value, list):
            return [self._with_slots(item) for item in value]
        if isinstance(value, dict):
            return {key: self._with_slots(item) for key, item in value.items()}
        if isinstance(value, _REVERSALS):
            return Iterator([self._with_slots(item) for item in value])
        return value

    def filled(self, tensors, given=()):
        """What is returned; `given` are the caller's containers, which get what was changed in them."""
        for container, contents in [(fill(place, (), given), fill(items, tensors, given)) for place, items in self._changes]:
            if isinstance(container, dict):
                container.clear()
                container.update(contents)
            else:
                container[:] = contents
        return fill(self._template, tensors, given)


def fill(template, tensors, given=()):
    if isinstance(template, Slot):
        return tensors[template.index]
    if isinstance(template, Given):
        return given[template.place]
    if isinstance(template, tuple):
        items = [fill(item, tensors, given) for item in template]
        return type(template)(*items) if hasattr(template, "_fields") else tuple(items)
    if isinstance(template, list):
        return [fill(item, tensors, given) for item in template]
    if isinstance(template, dict):
        return {key: fill(item, tensors, given) for key, item in template.items()}
    if isinstance(template, Iterator):
        return iter([fill(item, tensors, given) for item in template.items])
    return template


def rebuild(outputs, result, *given):
    """What the function returns, from what its graph gave (one tensor, or a tuple of them) and the caller's containers."""
    tensors = result if outputs.count > 1 else (result,)  # one result of Python's may be a tuple itself
    return outputs.filled(tensors, given)

# SPDX-License-Identifier: Apache-2.0
"""What names and containers hold at a point of a walk: kept for the other branch, and joined where branches meet."""
import numpy as np

from _jitscope import External, Scalar, Symbol, Tensor
from mindspore._capture.chosen import Chosen, is_function
from mindspore._capture.places import place_of, place_text
from mindspore._capture.structure import Slot, holds
from mindspore.common.dtype import Type

LEAVES = (Tensor, External, Scalar)
NUMBERS = (bool, int, float)
_OF_PYTHON = (np.ndarray, np.generic, Type)  # constants that only Python computes with
_HELP = "\nFor more details, please refer to https://www.mindspore.cn/search?inputValue=Type%20Join%20Failed"
_HEAD = "Cannot join the return values of different branches, perhaps you need to make them equal.\n"


class Poison:
    """Stands for a name that has no value here; reading it raises the error."""

    def __init__(self, error):
        self.error = error


class JoinError(Exception):
    """Two values cannot be brought together."""

    def __init__(self, text):
        super().__init__(text)
        self.text = text

    def error(self, first=None, second=None, sides=("true branch", "false branch")):
        """The user's error, with the places where the two values come from."""
        places = [f"\n\n{side}:\n{place_text(place)}" for side, place in zip(sides, (first, second)) if place]
        return TypeError(self.text + _HELP + "".join(places))


class StructureError(JoinError):
    """Two containers of other lengths or keys, two tensors of other shapes."""


def _contents(thing):
    if isinstance(thing, (list, dict, set)):
        return thing.copy()
    return dict(getattr(thing, "__dict__", ()))


def _same_contents(a, b):
    if len(a) != len(b):
        return False
    if isinstance(a, dict):
        return all(key in b and b[key] is value for key, value in a.items())
    return a == b if isinstance(a, set) else all(x is y for x, y in zip(a, b))


def set_contents(thing, contents):
    """Puts the items (of an object its attributes) back."""
    if isinstance(thing, list):
        thing[:] = contents
    elif isinstance(thing, (dict, set)):
        thing.clear()
        thing.update(contents)
    elif not _same_contents(_contents(thing), contents):
        thing.__dict__.clear()
        thing.__dict__.update(contents)


class Contents:
    """The contents of all containers and objects that captured code made."""

    def __init__(self, frontend):
        self.contents = {key: (thing, _contents(thing)) for key, thing in frontend.outside.all_own()}

    def restore(self):
        for thing, contents in self.contents.values():
            set_contents(thing, contents)


class State(Contents):
    """The names of a scope and the contents of all that captured code made."""

    def __init__(self, walker):
        super().__init__(walker.frontend)
        self._scope = walker.scope
        self.names = dict(walker.scope.values)
        self._places = dict(walker.scope.places)

    def restore(self):
        self._scope.values.clear()
        self._scope.values.update(self.names)
        self._scope.places.clear()
        self._scope.places.update(self._places)
        super().restore()

    def of(self, thing):
        """The contents of a container in this state."""
        known = self.contents.get(id(thing))
        return thing if known is None or known[0] is not thing else known[1]

    def of_kind(self, thing):
        """The items of a container, or the attributes of an object, in this state."""
        return self.contents[id(thing)][1]

    def place(self, name):
        """Where the name was assigned last, or None."""
        node = self._places.get(name)
        return None if node is None else place_of(self._scope.filename, node)

    def whole(self, value):
        """A copy of a container and of those in it, with what they hold here."""
        if isinstance(value, dict):
            return {key: self.whole(item) for key, item in self.of(value).items()}
        if isinstance(value, list):
            return [self.whole(item) for item in self.of(value)]
        if type(value) is tuple:
            return tuple(map(self.whole, value))
        return value

    def changed(self, since):
        """The containers and objects that `since` knows too, with other contents there."""
        return [thing for key, (thing, contents) in self.contents.items()
                if key in since.contents and not _same_contents(contents, since.contents[key][1])]


def number_kind(value):
    """bool, int or float for a number, known or not; else None."""
    if isinstance(value, Scalar):
        return value.kind
    return next((kind for kind in NUMBERS if isinstance(value, kind)), None)


_DTYPES = {bool: "Bool", int: "Int64", float: "Float32"}
_ABSTRACTS = ((Tensor, "AbstractTensor"), (External, "AbstractAny"), (tuple, "AbstractTuple"), (list, "AbstractList"),
              (dict, "AbstractDictionary"), (type(None), "AbstractNone"))


def _abstract_name(value):
    return next((name for kind, name in _ABSTRACTS if isinstance(value, kind)), "AbstractScalar")


def _shape_text(shape):
    return "(" + ", ".join(map(str, shape)) + ")"


def join_error(detail):
    return JoinError(f"{_HEAD}{detail}")


def check_tensors(a, b):
    """Two tensors can be one value if dtype and shape are the same."""
    if a.dtype != b.dtype:
        raise join_error(f"Type Join Failed: dtype1 = {a.dtype}, dtype2 = {b.dtype}.")
    if tuple(a.shape) != tuple(b.shape):
        raise StructureError(f"{_HEAD}Shape Join Failed: shape1 = {_shape_text(a.shape)}, shape2 = {_shape_text(b.shape)}.")


def check_numbers(a, b):
    first, second = number_kind(a), number_kind(b)
    if first is not second:
        raise join_error(f"Type Join Failed: dtype1 = {_DTYPES[first]}, dtype2 = {_DTYPES[second]}.")


def _kinds_text(a, b):
    return f"Type Join Failed: Abstract type {_abstract_name(a)} cannot join with {_abstract_name(b)}."


def different_kinds(a, b):
    """The error for a tensor and a tuple, and the like."""
    return join_error(_kinds_text(a, b))


def seeds_of_another_kind(seeds, target):
    """The user's error where gradients are given as a tensor for a tuple of results, or the other way round."""
    return TypeError(_kinds_text(seeds, target) + _HELP)


def is_of_python(value):
    """An array or number of NumPy's, or a dtype: where it becomes a variable, it is one that Python alone knows."""
    return isinstance(value, _OF_PYTHON)


def is_same_constant(a, b):
    if type(a) is not type(b) or isinstance(a, LEAVES):
        return False
    try:
        return bool(a == b)
    except Exception:  # objects compare as they like
        return False


class Join:
    """Brings the values of two branches together: what each must give, and how results are put in place of both."""

    def __init__(self, first, second, is_lax, condition):
        self._first, self._second = first, second  # the states
        self.is_lax = is_lax
        self._condition = condition
        self.is_single = first is second  # the other branch raises: whatever this one made comes from it
        self._slots = {}
        self.outputs = [], []

    def of(self, a, b):
        """A template of the joined value."""
        if a is b and self._is_unchanged(a) and not (self.is_single and holds(LEAVES, a)):
            return Kept(a)
        if isinstance(a, (tuple, list, dict)) and type(a) is type(b):
            return self._containers(a, b)
        if isinstance(a, External) or isinstance(b, External):
            return self.made(a, b) if is_of_python(a) or is_of_python(b) else self._slot(a, b)
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            check_tensors(a, b)
            return self._slot(a, b)
        if number_kind(a) and number_kind(b):
            check_numbers(a, b)
            return Kept(a) if is_same_constant(a, b) else self._slot(a, b)
        if is_same_constant(a, b):
            return Kept(a)
        return self._of_kinds(a, b)

    def _of_kinds(self, a, b):
        """None or an array of NumPy's against anything, or two texts: Python alone can tell what it is, when the graph
        runs."""
        if is_function(a) and is_function(b):
            return Kept(Chosen([self._condition], [a, b]))
        is_open = a is None or b is None or (isinstance(a, str) and isinstance(b, str))
        simple = (*LEAVES, *NUMBERS, str, type(None))
        if is_open and self.is_lax and isinstance(a, simple) and isinstance(b, simple):
            return self._slot(a, b)
        if self.is_lax and (is_of_python(a) or is_of_python(b)):
            return self.made(a, b)
        raise different_kinds(a, b)

    def _is_unchanged(self, value):
        if isinstance(value, tuple):
            return all(map(self._is_unchanged, value))
        if not isinstance(value, (list, dict, set)):
            return True
        items = self._first.of(value)
        if not _same_contents(items, self._second.of(value)):
            return False
        return all(map(self._is_unchanged, items.values() if isinstance(items, dict) else items))

    def _containers(self, a, b):
        first, second = self._first.of(a), self._second.of(b)
        if isinstance(a, dict):
            if list(first) != list(second):
                raise StructureError(f"{_HEAD}{_kinds_text(a, b)}")
            joined = {key: self.of(value, second[key]) for key, value in first.items()}
        else:
            if len(first) != len(second):
                raise StructureError(f"{_HEAD}Type Join Failed: the lengths of two {type(a).__name__}s differ: "
                                     f"{len(first)} and {len(second)}.")
            joined = [self.of(x, y) for x, y in zip(first, second)]
            if isinstance(a, tuple):
                return type(a)(*joined) if hasattr(a, "_fields") else tuple(joined)
        return joined

    def made(self, a, b):
        """A template of containers of other lengths or keys, of tensors of other shapes and of arrays, which Python makes at
        the end of each branch."""
        are_tensors = isinstance(a, Tensor) and isinstance(b, Tensor)
        return self._slot(*(value if isinstance(value, LEAVES) and not are_tensors else Made(state.whole(value))
                            for value, state in ((a, self._first), (b, self._second))))

    def _slot(self, a, b):
        key = id(a), id(b)
        if isinstance(a, NUMBERS) or isinstance(b, NUMBERS) or key not in self._slots:
            self._slots[key] = Slot(len(self.outputs[0])), a, b  # holding both keeps their ids theirs
            self.outputs[0].append(a)
            self.outputs[1].append(b)
        return self._slots[key][0]

    def contents(self, thing, first, second):
        """A template of the contents of a container that both know."""
        if isinstance(thing, set) or len(first) != len(second):
            raise join_error(f"Type Join Failed: the lengths of two {type(thing).__name__}s differ: {len(first)} and "
                              f"{len(second)}.")
        if isinstance(first, dict):
            if first.keys() != second.keys():
                raise join_error(f"Type Join Failed: the keys of two {type(thing).__name__}s differ.")
            return {key: self.of_any(value, second[key]) for key, value in first.items()}
        return [self.of_any(x, y) for x, y in zip(first, second)]

    def of_any(self, a, b):
        """A template of the joined value, made by Python where the two are containers of other lengths or keys, or tensors
        of other shapes."""
        try:
            return self.of(a, b)
        except StructureError:
            if not self.is_lax:
                raise
            return self.made(a, b)


class Made:
    """Stands for a container, a tensor or an array that Python makes when the graph runs."""

    def __init__(self, value):
        self.value = value


class Kept:
    """In a template: this very object."""

    def __init__(self, value):
        self.value = value


def filled(template, values, own):
    """The template with values in its slots; the containers that this makes are captured code's own."""
    if isinstance(template, Slot):
        return values[template.index]
    if isinstance(template, Kept):
        return template.value
    if isinstance(template, tuple):
        items = [filled(item, values, own) for item in template]
        return type(template)(*items) if hasattr(template, "_fields") else tuple(items)
    if isinstance(template, list):
        return own([filled(item, values, own) for item in template])
    if isinstance(template, dict):
        return own({key: filled(item, values, own) for key, item in template.items()})
    return template


def copied(value):
    """Containers and arrays that are constants of the graph are made anew each time."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return type(value)(map(copied, value)) if type(value) in (list, tuple) else value


def placeholder(value):
    """Stands for a value where a branch raises and gives none."""
    if isinstance(value, Tensor):
        return Tensor(0, value.dtype).broadcast_to(tuple(value.shape)) if isinstance(value, Symbol) else value
    kind = number_kind(value)
    return kind(0) if kind else None

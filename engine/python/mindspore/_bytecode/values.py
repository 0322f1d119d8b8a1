# SPDX-License-Identifier: Apache-2.0
"""What stands on the stack of an interpreted frame besides Python's own objects and symbols of the graph."""
import types


class _Marker:
    """A value that is no object of the program."""

    def __init__(self, text):
        self._text = text

    def __repr__(self):
        return self._text


NULL = _Marker("NULL")          # what PUSH_NULL pushes
UNBOUND = _Marker("UNBOUND")    # a local without a value


class Outer:
    """A value from outside of the segment that nothing has looked at yet: its source, and what it is now.

    A source is a tuple: an int (the place in the state of the frame) or an object, then steps as ("attr", name),
    ("item", key), ("cell",). As long as nothing looks at it, it needs no guard.
    """

    __slots__ = ("source", "value", "text")

    def __init__(self, source, value, text):
        self.source, self.value, self.text = source, value, text

    def attribute(self, name, value):
        return Outer((*self.source, ("attr", name)), value, f"{self.text}.{name}")

    def item(self, key, value):
        return Outer((*self.source, ("item", key)), value, f"{self.text}[{key!r}]")

    def contents(self, value):
        return Outer((*self.source, ("cell",)), value, self.text)


class Iteration:
    """An iterator over a sequence that captured code may walk; a real one is made of it where Python needs one.

    `maker` names what made it ("zip", "generator"); "" for iter(). A loop that goes on behind a break can do with any
    iterator of the same items, but what the program can look at must be of the right class, and a generator is lazy.
    """

    __slots__ = ("items", "index", "maker", "is_of_loop")

    def __init__(self, items, maker=""):
        self.items, self.index, self.maker = items, 0, maker
        self.is_of_loop = False  # GET_ITER has taken it

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= len(self.items):
            raise StopIteration
        self.index += 1
        return self.items[self.index - 1]


def real_iterator(items, index):
    """What stands for an Iteration outside."""
    iterator = iter(items)
    if index:
        iterator.__setstate__(min(index, len(items)))
    return iterator


def new_function(code, names, name, defaults, closure):
    """A function as MAKE_FUNCTION makes it."""
    return types.FunctionType(code, names, name, defaults, closure)


def cell_contents(cell):
    """What a cell holds, or UNBOUND."""
    try:
        return cell.cell_contents
    except ValueError:
        return UNBOUND

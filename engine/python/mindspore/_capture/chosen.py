# SPDX-License-Identifier: Apache-2.0
"""Functions and layers that values of the graph choose between: a call of one is a branch for each."""
from _jitscope import Scalar, Symbol
from mindspore._capture.ends import RAISES, Value
from mindspore._capture.errors import not_captured
from mindspore.common.cellbase import CellListBase


class Chosen:
    """The first of `functions` whose condition holds; one more function than conditions is what is left."""

    def __init__(self, conditions, functions):
        self.conditions, self.functions = conditions, functions

    def __call__(self, *args, **kwargs):
        raise not_captured("Handing a function that a value of the graph chose to another function")


def is_function(value):
    """Whether it can be one of several that are chosen between."""
    return callable(value) and not isinstance(value, type)


def chosen_by(container, index):
    """container[index] for functions or layers and an index of the graph; None for everything else."""
    is_index = isinstance(index, Scalar) or (isinstance(index, Symbol) and tuple(index.shape) in ((), (1,)))
    if not is_index or not _is_list(container):
        return None
    items = list(container)
    if not items or not all(map(is_function, items)):
        return None
    count = len(items)
    return Chosen([index == place for place in (*range(count), *range(-count, 0))], items * 2)


def _is_list(container):
    return isinstance(container, (tuple, list, CellListBase))


class Choices:
    """The part of a walker that calls what was chosen."""

    def call_chosen(self, node, chosen, args, kwargs):
        end = self._call_one(node, chosen, args, kwargs, 0)
        return None if end is RAISES else end.value

    def _call_one(self, node, chosen, args, kwargs, index):
        if index < len(chosen.conditions):
            return self.choice(node, chosen.conditions[index],
                               lambda: self._called(node, chosen.functions[index], args, kwargs),
                               lambda: self._call_one(node, chosen, args, kwargs, index + 1))
        if index < len(chosen.functions):
            return self._called(node, chosen.functions[index], args, kwargs)
        self.frontend.fallback.raising(IndexError("The index of a function or layer is out of range."))
        return RAISES

    def _called(self, node, function, args, kwargs):
        if isinstance(function, Chosen):
            return self._call_one(node, function, args, kwargs, 0)
        return Value(self.frontend.call(function, args, kwargs), self.frontend.last_return)

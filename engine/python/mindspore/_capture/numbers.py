# SPDX-License-Identifier: Apache-2.0
"""Python's numbers as values of the graph: what int(), float(), bool() and item() make of its tensors and numbers."""
import _jitscope
from _jitscope import Scalar, Tensor
from mindspore._capture.errors import is_variable
from mindspore._capture.mistakes import check_tensor_bounds
from mindspore.common import dtype

_DTYPES = {bool: dtype.bool_, int: dtype.int64, float: dtype.float32}


def item_of(tensor):
    """The only element of a tensor of the graph."""
    return _jitscope.primitives["TensorToScalar"](tensor)


def cast(number, kind):
    """A number of the graph as an int, float or bool."""
    return number if number.kind is kind else _jitscope.primitives["ScalarCast"](number, _DTYPES[kind])


def converted(function, args, kwargs):
    """What int(x), float(x), bool(x), x.item() or range(x) give in the graph; None for every other call."""
    if function is range and not kwargs:
        return range_of(args)
    owner = getattr(function, "__self__", None)
    if isinstance(owner, Tensor) and function.__name__ == "item":
        return item_of(owner) if not args and not kwargs and _has_one_element(owner) else None
    is_conversion = any(function is kind for kind in _DTYPES) and len(args) == 1 and not kwargs
    if not is_conversion:
        return None
    if isinstance(args[0], Scalar):
        return cast(args[0], function)
    return cast(item_of(args[0]), function) if _has_one_element(args[0]) else None


def _has_one_element(value):
    return isinstance(value, Tensor) and is_variable(value) and all(size == 1 for size in value.shape)


def is_instance(value, classes):
    """isinstance() of a number of the graph."""
    return issubclass(value.kind, classes)


def are_some_variable(values):
    """Whether it is a tuple or list of numbers with numbers of the graph among them."""
    return isinstance(values, (tuple, list)) and any(isinstance(value, Scalar) for value in values) and \
        all(isinstance(value, (Scalar, int, float)) for value in values)


def tensor_of(values, given=None):
    """The tensor of such numbers."""
    kinds = [value.kind if isinstance(value, Scalar) else type(value) for value in values]
    found = given or _DTYPES[next(kind for kind in (float, int, bool) if kind in kinds)]
    items = tuple(_jitscope.primitives["ScalarToTensor"](value, found) if isinstance(value, Scalar) else Tensor(value, found)
                  for value in values)
    return _jitscope.primitives["Stack"](items, 0)


class VariableRange:
    """range() with numbers of the graph: it is walked as a loop of the graph. What else is done with it is Python's."""

    def __init__(self, start, stop, step):
        self.start, self.stop, self.step = start, stop, step

    def bounds(self):
        return self.start, self.stop, self.step


def range_of(args):
    """range(*args), where one of them is a number of the graph or a tensor of one; else None."""
    if not any(isinstance(bound, Scalar) or _has_one_element(bound) for bound in args):
        return None
    check_tensor_bounds(args)
    bounds = [item_of(bound) if isinstance(bound, Tensor) else bound for bound in args]
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    if not isinstance(step, Scalar) and step == 0:
        raise RuntimeError("For 'range', the argument 'step' could not be 0.")
    return VariableRange(start, stop, step)


def as_index(index):
    """An index with tensors in the places of numbers of the graph."""
    if isinstance(index, Scalar):
        return _jitscope.primitives["ScalarToTensor"](index)
    return tuple(map(as_index, index)) if isinstance(index, tuple) else index

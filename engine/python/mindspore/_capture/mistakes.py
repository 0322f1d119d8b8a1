# SPDX-License-Identifier: Apache-2.0
"""Mistakes with constants in captured code, told as MindSpore's graphs tell them."""
import operator
import sys

from _jitscope import External, Tensor
from mindspore import _notes
from mindspore._capture.errors import holds_symbol
from mindspore._capture.structure import LISTS, TUPLES
from mindspore._portability import RANGE

_OVERFLOW = "Integer overflow error occurred when traversing the range. Please check the inputs of range."


def computed(compute, a, b):
    """compute(a, b), an operator of Python's."""
    try:
        return compute(a, b)
    except ZeroDivisionError as failure:
        if "modulo by zero" in str(failure) and "division" not in str(failure):
            raise ValueError("Cannot perform modulo operation on zero.") from failure
        raise ValueError("The divisor could not be zero. But the divisor is zero now.") from failure


def check_slice(part):
    """Whether a slice that was made apart from its use takes only what graphs know."""
    for name in ("start", "stop", "step"):
        bound = getattr(part, name)
        if isinstance(bound, (float, str)):
            raise RuntimeError(f"Attribute '{name}' of {part} should be int or Tensor with Int type but got {bound}")


def super_of(*args):
    """super(*args), with the class and the object."""
    if len(args) != 2:
        raise RuntimeError(f"Arguments number of 'super()' should be 0 or 2, but got {len(args)}.")
    if not isinstance(args[0], type):
        raise ValueError(f"The first argument of 'super()' must be a class type, but got {type(args[0]).__name__}.")
    if not isinstance(args[1], args[0]):
        raise RuntimeError(f"The second argument of 'super()' must be 'self', but got {args[1]}.")
    return super(*args)


def item_of(container, index):
    """container[index]."""
    if isinstance(index, float):
        raise _no_index(container, index)
    try:
        return container[index]
    except IndexError as failure:
        raise _outside(container, index, failure) from failure
    except KeyError as failure:
        if not isinstance(container, dict):
            raise
        raise ValueError(f"The key {index} does not exist in the dict:{container}") from failure


def _no_index(container, number):
    if isinstance(container, str):
        return RuntimeError(f"string_getitem requires the input to be a string and an integer, but got {container} and "
                            f"{number:g}.")
    name = "TupleGetItem" if isinstance(container, tuple) else "list_getitem"
    return IndexError(f"{name} evaluator index should be an int64 number, but got AbstractScalar(Type: Float32, "
                      f"Value: {number:g}, Shape: NoShape)")


def _outside(container, index, failure):
    if not isinstance(index, int) or not isinstance(container, (str, tuple, list)):
        return failure
    size = len(container)
    if isinstance(container, str):
        return RuntimeError(f"String index out of range, expect:[{-size}, {size - 1}], but got {index}.")
    name = "TupleGetItem" if isinstance(container, tuple) else "list_getitem"
    return IndexError(f"{name} evaluator index should be in range[{-size}, {size}), but got {index}.")


_ORDERS = {operator.lt: "lt", operator.le: "le", operator.gt: "gt", operator.ge: "ge"}


def check_compared(compare, a, b):
    """Refuses what no graph orders: tuples and lists where tensors, texts or constant containers decide."""
    kind = type(a)
    if compare not in _ORDERS or kind not in (tuple, list) or type(b) is not kind:
        return
    for item, other in zip(a, b):
        if isinstance(item, Tensor):
            raise TypeError(f"For primitive '{kind.__name__}_{_ORDERS[compare]}', the input element must be scalar, but got "
                            f"a Tensor of shape {tuple(item.shape)} and dtype {item.dtype}.")
        if isinstance(item, (tuple, list, str)) and not holds_symbol((item, other)):
            raise TypeError(f"For op '{kind.__name__}_{_ORDERS[compare]}' input must be [int32, int64, float32, float64, "
                            f"bool], but got {item}")
        if isinstance(item, (tuple, list)) or holds_symbol((item, other)) or item != other:
            return


def check_gone_through(function, sequences):
    """Whether zip() or sum() can go through these."""
    if function is zip and not sequences:
        raise RuntimeError("The zip operator must have at least 1 argument, but the size of arguments is 0.")
    if any(isinstance(value, Tensor) and not value.shape for value in sequences if not isinstance(value, External)):
        raise TypeError("Cannot iterate over a scalar tensor.")


def check_map(sequences):
    """Whether map() takes these: tuples or lists, all of one kind and length. What is neither and no number, text,
    dictionary or tensor is left to Python."""
    if not sequences:
        raise TypeError("The Map operator must have at least two arguments. But the size of arguments is 1.")
    kinds = {_kind_of(value) for value in sequences}
    if None in kinds:
        return
    if not kinds & {"list", "tuple"}:
        raise RuntimeError(f"Map can only be applied to list, tuple, but got {_kind_of(sequences[0])}.")
    if len(kinds) > 1:
        raise RuntimeError("The types of arguments in Map must be consistent, but the types of arguments are inconsistent.")
    lengths = [len(value) for value in sequences if hasattr(value, "__len__")]
    for place, length in enumerate(lengths):
        if length != lengths[0]:
            raise RuntimeError(f"For 'Map', the length of {kinds.pop()}s must be the same. The length of the first is "
                               f"{lengths[0]}, but that of number {place + 1} is {length}.")


def _kind_of(value):
    """What a graph takes a sequence for: "list", "tuple", another kind; None for what it does not look into."""
    if isinstance(value, (list, *LISTS)):
        return "list"
    if isinstance(value, (tuple, *TUPLES)):
        return "tuple"
    return type(value).__name__ if isinstance(value, (bool, int, float, str, dict, Tensor)) else None


def check_tensor_bounds(bounds):
    """Notes what range() of tensors is in MindSpore; those of floating numbers are refused here, too."""
    for place, bound in enumerate(bounds):
        if isinstance(bound, Tensor):
            if bound.is_floating_point():
                raise TypeError(f"For 'make_range', the {place}th input should be a int scalar but got "
                                f"AbstractTensor(shape: {bound.shape}, element: AbstractScalar(Type: {bound.dtype}))")
            _notes.portability("range of a Tensor", RANGE)


def range_of(*bounds):
    """range(*bounds)."""
    check_tensor_bounds(bounds)
    if not 1 <= len(bounds) <= 3:
        raise RuntimeError(f"For 'make_range', the input size should within [1, 3] but got{len(bounds)}")
    for place, bound in enumerate(bounds):
        if isinstance(bound, float):
            raise TypeError(f"For 'make_range', the {place}th input should be a int scalar but got "
                            f"AbstractScalar(Type: Float32, Value: {bound}, Shape: NoShape)")
    if len(bounds) == 3 and isinstance(bounds[2], int) and bounds[2] == 0:
        raise RuntimeError("For 'range', the argument 'step' could not be 0.")
    result = range(*bounds)
    if result and not -sys.maxsize - 1 <= result[-1] + result.step <= sys.maxsize:
        raise ValueError(_OVERFLOW)
    return result

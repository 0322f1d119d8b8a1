# SPDX-License-Identifier: Apache-2.0
"""Mistakes with constants in captured code, told as MindSpore's graphs tell them."""
import sys

_OVERFLOW = "Integer overflow error occurred when traversing the range. Please check the inputs of range."


def computed(compute, a, b):
    """compute(a, b), an operator of Python's."""
    try:
        return compute(a, b)
    except ZeroDivisionError as failure:
        if "modulo by zero" in str(failure) and "division" not in str(failure):
            raise ValueError("Cannot perform modulo operation on zero.") from failure
        raise ValueError("The divisor could not be zero. But the divisor is zero now.") from failure


def item_of(container, index):
    """container[index]."""
    try:
        return container[index]
    except IndexError as failure:
        raise _outside(container, index, failure) from failure
    except KeyError as failure:
        if not isinstance(container, dict):
            raise
        raise ValueError(f"The key {index} does not exist in the dict:{container}") from failure


def _outside(container, index, failure):
    if not isinstance(index, int) or not isinstance(container, (str, tuple, list)):
        return failure
    size = len(container)
    if isinstance(container, str):
        return RuntimeError(f"String index out of range, expect:[{-size}, {size - 1}], but got {index}.")
    name = "TupleGetItem" if isinstance(container, tuple) else "list_getitem"
    return IndexError(f"{name} evaluator index should be in range[{-size}, {size}), but got {index}.")


def range_of(*bounds):
    """range(*bounds)."""
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

# SPDX-License-Identifier: Apache-2.0
"""zeros_like and ones_like of numbers, tensors, and tuples, lists and dicts of them."""
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["zeros_of", "ones_of"]


def _filled(record, number, value):
    if isinstance(value, Tensor):
        return call(record, value)
    if isinstance(value, (tuple, list)):
        return type(value)([_filled(record, number, item) for item in value])
    if isinstance(value, dict):
        return {key: _filled(record, number, item) for key, item in value.items()}
    if isinstance(value, (bool, int, float)):
        return type(value)(number)
    if hasattr(value, "__mul__"):  # a number that a graph only knows when it runs
        return value * 0 + number
    raise TypeError(f"'{record}' takes numbers, tensors, tuples, lists and dicts, but got {type(value).__name__}.")


def zeros_of(x):
    """The structure of x with 0 for each number and zeros for each tensor, of its shape and dtype. Raises TypeError for
    other objects."""
    return _filled("ZerosLike", 0, x)


def ones_of(x):
    """The structure of x with 1 for each number and ones for each tensor, of its shape and dtype. Raises TypeError for
    other objects."""
    return _filled("OnesLike", 1, x)


zeros_like, ones_like = zeros_of, ones_of  # their names in MindSpore's mindspore.ops.composite.multitype_ops

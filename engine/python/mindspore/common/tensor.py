# SPDX-License-Identifier: Apache-2.0
"""Tensor, and functions that make tensors of other objects."""
import numpy as np

import _jitscope
from _jitscope import Tensor
from mindspore._missing import missing_names

__all__ = ["Tensor", "tensor", "from_numpy", "frombuffer"]


def tensor(input_data=None, dtype=None, shape=None, init=None, const_arg=False):
    """A Tensor of the same arguments."""
    if isinstance(input_data, _jitscope.Symbol) and shape is None and init is None:
        return _jitscope.primitives["Cast"](input_data, input_data.dtype if dtype is None else dtype)
    return Tensor(input_data, dtype, shape, init, const_arg=const_arg)


def from_numpy(array):
    """A tensor that shares the memory of a NumPy array (of a copy when its elements do not lie row by row)."""
    return Tensor.from_numpy(array)


def frombuffer(buffer, *, dtype=None, count=-1, offset=0, requires_grad=False):
    """A tensor of one axis of the elements in a buffer's bytes, which are copied.

    Args:
        buffer (bytes, bytearray, ...): An object with the buffer protocol.
        dtype (mindspore.dtype): The type of the elements.
        count (int): How many elements; a negative number for all that there are.
        offset (int): How many bytes stand before the first.

    Raises RuntimeError where the bytes are not enough, or no whole elements."""
    try:
        raw = np.frombuffer(buffer, np.uint8)
    except (TypeError, ValueError):
        raise RuntimeError(f"For 'frombuffer', the 'buffer' must have the buffer protocol and bytes, but got "
                           f"{type(buffer).__name__} without.") from None
    size = Tensor(shape=(1,), dtype=dtype).itemsize
    if not 0 <= offset < raw.size:
        raise RuntimeError(f"For 'frombuffer', the offset must be within the buffer of {raw.size} bytes, but got {offset}.")
    if count < 0 and (raw.size - offset) % size:
        raise RuntimeError(f"For 'frombuffer', the {raw.size - offset} bytes behind the offset are no whole elements of "
                         f"{size} bytes.")
    count = (raw.size - offset) // size if count < 0 else count
    if count == 0 or offset + count * size > raw.size:
        raise RuntimeError(f"For 'frombuffer', {count} elements of {size} bytes behind the offset {offset} are not in a "
                         f"buffer of {raw.size} bytes.")
    return tensor_of_bytes(raw[offset:offset + count * size].tobytes(), (count,), dtype)


def tensor_of_bytes(data, shape, dtype):
    """The tensor whose elements' bytes are `data`, row by row: how pickles hold tensors.

    Args:
        data (bytes): As many bytes as the elements have.
        shape (tuple): The sizes of the axes.
        dtype (mindspore.dtype): The type of the elements.
    """
    raw = Tensor.from_numpy(np.frombuffer(bytearray(data), np.uint8))
    if raw.size == 0:
        return Tensor(shape=shape, dtype=dtype)
    return raw._reinterpreted(dtype).reshape(shape)

__getattr__ = missing_names("mindspore.common.tensor")

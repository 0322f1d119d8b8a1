# SPDX-License-Identifier: Apache-2.0
"""Tensor, and functions that make tensors of other objects."""
import numpy as np

import _jitscope
from _jitscope import Tensor
from mindspore._missing import missing_names

__all__ = ["Tensor", "tensor", "from_numpy"]


def tensor(input_data=None, dtype=None, shape=None, init=None, const_arg=False):
    """A Tensor of the same arguments."""
    return Tensor(input_data, dtype, shape, init, const_arg=const_arg)


def from_numpy(array):
    """A tensor that shares the memory of a NumPy array (of a copy when its elements do not lie row by row)."""
    return Tensor.from_numpy(array)


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

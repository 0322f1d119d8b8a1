# SPDX-License-Identifier: Apache-2.0
"""The dtypes of tensors."""
import numpy as np

import _jitscope
from _jitscope import (bfloat16, bool_, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32,
                       uint64)

half, float_, double = float16, float32, float64
short, int_, long = int16, int32, int64
Type = _jitscope.DType

__all__ = ["bfloat16", "bool_", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16",
           "uint32", "uint64", "half", "float_", "double", "short", "int_", "long"]

_NUMPY = {bool_: np.bool_, int8: np.int8, int16: np.int16, int32: np.int32, int64: np.int64, uint8: np.uint8,
          uint16: np.uint16, uint32: np.uint32, uint64: np.uint64, float16: np.float16, float32: np.float32,
          float64: np.float64}
_NAMED = {repr(dtype).partition(".")[2]: dtype for dtype in [*_NUMPY, bfloat16]} | {"bool_": bool_}
_PYTHON = {bool: bool_, int: int64, float: float32}


def dtype_to_nptype(type_):
    """The NumPy type of a dtype."""
    return _NUMPY[type_]


def dtype_to_pytype(type_):
    """bool, int or float."""
    if type_ == bool_:
        return bool
    return float if type_.is_floating_point else int


def pytype_to_dtype(type_):
    """The dtype of a Python or NumPy type."""
    dtype = as_dtype(type_)
    if dtype is None:
        raise NotImplementedError(f"Unsupported python type {type_}.")
    return dtype


def as_dtype(given):
    """The dtype for a dtype, its name ("float32"), a Python type or a NumPy type; None for anything else."""
    if isinstance(given, Type):
        return given
    if isinstance(given, str):
        return _NAMED.get(given.lower())
    if given in _PYTHON:
        return _PYTHON[given]
    for dtype, numpy_type in _NUMPY.items():
        if given is numpy_type or (isinstance(given, np.dtype) and given == numpy_type):
            return dtype
    return None

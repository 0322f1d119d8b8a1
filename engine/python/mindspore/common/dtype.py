# SPDX-License-Identifier: Apache-2.0
"""The dtypes of tensors."""
import builtins

import numpy as np

import _jitscope
from _jitscope import (bfloat16, bool_, complex64, complex128, float16, float32, float64, int8, int16, int32, int64, uint8,
                       uint16, uint32, uint64)
from mindspore._missing import missing_names

half, single, float_, double = float16, float32, float32, float64
cfloat, cdouble = complex64, complex128
byte, short, intc, int_, long, intp = int8, int16, int32, int64, int64, int64
ubyte, ushort, uintc, uint, uintp = uint8, uint16, uint32, uint64, uint64
Type = _jitscope.DType

__all__ = ["bfloat16", "bool_", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16",
           "uint32", "uint64", "complex64", "complex128", "cfloat", "cdouble", "half", "single", "float_", "double",
           "byte", "short", "intc", "int_", "long", "intp", "ubyte", "ushort", "uintc", "uint", "uintp", "list_",
           "tuple_", "string", "number", "tensor_type", "type_none", "TensorType", "Type", "dtype_to_nptype",
           "dtype_to_pytype", "pytype_to_dtype", "get_py_obj_dtype"]

int_type = (int8, int16, int32, int64)
uint_type = (uint8, uint16, uint32, uint64)
float_type = (float16, float32, float64, bfloat16)
complex_type = (complex64, complex128)
number_type = int_type + uint_type + float_type + complex_type
all_types = (bool_, *number_type)

_NUMPY = {bool_: np.bool_, int8: np.int8, int16: np.int16, int32: np.int32, int64: np.int64, uint8: np.uint8,
          uint16: np.uint16, uint32: np.uint32, uint64: np.uint64, float16: np.float16, float32: np.float32,
          float64: np.float64, complex64: np.complex64, complex128: np.complex128}
_NAMED = {repr(dtype).partition(".")[2]: dtype for dtype in [*_NUMPY, bfloat16]} | {"bool_": bool_}
_PYTHON = {bool: bool_, int: int64, float: float32, complex: complex128}


# The numbers by which MindSpore writes dtypes into files and hands them to operators.
NUMBERS = {bool_: 30, int8: 32, int16: 33, int32: 34, int64: 35, uint8: 37, uint16: 38, uint32: 39, uint64: 40, float16: 42,
           float32: 43, float64: 44, bfloat16: 45, complex64: 48, complex128: 49}


class _Kind:
    """The type of values that are no numbers of one dtype: texts, tuples, ..."""

    def __init__(self, kind_name, text):
        self.kind_name = kind_name  # as MultitypeFuncGraph.register knows it
        self._text = text

    def __repr__(self):
        return f"mindspore.{self._text}"


class TensorType(_Kind):
    """TensorType(element_type): the type of tensors of a dtype; of all tensors without one."""

    def __init__(self, element_type=None):
        super().__init__("Tensor", "tensor" if element_type is None else f"tensor[{_name_of(element_type)}]")
        self._element_type = element_type

    def element_type(self):
        """The dtype."""
        return self._element_type

    def __eq__(self, other):
        return isinstance(other, TensorType) and self._element_type == other._element_type

    def __hash__(self):
        return hash(repr(self))


def _name_of(dtype):
    return repr(dtype).partition(".")[2]


tensor_type = TensorType()
number = _Kind("Number", "number")
string = _Kind("String", "string_")
list_ = _Kind("List", "list_")
tuple_ = _Kind("Tuple", "tuple_")
type_none = _Kind("None", "type_none")


def bits_of(dtype):
    """How many bits an element has."""
    return 16 if dtype == bfloat16 else 8 * np.dtype(_NUMPY[dtype]).itemsize


def dtype_to_nptype(type_):
    """The NumPy type of a dtype."""
    return _NUMPY[type_]


def dtype_to_pytype(type_):
    """bool, int, float or complex."""
    if type_ == bool_:
        return builtins.bool
    if type_.is_complex:
        return builtins.complex
    return builtins.float if type_.is_floating_point else builtins.int


def pytype_to_dtype(type_):
    """The dtype of a Python or NumPy type, or the kind of texts, lists, tuples and None; a Python float has 64 bits."""
    kinds = {str: string, list: list_, tuple: tuple_, type(None): type_none, builtins.float: float64}
    dtype = kinds.get(type_) if isinstance(type_, type) else None
    dtype = as_dtype(type_) if dtype is None else dtype
    if dtype is None:
        raise NotImplementedError(f"Unsupported python type {type_}.")
    return dtype


def get_py_obj_dtype(obj):
    """The dtype or kind of a Python value: of numbers, texts, tuples, lists, tensors and None."""
    if isinstance(obj, _jitscope.Tensor):
        return TensorType(obj.dtype)
    for kind, python_type in ((string, str), (tuple_, tuple), (list_, list), (type_none, type(None))):
        if isinstance(obj, python_type):
            return kind
    return float32 if isinstance(obj, builtins.float) else pytype_to_dtype(type(obj))


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


# MindSpore's newer names, which are Python's own; last, as what stands above means Python's. No part of __all__.
bool, int, float = bool_, int32, float32

__getattr__ = missing_names("mindspore.common.dtype",
                            elsewhere={"mindspore.common.typenames": "BFloat Bool Float Int Number UInt"})

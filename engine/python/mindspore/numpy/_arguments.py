# SPDX-License-Identifier: Apache-2.0
"""What the functions of mindspore.numpy take: lists, numbers, NumPy arrays and tensors, and dtypes by any name."""
import sys

import numpy as np

import _jitscope
from mindspore.common.dtype import as_dtype, bool_, float32, int32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call


def ops():
    """mindspore.ops, looked up when it is needed: what is missing there says so by name."""
    return sys.modules["mindspore.ops"]


def _by_code(given):
    """The dtype for NumPy's short names, as "i2"; None for others."""
    try:
        return as_dtype(np.dtype(given)) if isinstance(given, str) else None
    except TypeError:
        return None


def dtype_of(given):
    """The dtype for a dtype, its name, a Python or a NumPy type; None for None. Raises TypeError for anything else."""
    if given is None:
        return None
    found = {"int": int32, "float": float32, "bool": bool_}.get(given) if isinstance(given, str) else None
    found = found or {int: int32, float: float32, bool: bool_}.get(given if isinstance(given, type) else None)
    found = found or as_dtype(given) or _by_code(given)
    if found is None:
        raise TypeError(f"only MindSpore data types, numpy data types, Python types and their names are supported, "
                        f"but got {given}")
    return found


def _natural(array):
    """Int32, Float32 or Bool of what Python numbers give."""
    if array.dtype == np.bool_:
        return array
    if array.dtype.kind in "iu":
        return array.astype(np.int32)
    if array.dtype.kind == "f":
        return array.astype(np.float32)
    raise TypeError(f"Input array must be `int`, `float`, `bool`, a list, a tuple, an array or a Tensor, but got "
                    f"{array.dtype}")


def as_tensor(value):
    """A tensor: itself, or of a number or a list (Int32, Float32 or Bool), or of a NumPy array (its dtype)."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.ndarray):
        return Tensor(value)
    if isinstance(value, (list, tuple)) and any(isinstance(item, Tensor) for item in value):
        return call("Stack", tuple(as_tensor(item) for item in value), 0)
    return Tensor(_natural(np.asarray(value)))


def operands(*values):
    """Tensors, and numbers beside tensors as they are: those take the tensor's dtype."""
    if not any(isinstance(value, Tensor) for value in values):
        return tuple(as_tensor(value) for value in values)
    return tuple(value if isinstance(value, (bool, int, float)) else as_tensor(value) for value in values)


def cast(value, dtype):
    """Converted to a dtype, if one is given."""
    wanted = dtype_of(dtype)
    return value if wanted is None or value.dtype == wanted else call("Cast", value, wanted)


def floating(value):
    """Float32 of whole numbers and bools, else as it is: floating or complex."""
    value = as_tensor(value)
    return value if value.dtype.is_floating_point or value.dtype.is_complex else call("Cast", value, float32)


def sizes_of(shape):
    """A shape given as an int, a sequence or a tensor."""
    if isinstance(shape, Tensor):
        shape = shape.tolist()
    return (shape,) if isinstance(shape, int) else tuple(int(size) for size in shape)


def axis_of(axis, rank):
    """An axis counted from the front. Raises ValueError if there is none."""
    if not -rank <= axis < rank:
        raise ValueError(f"axis {axis} is out of bounds for tensor of dimension {rank}")
    return axis % rank


def elements_of(value, name):
    """The elements as a NumPy array; while a graph is captured, what needs them is left to Python."""
    if _jitscope.is_capturing():
        raise _jitscope.ValueNeeded(f"mindspore.numpy.{name} needs the elements, which are not known while the graph is "
                                    "captured.")
    return as_tensor(value).asnumpy()

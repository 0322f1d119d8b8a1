# SPDX-License-Identifier: Apache-2.0
"""Tensors from nothing, with MindSpore's signatures."""
import math

import _jitscope
from mindspore.common.dtype import Type, float32, float64, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["arange", "bartlett_window", "blackman_window", "eye", "fill", "fills", "full", "full_like",
           "hamming_window", "hann_window", "kaiser_window", "linspace", "logspace", "ones", "ones_like", "range",
           "tril_indices", "triu_indices", "zeros", "zeros_like"]


def _number(value):
    """The number in a tensor of one element; other values as they are."""
    return value.item() if isinstance(value, Tensor) else value


def _sizes(size):
    if isinstance(size, Tensor):
        return tuple(size.tolist()) if size.ndim else (size.item(),)
    return (size,) if isinstance(size, int) else tuple(_number(item) for item in size)


def _check_dtype(name, dtype):
    if dtype is not None and not isinstance(dtype, Type):
        raise TypeError(f"For '{name}', the input 'dtype' should be mindspore dtype, but got {dtype}.")


def _check_tensor(name, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"For ops.{name}, the argument 'x' must be tensor, but got {type(value)}")


# --- filled -----------------------------------------------------------------------------------------------------------

def zeros(size, dtype=None):
    """Zeros of a shape, Float32 without dtype."""
    _check_dtype("Zeros", dtype)
    return call("Zeros", size if isinstance(size, str) else _sizes(size), dtype)


def ones(shape, dtype=None):
    """Ones of a shape, Float32 without dtype."""
    _check_dtype("Ones", dtype)
    return call("Ones", shape if isinstance(shape, str) else _sizes(shape), dtype)


def zeros_like(input, *, dtype=None):
    """Zeros of the shape and (without dtype) the dtype of input."""
    return call("ZerosLike", input, dtype)


def ones_like(input, *, dtype=None):
    """Ones of the shape and (without dtype) the dtype of input."""
    return call("OnesLike", input, dtype)


def full(size, fill_value, *, dtype=None):
    """fill_value, a number or a tensor of one element, in a shape; without dtype that of the value."""
    _check_dtype("full", dtype)
    return call("Full", _sizes(size), fill_value, dtype)


def full_like(input, fill_value, *, dtype=None):
    """fill_value in the shape and (without dtype) the dtype of input."""
    _check_tensor("full_like", input)
    return call("Full", input.shape, fill_value, input.dtype if dtype is None else dtype)


def fill(type, shape, value):
    """value, a number or a bool, in a shape and dtype."""
    return call("Full", _sizes(shape), value, type)


def fills(x, value):
    """value, a number or a tensor of one element, in the shape and dtype of x."""
    return call("Full", x.shape, value, x.dtype)


# --- ranges -----------------------------------------------------------------------------------------------------------

_NUMBERS = (int32, float32, int64, float64)


def _check_number(name, value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if is_number or (isinstance(value, Tensor) and value.size == 1 and value.dtype in _NUMBERS):
        return
    got = {bool: "Bool", str: "String"}.get(type(value), type(value).__name__)
    raise TypeError(f"For {name}, the input type must be int or float or a TensorScalar in [mindspore.int32, "
                    f"mindspore.float32, mindspore.int64, mindspore.float64], but got {got}")


def _natural(values):
    """The dtype of a range whose bounds hold tensors: theirs by promotion; None when there are none."""
    tensors = [value for value in values if isinstance(value, Tensor)]
    if not tensors:
        return None
    if len(tensors) < len(values) and any(isinstance(value, float) for value in values):
        return float32 if all(not tensor.dtype.is_floating_point for tensor in tensors) else tensors[0].dtype
    for dtype in (float64, float32, int64, int32):
        if any(tensor.dtype == dtype for tensor in tensors):
            return dtype
    return tensors[0].dtype


def arange(start=0, end=None, step=1, *, dtype=None):
    """start, start + step, ... below end; arange(end) begins at 0. Int64 of ints, else Float32, unless dtype is given.

    Raises TypeError for bounds that are no numbers, ValueError for a step of 0 or away from end."""
    if end is None:
        start, end = 0, start
    for value in (start, end, step):
        _check_number("arange", value)
    natural = dtype or _natural((start, end, step))
    return call("Range", _number(start), _number(end), _number(step), natural)


def range(start, end, step, maxlen=1000000):
    """start, start + step, ... below end. Raises ValueError when there are more than maxlen."""
    result = arange(start, end, step)
    if result.size > maxlen:
        raise ValueError(f"For 'Range', the output size must not be greater than maxlen {maxlen}, but got "
                         f"{result.size}.")
    return result


def linspace(start, end, steps):
    """steps numbers evenly from start to end, both included; Float32, or the dtype of start if it is a tensor."""
    dtype = start.dtype if isinstance(start, Tensor) and start.dtype.is_floating_point else float32
    if isinstance(start, Tensor) and start.ndim > 0:
        return _rows_between(start, end, _number(steps))
    return call("LinSpace", _number(start), _number(end), _number(steps), dtype)


def _rows_between(start, end, steps):
    """For bounds of rank 1 and more: a new last axis of `steps`."""
    place = call("LinSpace", 0, 1, steps, start.dtype)
    start, end = call("ExpandDims", start, -1), call("ExpandDims", end, -1)
    return start + (end - start) * place


def logspace(start, end, steps, base=10, *, dtype=float32):
    """steps powers of base, the exponents evenly from start to end."""
    return call("LogSpace", _number(start), _number(end), _number(steps), base, dtype)


def eye(n, m=None, dtype=None):
    """n rows, m (without it n) columns, ones on the diagonal; Float32 without dtype."""
    for name, value in (("n", n), ("m", m)):
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise TypeError(f"For 'eye', the argument '{name}' must be an int, but got '{type(value).__name__}'.")
    return call("Eye", n, m, dtype)


def tril_indices(row, col, offset=0, *, dtype=int64):
    """Rows and columns of the lower triangle of a matrix of row x col elements; (2, count)."""
    return call("TrilIndices", row, col, offset, dtype)


def triu_indices(row, col, offset=0, *, dtype=int64):
    """Rows and columns of the upper triangle of a matrix of row x col elements; (2, count)."""
    return call("TriuIndices", row, col, offset, dtype)


# --- windows of signal processing -------------------------------------------------------------------------------------

def _window(name, window_length, periodic, dtype, curve, usual=float32):
    """curve(x) at window_length places x of [0, 1]; a periodic window leaves out the last place of a longer one. Without a
    dtype they are of the usual one."""
    length = _number(window_length)
    if not isinstance(length, int) or isinstance(length, bool):
        raise TypeError(f"For '{name}', 'window_length' must be an int, but got {type(length)}.")
    if length < 0:
        raise ValueError(f"For '{name}', 'window_length' must be non-negative, but got {length}.")
    if dtype is not None and not dtype.is_floating_point:
        raise TypeError(f"For '{name}', 'dtype' must be floating point dtypes, but got {dtype}.")
    if length < 2:
        return ones((length,), dtype or usual)
    places = call("Range", 0.0, float(length), 1.0, float64) / float(length if periodic else length - 1)
    return call("Cast", curve(places), dtype or usual)


def _cosines(places, *weights):
    """weights[0] - weights[1] cos(2 pi x) + weights[2] cos(4 pi x) ..."""
    cos = _jitscope.functions["cos"]
    return sum((-1) ** k * weight * cos(2 * math.pi * k * places) for k, weight in enumerate(weights))


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None):
    """alpha - beta cos(2 pi x): window_length numbers, Float32 without dtype."""
    return _window("hamming_window", window_length, periodic, dtype, lambda x: _cosines(x, alpha, beta))


def hann_window(window_length, periodic=True, *, dtype=None):
    """0.5 - 0.5 cos(2 pi x): window_length numbers, Float64 without dtype."""
    return _window("hann_window", window_length, periodic, dtype, lambda x: _cosines(x, 0.5, 0.5), float64)


def blackman_window(window_length, periodic=True, *, dtype=None):
    """0.42 - 0.5 cos(2 pi x) + 0.08 cos(4 pi x): window_length numbers, Float32 without dtype."""
    return _window("blackman_window", window_length, periodic, dtype, lambda x: _cosines(x, 0.42, 0.5, 0.08))


def bartlett_window(window_length, periodic=True, *, dtype=None):
    """1 - |2 x - 1|: window_length numbers, Float32 without dtype."""
    return _window("bartlett_window", window_length, periodic, dtype,
                   lambda x: 1 - _jitscope.functions["abs"](2 * x - 1))


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None):
    """i0(beta sqrt(1 - (2 x - 1)^2)) / i0(beta): window_length numbers, Float64 without dtype."""
    import numpy as np
    length = _number(window_length)
    window = np.kaiser(length + 1, beta)[:-1] if periodic and length > 1 else np.kaiser(length, beta)
    return Tensor(window.astype(np.float64)).astype(dtype or float64)

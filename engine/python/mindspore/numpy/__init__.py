# SPDX-License-Identifier: Apache-2.0
"""NumPy's names for making and computing with tensors."""
import numpy as _np

import _jitscope
from mindspore.common.dtype import as_dtype, float32, int32
from mindspore.common.seed import generator
from mindspore.common.tensor import Tensor
from mindspore._missing import missing_names
from mindspore.ops.methods import _sizes

pi, e, inf, nan, newaxis = _np.pi, _np.e, _np.inf, _np.nan, None

_SAME_AS = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div", "power": "pow",
            "maximum": "maximum", "minimum": "minimum", "exp": "exp", "log": "log", "sqrt": "sqrt", "sin": "sin",
            "cos": "cos", "tanh": "tanh", "abs": "abs", "absolute": "abs", "negative": "neg", "equal": "equal",
            "not_equal": "not_equal", "less": "less", "less_equal": "less_equal", "greater": "greater",
            "greater_equal": "greater_equal", "broadcast_to": "broadcast_to"}
globals().update({name: _jitscope.functions[function] for name, function in _SAME_AS.items()
                  if function in _jitscope.functions})

from mindspore.ops.composed import matmul, swapaxes  # noqa: E402


def _filled(values, dtype):
    return Tensor(_np.asarray(values), as_dtype(dtype))


def array(obj, dtype=None):
    """A tensor of a list, a NumPy array, a number or a tensor."""
    return Tensor(obj, None if dtype is None else as_dtype(dtype))


asarray = array


def zeros(shape, dtype=float32):
    return _filled(_np.zeros(shape), dtype)


def ones(shape, dtype=float32):
    return _filled(_np.ones(shape), dtype)


def full(shape, fill_value, dtype=None):
    tensor = Tensor(fill_value) if not isinstance(fill_value, Tensor) else fill_value
    return _filled(_np.full(shape, tensor.asnumpy()), dtype or tensor.dtype)


def eye(N, M=None, k=0, dtype=float32):
    return _filled(_np.eye(N, M, k), dtype)


def arange(start, stop=None, step=None, dtype=None):
    values = _np.arange(start) if stop is None else _np.arange(start, stop, step or 1)
    return _filled(values, dtype or (int32 if values.dtype.kind == "i" else float32))


def linspace(start, stop, num=50, endpoint=True, dtype=float32):
    return _filled(_np.linspace(start, stop, num, endpoint), dtype)


def _refuse_in_graph(name):
    """What is random would be drawn once, when the graph is captured, and be the same in every call."""
    if _jitscope.is_capturing():
        from mindspore._capture.errors import not_captured
        raise not_captured(f"mindspore.numpy.{name} inside of a graph")


def randn(*shape, dtype=float32):
    """Normally distributed numbers."""
    _refuse_in_graph("randn")
    return _filled(generator().standard_normal(_sizes(shape)), dtype)


def rand(*shape, dtype=float32):
    """Numbers between 0 and 1."""
    _refuse_in_graph("rand")
    return _filled(generator().random(_sizes(shape)), dtype)


def randint(minval, maxval=None, shape=None, dtype=int32):
    """Integers from minval up to but not including maxval."""
    _refuse_in_graph("randint")
    low, high = (0, minval) if maxval is None else (minval, maxval)
    return _filled(generator().integers(low, high, shape), dtype)


def transpose(a, axes=None):
    """The axes in another order, or reversed."""
    return a.transpose() if axes is None else a.permute(*axes)


def reshape(x, new_shape):
    """The same elements in another shape."""
    return x.reshape(new_shape)


__getattr__ = missing_names("mindspore.numpy")

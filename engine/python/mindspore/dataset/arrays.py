# SPDX-License-Identifier: Apache-2.0
"""What flows through pipelines: NumPy arrays, one for each column; dicts pass as they are."""
import numpy as np

from mindspore.common.tensor import Tensor


def as_array(value):
    """A NumPy array of a tensor, a number, a text or a list, without a copy where one can do without."""
    if isinstance(value, Tensor):
        return value.asnumpy()
    return value if isinstance(value, (np.ndarray, dict)) else np.asarray(value)


def own_array(value):
    """As as_array, but with memory of its own: functions of the pipeline may write into rows, never into the source."""
    return value if isinstance(value, dict) else np.array(as_array(value))


def is_text(array):
    return array.dtype.kind in "US"


def has_unknown_type(array):
    """Whether NumPy could only keep Python objects."""
    return isinstance(array, np.ndarray) and array.dtype.kind not in "biufUS"


def as_output(array, output_numpy):
    """What an iterator gives for an array: a tensor of its own memory, or the array; tensors hold no texts."""
    if isinstance(array, dict):
        return {key: _value_as_output(value, output_numpy) for key, value in array.items()}
    return array if output_numpy or is_text(array) else Tensor(array)


def _value_as_output(value, output_numpy):
    """A value of a dict: numbers, texts and arrays are given alike, also in lists and tuples; tensors stay what they are."""
    if value is None or isinstance(value, Tensor):
        return value
    if type(value) in (list, tuple):
        return type(value)(_value_as_output(item, output_numpy) for item in value)
    return as_output(as_array(value), output_numpy)


def shape_text(shape):
    """<2,3>"""
    return f"<{','.join(map(str, shape))}>"


def type_text(dtype):
    return "string" if dtype.kind in "US" else str(dtype)

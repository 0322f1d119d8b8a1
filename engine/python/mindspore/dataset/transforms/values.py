# SPDX-License-Identifier: Apache-2.0
"""Transforms of the values and the shape of an array."""
from enum import Enum

import numpy as np

from mindspore.common.dtype import Type, bool_, dtype_to_nptype
from mindspore.dataset.arrays import as_array, is_text
from mindspore.dataset.batching import padded
from mindspore.dataset.checks import check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import Transform


def numpy_type(data_type):
    """The NumPy dtype of a dtype of either kind; TypeError for anything else."""
    if isinstance(data_type, Type):
        return np.dtype(dtype_to_nptype(data_type))
    try:
        return np.dtype(data_type)
    except TypeError:
        raise TypeError(f"Argument data_type with value {data_type} is not of type [{Type}, {np.dtype}], but got "
                        f"{type(data_type)}.") from None


class TypeCast(Transform):
    """Another dtype: one of mindspore's or of NumPy's."""

    def __init__(self, data_type):
        self.data_type = numpy_type(data_type)

    def __call__(self, data):
        return as_array(data).astype(self.data_type)


class OneHot(Transform):
    """
    Class numbers as vectors of `num_classes` with 1 at the class and 0 elsewhere; with a `smoothing_rate`, that part
    of the 1 is spread over all classes (and the vectors are float64).

    Raises:
        RuntimeError: for data that is not of an integer dtype, has numbers beyond the classes, or more than one axis that
            is longer than one.
    """

    def __init__(self, num_classes, smoothing_rate=0.0):
        check_type(num_classes, [int], "num_classes")
        if num_classes < 1:
            raise ValueError("Input must be greater than 0.")
        check_type(smoothing_rate, [int, float], "smoothing_rate")
        if not 0 <= smoothing_rate <= 1:
            raise ValueError("Input smoothing_rate is not within the required interval of [0.0, 1.0].")
        self.num_classes, self.smoothing_rate = num_classes, smoothing_rate

    def __call__(self, data):
        data = as_array(data)
        if data.dtype.kind not in "iu":
            raise pipeline_error(f"OneHot: Only support input of int type, but got: {data.dtype}")
        if data.size and data.max() >= self.num_classes:
            raise pipeline_error(f"OneHot: index values should not bigger than num classes: {self.num_classes}, but "
                                 f"got: {data.max()}")
        if data.size and data.min() < 0:
            raise pipeline_error(f"OneHot: index values should not be negative, but got: {data.min()}")
        data = data.squeeze()  # axes of one are none to MindSpore
        if data.ndim > 1:
            raise pipeline_error(f"OneHot: Only support scalar or 1D input, got rank: {data.ndim}")
        if not self.smoothing_rate:
            return np.eye(self.num_classes, dtype=data.dtype)[data]
        spread = self.smoothing_rate / self.num_classes
        return np.eye(self.num_classes)[data] * (1 - self.smoothing_rate) + spread


class Fill(Transform):
    """One value in place of all."""

    def __init__(self, fill_value):
        check_type(fill_value, [str, float, bool, int, bytes], "fill_value")
        self.fill_value = fill_value

    def __call__(self, data):
        data = as_array(data)
        return np.full(data.shape, self.fill_value, None if is_text(data) else data.dtype)


class Duplicate(Transform):
    """The column twice."""

    def __call__(self, data):
        data = as_array(data)
        return data, data


class Slice(Transform):
    """Parts along each axis: a number, a list of numbers, a slice, None or ... for all."""

    def __init__(self, *slices):
        self.slices = slices

    def __call__(self, data):
        data = as_array(data)
        if len(self.slices) > data.ndim and Ellipsis not in self.slices:
            raise pipeline_error(f"Slice: the number of slices {len(self.slices)} is more than the rank of the data, "
                                 f"{data.ndim}")
        for axis, part in enumerate(self.slices):
            if part is Ellipsis:
                return data
            if part is None:
                continue
            part = [part] if isinstance(part, int) and not isinstance(part, bool) else part
            try:
                data = data[(slice(None),) * axis + (part,)]
            except IndexError as failure:
                raise pipeline_error(f"Slice: {failure}") from failure
        return data


class Relational(Enum):
    """The comparisons of Mask."""
    EQ = 0
    NE = 1
    GT = 2
    GE = 3
    LT = 4
    LE = 5


_COMPARISONS = {Relational.EQ: np.equal, Relational.NE: np.not_equal, Relational.GT: np.greater,
                Relational.GE: np.greater_equal, Relational.LT: np.less, Relational.LE: np.less_equal}


class Mask(Transform):
    """Where a comparison with a constant holds."""

    def __init__(self, operator, constant, dtype=bool_):
        check_type(operator, [Relational], "operator")
        check_type(constant, [str, float, bool, int, bytes], "constant")
        self.operator, self.constant, self.dtype = operator, constant, numpy_type(dtype)

    def __call__(self, data):
        return _COMPARISONS[self.operator](as_array(data), self.constant).astype(self.dtype)


class PadEnd(Transform):
    """Filled up behind the ends to a shape, or cut to it; None keeps the length of an axis."""

    def __init__(self, pad_shape, pad_value=None):
        check_type(pad_shape, [list, tuple], "pad_shape")
        self.pad_shape, self.pad_value = list(pad_shape), pad_value

    def __call__(self, data):
        data = as_array(data)
        if len(self.pad_shape) != data.ndim:
            raise pipeline_error(f"PadEnd: invalid pad shape, the number of dimensions {len(self.pad_shape)} is not "
                                 f"that of the data, {data.ndim}")
        shape = [length if wanted is None else wanted for wanted, length in zip(self.pad_shape, data.shape)]
        return padded(data, shape, self.pad_value)


class Concatenate(Transform):
    """Other arrays in front of and behind the data, or of the input columns in a row."""

    def __init__(self, axis=0, prepend=None, append=None):
        check_type(axis, [int], "axis")
        self.axis, self.prepend, self.append = axis, prepend, append

    def __call__(self, *columns):
        parts = [self.prepend, *columns, self.append]
        try:
            return np.concatenate([as_array(part) for part in parts if part is not None], self.axis)
        except ValueError as failure:
            raise pipeline_error(f"Concatenate: {failure}") from failure


class Unique(Transform):
    """The different values in order, for each element its place among them, and how often
    each value comes."""

    def __call__(self, data):
        data = as_array(data)
        if data.ndim < 2:
            raise pipeline_error("Unique: input must be at least 2-D in order to do unique op, got rank:"
                                 f"{data.ndim}")
        values, places, counts = np.unique(data, return_inverse=True, return_counts=True)
        return values, places.reshape(-1).astype(np.int32), counts.astype(np.int32)

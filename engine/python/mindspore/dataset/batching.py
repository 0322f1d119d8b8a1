# SPDX-License-Identifier: Apache-2.0
"""Batches: several rows as one, with a new first axis."""
import bisect
import itertools

import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.dataset.arrays import as_array, is_text, shape_text, type_text
from mindspore.dataset.checks import (INT32_MAX, check_bool, check_columns, check_positive, check_range,
                                      check_row_size, check_type)
from mindspore.dataset.dataset import Dataset
from mindspore.dataset.errors import call_user, pipeline_error


class BatchInfo:
    """What a user's function is told about the batch at hand."""

    def __init__(self, batch_num, epoch_num):
        self._batch_num = batch_num
        self._epoch_num = epoch_num

    def get_batch_num(self):
        """The number of the batch in this epoch, from 0 on."""
        return self._batch_num

    def get_epoch_num(self):
        """The number of the epoch, from 0 on."""
        return self._epoch_num


class BatchDataset(Dataset):
    """Rows of equal shapes."""

    def __init__(self, child, batch_size, drop_remainder=False, num_parallel_workers=None, per_batch_map=None,
                 input_columns=None, output_columns=None, python_multiprocessing=False, max_rowsize=None):
        super().__init__(child, num_parallel_workers=num_parallel_workers)
        if not callable(batch_size) and (isinstance(batch_size, bool) or not isinstance(batch_size, int)):
            raise TypeError("batch_size should either be an int or a callable.")
        if isinstance(batch_size, int):
            check_range(batch_size, 1, INT32_MAX, "batch_size")
        check_bool(drop_remainder, "drop_remainder")
        check_bool(python_multiprocessing, "python_multiprocessing")
        check_row_size(max_rowsize)
        self._batch_size, self._drop_remainder = batch_size, drop_remainder
        self._python_multiprocessing = python_multiprocessing
        self._set_map(per_batch_map, input_columns, output_columns)

    def _set_map(self, per_batch_map, input_columns, output_columns):
        if per_batch_map is None:
            for name, columns in (("input_columns", input_columns), ("output_columns", output_columns)):
                if columns is not None:
                    raise ValueError(f"{name} can be specified only when per_batch_map is set.")
        elif not callable(per_batch_map):
            raise TypeError(f"per_batch_map should be a callable, but got {type(per_batch_map)}.")
        self._map = per_batch_map
        self._inputs = None if input_columns is None else check_columns(input_columns, "input_columns")
        self._outputs = None if output_columns is None else check_columns(output_columns, "output_columns")

    def get_batch_size(self):
        return -1 if callable(self._batch_size) else self._batch_size

    def _size(self):
        if callable(self._batch_size):
            return None
        rows = self.children[0].get_dataset_size()
        return rows // self._batch_size if self._drop_remainder else -(-rows // self._batch_size)

    def _names(self):
        """(names of what the map reads, names of what it gives)"""
        available = self.children[0].get_col_names()
        inputs = self._inputs or available
        for name in inputs:
            if name not in available:
                raise pipeline_error(f"Invalid parameter, input column name: {name} doesn't exist in the dataset "
                                     "columns.")
        return inputs, self._outputs or inputs

    def _columns(self):
        available = self.children[0].get_col_names()
        if self._map is None:
            return available
        inputs, outputs = self._names()
        if len(inputs) == len(outputs):
            return [dict(zip(inputs, outputs)).get(name, name) for name in available]
        return [*outputs, *(name for name in available if name not in inputs and name not in outputs)]

    def opened(self):
        one_pass = self.children[0].opened()
        epochs = itertools.count()
        make = self._mapped() if self._map else (lambda rows, info: [stacked(column, i) for i, column in
                                                                     enumerate(zip(*rows))])
        each = self._spread(lambda: lambda task: make(*task), "batch", self._python_multiprocessing and bool(self._map))

        def rows_of_batches():
            epoch = next(epochs)
            rows = iter(one_pass())
            for number in itertools.count():
                info = BatchInfo(number, epoch)
                wanted = self._wanted(info)
                taken = list(itertools.islice(rows, wanted))
                if not taken or (len(taken) < wanted and self._drop_remainder):
                    return
                yield taken, info
        return lambda: each(rows_of_batches())

    def _wanted(self, info):
        if not callable(self._batch_size):
            return self._batch_size
        size = call_user(self._batch_size, info)
        if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 1:
            raise pipeline_error(f"Invalid parameter, batch size function should return an integer greater than 0, but "
                                 f"got: {size}")
        return int(size)

    def _mapped(self):
        """A function that makes a batch of rows through the user's per_batch_map."""
        available = self.children[0].get_col_names()
        inputs, outputs = self._names()
        columns = self._columns()

        def make(rows, info):
            lists = {name: list(column) for name, column in zip(available, zip(*rows))}
            results = call_user(self._map, *(lists[name] for name in inputs), info)
            results = results if isinstance(results, tuple) else (results,)
            if len(results) != len(outputs):
                raise pipeline_error("Invalid per_batch_map, the number of columns returned in 'per_batch_map' "
                                     f"function should be {len(outputs)} , but got: {len(results)}")
            made = lists | dict(zip(outputs, results))
            return [_made(made[name], i) for i, name in enumerate(columns)]
        return make


def _made(column, number):
    """A batch of what a user's function gave: an array is one, lists are put together."""
    if isinstance(column, (np.ndarray, Tensor, dict)):
        return as_array(column)
    return stacked([as_array(item) for item in column], number)


def stacked(arrays, number):
    """One array of those of a column, which must be of one shape and dtype; of dicts, one dict of such arrays."""
    first = arrays[0]
    if isinstance(first, dict):
        return _stacked_dicts(arrays, number)
    for array in arrays:
        if array.shape != first.shape:
            raise pipeline_error(f"Cannot batch tensors with different shapes in column {number}. First element had "
                                 f"shape {shape_text(first.shape)} and this element had shape "
                                 f"{shape_text(array.shape)}")
        if array.dtype != first.dtype and not (is_text(array) and is_text(first)):
            raise pipeline_error(f"Cannot batch tensors with different types in column {number}. First element had "
                                 f"type {type_text(first.dtype)} and this element had type {type_text(array.dtype)}")
    return np.stack(arrays)


def _stacked_dicts(dicts, number):
    """{key: one array}; the dicts must have the same keys, and arrays, numbers or texts as values."""
    if any(not isinstance(item, dict) or item.keys() != dicts[0].keys() for item in dicts):
        raise pipeline_error(f"Cannot batch Python dictionaries with different keys in column {number}.")
    if any(isinstance(value, (dict, list, tuple)) or value is None for item in dicts for value in item.values()):
        raise pipeline_error(f"Cannot batch Python dictionaries in column {number}: their values must be arrays, numbers or "
                             "texts.")
    return {key: stacked([as_array(item[key]) for item in dicts], number) for key in dicts[0]}


class PaddedBatchDataset(Dataset):
    """Rows of different shapes, filled up."""

    def __init__(self, child, batch_size, drop_remainder=False, num_parallel_workers=None, pad_info=None):
        super().__init__(child, num_parallel_workers=num_parallel_workers)
        check_positive(batch_size, "batch_size")
        check_bool(drop_remainder, "drop_remainder")
        check_pad_info(pad_info)
        self._batch_size, self._drop_remainder, self._pad_info = batch_size, drop_remainder, pad_info

    def get_batch_size(self):
        return self._batch_size

    def _size(self):
        rows = self.children[0].get_dataset_size()
        return rows // self._batch_size if self._drop_remainder else -(-rows // self._batch_size)

    def opened(self):
        one_pass = self.children[0].opened()
        names = self.get_col_names()
        each = self._spread(lambda: lambda rows: padded_batch(rows, names, self._pad_info), "batch")

        def rows_of_batches():
            rows = iter(one_pass())
            while taken := list(itertools.islice(rows, self._batch_size)):
                if len(taken) < self._batch_size and self._drop_remainder:
                    return
                yield taken
        return lambda: each(rows_of_batches())


def check_pad_info(pad_info):
    """TypeError unless it is None or a dict {column: (shape or None, value)}."""
    if pad_info is None:
        return
    check_type(pad_info, [dict], "pad_info")
    for name, entry in pad_info.items():
        check_type(name, [str], "key in pad_info")
        check_type(entry, [tuple], f"value in pad_info of column {name}")
        if len(entry) != 2:
            raise ValueError("tuple in pad_info must be (pad_shape, pad_value).")


def padded_batch(rows, names, pad_info):
    """A batch of the rows; columns that pad_info leaves out ("{}" and None leave none out) must be of one shape."""
    columns = []
    for number, (name, arrays) in enumerate(zip(names, zip(*rows))):
        if pad_info and name not in pad_info:
            columns.append(stacked(arrays, number))
            continue
        shape, value = (pad_info or {}).get(name, (None, None))
        columns.append(stacked(_padded(arrays, shape, value), number))
    return columns


def _padded(arrays, shape, value):
    rank = arrays[0].ndim
    if any(array.ndim != rank for array in arrays):
        raise pipeline_error("Invalid data, the rank of all rows of a column must be the same to pad them.")
    longest = [max(array.shape[axis] for array in arrays) for axis in range(rank)]
    wanted = longest if shape is None else [longest[axis] if length in (None, -1) else length
                                            for axis, length in enumerate(shape[:rank])]
    if shape is not None and len(shape) != rank:
        raise pipeline_error(f"Invalid pad_info, the rank of pad_shape {list(shape)} is not that of the data, {rank}.")
    return [padded(array, wanted, value) for array in arrays]


def padded(array, shape, value):
    """An array filled up behind its ends to a shape, or cut to it."""
    array = array[tuple(slice(0, length) for length in shape)]
    filler = ("" if is_text(array) else 0) if value is None else as_array(value)
    result = np.full(shape, filler, np.result_type(array.dtype, filler) if is_text(array) else array.dtype)
    result[tuple(slice(0, length) for length in array.shape)] = array
    return result


class BucketBatchByLengthDataset(Dataset):
    """Batches of rows of about equal length."""

    def __init__(self, child, column_names, bucket_boundaries, bucket_batch_sizes, element_length_function=None,
                 pad_info=None, pad_to_bucket_boundary=False, drop_remainder=False):
        super().__init__(child)
        self._names = check_columns(column_names, "column_names")
        if element_length_function is None and len(self._names) != 1:
            raise ValueError("If element_length_function is not specified, exactly one column name should be passed.")
        check_type(bucket_boundaries, [list], "bucket_boundaries")
        if not bucket_boundaries:
            raise ValueError("bucket_boundaries cannot be empty.")
        if bucket_boundaries[0] <= 0 or any(a >= b for a, b in zip(bucket_boundaries, bucket_boundaries[1:])):
            raise ValueError("bucket_boundaries should be strictly increasing and greater than 0.")
        check_type(bucket_batch_sizes, [list], "bucket_batch_sizes")
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError("bucket_batch_sizes must contain one element more than bucket_boundaries.")
        for size in bucket_batch_sizes:
            check_positive(size, "bucket_batch_sizes")
        check_pad_info(pad_info)
        check_bool(pad_to_bucket_boundary, "pad_to_bucket_boundary")
        check_bool(drop_remainder, "drop_remainder")
        self._boundaries, self._sizes = bucket_boundaries, bucket_batch_sizes
        self._length_function, self._pad_info = element_length_function, pad_info
        self._to_boundary, self._drop_remainder = pad_to_bucket_boundary, drop_remainder

    def _size(self):
        return None

    def opened(self):
        one_pass = self.children[0].opened()
        available = self.get_col_names()
        places = [available.index(name) for name in self._names]

        def batches():
            buckets = [[] for _ in self._sizes]
            for row in one_pass():
                number = bisect.bisect_right(self._boundaries, self._length([row[i] for i in places]))
                buckets[number].append(row)
                if len(buckets[number]) == self._sizes[number]:
                    yield padded_batch(buckets[number], available, self._pad_info_of(number))
                    buckets[number] = []
            for number, rows in enumerate(buckets):
                if rows and not self._drop_remainder:
                    yield padded_batch(rows, available, self._pad_info_of(number))
        return batches

    def _length(self, values):
        if self._length_function is None:
            return values[0].shape[0]
        return int(call_user(self._length_function, *values))

    def _pad_info_of(self, number):
        """With pad_to_bucket_boundary, open lengths are the longest that the bucket takes."""
        if not self._to_boundary or self._pad_info is None:
            return self._pad_info
        if number == len(self._boundaries):
            raise pipeline_error("Invalid data, with 'pad_to_bucket_boundary' every row must be shorter than the last "
                                 "bucket boundary.")
        longest = self._boundaries[number] - 1
        return {name: (shape and [longest if length is None else length for length in shape], value)
                for name, (shape, value) in self._pad_info.items()}

# SPDX-License-Identifier: Apache-2.0
"""Datasets that begin a pipeline: user's own sources, arrays in memory."""
import copy
import itertools
import types

import numpy as np

from mindspore.common.dtype import Type, dtype_to_nptype
from mindspore.common.tensor import Tensor
from mindspore.dataset.arrays import has_unknown_type, own_array
from mindspore.dataset.checks import (check_bool, check_columns, check_num_samples, check_row_size, check_type,
                                      check_workers)
from mindspore.dataset.dataset import SourceDataset
from mindspore.dataset.errors import call_user, syntax_error, user_error
from mindspore.dataset.operations import rows_from
from mindspore.dataset.samplers import PKSampler, RandomSampler, SequentialSampler, select_sampler


class MappableDataset(SourceDataset):
    """The base of sources whose elements can be read in any order; a sampler says in which."""

    def __init__(self, columns, sampler, num_parallel_workers=None):
        super().__init__(num_parallel_workers=num_parallel_workers)
        self._names = columns
        self.sampler = sampler

    def _length(self):
        """The number of elements."""
        raise NotImplementedError(f"{type(self).__name__} does not say how many elements it has.")

    def _row(self, index):
        """The arrays of one element."""
        raise NotImplementedError(f"{type(self).__name__} does not say how its elements are read.")

    def _columns(self):
        return self._names

    def _class_of(self, column):
        """A function of an index that gives its class without reading the element, or None where there is none."""
        return None

    def _ready_sampler(self):
        """The sampler, with the classes of the elements where one asks for them."""
        sampler = self.sampler
        while sampler is not None:
            if isinstance(sampler, PKSampler):
                class_of = self._class_of(sampler.class_column)
                if class_of is not None:
                    sampler.read_classes(class_of, self._length())
            sampler = sampler.child_sampler
        return self.sampler

    def _size(self):
        return self._ready_sampler().size(self._length())

    def is_shuffled(self):
        return self.sampler is not None and self.sampler.is_shuffled()

    def is_sharded(self):
        return self.sampler is not None and self.sampler.is_sharded()

    def add_sampler(self, new_sampler):
        """Lets another sampler choose from what the present one gives."""
        new_sampler.add_child(self.sampler)
        self.sampler = new_sampler

    def use_sampler(self, new_sampler):
        """Another sampler in place of the present one."""
        if new_sampler is None:
            raise TypeError("Input sampler can not be None.")
        self.sampler = select_sampler(None, new_sampler, None, None, None)

    def opened(self):
        indices = self._ready_sampler().opened(self._length())
        each = self._spread(lambda: self._row, "read", self._has_processes())
        return lambda: each(indices())

    def _has_processes(self):
        """Whether its workers are processes instead of threads."""
        return False

    def _part(self, start, count, randomize, seed):
        """One of the parts of `split`."""
        part = self._same()
        if randomize:
            mixed = RandomSampler()
            mixed.reshuffle_each_epoch, mixed.seed = False, seed
            part.add_sampler(mixed)
        part.add_sampler(SequentialSampler(start, count))
        return part

    def _same(self):
        """A dataset over the same elements that can be given samplers of its own."""
        same = copy.copy(self)
        same.__dict__.update(_known_size=None, _known_first=None, _consumers=0)
        return same


class _Zipped:
    """
    The elements of zip(a, b, ...), read by index from a, b, ... themselves: nothing is copied, as making a list of
    the pairs would.
    """

    def __init__(self, sequences):
        self._sequences = sequences

    def __len__(self):
        return min(len(sequence) for sequence in self._sequences)

    def __getitem__(self, index):
        return tuple(sequence[index] for sequence in self._sequences)


def _of_zip(pairs):
    """What a zip object reads from, as a sequence; it is left unread where that can be told."""
    sequences = []
    for iterator in pairs.__reduce__()[1]:
        # An iterator over a sequence says what pickling needs: (iter, (sequence,), position).
        parts = iterator.__reduce__() if type(iterator).__reduce__ is not object.__reduce__ else ()
        is_fresh = len(parts) == 3 and parts[0] is iter and parts[2] == 0
        if not is_fresh or not hasattr(parts[1][0], "__len__") or not hasattr(parts[1][0], "__getitem__"):
            return list(pairs)
        sequences.append(parts[1][0])
    return _Zipped(sequences)


class _Recorded:
    """The elements of a generator, kept as they come, so that a second epoch finds them again."""

    def __init__(self, generator):
        self._generator = generator
        self._kept = []

    def __iter__(self):
        for number in itertools.count():
            if number == len(self._kept):
                try:
                    self._kept.append(next(self._generator))
                except StopIteration:
                    return
            yield self._kept[number]


def _as_source(source):
    if isinstance(source, zip):
        return _of_zip(source)
    if isinstance(source, types.GeneratorType):
        return _Recorded(source)
    if not callable(source) and not hasattr(source, "__iter__") and not hasattr(source, "__getitem__"):
        raise TypeError("Input `source` function of GeneratorDataset should be callable, iterable or random "
                        "accessible, commonly it should implement one of the method like yield, __getitem__ or "
                        "__next__(__iter__).")
    return source


class VisionBaseDataset(MappableDataset):
    """The base of collections of images."""


class GeneratorDataset(MappableDataset):
    """
    The rows that a Python object gives.

    Args:
        source: something with __getitem__ and __len__ (read in random order unless `shuffle` or `sampler` says
            otherwise), an iterable, or a function that gives an iterator. A row is a tuple or list with an array,
            tensor, number or text for each column, or such a value alone for a single column.
        column_names (str, list[str]): the names of the columns.
        column_types (list): the dtypes that the columns must have.
        num_samples (int): how many rows are read; all of them for None.
        num_parallel_workers (int): how many workers read ahead of the iterator, in the order of one; only sources with
            __getitem__ can have several, others are read by a single thread then. With 1, the default, rows are read by
            the thread that iterates, when it asks.
        python_multiprocessing (bool): several workers are forked processes, else threads.
        shuffle (bool), sampler, num_shards, shard_id: which elements, in which order; for sources with __getitem__.
        batch_sampler: an iterable of lists of indices, each of which makes a batch; `collate_fn` makes the columns of
            a batch of the list of its elements.

    Raises:
        TypeError, ValueError: for wrong arguments.
        RuntimeError: when read, for what the source raises and for rows that do not fit the columns.
    """

    def __init__(self, source, column_names=None, column_types=None, schema=None, num_samples=None,
                 num_parallel_workers=1, shuffle=None, sampler=None, num_shards=None, shard_id=None,
                 python_multiprocessing=True, max_rowsize=None, batch_sampler=None, collate_fn=None):
        if column_names is None:
            raise ValueError("Neither columns_names nor schema are provided.")
        names = check_columns(column_names, "column_names")
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        check_num_samples(num_samples)
        check_bool(python_multiprocessing, "python_multiprocessing")
        check_workers(num_parallel_workers)
        check_row_size(max_rowsize, is_pair=False)
        self._python_multiprocessing = python_multiprocessing
        self.source = _as_source(source)
        self._is_random_access = hasattr(self.source, "__getitem__") and hasattr(self.source, "__len__")
        self._num_samples = num_samples or None
        self._types = None if column_types is None else [_numpy_type(given) for given in column_types]
        if batch_sampler is not None:
            self._check_batch_sampler(batch_sampler, num_samples, shuffle, num_shards, sampler)
        elif collate_fn is not None:
            raise ValueError("collate_fn can be specified only when batch_sampler is set.")
        self._batch_sampler, self._collate = batch_sampler, collate_fn
        super().__init__(names, self._chosen_sampler(num_samples, sampler, shuffle, num_shards, shard_id),
                         num_parallel_workers)

    def _check_batch_sampler(self, batch_sampler, *others):
        if not self._is_random_access:
            raise ValueError("batch_sampler is not supported if source does not have attribute '__getitem__'.")
        if any(other is not None for other in others):
            raise ValueError("batch_sampler is mutually exclusive with num_samples, shuffle, num_shards, shard_id and "
                             "sampler.")
        if not hasattr(batch_sampler, "__iter__"):
            raise TypeError("batch_sampler should have __getitem__ or __iter__ method.")

    def _chosen_sampler(self, num_samples, sampler, shuffle, num_shards, shard_id):
        if self._is_random_access:
            return select_sampler(num_samples, sampler, shuffle, num_shards, shard_id)
        for name, given in (("sampler", sampler), ("num_shards", num_shards)):
            if given is not None:
                raise ValueError(f"{name} is not supported if source does not have attribute '__getitem__'.")
        return None

    def _length(self):
        length = len(self.source)
        if length == 0:
            raise syntax_error("GeneratorNode: data row of input source must not be 0, got: 0")
        return length

    def _size(self):
        if self._batch_sampler is not None:
            return len(self._batch_sampler) if hasattr(self._batch_sampler, "__len__") else None
        return super()._size() if self._is_random_access else None

    def opened(self):
        if self._batch_sampler is not None:
            each = self._spread(lambda: self._batch, "read", self._has_processes())
            return lambda: each(map(list, self._batch_sampler))
        if self._is_random_access:
            return super().opened()
        each = self._ahead()
        return lambda: each(itertools.islice(self._iterated(), self._num_samples))

    def _has_processes(self):
        return self._python_multiprocessing and self.num_parallel_workers is not None and self.num_parallel_workers > 1

    def _iterated(self):
        iterator = call_user(self._new_iterator)
        while True:
            row = call_user(next, iterator, self)  # this object stands for the end
            if row is self:
                return
            yield self._arrays(row)

    def _new_iterator(self):
        is_iterable = hasattr(self.source, "__iter__") or hasattr(self.source, "__getitem__")
        return iter(self.source if is_iterable else self.source())

    def _row(self, index):
        return self._arrays(call_user(self.source.__getitem__, index))

    def _batch(self, indices):
        elements = [call_user(self.source.__getitem__, int(index)) for index in indices]
        if self._collate is not None:
            return self._arrays(call_user(self._collate, elements))
        return [np.stack(column) for column in zip(*map(self._arrays, elements))]

    def _arrays(self, row):
        """The arrays of a row, which must fit the columns."""
        if row is None:
            raise user_error("TypeError: 'NoneType' object is not iterable")
        values = row if isinstance(row, (tuple, list)) else (row,)
        if len(values) != len(self._names):
            raise user_error("Invalid Python function, the 'source' of 'GeneratorDataset' should return same number of "
                             "NumPy arrays as specified in column_names, the size of column_names "
                             f"is:{len(self._names)} and number of returned NumPy array is:{len(values)}")
        arrays = [call_user(own_array, value) for value in values]
        for number, array in enumerate(arrays):
            if has_unknown_type(array):
                raise user_error(f"TypeError: Data type of {number + 1}th item of the input or its converted Numpy "
                                 f"array is expected to be int or float or str, but got {array.dtype}.")
        if self._types is not None:
            self._check_types(arrays)
        return arrays

    def _check_types(self, arrays):
        for array, wanted in zip(arrays, self._types):
            if array.dtype != wanted:
                raise user_error("Invalid Python function, type of returned data in 'GeneratorDataset' should be same "
                                 f"with specified column_types, but the type of returned data: {array.dtype}, "
                                 f"specified column type: {wanted}")

    def _part(self, start, count, randomize, seed):
        if self._is_random_access and self._batch_sampler is None:
            return super()._part(start, count, randomize, seed)
        return rows_from(self, start, count, randomize, seed)


def _numpy_type(given):
    return np.dtype(dtype_to_nptype(given) if isinstance(given, Type) else given)


class _Slices:
    """Arrays in memory, read along their first axis."""

    def __init__(self, data):
        columns = data if isinstance(data, tuple) else tuple(data.values()) if isinstance(data, dict) else (data,)
        self.columns = [column if isinstance(column, Tensor) else np.asarray(column) for column in columns]
        if any(column.ndim == 0 for column in self.columns):
            raise ValueError("Each column of the data must have at least one axis.")
        if len({len(column) for column in self.columns}) > 1:
            raise ValueError("Data length in each column is not equal.")

    def __len__(self):
        return len(self.columns[0])

    def __getitem__(self, index):
        return tuple(column[index] for column in self.columns)


class NumpySlicesDataset(GeneratorDataset):
    """
    Arrays in memory, one row for each index of their first axis: a list or an array for one column, a tuple of them or
    a dict {name: array} for several. The names are column_0, column_1, ... unless given.
    """

    def __init__(self, data, column_names=None, num_samples=None, num_parallel_workers=1, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None):
        check_type(data, [list, tuple, dict, np.ndarray], "data")
        if len(data) == 0:
            raise ValueError("Argument data cannot be empty")
        slices = _Slices(data)
        if column_names is None:
            column_names = list(data) if isinstance(data, dict) else [f"column_{i}" for i in range(len(slices.columns))]
        names = check_columns(column_names, "column_names")
        if len(names) != len(slices.columns):
            raise ValueError(f"Num of input column names is {len(names)}, but required is {len(slices.columns)}.")
        super().__init__(slices, names, num_samples=num_samples, num_parallel_workers=num_parallel_workers,
                         shuffle=shuffle, sampler=sampler, num_shards=num_shards, shard_id=shard_id)


class PaddedDataset(GeneratorDataset):
    """Rows of one's own, as a list of dicts {name: array} of the same names, to fill other data up with."""

    def __init__(self, padded_samples):
        check_type(padded_samples, [list], "padded_samples")
        if not padded_samples or not all(isinstance(sample, dict) for sample in padded_samples):
            raise ValueError("padded_samples must be a list of dicts with at least one element.")
        names = list(padded_samples[0])
        rows = [tuple(sample[name] for name in names) for sample in padded_samples]
        super().__init__(rows, names, shuffle=False)

# SPDX-License-Identifier: Apache-2.0
"""The operations that make datasets of datasets, except for batches."""
import copy
import itertools
import sys

from mindspore.dataset import config
from mindspore.dataset.arrays import as_array, has_unknown_type, type_text
from mindspore.dataset.batching import BatchDataset, BucketBatchByLengthDataset, PaddedBatchDataset  # noqa: F401
from mindspore.dataset.callbacks import Progress, checked_callbacks
from mindspore.dataset.checks import INT32_MAX, check_bool, check_columns, check_range, check_row_size, check_type
from mindspore.dataset.dataset import Dataset, register_operations
from mindspore.dataset.errors import call_user, pipeline_error, syntax_error, user_error
from mindspore.dataset.randomness import Mersenne64
from mindspore.dataset.transforms.transform import Transform


class MapDataset(Dataset):
    """Calls functions for each row."""

    def __init__(self, child, operations, input_columns=None, output_columns=None, num_parallel_workers=None,
                 python_multiprocessing=False, cache=None, callbacks=None, max_rowsize=None, offload=None):
        super().__init__(child, num_parallel_workers=num_parallel_workers)
        self._operations = list(operations) if isinstance(operations, (list, tuple)) else [operations]
        for operation in self._operations:
            if not callable(operation):
                raise ValueError("Parameter operations's element of method map should be a python function or class "
                                 f"method which should be callable, but got: {operation}. It doesn't need parentheses "
                                 "for python function or class method.")
        self._inputs = None if input_columns is None else check_columns(input_columns, "input_columns")
        self._outputs = None if output_columns is None else check_columns(output_columns, "output_columns")
        check_bool(python_multiprocessing, "python_multiprocessing")
        check_row_size(max_rowsize)
        self._python_multiprocessing = python_multiprocessing
        self._callbacks = checked_callbacks(callbacks)

    def _names(self):
        """(names of the inputs, names of the outputs)"""
        available = self.children[0].get_col_names()
        inputs = self._inputs or available[:1]
        for name in inputs:
            if name not in available:
                raise pipeline_error(f"Invalid parameter, input column name: {name} doesn't exist in the dataset "
                                     "columns.")
        return inputs, self._outputs or inputs

    def _columns(self):
        inputs, outputs = self._names()
        return exchanged(self.children[0].get_col_names(), inputs, outputs)

    def opened(self):
        if not self._operations:
            raise syntax_error("Map: No 'operations' are specified.")
        available = self.children[0].get_col_names()
        inputs, outputs = self._names()
        places = [available.index(name) for name in inputs]
        columns = exchanged(available, inputs, outputs)
        one_pass = self.children[0].opened()

        def begin():
            operations = [operation.begun() if isinstance(operation, Transform) else operation
                          for operation in self._operations]
            return lambda inputs: _called(operations, inputs, len(outputs))

        # The package's own transforms have nothing to win in processes.
        processes = self._python_multiprocessing and not all(map(_is_own, self._operations))

        def mapped(work, row):
            values = dict(zip(available, row))
            values.update(zip(outputs, work([row[i] for i in places])))
            return [values[name] for name in columns]

        each = self._spread(begin, "map", processes, mapped)
        if not self._callbacks:
            return lambda: each(one_pass())
        progress = Progress(self._callbacks)
        return lambda: progress.told(each, one_pass())


def _is_own(operation):
    """Whether an operation is a transform of the package that calls no function of a user."""
    return isinstance(operation, Transform) and all(map(_is_own, getattr(operation, "transforms", ())))


def _called(operations, values, wanted):
    """What the operations of a map make of the values of a row, one after the other."""
    for operation in operations:
        is_own = isinstance(operation, Transform)  # its errors are in the pipeline's words already
        result = operation(*values) if is_own else call_user(operation, *values)
        values = result if isinstance(result, tuple) else (result,)
    if len(values) != wanted:
        raise pipeline_error("Invalid columns, the number of columns returned in 'map' operations should match the "
                             "number of 'output_columns', but got the number of columns returned in 'map' "
                             f"operations: {len(values)}, the number of 'output_columns': {wanted}.")
    return [_result_array(value) for value in values]


def _result_array(value):
    if value is None:
        raise user_error("map operation: [PyFunc] failed. Got None from Python object.")
    array = call_user(as_array, value)
    if has_unknown_type(array):
        raise user_error("map operation: [PyFunc] failed. Failed to create tensor from numpy array, data type is "
                         "unknown.")
    return array


def exchanged(columns, inputs, outputs):
    """The names when `outputs` take the place of `inputs`: one for one where they are, else in front of the others."""
    if len(inputs) == len(outputs):
        place = dict(zip(inputs, outputs))
        return [place.get(name, name) for name in columns]
    return [*outputs, *(name for name in columns if name not in inputs and name not in outputs)]


class FilterDataset(Dataset):
    """Leaves out rows."""

    def __init__(self, child, predicate, input_columns=None, num_parallel_workers=None):
        super().__init__(child, num_parallel_workers=num_parallel_workers)
        if not callable(predicate):
            raise TypeError("Predicate should be a Python function or a callable Python object.")
        self._predicate = predicate
        self._inputs = None if input_columns is None else check_columns(input_columns, "input_columns")

    def _size(self):
        return None

    def opened(self):
        available = self.children[0].get_col_names()
        for name in self._inputs or ():
            if name not in available:
                raise pipeline_error(f"Invalid parameter, column name: {name} does not exist in the dataset columns.")
        places = [available.index(name) for name in self._inputs or available]
        one_pass = self.children[0].opened()

        def begin():
            return lambda row: row if call_user(self._holds, [row[i] for i in places]) else None

        each = self._spread(begin, "filter")
        return lambda: (row for row in each(one_pass()) if row is not None)

    def _holds(self, values):
        return bool(self._predicate(*values))


class FlatMapDataset(Dataset):
    """The rows of datasets that are made of rows."""

    def __init__(self, child, func):
        super().__init__(child)
        if not callable(func):
            raise TypeError("func must be a function.")
        self._function = func

    def _made(self, row):
        made = call_user(self._function, *row)
        if not isinstance(made, Dataset):
            raise TypeError("flat_map must return a Dataset object.")
        return made

    def _columns(self):
        return self._made(self.children[0]._first_row()).get_col_names()

    def _size(self):
        return None

    def opened(self):
        one_pass = self.children[0].opened()

        def flattened():
            for row in one_pass():
                yield from self._made(row).opened()()
        return flattened


class ShuffleDataset(Dataset):
    """Random order with a limited number of waiting rows."""

    def __init__(self, child, buffer_size):
        super().__init__(child)
        check_type(buffer_size, [int], "buffer_size")
        check_range(buffer_size, 2, INT32_MAX, "buffer_size")
        if child.is_sync():
            raise RuntimeError("No shuffle after sync operators.")
        self._buffer_size = buffer_size
        self.reshuffle_each_epoch = True
        self.seed = None  # for readers that must agree on an order although no seed was set

    def is_shuffled(self):
        return True

    def opened(self):
        seed = config.new_seed() if self.seed is None else self.seed
        random = Mersenne64(seed)
        one_pass = self.children[0].opened()
        drawn = 0  # in a pass that was begun and not ended

        def shuffled():
            nonlocal random, drawn
            if not self.reshuffle_each_epoch:
                random = Mersenne64(seed)
            elif drawn and _has_known_size(self):
                # A pass that was left early is drawn to its end, as in real MindSpore; or the next order would hang on how
                # far ahead workers were.
                for _ in range(drawn, self.get_dataset_size()):
                    random.draw()
            drawn = 0
            rows = iter(one_pass())
            waiting = list(itertools.islice(rows, self._buffer_size))
            while waiting:
                place = random.draw() % len(waiting)
                drawn += 1
                row, waiting[place] = waiting[place], waiting[-1]
                waiting.pop()
                yield row
                waiting.extend(itertools.islice(rows, 1))
            drawn = 0
        return shuffled


def _has_known_size(dataset):
    """Whether a dataset can say how many rows it has without reading them."""
    return all(map(_has_known_size, dataset.children)) and dataset._size() is not None


class SyncWaitDataset(Dataset):
    """Rows whose reader says when it is done with them; see Dataset.sync_wait."""

    def __init__(self, child, condition_name, num_batch=1, callback=None):
        super().__init__(child)
        check_type(condition_name, [str], "condition_name")
        check_type(num_batch, [int], "num_batch")
        if num_batch <= 0:
            raise ValueError("num_batch need to be greater than 0.")
        if callback is not None and not callable(callback):
            raise TypeError("callback is not callable.")
        if condition_name in child.get_sync_notifiers():
            raise RuntimeError("Condition name is already in use.")
        self._condition, self._callback = condition_name, callback

    def opened(self):
        return self.children[0].opened()

    def is_sync(self):
        return True

    def get_sync_notifiers(self):
        return {**super().get_sync_notifiers(), self._condition: self._notified}

    def _notified(self, num_batch=None, data=None):
        if self._callback is not None:
            self._callback(data)


class RepeatDataset(Dataset):
    """Several passes as one."""

    def __init__(self, child, count=None):
        super().__init__(child)
        count = -1 if count is None else count
        check_type(count, [int], "repeat")
        if count != -1 and not 1 <= count <= INT32_MAX:
            raise ValueError("count should be either -1 or positive integer, range[1, INT32_MAX].")
        self._count = count

    def get_repeat_count(self):
        return self._count * super().get_repeat_count()

    def _size(self):
        return self.children[0].get_dataset_size() * max(self._count, 1)

    def opened(self):
        one_pass = self.children[0].opened()

        def repeated():
            numbers = itertools.count() if self._count == -1 else range(self._count)
            for number in numbers:
                is_empty = True
                for row in one_pass():
                    is_empty = False
                    yield row
                if is_empty:
                    return  # or an endless repetition would never give the control back
        return repeated


class TakeDataset(Dataset):
    """The first rows."""

    def __init__(self, child, count=-1):
        super().__init__(child)
        check_type(count, [int], "count")
        if count != -1 and not 0 < count <= INT32_MAX:
            raise ValueError(f"count should be either -1 or within the required interval of (0, {INT32_MAX}], got "
                             f"{count}.")
        self._count = count

    def _size(self):
        size = self.children[0].get_dataset_size()
        return size if self._count == -1 else min(size, self._count)

    def opened(self):
        one_pass = self.children[0].opened()
        return lambda: itertools.islice(one_pass(), None if self._count == -1 else self._count)


class SkipDataset(Dataset):
    """All but the first rows."""

    def __init__(self, child, count):
        super().__init__(child)
        check_type(count, [int], "count")
        check_range(count, 0, INT32_MAX, "count")
        self._count = count

    def _size(self):
        return max(self.children[0].get_dataset_size() - self._count, 0)

    def opened(self):
        one_pass = self.children[0].opened()
        return lambda: itertools.islice(one_pass(), self._count, None)


class ZipDataset(Dataset):
    """The columns of several datasets side by side."""

    def __init__(self, datasets):
        check_type(datasets, [tuple], "datasets")
        if not datasets:
            raise ValueError("datasets should not be empty.")
        for dataset in datasets:
            if not isinstance(dataset, Dataset):
                raise TypeError("The dataset is not an instance of Dataset, but got: " + str(type(dataset)) + ".")
        super().__init__(*datasets)

    def _columns(self):
        columns = []
        for child in self.children:
            for name in child.get_col_names():
                if name in columns:
                    raise pipeline_error(f"Invalid data, duplicate column {name} already exists when zipping datasets.")
                columns.append(name)
        return columns

    def _size(self):
        return min(child.get_dataset_size() for child in self.children)

    def opened(self):
        self._columns()
        passes = [child.opened() for child in self.children]
        return lambda: (list(itertools.chain(*rows)) for rows in zip(*(one_pass() for one_pass in passes)))


class ConcatDataset(Dataset):
    """The rows of several datasets one after the other."""

    def __init__(self, datasets):
        for dataset in datasets:
            if not isinstance(dataset, Dataset):
                raise TypeError(f"The parameter {dataset} of concat() has type error!")
        super().__init__(*datasets)

    def _size(self):
        return sum(child.get_dataset_size() for child in self.children)

    def opened(self):
        columns = self.children[0].get_col_names()
        if any(child.get_col_names() != columns for child in self.children):
            raise pipeline_error("Invalid columns, 'column name' or 'column order' of concat datasets should be the "
                                 "same.")
        passes = [child.opened() for child in self.children]

        def joined():
            types = None
            for one_pass in passes:
                for number, row in enumerate(one_pass()):
                    if number == 0:
                        types = _same_types(types, row)
                    yield row
        return joined


def _same_types(types, row):
    """The dtypes of the row's columns, which must be those of the dataset before."""
    here = [type_text(array.dtype) for array in row]
    for before, now in zip(types or here, here):
        if before != now:
            raise pipeline_error("Concat: the data types of the two datasets to be concatenated should be the same, "
                                 f"but got: {before} and {now}.")
    return here


class ProjectDataset(Dataset):
    """Chosen columns in a chosen order."""

    def __init__(self, child, columns):
        super().__init__(child)
        self._chosen = check_columns(columns, "columns")

    def _columns(self):
        available = self.children[0].get_col_names()
        for name in self._chosen:
            if name not in available:
                raise pipeline_error(f"Invalid column, column name: {name} does not exist.")
        return self._chosen

    def opened(self):
        available = self.children[0].get_col_names()
        places = [available.index(name) for name in self._columns()]
        one_pass = self.children[0].opened()
        return lambda: ([row[i] for i in places] for row in one_pass())


class RenameDataset(Dataset):
    """Other names for columns."""

    def __init__(self, child, input_columns, output_columns):
        super().__init__(child)
        self._old = check_columns(input_columns, "input_columns")
        self._new = check_columns(output_columns, "output_columns")
        if len(self._old) != len(self._new):
            raise ValueError("Number of column in input_columns and output_columns is not equal.")

    def _columns(self):
        available = self.children[0].get_col_names()
        if any(name not in available for name in self._old):
            raise pipeline_error("Invalid column, column to be renamed does not exist.")
        for name in self._new:
            if name in available and name not in self._old:
                raise pipeline_error("Invalid column, rename operation does not support rename one column name into "
                                     f"another already exist column name, existing column name is: {name}.")
        return exchanged(available, self._old, self._new)

    def opened(self):
        self._columns()
        return self.children[0].opened()


_SPLIT_BUFFER = 10000  # what MindSpore shuffles with before it deals rows out


def split(dataset, sizes, randomize):
    """See Dataset.split."""
    check_bool(randomize, "randomize")
    counts = _split_counts(sizes, dataset.get_dataset_size())
    starts = itertools.accumulate([0, *counts[:-1]])
    # One seed for all parts, or a row could be dealt out twice.
    seed = config.new_seed()
    return [dataset._part(start, count, randomize, seed) for start, count in zip(starts, counts)]


def rows_from(dataset, start, count, randomize, seed):
    """Part of a dataset that can only be read in its order. The parts read from copies: they share nothing."""
    dataset = copy.copy(dataset)
    dataset._consumers = 0
    if randomize:
        dataset = ShuffleDataset(dataset, _SPLIT_BUFFER)
        dataset.reshuffle_each_epoch, dataset.seed = False, seed
    return (dataset.skip(start) if start else dataset).take(count)


def _split_counts(sizes, total):
    check_type(sizes, [list, tuple], "sizes")
    if not sizes:
        raise ValueError("sizes cannot be empty.")
    if all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        return _checked_counts(list(sizes), total)
    if not all(isinstance(size, float) for size in sizes):
        raise ValueError("sizes should be list of int or list of float.")
    if not all(0 < size <= 1 for size in sizes):
        raise ValueError("sizes is a list of float, but there exists an element which is not in range (0, 1].")
    if abs(sum(sizes) - 1) > 1e-9:
        raise ValueError("sizes is a list of float, but the percentages do not sum up to 1.")
    return _rounded_counts([round(size * total) for size in sizes], total)


def _checked_counts(counts, total):
    if any(count <= 0 for count in counts):
        raise ValueError("sizes should only contain positive integers, if list of int.")
    if sum(counts) != total:
        raise RuntimeError(f"Sum of split sizes {sum(counts)} is not equal to dataset size {total}.")
    return counts


def _rounded_counts(counts, total):
    """Whole numbers that make the total; what rounding left over or took too much goes to the first part that can."""
    if any(count == 0 for count in counts):
        raise RuntimeError("Cannot split because one of the parts has no row: the dataset has only "
                           f"{total} rows, which give {counts}.")
    rest = total - sum(counts)
    if rest > 0:
        counts[0] += rest
    while rest < 0:
        place = next(i for i, count in enumerate(counts) if count > 1)
        counts[place] -= 1
        rest += 1
    return counts


register_operations(sys.modules[__name__])

# SPDX-License-Identifier: Apache-2.0
"""
The base of all datasets. A dataset is a recipe: an operation and the datasets it reads from. Nothing is read before
an iterator asks, and then row by row, so that a pipeline holds one batch of its data and never all of it.
"""
import importlib

import numpy as np

from mindspore import _notes
from mindspore._missing import absent_name
from mindspore.dataset import _workers
from mindspore.dataset.arrays import is_text
from mindspore.dataset.checks import INT32_MAX, check_bool, check_range, check_type, check_workers
from mindspore.dataset.errors import syntax_error
from mindspore.dataset.iterators import DictIterator, TupleIterator


class Dataset:
    """
    A subclass says in `opened` how rows are made, in `_columns` what they are called and in `_size` how many there are.
    Every operation gives a new dataset and leaves the one it is called on unchanged.
    """

    def __init__(self, *children, num_parallel_workers=None):
        check_workers(num_parallel_workers)
        self.children = list(children)
        self.num_parallel_workers = num_parallel_workers
        self._known_size = None
        self._known_first = None
        self._input_indexs = ()
        self._consumers = 0
        for child in self.children:
            child._consumers += 1

    # -- what subclasses say -----------------------------------------------------------------------------------------

    def opened(self):
        """
        A function for one reader; each call of it gives an iterator over the rows of one more pass. Random states live
        in it, so that readers do not disturb each other. A row is a sequence of arrays, one for each column.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say how its rows are made.")

    def _opened_alone(self):
        """As `opened`, without workers: for a look at the rows."""
        with _workers.alone():
            return self.opened()

    def _spread(self, begin, name, processes=False, around=None):
        """What the dataset does with one row after the other, by as many workers as it was given; see _workers.spread."""
        # Behind a sync_wait no row may be made before the reader has said that it is done with the one before.
        workers = 1 if self.is_sync() else _workers.asked(self.num_parallel_workers, processes)
        return _workers.spread(begin, workers, name, processes and not self.is_sync(), around)

    def _ahead(self):
        """As _spread, for rows that only one can read."""
        return _workers.ahead(_workers.asked(self.num_parallel_workers), "read")

    def _columns(self):
        return self.children[0].get_col_names()

    def _size(self):
        """The number of rows of a pass, or None if only a pass tells."""
        return self.children[0].get_dataset_size()

    # -- what is known of it -----------------------------------------------------------------------------------------

    def get_col_names(self):
        """The names of the columns."""
        return list(self._columns())

    def get_dataset_size(self):
        """The number of rows of one pass; where only reading can tell, the data is read through once."""
        if self._known_size is None:
            size = self._size()
            self._known_size = sum(1 for _ in self._opened_alone()()) if size is None else size
        return self._known_size

    def get_batch_size(self):
        """The rows of a batch, as the last `batch` sets it (-1 if a function does); 1 without one."""
        return self.children[0].get_batch_size() if self.children else 1

    def get_repeat_count(self):
        """How many times `repeat` makes a pass of the source; 1 without it."""
        return self.children[0].get_repeat_count() if self.children else 1

    def num_classes(self):
        return None

    def get_class_indexing(self):
        return {}

    @property
    def dataset_size(self):
        return self.get_dataset_size()

    @property
    def input_indexs(self):
        """What was assigned to it, here or at the first dataset that this one reads from; () if nothing was."""
        if self._input_indexs != ():
            return self._input_indexs
        return next((child.input_indexs for child in self.children if child.input_indexs != ()), ())

    @input_indexs.setter
    def input_indexs(self, value):
        self._input_indexs = value

    def is_shuffled(self):
        """Whether rows come in random order, here or in a dataset that this one reads from."""
        return any(child.is_shuffled() for child in self.children)

    def is_sharded(self):
        """Whether only a part for one of several devices is read, here or in a dataset that this one reads from."""
        return any(child.is_sharded() for child in self.children)

    def _first_row(self):
        if self._known_first is None:
            self._known_first = next(iter(self._opened_alone()()), ())
        return self._known_first

    def output_shapes(self, estimate=False):
        """The shape of each column in the first row; with `estimate`, None stands for a length that changes."""
        check_bool(estimate, "estimate")
        shapes = [list(array.shape) for array in self._first_row()]
        if not estimate:
            return shapes
        for row in self._opened_alone()():
            for shape, array in zip(shapes, row):
                for axis, length in enumerate(array.shape):
                    shape[axis] = length if shape[axis] == length else None
        return shapes

    def output_types(self):
        """The NumPy dtype of each column in the first row."""
        return [np.dtype(array.dtype.kind) if is_text(array) else array.dtype for array in self._first_row()]

    def _note_sharing(self):
        """Tells that real MindSpore refuses to read a pipeline in which two datasets read from one."""
        for child in self.children:
            if child._consumers > 1:
                _notes.portability("two consumers", "Real MindSpore refuses a dataset that two others read from (\"The "
                                 "data pipeline is not a tree\"); make it anew for each of them.")
            child._note_sharing()

    # -- reading -----------------------------------------------------------------------------------------------------

    def create_tuple_iterator(self, columns=None, num_epochs=-1, output_numpy=False, do_copy=False):
        """
        An iterator over rows as lists.

        Args:
            columns (list[str]): which columns, in which order; all of them for None.
            num_epochs (int): how many times the data can be read; -1 for any number of times.
            output_numpy (bool): arrays instead of tensors.
            do_copy (bool): accepted; rows always have memory of their own.
        """
        _check_iterator(num_epochs, output_numpy)
        return TupleIterator(self, columns, num_epochs, output_numpy)

    def create_dict_iterator(self, num_epochs=-1, output_numpy=False, do_copy=False):
        """An iterator over rows as dicts of the columns; the arguments are those of create_tuple_iterator."""
        _check_iterator(num_epochs, output_numpy)
        return DictIterator(self, num_epochs, output_numpy)

    def __iter__(self):
        return self.create_tuple_iterator(num_epochs=1)

    # -- operations --------------------------------------------------------------------------------------------------

    def batch(self, batch_size, drop_remainder=False, num_parallel_workers=None, **kwargs):
        """
        Puts `batch_size` rows into one, along a new first axis.

        Args:
            batch_size (int, Callable): rows of a batch, or a function of the BatchInfo that says it.
            drop_remainder (bool): leaves out a last batch that is not full.
            per_batch_map (Callable): gets a list of arrays for each of `input_columns` (all by default) and the
                BatchInfo, gives a tuple of such lists.
            input_columns, output_columns (str, list[str]): what per_batch_map reads, and the names of what it gives.
            num_parallel_workers, python_multiprocessing: as for `map`; processes are for a per_batch_map.

        Raises:
            RuntimeError: when read, if shapes or dtypes of rows differ.
        """
        return operations.BatchDataset(self, batch_size, drop_remainder, num_parallel_workers, **kwargs)

    def padded_batch(self, batch_size, drop_remainder=False, num_parallel_workers=None, pad_info=None):
        """
        A batch of rows of different shapes, which are filled up behind their ends. `pad_info` says for columns
        {name: (shape, value)} to what and with what; None in a shape, or no shape, is the longest of the batch.
        """
        return operations.PaddedBatchDataset(self, batch_size, drop_remainder, num_parallel_workers, pad_info)

    def bucket_batch_by_length(self, column_names, bucket_boundaries, bucket_batch_sizes, element_length_function=None,
                               pad_info=None, pad_to_bucket_boundary=False, drop_remainder=False):
        """
        Batches of rows of about equal length. Bucket i takes lengths from bucket_boundaries[i - 1] to below
        bucket_boundaries[i], the last one all that are longer, and gives a batch whenever it has
        bucket_batch_sizes[i] rows. The length is the first one of the column's shape, or what a function says.
        """
        return operations.BucketBatchByLengthDataset(self, column_names, bucket_boundaries, bucket_batch_sizes,
                                                     element_length_function, pad_info, pad_to_bucket_boundary,
                                                     drop_remainder)

    def map(self, operations, input_columns=None, output_columns=None, num_parallel_workers=None, **kwargs):
        """
        Calls a function, or several one after the other, for each row, with the input columns as arguments (the first
        column by default); a tuple that it gives becomes several columns.

        Args:
            num_parallel_workers (int): how many workers do so ahead of the iterator, in the order of one. With 1, which
                None means unless config.set_num_parallel_workers was called, functions are called by the thread that
                iterates, when it asks for a row, so that a program can be stepped through. With more, what this dataset
                reads from is read ahead by a thread of its own.
            python_multiprocessing (bool): workers are forked processes, also a single one (and as many as
                config.get_num_parallel_workers() says for None), unless all functions are the package's transforms;
                threads otherwise. With a seed, that of Python's and NumPy's generators in process i is the seed + i;
                threads share these generators. The package's random transforms draw the same with equal numbers of workers.
            callbacks (DSCallback, list): are told of steps. With several workers, steps begin ahead, on another thread.

        Raises:
            RuntimeError: when read, for what a function raises, in the order of the rows; its notes say which row and worker.
        """
        return _operations().MapDataset(self, operations, input_columns, output_columns, num_parallel_workers, **kwargs)

    def filter(self, predicate, input_columns=None, num_parallel_workers=None):
        """
        Keeps the rows for which `predicate` of the columns (all by default) is true; workers are threads, as for `map`.
        """
        return operations.FilterDataset(self, predicate, input_columns, num_parallel_workers)

    def flat_map(self, func):
        """The rows of the datasets that `func` makes of the rows of this one, one after the other."""
        return operations.FlatMapDataset(self, func)

    def shuffle(self, buffer_size):
        """Random order: a row is drawn from `buffer_size` waiting ones. Behind `batch`, whole batches are shuffled."""
        return operations.ShuffleDataset(self, buffer_size)

    def repeat(self, count=None):
        """`count` passes as one; without a number, or with -1, passes without end."""
        return operations.RepeatDataset(self, count)

    def take(self, count=-1):
        """The first `count` rows; all of them for -1."""
        return operations.TakeDataset(self, count)

    def skip(self, count):
        """All but the first `count` rows."""
        return operations.SkipDataset(self, count)

    def zip(self, datasets):
        """The columns of this dataset and another (or a tuple of others) side by side, as long as all of them last."""
        check_type(datasets, [tuple, Dataset], "datasets")
        others = datasets if isinstance(datasets, tuple) else (datasets,)
        return operations.ZipDataset((self, *others))

    def concat(self, datasets):
        """The rows of this dataset, then those of another (or of a list of others) with the same columns."""
        check_type(datasets, [list, Dataset], "datasets")
        others = datasets if isinstance(datasets, list) else [datasets]
        return operations.ConcatDataset([self, *others])

    def __add__(self, other):
        return self.concat(other)

    def project(self, columns):
        """Only these columns, in this order."""
        return operations.ProjectDataset(self, columns)

    def rename(self, input_columns, output_columns):
        """Other names for columns."""
        return operations.RenameDataset(self, input_columns, output_columns)

    def apply(self, apply_func):
        """The dataset that a function makes of this one."""
        if not hasattr(apply_func, "__call__"):
            raise TypeError("apply_func must be a function.")
        result = apply_func(self)
        if not isinstance(result, Dataset):
            raise TypeError("apply_func must return a dataset.")
        return result

    def split(self, sizes, randomize=True):
        """
        Parts of this dataset that share no row: by numbers of rows, or by fractions that make 1. With `randomize` rows
        are dealt out in random order, which is then the same in every epoch.
        """
        return operations.split(self, sizes, randomize)

    def save(self, file_name, num_files=1, file_type="mindrecord"):
        """
        Writes the rows of one pass into MindRecord files, which MindDataset reads.

        Args:
            file_name (str): the file; with several, a number is added to each.
            num_files (int): how many files, from 1 to 1000.
            file_type (str): "mindrecord".

        Columns become fields of int32 (from bool and the integers up to 16 bits), int64 (from uint32 and uint64), float32
        (from float16), float64, string or bytes; arrays may have any length along their first axis.

        Raises:
            ValueError: for another type, another number of files.
            RuntimeError: for files that are there, for arrays of texts, for shapes that differ in further axes.
        """
        importlib.import_module("mindspore.dataset.mindrecords").save(self, file_name, num_files, file_type)

    # -- waiting for what happens to the rows ------------------------------------------------------------------------

    def sync_wait(self, condition_name, num_batch=1, callback=None):
        """
        Lets sync_update(condition_name, data=...) call `callback` with its data, between rows. Rows are made when they
        are asked for, so that none ever has to wait: num_batch is checked, and then of no effect. Operations that read
        from this one make no row ahead, whatever their number of workers.
        """
        return operations.SyncWaitDataset(self, condition_name, num_batch, callback)

    def sync_update(self, condition_name, num_batch=None, data=None):
        """Tells the sync_wait of that name that a batch is done; RuntimeError if there is none."""
        if num_batch is not None and (not isinstance(num_batch, int) or num_batch <= 0):
            raise RuntimeError(f"Sync_update batch size can only be positive integer, got: {num_batch}.")
        check_type(condition_name, [str], "condition_name")
        notifiers = self.get_sync_notifiers()
        if condition_name not in notifiers:
            raise RuntimeError("Condition name not found.")
        notifiers[condition_name](num_batch, data)

    def get_sync_notifiers(self):
        """{name of a condition: what sync_update calls}"""
        return self.children[0].get_sync_notifiers() if self.children else {}

    def disable_sync(self):
        """Nothing, as no row ever waits."""

    def is_sync(self):
        """Whether there is a sync_wait, here or in a dataset that this one reads from."""
        return any(child.is_sync() for child in self.children)

    def reset(self):
        """Nothing, as in real MindSpore: each epoch begins anew by itself."""

    def iterator_bootstrap(self):
        """Nothing: iterators have no state to prepare."""

    def get_init_step(self):
        """The step that reading begins with: 0."""
        return 0

    def __getattr__(self, name):
        absent = None if name.startswith("_") else absent_name("mindspore.dataset.Dataset", name, is_inherited=False)
        if absent is not None:
            return absent
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def _part(self, start, count, randomize, seed):
        """One of the parts of `split`."""
        return operations.rows_from(self, start, count, randomize, seed)


def _operations():
    """`operations`, where an argument of that name hides it."""
    return operations


def _check_iterator(num_epochs, output_numpy):
    check_type(num_epochs, [int], "num_epochs")
    check_bool(output_numpy, "output_numpy")
    if num_epochs != -1 and num_epochs < 1:
        raise syntax_error(f"RootNode: num_epochs should be either -1 or positive integer, num_epochs: {num_epochs}")
    check_range(num_epochs, -1, INT32_MAX, "num_epochs")


class SourceDataset(Dataset):
    """The base of datasets that a pipeline begins with."""


operations = None  # the module of that name, whose classes derive from Dataset


def register_operations(module):
    """`module` makes the datasets that the methods of Dataset give."""
    global operations
    operations = module

# SPDX-License-Identifier: Apache-2.0
"""MindRecord files as datasets, and datasets as MindRecord files."""
import itertools
import os

import numpy as np

from mindspore.dataset import config
from mindspore.dataset.arrays import is_text
from mindspore.dataset.checks import check_columns, check_num_samples, check_shards, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import Shuffle
from mindspore.dataset.randomness import MinimalStandard, shuffle as shuffle_list
from mindspore.dataset.samplers import BuiltinSampler, PKSampler, select_sampler
from mindspore.dataset.sources import MappableDataset
from mindspore.mindrecord import FileWriter
from mindspore.mindrecord.files import RecordFiles
from mindspore._missing import not_yet

_ROWS_AT_ONCE = 1000  # that `save` hands to the writer


class _RecordOrder(BuiltinSampler):
    """
    The order of the rows of several files: as they are, all in random order, the files in random order, or the rows within
    each; with shards, every num_shards-th row of it, where the last ones begin again at the start.
    """

    def __init__(self, shuffle, counts, num_shards, shard_id, num_samples):
        super().__init__(num_samples)
        self._shuffle, self._counts = shuffle, counts
        self._shards, self._shard = num_shards or 1, shard_id or 0

    def is_shuffled(self):
        return self._shuffle is not Shuffle.FALSE

    def is_sharded(self):
        return self._shards > 1

    def _size(self, count):
        return super()._size(-(-count // self._shards))

    def _parts(self, count):
        """The rows of each file, then those that were added behind all files."""
        ends = [*itertools.accumulate(self._counts), count]
        return [list(range(start, end)) for start, end in zip([0, *ends], ends) if end > start]

    def _opened(self, count):
        parts, passes = self._parts(count), itertools.count(1)
        seed = config.new_seed()
        order = list(range(count))

        def one_pass():
            nonlocal order
            source = (seed + next(passes)) % 2**32
            if self._shuffle is Shuffle.GLOBAL:
                # With shards, each pass begins with the order of the files, so that all devices agree on it.
                order = list(range(count)) if self._shards > 1 else order
                shuffle_list(order, MinimalStandard(source))
            elif self._shuffle is not Shuffle.FALSE:
                for items in [parts] if self._shuffle is Shuffle.FILES else parts:
                    shuffle_list(items, MinimalStandard(source))
                order = list(itertools.chain.from_iterable(parts))
            places = range(self._shard, -(-count // self._shards) * self._shards, self._shards)
            return [order[place % count] for place in places]
        return one_pass


class MindDataset(MappableDataset):
    """
    The rows of MindRecord files.

    Args:
        dataset_files (str, list[str]): a file, which stands for all that were written with it, or a list of files.
        columns_list (list[str]): which fields, in which order; all of them, by their names, for None.
        num_samples (int): how many rows are read; all of them for None.
        shuffle (bool, Shuffle): random order of all rows (the default), of the files or within each of them.
        num_shards, shard_id (int): every num_shards-th row.
        sampler: which rows, in which order; not with the arguments before.
        padded_sample (dict), num_padded (int): a row that comes so many times behind the others.

    Columns: int32, int64, float32, float64 as they were written, strings, bytes as an array of one bytes object.

    Raises:
        ValueError: for a file that is not there.
        RuntimeError: for damaged files and unknown columns.
    """

    def __init__(self, dataset_files, columns_list=None, num_parallel_workers=None, shuffle=None, num_shards=None,
                 shard_id=None, sampler=None, padded_sample=None, num_padded=None, num_samples=None, cache=None):
        check_type(dataset_files, [str, list], "dataset_files")
        for path in [dataset_files] if isinstance(dataset_files, str) else dataset_files:
            check_type(path, [str], "dataset_files")
            if not os.path.isfile(path) or not os.access(path, os.R_OK):
                raise ValueError(f"The file {os.path.abspath(path)} does not exist or permission denied!")
        columns = None if columns_list is None else check_columns(columns_list, "columns_list")
        if cache is not None:
            raise not_yet("MindDataset with a cache")
        check_num_samples(num_samples)
        check_shards(num_shards, shard_id)
        self._padded, self._num_padded = self._checked_padding(padded_sample, num_padded, columns)
        self._files = RecordFiles(dataset_files)
        self._wanted = self._files.chosen(columns)
        chosen = self._chosen_sampler(num_samples, sampler, shuffle, num_shards, shard_id)
        super().__init__(columns or sorted(self._wanted), chosen, num_parallel_workers)

    @staticmethod
    def _checked_padding(sample, count, columns):
        if sample is None and count is None:
            return None, 0
        if sample is None:
            raise RuntimeError("num_padded is specified but padded_sample is not.")
        check_type(sample, [dict], "padded_sample")
        if columns is None:
            raise RuntimeError("padded_sample is specified and requires columns_list as well.")
        if count is None:
            raise RuntimeError("padded_sample is specified and requires num_padded as well.")
        check_type(count, [int], "num_padded")
        if count < 0:
            raise ValueError("num_padded must be greater than or equal to 0.")
        if set(columns) - set(sample):
            raise ValueError("padded_sample cannot match columns_list.")
        return sample, count

    def _chosen_sampler(self, num_samples, sampler, shuffle, num_shards, shard_id):
        if sampler is not None:
            if shuffle is not None or num_shards is not None:
                name = "shuffle" if shuffle is not None else "num_shards"
                raise RuntimeError(f"sampler and {name} cannot be specified at the same time.")
            if isinstance(sampler, PKSampler):
                raise not_yet("MindDataset with a PKSampler")
            return select_sampler(num_samples, sampler, None, None, None)
        if shuffle is None or isinstance(shuffle, bool):
            shuffle = Shuffle.FALSE if shuffle is False else Shuffle.GLOBAL
        if not isinstance(shuffle, Shuffle):
            raise TypeError("shuffle must be of boolean or enum of 'Shuffle' values like 'Shuffle.GLOBAL' or "
                            "'Shuffle.FILES' or 'Shuffle.INFILE'.")
        if shuffle in (Shuffle.ADAPTIVE, Shuffle.PARTIAL):
            raise not_yet(f"MindDataset with Shuffle.{shuffle.name}")
        return _RecordOrder(shuffle, self._files.counts(), num_shards, shard_id, num_samples)

    def _length(self):
        return len(self._files) + self._num_padded

    def _row(self, index):
        row = self._files.row(index, self._wanted) if index < len(self._files) else self._padded
        return [self._array(name, row[name], self._files.schema[name]["type"]) for name in self._names]

    @staticmethod
    def _array(name, value, kind):
        if kind == "bytes":
            return np.array([value])
        if kind == "string":
            return np.array(value)
        if isinstance(value, int) and kind.startswith("int") and not -2**63 <= value << (64 - int(kind[3:])) < 2**63:
            raise pipeline_error(f"Invalid data, the value {value} of the column {name} is outside of {kind}.")
        return np.array(value, kind)


# --- writing ----------------------------------------------------------------------------------------------------------

_KINDS = {"bool": "int32", "int8": "int32", "uint8": "int32", "int16": "int32", "uint16": "int32", "int32": "int32",
          "uint32": "int64", "int64": "int64", "uint64": "int64", "float16": "float32", "float32": "float32",
          "float64": "float64"}


def _field_of(name, array):
    """What the schema says of a column with this array in its first row."""
    if is_text(array):
        if array.ndim > 1 or array.size != 1:
            raise pipeline_error(f"Invalid data, the column {name} has texts of shape {list(array.shape)}, and a MindRecord "
                                 "file one text for each row.")
        return {"type": "string" if array.dtype.kind == "U" else "bytes"}
    if str(array.dtype) not in _KINDS:
        raise pipeline_error(f"Invalid dtype, the column {name} has values of {array.dtype}, which MindRecord files do not.")
    kind = _KINDS[str(array.dtype)]
    return {"type": kind, "shape": [-1, *array.shape[1:]]} if array.ndim else {"type": kind}


def _value_of(array, field):
    if is_text(array):
        return array.reshape(-1)[0].item()
    array = array.astype(field["type"])
    return array if "shape" in field else array.item()


def save(dataset, file_name, num_files, file_type):
    """Dataset.save: writes the rows of one pass of a dataset."""
    check_type(file_name, [str], "file_name")
    check_type(num_files, [int], "num_files")
    if not 0 < num_files <= 1000:
        raise ValueError("num_files should between 0 and 1000.")
    if file_type != "mindrecord":
        raise ValueError(f"{file_type} dataset format is not supported.")
    names, writer, schema, rows = dataset.get_col_names(), FileWriter(file_name, num_files), None, []
    for arrays in dataset.opened()():
        row = dict(zip(names, arrays))
        if schema is None:
            schema = {name: _field_of(name, array) for name, array in row.items()}
            writer.add_schema(schema)
        for name, array in row.items():
            if _field_of(name, array) != schema[name]:
                raise pipeline_error(f"Invalid data, the column {name} has values of {_field_of(name, array)} and of "
                                     f"{schema[name]}.")
        rows.append({name: _value_of(array, schema[name]) for name, array in row.items()})
        if len(rows) == _ROWS_AT_ONCE:
            writer.write_raw_data(rows)
            rows = []
    if schema is None:
        raise pipeline_error("Invalid data, there is no row to save.")
    if rows:
        writer.write_raw_data(rows)
    writer.commit()

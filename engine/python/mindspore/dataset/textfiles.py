# SPDX-License-Identifier: Apache-2.0
"""Datasets of the lines of text files, and of rows of values with a delimiter between them."""
import csv

import numpy as np

from mindspore.dataset.checks import check_columns, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, found_files


def lines_of(path):
    """The lines of a file in UTF-8 without their ends; empty ones are left out."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            line = line.rstrip("\n").rstrip("\r")
            if line:
                yield line


class TextFileDataset(RowsOfFiles):
    """The lines of text files that match patterns, in the one column `text`; empty lines are left out."""

    def __init__(self, dataset_files, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(found_files(dataset_files), num_samples, num_parallel_workers, shuffle, num_shards, shard_id,
                         cache)

    def _columns(self):
        return ["text"]

    def _rows_of(self, path):
        return ([np.array(line)] for line in lines_of(path))


class DelimitedRows(RowsOfFiles):
    """Rows of delimited values of files; those that are empty are left out. `_names` is the columns, or None for what
    the first row of each file says; `_converters` make the value of each column."""

    _delimiter = ","
    _names = None
    _converters = None

    def _columns(self):
        if self._names is not None:
            return self._names
        return next(self._raw_rows(self._paths[0]), (0, []))[1]

    def _raw_rows(self, path):
        """(number of the line, values) of each row that is not empty."""
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.reader(file, delimiter=self._delimiter, skipinitialspace=False)
            for values in reader:
                if values:
                    yield reader.line_num, values

    def _rows_of(self, path):
        columns, rows = self._columns(), self._raw_rows(path)
        if self._names is None:
            next(rows, None)
        for line, values in rows:
            if len(values) != len(columns):
                raise pipeline_error(f"Invalid file, failed to parse csv file: {path} at line {line}. Error message: "
                                     "Invalid columns, the number of values differs from the number of column names: "
                                     f"{len(values)} and {len(columns)}.")
            yield [np.array(value) for value in self._converted(values, path, line)]

    def _converted(self, values, path, line):
        if self._converters is None:
            return values
        try:
            return [convert(value) for convert, value in zip(self._converters, values)]
        except ValueError:
            raise pipeline_error(f"Invalid csv, csv file: {path} parse failed at line {line}, type does not "
                                 "match.") from None


class CSVDataset(DelimitedRows):
    """
    Rows of values of files.

    Args:
        dataset_files (str, list[str]): patterns of paths.
        field_delim (str): what stands between values, a single character.
        column_defaults (list): an int, a float or a text for each column; values are int32, float32 or texts
            accordingly (all texts without it).
        column_names (list[str]): names of the columns; the first row of each file without it.
        num_samples, shuffle, num_shards, shard_id: see TextFileDataset.

    Raises:
        RuntimeError: when read, for rows with another number of values or with values of another type.
    """

    def __init__(self, dataset_files, field_delim=",", column_defaults=None, column_names=None, num_samples=None,
                 num_parallel_workers=None, shuffle=Shuffle.GLOBAL, num_shards=None, shard_id=None, cache=None):
        check_type(field_delim, [str], "field_delim")
        if len(field_delim) != 1 or field_delim in '"\r\n':
            raise ValueError("field_delim is invalid.")
        if column_defaults is not None:
            check_type(column_defaults, [list], "column_defaults")
            for value in column_defaults:
                check_type(value, [str, int, float], "column default")
            self._converters = [_CONVERTERS[type(value)] for value in column_defaults]
        self._delimiter = field_delim
        self._names = None if column_names is None else check_columns(column_names, "column_names")
        super().__init__(found_files(dataset_files), num_samples, num_parallel_workers, shuffle, num_shards, shard_id,
                         cache)
        if self._converters is not None and len(self._converters) < len(self._columns()):
            raise pipeline_error("Invalid columns, the size of column_names should be less than the size of "
                                 f"'column_defaults', but got the size of column_names: {len(self._columns())}, the "
                                 f"size of column_defaults : {len(self._converters)}.")


_CONVERTERS = {int: np.int32, float: np.float32, str: str}

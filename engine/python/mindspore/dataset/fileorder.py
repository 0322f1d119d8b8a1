# SPDX-License-Identifier: Apache-2.0
"""Datasets that read files from front to back: which files, in which order, which part of their rows."""
import enum
import glob
import itertools
import os

from mindspore._missing import not_yet
from mindspore.dataset import config
from mindspore.dataset.checks import check_num_samples, check_shards, check_type
from mindspore.dataset.dataset import Dataset, SourceDataset
from mindspore.dataset.operations import ShuffleDataset
from mindspore.dataset.randomness import Mersenne32, shuffle


class Shuffle(str, enum.Enum):
    """What is put into random order: nothing, files, all rows of all files, or parts of them."""
    FALSE = "false"
    GLOBAL = "global"
    FILES = "files"
    INFILE = "infile"
    ADAPTIVE = "adaptive"
    PARTIAL = "partial"


_SHUFFLE_BUFFER = 10000  # the least number of rows that wait for their turn
_SHUFFLED_FILES = 4      # or the rows of so many files, if they are more


def as_shuffle(given):
    """Shuffle.FALSE, FILES or GLOBAL of what users give: those, True or False."""
    if isinstance(given, bool):
        return Shuffle.GLOBAL if given else Shuffle.FALSE
    if given is None:
        return Shuffle.GLOBAL
    if not isinstance(given, Shuffle):
        raise TypeError("shuffle must be of boolean or enum of 'Shuffle' values like 'Shuffle.GLOBAL' or "
                        "'Shuffle.FILES' or 'Shuffle.INFILE'.")
    if given not in (Shuffle.FALSE, Shuffle.GLOBAL, Shuffle.FILES):
        raise not_yet(f"Shuffle.{given.name} for files that are read from front to back")
    return given


def found_files(patterns, name="dataset_files"):
    """The paths that the patterns match, by name; ValueError for a pattern that matches none."""
    check_type(patterns, [str, list], name)
    patterns = [patterns] if isinstance(patterns, str) else patterns
    unmatched = [pattern for pattern in patterns if not glob.glob(pattern)]
    if unmatched:
        raise ValueError(f"The following patterns did not match any files: {unmatched}.")
    if not patterns:
        raise ValueError("The list of path names matching the patterns is empty.")
    return sorted({path for pattern in patterns for path in glob.glob(pattern)})


class RowsOfFiles(SourceDataset):
    """
    Rows of files that can only be read from front to back.

    Args:
        paths (list): the files.
        num_samples (int): how many rows are read; all of them for None.
        shuffle (bool, Shuffle): the order of files and of rows.
        num_shards, shard_id (int): the rows of one of several equal parts; the last part begins again at the start
            where the rows do not divide.
    """

    def __init__(self, paths, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL, num_shards=None,
                 shard_id=None, cache=None):
        super().__init__(num_parallel_workers=num_parallel_workers)
        check_num_samples(num_samples)
        check_shards(num_shards, shard_id)
        if cache is not None:
            raise not_yet(f"{type(self).__name__} with a cache")
        self._paths = paths
        self._num_samples = num_samples or None
        self._shuffle = as_shuffle(shuffle)
        self._shards, self._shard = num_shards or 1, shard_id or 0
        self._counts = None

    def is_shuffled(self):
        return self._shuffle is not Shuffle.FALSE

    def is_sharded(self):
        return self._shards > 1

    def _rows_of(self, path):
        """An iterator over the rows of a file."""
        raise NotImplementedError(f"{type(self).__name__} does not say what the rows of a file are.")

    def _count_of(self, path):
        return sum(1 for _ in self._rows_of(path))

    def _total(self):
        if self._counts is None:
            self._counts = {path: self._count_of(path) for path in self._paths}
        return sum(self._counts.values())

    def _size(self):
        size = -(-self._total() // self._shards)
        return size if self._num_samples is None else min(size, self._num_samples)

    def opened(self):
        ordered = _Rows(self)
        if self._shuffle is not Shuffle.GLOBAL:
            return ordered.opened()
        per_file = -(-self._total() // len(self._paths))
        return ShuffleDataset(ordered, max(per_file * _SHUFFLED_FILES, _SHUFFLE_BUFFER)).opened()

    def _opened_in_file_order(self):
        """Rows with shuffled files, if they are to be, as real MindSpore's workers hand them on in turn."""
        paths = list(self._paths)
        seed = config.new_seed()
        passes = itertools.count(1)
        each = self._ahead()
        workers = min(self.num_parallel_workers or config.get_num_parallel_workers(), len(paths))

        def one_pass():
            number = next(passes)
            if self._shuffle is not Shuffle.FALSE:
                shuffle(paths, Mersenne32(seed if self._shards == 1 else number))
            rows = _in_turn([self._worker(paths, i, workers) for i in range(workers)])
            return each(itertools.islice(rows, self._num_samples))
        return one_pass

    def _worker(self, paths, number, workers):
        """The rows that one of several workers reads: those of every file that is its own, within the shard."""
        if self._shards == 1:
            return itertools.chain.from_iterable(self._rows_of(path) for path in paths[number::workers])
        pieces = self._pieces(paths)
        return itertools.chain.from_iterable(self._rows_between(path, start, stop)
                                             for path, start, stop in pieces[number::workers])

    def _rows_between(self, path, start, stop):
        """The rows of a file from the one that _count_of counts as `start` to before `stop`."""
        return itertools.islice(self._rows_of(path), start, stop)

    def _pieces(self, paths):
        """[(path, first row, row behind the last), ...] of the shard."""
        total = self._total()
        wanted = -(-total // self._shards)
        first, last = wanted * self._shard, wanted * (self._shard + 1)
        pieces, start = [], 0
        for path in itertools.cycle(paths):
            stop = start + self._counts[path]
            if first < stop and start < last:
                pieces.append((path, max(first - start, 0), min(last, stop) - start))
            if stop >= last:
                return pieces
            start = stop


class _Rows(Dataset):
    """The rows of a RowsOfFiles before they are shuffled."""

    def __init__(self, owner):
        super().__init__()
        self._owner = owner

    def _size(self):
        return self._owner._size()

    def opened(self):
        return self._owner._opened_in_file_order()


def _in_turn(iterators):
    """An element of each in turn; those that are at their end are left out."""
    waiting = list(iterators)
    while waiting:
        left = []
        for iterator in waiting:
            for element in iterator:
                left.append(iterator)
                yield element
                break
        waiting = left


def check_folder(folder, name="dataset_dir"):
    """ValueError unless there is such a folder that can be read."""
    check_type(folder, [str], name)
    if not os.path.isdir(folder) or not os.access(folder, os.R_OK):
        raise ValueError(f"The folder {folder} does not exist or is not a directory or permission denied!")


def check_choice(value, choices, name):
    """ValueError unless it is one of the choices."""
    if value not in choices:
        raise ValueError(f"Input {name} is not within the valid set of {[choice for choice in choices if choice]}.")

# SPDX-License-Identifier: Apache-2.0
"""Text collections in the files that they are published in: tables of texts, and running text line by line."""
import os

import numpy as np

from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.errors import pipeline_error, syntax_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, check_choice, check_folder
from mindspore.dataset.textfiles import DelimitedRows, lines_of


def paths_of(owner, folder, usage):
    """The files of a usage; None and "all" stand for all of them."""
    check_folder(folder)
    check_choice(usage, [None, *owner._files, "all"], "usage")
    names = [owner._files[usage]] if usage in owner._files else list(owner._files.values())
    paths = [os.path.join(folder, name) for name in names]
    for path in paths:
        if not os.path.isfile(path):
            raise pipeline_error(f"Invalid file, {path} does not exist or permission denied!")
    return paths


class _Table(DelimitedRows):
    """
    Args:
        dataset_dir (str): the folder of the files.
        usage (str): "train", "test" or "all" (the default).
        num_samples, shuffle, num_shards, shard_id: see TextFileDataset.
    """

    _files = {"train": "train.csv", "test": "test.csv"}

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(paths_of(self, dataset_dir, usage), num_samples, num_parallel_workers, shuffle, num_shards,
                         shard_id, cache)


class AGNewsDataset(_Table):
    """AG News: texts index, title and description; the arguments are those of all such tables."""

    _names = ["index", "title", "description"]


class AmazonReviewDataset(_Table):
    """Amazon reviews: texts label, title and content; the arguments are those of all such tables."""

    _names = ["label", "title", "content"]


class DBpediaDataset(_Table):
    """DBpedia: texts class, title and content; the arguments are those of all such tables."""

    _names = ["class", "title", "content"]


class YahooAnswersDataset(_Table):
    """Yahoo answers: texts class, title, content and answer; the arguments are those of all such tables."""

    _names = ["class", "title", "content", "answer"]


class _LaterWorkers(_Table):
    """A table whose num_parallel_workers stands behind shard_id."""

    def __init__(self, dataset_dir, usage=None, num_samples=None, shuffle=Shuffle.GLOBAL, num_shards=None,
                 shard_id=None, num_parallel_workers=None, cache=None):
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)


class SogouNewsDataset(_LaterWorkers):
    """Sogou news: texts index, title and content; the arguments are those of all such tables."""

    _names = ["index", "title", "content"]


class YelpReviewDataset(_LaterWorkers):
    """Yelp reviews: texts label and text; the arguments are those of all such tables."""

    _names = ["label", "text"]


class _RunningText(RowsOfFiles):
    """Lines of files in the column `text`; the arguments are those of the tables."""

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(paths_of(self, dataset_dir, usage), num_samples, num_parallel_workers, shuffle, num_shards,
                         shard_id, cache)

    def _columns(self):
        return ["text"]

    def _rows_of(self, path):
        return ([np.array(line)] for line in lines_of(path))


class WikiTextDataset(_RunningText):
    """WikiText: lines in the column `text`; `usage` is "train", "test", "valid" or "all" (the default)."""

    _files = {"train": "wiki.train.tokens", "test": "wiki.test.tokens", "valid": "wiki.valid.tokens"}


class PennTreebankDataset(_RunningText):
    """Penn Treebank: lines in the column `text`; `usage` is "train", "test", "valid" or "all" (the default)."""

    _files = {"train": "ptb.train.txt", "test": "ptb.test.txt", "valid": "ptb.valid.txt"}


class EnWik9Dataset(RowsOfFiles):
    """
    enwik9: lines, also empty ones, in the column `text`. As in real MindSpore, sizes do not count empty lines.

    Args:
        dataset_dir (str): the folder with the file enwik9.
        num_samples, shuffle, num_shards, shard_id: see TextFileDataset.
    """

    _files = {"all": "enwik9"}

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=True, num_shards=None,
                 shard_id=None, cache=None):
        super().__init__(paths_of(self, dataset_dir, None), num_samples, num_parallel_workers, shuffle, num_shards,
                         shard_id, cache)

    def _columns(self):
        return ["text"]

    def _count_of(self, path):
        return sum(1 for _ in lines_of(path))

    def _rows_of(self, path):
        with open(path, encoding="utf-8", newline="\n") as file:
            yield from ([np.array(line.rstrip("\n"))] for line in file)


class Multi30kDataset(RowsOfFiles):
    """
    Multi30k: texts text and translation, of equal lines of two files.

    Args:
        dataset_dir (str): the folder with the folders training, validation and mmt16_task1_test.
        usage (str): "train", "test", "valid" or "all" (the default).
        language_pair (list[str]): ["en", "de"] (the default) or ["de", "en"].
        num_samples, num_shards, shard_id: see TextFileDataset.
        shuffle (bool): random order of files and lines; the default.
    """

    _files = {"train": "training/train", "test": "mmt16_task1_test/test", "valid": "validation/val"}

    def __init__(self, dataset_dir, usage=None, language_pair=None, num_samples=None, num_parallel_workers=None,
                 shuffle=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, *self._files, "all"], "usage")
        self._pair = self._checked_pair(language_pair)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        names = list(self._files.values()) if usage in (None, "all") else [self._files[usage]]
        paths = [os.path.join(dataset_dir, name) for name in names]
        for path in (f"{path}.{language}" for path in paths for language in self._pair):
            if not os.path.isfile(path):
                raise syntax_error(f"Multi30kDataset: the file {path} does not exist or permission denied!")
        super().__init__(sorted(paths), num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)

    @staticmethod
    def _checked_pair(pair):
        if pair is None:
            return ["en", "de"]
        check_type(pair, [list, tuple], "language_pair")
        if sorted(pair) != ["de", "en"]:
            raise ValueError(f"language_pair can only be ['en', 'de'] or ['de', 'en'], but got {pair}")
        return list(pair)

    def _columns(self):
        return ["text", "translation"]

    def _rows_of(self, path):
        """Of a path without the language at its end."""
        first, second = (lines_of(f"{path}.{language}") for language in self._pair)
        return ([np.array(text), np.array(translation)] for text, translation in zip(first, second))

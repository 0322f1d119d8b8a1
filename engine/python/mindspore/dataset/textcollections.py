# SPDX-License-Identifier: Apache-2.0
"""Text collections in the files that they are published in: tables of texts, and running text line by line."""
import os

import numpy as np

from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, check_choice, check_folder
from mindspore.dataset.textfiles import DelimitedRows, lines_of


def _paths(owner, folder, usage):
    """The files of a usage; None and "all" stand for all of them."""
    check_folder(folder)
    check_choice(usage, [None, "all", *owner._files], "usage")
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
        super().__init__(_paths(self, dataset_dir, usage), num_samples, num_parallel_workers, shuffle, num_shards,
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
        super().__init__(_paths(self, dataset_dir, usage), num_samples, num_parallel_workers, shuffle, num_shards,
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

# SPDX-License-Identifier: Apache-2.0
"""Texts with what people wrote of them: JSON of CLUE and SQuAD, tagged words of CoNLL-2000 and UDPOS, SST-2, IMDb."""
import json
import os

import numpy as np

from mindspore.dataset.checks import check_bool, check_num_samples
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, check_choice, check_folder, found_files
from mindspore.dataset.samplers import select_sampler
from mindspore.dataset.sources import MappableDataset
from mindspore.dataset.textcollections import paths_of
from mindspore.dataset.textfiles import lines_of
from mindspore._missing import not_yet

_SPANS = ["span1_index", "span1_text", "span2_index", "span2_text"]
_CLUE_COLUMNS = {  # by task: those of "train" and "eval", those of "test"
    "AFQMC": (["label", "sentence1", "sentence2"], ["id", "sentence1", "sentence2"]),
    "TNEWS": (["keywords", "label", "label_desc", "sentence"], ["id", "keywords", "sentence"]),
    "IFLYTEK": (["label", "label_des", "sentence"], ["id", "sentence"]),
    "CMNLI": (["label", "sentence1", "sentence2"], ["id", "sentence1", "sentence2"]),
    "WSC": (["idx", "label", *_SPANS, "text"], ["idx", *_SPANS, "text"]),
    "CSL": (["abst", "id", "keyword", "label"], ["abst", "id", "keyword"]),
}


class CLUEDataset(RowsOfFiles):
    """
    The classification tasks of CLUE: a JSON object in every line. The columns are the keys that the task has, in the
    order of the alphabet; values are texts, uint32, int32 where they are negative, or float32.

    Args:
        dataset_files (str, list[str]): patterns of paths.
        task (str): "AFQMC", "TNEWS", "IFLYTEK", "CMNLI", "WSC" or "CSL".
        usage (str): "train", "test" or "eval".
        num_samples, shuffle, num_shards, shard_id: see TextFileDataset.

    Raises:
        RuntimeError: when read, for a line that is no JSON or lacks a key; it names the file and the line.
    """

    def __init__(self, dataset_files, task="AFQMC", usage="train", num_samples=None, num_parallel_workers=None,
                 shuffle=Shuffle.GLOBAL, num_shards=None, shard_id=None, cache=None):
        task, usage = task or "AFQMC", usage or "train"
        if task not in _CLUE_COLUMNS:
            raise ValueError("task should be 'AFQMC', 'TNEWS', 'IFLYTEK', 'CMNLI', 'WSC' or 'CSL'.")
        if usage not in ("train", "test", "eval"):
            raise ValueError("usage should be 'train', 'test' or 'eval'.")
        self._names = _CLUE_COLUMNS[task][usage == "test"]
        super().__init__(found_files(dataset_files), num_samples, num_parallel_workers, shuffle, num_shards, shard_id,
                         cache)

    def _columns(self):
        return self._names

    def _count_of(self, path):
        return sum(1 for _ in lines_of(path))

    def _rows_of(self, path):
        for number, line in enumerate(lines_of(path), 1):
            try:
                entry = json.loads(line)
            except ValueError:
                raise pipeline_error(f"Invalid json, failed to parse {path}, row {number}: {line}") from None
            yield [_json_array(self._value(entry, name, path, number)) for name in self._names]

    def _value(self, entry, name, path, number):
        place = entry.get("target", {}) if name in _SPANS else entry
        if name not in place:
            raise pipeline_error(f"Invalid data, failed to find key: {name} in {path}, row {number}")
        return place[name]


def _json_array(value):
    if isinstance(value, float):
        return np.array(value, np.float32)
    if isinstance(value, int):
        return np.array(value, np.int32 if value < 0 else np.uint32)
    return np.array(value)


class SQuADDataset(RowsOfFiles):
    """
    SQuAD 1.1 and 2.0: texts context and question, text (texts <N>) and answer_start (uint32 <N>) of the N answers; ""
    and 4294967295 stand for no answer. `usage` is "train", "dev" or "all" (the default).
    """

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, "train", "dev", "all"], "usage")
        parts = ["train", "dev"] if usage in (None, "all") else [usage]
        super().__init__([path for part in parts for path in _squad_files(dataset_dir, part)], num_samples,
                         num_parallel_workers, shuffle, num_shards, shard_id, cache)

    def _columns(self):
        return ["context", "question", "text", "answer_start"]

    def _rows_of(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                articles = json.load(file)["data"]
            for paragraph in (paragraph for article in articles for paragraph in article["paragraphs"]):
                for question in paragraph["qas"]:
                    yield _squad_row(paragraph["context"], question)
        except ValueError:
            raise pipeline_error(f"Invalid file, failed to parse JSON file: {path}") from None
        except KeyError as failure:
            raise pipeline_error(f"Invalid data, required node not found in JSON: {failure.args[0]} of {path}") \
                from None


def _squad_files(folder, part):
    paths = [os.path.join(folder, f"{part}-{version}.json") for version in ("v1.1", "v2.0")]
    found = [path for path in paths if os.path.isfile(path)]
    if not found:
        raise pipeline_error(f"Invalid path, failed to find SQuAD {part} data file: {folder}")
    return found


def _squad_row(context, question):
    answers = question["answers"] or [{"text": "", "answer_start": 2**32 - 1}]
    return [np.array(context), np.array(question["question"]), np.array([answer["text"] for answer in answers]),
            np.array([answer["answer_start"] for answer in answers], np.uint32)]


class _TaggedWords(RowsOfFiles):
    """
    Sentences whose words stand one in a line, with tags behind them: each column has the words or one kind of tags of
    a sentence, texts <N>. As in real MindSpore sizes count words, a part of the data (`num_shards`) may begin or end
    within a sentence, and a sentence without an empty line behind it is left out.

    Args:
        dataset_dir (str): the folder of the files.
        usage (str): which of them; all by default.
        num_samples, shuffle, num_shards, shard_id: see TextFileDataset; num_samples are sentences.
    """

    _separator = " "

    def __init__(self, dataset_dir, usage=None, num_samples=None, shuffle=Shuffle.GLOBAL, num_shards=None,
                 shard_id=None, num_parallel_workers=None, cache=None):
        super().__init__(sorted(paths_of(self, dataset_dir, usage)), num_samples, num_parallel_workers, shuffle,
                         num_shards, shard_id, cache)

    def _columns(self):
        return self._names

    def _count_of(self, path):
        return sum(1 for _ in lines_of(path))

    def _rows_of(self, path):
        return self._rows_between(path, 0, float("inf"))

    def _rows_between(self, path, start, stop):
        words, number = [], 0
        with open(path, encoding="utf-8", newline="\n") as file:
            for line in file:
                line = line.rstrip("\r\n").strip(" ")
                if number >= stop:
                    break
                if line:
                    number += 1
                    if number > start:
                        words.append(self._parts(line, path))
                elif words:
                    yield [np.array(column) for column in zip(*words)]
                    words = []
            else:
                return  # a sentence without its end
        if words:
            yield [np.array(column) for column in zip(*words)]

    def _parts(self, line, path):
        parts = line.split(self._separator)
        if len(parts) < len(self._names):
            raise pipeline_error(f"Invalid data, {path} has a line of {len(parts)} instead of {len(self._names)} "
                                 f"columns: {line}")
        return parts[:len(self._names)]


class CoNLL2000Dataset(_TaggedWords):
    """CoNLL-2000: columns word, pos_tag, chunk_tag; `usage` is "train", "test" or "all" (the default)."""

    _names = ["word", "pos_tag", "chunk_tag"]
    _files = {"train": "train.txt", "test": "test.txt"}


class UDPOSDataset(_TaggedWords):
    """UDPOS: columns word, universal, stanford; `usage` is "train", "valid", "test" or "all" (the default)."""

    _names = ["word", "universal", "stanford"]
    _separator = "\t"
    _files = {"train": "en-ud-tag.v2.train.txt", "valid": "en-ud-tag.v2.dev.txt", "test": "en-ud-tag.v2.test.txt"}


class SST2Dataset(RowsOfFiles):
    """SST-2: texts sentence and label; `usage` is "train" (the default), "dev" or "test", which has no label."""

    _files = {"train": "train.tsv", "test": "test.tsv", "dev": "dev.tsv"}

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        check_choice(usage, [None, *self._files], "usage")
        self._has_label = usage != "test"
        super().__init__(paths_of(self, dataset_dir, usage or "train"), num_samples, num_parallel_workers, shuffle,
                         num_shards, shard_id, cache)

    def _columns(self):
        return ["sentence", "label"] if self._has_label else ["sentence"]

    def _rows_of(self, path):
        lines = lines_of(path)
        next(lines, None)
        for line in lines:
            first, separator, second = line.partition("\t")
            if not separator:
                raise pipeline_error(f"Invalid file, {path} has a line without a tabulator: {line}")
            yield [np.array(first), np.array(second)] if self._has_label else [np.array(second)]


class IMDBDataset(MappableDataset):
    """
    Reviews of IMDb, a file each: columns text and label (int32, 1 for positive ones).

    Args:
        dataset_dir (str): the folder with train/pos, train/neg, test/pos and test/neg.
        usage (str): "train", "test" or "all" (the default).
        num_samples, shuffle, sampler, num_shards, shard_id: which files, in which order; random is the default.
    """

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, "train", "test", "all"], "usage")
        check_num_samples(num_samples)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        if cache is not None:
            raise not_yet("IMDBDataset with a cache")
        self._folder, self._found = dataset_dir, None
        self._parts = ["train", "test"] if usage in (None, "all") else [usage]
        super().__init__(["text", "label"], select_sampler(num_samples, sampler, shuffle, num_shards, shard_id),
                         num_parallel_workers)

    def num_classes(self):
        """The number of classes."""
        return 2

    def _listed(self):
        """[(path, label), ...]"""
        if self._found is None:
            self._found = [(path, label) for part in self._parts for name, label in (("pos", 1), ("neg", 0))
                           for path in _texts_in(os.path.join(self._folder, part, name))]
        return self._found

    def _length(self):
        return len(self._listed())

    def _row(self, index):
        path, label = self._listed()[index]
        last = ""  # of several lines real MindSpore gives the last one; the collection has one in each file
        with open(path, encoding="utf-8", newline="\n") as file:
            for last in file:
                pass
        return [np.array(last.rstrip("\n")), np.array(label, np.int32)]

    def _class_of(self, column):
        return (lambda index: self._listed()[index][1]) if column == "label" else None


def _texts_in(folder):
    if not os.path.isdir(folder):
        raise pipeline_error(f"Invalid path, {folder} does not exist or permission denied!")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".txt")]

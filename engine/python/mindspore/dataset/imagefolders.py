# SPDX-License-Identifier: Apache-2.0
"""Datasets of image files whose folders or lists say what is in them."""
import json
import os

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_bool, check_num_samples, check_type
from mindspore.dataset.decoding import image_of, with_extension
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_choice, check_folder
from mindspore.dataset.samplers import select_sampler
from mindspore.dataset.sources import VisionBaseDataset


class ListedImages(VisionBaseDataset):
    """
    Images of files, each with further columns.

    Args:
        decode (bool): gives pixels <H,W,3> of uint8 instead of the bytes of the file.
        num_samples, shuffle, sampler, num_shards, shard_id: which images, in which order; random is the default.
        num_parallel_workers (int): how many threads read ahead, see Dataset.map.
        cache, decrypt: a cache and encrypted files are not there.
    """

    _column_names = ["image", "label"]

    def __init__(self, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False, sampler=None,
                 num_shards=None, shard_id=None, cache=None, decrypt=None):
        check_num_samples(num_samples)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        check_bool(bool(decode) if decode is None else decode, "decode")
        for name, given in (("a cache", cache), ("decrypt", decrypt)):
            if given is not None:
                raise not_yet(f"{type(self).__name__} with {name}")
        self._decode = bool(decode)
        self._found = None
        super().__init__(self._column_names, select_sampler(num_samples, sampler, shuffle, num_shards, shard_id),
                         num_parallel_workers)

    def _list(self):
        """[(path, further columns...), ...]"""
        raise NotImplementedError(f"{type(self).__name__} does not say what its images are.")

    def _listed(self):
        if self._found is None:
            self._found = self._list()
            if not self._found:
                raise pipeline_error(f"Invalid data, {type(self).__name__} API can't read the data file (interface "
                                     "mismatch or no data found). Check the files in the given folder.")
        return self._found

    def _length(self):
        return len(self._listed())

    def _row(self, index):
        path, *others = self._listed()[index]
        return [image_of(path, self._decode), *(np.array(other) for other in others)]

    def _class_of(self, column):
        if column not in self._column_names[1:]:
            return None
        place = self._column_names.index(column)
        return lambda index: int(self._listed()[index][place])


def check_class_indexing(class_indexing):
    """TypeError unless it is None or a dict {name of a class: its number}."""
    if class_indexing is None:
        return
    check_type(class_indexing, [dict], "class_indexing")
    for name, number in class_indexing.items():
        check_type(name, [str], "class_indexing key")
        check_type(number, [int], "class_indexing value")


class ImageFolderDataset(ListedImages):
    """
    Images in one folder for each class: columns image and label (int32). Classes are numbered in the order of their
    names, or as class_indexing says, which also leaves the others out; `extensions` (list of ".png" and the like)
    says which files are images, all without it.
    """

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 extensions=None, class_indexing=None, decode=False, num_shards=None, shard_id=None, cache=None,
                 decrypt=None):
        check_folder(dataset_dir)
        check_class_indexing(class_indexing)
        if extensions is not None:
            check_type(extensions, [list, tuple], "extensions")
        self._folder, self._extensions, self._given = dataset_dir, extensions, class_indexing
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache,
                         decrypt)

    def _classes(self):
        """{name: number}"""
        if self._given is not None:
            return self._given
        names = [entry.name for entry in os.scandir(self._folder) if entry.is_dir()]
        return {name: number for number, name in enumerate(sorted(names))}

    def _list(self):
        return [(path, np.int32(number)) for name, number in sorted(self._classes().items())
                if os.path.isdir(os.path.join(self._folder, name))
                for path in with_extension(os.path.join(self._folder, name), self._extensions)]

    def num_classes(self):
        """The number of classes."""
        return len(self.get_class_indexing())

    def get_class_indexing(self):
        """{name of a class: its number}"""
        return dict(self._classes())


class ManifestDataset(ListedImages):
    """
    Images that a manifest lists: a file whose every line is JSON with `source`, `usage` and `annotation`, of which
    the name of the first one is the class. Columns image and label (int32).
    """

    def __init__(self, dataset_file, usage="train", num_samples=None, num_parallel_workers=None, shuffle=None,
                 sampler=None, class_indexing=None, decode=False, num_shards=None, shard_id=None, cache=None):
        check_type(dataset_file, [str], "dataset_file")
        if not os.path.isfile(dataset_file):
            raise ValueError(f"The file {dataset_file} does not exist or permission denied!")
        check_choice(usage, ["train", "eval", "inference"], "usage")
        check_class_indexing(class_indexing)
        self._file, self._usage, self._given = dataset_file, usage, class_indexing
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache)

    def _entries(self):
        """[(path, name of the class), ...]"""
        with open(self._file, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.strip()]
        return [(line["source"], line["annotation"][0]["name"]) for line in lines
                if line.get("usage", "").lower() == self._usage and line.get("annotation")]

    def get_class_indexing(self):
        """{name of a class: its number}"""
        if self._given is not None:
            return dict(self._given)
        return {name: number for number, name in enumerate(sorted({name for _, name in self._entries()}))}

    def num_classes(self):
        """The number of classes."""
        return len(self.get_class_indexing())

    def _list(self):
        numbers = self.get_class_indexing()
        return [(path, np.int32(numbers[name])) for path, name in self._entries() if name in numbers]


class CelebADataset(ListedImages):
    """
    CelebA: columns image and attr (uint32 <40>, 1 where the face has the attribute). The folder has the images,
    list_attr_celeba.txt and, for `usage` other than "all", list_eval_partition.txt.
    """

    _column_names = ["image", "attr"]
    _parts = {"train": "0", "valid": "1", "test": "2"}

    def __init__(self, dataset_dir, num_parallel_workers=None, shuffle=None, usage="all", sampler=None, decode=False,
                 extensions=None, num_samples=None, num_shards=None, shard_id=None, cache=None, decrypt=None):
        check_folder(dataset_dir)
        check_choice(usage, ["all", "train", "valid", "test"], "usage")
        if extensions is not None:
            check_type(extensions, [list], "extensions")
        self._folder, self._usage, self._extensions = dataset_dir, usage, extensions
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache,
                         decrypt)

    def _rows_of(self, name):
        path = os.path.join(self._folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                return [line.split() for line in file]
        except OSError:
            raise pipeline_error(f"Invalid file, failed to open Celeba attr file: {path}") from None

    def _list(self):
        rows = self._rows_of("list_attr_celeba.txt")[2:]
        if self._usage != "all":
            wanted = self._parts[self._usage]
            part = {name for name, number in filter(None, self._rows_of("list_eval_partition.txt")) if number == wanted}
            rows = [row for row in rows if row and row[0] in part]
        return [(os.path.join(self._folder, row[0]), np.array([value == "1" for value in row[1:]], np.uint32))
                for row in rows if row and self._is_wanted(row[0])]

    def _is_wanted(self, name):
        return self._extensions is None or os.path.splitext(name)[1] in self._extensions

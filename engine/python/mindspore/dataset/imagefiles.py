# SPDX-License-Identifier: Apache-2.0
"""Datasets of images in the files that MNIST and CIFAR are published in; files are mapped, and read where asked for."""
import bisect
import itertools
import os

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_bool, check_num_samples, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.samplers import select_sampler
from mindspore.dataset.sources import VisionBaseDataset


class ImageFiles(VisionBaseDataset):
    """
    Args:
        dataset_dir (str): the folder of the files.
        usage (str): "train", "test" or "all" (the default).
        num_samples (int): how many images are read; all of them for None.
        shuffle (bool), sampler, num_shards, shard_id: which images, in which order; random order is the default.

    Raises:
        ValueError: if there is no such folder, or for another usage.
        RuntimeError: when read, if the files are missing or are not what they should be.
    """

    _column_names = ["image", "label"]
    _usages = ("train", "test", "all")

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        check_type(dataset_dir, [str], "dataset_dir")
        if not os.path.isdir(dataset_dir) or not os.access(dataset_dir, os.R_OK):
            raise ValueError(f"The folder {dataset_dir} does not exist or is not a directory or permission denied!")
        if usage not in (None, *self._usages):
            raise ValueError(f"Input usage is not within the valid set of {list(self._usages)}.")
        check_num_samples(num_samples)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        if cache is not None:
            raise not_yet(f"{type(self).__name__} with a cache")
        self._folder = dataset_dir
        self._usage = usage or "all"
        self._parts = None
        super().__init__(self._column_names, select_sampler(num_samples, sampler, shuffle, num_shards, shard_id),
                         num_parallel_workers)

    def _mapped_parts(self):
        """For each file its columns, as arrays over the mapped file."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its files are.")

    def _files(self):
        """The paths in the folder in the order of their names."""
        return [os.path.join(self._folder, name) for name in sorted(os.listdir(self._folder))]

    def _columns_of_files(self):
        if self._parts is None:
            self._parts = self._mapped_parts()
            self._ends = list(itertools.accumulate(len(columns[0]) for columns in self._parts))
        return self._parts

    def _length(self):
        self._columns_of_files()
        return self._ends[-1]

    def _class_of(self, column):
        if column not in self._column_names[1:]:
            return None
        place = self._column_names.index(column)
        labels = np.concatenate([columns[place] for columns in self._columns_of_files()])
        return lambda index: int(labels[index])

    def _row(self, index):
        part = bisect.bisect_right(self._ends, index)
        place = index - (self._ends[part - 1] if part else 0)
        return [np.array(column[place]) for column in self._parts[part]]


class MnistDataset(ImageFiles):
    """MNIST: images <28,28,1> of uint8 and labels of uint32; the arguments are those of all such datasets."""

    _called = "mnist"

    def _mapped_parts(self):
        starts = {"train": ("train",), "test": ("t10k",), "all": ("train", "t10k")}[self._usage]
        paths = [path for path in self._files() if os.path.basename(path).startswith(starts)]
        images = [path for path in paths if os.path.basename(path).partition("-")[2].startswith("images")]
        labels = [path for path in paths if os.path.basename(path).partition("-")[2].startswith("labels")]
        if not images or len(images) != len(labels):
            raise pipeline_error(f"Invalid data, {type(self).__name__} API can't read the data file (interface "
                                 f"mismatch or no data found). Check {self._called} file in directory: {self._folder}")
        parts = [[idx_array(image, 3)[..., None], idx_array(label, 1).astype(np.uint32)]
                 for image, label in zip(images, labels)]
        for (pictures, numbers), path in zip(parts, images):
            if len(pictures) != len(numbers):
                raise pipeline_error(f"Invalid data, num of images is not equal to num of labels: {path} has "
                                     f"{len(pictures)} images for {len(numbers)} labels.")
        return parts


class FashionMnistDataset(MnistDataset):
    """Fashion-MNIST, in the same files: images <28,28,1> of uint8 and labels of uint32."""

    _called = "fashion mnist"


class KMnistDataset(MnistDataset):
    """Kuzushiji-MNIST, in the same files: images <28,28,1> of uint8 and labels of uint32."""

    _called = "kmnist"


def idx_array(path, rank, dtype=np.dtype(np.uint8)):
    """The array in an IDX file: a number that says type and rank, the lengths of the axes, the elements."""
    head = np.fromfile(path, ">u4", 1 + rank)
    wanted = _IDX_TYPES[dtype] * 256 + rank
    if len(head) < 1 + rank or head[0] != wanted:
        raise pipeline_error(f"Invalid mnist file, the image number of {path} should be {wanted}, but got "
                             f"{head[0] if len(head) else 'nothing'}")
    shape = tuple(int(length) for length in head[1:])
    expected, found = head.nbytes + dtype.itemsize * int(np.prod(shape, dtype=object)), os.path.getsize(path)
    if expected != found:
        raise pipeline_error(f"Invalid mnist file, data length of {path} should be {expected}, but got {found}")
    return np.memmap(path, dtype, "r", head.nbytes, shape)


_IDX_TYPES = {np.dtype(np.uint8): 8, np.dtype(">i4"): 12}


class Cifar10Dataset(ImageFiles):
    """CIFAR-10: images <32,32,3> of uint8 and labels of uint32; the arguments are those of all such datasets."""

    _starts = {"train": "data_batch", "test": "test_batch", "all": ("data_batch", "test_batch")}

    def _mapped_parts(self):
        start = self._starts[self._usage]
        paths = [path for path in self._files() if os.path.basename(path).startswith(start) and path.endswith(".bin")]
        if not paths:
            raise pipeline_error(f"Invalid cifar folder, cifar(.bin) files are missing under {self._folder}")
        return [self._part_of(path) for path in paths]

    def _part_of(self, path):
        """Each image is its labels, then its red, its green and its blue plane."""
        labels = len(self._column_names) - 1
        bytes_each = labels + 3 * 32 * 32
        size = os.path.getsize(path)
        if size == 0 or size % bytes_each:
            raise pipeline_error(f"Invalid cifar file, the length of {path} should be a multiple of {bytes_each}, but "
                                 f"got {size}")
        rows = np.memmap(path, np.uint8, "r", 0, (size // bytes_each, bytes_each))
        images = rows[:, labels:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return [images, *(rows[:, i].astype(np.uint32) for i in range(labels))]


class Cifar100Dataset(Cifar10Dataset):
    """CIFAR-100: images <32,32,3> of uint8, coarse and fine labels of uint32."""

    _column_names = ["image", "coarse_label", "fine_label"]
    _starts = {"train": "train", "test": "test", "all": ("train", "test")}

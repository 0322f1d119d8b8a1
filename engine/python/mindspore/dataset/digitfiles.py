# SPDX-License-Identifier: Apache-2.0
"""Small images in tables and in arrays of bytes: EMNIST, QMNIST, Semeion, USPS, STL-10, patches of photographs."""
import os

import numpy as np

from mindspore.dataset.decoding import opened_picture, file_bytes
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, check_choice, check_folder
from mindspore.dataset.imagefiles import ImageFiles, idx_array
from mindspore.dataset.textcollections import paths_of
from mindspore.dataset.textfiles import lines_of


def _checked_path(folder, name, what):
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file, failed to find {what} file: {path}")
    return path


class EMnistDataset(ImageFiles):
    """
    EMNIST: images <28,28,1> of uint8 and labels of uint32. `name` is "byclass", "bymerge", "balanced", "letters",
    "digits" or "mnist"; the other arguments are those of all such datasets.
    """

    def __init__(self, dataset_dir, name, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        check_choice(name, ["byclass", "bymerge", "balanced", "letters", "digits", "mnist"], "name")
        self._split = name
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)

    def _mapped_parts(self):
        usages = ["test", "train"] if self._usage == "all" else [self._usage]
        return [self._part(f"emnist-{self._split}-{usage}-") for usage in usages]

    def _part(self, start):
        images = idx_array(_checked_path(self._folder, start + "images-idx3-ubyte", "EMnist image"), 3)
        labels = idx_array(_checked_path(self._folder, start + "labels-idx1-ubyte", "EMnist label"), 1)
        return [images[..., None], labels.astype(np.uint32)]


class QMnistDataset(ImageFiles):
    """
    QMNIST: images <28,28,1> of uint8, and labels of uint32: the digit, or without `compat`
    all eight numbers of an image. `usage` is "train", "test", "test10k" (the first 10000 of "test"), "test50k" (those
    behind them), "nist" or "all" (the default).
    """

    _usages = ("train", "test", "test10k", "test50k", "nist", "all")
    _starts = {"train": "qmnist-train", "test": "qmnist-test", "test10k": "qmnist-test", "test50k": "qmnist-test",
               "nist": "xnist"}
    _first = 10000

    def __init__(self, dataset_dir, usage=None, compat=True, num_samples=None, num_parallel_workers=None, shuffle=None,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        self._is_compatible = compat
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)

    def _mapped_parts(self):
        usages = ["train", "test", "nist"] if self._usage == "all" else [self._usage]
        return [self._part(self._starts[usage]) for usage in usages]

    def _part(self, start):
        path = _checked_path(self._folder, start + "-images-idx3-ubyte", "QMnist image")
        images = idx_array(path, 3)[..., None]
        numbers = idx_array(_checked_path(self._folder, start + "-labels-idx2-int", "QMnist label"), 2, np.dtype(">i4"))
        if self._usage in ("test10k", "test50k") and len(images) < self._first:
            raise pipeline_error(f"Invalid data, {path} has {len(images)} images, fewer than the {self._first} that "
                                 f"usage {self._usage} counts.")
        chosen = {"test10k": slice(self._first), "test50k": slice(self._first, None)}.get(self._usage, slice(None))
        numbers = numbers.astype(np.uint32)[chosen]
        return [images[chosen], numbers[:, 0] if self._is_compatible else numbers]


class SemeionDataset(ImageFiles):
    """Semeion: images <16,16> of uint8, whose points are 0 or 1, and labels of uint32."""

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(dataset_dir, None, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)

    def _mapped_parts(self):
        path = _checked_path(self._folder, "semeion.data", "semeion")
        rows = []
        for number, line in enumerate(lines_of(path), 1):
            try:
                rows.append([float(value) for value in line.split()])
                label = rows[-1][256:266].index(1)
            except ValueError:
                raise pipeline_error(f"Invalid data, {path} has no 256 points and 10 flags in row {number}.") from None
            rows[-1][256:] = [label]
        if not rows:
            raise pipeline_error("Invalid data, SemeionDataset API can't read the data file (interface mismatch or no "
                                 f"data found). Check file path: {self._folder}")
        table = np.array(rows)
        return [[table[:, :256].astype(np.uint8).reshape(-1, 16, 16), table[:, 256].astype(np.uint32)]]


class STL10Dataset(ImageFiles):
    """
    STL-10: images <96,96,3> of uint8 and labels of int32, -1 where there is none. `usage` is "train", "test",
    "unlabeled", "train+unlabeled" or "all" (the default).
    """

    _usages = ("train", "test", "unlabeled", "train+unlabeled", "all")

    def _mapped_parts(self):
        usages = ["test", "train", "unlabeled"] if self._usage == "all" else self._usage.split("+")
        return [self._part(usage) for usage in usages]

    def _part(self, usage):
        path = _checked_path(self._folder, f"{usage}_X.bin", f"STL10 {usage} data")
        count = os.path.getsize(path) // (3 * 96 * 96)
        images = np.memmap(path, np.uint8, "r", 0, (count, 3, 96, 96)).transpose(0, 3, 2, 1)
        if usage == "unlabeled":
            return [images, np.full(count, -1, np.int32)]
        labels = file_bytes(_checked_path(self._folder, f"{usage}_y.bin", f"STL10 {usage} label"))
        if len(labels) != count:
            raise pipeline_error(f"Invalid file, error in {usage}_y.bin: the number of labels is not equal to the "
                                 f"number of images in {path}: {len(labels)} and {count}.")
        return [images, labels.astype(np.int32) - 1]


class USPSDataset(RowsOfFiles):
    """
    USPS: images <16,16,1> of uint8 and labels of uint32. `usage` is "train", "test" or "all" (the default);
    num_samples, shuffle, num_shards, shard_id as for TextFileDataset.
    """

    _files = {"train": "usps", "test": "usps.t"}

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=Shuffle.GLOBAL,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(paths_of(self, dataset_dir, usage), num_samples, num_parallel_workers, shuffle, num_shards,
                         shard_id, cache)

    def _columns(self):
        return ["image", "label"]

    def _count_of(self, path):
        return sum(1 for _ in lines_of(path))

    def _rows_of(self, path):
        for number, line in enumerate(lines_of(path), 1):
            try:
                label, *points = line.split()
                values = np.array([float(point.partition(":")[2]) for point in points], np.float32)
                image = ((values.astype(np.float64) + 1) / 2 * 255).astype(np.uint8).reshape(16, 16, 1)
                yield [image, np.array(int(label) - 1, np.uint32)]
            except ValueError:
                raise pipeline_error(f"Invalid data, {path} has no label and 256 points like 1:-0.5 in row "
                                     f"{number}.") from None


_PATCHES = ["notredame", "yosemite", "liberty", "notredame_harris", "yosemite_harris", "liberty_harris"]


class PhotoTourDataset(ImageFiles):
    """
    Patches of photographs of sights: column image (uint8 <64,64,1>), or for `usage` "test" image1, image2 and matches
    (uint32, 1 where both show one point). `name` is "notredame", "yosemite", "liberty", or one of these with "_harris";
    `usage` is "train" (the default) or "test".
    """

    def __init__(self, dataset_dir, name, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(name, _PATCHES, "name")
        check_choice(usage, [None, "train", "test"], "usage")
        self._is_test = usage == "test"
        self._column_names = ["image1", "image2", "matches"] if self._is_test else ["image"]
        self._pictures = {}
        super().__init__(dataset_dir, usage or "train", num_samples, num_parallel_workers, shuffle, sampler,
                         num_shards, shard_id, cache)
        self._folder = os.path.join(dataset_dir, name)

    def _numbers(self, name, width):
        """The numbers of a file in rows."""
        path = _checked_path(self._folder, name, "PhotoTour")
        with open(path, encoding="utf-8") as file:
            numbers = file.read().split()
        if not numbers or len(numbers) % width:
            raise pipeline_error(f"Invalid data, reading PhotoTour file failed: {path} has {len(numbers)} numbers, "
                                 f"which make no rows of {width}.")
        return np.array(numbers, np.int64).reshape(-1, width)

    def _mapped_parts(self):
        points = self._numbers("info.txt", 2)
        self._paths = [path for path in self._files() if path.endswith("bmp")]
        if not self._is_test:
            return [[np.arange(len(points))]]
        pairs = self._numbers("m50_100000_100000_0.txt", 7)
        return [[pairs[:, 0], pairs[:, 3], (pairs[:, 1] == pairs[:, 4]).astype(np.uint32)]]

    def _row(self, index):
        row = super()._row(index)
        return [*(self._patch(int(number)) for number in row[:2]), *row[2:]]

    def _patch(self, number):
        """One of the 16 * 16 patches in each picture."""
        picture, place = divmod(number, 256)
        if picture >= len(self._paths):
            raise pipeline_error(f"Invalid data, there is no picture with patch {number} in {self._folder}.")
        pictures = self._pictures  # another worker may put one in its place at any time
        if picture not in pictures:
            path = self._paths[picture]
            pictures = self._pictures = {picture: np.array(opened_picture(file_bytes(path), path).convert("L"))}
        top, left = 64 * (place // 16), 64 * (place % 16)
        return pictures[picture][top:top + 64, left:left + 64, None].copy()

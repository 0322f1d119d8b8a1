# SPDX-License-Identifier: Apache-2.0
"""Data that is made up: images of noise, and rows of random bytes in the columns of a schema."""
import math

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset import config
from mindspore.dataset.checks import check_bool, check_num_samples, check_positive, check_shards, check_type
from mindspore.dataset.dataset import SourceDataset
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.randomness import Mersenne32
from mindspore.dataset.samplers import select_sampler
from mindspore.dataset.schema import Schema
from mindspore.dataset.sources import VisionBaseDataset


class FakeImageDataset(VisionBaseDataset):
    """
    Images of noise, equal ones for equal arguments: columns image (uint8 of image_size) and label (uint32).

    Args:
        num_images (int): how many.
        image_size (list, tuple): height, width and channels.
        num_classes (int): labels are below it.
        base_seed (int): the seed of the first image; that of each further one is greater by 1.
        num_samples, shuffle, sampler, num_shards, shard_id: which images, in which order; random is the default.
    """

    def __init__(self, num_images=1000, image_size=(224, 224, 3), num_classes=10, base_seed=0, num_samples=None,
                 num_parallel_workers=None, shuffle=None, sampler=None, num_shards=None, shard_id=None, cache=None):
        check_positive(num_images, "num_images")
        check_type(image_size, [list, tuple], "image_size")
        if len(image_size) != 3:
            raise ValueError(f"image_size should be a list or tuple of length 3, but got {len(image_size)}")
        for length in image_size:
            check_positive(length, "image_size")
        check_positive(num_classes, "num_classes")
        check_type(base_seed, [int], "base_seed")
        check_num_samples(num_samples)
        if cache is not None:
            raise not_yet("FakeImageDataset with a cache")
        self._count, self._shape, self._classes, self._seed = num_images, tuple(image_size), num_classes, base_seed
        super().__init__(["image", "label"], select_sampler(num_samples, sampler, shuffle, num_shards, shard_id),
                         num_parallel_workers)

    def _length(self):
        return self._count

    def _row(self, index):
        size = math.prod(self._shape)
        normal = _normal(self._random(index))
        numbers = np.array([min(max(next(normal), 0), 255) for _ in range(-(-size // 8))], np.float64)
        # The points are the bytes of the numbers, as in real MindSpore.
        image = np.frombuffer(numbers.tobytes(), np.uint8)[:size].reshape(self._shape).copy()
        return [image, np.uint32(self._label(index))]

    def _random(self, index):
        return Mersenne32((self._seed + index) % 2**32)

    def _label(self, index):
        return self._random(index).below(self._classes)

    def _class_of(self, column):
        return self._label if column == "label" else None


def _normal(random):
    """Numbers as std::normal_distribution<double> gives them: pairs, of which the second one comes first."""
    while True:
        x, y = 2 * random.fraction() - 1, 2 * random.fraction() - 1
        square = x * x + y * y
        if 0 < square <= 1:
            scale = math.sqrt(-2 * math.log(square) / square)
            yield y * scale
            yield x * scale


_LONGEST = 32  # of the lengths that a schema leaves open


class RandomDataset(SourceDataset):
    """
    Rows of random bytes: each element of a column has one byte in all its places.

    Args:
        total_rows (int): how many; a random number up to 1000 for None.
        schema (str, Schema): the columns. It must be given.
        columns_list (list[str]): which of the columns, in which order.
        num_samples, shuffle: checked, and of no effect, as in real MindSpore.
    """

    def __init__(self, total_rows=None, schema=None, columns_list=None, num_samples=None, num_parallel_workers=None,
                 cache=None, shuffle=None, num_shards=None, shard_id=None):
        super().__init__(num_parallel_workers=num_parallel_workers)
        if total_rows is not None:
            check_positive(total_rows, "total_rows")
        check_num_samples(num_samples)
        check_shards(num_shards, shard_id)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        if schema is None:
            raise not_yet("RandomDataset without a schema")
        if cache is not None or num_shards is not None:
            raise not_yet("RandomDataset with a cache or with shards")
        self._schema = schema if isinstance(schema, Schema) else Schema(schema)
        self._chosen = self._chosen_columns(columns_list)
        self._given_rows = total_rows
        self._rows = total_rows or Mersenne32(config.new_seed()).integer(1, 1000)

    def _chosen_columns(self, names):
        found = {column["name"]: column for column in self._schema.columns}
        for name in names or ():
            if name not in found:
                raise pipeline_error(f"Invalid column, column name: {name} is not in the schema.")
        chosen = [found[name] for name in names] if names else self._schema.columns
        for column in chosen:
            if column["type"] == "string":
                raise not_yet("RandomDataset with a column of texts")
        return chosen

    def _columns(self):
        return [column["name"] for column in self._chosen]

    def _size(self):
        return self._rows

    def opened(self):
        seed = config.new_seed()

        def one_pass():
            random = Mersenne32(seed)
            if self._given_rows is None:
                random.integer(1, 1000)
            return ([_random_array(column, random) for column in self._chosen] for _ in range(self._rows))
        return one_pass


def _random_array(column, random):
    shape = [random.integer(1, _LONGEST) if length < 0 else length for length in column.get("shape", [])]
    dtype = np.dtype(column["type"])
    data = bytes([random.below(256)]) * (dtype.itemsize * math.prod(shape))
    return np.frombuffer(data, dtype).reshape(shape).copy()

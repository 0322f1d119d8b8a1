# SPDX-License-Identifier: Apache-2.0
"""Samplers: which elements of a dataset are read, in which order."""
import bisect
import itertools
import math

import numpy as np

from mindspore.dataset import config
from mindspore.dataset.checks import check_num_samples, check_shards, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.randomness import Mersenne32, shuffle


class BuiltinSampler:
    """
    The base of all samplers. `child` is the sampler whose choice this one chooses from; without one, it chooses from
    the whole dataset.
    """

    def __init__(self, num_samples=None):
        check_num_samples(num_samples)
        self.num_samples = num_samples or None
        self.child_sampler = None

    def add_child(self, sampler):
        """Lets this sampler choose from what another one gives."""
        self.child_sampler = sampler

    def get_child(self):
        return self.child_sampler

    def get_num_samples(self):
        return self.num_samples

    def is_shuffled(self):
        """Whether the order is random, here or in the sampler that this one chooses from."""
        return self.child_sampler is not None and self.child_sampler.is_shuffled()

    def is_sharded(self):
        """Whether only a part for one of several devices is chosen, here or in the sampler that this one chooses
        from."""
        return self.child_sampler is not None and self.child_sampler.is_sharded()

    def size(self, count):
        """How many elements are read of `count`."""
        if self.child_sampler is not None:
            count = self.child_sampler.size(count)
        return self._size(count)

    def opened(self, count):
        """A function; each call of it gives the list of indices for one more pass over `count` elements."""
        if self.child_sampler is None:
            own = self._opened(count)
            return lambda: self._checked(list(itertools.islice(own(), self.num_samples)), count)
        inner = self.child_sampler.opened(count)
        inner_count = self.child_sampler.size(count)
        own = self._opened(inner_count)

        def one_pass():
            chosen = inner()
            return [chosen[i] for i in self._checked(list(itertools.islice(own(), self.num_samples)), inner_count)]
        return one_pass

    def _size(self, count):
        return count if self.num_samples is None else min(self.num_samples, count)

    def _opened(self, count):
        raise NotImplementedError(f"{type(self).__name__} does not say which elements it chooses.")

    def _checked(self, indices, count):
        for index in indices:
            if not 0 <= index < count:
                raise pipeline_error(f"Sample ID ({index}) is out of bound, expected range [0, {count - 1}]")
        return indices


class SequentialSampler(BuiltinSampler):
    """Elements in their order, from `start_index` on."""

    def __init__(self, start_index=None, num_samples=None):
        if start_index is not None:
            check_type(start_index, [int], "start_index")
        super().__init__(num_samples)
        self.start_index = start_index or 0

    def _size(self, count):
        return super()._size(max(count - self.start_index, 0))

    def _opened(self, count):
        if self.start_index < 0:
            raise pipeline_error("SequentialSampler: start_index_ must be greater than or equal to 0, but got: "
                                 f"{self.start_index}")
        return lambda: range(self.start_index, count)


class RandomSampler(BuiltinSampler):
    """Elements in random order, another one at each pass; with `replacement`, an element may come again."""

    def __init__(self, replacement=False, num_samples=None):
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be a boolean value but was: {replacement}.")
        super().__init__(num_samples)
        self.replacement = replacement
        self.reshuffle_each_epoch = True
        self.seed = None  # for samplers that must agree on an order although no seed was set

    def is_shuffled(self):
        return True

    def _opened(self, count):
        seed = config.new_seed() if self.seed is None else self.seed
        passes = itertools.count() if self.reshuffle_each_epoch else itertools.repeat(0)
        if self.replacement:
            def drawn():
                random = Mersenne32((seed + next(passes)) % 2**32)
                for _ in range(count):
                    yield random.below(count)
            return drawn
        order = list(range(count))
        last = None

        def shuffled():
            nonlocal last
            number = next(passes)
            if number != last:
                shuffle(order, Mersenne32((seed + number) % 2**32))
            last = number
            return order
        return shuffled


class SubsetSampler(BuiltinSampler):
    """The elements of a list of indices, in its order."""

    def __init__(self, indices, num_samples=None):
        indices = [indices] if isinstance(indices, (int, np.integer)) else list(indices)
        for i, index in enumerate(indices):
            if not isinstance(index, (int, np.integer)) or isinstance(index, bool):
                raise TypeError(f"SubsetSampler: Type of indices element must be int, but got list[{i}]: {index}, "
                                f"type: {type(index)}.")
        super().__init__(num_samples)
        self.indices = [int(index) for index in indices]

    def is_shuffled(self):
        return False

    def _size(self, count):
        return super()._size(len(self.indices))

    def _opened(self, count):
        return lambda: self.indices


class SubsetRandomSampler(SubsetSampler):
    """The elements of a list of indices, in another random order at each pass."""

    def is_shuffled(self):
        return True

    def _opened(self, count):
        seed = config.new_seed()
        order = list(self.indices)

        def shuffled():
            shuffle(order, Mersenne32(seed))
            return order
        return shuffled


class WeightedRandomSampler(BuiltinSampler):
    """Elements drawn with probabilities like their weights; with `replacement`, an element may come again."""

    def __init__(self, weights, num_samples=None, replacement=True):
        for i, weight in enumerate(weights):
            if not isinstance(weight, (int, float, np.number)) or isinstance(weight, bool):
                raise TypeError(f"type of weights element must be number, but got w[{i}]: {weight}, type: "
                                f"{type(weight)}.")
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be a boolean value, but got: {replacement}.")
        super().__init__(num_samples)
        self.weights = [float(weight) for weight in weights]
        self.replacement = replacement

    def is_shuffled(self):
        return True

    def _size(self, count):
        return self.num_samples or len(self.weights)

    def _opened(self, count):
        if not self.weights:
            raise pipeline_error("WeightedRandomSampler: weights vector must not be empty")
        if min(self.weights) < 0:
            raise pipeline_error("WeightedRandomSampler: weights vector must not contain negative numbers, got: "
                                 f"{min(self.weights)}")
        if not any(self.weights):
            raise pipeline_error("WeightedRandomSampler: elements of weights vector must not be all zero")
        seed = config.new_seed()
        return (lambda: self._drawn(Mersenne32(seed))) if self.replacement else (lambda: self._ranked(Mersenne32(seed)))

    def _drawn(self, random):
        bounds = np.cumsum(np.array(self.weights) / np.sum(self.weights)).tolist()
        bounds[-1] = 1.0
        for _ in range(self._size(0)):
            yield bisect.bisect_left(bounds, random.fraction())

    def _ranked(self, random):
        """Without replacement: the elements whose exponential clocks, as fast as their weights, ring first."""
        times = [(-math.log(1.0 - random.fraction()) / weight if weight else math.inf, i)
                 for i, weight in enumerate(self.weights)]
        return [i for _, i in sorted(times)[:self._size(0)]]


class PKSampler(BuiltinSampler):
    """
    `num_val` random elements of each class, class after class in the order of their numbers, or in random order with
    `shuffle`. An element may come again. For datasets whose elements have a class in the column class_column.
    """

    def __init__(self, num_val, num_class=None, shuffle=False, class_column="label", num_samples=None):
        check_type(num_val, [int], "num_val")
        if num_class is not None:
            raise NotImplementedError("Not supported to specify num_class for PKSampler.")
        if not isinstance(shuffle, bool):
            raise TypeError(f"shuffle must be a boolean value but was: {shuffle}.")
        check_type(class_column, [str], "class_column")
        super().__init__(num_samples)
        self.num_val, self.shuffle, self.class_column = num_val, shuffle, class_column
        self._members = None

    def is_shuffled(self):
        return self.shuffle or super().is_shuffled()

    def read_classes(self, class_of, count):
        """Takes note of the class of each element, for which a dataset gives the function."""
        classes = {}
        for index in range(count):
            classes.setdefault(class_of(index), []).append(index)
        self._members = [classes[number] for number in sorted(classes)]

    def _checked_members(self):
        if self._members is None:
            raise pipeline_error("PKSampler: the dataset has no column with the classes of its elements.")
        if self.num_val < 1:
            raise pipeline_error(f"PKSampler: num_val must be greater than 0, but got: {self.num_val}")
        return self._members

    def _size(self, count):
        return super()._size(len(self._checked_members()) * self.num_val)

    def _opened(self, count):
        members = list(self._checked_members())
        first = config.new_seed()
        seeds = itertools.count(first)

        def drawn():
            seed = next(seeds)
            random = Mersenne32(seed % 2**32)
            if self.shuffle and seed == first:
                shuffle(members, random)
            for one_class in members:
                for _ in range(self.num_val):
                    yield one_class[random.below(len(one_class))]
        return drawn


class DistributedSampler(BuiltinSampler):
    """
    The part of the data for one of `num_shards` devices: every num_shards-th element. Without `offset` all parts are
    equally long, the last ones begin again at the start; with it, part `offset` gets the first element and no element
    comes twice.
    """

    def __init__(self, num_shards, shard_id, shuffle=True, num_samples=None, offset=-1):
        check_type(num_shards, [int], "num_shards")
        check_type(shard_id, [int], "shard_id")
        if not isinstance(shuffle, bool):
            raise TypeError(f"shuffle must be a boolean value, but got: {shuffle}.")
        check_type(offset, [int], "offset")
        super().__init__(num_samples)
        self.num_shards, self.shard_id, self.shuffle, self.offset = num_shards, shard_id, shuffle, offset

    def is_shuffled(self):
        return self.shuffle or super().is_shuffled()

    def is_sharded(self):
        return self.num_shards > 1 or super().is_sharded()

    def _positions(self, count):
        """Places in the order of all elements; they may go beyond the last one, which means from the start again."""
        self._check()
        if self.offset < 0:
            return [self.num_shards * i + self.shard_id for i in range(-(-count // self.num_shards))]
        start = self.shard_id - self.offset
        return [place for place in range(start, count, self.num_shards) if place >= 0]

    def _check(self):
        if self.num_shards < 1:
            raise pipeline_error(f"DistributedSampler: num_shards must be greater than 0, but got: {self.num_shards}")
        if not 0 <= self.shard_id < self.num_shards:
            raise pipeline_error(f"DistributedSampler: shard_id must be in range [0, {self.num_shards}), but got: "
                                 f"{self.shard_id}")
        if self.offset > self.num_shards:
            raise pipeline_error(f"DistributedSampler: offset must be no more than num_shards({self.num_shards}), but "
                                 f"got: {self.offset}")

    def _size(self, count):
        return super()._size(len(self._positions(count)))

    def _opened(self, count):
        positions = self._positions(count)
        if not self.shuffle:
            return lambda: [place % count for place in positions]
        # The parts see one order, so that together they have all elements, only if they share a seed.
        seed = config.get_seed()
        passes = itertools.count(1)
        order = list(range(count))

        def shuffled():
            shuffle(order, Mersenne32((seed + next(passes)) % 2**32))
            return [order[place % count] for place in positions]
        return shuffled


class Sampler(BuiltinSampler):
    """The base of a user's own sampler: __iter__ gives the indices of a pass, of `dataset_size` elements."""

    def __init__(self, num_samples=None):
        super().__init__(num_samples)
        self.dataset_size = 0

    def __iter__(self):
        raise NotImplementedError(f"The sampler {type(self).__name__} has no method '__iter__'.")

    def _indices(self, count):
        self.dataset_size = count
        return [int(index) for index in self]

    def _size(self, count):
        return super()._size(len(self._indices(count)))

    def _opened(self, count):
        return lambda: self._indices(count)


class IterSampler(Sampler):
    """The indices that any iterable gives."""

    def __init__(self, sampler, num_samples=None):
        super().__init__(num_samples)
        self.sampler = sampler

    def __iter__(self):
        return iter(self.sampler)


def select_sampler(num_samples, sampler, shuffle, num_shards, shard_id):
    """The sampler that a dataset's arguments ask for; random order is the default."""
    check_shards(num_shards, shard_id)
    if sampler is None:
        return _default_sampler(num_samples, shuffle, num_shards, shard_id)
    if shuffle is not None or num_shards is not None or num_samples is not None:
        raise ValueError(f"Conflicting arguments during sampler assignments. num_samples: {num_samples}, num_shards: "
                         f"{num_shards}, shard_id: {shard_id}, shuffle: {shuffle}.")
    if isinstance(sampler, BuiltinSampler):
        return sampler
    if isinstance(sampler, str) or not (hasattr(sampler, "__iter__") or hasattr(sampler, "__getitem__")):
        raise TypeError(f"Unsupported sampler object of type ({type(sampler)})")
    return IterSampler(sampler)


def _default_sampler(num_samples, shuffle, num_shards, shard_id):
    is_random = shuffle is None or shuffle
    if num_shards is not None:
        return DistributedSampler(num_shards, shard_id, is_random, num_samples)
    return RandomSampler(num_samples=num_samples) if is_random else SequentialSampler(num_samples=num_samples)

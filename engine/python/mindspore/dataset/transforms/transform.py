# SPDX-License-Identifier: Apache-2.0
"""The base of the transforms that the package brings, and of those that choose at random."""
from mindspore.dataset import config
from mindspore.dataset.randomness import Mersenne32


class Transform:
    """Called with the arrays of the input columns of `map`; gives an array, or a tuple for several columns."""

    def __call__(self, *columns):
        raise NotImplementedError(f"{type(self).__name__} does not say what it does.")

    def __repr__(self):
        return f"{type(self).__name__}()"


class RandomTransform(Transform):
    """A transform with a random state of its own, which begins at the seed that holds when it is first called."""

    _random = None

    def chance(self, probability):
        """Whether an event of that probability happens."""
        return self.random().chance(probability)

    def random(self):
        if self._random is None:
            self._random = Mersenne32(config.new_seed())
        return self._random

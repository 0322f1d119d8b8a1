# SPDX-License-Identifier: Apache-2.0
"""The base of the transforms that the package brings, and of those that choose at random."""
import copy

from mindspore.dataset import _workers, config
from mindspore.dataset.randomness import Mersenne32


class Transform:
    """Called with the arrays of the input columns of `map`; gives an array, or a tuple for several columns."""

    def __call__(self, *columns):
        raise NotImplementedError(f"{type(self).__name__} does not say what it does.")

    def begun(self):
        """A copy for one pipeline, in which all that is random begins at the seed that holds now."""
        begun = copy.copy(self)
        for name, value in vars(self).items():
            setattr(begun, name, _begun(value))
        return begun

    def __repr__(self):
        return f"{type(self).__name__}()"


class PyTensorOperation:
    """The base of transforms that a script writes in Python: `_execute_py(image)` says what one does."""

    def __init__(self):
        self.transforms = []
        self.output_type = None

    def __call__(self, img):
        return self._execute_py(img)


def _begun(value):
    """A transform, or a list or tuple of them, as it begins; anything else as it is."""
    if isinstance(value, Transform):
        return value.begun()
    return type(value)(map(_begun, value)) if type(value) in (list, tuple) else value


class RandomTransform(Transform):
    """A transform with a random state of its own, which begins at the seed that holds when it is first called: in each
    pipeline anew."""

    _random = None

    def begun(self):
        begun = super().begun()
        begun._random = None
        return begun

    def chance(self, probability):
        """Whether an event of that probability happens."""
        return self.random().chance(probability)

    def random(self):
        if self._random is None:
            # Workers that began alike would draw alike.
            self._random = Mersenne32((config.new_seed() + _workers.number()) % 2**32)
        return self._random

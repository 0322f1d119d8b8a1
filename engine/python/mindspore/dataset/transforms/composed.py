# SPDX-License-Identifier: Apache-2.0
"""Transforms made of transforms."""
from mindspore.dataset.arrays import as_array
from mindspore.dataset.errors import call_user
from mindspore.dataset.randomness import shuffle
from mindspore.dataset.transforms.transform import RandomTransform, Transform


def _checked(transforms):
    if not isinstance(transforms, list):
        raise TypeError(f"Argument transforms with value {transforms} is not of type [<class 'list'>], but got "
                        f"{type(transforms)}.")
    if not transforms:
        raise ValueError("transforms list can not be empty.")
    for i, transform in enumerate(transforms):
        if not callable(transform):
            raise TypeError(f"transforms[{i}] is neither a transforms op (TensorOperation) nor a callable pyfunc.")
    return list(transforms)


def _called(transforms, columns):
    """The columns after all transforms: one array, or a tuple."""
    for transform in transforms:
        result = transform(*columns) if isinstance(transform, Transform) else call_user(transform, *columns)
        columns = result if isinstance(result, tuple) else (result,)
    return columns[0] if len(columns) == 1 else columns


class Compose(Transform):
    """Several transforms one after the other."""

    def __init__(self, transforms):
        self.transforms = _checked(transforms)

    def __call__(self, *columns):
        return _called(self.transforms, [as_array(column) for column in columns])


class RandomApply(RandomTransform):
    """All transforms one after the other with a probability, else none."""

    def __init__(self, transforms, prob=0.5):
        self.transforms = _checked(transforms)
        if not 0 <= prob <= 1:
            raise ValueError("Input prob is not within the required interval of [0.0, 1.0].")
        self.prob = prob

    def __call__(self, *columns):
        return _called(self.transforms if self.chance(self.prob) else [], columns)


class RandomChoice(RandomTransform):
    """One of the transforms."""

    def __init__(self, transforms):
        self.transforms = _checked(transforms)

    def __call__(self, *columns):
        return _called([self.transforms[self.random().below(len(self.transforms))]], columns)


class RandomOrder(RandomTransform):
    """All transforms, in random order."""

    def __init__(self, transforms):
        self.transforms = _checked(transforms)

    def __call__(self, *columns):
        order = list(self.transforms)
        shuffle(order, self.random())
        return _called(order, columns)

# SPDX-License-Identifier: Apache-2.0
"""What the transforms of images share: checks of images and sizes, and what stands for an image."""
import sys

import numpy as np

from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_range, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.randomness import OfPython
from mindspore.dataset.transforms.transform import RandomTransform, Transform

_MAX_LENGTH = 16777216  # 2**24: float32 counts pixels exactly up to here


def as_image(image, name):
    """The array of an image; RuntimeError unless it has two or three axes."""
    array = as_array(image) if not isinstance(image, (list, tuple)) else None
    if not isinstance(array, np.ndarray):
        raise TypeError(f"Input should be NumPy or PIL image, got {type(image)}.")
    if array.ndim not in (2, 3):
        raise pipeline_error(f"{name}: image shape should be <H,W> or <H,W,C>, but got rank: {array.ndim}")
    return array


def as_size(size):
    """(height, width) of one number for both, or of two."""
    check_type(size, [int, list, tuple], "size")
    sizes = (size, size) if isinstance(size, int) else tuple(size)
    if len(sizes) != 2:
        raise TypeError("Size should be a single integer or a list/tuple (h, w) of length 2.")
    for length in sizes:
        check_type(length, [int], "size")
        check_range(length, 1, _MAX_LENGTH)
    return sizes


def check_probability(prob):
    check_type(prob, [float, int], "prob")
    if not 0 <= prob <= 1:
        raise ValueError("Input prob is not within the required interval of [0.0, 1.0].")


def is_picture(image):
    """Whether it is an image of Pillow, which has no such images before it is imported."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(image, module.Image)


class ImageTransform(Transform):
    """
    Gives an array for the array of an image, and an image of Pillow for one of Pillow. A subclass says in `_changed`
    what it makes of an array.
    """

    def __call__(self, image):
        return self._changed_picture(image) if is_picture(image) else self._changed(image)

    def _changed_picture(self, image):
        """What is made of an image of Pillow: what is made of its array, where Pillow itself does nothing else."""
        return sys.modules["PIL.Image"].fromarray(self._changed(np.array(image)))

    def _changed(self, image):
        raise NotImplementedError(f"{type(self).__name__} does not say what it does.")


class RandomImageTransform(ImageTransform, RandomTransform):
    """An ImageTransform that chooses at random: for images of Pillow as Python's own generator says."""

    _has_picture = False  # whether the image at hand is one of Pillow

    def __call__(self, image):
        self._has_picture = is_picture(image)
        return super().__call__(image)

    def random(self):
        return OfPython if self._has_picture else super().random()


def bounded(values, dtype):
    """Values as a dtype: whole numbers are rounded, halves to even ones, and cut to the range of the dtype."""
    if np.dtype(dtype).kind not in "iu":
        return values.astype(dtype)
    limits = np.iinfo(dtype)
    return np.rint(values).clip(limits.min, limits.max).astype(dtype)


def as_color(image, name):
    """The array of an image of three channels; RuntimeError for others."""
    image = as_image(image, name)
    if image.ndim != 3 or image.shape[2] != 3:
        raise pipeline_error(f"{name}: image shape is not <H,W,C> with 3 channels, but got shape {list(image.shape)}.")
    return image


def check_numbers(values, name, low, high):
    """TypeError or ValueError unless each is a number from low to high."""
    for value in values:
        check_type(value, [int, float], name)
        check_range(value, low, high, name)

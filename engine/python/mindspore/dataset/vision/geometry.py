# SPDX-License-Identifier: Apache-2.0
"""Transforms that move an image's pixels without changing their values."""
from enum import Enum

import numpy as np

from mindspore.dataset.checks import check_bool, check_range, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.vision.image import ImageTransform, RandomImageTransform, as_image, as_size, check_probability


class Border(str, Enum):
    """What stands beyond the edges of a padded image."""
    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class HorizontalFlip(ImageTransform):
    """Left and right exchanged."""

    def _changed(self, image):
        return np.ascontiguousarray(as_image(image, "HorizontalFlip")[:, ::-1])


class VerticalFlip(ImageTransform):
    """Top and bottom exchanged."""

    def _changed(self, image):
        return np.ascontiguousarray(as_image(image, "VerticalFlip")[::-1])


class RandomHorizontalFlip(RandomImageTransform):
    """Left and right exchanged, with a probability."""

    def __init__(self, prob=0.5):
        check_probability(prob)
        self.prob = prob

    def _changed(self, image):
        image = as_image(image, "RandomHorizontalFlip")
        return np.ascontiguousarray(image[:, ::-1]) if self.chance(self.prob) else image


class RandomVerticalFlip(RandomImageTransform):
    """Top and bottom exchanged, with a probability."""

    def __init__(self, prob=0.5):
        check_probability(prob)
        self.prob = prob

    def _changed(self, image):
        image = as_image(image, "RandomVerticalFlip")
        return np.ascontiguousarray(image[::-1]) if self.chance(self.prob) else image


class CenterCrop(ImageTransform):
    """The middle of an image; where it is too small, with zeros around."""

    def __init__(self, size):
        self.size = as_size(size)

    def _changed(self, image):
        image = as_image(image, "CenterCrop")
        missing = [max(wanted - length, 0) for wanted, length in zip(self.size, image.shape)]
        if any(missing):
            widths = [(lack - lack // 2, lack // 2) for lack in missing] + [(0, 0)] * (image.ndim - 2)
            image = np.pad(image, widths)
        top, left = ((length - wanted) // 2 for wanted, length in zip(self.size, image.shape))
        return np.ascontiguousarray(image[top:top + self.size[0], left:left + self.size[1]])


class Crop(ImageTransform):
    """The part of an image from `coordinates` (top, left) on."""

    def __init__(self, coordinates, size):
        check_type(coordinates, [list, tuple], "coordinates")
        if len(coordinates) != 2:
            raise TypeError("Coordinates should be a list/tuple (y, x) of length 2.")
        for i, coordinate in enumerate(coordinates):
            check_type(coordinate, [int], f"coordinates[{i}]")
            check_range(coordinate, 0, 2**31 - 1, f"coordinates[{i}]")
        self.coordinates, self.size = tuple(coordinates), as_size(size)

    def _changed(self, image):
        image = as_image(image, "Crop")
        for name, start, wanted, length in zip(("height", "width"), self.coordinates, self.size, image.shape):
            if start + wanted > length:
                raise pipeline_error(f"Crop: Crop {name} dimension: {start + wanted} exceeds image {name}: {length}")
        top, left = self.coordinates
        return np.ascontiguousarray(image[top:top + self.size[0], left:left + self.size[1]])


def _paddings(padding):
    """(left, top, right, bottom) of one number for all, (left and right, top and bottom), or all four."""
    check_type(padding, [int, list, tuple], "padding")
    given = (padding, padding) if isinstance(padding, int) else tuple(padding)
    if len(given) not in (2, 4):
        raise ValueError("The size of the padding list or tuple should be 2 or 4.")
    for length in given:
        check_type(length, [int], "padding")
        check_range(length, 0, 2**31 - 1, "padding")
    return given if len(given) == 4 else given * 2


def _fill(fill_value):
    check_type(fill_value, [int, tuple], "fill_value")
    values = (fill_value,) if isinstance(fill_value, int) else fill_value
    if len(values) not in (1, 3):
        raise TypeError("fill_value should be a single integer or a 3-tuple.")
    for value in values:
        check_range(value, 0, 255, "fill_value")
    return values


def padded_image(image, paddings, fill, mode):
    """An array with more pixels around: (left, top, right, bottom) of them."""
    left, top, right, bottom = paddings
    widths = [(top, bottom), (left, right)] + [(0, 0)] * (image.ndim - 2)
    if mode is not Border.CONSTANT:
        return np.pad(image, widths, mode.value)
    height, width = image.shape[0] + top + bottom, image.shape[1] + left + right
    if len(fill) > 1 and (image.ndim == 2 or image.shape[2] != len(fill)):
        raise pipeline_error(f"Pad: fill_value has {len(fill)} values, but the image does not have so many channels")
    result = np.empty((height, width, *image.shape[2:]), image.dtype)
    result[...] = fill if len(fill) > 1 else fill[0]
    result[top:top + image.shape[0], left:left + image.shape[1]] = image
    return result


class Pad(ImageTransform):
    """
    An image with more pixels around: `padding` is one number for all sides, (left and right, top and bottom), or
    (left, top, right, bottom).
    """

    def __init__(self, padding, fill_value=0, padding_mode=Border.CONSTANT):
        check_type(padding_mode, [Border], "padding_mode")
        self.paddings, self.fill, self.mode = _paddings(padding), _fill(fill_value), padding_mode

    def _changed(self, image):
        return padded_image(as_image(image, "Pad"), self.paddings, self.fill, self.mode)


class RandomCrop(RandomImageTransform):
    """A part of an image at a random place, after padding it; pad_if_needed makes too small images large enough."""

    def __init__(self, size, padding=None, pad_if_needed=False, fill_value=0, padding_mode=Border.CONSTANT):
        check_bool(pad_if_needed, "pad_if_needed")
        check_type(padding_mode, [Border], "padding_mode")
        self.size, self.pad_if_needed = as_size(size), pad_if_needed
        self.paddings = _paddings(0 if padding is None else padding)
        self.fill, self.mode = _fill(fill_value), padding_mode

    def _changed(self, image):
        image = self.padded(as_image(image, "RandomCrop"))[0]
        top, left = self.place(image)
        return np.ascontiguousarray(image[top:top + self.size[0], left:left + self.size[1]])

    def padded(self, image):
        """(the image with what is added around it, [left, top] of the image in it)"""
        height, width = self.size
        left, top = self.paddings[:2]
        image = padded_image(image, self.paddings, self.fill, self.mode)
        if not self.pad_if_needed:
            return image, [left, top]
        lack_y, lack_x = max(height - image.shape[0], 0), max(width - image.shape[1], 0)
        image = padded_image(image, (lack_x, lack_y, lack_x, lack_y), self.fill, self.mode)
        return image, [left + lack_x, top + lack_y]

    def place(self, image):
        """(top, left) of a random part; RuntimeError where the image is too small."""
        height, width = self.size
        if image.shape[0] < height or image.shape[1] < width:
            raise pipeline_error("RandomCrop: invalid crop size, crop size is bigger than the image dimensions, got "
                                 f"crop height: {height}, crop width: {width}")
        # MindSpore draws the row first for an image of Pillow, and the column first for an array.
        far, order = (image.shape[0] - height, image.shape[1] - width), (0, 1) if self._has_picture else (1, 0)
        drawn = {axis: self.random().integer(0, far[axis]) for axis in order}
        return drawn[0], drawn[1]

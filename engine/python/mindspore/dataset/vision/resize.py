# SPDX-License-Identifier: Apache-2.0
"""Images of another size."""
from enum import IntEnum

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_type
from mindspore.dataset.vision.image import ImageTransform, as_image, as_size, bounded


class Inter(IntEnum):
    """How values between pixels are found."""
    NEAREST = 0
    ANTIALIAS = 1
    BILINEAR = LINEAR = 2
    BICUBIC = CUBIC = 3
    AREA = 4
    PILCUBIC = 5


_FIXED = 2048  # bytes are mixed in fixed point with 11 bits, which decides how halves are rounded


def _nearest(length, wanted):
    return np.minimum((np.arange(wanted) * (1.0 / (wanted / length))).astype(np.int64), length - 1)


def _neighbours(length, wanted):
    """For each new pixel the index before it, the index behind it, and how far it is on the way between them."""
    places = ((np.arange(wanted, dtype=np.float64) + 0.5) * (1.0 / (wanted / length)) - 0.5).astype(np.float32)
    before = np.floor(places).astype(np.int64)
    return before.clip(0, length - 1), (before + 1).clip(0, length - 1), places - before.astype(np.float32)


def _along(values, axis):
    """Numbers of one axis, shaped so that they meet that axis of an image."""
    return values.reshape([-1 if i == axis else 1 for i in range(3)])


def _bilinear(image, size):
    (top, bottom, down), (left, right, across) = (_neighbours(*pair) for pair in zip(image.shape, size))
    # Beyond the edges both neighbours are one pixel. Columns then count it once; rows mix it with itself, which is no
    # different but for the rounding of bytes.
    across = np.where(left == right, np.float32(0), across)
    across, down = _along(across, 1), _along(down, 0)
    if image.dtype == np.uint8:
        return _bilinear_bytes(image, (top, bottom, down), (left, right, across))
    wide = image[:, left] * (1 - across) + image[:, right] * across
    return (wide[top] * (1 - down) + wide[bottom] * down).astype(image.dtype)


def _bilinear_bytes(image, rows, columns):
    """Two steps in whole numbers, the second of which drops 4, 16 and 2 bits in turn."""
    def weights(part):
        return np.rint((1 - part) * _FIXED).astype(np.int64), np.rint(part * _FIXED).astype(np.int64)
    top, bottom, down = rows
    left, right, across = columns
    near, far = weights(across)
    image = image.astype(np.int64)
    wide = image[:, left] * near + image[:, right] * far
    near, far = weights(down)
    mixed = ((near * (wide[top] >> 4)) >> 16) + ((far * (wide[bottom] >> 4)) >> 16)
    return ((mixed + 2) >> 2).clip(0, 255).astype(np.uint8)


class Resize(ImageTransform):
    """
    An image of another size: (height, width), or one number for the shorter side.

    Raises:
        NotImplementedError: for Inter.PILCUBIC and Inter.ANTIALIAS.
    """

    def __init__(self, size, interpolation=Inter.LINEAR):
        check_interpolation(interpolation)
        self.shorter_side = size if isinstance(size, int) else None
        self.size, self.interpolation = as_size(size), interpolation

    def _wanted(self, height, width):
        if self.shorter_side is None:
            return self.size
        if height < width:
            return self.shorter_side, int(self.shorter_side * (width / height))
        return int(self.shorter_side * (height / width)), self.shorter_side

    def _changed(self, image):
        image = as_image(image, "Resize")
        return resized(image, self._wanted(*image.shape[:2]), self.interpolation)

    def _changed_picture(self, image):
        return resized_picture(image, self._wanted(*image.size[::-1]), self.interpolation)


def check_interpolation(interpolation):
    """TypeError unless it is an Inter, NotImplementedError for one that is not there."""
    check_type(interpolation, [Inter], "interpolation")
    if interpolation not in _WAYS:
        raise not_yet(f"Inter.{interpolation.name}")


_PILLOW = {Inter.NEAREST: 0, Inter.LINEAR: 2, Inter.CUBIC: 3}  # Pillow's numbers for them


def resized_picture(image, size, interpolation):
    """An image of Pillow in another size (height, width), by Pillow: what is made smaller takes in all pixels."""
    if interpolation not in _PILLOW:
        raise TypeError(f"Current Interpolation is not supported with PIL input, got {interpolation}.")
    return image.resize(tuple(size)[::-1], _PILLOW[interpolation])


def resized(image, size, interpolation):
    """An array <H,W> or <H,W,C> with other lengths of its first two axes."""
    if tuple(image.shape[:2]) == tuple(size):
        return image
    if interpolation is Inter.NEAREST:
        return image[_nearest(image.shape[0], size[0])][:, _nearest(image.shape[1], size[1])]
    return _WAYS[interpolation](image.reshape(*image.shape[:2], -1), size).reshape(*size, *image.shape[2:])


def cubic_weights(part):
    """The weights of the four pixels around a place, which is `part` behind the second one."""
    a = np.float32(-0.75)
    near, far = part + 1, 1 - part
    first = ((a * near - 5 * a) * near + 8 * a) * near - 4 * a
    second = ((a + 2) * part - (a + 3)) * part * part + 1
    third = ((a + 2) * far - (a + 3)) * far * far + 1
    return np.stack([first, second, third, 1 - first - second - third])


def _cubic(image, size):
    bytes_in = image.dtype == np.uint8
    for axis in (1, 0):
        places = ((np.arange(size[axis]) + 0.5) * (image.shape[axis] / size[axis]) - 0.5).astype(np.float32)
        before = np.floor(places).astype(np.int64)
        weights = cubic_weights(places - before.astype(np.float32))
        weights = np.rint(weights * _FIXED).astype(np.int64) if bytes_in else weights
        wide = image.astype(np.int64) if bytes_in else image
        image = sum(np.take(wide, (before + i - 1).clip(0, image.shape[axis] - 1), axis) * _along(weights[i], axis)
                    for i in range(4))
    return ((image + (1 << 21)) >> 22).clip(0, 255).astype(np.uint8) if bytes_in else image.astype(wide.dtype)


def _area_weights(length, wanted):
    """A matrix: how much of each old pixel lies under each new one."""
    scale = length / wanted
    edges = np.arange(wanted + 1) * scale
    left, right = edges[:-1, None], edges[1:, None]
    old = np.arange(length)[None]
    return (np.minimum(right, old + 1) - np.maximum(left, old)).clip(0) / scale


def _area(image, size):
    if size[0] > image.shape[0] or size[1] > image.shape[1]:
        return _bilinear(image, size)
    rows, columns = (_area_weights(*pair) for pair in zip(image.shape, size))
    return bounded(np.einsum("ih,hwc,jw->ijc", rows, image.astype(np.float64), columns, optimize=True), image.dtype)


_WAYS = {Inter.NEAREST: _nearest, Inter.BILINEAR: _bilinear, Inter.BICUBIC: _cubic, Inter.AREA: _area}

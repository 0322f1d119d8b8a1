# SPDX-License-Identifier: Apache-2.0
"""Images of another size."""
from enum import IntEnum

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_type
from mindspore.dataset.transforms.transform import Transform
from mindspore.dataset.vision.image import as_image, as_size


class Inter(IntEnum):
    """How values between pixels are found."""
    NEAREST = ANTIALIAS = 0
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


class Resize(Transform):
    """
    An image of another size: (height, width), or one number for the shorter side. Nearest pixels and bilinear mixing
    are there; others are NotImplementedError.
    """

    def __init__(self, size, interpolation=Inter.LINEAR):
        check_type(interpolation, [Inter], "interpolation")
        if interpolation not in (Inter.NEAREST, Inter.BILINEAR):
            raise not_yet(f"Resize with Inter.{interpolation.name}")
        self.shorter_side = size if isinstance(size, int) else None
        self.size, self.interpolation = as_size(size), interpolation

    def _wanted(self, height, width):
        if self.shorter_side is None:
            return self.size
        if height < width:
            return self.shorter_side, int(self.shorter_side * (width / height))
        return int(self.shorter_side * (height / width)), self.shorter_side

    def __call__(self, image):
        image = as_image(image, "Resize")
        size = self._wanted(*image.shape[:2])
        if self.interpolation is Inter.NEAREST:
            return image[_nearest(image.shape[0], size[0])][:, _nearest(image.shape[1], size[1])]
        return _bilinear(image.reshape(*image.shape[:2], -1), size).reshape(*size, *image.shape[2:])

# SPDX-License-Identifier: Apache-2.0
"""Images turned, sheared and seen in perspective. Places between pixels are in 1/32, as OpenCV has them."""
import math

import numpy as np

from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.vision.image import ImageTransform, as_image, bounded
from mindspore.dataset.vision.resize import Inter, cubic_weights

_BITS = 5          # of the place between two pixels
_STEPS = 1 << _BITS


def as_fill(fill_value):
    """The values of new pixels, for each channel: an int, or one for each of three."""
    check_type(fill_value, [int, tuple], "fill_value")
    values = (fill_value,) * 3 if isinstance(fill_value, int) else fill_value
    if len(values) != 3 or any(not 0 <= value <= 255 for value in values):
        raise ValueError("fill_value should be a single integer or a 3-tuple of numbers from 0 to 255.")
    return values


def check_resample(resample):
    """TypeError unless it is an Inter, ValueError for one that turned images do not have."""
    check_type(resample, [Inter], "resample")
    if resample in (Inter.PILCUBIC, Inter.ANTIALIAS):
        raise RuntimeError(f"Inter.{resample.name} is not supported for images that are turned.")


def affine(image, matrix, size, interpolation, fill):
    """
    An image of a size (height, width) whose pixel (x, y) is the old one at matrix @ (x, y, 1), a <2,3> matrix; beyond
    the edges are the values `fill`.
    """
    matrix = np.asarray(matrix, np.float64)
    x, y = np.arange(size[1]), np.arange(size[0])
    delta = 512 if interpolation is Inter.NEAREST else 512 // _STEPS
    steps = [np.rint(matrix[i, 0] * x * 1024).astype(np.int64)[None] +
             np.rint((matrix[i, 1] * y + matrix[i, 2]) * 1024).astype(np.int64)[:, None] + delta for i in range(2)]
    if interpolation is Inter.NEAREST:
        return _picked(image, steps[0] >> 10, steps[1] >> 10, fill)
    return _between(image, *(step >> (10 - _BITS) for step in steps), interpolation, fill)


def perspective(image, matrix, size, interpolation, fill):
    """As affine with a <3,3> matrix, whose third coordinate the other two are divided by."""
    y, x = np.mgrid[:size[0], :size[1]].astype(np.float64)
    places = [row[0] * x + row[1] * y + row[2] for row in np.asarray(matrix, np.float64)]
    scale = (1 if interpolation is Inter.NEAREST else _STEPS) / np.where(places[2] == 0, 1, places[2])
    scale = np.where(places[2] == 0, 0, scale)
    columns, rows = (np.rint(place * scale).astype(np.int64) for place in places[:2])
    if interpolation is Inter.NEAREST:
        return _picked(image, columns, rows, fill)
    return _between(image, columns, rows, interpolation, fill)


def _picked(image, columns, rows, fill):
    """The pixels at these places."""
    height, width = image.shape[:2]
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    pixels = image[rows.clip(0, height - 1), columns.clip(0, width - 1)]
    filling = np.asarray(fill[:image.shape[2]] if image.ndim == 3 else fill[0], image.dtype)
    return np.where(inside[..., None] if image.ndim == 3 else inside, pixels, filling)


def _between(image, columns, rows, interpolation, fill):
    """Pixels mixed at places in 1/32."""
    around = range(2) if interpolation is not Inter.BICUBIC else range(-1, 3)
    parts = np.arange(_STEPS, dtype=np.float32) / _STEPS
    table = cubic_weights(parts).T if interpolation is Inter.BICUBIC else np.stack([1 - parts, parts], -1)
    down, across = table[rows & (_STEPS - 1)], table[columns & (_STEPS - 1)]
    columns, rows = columns >> _BITS, rows >> _BITS
    total = 0
    for i, y in enumerate(around):
        for j, x in enumerate(around):
            weight = down[..., i] * across[..., j]
            weight = np.rint(weight * 32768) if image.dtype == np.uint8 else weight
            weight = weight[..., None] if image.ndim == 3 else weight
            total = total + _picked(image, columns + x, rows + y, fill).astype(np.float64) * weight
    if image.dtype != np.uint8:
        return bounded(total, image.dtype)
    return ((total.astype(np.int64) + (1 << 14)) >> 15).clip(0, 255).astype(np.uint8)


class Rotate(ImageTransform):
    """
    An image turned against the clock by `degrees` around `center` (x, y), the middle by default; with `expand` it is
    as large as the turned one needs. New pixels are fill_value.
    """

    def __init__(self, degrees, resample=Inter.NEAREST, expand=False, center=None, fill_value=0):
        check_type(degrees, [int, float], "degrees")
        check_resample(resample)
        check_bool(expand, "expand")
        if center is not None:
            check_type(center, [tuple, list], "center")
            if len(center) != 2:
                raise ValueError("Value center needs to be a 2-tuple.")
        self.degrees, self.resample, self.expand, self.center = degrees, resample, expand, center
        self.fill = as_fill(fill_value)

    def _changed(self, image):
        return rotated(as_image(image, "Rotate"), self.degrees, self.resample, self.expand, self.center, self.fill)


def rotated(image, degrees, resample, expand, center, fill):
    """An array turned; see Rotate."""
    height, width = image.shape[:2]
    x, y = ((width - 1) / 2, (height - 1) / 2) if center is None else center
    x, y = np.float32(x), np.float32(y)
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    matrix = np.array([[cosine, sine, (1 - cosine) * x - sine * y], [-sine, cosine, sine * x + (1 - cosine) * y]])
    if expand:
        wide, high = _turned_size(width, height, degrees)
        matrix[:, 2] += (wide - width) / 2, (high - height) / 2
        width, height = int(np.rint(wide)), int(np.rint(high))
    return affine(image, inverse(matrix), (height, width), resample, fill)


def _turned_size(width, height, degrees):
    """(width, height) of the box around a turned image."""
    angle = math.radians(degrees)
    cosine, sine = abs(math.cos(angle)), abs(math.sin(angle))
    return width * cosine + height * sine, width * sine + height * cosine


def inverse(matrix):
    """The <2,3> matrix of the way back."""
    turned = np.linalg.inv(matrix[:, :2])
    return np.hstack([turned, -turned @ matrix[:, 2:]])


class Affine(ImageTransform):
    """
    An image turned with the clock by `degrees`, moved by parts of its width and height (`translate`, from -1 to 1),
    made larger by `scale` and sheared by degrees along x and y.
    """

    def __init__(self, degrees, translate, scale, shear, resample=Inter.NEAREST, fill_value=0):
        check_type(degrees, [int, float], "degrees")
        check_type(translate, [list, tuple], "translate")
        if len(translate) != 2 or any(not -1 <= part <= 1 for part in translate):
            raise ValueError("translate should be a list or tuple of 2 numbers from -1.0 to 1.0.")
        check_type(scale, [int, float], "scale")
        if scale <= 0:
            raise ValueError("Input scale must be greater than 0.")
        check_type(shear, [int, float, list, tuple], "shear")
        check_resample(resample)
        self.degrees, self.translate, self.scale = degrees, tuple(translate), scale
        self.shear = (shear, 0.0) if isinstance(shear, (int, float)) else tuple(shear)
        self.resample, self.fill = resample, as_fill(fill_value)

    def _changed(self, image):
        image = as_image(image, "Affine")
        moved = (self.translate[0] * image.shape[1], self.translate[1] * image.shape[0])
        return sheared(image, self.degrees, moved, self.scale, self.shear, self.resample, self.fill)


def sheared(image, degrees, moved, scale, shear, resample, fill):
    """An array turned, moved by pixels, made larger and sheared; see Affine."""
    height, width = image.shape[:2]
    center = np.array([(width - 1) / 2, (height - 1) / 2])
    turn, along_x, along_y = math.radians(degrees), math.radians(shear[0]), math.radians(shear[1])
    a = math.cos(turn - along_y) / math.cos(along_y)
    b = -math.cos(turn - along_y) * math.tan(along_x) / math.cos(along_y) - math.sin(turn)
    c = math.sin(turn - along_y) / math.cos(along_y)
    d = -math.sin(turn - along_y) * math.tan(along_x) / math.cos(along_y) + math.cos(turn)
    turned = np.array([[a, b], [c, d]]) * scale
    offset = center + moved - turned @ center
    return affine(image, inverse(np.hstack([turned, offset[:, None]])), (height, width), resample, fill)


class Perspective(ImageTransform):
    """An image whose four points start_points (x, y) lie at end_points."""

    def __init__(self, start_points, end_points, interpolation=Inter.BILINEAR):
        for name, points in (("start_points", start_points), ("end_points", end_points)):
            check_type(points, [list, tuple], name)
            if len(points) != 4 or any(len(point) != 2 for point in points):
                raise TypeError(f"{name} should be a list or tuple of four points (x, y).")
        check_resample(interpolation)
        self.start, self.end, self.interpolation = start_points, end_points, interpolation

    def _changed(self, image):
        image = as_image(image, "Perspective")
        return seen(image, self.start, self.end, self.interpolation)


def seen(image, start, end, interpolation):
    """An array whose four points lie elsewhere; see Perspective."""
    return perspective(image, _of_points(end, start), image.shape[:2], interpolation, (0, 0, 0, 0))


def _of_points(start, end):
    """The <3,3> matrix that takes four points to four others."""
    equations, targets = [], []
    for (x, y), (u, v) in zip(start, end):
        equations += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        targets += [u, v]
    try:
        solved = np.linalg.solve(np.array(equations, np.float64), np.array(targets, np.float64))
        return np.append(solved, 1).reshape(3, 3)
    except np.linalg.LinAlgError:
        raise pipeline_error("Perspective: three of the four points must not be on one line.") from None

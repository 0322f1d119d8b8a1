# SPDX-License-Identifier: Apache-2.0
"""Transforms that cut images into parts, fill parts of them, or mix whole batches of them."""
from enum import IntEnum

import numpy as np

from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_bool, check_positive, check_range, check_type
from mindspore.dataset.decoding import pillow
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import RandomTransform, Transform
from mindspore.dataset.transforms.values import numpy_type
from mindspore.dataset.vision.geometry import Border, CenterCrop, padded_image
from mindspore.dataset.vision.image import (ImageTransform, RandomImageTransform, as_image, as_size, bounded,
                                            check_probability, is_picture)
from mindspore.dataset.vision.resize import Inter, check_interpolation, resized
from mindspore.dataset.vision.values import Normalize


class ImageBatchFormat(IntEnum):
    """Where the channels are in a batch of images: behind the pixels, or before them."""
    NHWC = 0
    NCHW = 1


class SliceMode(IntEnum):
    """What becomes of pixels that do not fill a patch: they are filled up, or dropped."""
    PAD = 0
    DROP = 1


class ResizedCrop(ImageTransform):
    """The part of an image of `height` and `width` from (top, left) on, in another size."""

    def __init__(self, top, left, height, width, size, interpolation=Inter.BILINEAR):
        for name, value in (("top", top), ("left", left)):
            check_type(value, [int], name)
            check_range(value, 0, 2**31 - 1, name)
        check_positive(height, "height")
        check_positive(width, "width")
        check_interpolation(interpolation)
        self.top, self.left, self.height, self.width = top, left, height, width
        self.size, self.interpolation = as_size(size), interpolation

    def _changed(self, image):
        image = as_image(image, "ResizedCrop")
        if self.top + self.height > image.shape[0] or self.left + self.width > image.shape[1]:
            raise pipeline_error("ResizedCrop: the part goes beyond the edges of the image.")
        part = image[self.top:self.top + self.height, self.left:self.left + self.width]
        return resized(part, self.size, self.interpolation)


class PadToSize(ImageTransform):
    """An image filled up to a size (height, width), with `offset` (top, left) pixels before it; else in the middle."""

    def __init__(self, size, offset=None, fill_value=0, padding_mode=Border.CONSTANT):
        check_type(padding_mode, [Border], "padding_mode")
        self.size, self.mode = as_size(size), padding_mode
        self.offset = None if offset is None else (offset, offset) if isinstance(offset, int) else tuple(offset) or None
        self.fill = (fill_value,) if isinstance(fill_value, int) else tuple(fill_value)

    def _changed(self, image):
        image = as_image(image, "PadToSize")
        free = [wanted - length for wanted, length in zip(self.size, image.shape)]
        top, left = self.offset or [length // 2 for length in free]
        if min(free[0] - top, free[1] - left, top, left) < 0:
            raise pipeline_error("PadToSize: the target size to pad should be no less than the original image size, "
                                 f"but got target size {list(self.size)} for an image of {list(image.shape[:2])}")
        return padded_image(image, (left, top, free[1] - left, free[0] - top), self.fill, self.mode)


class FiveCrop(Transform):
    """The four corners of an image and its middle, as a tuple of five images."""

    def __init__(self, size):
        self.size = as_size(size)

    def __call__(self, image):
        if is_picture(image):
            return _pictures(self(np.array(image)))
        image = as_image(image, "FiveCrop")
        (height, width), (high, wide) = image.shape[:2], self.size
        if high > height or wide > width:
            raise ValueError(f"Crop size {self.size} is larger than the input image size {(height, width)}.")
        corners = [(0, 0), (0, width - wide), (height - high, 0), (height - high, width - wide)]
        return *(image[top:top + high, left:left + wide] for top, left in corners), CenterCrop(self.size)(image)


class TenCrop(Transform):
    """FiveCrop of an image, and of the image flipped."""

    def __init__(self, size, use_vertical_flip=False):
        check_bool(use_vertical_flip, "use_vertical_flip")
        self.crops, self.is_vertical = FiveCrop(size), use_vertical_flip

    def __call__(self, image):
        if is_picture(image):
            return _pictures(self(np.array(image)))
        flipped = image[::-1] if self.is_vertical else image[:, ::-1]
        return self.crops(image) + self.crops(flipped)


def _pictures(arrays):
    """Images of Pillow of arrays."""
    return tuple(pillow().fromarray(np.ascontiguousarray(array)) for array in arrays)


class Erase(ImageTransform):
    """A rectangle of an image with one value, or one for each channel."""

    def __init__(self, top, left, height, width, value=0.0, inplace=False):
        for name, given in (("top", top), ("left", left), ("height", height), ("width", width)):
            check_type(given, [int], name)
        check_bool(inplace, "inplace")
        self.top, self.left, self.height, self.width, self.inplace = top, left, height, width, inplace
        self.value = value

    def _changed(self, image):
        image = as_image(image, "Erase")
        image = image if self.inplace else image.copy()
        image[self.top:self.top + self.height, self.left:self.left + self.width] = self.value
        return image


class CutOut(RandomImageTransform):
    """Zeros in squares of `length` around random places."""

    def __init__(self, length, num_patches=1, is_hwc=True):
        check_positive(length, "length")
        check_positive(num_patches, "num_patches")
        check_bool(is_hwc, "is_hwc")
        self.length, self.patches, self.is_hwc = length, num_patches, is_hwc

    def _changed(self, image):
        image = as_image(image, "CutOut").copy()
        pixels = image if self.is_hwc else np.moveaxis(image, 0, -1)
        height, width = pixels.shape[:2]
        if self.length > min(height, width):
            raise pipeline_error("CutOut: box size is too large for image erase, got box height: "
                                 f"{self.length}, box weight: {self.length}, and image height: {height}, image width: "
                                 f"{width}")
        for _ in range(self.patches):
            y, x = (self.random().integer(0, length) for length in (height - self.length, width - self.length))
            pixels[y:y + self.length, x:x + self.length] = 0
        return image


class SlicePatches(Transform):
    """num_height times num_width parts of equal size, row by row, as a tuple of images."""

    def __init__(self, num_height=1, num_width=1, slice_mode=SliceMode.PAD, fill_value=0):
        check_positive(num_height, "num_height")
        check_positive(num_width, "num_width")
        check_type(slice_mode, [SliceMode], "slice_mode")
        check_type(fill_value, [int], "fill_value")
        check_range(fill_value, 0, 255, "fill_value")
        self.rows, self.columns, self.mode, self.fill = num_height, num_width, slice_mode, fill_value

    def __call__(self, image):
        image = as_image(image, "SlicePatches")
        height, width = image.shape[:2]
        if self.mode is SliceMode.PAD:
            right, bottom = -width % self.columns, -height % self.rows
            image = padded_image(image, (0, 0, right, bottom), (self.fill,), Border.CONSTANT)
        high, wide = image.shape[0] // self.rows, image.shape[1] // self.columns
        if not high or not wide:
            raise pipeline_error("SlicePatches: the image is smaller than the number of patches.")
        return tuple(np.ascontiguousarray(image[y * high:(y + 1) * high, x * wide:(x + 1) * wide])
                     for y in range(self.rows) for x in range(self.columns))


class NormalizePad(Normalize):
    """Normalize with one more channel of zeros, as float32 or float16."""

    def __init__(self, mean, std, dtype="float32", is_hwc=True):
        super().__init__(mean, std, is_hwc)
        if dtype not in ("float32", "float16"):
            raise ValueError("dtype can only be 'float32' or 'float16'.")
        self.dtype = numpy_type(dtype)

    def _changed(self, image):
        changed = super()._changed(image)
        changed = changed[..., None] if changed.ndim == 2 else changed
        axis = -1 if self.is_hwc else 0
        widths = [(0, 0)] * 3
        widths[axis] = (0, 1)
        return np.pad(changed, widths).astype(self.dtype)


class LinearTransformation(Transform):
    """(image - mean_vector) @ transformation_matrix of an image as one row of numbers, in the image's shape."""

    def __init__(self, transformation_matrix, mean_vector):
        check_type(transformation_matrix, [np.ndarray], "transformation_matrix")
        check_type(mean_vector, [np.ndarray], "mean_vector")
        if transformation_matrix.ndim != 2 or transformation_matrix.shape[0] != transformation_matrix.shape[1]:
            raise ValueError("transformation_matrix should be a square 2D matrix.")
        if mean_vector.shape != transformation_matrix.shape[:1]:
            raise ValueError("mean_vector length should be equal to either row or column of transformation_matrix.")
        self.matrix, self.mean = transformation_matrix, mean_vector

    def __call__(self, image):
        image = as_array(image)
        if image.size != self.mean.size:
            raise ValueError(f"Input shape {image.shape} does not fit the matrix of {self.matrix.shape}.")
        return ((image.reshape(1, -1) - self.mean) @ self.matrix).reshape(image.shape)


def _batch_and_labels(images, labels, name):
    """(images, one-hot labels as float32); RuntimeError for what is no batch."""
    images, labels = as_array(images), as_array(labels)
    if images.ndim != 4:
        raise pipeline_error(f"{name}: input image should be in <N,H,W,C> or <N,C,H,W> shape, got rank {images.ndim}")
    if labels.ndim not in (2, 3) or len(labels) != len(images):
        raise pipeline_error(f"{name}: labels must be one-hot in a batch of {len(images)}, got shape "
                             f"{list(labels.shape)}")
    return images, labels.astype(np.float32)


class MixUpBatch(RandomTransform):
    """Each image of a batch mixed with another one of it, and their one-hot labels likewise; parts are Beta(alpha)."""

    def __init__(self, alpha=1.0):
        check_type(alpha, [int, float], "alpha")
        if alpha <= 0:
            raise ValueError("Input alpha must be greater than 0.")
        self.alpha = alpha

    def __call__(self, images, labels):
        images, labels = _batch_and_labels(images, labels, "MixUpBatch")
        part, others = _part_and_others(self, len(images))
        blended = images * part + images[others] * (1 - part)
        return blended.astype(images.dtype), (labels * part + labels[others] * (1 - part)).astype(np.float32)


def _part_and_others(transform, count):
    """(a number of Beta(alpha), the number of another image for each)"""
    source = np.random.RandomState(transform.random().draw())
    return source.beta(transform.alpha, transform.alpha), source.permutation(count)


class CutMixBatch(RandomTransform):
    """A rectangle of each image of a batch from another one of it, with a probability; labels by areas."""

    def __init__(self, image_batch_format, alpha=1.0, prob=1.0):
        check_type(image_batch_format, [ImageBatchFormat], "image_batch_format")
        check_type(alpha, [int, float], "alpha")
        if alpha <= 0:
            raise ValueError("Input alpha must be greater than 0.")
        check_probability(prob)
        self.format, self.alpha, self.prob = image_batch_format, alpha, prob

    def __call__(self, images, labels):
        images, labels = _batch_and_labels(images, labels, "CutMixBatch")
        if not self.chance(self.prob):
            return images, labels
        part, others = _part_and_others(self, len(images))
        pixels = images.copy()
        view = pixels if self.format is ImageBatchFormat.NHWC else np.moveaxis(pixels, 1, -1)
        source = images if self.format is ImageBatchFormat.NHWC else np.moveaxis(images, 1, -1)
        (top, bottom), (left, right) = (self._range(length, part) for length in view.shape[1:3])
        view[:, top:bottom, left:right] = source[others, top:bottom, left:right]
        kept = 1 - (bottom - top) * (right - left) / (view.shape[1] * view.shape[2])
        return pixels, (labels * kept + labels[others] * (1 - kept)).astype(np.float32)

    def _range(self, length, part):
        """The ends of a range around a random place, as long as the square root of what is exchanged."""
        half = int(length * np.sqrt(1 - part)) // 2
        middle = self.random().integer(0, length - 1)
        return max(middle - half, 0), min(middle + half, length)


class MixUp(RandomTransform):
    """Each image of a batch (batch_size, H, W, C) mixed by a part of Beta(alpha) with the next one of it, the last with the
    first; without is_single with what came of the batch before, so that the first batch stays. Labels likewise; Float64.

    A single image, or one label, is taken for all of the batch where shapes allow it; else NumPy's ValueError or IndexError."""

    def __init__(self, batch_size, alpha, is_single=True):
        check_positive(batch_size, "batch_size")
        check_type(alpha, [int, float], "alpha")
        check_bool(is_single, "is_single")
        self.batch_size, self.alpha, self.is_single = batch_size, alpha, is_single
        self._before = None

    def __call__(self, image, label):
        image, label = as_array(image), as_array(label)
        parts = np.random.RandomState(self.random().draw()).beta(self.alpha, self.alpha, self.batch_size)
        if self.is_single:
            following = [*range(1, self.batch_size), 0]
            return self._mixed(parts, image, image[following], 4), self._mixed(parts, label, label[following], 2)
        first = self._before is None
        before = (image, label) if first else self._before
        parts = np.ones(self.batch_size) if first else parts
        self._before = self._mixed(parts, image, before[0], 4), self._mixed(parts, label, before[1], 2)
        return self._before

    @staticmethod
    def _mixed(parts, values, others, ndim):
        parts = parts.reshape((-1, *(1,) * (ndim - 1)))
        return parts * values + (1 - parts) * others


class GaussianBlur(ImageTransform):
    """A bell-shaped mean of the neighbourhood: kernel_size and sigma are one number, or (width, height)."""

    def __init__(self, kernel_size, sigma=None):
        sizes = [kernel_size] * 2 if isinstance(kernel_size, int) else list(kernel_size)
        for size in sizes:
            check_positive(size, "kernel_size")
            if size % 2 == 0:
                raise ValueError("Input kernel_size should be an odd number.")
        sigmas = [None, None] if sigma is None else [sigma] * 2 if isinstance(sigma, (int, float)) else list(sigma)
        self.kernels = [_bell(size, sigma) for size, sigma in zip(sizes, sigmas)]

    def _changed(self, image):
        image = as_image(image, "GaussianBlur")
        is_bytes = image.dtype == np.uint8
        blurred = image.astype(np.int64 if is_bytes else np.float64)
        for axis, kernel in zip((1, 0), self.kernels):
            blurred = _convolved(blurred, _of_bytes(kernel) if is_bytes else kernel, axis)
        return ((blurred + (1 << 15)) >> 16).astype(np.uint8) if is_bytes else bounded(blurred, image.dtype)


def _of_bytes(kernel):
    """The weights as whole numbers that make 256; what rounding leaves over is carried on from the ends inwards."""
    rest, half = 0.0, len(kernel) // 2
    whole = np.zeros(len(kernel), np.int64)
    for i in range(half):
        wanted = kernel[i] * 256 + rest
        whole[i] = whole[-1 - i] = np.rint(wanted)
        rest = wanted - whole[i]
    whole[half] = 256 - whole.sum()
    return whole


def _bell(size, sigma):
    sigma = sigma or size * 0.15 + 0.35
    places = np.arange(size) - (size - 1) / 2
    weights = np.exp(-places**2 / (2 * sigma**2))
    return weights / weights.sum()


def _convolved(values, kernel, axis):
    half = len(kernel) // 2
    widths = [(0, 0)] * values.ndim
    widths[axis] = (half, half)
    wide = np.pad(values, widths, "reflect" if values.shape[axis] > half else "symmetric")
    length = values.shape[axis]
    return sum(weight * np.take(wide, np.arange(i, i + length), axis) for i, weight in enumerate(kernel))

# SPDX-License-Identifier: Apache-2.0
"""Transforms of an image's values and its layout."""
import numbers

import numpy as np

from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import Transform
from mindspore.dataset.transforms.values import numpy_type
from mindspore.dataset.vision.image import as_image


class Rescale(Transform):
    """image * rescale + shift, as float32."""

    def __init__(self, rescale, shift):
        for name, value in (("rescale", rescale), ("shift", shift)):
            check_type(value, [numbers.Number], name)
        self.rescale, self.shift = np.float32(rescale), np.float32(shift)

    def __call__(self, image):
        return as_image(image, "Rescale").astype(np.float32) * self.rescale + self.shift


class Normalize(Transform):
    """
    (image - mean) / std for each channel, as float32. One number in `mean` and `std` is for all channels; the channels
    are the last axis, or with is_hwc=False the first.
    """

    def __init__(self, mean, std, is_hwc=True):
        for name, values, low in (("mean", mean, 0.0), ("std", std, None)):
            check_type(values, [list, tuple], name)
            for i, value in enumerate(values):
                check_type(value, [numbers.Number], f"{name}[{i}]")
                if not (low is not None and value == low) and not 0 < value <= 255:
                    raise ValueError(f"Input {name}[{i}] is not within the required interval of "
                                     f"{'[' if low is not None else '('}0, 255].")
        if len(mean) != len(std):
            raise ValueError("Length of mean and std must be equal.")
        check_bool(is_hwc, "is_hwc")
        self.mean, self.std, self.is_hwc = np.array(mean, np.float32), np.array(std, np.float32), is_hwc

    def __call__(self, image):
        return self._changed(image)

    def _changed(self, image):
        image = as_image(image, "Normalize").astype(np.float32)
        axis = -1 if self.is_hwc else 0
        channels = image.shape[axis] if image.ndim == 3 else 1
        if len(self.mean) not in (1, channels):
            raise pipeline_error("Normalize: number of channels does not match the size of mean and std vectors, got "
                                 f"channels: {channels}, size of mean: {len(self.mean)}")
        shape = (-1, 1, 1) if image.ndim == 3 and not self.is_hwc else (-1,)
        return (image - self.mean.reshape(shape)) / self.std.reshape(shape)


class HWC2CHW(Transform):
    """Channels first: <H,W,C> to <C,H,W>; an image of two axes stays as it is."""

    def __call__(self, image):
        image = as_image(image, "HWC2CHW")
        return image if image.ndim == 2 else np.ascontiguousarray(image.transpose(2, 0, 1))


class ToTensor(Transform):
    """Values from 0 to 255 as 0 to 1, channels first: <H,W> or <H,W,C> to <C,H,W> of `output_type`."""

    def __init__(self, output_type=np.float32):
        self.output_type = numpy_type(output_type)

    def __call__(self, image):
        image = as_image(image, "ToTensor")
        image = image[..., None] if image.ndim == 2 else image
        return np.ascontiguousarray((image.transpose(2, 0, 1) * np.float32(1 / 255)).astype(self.output_type))


class ToType(Transform):
    """Another dtype."""

    def __init__(self, data_type):
        self.data_type = numpy_type(data_type)

    def __call__(self, data):
        return as_array(data).astype(self.data_type)


class ToNumpy(Transform):
    """An image as a NumPy array."""

    def __call__(self, image):
        return np.array(image)

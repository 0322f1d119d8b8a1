# SPDX-License-Identifier: Apache-2.0
"""Transforms of an image's colours. Bytes are rounded as OpenCV rounds them, which real MindSpore computes with."""
import importlib
from enum import Enum

import numpy as np

from mindspore.dataset.checks import check_range, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.vision.image import ImageTransform, as_color, as_image, bounded, check_numbers

_GRAY = np.array([9798, 19235, 3735], np.int64)  # 0.299, 0.587, 0.114 with 15 bits


def gray_of(image):
    """The brightness <H,W> of colours <H,W,3>."""
    if image.dtype == np.uint8:
        return ((image.astype(np.int64) @ _GRAY + (1 << 14)) >> 15).astype(np.uint8)
    return (image @ np.array([0.299, 0.587, 0.114], np.float32)).astype(image.dtype)


def mixed(image, other, factor):
    """factor of the image and 1 - factor of another."""
    return bounded(image.astype(np.float32) * np.float32(factor) +
                   np.asarray(other, np.float32) * np.float32(1 - factor), image.dtype)


class _Adjusted(ImageTransform):
    """A transform with one factor that must not be negative: 1 gives the image itself."""

    def __init__(self, factor):
        name = type(self).__name__.removeprefix("Adjust").lower() + "_factor"
        check_type(factor, [int, float], name)
        check_range(factor, 0, 16777216, name)
        self.factor = factor


def _enhanced(kind, image, factor):
    """An image of Pillow, enhanced by Pillow: it cuts values off where arrays are rounded."""
    return getattr(importlib.import_module("PIL.ImageEnhance"), kind)(image).enhance(factor)


class AdjustBrightness(_Adjusted):
    """All values times a factor."""

    def __init__(self, brightness_factor):
        super().__init__(brightness_factor)

    def _changed(self, image):
        return mixed(as_image(image, "AdjustBrightness"), 0, self.factor)

    def _changed_picture(self, image):
        return _enhanced("Brightness", image, self.factor)


class AdjustContrast(_Adjusted):
    """Values farther from the mean brightness by a factor."""

    def __init__(self, contrast_factor):
        super().__init__(contrast_factor)

    def _changed(self, image):
        image = as_color(image, "AdjustContrast")
        mean = gray_of(image).mean()
        return mixed(image, int(mean + 0.5) if image.dtype.kind in "iu" else mean, self.factor)

    def _changed_picture(self, image):
        return _enhanced("Contrast", image, self.factor)


class AdjustSaturation(_Adjusted):
    """Colours farther from gray by a factor."""

    def __init__(self, saturation_factor):
        super().__init__(saturation_factor)

    def _changed(self, image):
        image = as_color(image, "AdjustSaturation")
        return mixed(image, gray_of(image)[..., None], self.factor)

    def _changed_picture(self, image):
        return _enhanced("Color", image, self.factor)


class AdjustSharpness(_Adjusted):
    """Pixels farther from the mean of their neighbourhood by a factor; those at the edges stay."""

    def __init__(self, sharpness_factor):
        super().__init__(sharpness_factor)

    def _changed(self, image):
        image = as_image(image, "AdjustSharpness")
        return mixed(image, smoothed(image), self.factor)


def smoothed(image):
    """Each pixel five times and its eight neighbours once, as their mean; those at the edges as they are."""
    height, width = image.shape[:2]
    result = image.copy()
    if height < 3 or width < 3:
        return result
    wide = image.astype(np.float32)
    total = 4 * wide[1:-1, 1:-1] + sum(wide[y:height - 2 + y, x:width - 2 + x] for y in range(3) for x in range(3))
    result[1:-1, 1:-1] = bounded(total / np.float32(13), image.dtype)
    return result


class AdjustHue(ImageTransform):
    """Colours turned on the circle of hues, by hue_factor of a full turn (-0.5 to 0.5)."""

    def __init__(self, hue_factor):
        check_numbers([hue_factor], "hue_factor", -0.5, 0.5)
        self.factor = hue_factor

    def _changed(self, image):
        image = as_color(image, "AdjustHue")
        if image.dtype != np.uint8:
            turned = _hsv(image.astype(np.float64))
            turned[..., 0] = (turned[..., 0] + self.factor) % 1
            return _rgb(turned).astype(image.dtype)
        hue, saturation, value = byte_hsv(image)
        return bytes_of_hsv((hue + int(self.factor * 255)) % 256, saturation, value)


def byte_hsv(image):
    """(hue from 0 to 255, saturation, value) of bytes <H,W,3>, as whole numbers."""
    red, green, blue = (image[..., i].astype(np.int64) for i in range(3))
    value = np.maximum(np.maximum(red, green), blue)
    spread = value - np.minimum(np.minimum(red, green), blue)
    hue = np.where(value == red, green - blue,
                   np.where(value == green, blue - red + 2 * spread, red - green + 4 * spread))
    hue = (hue * _parts_of(256 << 12, 6 * spread) + (1 << 11)) >> 12
    saturation = (spread * _parts_of(255 << 12, value) + (1 << 11)) >> 12
    return np.where(hue < 0, hue + 256, hue), saturation, value


def _parts_of(whole, divisor):
    """whole / divisor, rounded; 0 for 0."""
    return np.where(divisor == 0, 0, np.rint(whole / np.maximum(divisor, 1))).astype(np.int64)


def bytes_of_hsv(hue, saturation, value):
    """The opposite of byte_hsv, but for the hue, whose full turn is 255 here, as OpenCV has it."""
    place = hue.astype(np.float32) * np.float32(6 / 255)
    sector = np.floor(place).astype(np.int64) % 6
    rest = place - np.floor(place)
    saturation, value = (part.astype(np.float32) * np.float32(1 / 255) for part in (saturation, value))
    tones = np.stack([value, value * (1 - saturation), value * (1 - saturation * rest),
                      value * (1 - saturation * (1 - rest))], -1)
    chosen = _TONES[sector]
    return bounded(np.take_along_axis(tones, chosen, -1) * np.float32(255), np.uint8)


# For each sixth of the circle of hues: which of the four tones red, green and blue are.
_TONES = np.array([[0, 3, 1], [2, 0, 1], [1, 0, 3], [1, 2, 0], [3, 1, 0], [0, 1, 2]])


class AdjustGamma(ImageTransform):
    """gain * value ** gamma for bytes, as parts of 255; (gain * value) ** gamma for floating numbers from 0 to 1."""

    def __init__(self, gamma, gain=1):
        check_type(gamma, [int, float], "gamma")
        check_range(gamma, 0, 16777216, "gamma")
        check_type(gain, [int, float], "gain")
        self.gamma, self.gain = gamma, gain

    def _changed(self, image):
        image = as_image(image, "AdjustGamma")
        if image.dtype.kind == "f":
            return np.power(image * np.float32(self.gain), np.float32(self.gamma)).clip(0, 1).astype(image.dtype)
        table = np.power(np.arange(256) / 255.0, self.gamma) * self.gain * 255.999
        return table.clip(0, 255).astype(np.uint8)[image]


class Invert(ImageTransform):
    """255 - value."""

    def _changed(self, image):
        return 255 - as_image(image, "Invert")


class Posterize(ImageTransform):
    """Only the highest `bits` bits of each byte."""

    def __init__(self, bits):
        check_type(bits, [int], "bits")
        check_range(bits, 0, 8, "bits")
        self.bits = bits

    def _changed(self, image):
        image = as_image(image, "Posterize")
        if image.dtype != np.uint8:
            raise pipeline_error(f"Posterize: input image data type should be uint8, but got: {image.dtype}")
        return image & np.uint8(256 - (1 << (8 - self.bits)))


class Solarize(ImageTransform):
    """255 - value where the value is from the first to the second threshold, or where it is the only one or more."""

    def __init__(self, threshold):
        check_type(threshold, [int, float, list, tuple], "threshold")
        given = (threshold, threshold) if isinstance(threshold, (int, float)) else tuple(threshold)
        if len(given) != 2:
            raise TypeError("threshold must be a single number or sequence of two numbers.")
        check_numbers(given, "threshold", 0, 255)
        if given[1] < given[0]:
            raise ValueError("threshold must be order of (min, max).")
        self.low, self.high = (given[0], 255) if isinstance(threshold, (int, float)) else given

    def _changed(self, image):
        image = as_image(image, "Solarize")
        return np.where((image >= self.low) & (image <= self.high), 255 - image, image)


class Grayscale(ImageTransform):
    """The brightness, in one channel or three equal ones."""

    def __init__(self, num_output_channels=1):
        check_type(num_output_channels, [int], "num_output_channels")
        if num_output_channels not in (1, 3):
            raise ValueError("Number of channels of the output grayscale image should be either 1 or 3.")
        self.channels = num_output_channels

    def _changed(self, image):
        gray = gray_of(as_color(image, "Grayscale"))
        return gray if self.channels == 1 else np.stack([gray] * 3, -1)


class AutoContrast(ImageTransform):
    """
    Each channel spread over 0 to 255. `cutoff` per cent of the pixels at each end are left out when the range is
    found, and so are the values in `ignore`.
    """

    def __init__(self, cutoff=0.0, ignore=None):
        check_type(cutoff, [int, float], "cutoff")
        if not 0 <= cutoff < 50:
            raise ValueError("Input cutoff is not within the required interval of [0, 50).")
        given = [ignore] if isinstance(ignore, int) else list(ignore or [])
        check_numbers(given, "ignore", 0, 255)
        self.cutoff, self.ignore = cutoff, given

    def _changed(self, image):
        image = as_image(image, "AutoContrast")
        return by_channel(image, lambda channel: self._table(np.bincount(channel.ravel(), minlength=256))[channel])

    def _table(self, counts):
        counts = counts.astype(np.float64)
        counts[self.ignore] = 0
        cut = int(counts.sum() * self.cutoff / 100)
        used = np.flatnonzero(_without_first(counts, cut)) if cut else np.flatnonzero(counts)
        if cut:
            used = np.flatnonzero(_without_first(_without_first(counts, cut)[::-1], cut)[::-1])
        if len(used) == 0 or used[-1] <= used[0]:
            return np.arange(256, dtype=np.uint8)
        low, high = used[0], used[-1]
        scale = np.float32(255) / np.float32(high - low)
        table = np.arange(256, dtype=np.float32) * scale - np.float32(low) * scale
        return table.astype(np.int64).clip(0, 255).astype(np.uint8)


def _without_first(counts, cut):
    """The counts without the first `cut` pixels."""
    before = np.cumsum(counts) - counts
    return counts - np.minimum(counts, np.maximum(cut - before, 0))


class Equalize(ImageTransform):
    """Each channel with values that are about equally frequent."""

    def _changed(self, image):
        image = as_image(image, "Equalize")
        return by_channel(image, lambda channel: _equal_table(np.bincount(channel.ravel(), minlength=256))[channel])

    def _changed_picture(self, image):
        return importlib.import_module("PIL.ImageOps").equalize(image)


def _equal_table(counts):
    first = np.flatnonzero(counts)[0]
    others = counts.sum() - counts[first]
    if not others:
        return np.arange(256, dtype=np.uint8)
    below = np.cumsum(counts) - counts[:first + 1].sum()
    return bounded(below.clip(0) * (np.float32(255) / np.float32(others)), np.uint8)


def by_channel(image, changed):
    """A function of arrays <H,W> for each channel of an image."""
    if image.ndim == 2:
        return changed(image)
    return np.stack([changed(image[..., i]) for i in range(image.shape[2])], -1)


class ConvertMode(Enum):
    """Orders of channels, from and to."""
    COLOR_BGR2BGRA = COLOR_RGB2RGBA = 0
    COLOR_BGRA2BGR = COLOR_RGBA2RGB = 1
    COLOR_BGR2RGBA = COLOR_RGB2BGRA = 2
    COLOR_RGBA2BGR = COLOR_BGRA2RGB = 3
    COLOR_BGR2RGB = COLOR_RGB2BGR = 4
    COLOR_BGRA2RGBA = COLOR_RGBA2BGRA = 5
    COLOR_BGR2GRAY = 6
    COLOR_RGB2GRAY = 7
    COLOR_GRAY2BGR = COLOR_GRAY2RGB = 8
    COLOR_GRAY2BGRA = COLOR_GRAY2RGBA = 9
    COLOR_BGRA2GRAY = 10
    COLOR_RGBA2GRAY = 11


_ORDERS = {0: [0, 1, 2, 3], 1: [0, 1, 2], 2: [2, 1, 0, 3], 3: [2, 1, 0], 4: [2, 1, 0], 5: [2, 1, 0, 3],
           6: [2, 1, 0], 7: [0, 1, 2], 8: [0, 0, 0], 9: [0, 0, 0, 3], 10: [2, 1, 0], 11: [0, 1, 2]}
_TO_GRAY = (6, 7, 10, 11)


class ConvertColor(ImageTransform):
    """Channels in another order, with a full alpha channel or without one, or as brightness."""

    def __init__(self, convert_mode):
        check_type(convert_mode, [ConvertMode], "convert_mode")
        self.mode = convert_mode.value

    def _changed(self, image):
        image = as_image(image, "ConvertColor")
        image = image[..., None] if image.ndim == 2 else image
        order = _ORDERS[self.mode]
        if max(channel for channel in order if channel != 3) >= image.shape[2]:
            raise pipeline_error(f"ConvertColor: the image has too few channels: {image.shape[2]}")
        if 3 in order and image.shape[2] < 4:
            full = np.full(image.shape[:2], np.iinfo(image.dtype).max if image.dtype.kind in "iu" else 1, image.dtype)
            colors = [image[..., i] for i in order if i != 3]
            return np.stack([*colors, full], -1)
        chosen = image[..., order]
        return gray_of(chosen) if self.mode in _TO_GRAY else np.ascontiguousarray(chosen)


def _channels_last(image, is_last, name):
    image = as_image(image, name)
    wanted = image if is_last else np.moveaxis(image, 0, -1)
    if wanted.ndim != 3 or wanted.shape[2] != 3:
        raise pipeline_error(f"{name}: image must have three channels, but got shape {list(image.shape)}")
    return wanted


class RgbToHsv(ImageTransform):
    """Red, green, blue from 0 to 255 as hue, saturation from 0 to 1 and value; channels are first unless is_hwc."""

    def __init__(self, is_hwc=False):
        check_type(is_hwc, [bool], "is_hwc")
        self.is_hwc = is_hwc

    def _changed(self, image):
        rgb = _channels_last(image, self.is_hwc, "RgbToHsv").astype(np.float64)
        hsv = _hsv(rgb)
        return hsv if self.is_hwc else np.moveaxis(hsv, -1, 0)


def _hsv(rgb):
    value, low = rgb.max(-1), rgb.min(-1)
    spread = value - low
    safe = np.where(spread == 0, 1, spread)
    red, green, blue = ((value - rgb[..., i]) / safe for i in range(3))
    hue = np.where(rgb[..., 0] == value, blue - green,
                   np.where(rgb[..., 1] == value, 2 + red - blue, 4 + green - red))
    hue = np.where(spread == 0, 0, hue / 6 % 1)
    saturation = np.where(value == 0, 0, spread / np.where(value == 0, 1, value))
    return np.stack([hue, saturation, value], -1)


class HsvToRgb(ImageTransform):
    """The opposite of RgbToHsv."""

    def __init__(self, is_hwc=False):
        check_type(is_hwc, [bool], "is_hwc")
        self.is_hwc = is_hwc

    def _changed(self, image):
        rgb = _rgb(_channels_last(image, self.is_hwc, "HsvToRgb").astype(np.float64))
        return rgb if self.is_hwc else np.moveaxis(rgb, -1, 0)


def _rgb(hsv):
    hue, saturation, value = np.moveaxis(hsv, -1, 0)
    sector = np.floor(hue * 6)
    rest = hue * 6 - sector
    tones = np.stack([value, value * (1 - saturation), value * (1 - saturation * rest),
                      value * (1 - saturation * (1 - rest))], -1)
    return np.take_along_axis(tones, _TONES[sector.astype(np.int64) % 6], -1)

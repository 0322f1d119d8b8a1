# SPDX-License-Identifier: Apache-2.0
"""Augmentation by random operations of a common list, with magnitudes in bins."""
import numpy as np

from mindspore.dataset.checks import check_positive, check_range, check_type
from mindspore.dataset.vision.color import (AdjustSharpness, AutoContrast, Equalize, Posterize, Solarize, gray_of,
                                            mixed)
from mindspore.dataset.vision.image import RandomImageTransform, as_color
from mindspore.dataset.vision.resize import Inter
from mindspore.dataset.vision.warp import as_fill, check_resample, rotated, sheared


def _contrasted(image, factor):
    return mixed(image, int(gray_of(image).mean() + 0.5), factor)


class _Augment(RandomImageTransform):
    """`_ranges` gives, for a number of bins and an image, {operation: (magnitudes, whether a sign is drawn)}."""

    def __init__(self, bins, interpolation, fill_value):
        check_type(bins, [int], "num_magnitude_bins")
        check_range(bins, 2, 2**31 - 1, "num_magnitude_bins")
        check_resample(interpolation)
        self.bins, self.interpolation, self.fill = bins, interpolation, as_fill(fill_value)

    def _applied(self, image, name, magnitude):
        if name in ("ShearX", "ShearY"):
            angle = np.degrees(np.arctan(magnitude)) if self._shears_by_tangent else np.degrees(magnitude)
            return self._sheared(image, (0, 0), (angle, 0.0) if name == "ShearX" else (0.0, angle))
        if name in ("TranslateX", "TranslateY"):
            moved = (int(magnitude), 0) if name == "TranslateX" else (0, int(magnitude))
            return self._sheared(image, moved, (0.0, 0.0))
        if name == "Rotate":
            return rotated(image, magnitude, self.interpolation, False, None, self.fill)
        return _OPERATIONS[name](image, magnitude)

    _shears_by_tangent = False

    def _sheared(self, image, moved, shear):
        return sheared(image, 0.0, moved, 1.0, shear, self.interpolation, self.fill)

    def _signed(self, magnitude, has_sign):
        return -magnitude if has_sign and self.chance(0.5) else magnitude


_OPERATIONS = {
    "Identity": lambda image, magnitude: image,
    "Brightness": lambda image, magnitude: mixed(image, 0, 1 + magnitude),
    "Color": lambda image, magnitude: mixed(image, gray_of(image)[..., None], 1 + magnitude),
    "Contrast": lambda image, magnitude: _contrasted(image, 1 + magnitude),
    "Sharpness": lambda image, magnitude: AdjustSharpness(1 + magnitude)(image),
    "Posterize": lambda image, magnitude: Posterize(int(magnitude))(image),
    "Solarize": lambda image, magnitude: Solarize((magnitude, 255))(image),
    "AutoContrast": lambda image, magnitude: AutoContrast()(image),
    "Equalize": lambda image, magnitude: Equalize()(image),
}


def _ranges(bins, shear, moves, turn, change, bits):
    """{operation: (its magnitudes by bin, whether a sign is drawn)}"""
    steps = np.arange(bins)
    signed = {"ShearX": shear, "ShearY": shear, "TranslateX": moves[0], "TranslateY": moves[1], "Rotate": turn,
              "Brightness": change, "Color": change, "Contrast": change, "Sharpness": change}
    ranges = {name: (np.linspace(0.0, most, bins), True) for name, most in signed.items()}
    ranges["Posterize"] = (8 - np.rint(steps / ((bins - 1) / bits)), False)
    ranges["Solarize"] = (np.linspace(255.0, 0.0, bins), False)
    return {"Identity": (np.zeros(bins), False), **ranges,
            "AutoContrast": (np.zeros(bins), False), "Equalize": (np.zeros(bins), False)}


class RandAugment(_Augment):
    """num_ops random operations of equal magnitude, one after the other; `magnitude` is the number of a bin."""

    def __init__(self, num_ops=2, magnitude=9, num_magnitude_bins=31, interpolation=Inter.NEAREST, fill_value=0):
        check_positive(num_ops, "num_ops")
        check_type(magnitude, [int], "magnitude")
        super().__init__(num_magnitude_bins, interpolation, fill_value)
        check_range(magnitude, 0, num_magnitude_bins - 1, "magnitude")
        self.count, self.magnitude = num_ops, magnitude

    def _changed(self, image):
        image = as_color(image, "RandAugment")
        for _ in range(self.count):
            moves = image.shape[1] * 150 / 331, image.shape[0] * 150 / 331
            ranges = _ranges(self.bins, 0.3, moves, 30.0, 0.9, 4)
            name = list(ranges)[self.random().below(len(ranges))]
            magnitudes, has_sign = ranges[name]
            image = self._applied(image, name, self._signed(float(magnitudes[self.magnitude]), has_sign))
        return image


class TrivialAugmentWide(_Augment):
    """One random operation with a random magnitude of a wide range."""

    _shears_by_tangent = True

    def __init__(self, num_magnitude_bins=31, interpolation=Inter.NEAREST, fill_value=0):
        super().__init__(num_magnitude_bins, interpolation, fill_value)

    def _changed(self, image):
        image = as_color(image, "TrivialAugmentWide")
        ranges = _ranges(self.bins, 0.99, (32.0, 32.0), 135.0, 0.99, 6)
        name = list(ranges)[self.random().below(len(ranges))]
        magnitudes, has_sign = ranges[name]
        magnitude = float(magnitudes[self.random().below(self.bins)])
        return self._applied(image, name, self._signed(magnitude, has_sign))

# SPDX-License-Identifier: Apache-2.0
"""Transforms of images by random amounts."""
import math

import numpy as np

from mindspore.dataset.checks import check_range, check_type
from mindspore.dataset.decoding import decoded
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.randomness import OfPython, shuffle
from mindspore.dataset.transforms.transform import RandomTransform
from mindspore.dataset.vision.color import (AdjustBrightness, AdjustContrast, AdjustHue, AdjustSaturation, AutoContrast,
                                            Equalize, Invert, Posterize, Solarize, gray_of, mixed, smoothed)
from mindspore.dataset.vision.image import (RandomImageTransform, as_color, as_image, as_size, bounded, check_numbers,
                                            check_probability)
from mindspore.dataset.vision.resize import Inter, Resize, check_interpolation, resized, resized_picture
from mindspore.dataset.vision.warp import as_fill, check_resample, rotated, seen, sheared


def check_pair(pair, name, low, high):
    """(least, greatest) of a pair of numbers in order; TypeError or ValueError otherwise."""
    check_type(pair, [list, tuple], name)
    if len(pair) != 2:
        raise TypeError(f"{name} must be a sequence of two numbers.")
    check_numbers(pair, name, low, high)
    if pair[0] > pair[1]:
        raise ValueError(f"{name} should be in (min,max) format. Got (max,min).")
    return tuple(pair)


class _Sometimes(RandomImageTransform):
    """A transform that is carried out with a probability."""

    def __init__(self, transform, prob):
        check_probability(prob)
        self.transform, self.prob = transform, prob

    def _changed(self, image):
        image = as_image(image, type(self).__name__)
        return self.transform(image) if self.chance(self.prob) else image


class RandomInvert(_Sometimes):
    """Invert, with a probability."""

    def __init__(self, prob=0.5):
        super().__init__(Invert(), prob)


class RandomEqualize(_Sometimes):
    """Equalize, with a probability."""

    def __init__(self, prob=0.5):
        super().__init__(Equalize(), prob)


class RandomAutoContrast(_Sometimes):
    """AutoContrast, with a probability."""

    def __init__(self, cutoff=0.0, ignore=None, prob=0.5):
        super().__init__(AutoContrast(cutoff, ignore), prob)


class RandomAdjustSharpness(_Sometimes):
    """Sharper by `degree` (0 is smooth, 1 the image itself), with a probability."""

    def __init__(self, degree, prob=0.5):
        check_type(degree, [int, float], "degree")
        check_range(degree, 0, 16777216, "degree")
        super().__init__(lambda image: mixed(image, smoothed(image), degree), prob)


class RandomGrayscale(_Sometimes):
    """Brightness in place of the colours, with a probability."""

    def __init__(self, prob=0.1):
        super().__init__(lambda image: np.stack([gray_of(as_color(image, "RandomGrayscale"))] * 3, -1), prob)


class RandomPosterize(RandomImageTransform):
    """Posterize with a random number of bits."""

    def __init__(self, bits=(8, 8)):
        check_type(bits, [int, list, tuple], "bits")
        self.bits = (bits, bits) if isinstance(bits, int) else check_pair(bits, "bits", 1, 8)
        check_range(self.bits[0], 1, 8, "bits")

    def _changed(self, image):
        return Posterize(self.random().integer(*self.bits))(image)


class RandomSolarize(RandomImageTransform):
    """Solarize between two random thresholds."""

    def __init__(self, threshold=(0, 255)):
        self.threshold = check_pair(threshold, "threshold", 0, 255)

    def _changed(self, image):
        return Solarize(sorted(self.random().integer(*self.threshold) for _ in range(2)))(image)


class RandomColor(RandomImageTransform):
    """Colours farther from gray by a random factor."""

    def __init__(self, degrees=(0.1, 1.9)):
        self.degrees = check_pair(degrees, "degrees", 0, 16777216)

    def _changed(self, image):
        image = as_color(image, "RandomColor")
        return mixed(image, gray_of(image)[..., None], self.random().uniform(*self.degrees))


class RandomSharpness(RandomImageTransform):
    """Sharper by a random factor."""

    def __init__(self, degrees=(0.1, 1.9)):
        self.degrees = check_pair(degrees, "degrees", 0, 16777216)

    def _changed(self, image):
        image = as_image(image, "RandomSharpness")
        return mixed(image, smoothed(image), self.random().uniform(*self.degrees))


def _factors(value, name, middle=1.0, limit=16777216):
    """The range of factors for a number (around the middle) or a pair."""
    if not isinstance(value, (int, float)):
        return check_pair(value, name, -limit if middle == 0 else 0, limit)
    check_range(value, 0, limit, name)
    return max(middle - value, -limit if middle == 0 else 0), middle + value


class RandomColorAdjust(RandomImageTransform):
    """
    Brightness, contrast, saturation and hue adjusted in a random order by random factors: each is a pair, or a number that
    says how far from 1 (0 for the hue) it may be.
    """

    def __init__(self, brightness=(1, 1), contrast=(1, 1), saturation=(1, 1), hue=(0, 0)):
        self.brightness, self.contrast = _factors(brightness, "brightness"), _factors(contrast, "contrast")
        self.saturation, self.hue = _factors(saturation, "saturation"), _factors(hue, "hue", 0.0, 0.5)

    def _steps(self):
        return [(self.brightness, 1, AdjustBrightness), (self.contrast, 1, AdjustContrast),
                (self.saturation, 1, AdjustSaturation), (self.hue, 0, AdjustHue)]

    def _changed(self, image):
        image, steps = as_color(image, "RandomColorAdjust"), self._steps()
        shuffle(steps, self.random())
        for pair, neutral, kind in steps:
            if tuple(pair) != (neutral, neutral):
                image = kind(self.random().uniform(*pair))(image)
        return image

    def _changed_picture(self, image):
        steps = [kind(OfPython.uniform(*pair)) for pair, _, kind in self._steps()]  # all are drawn before their order
        OfPython.shuffle(steps)
        for step in steps:
            image = step(image)
        return image


class RandomLighting(RandomImageTransform):
    """Noise along the principal colours of ImageNet, whose strength has the deviation `alpha`."""

    _DIRECTIONS = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]])
    _STRENGTHS = np.array([55.46, 4.794, 1.148])

    def __init__(self, alpha=0.05):
        check_type(alpha, [int, float], "alpha")
        check_range(alpha, 0, 16777216, "alpha")
        self.alpha = alpha

    def _changed(self, image):
        image = as_color(image, "RandomLighting")
        drawn = np.random.RandomState(self.random().draw()).normal(0, self.alpha, 3)
        return bounded(image + self._DIRECTIONS @ (drawn * self._STRENGTHS), image.dtype)


class RandomResize(RandomImageTransform):
    """Resize, with nearest, bilinear, bicubic or area interpolation at random."""

    def __init__(self, size):
        self.ways = [Resize(size, way) for way in (Inter.BILINEAR, Inter.NEAREST, Inter.BICUBIC, Inter.AREA)]

    def _changed(self, image):
        return self.ways[self.random().integer(0, 3)](image)


def drawn_part(random, height, width, scale, ratio, attempts):
    """(top, left, height, width) of a random part of an image: its area within `scale`, its form within `ratio`. MindSpore
    rounds in another way, and draws the row first, where it draws from Python's generator."""
    of_python = random is OfPython
    for _ in range(attempts):
        area = random.uniform(*scale) * height * width
        form = math.exp(random.uniform(math.log(ratio[0]), math.log(ratio[1])))
        wide = int(math.sqrt(area * form) + 0.5)
        high = int((math.sqrt(area / form) if of_python else wide / form) + 0.5)
        if 0 < wide <= width and 0 < high <= height:
            far, order = (height - high, width - wide), (0, 1) if of_python else (1, 0)
            drawn = {axis: random.integer(0, far[axis]) for axis in order}
            return drawn[0], drawn[1], high, wide
    form = width / height
    wide = int(round(height * ratio[1])) if form > ratio[1] else width
    high = int(round(width / ratio[0])) if form < ratio[0] else height
    return (height - high) // 2, (width - wide) // 2, high, wide


class RandomResizedCrop(RandomImageTransform):
    """A random part of an image, whose area and form lie in ranges, in another size."""

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation=Inter.BILINEAR, max_attempts=10):
        check_interpolation(interpolation)
        check_type(max_attempts, [int], "max_attempts")
        self.size, self.interpolation, self.attempts = as_size(size), interpolation, max_attempts
        self.scale, self.ratio = check_pair(scale, "scale", 0, 16777216), check_pair(ratio, "ratio", 0, 16777216)

    def _changed(self, image):
        image = as_image(image, type(self).__name__)
        top, left, height, width = drawn_part(self.random(), *image.shape[:2], self.scale, self.ratio, self.attempts)
        return resized(image[top:top + height, left:left + width], self.size, self.interpolation)

    def _changed_picture(self, image):
        top, left, height, width = drawn_part(self.random(), *image.size[::-1], self.scale, self.ratio, self.attempts)
        part = image.crop((left, top, left + width, top + height))
        return resized_picture(part, self.size, self.interpolation)


class RandomCropDecodeResize(RandomResizedCrop):
    """RandomResizedCrop of the bytes of an image file."""

    def __call__(self, data):
        return self._changed(decoded(np.asarray(data).tobytes()))


class RandomRotation(RandomImageTransform):
    """Turned by a random angle: from -degrees to degrees, or within a pair. See Rotate."""

    def __init__(self, degrees, resample=Inter.NEAREST, expand=False, center=None, fill_value=0):
        check_type(degrees, [int, float, list, tuple], "degrees")
        if isinstance(degrees, (int, float)) and degrees < 0:
            raise ValueError("If degrees is a single number, it cannot be negative.")
        pair = (-degrees, degrees) if isinstance(degrees, (int, float)) else degrees
        self.degrees = check_pair(pair, "degrees", -16777216, 16777216)
        check_resample(resample)
        self.resample, self.expand, self.center, self.fill = resample, expand, center, as_fill(fill_value)

    def _changed(self, image):
        angle = self.random().uniform(*self.degrees)
        return rotated(as_image(image, "RandomRotation"), angle, self.resample, self.expand, self.center, self.fill)


class RandomAffine(RandomImageTransform):
    """Turned, moved, made larger and sheared by random amounts within ranges. See Affine."""

    def __init__(self, degrees, translate=None, scale=None, shear=None, resample=Inter.NEAREST, fill_value=0):
        pair = (-degrees, degrees) if isinstance(degrees, (int, float)) else degrees
        self.degrees = check_pair(pair, "degrees", -16777216, 16777216)
        moves = list(translate or (0, 0))
        self.moves = moves if len(moves) == 4 else [-abs(moves[0]), abs(moves[0]), -abs(moves[1]), abs(moves[1])]
        check_numbers(self.moves, "translate", -1, 1)
        self.scale = (1.0, 1.0) if scale is None else check_pair(scale, "scale", 1e-7, 16777216)
        shear = (-shear, shear) if isinstance(shear, (int, float)) else tuple(shear or (0, 0))
        self.shear = shear if len(shear) == 4 else (*shear, 0, 0)
        check_resample(resample)
        self.resample, self.fill = resample, as_fill(fill_value)

    def _changed(self, image):
        image = as_image(image, "RandomAffine")
        height, width = image.shape[:2]
        drawn = self.random().uniform
        angle = drawn(*self.degrees)
        moved = round(drawn(*self.moves[:2]) * width), round(drawn(*self.moves[2:]) * height)
        scale = drawn(*self.scale)
        shear = drawn(*self.shear[:2]), drawn(*self.shear[2:])
        return sheared(image, angle, moved, scale, shear, self.resample, self.fill)


class RandomPerspective(RandomImageTransform):
    """Seen with its corners moved inwards at random, by up to half of distortion_scale, with a probability."""

    def __init__(self, distortion_scale=0.5, prob=0.5, interpolation=Inter.BICUBIC):
        check_numbers([distortion_scale], "distortion_scale", 0, 1)
        check_probability(prob)
        check_resample(interpolation)
        self.distortion, self.prob, self.interpolation = distortion_scale, prob, interpolation

    def _changed(self, image):
        image = as_image(image, "RandomPerspective")
        if not self.chance(self.prob):
            return image
        bottom, right = image.shape[0] - 1, image.shape[1] - 1
        start = [[0, 0], [right, 0], [right, bottom], [0, bottom]]
        far = int(self.distortion * image.shape[1] / 2), int(self.distortion * image.shape[0] / 2)
        end = [[abs(x - self.random().integer(0, far[0])), abs(y - self.random().integer(0, far[1]))] for x, y in start]
        return seen(image, start, end, self.interpolation)


class RandomErasing(RandomImageTransform):
    """
    A random rectangle <C,H,W> of an image with `value` (a number, one for each channel, or "random"), with a
    probability; its part of the area and its form lie in ranges.
    """

    def __init__(self, prob=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0, inplace=False, max_attempts=10):
        check_probability(prob)
        self.scale, self.ratio = check_pair(scale, "scale", 0, 16777216), check_pair(ratio, "ratio", 0, 16777216)
        if isinstance(value, str) and value != "random":
            raise ValueError("The value for erasing should be either a single value, or a string 'random', or a "
                             "sequence of 3 elements for RGB respectively.")
        self.prob, self.value, self.inplace, self.attempts = prob, value, inplace, max_attempts

    def _changed(self, image):
        image = as_image(image, "RandomErasing")
        if image.ndim != 3:
            raise pipeline_error("RandomErasing: the image must have the shape <C,H,W>")
        if not self.chance(self.prob):
            return image
        top, left, high, wide = drawn_part(self.random(), *image.shape[1:], self.scale, self.ratio, self.attempts)
        image = image if self.inplace else image.copy()
        image[:, top:top + high, left:left + wide] = self._values(image.shape[0], high, wide)
        return image

    def _values(self, channels, high, wide):
        if self.value == "random":
            return np.random.RandomState(self.random().draw()).normal(size=(channels, high, wide))
        return np.asarray(self.value).reshape(-1, 1, 1)


class UniformAugment(RandomTransform):
    """num_ops of the transforms, drawn at random, each carried out in half of the cases."""

    def __init__(self, transforms, num_ops=2):
        check_type(transforms, [list], "transforms")
        check_type(num_ops, [int], "num_ops")
        if num_ops > len(transforms) or num_ops < 1:
            raise ValueError("num_ops should be from 1 to the length of the transforms list.")
        self.transforms, self.count = transforms, num_ops

    def __call__(self, image):
        left = list(self.transforms)
        for _ in range(self.count):
            transform = left.pop(self.random().below(len(left)))
            image = transform(image) if self.chance(0.5) else image
        return image


class RandomSelectSubpolicy(RandomTransform):
    """One of several lists of (transform, probability), whose transforms are carried out with their probabilities."""

    def __init__(self, policy):
        check_type(policy, [list], "policy")
        if not policy or not all(policy):
            raise ValueError("policy can not be empty.")
        self.policy = policy

    def __call__(self, image):
        for transform, probability in self.policy[self.random().below(len(self.policy))]:
            image = transform(image) if self.chance(probability) else image
        return image

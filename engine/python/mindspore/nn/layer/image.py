# SPDX-License-Identifier: Apache-2.0
"""Layers for images."""
import math

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_positive_int, check_rank

__all__ = ["PixelShuffle", "PixelUnshuffle", "ImageGradients", "PSNR", "CentralCrop", "ChannelShuffle", "MSSSIM", "SSIM"]


class PixelShuffle(Cell):
    """(..., C * r * r, H, W) to (..., C, H * r, W * r) for r = upscale_factor."""

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = check_positive_int(self.cls_name, "upscale_factor", upscale_factor)

    def construct(self, input):
        return ops.pixel_shuffle(input, self.upscale_factor)


class PixelUnshuffle(Cell):
    """(..., C, H * r, W * r) to (..., C * r * r, H, W) for r = downscale_factor."""

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = check_positive_int(self.cls_name, "downscale_factor", downscale_factor)

    def construct(self, input):
        return ops.pixel_unshuffle(input, self.downscale_factor)


class ChannelShuffle(Cell):
    """The channels (axis 1) dealt out to `groups` in turn."""

    def __init__(self, groups):
        super().__init__()
        self.groups = check_positive_int(self.cls_name, "groups", groups)

    def construct(self, x):
        return ops.channel_shuffle(x, self.groups)


class ImageGradients(Cell):
    """(dy, dx) of (N, C, H, W): the differences to the next row and the next column, 0 in the last ones."""

    def __init__(self):
        super().__init__()

    def construct(self, images):
        check_rank(self.cls_name, images, (4,))
        n, c, h, w = images.shape
        dy = ops.concat((images[:, :, 1:, :] - images[:, :, :h - 1, :], ops.zeros((n, c, 1, w), images.dtype)), 2)
        dx = ops.concat((images[:, :, :, 1:] - images[:, :, :, :w - 1], ops.zeros((n, c, h, 1), images.dtype)), 3)
        return dy, dx


class PSNR(Cell):
    """The peak signal-to-noise ratio in decibel of two batches of images (N, C, H, W), for each pair."""

    def __init__(self, max_val=1.0):
        super().__init__()
        if max_val <= 0:
            raise ValueError(f"For 'PSNR', the 'max_val' must be greater than 0, but got {max_val}.")
        self.max_val = max_val

    def construct(self, img1, img2):
        check_rank(self.cls_name, img1, (4,))
        difference = img1.astype(float32) / self.max_val - img2.astype(float32) / self.max_val
        error = ops.square(difference).mean((1, 2, 3))
        return ops.log(1.0 / error) * (10.0 / 2.302585092994046)


class CentralCrop(Cell):
    """The central part of images (..., H, W): central_fraction of each side."""

    def __init__(self, central_fraction):
        super().__init__()
        if not 0 < central_fraction <= 1:
            raise ValueError("For 'CentralCrop', the 'central_fraction' must be in range of (0.0, 1.0], but got "
                             f"{central_fraction} with type '{type(central_fraction).__name__}'.")
        self.central_fraction = central_fraction

    def construct(self, image):
        check_rank(self.cls_name, image, (3, 4))
        top, left = [int((size - size * self.central_fraction) / 2) for size in image.shape[-2:]]
        h, w = image.shape[-2:]
        return image[..., top:h - top, left:w - left]


def _bell(size, sigma):
    """The weights of a Gaussian window (1, 1, size, size), which add up to 1."""
    row = [math.exp(-(place - (size - 1) / 2) ** 2 / (2 * sigma * sigma)) for place in range(size)]
    whole = sum(row) ** 2
    return Tensor([[[[a * b / whole for b in row] for a in row]]], float32)


class _Similarity(Cell):
    """What both measures of likeness take, and the two factors of a likeness at one size."""

    def __init__(self, max_val, filter_size, filter_sigma, k1, k2):
        super().__init__()
        for name, value in (("max_val", max_val), ("filter_sigma", filter_sigma)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"For '{self.cls_name}', the '{name}' must be a number, but got {type(value).__name__}.")
            if value <= 0:
                raise ValueError(f"For '{self.cls_name}', the '{name}' must be greater than 0, but got {value}.")
        for name, value in (("k1", k1), ("k2", k2)):
            if not isinstance(value, float):
                raise TypeError(f"For '{self.cls_name}', the '{name}' must be a float, but got {type(value).__name__}.")
        self.filter_size = check_positive_int(self.cls_name, "filter_size", filter_size)
        self.window = _bell(filter_size, filter_sigma)
        self.c1, self.c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2

    def _check(self, img1, img2):
        check_rank(self.cls_name, img1, (4,))
        if img1.shape != img2.shape or img1.dtype != img2.dtype:
            raise ValueError(f"For '{self.cls_name}', both images must have one shape and dtype, but got {img1.shape} "
                             f"{img1.dtype} and {img2.shape} {img2.dtype}.")

    def _seen(self, image):
        """The mean around each point, channel by channel."""
        n, c, h, w = image.shape
        seen = ops.conv2d(image.reshape((n * c, 1, h, w)), self.window)
        return seen.reshape((n, c, *seen.shape[2:]))

    def _likeness(self, img1, img2):
        """(mean likeness, mean likeness of contrast and structure alone) of each channel, (N, C)."""
        mean1, mean2 = self._seen(img1), self._seen(img2)
        both = 2.0 * mean1 * mean2
        squares = ops.square(mean1) + ops.square(mean2)
        light = (both + self.c1) / (squares + self.c1)
        together = self._seen(img1 * img2) * 2.0 - both + self.c2
        apart = self._seen(ops.square(img1) + ops.square(img2)) - squares + self.c2
        return (light * together / apart).mean((2, 3)), (together / apart).mean((2, 3))


class SSIM(_Similarity):
    """
    The structural similarity of two batches of images (N, C, H, W) of Float32 or Float16, (N,).

    Args:
        max_val (int, float): the range of values.
        filter_size (int), filter_sigma (float): of the Gaussian window.
        k1, k2 (float): they keep the fractions from dividing by 0.

    Raises ValueError for images smaller than the window, or of other shapes than each other.
    """

    def __init__(self, max_val=1.0, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03):
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)

    def construct(self, img1, img2):
        self._check(img1, img2)
        if min(img1.shape[2:]) < self.filter_size:
            raise ValueError(f"For 'SSIM', the images must not be smaller than the window of {self.filter_size}, but got "
                             f"{img1.shape}.")
        return self._likeness(img1.astype(float32), img2.astype(float32))[0].mean(-1)


class MSSSIM(_Similarity):
    """The same at several sizes, each half of the one before: the product of their likenesses, each to the power of its
    factor; (N,)."""

    def __init__(self, max_val=1.0, power_factors=(0.0448, 0.2856, 0.3001, 0.2363, 0.1333), filter_size=11,
                 filter_sigma=1.5, k1=0.01, k2=0.03):
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)
        if not isinstance(power_factors, (tuple, list)):
            raise TypeError(f"For 'MSSSIM', the 'power_factors' must be a tuple or a list, but got "
                            f"{type(power_factors).__name__}.")
        self.power_factors = tuple(power_factors)

    def construct(self, img1, img2):
        self._check(img1, img2)
        img1, img2 = img1.astype(float32), img2.astype(float32)
        found = 1.0
        for place, factor in enumerate(self.power_factors):
            whole, contrast = self._likeness(img1, img2)
            is_last = place == len(self.power_factors) - 1
            found = found * ops.pow(ops.relu(whole if is_last else contrast), factor)
            if not is_last:
                img1, img2 = ops.avg_pool2d(img1, 2, 2), ops.avg_pool2d(img2, 2, 2)
        return found.mean(-1)

# SPDX-License-Identifier: Apache-2.0
"""Layers for images."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_positive_int, check_rank

__all__ = ["PixelShuffle", "PixelUnshuffle", "ImageGradients", "PSNR", "CentralCrop", "ChannelShuffle"]


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

# SPDX-License-Identifier: Apache-2.0
"""Images in files and as bytes: reading, writing, decoding and encoding."""
import io
import os
from enum import Enum

import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_range, check_type
from mindspore.dataset.decoding import decoded, opened_picture, pillow
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import Transform
from mindspore.dataset.vision.color import gray_of
from mindspore.dataset.vision.image import as_image, is_picture


class ImageReadMode(Enum):
    """The channels that a read image has: those of the file, one, or three."""
    UNCHANGED = 0
    GRAYSCALE = 1
    COLOR = 2


class Decode(Transform):
    """The pixels <H,W,3> of uint8 of the bytes of an image file; with to_pil an image of Pillow."""

    def __init__(self, to_pil=False):
        check_type(to_pil, [bool], "to_pil")
        self.to_pil = to_pil

    def __call__(self, data):
        data = _encoded(data)
        return opened_picture(data, "Decode: the image").convert("RGB") if self.to_pil else decoded(data)


def _encoded(data):
    data = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else as_array(data)
    if data.ndim != 1 or data.dtype.kind not in "uS":
        raise pipeline_error("Decode: invalid input shape or type, the bytes of an image file should be an array of "
                             f"one axis of uint8, but got rank {data.ndim} of {data.dtype}")
    return data.tobytes()


class ToPIL(Transform):
    """An image of Pillow of an array <H,W> or <H,W,C>, or of a tensor."""

    def __call__(self, image):
        if is_picture(image):
            return image
        image = as_image(image, "ToPIL")
        image = image[..., 0] if image.ndim == 3 and image.shape[2] == 1 else image
        return pillow().fromarray(image)


def _whole_file(filename):
    check_type(filename, [str], "filename")
    path = os.path.realpath(filename)
    if not os.path.isfile(path):
        raise RuntimeError(f"Invalid file path, {filename} does not exist or is no regular file.")
    return path


def read_file(filename):
    """The bytes of a file, as an array of uint8."""
    return np.fromfile(_whole_file(filename), np.uint8)


def write_file(filename, data):
    """Writes the bytes of an array or tensor of uint8 with one axis."""
    check_type(filename, [str], "filename")
    data = as_array(data)
    if data.dtype != np.uint8 or data.ndim != 1:
        raise RuntimeError("The data to write should be uint8 with one axis, but got "
                           f"{data.dtype} with {data.ndim} axes.")
    data.tofile(filename)


def read_image(filename, mode=ImageReadMode.UNCHANGED):
    """The pixels <H,W,C> of an image file, with the channels that `mode` says; transparency is dropped."""
    check_type(mode, [ImageReadMode], "mode")
    path = _whole_file(filename)
    picture = opened_picture(read_file(path), path)
    is_gray = mode is ImageReadMode.UNCHANGED and picture.mode == "L"
    pixels = np.array(picture.convert("L" if is_gray else "RGB"))
    pixels = gray_of(pixels) if mode is ImageReadMode.GRAYSCALE else pixels
    return pixels[..., None] if pixels.ndim == 2 else pixels


def _coded(image, form, **options):
    check_type(image, [np.ndarray, Tensor], "image")
    image = as_image(image, f"encode_{form}")
    if image.dtype != np.uint8:
        raise RuntimeError(f"The type of the image data should be UINT8, but got {image.dtype}.")
    if image.ndim == 3 and image.shape[2] not in (1, 3):
        raise RuntimeError(f"The image has invalid channels. It should have 1 or 3 channels, but got {image.shape[2]}.")
    buffer = io.BytesIO()
    image = image[..., 0] if image.ndim == 3 and image.shape[2] == 1 else image
    pillow().fromarray(image).save(buffer, form, **options)
    return np.frombuffer(buffer.getvalue(), np.uint8)


def encode_jpeg(image, quality=75):
    """The bytes of a JPEG file of an image; `quality` is 1 to 100."""
    check_type(quality, [int], "quality")
    check_range(quality, 1, 100, "quality")
    return _coded(image, "jpeg", quality=quality)


def encode_png(image, compression_level=6):
    """The bytes of a PNG file of an image; compression_level is 0 to 9."""
    check_type(compression_level, [int], "compression_level")
    check_range(compression_level, 0, 9, "compression_level")
    return _coded(image, "png", compress_level=compression_level)


def write_jpeg(filename, image, quality=75):
    """Writes a JPEG file."""
    write_file(filename, encode_jpeg(image, quality))


def write_png(filename, image, compression_level=6):
    """Writes a PNG file."""
    write_file(filename, encode_png(image, compression_level))


def get_image_size(image):
    """[height, width] of an array <...,H,W,C> or <H,W>, or of an image of Pillow."""
    if is_picture(image):
        return [image.size[1], image.size[0]]
    check_type(image, [np.ndarray], "image")
    if image.ndim < 2:
        raise TypeError(f"Input image should have 2 or more axes, but got {image.ndim}.")
    return list(image.shape[:2] if image.ndim == 2 else image.shape[-3:-1])


def get_image_num_channels(image):
    """The number of channels of an array <...,H,W,C> or <H,W>, or of an image of Pillow."""
    if is_picture(image):
        return len(image.getbands())
    check_type(image, [np.ndarray], "image")
    if image.ndim < 2:
        raise TypeError(f"Input image should have 2 or more axes, but got {image.ndim}.")
    return 1 if image.ndim == 2 else image.shape[-1]

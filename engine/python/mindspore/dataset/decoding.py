# SPDX-License-Identifier: Apache-2.0
"""Bytes of image files as arrays, and back. Pillow does the work; it is imported when it is first needed."""
import importlib
import io
import os

import numpy as np

from mindspore.dataset.errors import pipeline_error


def pillow(name="Image"):
    """A module of Pillow; ImportError with what to install where it is not there."""
    try:
        return importlib.import_module(f"PIL.{name}")
    except ImportError:
        raise ImportError("Pillow decodes and encodes images, and is not installed: install the package python3-pil, "
                          "or pip install pillow.") from None


def file_bytes(path):
    """The bytes of a file as an array <n> of uint8; RuntimeError if it cannot be read."""
    try:
        return np.fromfile(path, np.uint8)
    except OSError as failure:
        raise pipeline_error(f"Invalid file path, {path} can not be read: {failure.strerror}.") from None


def opened_picture(data, where):
    """A Pillow image of encoded bytes; RuntimeError if they are none."""
    image = pillow()
    try:
        picture = image.open(io.BytesIO(bytes(data)))
        picture.load()
        return picture
    except (OSError, SyntaxError, ValueError):
        raise pipeline_error(f"Invalid image, {where} decode failed, the image is broken or permission denied.") \
            from None


def decoded(data, where="the image"):
    """The pixels <H,W,3> of uint8, red first, of the bytes of an image file; transparency is dropped."""
    return np.array(opened_picture(data, where).convert("RGB"))


def image_of(path, is_decoded):
    """The pixels of an image file, or its bytes."""
    data = file_bytes(path)
    return decoded(data, path) if is_decoded else data


def with_extension(folder, extensions=None):
    """
    The files in a folder by name; where extensions are given, those that end with one of them. RuntimeError if there
    is a folder among them.
    """
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    for path in paths:
        if os.path.isdir(path):
            raise pipeline_error(f"Invalid file found: {path}, should be file, but got directory.")
    return [path for path in paths if extensions is None or os.path.splitext(path)[1] in extensions]

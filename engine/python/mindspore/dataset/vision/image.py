# SPDX-License-Identifier: Apache-2.0
"""What the transforms of images share: checks of images and sizes."""
import numpy as np

from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_range, check_type
from mindspore.dataset.errors import pipeline_error

_MAX_LENGTH = 16777216  # 2**24: float32 counts pixels exactly up to here


def as_image(image, name):
    """The array of an image; RuntimeError unless it has two or three axes."""
    array = as_array(image) if not isinstance(image, (list, tuple)) else None
    if not isinstance(array, np.ndarray):
        raise TypeError(f"Input should be NumPy or PIL image, got {type(image)}.")
    if array.ndim not in (2, 3):
        raise pipeline_error(f"{name}: image shape should be <H,W> or <H,W,C>, but got rank: {array.ndim}")
    return array


def as_size(size):
    """(height, width) of one number for both, or of two."""
    check_type(size, [int, list, tuple], "size")
    sizes = (size, size) if isinstance(size, int) else tuple(size)
    if len(sizes) != 2:
        raise TypeError("Size should be a single integer or a list/tuple (h, w) of length 2.")
    for length in sizes:
        check_type(length, [int], "size")
        check_range(length, 1, _MAX_LENGTH)
    return sizes


def check_probability(prob):
    check_type(prob, [float, int], "prob")
    if not 0 <= prob <= 1:
        raise ValueError("Input prob is not within the required interval of [0.0, 1.0].")

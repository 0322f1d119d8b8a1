# SPDX-License-Identifier: Apache-2.0
"""Transforms of images: arrays <H,W> or <H,W,C> of one image, before `batch`."""
from mindspore.dataset.vision.geometry import (Border, CenterCrop, Crop, HorizontalFlip, Pad, RandomCrop,
                                               RandomHorizontalFlip, RandomVerticalFlip, VerticalFlip)
from mindspore.dataset.vision.resize import Inter, Resize
from mindspore.dataset.vision.values import HWC2CHW, Normalize, Rescale, ToNumpy, ToTensor, ToType
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.dataset.vision")

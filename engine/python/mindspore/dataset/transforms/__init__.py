# SPDX-License-Identifier: Apache-2.0
"""Transforms of any data, for `map` and by themselves."""
from mindspore.dataset.transforms.composed import Compose, RandomApply, RandomChoice, RandomOrder
from mindspore.dataset.transforms.transform import PyTensorOperation
from mindspore.dataset.transforms.values import (Concatenate, Duplicate, Fill, Mask, OneHot, PadEnd, Relational, Slice,
                                                 TypeCast, Unique)
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.dataset.transforms")

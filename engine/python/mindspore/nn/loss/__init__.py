# SPDX-License-Identifier: Apache-2.0
"""Losses."""
from mindspore.nn.loss import base, classification, ranking, regression
from mindspore.nn.loss.base import LossBase
from mindspore.nn.loss.classification import *  # noqa: F403
from mindspore.nn.loss.ranking import *  # noqa: F403
from mindspore.nn.loss.regression import *  # noqa: F403
from mindspore._missing import missing_names

__all__ = ["LossBase", *classification.__all__, *ranking.__all__, *regression.__all__]

__getattr__ = missing_names("mindspore.nn.loss")

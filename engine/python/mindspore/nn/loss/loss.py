# SPDX-License-Identifier: Apache-2.0
"""All losses under the module name that MindSpore has for them."""
from mindspore.nn.loss.base import LossBase
from mindspore.nn.loss.classification import *  # noqa: F403
from mindspore.nn.loss.ranking import *  # noqa: F403
from mindspore.nn.loss.regression import *  # noqa: F403

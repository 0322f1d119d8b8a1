# SPDX-License-Identifier: Apache-2.0
"""Layers, losses, optimizers and what trains them."""
import importlib

from mindspore.nn.cell import Cell
from mindspore.nn import dynamic_lr, layer, learning_rate_schedule, loss, optim, sparse, utils, wrap
from mindspore.nn.dynamic_lr import *  # noqa: F403
from mindspore.nn.learning_rate_schedule import *  # noqa: F403
from mindspore.nn.layer import *  # noqa: F403
from mindspore.nn.loss import *  # noqa: F403
from mindspore.nn.optim import *  # noqa: F403
from mindspore.nn.sparse import *  # noqa: F403
from mindspore.nn.utils import *  # noqa: F403
from mindspore.nn.wrap import *  # noqa: F403
from mindspore._missing import missing_names
from mindspore import _notes
from mindspore._portability import NAMES as _NAMES
from mindspore.common.parameter import Parameter as _Parameter

__all__ = ["Cell", *layer.__all__, *loss.__all__, *optim.__all__, *sparse.__all__, *utils.__all__, *wrap.__all__, *dynamic_lr.__all__,
           *learning_rate_schedule.__all__, "GraphCell", "Jvp", "Vjp"]
_missing = missing_names("mindspore.nn", {"graphcell": "GraphCell", "grad": "Jvp Vjp"})


# Layers of mint under the names that MindSpore gives them here; mint is read after nn.
_OF_MINT = {"AvgPool1dExt": "AvgPool1d", "AvgPool2dExt": "AvgPool2d", "Dropout2dExt": "Dropout2d", "DropoutExt": "Dropout",
            "EmbeddingExt": "Embedding", "L1LossExt": "L1Loss", "LayerNormExt": "LayerNorm", "Linear": "Linear",
            "LogSoftmaxExt": "LogSoftmax", "MaxPool2dExt": "MaxPool2d", "PReLUExt": "PReLU"}


def __getattr__(name):
    if name in _OF_MINT:
        return getattr(importlib.import_module("mindspore.mint.nn"), _OF_MINT[name])
    if name == "probability":
        return importlib.import_module("mindspore.nn.probability")
    if name == "Parameter":
        _notes.portability("nn.Parameter", _NAMES["mindspore.nn.Parameter"])
        return _Parameter
    from mindspore.train import metrics
    if name in metrics.__all__:
        return getattr(metrics, name)
    return _missing(name)

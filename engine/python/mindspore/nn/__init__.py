# SPDX-License-Identifier: Apache-2.0
"""Layers."""
from mindspore.nn.activation import GELU, ReLU, Sigmoid, Softmax, Tanh
from mindspore.nn.basic import Dense, Flatten, Identity
from mindspore.nn.cell import Cell
from mindspore.nn.container import CellList, SequentialCell
from mindspore._missing import missing_names

_missing = missing_names("mindspore.nn")


def __getattr__(name):
    if name == "Parameter":
        from mindspore import _run
        from mindspore.common.parameter import Parameter
        _run.portability("nn.Parameter", "Real MindSpore has no nn.Parameter; write mindspore.Parameter instead.")
        return Parameter
    return _missing(name)

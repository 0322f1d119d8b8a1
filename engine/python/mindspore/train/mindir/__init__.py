# SPDX-License-Identifier: Apache-2.0
"""MindIR files: graphs with their weights, as MindSpore writes and reads them."""
from mindspore.train.mindir.reading import load
from mindspore.train.mindir.writing import export

__all__ = ["export", "load"]

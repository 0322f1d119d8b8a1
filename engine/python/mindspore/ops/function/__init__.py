# SPDX-License-Identifier: Apache-2.0
"""The functions of mindspore.ops, under the name of the package in which MindSpore keeps them."""
import sys

from mindspore._missing import missing_names

_missing = missing_names("mindspore.ops.function")


def __getattr__(name):
    """A function of mindspore.ops."""
    ops = sys.modules["mindspore.ops"]
    if not name.startswith("_") and name in vars(ops):
        return getattr(ops, name)
    return _missing(name)

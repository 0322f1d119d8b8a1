# SPDX-License-Identifier: Apache-2.0
"""Functions and primitives of mindspore.ops, under the name of the package of MindSpore that generates them."""
import sys

from mindspore._missing import missing_names
from mindspore.ops import operations

_missing = missing_names("mindspore.ops.auto_generate")


def __getattr__(name):
    """A primitive, or a function of mindspore.ops."""
    ops = sys.modules["mindspore.ops"]
    if name in operations.__all__:
        return getattr(operations, name)
    if not name.startswith("_") and name in vars(ops):
        return getattr(ops, name)
    return _missing(name)

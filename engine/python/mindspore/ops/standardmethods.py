# SPDX-License-Identifier: Apache-2.0
"""Methods as functions, as MindSpore's graphs call them: those of tensors, and a few of lists."""
from mindspore.common.tensor import Tensor


def tensor_bool(x):
    """Whether the only element of a tensor is not 0; ValueError for several."""
    return bool(x)


def list_append(self_, list_item):
    """A list with an item more."""
    return [*self_, list_item]


def list_insert(self_, index, obj):
    """A list with an item more before that place."""
    index = slice(None, index).indices(len(self_))[1]
    return [*self_[:index], obj, *self_[index:]]


def __getattr__(name):
    if name.startswith("__") or not callable(getattr(Tensor, name, None)):
        raise AttributeError(f"module 'mindspore._extends.parse.standard_method' has no attribute '{name}'")
    return getattr(Tensor, name)

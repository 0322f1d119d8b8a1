# SPDX-License-Identifier: Apache-2.0
"""Functions of mint, and methods of tensors, under the names that MindSpore's own modules give them: sum_ext, split_view,
new_zeros, ..."""
import importlib

from mindspore.common.tensor import Tensor

_ENDINGS = ("_ext_view", "_view", "_ext")
_LOOSER = {"softmax": "mindspore.mint.nn.functional"}  # there its dim may be left out
_METHODS = {"contiguous", "copy", "new_ones", "new_zeros"}
_PLACES = ("mindspore.mint", "mindspore.mint.nn.functional")


def __getattr__(name):
    """The function whose name this is with an ending; AttributeError for any other."""
    if name in _METHODS:
        return getattr(Tensor, name)
    ending = next((ending for ending in _ENDINGS if name.endswith(ending)), None)
    plain = name.removesuffix(ending) if ending else ""
    places = (*filter(None, [_LOOSER.get(plain)]), *_PLACES) if plain and not plain.startswith("_") else ()
    for place in map(importlib.import_module, places):
        if plain in getattr(place, "__all__", ()) or plain in vars(place):
            return getattr(place, plain)
    raise AttributeError(f"There is no function {name}.")

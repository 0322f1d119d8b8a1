# SPDX-License-Identifier: Apache-2.0
"""Functions of mint, and methods of tensors, under the names that MindSpore's own modules give them: sum_ext, split_view,
new_zeros, ...; and as primitives: SumExt, StackExt, ..."""
import importlib

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import Primitive

_ENDINGS = ("_ext_view", "_view", "_ext")
_LOOSER = {"softmax": "mindspore.mint.nn.functional"}  # there its dim may be left out
_METHODS = {"contiguous", "copy", "new_ones", "new_zeros"}
_PLACES = ("mindspore.mint", "mindspore.mint.nn.functional")
# Primitives -> (their function, its parameters in the order of the primitive's inputs, the attributes that a primitive is
# made with and their defaults).
_PRIMITIVES = {
    "BatchMatMulExt": ("bmm", "input mat2", {}),
    "CumsumExt": ("cumsum", "input dim dtype", {}),
    "FmodScalar": ("fmod", "input other", {}),
    "MeanExt": ("mean", "input dim keepdim dtype", {}),
    "OneHotExt": ("nn.functional.one_hot", "tensor num_classes", {}),
    "Outer": ("outer", "input vec2", {}),
    "SortExt": ("sort", "input dim descending stable", {}),
    "StackExt": ("stack", "tensors", {"dim": 0}),
    "Swiglu": ("nn.functional.swiglu", "input dim", {}),
    "SumExt": ("sum", "input dim keepdim dtype", {}),
    "ZerosLikeExt": ("zeros_like", "input dtype", {}),
}
_classes = {}


def _primitive_class(name):
    """The class of a primitive of the list."""
    function, inputs, attributes = _PRIMITIVES[name]
    place, _, plain = function.rpartition(".")

    class Extended(Primitive):
        __doc__ = f"The primitive {name}: mint.{function} of {', '.join(inputs.split())}."

        def __init__(self, *args, **kwargs):
            super().__init__(name)
            for key, value in {**attributes, **dict(zip(attributes, args)), **kwargs}.items():
                self.add_prim_attr(key, value)

        def __call__(self, *args):
            given = {key: value for key, value in zip(inputs.split(), args) if value is not None}
            return getattr(importlib.import_module(f"mindspore.mint.{place}".rstrip(".")), plain)(**given, **self.attrs)
    Extended.__name__ = Extended.__qualname__ = name
    return Extended


def __getattr__(name):
    """The function whose name this is with an ending, or the class of a primitive; AttributeError for any other."""
    if name in _PRIMITIVES:
        if name not in _classes:
            _classes[name] = _primitive_class(name)
        return _classes[name]
    if name in _METHODS:
        return getattr(Tensor, name)
    ending = next((ending for ending in _ENDINGS if name.endswith(ending)), None)
    plain = name.removesuffix(ending) if ending else ""
    places = (*filter(None, [_LOOSER.get(plain)]), *_PLACES) if plain and not plain.startswith("_") else ()
    for place in map(importlib.import_module, places):
        if plain in getattr(place, "__all__", ()) or plain in vars(place):
            return getattr(place, plain)
    raise AttributeError(f"There is no function {name}.")
